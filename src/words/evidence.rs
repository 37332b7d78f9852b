//! What the clean samples of a rule looked like, in words.

use super::value::{kind, list, text, value};
use crate::contract::evidence::Evidence;
use crate::domain::class::Class;
use crate::domain::invariant::{Expected, Invariant};
use crate::domain::json::{Json, JsonType};

/// What the rule was learned from: `in 57 clean samples it was between 1.20 and 3120.00 (median 80)`;
/// nothing if the registry does not say.
#[must_use]
pub fn evidence(invariant: &Invariant) -> Option<String> {
    if invariant.support == 0 {
        return invariant.basis.as_deref().map(|basis| format!("declared by the {basis}; no sample was looked at"));
    }
    let samples = samples(invariant.support);
    let seen = invariant.evidence.as_ref().map(Evidence::read).unwrap_or_default();
    Some(match found(invariant.class, &seen) {
        Some(what) => format!("in {samples} {what}"),
        None => format!("it held in {samples}"),
    })
}

/// `1 clean sample`, `57 clean samples`.
pub(super) fn samples(support: u64) -> String {
    super::counted(support, "clean sample")
}

fn found(class: Class, seen: &Evidence) -> Option<String> {
    let spread = seen.range.as_ref().map(|range| {
        if range.min == range.max {
            format!("it was always {}", value(&range.min))
        } else {
            let (min, max, median) = (value(&range.min), value(&range.max), value(&range.median));
            format!("it was between {min} and {max} (median {median})")
        }
    });
    match class {
        Class::NoError | Class::RequiredField => None,
        Class::KnownFields => counts("the fields were", &seen.fields, seen.more),
        Class::Category => counts("it was", &seen.values, seen.more),
        Class::Positive => spread,
        Class::StableType => spread.or_else(|| types(seen)),
        Class::Echo => pairs(seen, "", " for the argument "),
        Class::DateOrder => pairs(seen, "", ", then "),
        Class::Affine => pairs(seen, "", " with "),
    }
}

/// `it was EUR (40), USD (17)`: each with its samples, most frequent first.
fn counts(before: &str, counted: &[(String, u64)], more: u64) -> Option<String> {
    if counted.is_empty() {
        return None;
    }
    let mut sorted: Vec<_> = counted.iter().collect();
    sorted.sort_by(|(a, x), (b, y)| y.cmp(x).then_with(|| a.cmp(b)));
    let shown = list(sorted.iter().map(|(name, samples)| format!("{} ({samples})", text(name))));
    let rest = if more > 0 { format!(", and {more} not listed") } else { String::new() };
    Some(format!("{before} {shown}{rest}"))
}

fn types(seen: &Evidence) -> Option<String> {
    let named = |name: &str| JsonType::from_name(name).map_or_else(|| name.to_owned(), |it| kind(it).to_owned());
    let what = match seen.types.as_slice() {
        [] => return None,
        [(only, _)] => named(only),
        several => list(several.iter().map(|(name, samples)| format!("{} ({samples})", named(name)))),
    };
    let examples = seen.examples.iter().map(value).collect::<Vec<_>>().join(", ");
    Some(if examples.is_empty() { format!("it was {what}") } else { format!("it was {what}, such as {examples}") })
}

fn pairs(seen: &Evidence, before: &str, between: &str) -> Option<String> {
    let told = |[one, other]: &[Json; 2]| format!("{before}{}{between}{}", value(one), value(other));
    let told: Vec<_> = seen.pairs.iter().map(told).collect();
    (!told.is_empty()).then(|| format!("it held, such as {}", told.join("; ")))
}

/// What a violated rule expected, put as what was seen: the second half of a violation's sentence.
pub(super) fn instead(invariant: &Invariant) -> Option<String> {
    if invariant.support == 0 {
        return invariant.basis.as_deref().map(|basis| format!("the {basis} says: {}", super::rule(invariant)));
    }
    let samples = samples(invariant.support);
    let seen = invariant.evidence.as_ref().map(Evidence::read).unwrap_or_default();
    let what = match (&invariant.expected, invariant.class) {
        (_, Class::RequiredField) => return Some(format!("all {samples} had it")),
        (_, Class::KnownFields) => return Some(format!("none of {samples} had such a field")),
        (_, Class::Positive) => found(Class::Positive, &seen).unwrap_or_else(|| "it was above zero".into()),
        (Expected::Values(values), _) => found(Class::Category, &seen)
            .unwrap_or_else(|| format!("it was one of {}", list(values.iter().map(|it| text(it))))),
        (Expected::Types(types), _) => format!("it was {}", super::value::kinds(types)),
        _ => return None,
    };
    Some(format!("in {samples} {what}"))
}
