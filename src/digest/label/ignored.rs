//! Explicit errors that nothing takes up.
//!
//! Taken up is an error if, later, the tool is called again (with whatever arguments), if another tool is taken for it,
//! or if the agent speaks of it. Another tool is *for it* if it is a declared or listed substitute, if it is asked for
//! one of the values that the failed call asked for, or if its name shares three words with that of the failed tool
//! (`find_user_id_by_email`, `find_user_id_by_name_zip`), or if it hands over to a person. The agent speaks of it, in a
//! message or in a text that it passes to a tool, in words of failure, or in two of the
//! error's own longer words. An error behind which nothing follows at all is not ignored: the run ended there.

use std::collections::BTreeSet;

use super::{EpisodeLabel, Finding};
use crate::contract::Tokens;
use crate::digest::CallDigest;
use crate::digest::build::{Seen, Told};
use crate::digest::conflict::Standins;
use crate::domain::episode::is_agent;
use crate::domain::ids::ToolName;
use crate::domain::json::Json;

/// Words of failure, in small letters; a beginning of a word counts.
const FAILURE: [&str; 40] = [
    "error",
    "issue",
    "problem",
    "unable",
    "fail",
    "couldn't",
    "could not",
    "can't",
    "cannot",
    "not able",
    "not possible",
    "not allowed",
    "not eligible",
    "not found",
    "not available",
    "not enough",
    "not valid",
    "not exist",
    "not support",
    "doesn't",
    "does not",
    "didn't",
    "did not",
    "isn't",
    "wasn't",
    "won't",
    "no longer",
    "unavailable",
    "invalid",
    "incorrect",
    "insufficient",
    "mistake",
    "sorry",
    "apolog",
    "unfortunately",
    "missing",
    "trouble",
    "difficult",
    "try again",
    "double-check",
];
/// Words in the names of tools that hand over to a person.
const HANDS_OVER: [&str; 5] = ["human", "humans", "escalate", "handoff", "handover"];
/// So many shared words of two names make one tool stand for the other.
const SHARED: usize = 3;
/// A word of the error with fewer letters says nothing.
const LONG: usize = 4;
/// So many of them in a message take the error up.
const OWN_WORDS: usize = 2;

pub(super) fn find(told: &Told<'_>, calls: &[CallDigest], standins: &Standins<'_>) -> Vec<Finding> {
    let is_ignored = |step: &usize| {
        let Some(failed) = told.calls.get(*step) else { return false };
        let later = told.calls.get(step + 1..).unwrap_or_default();
        let mut said = told.said.iter().filter(|said| said.before > *step && is_agent(&said.message.role)).peekable();
        let follows = !later.is_empty() || said.peek().is_some();
        let tool = &failed.call.tool;
        let values = values(&failed.arguments);
        let is_for_it = |next: &Seen<'_>| {
            let other = &next.call.tool;
            tool == other
                || standins.has(tool, other)
                || shares_words(tool, other)
                || Tokens::of(other.as_str()).any_in(&HANDS_OVER)
                || texts(&next.arguments).any(|text| speaks_of(text, failed))
                || values.iter().any(|value| holds(&next.arguments, value))
        };
        follows && !later.iter().any(is_for_it) && !said.any(|said| speaks_of(&said.message.text, failed))
    };
    let failed = calls.iter().enumerate().filter(|(_, call)| call.error.is_some()).map(|(step, _)| step);
    failed
        .filter(is_ignored)
        .filter_map(|step| {
            let tool = &calls.get(step)?.tool;
            let what = format!("{tool} answered with an error, and nothing later takes it up");
            Some(Finding::new(EpisodeLabel::ErrorIgnored, [step], what))
        })
        .collect()
}

/// The texts of several words among the arguments.
fn texts(value: &Json) -> impl Iterator<Item = &str> {
    values(value).into_iter().filter_map(Json::as_str).filter(|text| text.trim().contains(' '))
}

fn shares_words(one: &ToolName, other: &ToolName) -> bool {
    let words = |tool: &ToolName| Tokens::of(tool.as_str()).words().map(str::to_owned).collect::<BTreeSet<_>>();
    words(one).intersection(&words(other)).count() >= SHARED
}

/// The values that a call asked for, without those that stand everywhere.
fn values(value: &Json) -> Vec<&Json> {
    match value {
        Json::Object(members) => members.iter().flat_map(|(_, member)| values(member)).collect(),
        Json::Array(items) => items.iter().flat_map(values).collect(),
        Json::String(text) if text.chars().count() >= 3 => vec![value],
        Json::Number(number) if number.text().len() >= 3 => vec![value],
        _ => Vec::new(),
    }
}

fn holds(value: &Json, wanted: &Json) -> bool {
    match value {
        Json::Object(members) => members.iter().any(|(_, member)| holds(member, wanted)),
        Json::Array(items) => items.iter().any(|item| holds(item, wanted)),
        leaf => leaf == wanted,
    }
}

fn speaks_of(text: &str, failed: &Seen<'_>) -> bool {
    let text = text.to_lowercase().replace('’', "'");
    if FAILURE.iter().any(|word| begins_a_word(&text, word)) {
        return true;
    }
    let error = failed.result_text.to_lowercase();
    let own: BTreeSet<&str> =
        error.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() >= LONG).collect();
    own.into_iter().filter(|word| begins_a_word(&text, word)).count() >= OWN_WORDS
}

fn begins_a_word(text: &str, word: &str) -> bool {
    text.match_indices(word)
        .any(|(at, _)| !text.get(..at).is_some_and(|before| before.ends_with(char::is_alphanumeric)))
}
