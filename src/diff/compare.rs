//! Which way one invariant went.

use super::Kind;
use crate::domain::invariant::{Expected, Guard, Invariant, Relation};
use crate::domain::json::JsonType;

/// Nothing if the two are the same rule with the same support.
pub(super) fn kind(before: &Invariant, after: &Invariant) -> Option<Kind> {
    let expected = match (&before.expected, &after.expected) {
        (Expected::Fields(before), Expected::Fields(after)) | (Expected::Values(before), Expected::Values(after)) => {
            sets(before, after)
        }
        (Expected::Types(before), Expected::Types(after)) => types(before, after),
        (Expected::Relation(before), Expected::Relation(after)) => relations(before, after),
        (before, after) => (before != after).then_some(Kind::Moved),
    };
    let same_ground = before.support == after.support && before.basis == after.basis;
    expected.or((!same_ground).then_some(Kind::Support))
}

/// More allowed values let more results pass.
fn sets<T: PartialEq>(before: &[T], after: &[T]) -> Option<Kind> {
    let all_in = |small: &[T], large: &[T]| small.iter().all(|value| large.contains(value));
    match (all_in(before, after), all_in(after, before)) {
        (true, true) => None,
        (true, false) => Some(Kind::Widened),
        (false, true) => Some(Kind::Narrowed),
        (false, false) => Some(Kind::Moved),
    }
}

/// An integer where a number was learned, or the reverse, is no mismatch (SPEC 5).
fn types(before: &[JsonType], after: &[JsonType]) -> Option<Kind> {
    let judged = |types: &[JsonType]| -> Vec<JsonType> {
        types.iter().map(|kind| if *kind == JsonType::Integer { JsonType::Number } else { *kind }).collect()
    };
    sets(&judged(before), &judged(after)).or(sets(before, after).map(|_| Kind::Within))
}

fn relations(before: &Relation, after: &Relation) -> Option<Kind> {
    let coefficients = coefficients(before, after);
    match (guards(before.when.as_ref(), after.when.as_ref()), coefficients) {
        (None, coefficients) => coefficients,
        (Some(guard), None | Some(Kind::Within)) => Some(guard),
        (Some(_), Some(_)) => Some(Kind::Moved),
    }
}

#[expect(clippy::float_cmp, reason = "whether a coefficient changed at all")]
fn coefficients(before: &Relation, after: &Relation) -> Option<Kind> {
    if before.a == after.a && before.b == after.b {
        None
    } else if before.has_coefficients_of(after) {
        Some(Kind::Within)
    } else {
        Some(Kind::Beyond)
    }
}

/// A relation that is claimed in more cases lets fewer results pass.
fn guards(before: Option<&Guard>, after: Option<&Guard>) -> Option<Kind> {
    match (before, after) {
        (None, None) => None,
        (None, Some(_)) => Some(Kind::Widened),
        (Some(_), None) => Some(Kind::Narrowed),
        (Some(before), Some(after)) if before.path != after.path => Some(Kind::Moved),
        (Some(before), Some(after)) => sets(&after.values, &before.values),
    }
}
