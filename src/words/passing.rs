//! What a broken rule would have let pass, and how far this call is from it; for the rules that have no equation.

use super::value::{kinds, list, number, subject, text, value};
use crate::domain::class::Class;
use crate::domain::invariant::{Expected, Invariant};
use crate::domain::json::{Json, JsonType};
use crate::domain::violation::Violation;

/// Names further apart than so many letters are not alike.
const ALIKE: usize = 2;

/// What the rule would accept, as what follows "the rule would accept": `EUR, USD; the nearest is USD, 1 letter away`;
/// nothing for the rules that have an equation, which holds the distance.
#[must_use]
pub fn to_pass(broken: &Violation, invariant: &Invariant) -> Option<String> {
    let path = subject(&broken.path);
    Some(match (&invariant.expected, broken.class) {
        (_, Class::NoError) if broken.path == "$" => "an answer that is no error text".into(),
        (_, Class::NoError) => format!("a result without {path}, or with nothing in it"),
        (_, Class::RequiredField) => format!("any value at {path}, null included"),
        (Expected::Fields(known), _) => {
            let name = broken.path.rsplit(['.', ']', '}']).next().unwrap_or(path);
            let alike = nearest(name, known).map(|(name, apart)| format!("; {} is a known field, {apart}", text(name)));
            format!("a result without {path}{}", alike.unwrap_or_default())
        }
        (Expected::Types(types), _) => {
            let there = broken.observed.as_str().and_then(JsonType::from_name);
            let there = there.map(|it| format!(", not {}", kinds(&[it]))).unwrap_or_default();
            format!("{}{there}", kinds(types))
        }
        (Expected::Values(known), _) => {
            let all = list(known.iter().map(|it| text(it)));
            let alike = broken.observed.as_str().and_then(|it| nearest(it, known));
            let alike = alike.map(|(name, apart)| format!("; the nearest is {}, {apart}", text(name)));
            format!("{all}{}", alike.unwrap_or_default())
        }
        (Expected::Argument(argument), _) => {
            let apart = apart(&broken.observed, &broken.expected).map(|it| format!("; it is {it}")).unwrap_or_default();
            format!("{}, the argument {argument}{apart}", value(&broken.expected))
        }
        _ => return None,
    })
}

/// How far one value is from the other, where that can be said.
fn apart(observed: &Json, expected: &Json) -> Option<String> {
    match (observed, expected) {
        (Json::Number(there), Json::Number(wanted)) => {
            let gap = there.double() - wanted.double();
            let word = if gap > 0.0 { "too much" } else { "too little" };
            gap.is_finite().then(|| format!("{} {word}", number(gap.abs())))
        }
        (Json::String(there), Json::String(wanted)) => letters(there, wanted),
        (Json::String(_), Json::Number(_)) | (Json::Number(_), Json::String(_))
            if spelled(observed) == spelled(expected) =>
        {
            Some("the same, but once as a number and once as text".into())
        }
        _ => None,
    }
}

fn spelled(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The known name that is most alike, if any is, and how they differ; the first of several.
pub fn nearest<'k>(name: &str, known: &'k [String]) -> Option<(&'k str, String)> {
    let near = known.iter().filter_map(|other| Some((distance(name, other)?, other)));
    let (_, other) = near.min_by_key(|(distance, _)| *distance)?;
    Some((other, letters(name, other)?))
}

/// How two texts differ, if they are alike.
fn letters(one: &str, other: &str) -> Option<String> {
    Some(match distance(one, other)? {
        0 if one.trim() == other.trim() => "different only in the spaces around it".into(),
        0 => "different only in upper and lower case".into(),
        1 => "1 letter away".into(),
        more => format!("{more} letters away"),
    })
}

/// How many letters must be put in, taken out or changed to make the one text the other, upper and lower case and
/// spaces around them aside; nothing if that is many for what they are.
fn distance(one: &str, other: &str) -> Option<usize> {
    let plain = |text: &str| text.trim().to_lowercase().chars().collect::<Vec<char>>();
    let (one, other) = (plain(one), plain(other));
    if one.len().abs_diff(other.len()) > ALIKE {
        return None;
    }
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, c) in one.iter().enumerate() {
        let mut before = at;
        let mut left = at + 1;
        for (column, d) in other.iter().enumerate() {
            let above = row.get(column + 1).copied().unwrap_or(usize::MAX);
            let here = (before + usize::from(c != d)).min(above + 1).min(left + 1);
            before = above;
            if let Some(cell) = row.get_mut(column) {
                *cell = left;
            }
            left = here;
        }
        if let Some(cell) = row.last_mut() {
            *cell = left;
        }
    }
    // Two short words always are a few letters apart.
    let most = ALIKE.min(one.len().max(other.len()).saturating_sub(1) / 2);
    row.last().copied().filter(|distance| *distance <= most)
}
