//! What a checker says of a result, place by place.

use crate::domain::json::Json;
use crate::domain::path::{Path, Segment};
use crate::domain::violation::Violation;

/// What one invariant says of one result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The place of the invariant in its contract.
    pub invariant: usize,
    /// Whether it held, broke or was not reached.
    pub verdict: Verdict,
    /// The leaves it looked at, as concrete places of the (parsed) result, with what it says of each:
    /// for a missing field the place where it belongs, for `known_fields` the object (held) or the
    /// unexpected field (broken), for a relation the places of both sides.
    pub places: Vec<(Place, Verdict)>,
}

/// The outcome of one rule at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The rule looked and was satisfied.
    Held,
    /// The rule broke.
    Broken,
    /// Nothing there for the rule to look at (absent path, null, another guard).
    NotReached,
}

/// What the invariants of a contract, each by itself, find broken in one result. A check reports of it the `error` alone
/// if there is any, else of `by_rule` the first with its class and path.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Broken {
    /// What `no_error` reports, if it is in the contract and the result is an explicit error.
    pub error: Vec<Violation>,
    /// What each other invariant (by its place in the contract) reports if nothing stands before it.
    pub by_rule: Vec<(usize, Violation)>,
    /// The places of the invariants that a check has look at something in this result.
    pub reached: Vec<usize>,
}

impl Broken {
    /// All of them: what `no_error` reports first.
    pub fn violations(&self) -> impl Iterator<Item = &Violation> {
        self.error.iter().chain(self.by_rule.iter().map(|(_, violation)| violation))
    }
}

/// A concrete place in a result: one key or index per level, from the root.
pub type Place = Vec<Hop>;

/// One level of a concrete place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hop {
    /// Into an object's member.
    Key(String),
    /// Into an array's element.
    Index(usize),
}

/// The value at a place.
#[must_use]
pub fn value_at<'a>(value: &'a Json, place: &[Hop]) -> Option<&'a Json> {
    place.iter().try_fold(value, |value, hop| match hop {
        Hop::Key(name) => value.get(name),
        Hop::Index(index) => value.as_array()?.get(*index),
    })
}

/// The value at a place, to change it.
pub fn value_at_mut<'a>(value: &'a mut Json, place: &[Hop]) -> Option<&'a mut Json> {
    place.iter().try_fold(value, |value, hop| match (value, hop) {
        (Json::Object(members), Hop::Key(name)) => members.get_mut(name),
        (Json::Array(items), Hop::Index(index)) => items.get_mut(*index),
        _ => None,
    })
}

/// The path of a place, with `maps` the map-like paths.
#[must_use]
pub fn path_of(place: &[Hop], maps: &[Path]) -> Path {
    place.iter().fold(Path::root(), |path, hop| match hop {
        Hop::Index(_) => path.child(Segment::Elements),
        Hop::Key(_) if maps.contains(&path) => path.child(Segment::Values),
        Hop::Key(name) => path.field(name),
    })
}
