//! Full-text search: a text in the arguments, results and receipts of calls, and in messages.
//!
//! A record is found when every word that is looked for stands somewhere in it; what is told are the places where
//! any of them stands, each with a short excerpt.

mod page;

pub use page::{Located, State, page};

use std::ops::Range;

use super::{Answer, Question, Seen};
use crate::contract::{Hop, Place};
use crate::domain::call::{Call, Part};
use crate::domain::episode::Message;
use crate::domain::json::Json;
use crate::query::text::Sought;
use crate::words;

/// At most so many places of one record are told; the rest are counted.
const TOLD: usize = 20;
/// So many characters stand before what was found …
const BEFORE: usize = 24;
/// … and an excerpt has so many in all.
const EXCERPT: usize = 120;

/// Where in a record a text was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// In the arguments or the result of a call.
    Value(Part, Place),
    /// In the receipt that was delivered with a call.
    Receipt(Place),
    /// In a message of this role.
    Message(String),
}

impl Spot {
    /// In words: `result.items[0].price`, `receipt.status`, `user`.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self {
            Self::Value(part, place) => words::place(part.name(), place),
            Self::Receipt(place) => words::place("receipt", place),
            Self::Message(role) => role.clone(),
        }
    }
}

/// One place with what stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Where.
    pub spot: Spot,
    /// A piece of the text on one line, with `…` where something was left out.
    pub excerpt: String,
    /// Which characters of it were looked for.
    pub found: Vec<Range<usize>>,
}

/// What was found in one record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// The first places.
    pub told: Vec<Hit>,
    /// How many more there are.
    pub more: usize,
}

impl Hits {
    /// How many places there are in all.
    #[must_use]
    pub fn count(&self) -> usize {
        self.told.len() + self.more
    }
}

/// Asks each record for a text.
#[derive(Clone, Debug)]
pub struct FullText(pub Sought);

impl Question for FullText {
    fn ask(&self, seen: &Seen) -> Option<Answer> {
        let hits = match seen {
            Seen::Call(call) => in_call(&self.0, call),
            Seen::Message(message) => in_message(&self.0, message),
        };
        hits.map(Answer::Hits)
    }
}

/// Looks for a text in a call.
#[must_use]
pub fn in_call(sought: &Sought, call: &Call) -> Option<Hits> {
    let mut walk = Walk::new(sought);
    walk.value(&|place| Spot::Value(Part::Arguments, place), &mut Vec::new(), &call.arguments.as_arguments());
    if let Some(result) = &call.result {
        walk.value(&|place| Spot::Value(Part::Result, place), &mut Vec::new(), &result.as_result());
    }
    if let Some(receipt) = &call.receipt {
        walk.value(&Spot::Receipt, &mut Vec::new(), receipt);
    }
    walk.hits()
}

/// Looks for a text in a message.
#[must_use]
pub fn in_message(sought: &Sought, message: &Message) -> Option<Hits> {
    let mut walk = Walk::new(sought);
    walk.text(&|_| Spot::Message(message.role.clone()), &[], &message.text);
    walk.hits()
}

struct Walk<'a> {
    sought: &'a Sought,
    /// Which of the words were found so far.
    met: Vec<bool>,
    hits: Hits,
}

impl<'a> Walk<'a> {
    fn new(sought: &'a Sought) -> Self {
        Self { sought, met: vec![false; sought.len()], hits: Hits::default() }
    }

    fn hits(self) -> Option<Hits> {
        (!self.met.is_empty() && self.met.iter().all(|met| *met)).then_some(self.hits)
    }

    fn value(&mut self, spot: &dyn Fn(Place) -> Spot, place: &mut Place, value: &Json) {
        match value {
            Json::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    place.push(Hop::Index(index));
                    self.value(spot, place, item);
                    place.pop();
                }
            }
            Json::Object(object) => {
                for (name, member) in object.iter() {
                    place.push(Hop::Key(name.to_owned()));
                    // The name of a field is text too; it is told where its value is not told for itself.
                    if self.is_leaf_with(member) {
                        self.meet(name);
                    } else {
                        self.text(spot, place, name);
                    }
                    self.value(spot, place, member);
                    place.pop();
                }
            }
            Json::String(text) => self.text(spot, place, text),
            other => self.text(spot, place, &other.to_string()),
        }
    }

    /// Whether a value is no list or object, and has any of the text.
    fn is_leaf_with(&self, value: &Json) -> bool {
        match value {
            Json::Array(_) | Json::Object(_) => false,
            Json::String(text) => self.sought.terms_in(text).any(|is_in| is_in),
            other => self.sought.terms_in(&other.to_string()).any(|is_in| is_in),
        }
    }

    /// Notes which of the words stand in a text; says whether any does.
    fn meet(&mut self, text: &str) -> bool {
        let mut is_hit = false;
        for (met, is_in) in self.met.iter_mut().zip(self.sought.terms_in(text)) {
            *met |= is_in;
            is_hit |= is_in;
        }
        is_hit
    }

    fn text(&mut self, spot: &dyn Fn(Place) -> Spot, place: &[Hop], text: &str) {
        if !self.meet(text) {
            return;
        }
        if self.hits.told.len() >= TOLD {
            self.hits.more += 1;
            return;
        }
        let (excerpt, found) = excerpt(text, &self.sought.places(text));
        self.hits.told.push(Hit { spot: spot(place.to_vec()), excerpt, found });
    }
}

/// A piece of a text around the first of some places, on one line.
fn excerpt(text: &str, places: &[Range<usize>]) -> (String, Vec<Range<usize>>) {
    let first = places.first().map_or(0, |place| place.start);
    let is_short = text.chars().nth(EXCERPT).is_none();
    let from = if is_short || first <= BEFORE { 0 } else { first - BEFORE };
    let mut cut = String::new();
    if from > 0 {
        cut.push('…');
    }
    let lead = usize::from(from > 0);
    let mut rest = text.chars().skip(from);
    cut.extend(rest.by_ref().take(EXCERPT).map(|c| if c.is_whitespace() { ' ' } else { c }));
    let shown = cut.chars().count();
    if rest.next().is_some() {
        cut.push('…');
    }
    let moved = places.iter().map(|place| place.start - from + lead..(place.end - from + lead).min(shown));
    (cut, moved.filter(|place| place.start < place.end).collect())
}

#[cfg(test)]
mod tests;
