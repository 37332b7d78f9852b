//! What other registries of the same set judge otherwise: which fields are looked at depends on the fold.

use std::collections::BTreeMap;

use super::page::named;
use super::{Coverage, Guard};
use crate::words::{self, counted};

/// A sentence for each way in which others guard the fields otherwise, each of the others with its name; or that none
/// does.
pub(super) fn otherwise(coverage: &Coverage, others: &[(String, Coverage)]) -> Vec<String> {
    if others.is_empty() {
        return Vec::new();
    }
    let mut ways: Vec<(String, Vec<&str>)> = Vec::new();
    for (name, other) in others {
        let way = if other.samples.is_none() && coverage.samples.is_some() {
            "the tool has no contract there".to_owned()
        } else {
            difference(coverage, other)
        };
        match ways.iter_mut().find(|(known, _)| *known == way) {
            Some((_, names)) => names.push(name),
            None => ways.push((way, vec![name])),
        }
    }
    if let [(way, _)] = ways.as_slice()
        && way.is_empty()
    {
        return vec![match others {
            [(name, _)] => format!("{name} guards every field in the same way."),
            many => format!("The other {} guard every field in the same way.", counted(many.len(), "fold")),
        }];
    }
    ways.retain(|(way, _)| !way.is_empty());
    let sentence = |(way, names): &(String, Vec<&str>)| {
        format!("Otherwise in {}: {way}.", words::list(names.iter().map(|name| (*name).to_owned())))
    };
    ways.iter().map(sentence).collect()
}

/// `by type and presence only: market, low; by no rule: venue`, for the fields that both know.
fn difference(coverage: &Coverage, other: &Coverage) -> String {
    let theirs: BTreeMap<_, _> = other.fields().map(|field| (&field.path, field.guard)).collect();
    let mut by_guard: BTreeMap<Guard, Vec<String>> = BTreeMap::new();
    for field in coverage.fields() {
        if let Some(guard) = theirs.get(&field.path).filter(|guard| **guard != field.guard) {
            by_guard.entry(*guard).or_default().push(named(field));
        }
    }
    let part = |(guard, fields): (Guard, Vec<String>)| format!("{}: {}", by(guard), fields.join(", "));
    by_guard.into_iter().map(part).collect::<Vec<_>>().join("; ")
}

/// How a field is looked at, inside a sentence.
const fn by(guard: Guard) -> &'static str {
    match guard {
        Guard::Value => "by value",
        Guard::Shape => "by type and presence only",
        Guard::Nobody => "by no rule",
    }
}
