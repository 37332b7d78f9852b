//! A final answer that claims what no call did.
//!
//! Told by words, and rather silent than wrong. A claim is a sentence in what the agent said behind its last call in
//! which one of the participles below stands right behind `has been`, `have been`, `is now`, `are now`, `I have`,
//! `I've` or `successfully`; not a question, not a condition, not a denial, and not about what others did. The tools
//! that do it are those, called or advertised, whose name has one of the words beside the participle and does not
//! begin with a word of reading. The claim stands if one of them came back without an explicit error; where no tool
//! that does it is known, nothing is said.

use super::{EpisodeLabel, Finding};
use crate::contract::Tokens;
use crate::digest::CallDigest;
use crate::digest::build::Told;
use crate::domain::ids::ToolName;
use crate::words;

/// What is claimed, and the words in the names of the tools that do it. Words that people use for one another stand
/// together: an order that was modified has been updated and changed.
const ACTIONS: [(&[&str], &[&str]); 14] = [
    (&["cancelled", "canceled"], &["cancel", "delete", "remove", "terminate", "unsubscribe"]),
    (&["booked", "reserved"], &["book", "reserve", "reservation", "create", "place", "schedule", "update"]),
    (&["refunded"], &["refund", "cancel", "return", "exchange", "modify", "update", "credit"]),
    (&["returned"], &["return", "refund"]),
    (&["exchanged"], &["exchange", "replace", "swap"]),
    (
        &["updated", "modified", "changed", "edited"],
        &[
            "update", "modify", "change", "edit", "set", "exchange", "add", "remove", "replace", "write", "patch",
            "put", "rename", "move", "book",
        ],
    ),
    (&["deleted", "removed"], &["delete", "remove", "cancel", "clear", "drop", "update", "modify", "edit"]),
    (&["upgraded"], &["upgrade", "update", "modify", "change"]),
    (&["ordered", "purchased"], &["order", "place", "purchase", "buy", "create", "checkout", "book"]),
    (&["sent", "emailed"], &["send", "email", "mail", "notify", "message", "post", "share", "forward", "reply"]),
    (&["scheduled", "rescheduled"], &["schedule", "reschedule", "create", "add", "book", "update", "set", "move"]),
    (&["paid"], &["pay", "payment", "charge", "settle", "book", "order", "place", "update", "modify"]),
    (&["transferred"], &["transfer", "escalate", "handoff", "send", "move", "pay"]),
    (&["registered"], &["register", "create", "add", "signup", "sign", "enroll"]),
];
/// How the name of a tool begins that changes nothing.
const READING: [&str; 20] = [
    "get",
    "find",
    "search",
    "list",
    "check",
    "calculate",
    "think",
    "read",
    "query",
    "lookup",
    "fetch",
    "show",
    "view",
    "retrieve",
    "describe",
    "count",
    "verify",
    "track",
    "compare",
    "validate",
];
/// Words of a sentence that claims nothing; each stands for itself.
const NO_CLAIM: [&str; 24] = [
    "if",
    "once",
    "when",
    "after",
    "before",
    "until",
    "unless",
    "whether",
    "would",
    "should",
    "could",
    "cannot",
    "can't",
    "not",
    "unable",
    "already",
    "previously",
    "never",
    "no",
    "neither",
    "only",
    "by",
    "try",
    "failed",
];

pub(super) fn find(told: &Told<'_>, calls: &[CallDigest]) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for message in told.closing() {
        for sentence in sentences(&message.text) {
            let Some((participle, words)) = claim(sentence) else { continue };
            let does_it = |tool: &ToolName| does(tool, words);
            let tried = calls.iter().enumerate().filter(|(_, call)| does_it(&call.tool));
            let (mut failed, mut done) = (Vec::new(), false);
            for (step, call) in tried {
                failed.push(step);
                done |= call.error.is_none() && call.result.is_some();
            }
            let offered = told.advertised.into_iter().flatten().find(|tool| does_it(tool));
            let why = match (failed.first().and_then(|step| calls.get(*step)), offered) {
                _ if done => continue,
                (Some(call), _) => {
                    let tries = words::counted(failed.len() as u64, "call");
                    format!("none of {tries} that could have done it succeeded (the first: {})", call.tool)
                }
                (None, Some(tool)) => format!("{tool} was never called"),
                (None, None) => continue,
            };
            if found.iter().any(|finding| finding.what.contains(participle) && finding.steps.len() == failed.len()) {
                continue;
            }
            let told = words::clip(sentence.trim(), SHOWN);
            let what = format!("the final answer says {participle:?}, but {why}: {told}");
            found.push(Finding::new(EpisodeLabel::ClaimedWithoutSuccess, failed, what));
        }
    }
    found
}

/// So many columns of a sentence are told.
const SHOWN: usize = 100;

/// Sentences, each with the sign that ends it.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').flat_map(|line| line.split_inclusive(['!', '?'])).flat_map(|part| part.split_inclusive(". "))
}

/// What a sentence claims, with the words of the tools that do it.
fn claim(sentence: &str) -> Option<(&'static str, &'static [&'static str])> {
    if sentence.trim_end().ends_with('?') {
        return None;
    }
    let small = sentence.to_lowercase().replace('’', "'");
    let words: Vec<&str> =
        small.split(|c: char| !(c.is_alphanumeric() || c == '\'')).filter(|word| !word.is_empty()).collect();
    if words.iter().any(|word| NO_CLAIM.contains(word) || word.ends_with("n't")) {
        return None;
    }
    words.iter().enumerate().find_map(|(at, word)| {
        let (participles, does) = ACTIONS.iter().find(|(participles, _)| participles.contains(word))?;
        let participle = participles.iter().find(|participle| *participle == word)?;
        let before = |back: usize| at.checked_sub(back).and_then(|at| words.get(at)).copied().unwrap_or_default();
        let claims = matches!(
            (before(2), before(1)),
            (_, "successfully" | "i've" | "we've")
                | ("has" | "have", "been")
                | ("is" | "are", "now")
                | ("i" | "we", "have")
                | ("been" | "have" | "now", "fully" | "just" | "now")
        );
        claims.then_some((*participle, *does))
    })
}

/// Whether the name of a tool says that it does something of the kind.
fn does(tool: &ToolName, words: &[&str]) -> bool {
    let tokens = Tokens::of(tool.as_str());
    !tokens.words().next().is_some_and(|first| READING.contains(&first)) && tokens.any_in(words)
}
