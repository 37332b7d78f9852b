//! Ids that came from nowhere: an argument that looks like an id, and stands in no earlier message of others and in no
//! earlier result.
//!
//! What the agent itself said before is no ground: an invented id that is announced is invented all the same.

use std::collections::BTreeSet;

use super::{EpisodeLabel, Finding};
use crate::contract::{Hop, Tokens, is_uuid};
use crate::digest::build::Told;
use crate::domain::episode::is_agent;
use crate::domain::json::Json;
use crate::words;

/// Names of ids.
const ID: [&str; 6] = ["id", "ids", "uuid", "uuids", "guid", "sku"];
/// Names of numbers that name a thing, where the value has letters and digits.
const NUMBER: [&str; 5] = ["number", "numbers", "code", "reference", "ref"];
/// A value with fewer signs says nothing: 1, 12, v2.
const LEAST: usize = 3;
/// A run of so many digits says enough by itself: 2378156 for #W2378156.
const RUN: usize = 5;
/// So many columns of a value are told.
const SHOWN: usize = 40;

pub(super) fn find(told: &Told<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut ground = Ground::default();
    let mut met: BTreeSet<String> = BTreeSet::new();
    let mut said = told.said.iter().peekable();
    for (step, seen) in told.calls.iter().enumerate() {
        while let Some(said) = said.next_if(|said| said.before <= step) {
            if !is_agent(&said.message.role) {
                ground.add(&said.message.text);
            }
        }
        let mut ids = Vec::new();
        collect(&seen.arguments, &mut Vec::new(), &mut ids);
        for (place, value) in ids {
            if met.insert(value.clone()) && !ground.has(&value) {
                let place = words::place("", &place);
                let value = words::clip(&value, SHOWN);
                let what = format!("{}: {place} is {value}, which stands nowhere before", seen.call.tool);
                found.push(Finding::new(EpisodeLabel::UngroundedId, [step], what));
            }
        }
        ground.add(&seen.result_text);
    }
    found
}

/// What was read so far.
#[derive(Debug, Default)]
struct Ground {
    text: String,
    /// The letters and digits of the text, small, up to a place; made when first needed.
    folded: String,
    upto: usize,
}

impl Ground {
    fn add(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Whether the value stands there, in this or another spelling, or a telling run of its digits does.
    fn has(&mut self, value: &str) -> bool {
        if self.text.contains(value) {
            return true;
        }
        fold(self.text.get(self.upto..).unwrap_or_default(), &mut self.folded);
        self.upto = self.text.len();
        let mut wanted = String::new();
        fold(value, &mut wanted);
        let run = value.split(|c: char| !c.is_ascii_digit()).max_by_key(|run| run.len()).unwrap_or_default();
        let by_run = run.len() >= RUN && !is_uuid(value) && self.folded.contains(run);
        by_run || self.folded.contains(&wanted)
    }
}

fn fold(text: &str, into: &mut String) {
    into.extend(text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase));
}

/// The ids among some arguments, with their places.
fn collect(value: &Json, place: &mut Vec<Hop>, ids: &mut Vec<(Vec<Hop>, String)>) {
    match value {
        Json::Object(members) => {
            for (name, member) in members.iter() {
                place.push(Hop::Key(name.to_owned()));
                collect(member, place, ids);
                place.pop();
            }
        }
        Json::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                place.push(Hop::Index(at));
                collect(item, place, ids);
                place.pop();
            }
        }
        Json::String(_) | Json::Number(_) => {
            let name =
                place.iter().rev().find_map(|hop| if let Hop::Key(name) = hop { Some(name.as_str()) } else { None });
            if let Some(text) = id(name.unwrap_or_default(), value) {
                ids.push((place.clone(), text));
            }
        }
        Json::Null | Json::Bool(_) => {}
    }
}

/// The text of a value that looks like an id, by the name of its field and by its shape.
fn id(name: &str, value: &Json) -> Option<String> {
    let text = match value {
        Json::String(text) => text.trim().to_owned(),
        Json::Number(number) => number.integer_text()?.to_owned(),
        _ => return None,
    };
    let count = |is: fn(&char) -> bool| text.chars().filter(is).count();
    let (digits, letters) = (count(char::is_ascii_digit), count(|c| c.is_alphabetic()));
    // `me`, `primary` and `gpt-4` are words that an agent may know; a sentence is no id.
    if digits == 0 || digits + letters < LEAST || text.contains(char::is_whitespace) {
        return None;
    }
    let tokens = Tokens::of(name);
    let by_name = tokens.any_in(&ID);
    let by_number = tokens.any_in(&NUMBER) && letters > 0 && value.as_str().is_some();
    (by_name || by_number || is_uuid(&text)).then_some(text)
}
