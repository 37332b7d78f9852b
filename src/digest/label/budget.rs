//! A run that a limit ended, where the ledger says so.
//!
//! Looked at are the outcome's keys beyond those of SPEC 8 and, for a limit, the header's: a reason for the end in
//! words, a flag, or a number of steps that reached its limit.

use super::{EpisodeLabel, Finding};
use crate::contract::Tokens;
use crate::digest::build::Told;
use crate::domain::json::{Json, Number, Object};
use crate::words;

/// Keys that say why a run ended, by their words joined with `_`.
pub(super) const REASONS: [&str; 12] = [
    "termination_reason",
    "stop_reason",
    "finish_reason",
    "end_reason",
    "exit_reason",
    "exit_status",
    "ended_by",
    "terminated_by",
    "stopped_by",
    "termination",
    "reason",
    "limit",
];
/// Reasons that are a limit, in the same spelling; a reason may have more words around them.
const LIMITS: [&str; 24] = [
    "max_steps",
    "max_turns",
    "max_iterations",
    "max_tokens",
    "max_calls",
    "max_tool_calls",
    "max_num_steps",
    "max_time",
    "step_limit",
    "steps_limit",
    "turn_limit",
    "token_limit",
    "time_limit",
    "cost_limit",
    "call_limit",
    "message_limit",
    "context_limit",
    "iteration_limit",
    "recursion_limit",
    "budget",
    "length",
    "exit_cost",
    "exit_context",
    "truncated",
];
/// Keys that are true where a limit ended the run.
const FLAGS: [&str; 10] = [
    "truncated",
    "budget_exhausted",
    "budget_exceeded",
    "step_limit_reached",
    "max_steps_reached",
    "hit_step_limit",
    "hit_max_steps",
    "limit_reached",
    "limit_exceeded",
    "reached_max_steps",
];
/// A limit, and the count that may reach it; a count that is not written is that of the calls where that is meant.
const COUNTS: [(&[&str], &[&str], bool); 3] = [
    (&["max_steps", "step_limit", "max_num_steps", "step_budget"], &["steps", "num_steps", "n_steps"], false),
    (&["max_turns", "turn_limit"], &["turns", "num_turns", "n_turns"], false),
    (&["max_calls", "max_tool_calls", "call_limit", "call_budget"], &["calls", "tool_calls", "num_calls"], true),
];

pub(super) fn find(told: &Told<'_>) -> Vec<Finding> {
    let ended: Vec<&Object> =
        told.outcome.iter().flat_map(|it| [Some(&it.extra), it.usage.as_ref()]).flatten().collect();
    let header = told.header.map(|header| &header.extra);
    let said = ended.iter().find_map(|object| said_in(object)).or_else(|| {
        let all: Vec<&Object> = ended.iter().copied().chain(header).collect();
        counted(&all, &ended, told.calls.len())
    });
    said.map(|what| Finding::new(EpisodeLabel::BudgetExhausted, [], what)).into_iter().collect()
}

/// A name or a reason, its words in small letters and joined.
fn joined(text: &str) -> String {
    Tokens::of(text).words().collect::<Vec<_>>().join("_")
}

fn said_in(object: &Object) -> Option<String> {
    object.iter().find_map(|(name, value)| {
        let key = joined(name);
        let is_reason = REASONS.contains(&key.as_str());
        let is_limit = |text: &str| {
            let reason = format!("_{}_", joined(text));
            LIMITS.iter().any(|limit| reason.contains(&format!("_{limit}_")))
        };
        let told = match value {
            Json::Bool(true) => FLAGS.contains(&key.as_str()),
            Json::String(text) => is_reason && is_limit(text),
            _ => false,
        };
        told.then(|| format!("the outcome says {name}: {}", words::value(value)))
    })
}

/// A count that reached its limit.
fn counted(limits: &[&Object], counts: &[&Object], calls: usize) -> Option<String> {
    let number = |objects: &[&Object], names: &[&str]| {
        let mut members = objects.iter().flat_map(|object| object.iter());
        members.find_map(|(name, value)| {
            let count =
                value.as_number().and_then(Number::as_u64).filter(|_| names.contains(&joined(name).as_str()))?;
            Some((name.to_owned(), count))
        })
    };
    COUNTS.iter().find_map(|(limit, count, of_calls)| {
        let (name, limit) = number(limits, limit).filter(|(_, limit)| *limit > 0)?;
        let count = number(counts, count).or_else(|| of_calls.then(|| ("calls".to_owned(), calls as u64)));
        let (what, count) = count.filter(|(_, count)| *count >= limit)?;
        Some(format!("{what} is {count}, and {name} is {limit}"))
    })
}
