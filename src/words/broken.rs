//! Violations in words: what is there first, what belongs there behind it.

use super::evidence::{instead, samples};
use super::rule::{is_equality, law, right_side};
use super::value::{kind, number, said, subject, text, value};
use crate::contract::micros_between;
use crate::domain::class::Class;
use crate::domain::invariant::{Expected, Invariant, Relation};
use crate::domain::json::{Json, JsonType, Number};
use crate::domain::path::Term;
use crate::domain::violation::Violation;

/// The violation as a sentence without a full stop, the answer first; `invariant` adds what the clean samples
/// looked like.
#[must_use]
pub fn violation(broken: &Violation, invariant: Option<&Invariant>) -> String {
    let path = subject(&broken.path);
    let observed = value(&broken.observed);
    let other = invariant.and_then(|invariant| invariant.expected.id_part());
    match broken.class {
        Class::NoError if broken.path == "$" => format!("the tool answered with an error: {}", said(&broken.observed)),
        Class::NoError => format!("the tool says that it failed: {path} is {}", said(&broken.observed)),
        Class::RequiredField => with(&seen_there(broken), invariant, "it is to be there"),
        Class::KnownFields => with(&seen_there(broken), invariant, "no such field is known"),
        Class::StableType => {
            let expected =
                names(&broken.expected).iter().filter_map(|name| JsonType::from_name(name)).collect::<Vec<_>>();
            let wanted = format!("it is to be {}", super::value::kinds(&expected));
            with(&seen_there(broken), invariant, &wanted)
        }
        Class::Positive => with(&seen_there(broken), invariant, "it is to be above zero"),
        Class::Category => {
            let wanted =
                format!("it is to be one of {}", super::value::list(names(&broken.expected).iter().map(|it| text(it))));
            with(&seen_there(broken), invariant, &wanted)
        }
        Class::Echo => {
            let argument =
                other.map_or_else(|| "the call's argument".into(), |name| format!("the call's argument {name}"));
            format!("{path} is {observed}; {argument} was {}", value(&broken.expected))
        }
        Class::DateOrder => {
            let later = other.unwrap_or_else(|| "the later date".into());
            format!("{path} is {observed}, after {later}, which is {}", value(&broken.expected))
        }
        Class::Affine => relation(broken, invariant),
    }
}

/// What is there, without what belongs there.
#[must_use]
pub fn seen_there(broken: &Violation) -> String {
    let (path, observed) = (subject(&broken.path), value(&broken.observed));
    match broken.class {
        Class::RequiredField => format!("{path} is missing"),
        Class::KnownFields => format!("{path} is there ({observed})"),
        Class::StableType => {
            let named = broken.observed.as_str().and_then(JsonType::from_name);
            format!("{path} is {}", named.map_or(observed, |it| kind(it).to_owned()))
        }
        Class::Positive | Class::Category => format!("{path} is {observed}"),
        Class::NoError | Class::Echo | Class::DateOrder | Class::Affine => violation(broken, None),
    }
}

/// Both sides of a relation as they are, and what they were to each other: which of the two is off, nobody can tell
/// from the rule.
fn relation(broken: &Violation, invariant: Option<&Invariant>) -> String {
    let x = Term::parse(&broken.path);
    let x = |value: &str| x.as_ref().map_or_else(|| format!("{} is {value}", broken.path), |term| side(term, value));
    let here = x(&seen(&broken.observed));
    let wanted = broken.expected.as_number().map(Number::double);
    let known = invariant.and_then(|it| match &it.expected {
        Expected::Relation(relation) => Some((it, relation)),
        _ => None,
    });
    match (known, wanted) {
        (Some((invariant, relation)), Some(wanted)) => {
            let there = side(&relation.y, &number(relation.a * wanted + relation.b));
            match invariant.support {
                0 => {
                    let whose = invariant.basis.as_deref().unwrap_or("rule");
                    format!("{there}, but {here}; the {whose} says: {}", super::rule(invariant))
                }
                support => format!("{there}, but {here}; in {}{}", samples(support), law(&invariant.path, relation)),
            }
        }
        (_, Some(wanted)) => format!(
            "{here}, and another value does not fit it: one of the two is off (by the other one, {})",
            x(&number(wanted))
        ),
        _ => format!("{here}, and another value does not fit it: one of the two is off"),
    }
}

