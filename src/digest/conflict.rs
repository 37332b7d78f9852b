//! Cross-source conflicts: two tools, each named as a substitute of the other, were asked the same in one episode and
//! answered with different values.

use std::collections::{BTreeMap, BTreeSet};

use super::CallDigest;
use super::build::{Context, Seen, Told};
use crate::contract::Tokens;
use crate::domain::ids::{Step, ToolName};
use crate::domain::json::Json;
use crate::domain::path::Path;
use crate::recovery::Substitutes;
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

/// A later answer is held against so many before it: who asks the same more often than that goes round in circles, and
/// the pairs of such answers would be as many as the square of their number.
const LOOKED_BACK: usize = 100;

/// Finds them: per pair of calls the fields that both answers have, past arrays, which need not be in one order.
pub(super) fn find(told: &Told<'_>, calls: &[CallDigest], standins: &Standins<'_>) -> Vec<Conflict> {
    let mut asked: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (step, call) in calls.iter().enumerate() {
        if call.error.is_none() && call.result.is_some() {
            asked.entry(call.arguments).or_default().push(step);
        }
    }
    let mut conflicts = Vec::new();
    for steps in asked.values() {
        for (at, second) in steps.iter().enumerate() {
            for first in steps.iter().take(at).skip(at.saturating_sub(LOOKED_BACK)) {
                let (Some(one), Some(other)) = (told.calls.get(*first), told.calls.get(*second)) else { continue };
                if calls.get(*first).map(|call| call.result) != calls.get(*second).map(|call| call.result)
                    && standins.has(&one.call.tool, &other.call.tool)
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

/// Which tools stand in for each other, by the recovery file or by a receipt of the episode.
#[derive(Debug)]
pub(super) struct Standins<'a> {
    declared: Option<&'a Substitutes>,
    /// By tool, what its receipts list; read once, as every pair of calls asks.
    listed: BTreeMap<&'a ToolName, BTreeSet<&'a ToolName>>,
}

impl<'a> Standins<'a> {
    pub(super) fn of(calls: &'a [CallDigest], context: &Context<'a>) -> Self {
        let mut listed: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for call in calls {
            let receipt = call.receipt.as_ref();
            if let Some(tools) = receipt.and_then(|receipt| receipt.recovery_tools.as_ref()) {
                listed.entry(&call.tool).or_default().extend(tools);
            }
        }
        Self { declared: context.substitutes, listed }
    }

    /// Whether one tool stands in for another, or the other for it.
    pub(super) fn has(&self, one: &ToolName, other: &ToolName) -> bool {
        let is_named = |of: &ToolName, name: &ToolName| {
            self.declared.and_then(|it| it.tools.get(of)).is_some_and(|it| it.contains(name))
                || self.listed.get(of).is_some_and(|it| it.contains(name))
        };
        one != other && (is_named(one, other) || is_named(other, one))
    }
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
