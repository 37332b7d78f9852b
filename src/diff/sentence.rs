//! What changed in one invariant, in words.

use crate::domain::invariant::{Expected, Guard, Invariant, Relation};
use crate::domain::json::{Json, JsonType};
use crate::words;

/// A sentence without a full stop; of an invariant that is new or gone, its rule.
pub(super) fn of(before: Option<&Invariant>, after: Option<&Invariant>) -> String {
    match (before, after) {
        (Some(before), Some(after)) => both(before, after),
        (one, other) => one.or(other).map(words::rule).unwrap_or_default(),
    }
}

fn both(before: &Invariant, after: &Invariant) -> String {
    let path = after.path.to_string();
    let subject = words::subject(&path);
    let text = |text: &String| words::value(&Json::from(text.as_str()));
    // Another place only where a rule is held against another one of the same id.
    let parts = match (&before.expected, &after.expected) {
        (Expected::Values(before), Expected::Values(after)) => sets(before, after, "be", text),
        (Expected::Fields(before), Expected::Fields(after)) => sets(before, after, "have", text),
        (Expected::Types(before), Expected::Types(after)) => {
            // Neither is a mismatch of the other (SPEC 5).
            let judged = |kinds: &[JsonType]| -> Vec<JsonType> {
                kinds.iter().map(|kind| if *kind == JsonType::Integer { JsonType::Number } else { *kind }).collect()
            };
            sets(&judged(before), &judged(after), "be", |kind| words::kinds(std::slice::from_ref(kind)))
        }
        (Expected::Relation(from), Expected::Relation(to)) => return relations(before, (from, to)),
        _ => Vec::new(),
    };
    if !parts.is_empty() && before.path == after.path {
        return format!("{subject} {}", parts.join(", and "));
    }
    if before.expected != after.expected || before.path != after.path || before.class != after.class {
        return format!("{} (before: {})", words::rule(after), words::rule(before));
    }
    format!("{}: {}", words::rule(after), ground(before, after))
}

/// What else is allowed now, and what is not allowed any more.
fn sets<T: PartialEq>(before: &[T], after: &[T], verb: &str, name: impl Fn(&T) -> String) -> Vec<String> {
    let only = |these: &[T], those: &[T]| -> Vec<String> {
        these.iter().filter(|value| !those.contains(value)).map(&name).collect()
    };
    let parts = [("may now also", only(after, before)), ("may no longer", only(before, after))];
    let parts = parts.into_iter().filter(|(_, names)| !names.is_empty());
    parts.map(|(may, names)| format!("{may} {verb} {}", words::list(names.into_iter()))).collect()
}

fn relations(rule: &Invariant, (before, after): (&Relation, &Relation)) -> String {
    let mut parts = Vec::new();
    for (name, from, to) in [("the factor", before.a, after.a), ("the offset", before.b, after.b)] {
        if from.to_bits() != to.to_bits() {
            // In full: 12 digits would hide what is within the tolerance.
            parts.push(format!("{name} is {to}, before {from}"));
        }
    }
    let cases = |guard: &Guard| {
        let values = guard.values.iter().map(|value| words::value(&Json::from(value.as_str())));
        format!("{} is {}", guard.path, words::list(values))
    };
    match (&before.when, &after.when) {
        (None, Some(now)) => parts.push(format!("it is claimed only when {} now, before always", cases(now))),
        (Some(was), None) => parts.push(format!("it is claimed always now, before only when {}", cases(was))),
        (Some(was), Some(now)) if was != now => {
            parts.push(format!("it is claimed when {} now, before when {}", cases(now), cases(was)));
        }
        _ => {}
    }
    format!("the relation of {} and {}: {}", rule.path, after.y, parts.join("; "))
}

/// What stands behind a rule that is the same.
fn ground(before: &Invariant, after: &Invariant) -> String {
    let learned = |rule: &Invariant| match &rule.basis {
        Some(basis) => format!("declared by a {basis}"),
        None => format!("held in {}", words::counted(rule.support, "sample")),
    };
    format!("{}, before {}", learned(after), learned(before))
}