/// One side of a relation with its number: `total is -1`, `items[].price add up to 50`.
fn side(term: &Term, value: &str) -> String {
    match term {
        Term::At(path) => format!("{path} is {value}"),
        Term::Sum(path) => format!("{path} add up to {value}"),
        Term::Len(path) => format!("the length of {path} is {value}"),
    }
}

/// What is there, then what belongs there.
fn with(said: &str, invariant: Option<&Invariant>, otherwise: &str) -> String {
    let instead = invariant.and_then(instead);
    format!("{said}; {}", instead.as_deref().unwrap_or(otherwise))
}

fn names(list: &Json) -> Vec<&str> {
    list.as_array().unwrap_or_default().iter().filter_map(Json::as_str).collect()
}

/// An observed number of a relation: as written, or without dust where it was summed up.
fn seen(observed: &Json) -> String {
    match observed.as_number() {
        Some(it) if it.text().len() > 14 => number(it.double()),
        _ => value(observed),
    }
}

/// The rule as an equation with this call's numbers filled in and the distance to passing; only for the
/// rules that have one: positive numbers, dates in order and affine relations.
#[must_use]
pub fn equation(broken: &Violation, invariant: &Invariant) -> Option<String> {
    let path = &broken.path;
    match &invariant.expected {
        Expected::Nothing if invariant.class == Class::Positive => {
            let there = broken.observed.as_number()?;
            let short = match there.double() {
                0.0 => "zero is just not enough".into(),
                below => format!("{} below zero", number(-below)),
            };
            Some(format!("{path} > 0, but {} ≤ 0: {short}", there.text()))
        }
        Expected::Later(later) => {
            let (first, second) = (broken.observed.as_str()?, broken.expected.as_str()?);
            let late = micros_between(second, first)?;
            Some(format!("{path} ≤ {later}, but {first} > {second}: {} too late", duration(late)))
        }
        Expected::Relation(relation) => relation_equation(broken, invariant, relation),
        _ => None,
    }
}

fn relation_equation(broken: &Violation, invariant: &Invariant, relation: &Relation) -> Option<String> {
    let x = broken.observed.as_number().map(Number::double)?;
    let wanted = broken.expected.as_number().map(Number::double)?;
    let there = number(relation.a * wanted + relation.b);
    let (term, other) = (&invariant.path, &relation.y);
    if is_equality(relation) {
        let apart = number((x - wanted).abs());
        return Some(format!("{term} = {other}, but {} ≠ {there}: {apart} apart", seen(&broken.observed)));
    }
    let filled = right_side(relation, &seen(&broken.observed));
    let claimed = relation.a * x + relation.b;
    let apart = number((relation.a * wanted + relation.b - claimed).abs());
    let claim = right_side(relation, &term.to_string());
    Some(format!("{other} = {claim}, but {there} ≠ {filled} = {}: {apart} apart", number(claimed)))
}

/// A length of time in whole units.
fn duration(micros: i64) -> String {
    const UNITS: [(i64, &str); 5] = [
        (86_400_000_000, "day"),
        (3_600_000_000, "hour"),
        (60_000_000, "minute"),
        (1_000_000, "second"),
        (1, "microsecond"),
    ];
    let mut rest = micros;
    let mut parts = Vec::new();
    for (unit, name) in UNITS {
        let count = rest / unit;
        rest %= unit;
        if count > 0 {
            parts.push(super::counted(count, name));
        }
    }
    parts.join(" ")
}
