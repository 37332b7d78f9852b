//! Faults of one value: its type stays, what it says is wrong.

use super::{Faulted, Ineligible, Outline, Site, chosen, replaced};
use crate::audit::material::Field;
use crate::domain::json::{Json, JsonType, Number};
use crate::rng::Rng;

/// The longest text that is like a category, in characters.
const CATEGORY_LENGTH: usize = 32;
/// Words that are seldom categories of their own.
const UNSEEN: [&str; 6] = ["unlisted", "legacy_value", "other_kind", "deprecated", "unmapped", "misc"];
/// States that nobody declared.
const UNDECLARED: [&str; 6] = ["superseded", "stale", "in_limbo", "archived_v1", "rolled_back", "unsynced"];
/// Tokens of fields that hold an identifier.
const IDENTIFIER: &[&str] =
    &["id", "ids", "uuid", "guid", "ref", "refs", "reference", "key", "code", "number", "no", "sku", "handle"];
/// Tokens of fields that hold a state.
const STATE: &[&str] = &["status", "state", "phase", "stage"];

pub(super) fn out_of_set_category(outline: &Outline<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let comes_back = |site: &Site<'_>| site.field.is_some_and(Field::repeats);
    let is_category = |site: &Site<'_>| site.value.as_str().is_some_and(is_word) && comes_back(site);
    let site = chosen(outline.sites().filter(is_category), rng).ok_or(Ineligible::NoCategory)?;
    let new = unused(&site, &UNSEEN, rng);
    Ok(replaced(outline.result, vec![(outline.place(&site), new)]))
}

pub(super) fn non_positive_value(outline: &Outline<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let is_positive = |site: &Site<'_>| site.value.as_number().is_some_and(|number| number.double() > 0.0);
    let site = chosen(outline.sites().filter(is_positive), rng).ok_or(Ineligible::NoPositive)?;
    let negative = site.value.as_number().and_then(|number| match number.as_i64() {
        Some(whole) => Some(Number::from(-whole)),
        None => Number::from_double(-number.double()),
    });
    let zero = match site.value.kind() {
        JsonType::Integer => Json::from(0_u64),
        _ => Json::from(0.0),
    };
    let new = match rng.place(2) {
        0 => zero,
        _ => negative.map_or(zero, Json::Number),
    };
    Ok(replaced(outline.result, vec![(outline.place(&site), new)]))
}

pub(super) fn ref_id_substitution(outline: &Outline<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let is_identifier = |site: &Site<'_>| is_identifier(site) && outline.is_named(site, IDENTIFIER);
    let mut identifiers = outline.sites().filter(is_identifier).peekable();
    if identifiers.peek().is_none() {
        return Err(Ineligible::NoIdentifier);
    }
    let site = chosen(identifiers.filter(|site| others(site).next().is_some()), rng).ok_or(Ineligible::NoOther)?;
    let new = one_of(others(&site), rng).ok_or(Ineligible::NoOther)?;
    Ok(replaced(outline.result, vec![(outline.place(&site), new)]))
}

pub(super) fn stale_declared_state(outline: &Outline<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let is_state = |site: &Site<'_>| site.value.as_str().is_some() && outline.is_named(site, STATE);
    let site = chosen(outline.sites().filter(is_state), rng).ok_or(Ineligible::NoState)?;
    let is_undeclared = others(&site).next().is_none() || rng.percent(50);
    let earlier = if is_undeclared { None } else { one_of(others(&site), rng) };
    let new = earlier.unwrap_or_else(|| unused(&site, &UNDECLARED, rng));
    Ok(replaced(outline.result, vec![(outline.place(&site), new)]))
}

/// Letters, with spaces, `_` or `-` between them; no more than a category has.
fn is_word(text: &str) -> bool {
    text.chars().count() <= CATEGORY_LENGTH
        && text.chars().any(char::is_alphabetic)
        && text.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '_' | '-'))
}

fn is_identifier(site: &Site<'_>) -> bool {
    matches!(site.value.kind(), JsonType::String | JsonType::Integer)
}

/// The other values of the same type that results have at the field of a site.
pub(super) fn others<'a>(site: &Site<'a>) -> impl Iterator<Item = &'a Json> + Clone {
    let value = site.value;
    site.field.into_iter().flat_map(move |field| field.values(value.kind())).filter(move |other| *other != value)
}

/// One of some values, nothing if there are none.
pub(super) fn one_of<'a>(values: impl Iterator<Item = &'a Json> + Clone, rng: &mut Rng) -> Option<Json> {
    let count = values.clone().count();
    let mut values = values;
    (count > 0).then(|| values.nth(rng.place(count)).cloned()).flatten()
}

/// A word that no result has at the field of a site.
fn unused(site: &Site<'_>, words: &[&str], rng: &mut Rng) -> Json {
    let used = || site.field.into_iter().flat_map(|field| field.values(JsonType::String)).chain([site.value]);
    let is_used = |word: &str| used().any(|value| value.as_str() == Some(word));
    let mut word = rng.pick(words).to_owned();
    while is_used(&word) {
        word.push_str("_x");
    }
    Json::from(word)
}
