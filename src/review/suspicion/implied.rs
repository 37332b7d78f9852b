//! Which invariants follow from others of the same tool: who believes those, believes these.
//!
//! It is a claim about the tool that follows, not a verdict of the check: a category judges texts only, so its
//! `stable_type` still catches a number where a text belongs. What follows is therefore shown folded, and nothing more.

mod lines;
mod order;

use std::collections::{BTreeMap, VecDeque};

use crate::domain::class::Class;
use crate::domain::invariant::{Expected, Invariant};
use crate::domain::json::JsonType;
use crate::domain::path::Segment;
use crate::words;

/// What an invariant follows from.
pub(super) struct Follows {
    /// The place of the invariant under which it is folded; that one follows from no other.
    pub(super) from: usize,
    pub(super) sentence: String,
}

/// The places of the rules from which, taken together, others follow; the first of them is the head.
type Found = BTreeMap<usize, Vec<usize>>;

/// What follows from what, by place.
pub(super) fn implied(rules: &[Invariant]) -> BTreeMap<usize, Follows> {
    let mut found = order::of_dates(rules);
    found.extend(lines::of_numbers(rules));
    for (place, rule) in rules.iter().enumerate() {
        if let Expected::Types(types) = &rule.expected {
            found.extend(of_type(rule, types, rules).map(|from| (place, vec![from])));
        }
    }
    let follows = |(place, from): (&usize, &Vec<usize>)| {
        let names = from.iter().filter_map(|at| rules.get(*at)).map(words::rule).collect::<Vec<_>>();
        let together = if from.len() > 1 { ", wherever all of them are there" } else { "" };
        let believed = rules.get(*place).map(believed)?;
        Some((
            *place,
            Follows {
                from: head(*place, &found)?,
                sentence: format!("who believes that {} believes that {believed}{together}", names.join(" and that ")),
            },
        ))
    };
    found.iter().filter_map(follows).collect()
}

/// What of a rule follows from others, as the end of a sentence. Nothing makes a number a whole one.
fn believed(rule: &Invariant) -> String {
    match &rule.expected {
        Expected::Types(types) if types.contains(&JsonType::Integer) && !types.contains(&JsonType::Number) => {
            format!("{} is a number; that it is a whole one is all that this adds", rule.path)
        }
        _ => words::rule(rule),
    }
}

/// Up from what follows to what does not. No way leads round: types follow from other classes or from deeper types, and
/// all others from rules that follow from nothing.
fn head(place: usize, found: &Found) -> Option<usize> {
    let mut at = *found.get(&place)?.first()?;
    while let Some(from) = found.get(&at) {
        at = *from.first()?;
    }
    Some(at)
}

/// The first rule that only a value of this type can keep.
fn of_type(rule: &Invariant, types: &[JsonType], rules: &[Invariant]) -> Option<usize> {
    let path = rule.path.path();
    let kinds: Vec<JsonType> = types.iter().copied().filter(|kind| *kind != JsonType::Null).collect();
    let is_here = |other: &Invariant| other.path == rule.path;
    let is_side = |other: &Invariant| match &other.expected {
        Expected::Relation(relation) => relation.when.is_none() && (is_here(other) || relation.y == rule.path),
        _ => false,
    };
    let first = |fits: &dyn Fn(&Invariant) -> bool| rules.iter().position(fits);
    match kinds.as_slice() {
        [JsonType::String] => first(&|other| other.class == Class::Category && is_here(other)).or_else(|| {
            let is_later = |other: &Invariant| matches!(&other.expected, Expected::Later(later) if later == path);
            first(&|other| other.class == Class::DateOrder && (is_here(other) || is_later(other)))
        }),
        [JsonType::Object] => first(&|other| other.class == Class::KnownFields && is_here(other)).or_else(|| {
            first(&|other| other.class == Class::RequiredField && other.path.path().parent().as_ref() == Some(path))
        }),
        [JsonType::Array] => {
            let elements = path.child(Segment::Elements);
            first(&|other| other.class == Class::StableType && *other.path.path() == elements)
        }
        [JsonType::Integer | JsonType::Number] => {
            first(&|other| other.class == Class::Positive && is_here(other)).or_else(|| first(&is_side))
        }
        _ => None,
    }
}

/// A net of rules between two places each.
struct Net<'n> {
    /// Per place: the rule and the place that it leads to.
    ways: BTreeMap<&'n str, Vec<(usize, &'n str)>>,
}

impl<'n> Net<'n> {
    fn new() -> Self {
        Self { ways: BTreeMap::new() }
    }

    fn lead(&mut self, from: &'n str, rule: usize, to: &'n str) {
        self.ways.entry(from).or_default().push((rule, to));
    }

    /// The rules on the shortest way, the first in registry order of several; none from a place to itself.
    fn way(&self, from: &'n str, to: &str) -> Option<Vec<usize>> {
        let mut came: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
        let mut next = VecDeque::from([from]);
        while let Some(at) = next.pop_front() {
            for (rule, there) in self.ways.get(at).into_iter().flatten() {
                if *there != from && !came.contains_key(there) {
                    came.insert(there, (*rule, at));
                    next.push_back(there);
                }
            }
        }
        let mut way = Vec::new();
        let mut at = to;
        while at != from {
            let (rule, before) = came.get(at)?;
            way.push(*rule);
            at = before;
        }
        way.reverse();
        (!way.is_empty()).then_some(way)
    }
}

#[cfg(test)]
mod tests;
