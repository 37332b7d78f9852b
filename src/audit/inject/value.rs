//! Faults of one value: its type stays, what it says is wrong.

use super::{Context, Faulted, Ineligible, Site, chosen, replaced, sites};
use crate::contract::Tokens;
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

pub(super) fn out_of_set_category(result: &Json, context: Context<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let is_category = |site: &Site<'_>| {
        site.value.as_str().is_some_and(is_word) && context.material.repeats(&context.material.path(&site.place))
    };
    let categories: Vec<Site<'_>> = sites(result).into_iter().filter(is_category).collect();
    let site = chosen(&categories, rng).ok_or(Ineligible::NoCategory)?;
    let new = unused(&site, context, &UNSEEN, rng);
    Ok(replaced(result, vec![(site.place, new)]))
}

pub(super) fn non_positive_value(result: &Json, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let is_positive = |site: &Site<'_>| site.value.as_number().is_some_and(|number| number.double() > 0.0);
    let numbers: Vec<Site<'_>> = sites(result).into_iter().filter(is_positive).collect();
    let site = chosen(&numbers, rng).ok_or(Ineligible::NoPositive)?;
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
    Ok(replaced(result, vec![(site.place, new)]))
}

pub(super) fn ref_id_substitution(result: &Json, context: Context<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let identifiers: Vec<Site<'_>> =
        sites(result).into_iter().filter(|site| is_identifier(site) && is_named(site, context, IDENTIFIER)).collect();
    if identifiers.is_empty() {
        return Err(Ineligible::NoIdentifier);
    }
    let has_other = |site: &Site<'_>| !others(site, context).is_empty();
    let replaceable: Vec<Site<'_>> = identifiers.into_iter().filter(has_other).collect();
    let site = chosen(&replaceable, rng).ok_or(Ineligible::NoOther)?;
    let new = rng.pick(&others(&site, context)).clone();
    Ok(replaced(result, vec![(site.place, new)]))
}

pub(super) fn stale_declared_state(result: &Json, context: Context<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let is_state = |site: &Site<'_>| site.value.as_str().is_some() && is_named(site, context, STATE);
    let states: Vec<Site<'_>> = sites(result).into_iter().filter(is_state).collect();
    let site = chosen(&states, rng).ok_or(Ineligible::NoState)?;
    let earlier = others(&site, context);
    let new = if earlier.is_empty() || rng.percent(50) {
        unused(&site, context, &UNDECLARED, rng)
    } else {
        rng.pick(&earlier).clone()
    };
    Ok(replaced(result, vec![(site.place, new)]))
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

fn is_named(site: &Site<'_>, context: Context<'_>, words: &[&str]) -> bool {
    let path = context.material.path(&site.place);
    path.last_field().is_some_and(|name| Tokens::of(name).any_in(words))
}

/// The other values of the same type that results have at the path of a site.
pub(super) fn others<'m>(site: &Site<'_>, context: Context<'m>) -> Vec<&'m Json> {
    let path = context.material.path(&site.place);
    let values = context.material.values(&path);
    values.filter(|value| value.kind() == site.value.kind() && *value != site.value).collect()
}

/// A word that no result has at the path of a site.
fn unused(site: &Site<'_>, context: Context<'_>, words: &[&str], rng: &mut Rng) -> Json {
    let path = context.material.path(&site.place);
    let is_used = |word: &str| {
        site.value.as_str() == Some(word) || context.material.values(&path).any(|v| v.as_str() == Some(word))
    };
    let mut word = rng.pick(words).to_owned();
    while is_used(&word) {
        word.push_str("_x");
    }
    Json::from(word)
}
