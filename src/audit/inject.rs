//! Faults put into copies of clean results: one labelled fault a copy, what it was made from untouched.

mod relation;
mod shape;
pub(super) mod text;
mod value;
mod whole;

use super::fault::Fault;
use super::outline::{Outline, Site};
use crate::contract::{Hop, Place, value_at_mut};
use crate::domain::json::Json;
use crate::rng::Rng;

/// A copy of a result with one fault in it.
#[derive(Clone, Debug)]
pub struct Faulted {
    /// The copy.
    pub result: Json,
    /// What is different in it, and nothing else is; never empty.
    pub changes: Vec<Change>,
}

/// One place of a copy that is different.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Where.
    pub place: Place,
    /// What stood there; nothing if the place is new.
    pub before: Option<Json>,
    /// What stands there; nothing if the place is gone.
    pub after: Option<Json>,
}

impl Faulted {
    /// Where the fault is: the place that changed, of several the one they stand in.
    #[must_use]
    pub fn place(&self) -> &[Hop] {
        let mut places = self.changes.iter().map(|change| change.place.as_slice());
        let first = places.next().unwrap_or_default();
        places.fold(first, |common, place| {
            let shared = common.iter().zip(place).take_while(|(a, b)| a == b).count();
            common.get(..shared).unwrap_or_default()
        })
    }
}

/// Why a fault cannot be put into a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ineligible {
    /// The result says itself that the call failed.
    ExplicitError,
    /// No text, number or truth value.
    NoScalar,
    /// No object with a field.
    NoField,
    /// No object.
    NoObject,
    /// No text like a category.
    NoCategory,
    /// No number above zero.
    NoPositive,
    /// No relation.
    NoRelation,
    /// No repeated argument.
    NoEcho,
    /// No dates in order.
    NoDates,
    /// Nothing long.
    NothingLong,
    /// No object with two plain values.
    NothingToShift,
    /// No field named as an identifier.
    NoIdentifier,
    /// No other value to take.
    NoOther,
    /// The result is what the fault would make of it.
    Empty,
    /// No text.
    NoText,
    /// No field named as a state.
    NoState,
}

impl Ineligible {
    /// The reason in plain words.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::ExplicitError => "the result is an explicit error",
            Self::NoScalar => "it holds no text, number or truth value",
            Self::NoField => "it has no object with a field",
            Self::NoObject => "it has no object",
            Self::NoCategory => "no text in it is like a category",
            Self::NoPositive => "it holds no number above zero",
            Self::NoRelation => "no number in it takes part in a relation that all clean results keep",
            Self::NoEcho => "nothing in it repeats an argument",
            Self::NoDates => "no two of its dates are in an order that all clean results keep",
            Self::NothingLong => "no text or list in it is longer than the least limit",
            Self::NothingToShift => "no object in it has two plain values that differ",
            Self::NoIdentifier => "no field in it is named as an identifier",
            Self::NoOther => "no other result has another value to take",
            Self::Empty => "it is empty, or a bare number or truth value",
            Self::NoText => "it holds no text",
            Self::NoState => "no text field in it is named as a state",
        }
    }
}

/// Puts a fault into a copy of a result; which of the eligible places is hit is `rng`'s choice.
pub fn inject(fault: Fault, outline: &Outline<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    match fault {
        Fault::TypeFlip => shape::type_flip(outline, rng),
        Fault::MissingField => shape::missing_field(outline, rng),
        Fault::UnexpectedField => shape::unexpected_field(outline, rng),
        Fault::OutOfSetCategory => value::out_of_set_category(outline, rng),
        Fault::NonPositiveValue => value::non_positive_value(outline, rng),
        Fault::BrokenRelation => relation::broken_relation(outline, rng),
        Fault::EchoMismatch => relation::echo_mismatch(outline, rng),
        Fault::DateDisorder => relation::date_disorder(outline, rng),
        Fault::ErrorBody => Ok(whole::error_body(outline.result, rng)),
        Fault::EnvThresholdTruncation => text::truncation(outline, rng),
        Fault::PositionalFieldShift => shape::positional_field_shift(outline, rng),
        Fault::RefIdSubstitution => value::ref_id_substitution(outline, rng),
        Fault::VacuousExecSwallow => whole::vacuous_exec_swallow(outline.result),
        Fault::CauseStrippedHttpPayload => Ok(whole::cause_stripped_http_payload(outline.result, rng)),
        Fault::ErrorPageAsPayload => text::error_page(outline, rng),
        Fault::ContextPollutionFabrication => text::context_pollution(outline, rng),
        Fault::StaleDeclaredState => value::stale_declared_state(outline, rng),
    }
}

/// Whether a value is text, number or truth value.
fn is_scalar(value: &Json) -> bool {
    matches!(value, Json::String(_) | Json::Number(_) | Json::Bool(_))
}

/// One of the sites.
fn chosen<'a>(sites: impl Iterator<Item = Site<'a>>, rng: &mut Rng) -> Option<Site<'a>> {
    let sites: Vec<Site<'a>> = sites.collect();
    sites.get(rng.place(sites.len())).copied()
}

/// The copy in which another value stands at each of some places.
fn replaced(result: &Json, new: Vec<(Place, Json)>) -> Faulted {
    let mut copy = result.clone();
    let mut changes = Vec::new();
    for (place, after) in new {
        if let Some(value) = value_at_mut(&mut copy, &place) {
            let before = std::mem::replace(value, after.clone());
            changes.push(Change { place, before: Some(before), after: Some(after) });
        }
    }
    Faulted { result: copy, changes }
}

#[cfg(test)]
mod tests;
