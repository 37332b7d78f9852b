//! What the values say that a rule was learned from.

use std::collections::BTreeMap;

use super::shape::Shape;
use super::{Kind, Reason};
use crate::contract::evidence::Evidence;
use crate::domain::class::Class;
use crate::domain::invariant::{Expected, Invariant};
use crate::domain::json::{Json, Number};
use crate::words::{counted, list, value};

/// How many samples of a value are few.
const FEW: u64 = 2;
/// Whole numbers up to here are likely to count something.
const COUNT: u64 = 10;
/// What is so many times less than the greatest value is little.
const SMALL_PART: u64 = 50;
/// How many values a sentence names.
const NAMED: usize = 3;

/// What speaks against a rule that expects certain values, fields or types.
pub(super) fn values(rule: &Invariant) -> Vec<Reason> {
    let seen = rule.evidence.as_ref().map(Evidence::read).unwrap_or_default();
    let mut reasons = Vec::new();
    if let (Class::Category, Expected::Values(values)) = (rule.class, &rule.expected) {
        reasons.extend(shapes(values));
        reasons.extend(few(&seen.values, values.len(), "values"));
    }
    if let (Class::KnownFields, Expected::Fields(fields)) = (rule.class, &rule.expected) {
        reasons.extend(few(&seen.fields, fields.len(), "fields"));
    }
    reasons.extend(near_zero(rule, &seen));
    reasons.extend(constant(rule, &seen));
    reasons
}

/// Whole numbers that begin at one, that are few and small, or whose least is next to nothing against their greatest:
/// how many, or how much is left, and that may be none.
fn near_zero(rule: &Invariant, seen: &Evidence) -> Option<Reason> {
    if rule.class != Class::Positive {
        return None;
    }
    let range = seen.range.as_ref()?;
    let whole = |value: &Json| value.as_number().and_then(Number::as_u64);
    let (least, most) = (whole(&range.min)?, whole(&range.max)?);
    // Of whole numbers the median is one, too; the examples are as they were written.
    if !seen.examples.iter().chain([&range.median]).all(|value| whole(value).is_some()) {
        return None;
    }
    let (min, max) = (value(&range.min), value(&range.max));
    let natural = "zero would be a natural value here";
    let (weight, sentence) = if most <= COUNT {
        let weight = if least <= 1 { 40 } else { 25 };
        (weight, format!("{natural}: it looks like a count, of whole numbers from {min} to {max}"))
    } else if least <= 1 {
        (35, format!("{natural}: the smallest whole number seen is {min}, the greatest {max}"))
    } else if least.saturating_mul(SMALL_PART) <= most {
        (25, format!("{natural}: the smallest whole number seen is {min}, which is little against the greatest, {max}"))
    } else {
        return None;
    };
    Some(Reason::new(Kind::NearZero, weight, sentence))
}

fn shapes(values: &[String]) -> Option<Reason> {
    let mut by_shape: BTreeMap<Shape, Vec<&String>> = BTreeMap::new();
    for value in values {
        if let Some(shape) = Shape::of(value) {
            by_shape.entry(shape).or_default().push(value);
        }
    }
    // The shape that most of them have.
    let (shape, like) = by_shape.into_iter().rev().max_by_key(|(_, like)| like.len())?;
    let sentence = format!(
        "{} of its {} look like {}: {}",
        like.len(),
        counted(values.len() as u64, "value"),
        shape.plural(),
        named(&like)
    );
    Some(Reason::new(Kind::Shape, if like.len() * 2 > values.len() { 50 } else { 40 }, sentence))
}

fn few(seen: &[(String, u64)], all: usize, what: &'static str) -> Option<Reason> {
    let few: Vec<&String> = seen.iter().filter(|(_, samples)| *samples <= FEW).map(|(name, _)| name).collect();
    if few.is_empty() {
        return None;
    }
    let is_one = seen.iter().any(|(_, samples)| *samples <= 1);
    let stand = if few.len() == 1 { "stands" } else { "stand" };
    let least = if is_one { "one sample or two" } else { "two samples" };
    let sentence = format!("{} of its {all} {what} {stand} on {least}: {}", few.len(), named(&few));
    let weight = match (what, is_one) {
        ("values", true) => 35,
        ("values", false) => 25,
        _ => 10,
    };
    Some(Reason::new(Kind::FewWitnesses, weight, sentence))
}

/// A rule about something that never changed cannot tell a law from a habit.
fn constant(rule: &Invariant, seen: &Evidence) -> Option<Reason> {
    let only = |value: &Json, weight| {
        let samples = counted(rule.support, "clean sample");
        Some(Reason::new(Kind::Constant, weight, format!("it was always {} in {samples}", self::value(value))))
    };
    match (rule.class, &rule.expected) {
        (Class::Category, Expected::Values(values)) => match values.as_slice() {
            [one] => only(&Json::from(one.as_str()), 20),
            _ => None,
        },
        (Class::Positive | Class::StableType, _) => {
            let weight = if rule.class == Class::Positive { 20 } else { 5 };
            match (&seen.range, seen.examples.as_slice()) {
                (Some(range), _) if range.min == range.max => only(&range.min, weight),
                (None, [one]) => only(one, weight),
                _ => None,
            }
        }
        (Class::Echo | Class::DateOrder, _) => match seen.pairs.as_slice() {
            [[one, other]] => {
                let sentence = format!("all samples show one pair: {} and {}", self::value(one), self::value(other));
                Some(Reason::new(Kind::Constant, 20, sentence))
            }
            _ => None,
        },
        _ => None,
    }
}

fn named(names: &[&String]) -> String {
    let mut shown: Vec<String> = names.iter().take(NAMED).map(|name| value(&Json::from(name.as_str()))).collect();
    if names.len() > NAMED {
        shown.push("…".into());
    }
    list(shown.into_iter())
}
