//! Cross-source conflicts: two tools, each named as a substitute of the other, were asked the same in one episode and
//! answered with different values.

use std::collections::BTreeMap;

use super::CallDigest;
use super::build::{Context, Seen, Told};
use crate::contract::Tokens;
use crate::domain::ids::{Step, ToolName};
use crate::domain::json::Json;
use crate::domain::path::Path;
use crate::words;

/// One field on which two answers differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The earlier call.
    pub first: Step,
    /// The later one, of the other tool.
    pub second: Step,
    /// The field.
    pub path: String,
    /// What the two say there, cut short.
    pub values: (String, String),
}

/// Fields that differ between two sources by nature: who answered, when, and in what words.
const OF_THE_SOURCE: [&str; 20] = [
    "source",
    "provider",
    "vendor",
    "tool",
    "api",
    "request",
    "trace",
    "session",
    "retrieved",
    "fetched",
    "cached",
    "elapsed",
    "latency",
    "ms",
    "timestamp",
    "updated",
    "message",
    "note",
    "summary",
    "version",
];
/// So many columns of a value are kept.
const SHOWN: usize = 40;

/// Finds them: per pair of calls the fields that both answers have, past arrays, which need not be in one order.
pub(super) fn find(told: &Told<'_>, calls: &[CallDigest], context: &Context<'_>) -> Vec<Conflict> {
    let mut asked: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (step, call) in calls.iter().enumerate() {
        if call.error.is_none() && call.result.is_some() {
            asked.entry(call.arguments).or_default().push(step);
        }
    }
    let mut conflicts = Vec::new();
    for steps in asked.values().filter(|steps| steps.len() > 1) {
        for (at, first) in steps.iter().enumerate() {
            for second in steps.iter().skip(at + 1) {
                let (Some(one), Some(other)) = (told.calls.get(*first), told.calls.get(*second)) else { continue };
                if calls.get(*first).map(|call| call.result) != calls.get(*second).map(|call| call.result)
                    && is_substitute(&one.call.tool, &other.call.tool, calls, context)
                {
                    conflicts.extend(between(one, other).into_iter().map(|(path, values)| Conflict {
                        first: Step(*first),
                        second: Step(*second),
                        path,
                        values,
                    }));
                }
            }
        }
    }
    conflicts.sort_by_key(|conflict| (conflict.second, conflict.first));
    conflicts
}

/// Whether one tool stands in for another, by the recovery file or by a receipt of the episode.
pub(super) fn is_substitute(one: &ToolName, other: &ToolName, calls: &[CallDigest], context: &Context<'_>) -> bool {
    let declared = |of: &ToolName, name: &ToolName| {
        context.substitutes.and_then(|it| it.tools.get(of)).is_some_and(|it| it.contains(name))
    };
    let listed = |of: &ToolName, name: &ToolName| {
        calls.iter().filter(|call| call.tool == *of).any(|call| {
            let receipt = call.receipt.as_ref().and_then(|receipt| receipt.recovery_tools.as_ref());
            receipt.is_some_and(|tools| tools.contains(name))
        })
    };
    one != other && (declared(one, other) || declared(other, one) || listed(one, other) || listed(other, one))
}

fn between(one: &Seen<'_>, other: &Seen<'_>) -> Vec<(String, (String, String))> {
    let mut found = Vec::new();
    if let (Some(first), Some(second)) = (&one.result, &other.result) {
        compare(&Path::root(), first, second, &mut found);
    }
    found
}

fn compare(path: &Path, first: &Json, second: &Json, found: &mut Vec<(String, (String, String))>) {
    match (first, second) {
        (Json::Object(first), Json::Object(second)) => {
            for (name, value) in first.iter() {
                if let Some(other) = second.get(name).filter(|_| !Tokens::of(name).any_in(&OF_THE_SOURCE)) {
                    compare(&path.field(name), value, other, found);
                }
            }
        }
        // A value on one side only is a gap, no conflict; and answers of two shapes are not about one thing.
        (first, second) if first != second && is_plain(first) && is_plain(second) && !path.is_root() => {
            let short = |value: &Json| words::clip(&value.to_string(), SHOWN);
            found.push((path.as_str().to_owned(), (short(first), short(second))));
        }
        _ => {}
    }
}

fn is_plain(value: &Json) -> bool {
    !matches!(value, Json::Null | Json::Array(_) | Json::Object(_))
}
