//! Faults between two values: quantities that agree, dates in order, repeated arguments.

use super::value::{one_of, others};
use super::{Faulted, Ineligible, Outline, Site, chosen, is_scalar, replaced};
use crate::contract::{Hop, Place, Verdict, micros_between, value_at};
use crate::domain::json::{Json, Number};
use crate::rng::Rng;

pub(super) fn broken_relation(outline: &Outline<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let (relations, result) = (outline.material.relations(), outline.result);
    let judgements = relations.judge(outline.arguments, result);
    let held = judgements.iter().filter(|judgement| judgement.verdict == Verdict::Held);
    let mut places: Vec<&Place> = held.flat_map(|judgement| &judgement.places).map(|(place, _)| place).collect();
    places.sort();
    places.dedup();
    // A side can be too small beside the other for the relation to show its change: then another place is tried.
    while !places.is_empty() {
        let place = places.swap_remove(rng.place(places.len()));
        let number = value_at(result, place).and_then(Json::as_number);
        if let Some(new) = number.and_then(greater) {
            let faulted = replaced(result, vec![(place.clone(), new)]);
            if !relations.check(outline.arguments, &faulted.result).is_empty() {
                return Ok(faulted);
            }
        }
    }
    Err(Ineligible::NoRelation)
}

pub(super) fn echo_mismatch(outline: &Outline<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let mut arguments = Vec::new();
    scalars(outline.arguments, &mut arguments);
    let echoes = outline.sites().filter(|site| says_much(site.value) && arguments.contains(&site.value));
    let site = chosen(echoes, rng).ok_or(Ineligible::NoEcho)?;
    let other = one_of(others(&site).filter(|value| !arguments.contains(value)), rng);
    let new = match (other, site.value) {
        (Some(other), _) => other,
        (None, Json::String(text)) => Json::from(format!("{text}x")),
        (None, value) => value.as_number().and_then(greater).ok_or(Ineligible::NoEcho)?,
    };
    Ok(replaced(outline.result, vec![(outline.place(&site), new)]))
}

pub(super) fn date_disorder(outline: &Outline<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let mut pairs: Vec<(Site<'_>, &(String, String))> = Vec::new();
    for object in outline.sites().filter(|site| site.value.as_object().is_some()) {
        for names in object.field.into_iter().flat_map(|field| &field.orders) {
            let at = |name: &str| object.value.get(name)?.as_str();
            let dates = at(&names.0).zip(at(&names.1));
            if dates.and_then(|(start, end)| micros_between(start, end)).is_some_and(|micros| micros > 0) {
                pairs.push((object, names));
            }
        }
    }
    let (object, (first, second)) = pairs.get(rng.place(pairs.len())).ok_or(Ineligible::NoDates)?;
    let new = [(first, second), (second, first)].into_iter().filter_map(|(name, other)| {
        let mut place = outline.place(object);
        place.push(Hop::Key(name.clone()));
        Some((place, object.value.get(other)?.clone()))
    });
    Ok(replaced(outline.result, new.collect()))
}

/// Every text, number and truth value of the arguments.
fn scalars<'a>(value: &'a Json, out: &mut Vec<&'a Json>) {
    match value {
        Json::Array(items) => items.iter().for_each(|item| scalars(item, out)),
        Json::Object(members) => members.iter().for_each(|(_, member)| scalars(member, out)),
        Json::Null => {}
        scalar => out.push(scalar),
    }
}

/// Whether a value that stands in two places hardly does so by chance.
fn says_much(value: &Json) -> bool {
    is_scalar(value) && value.as_bool().is_none() && value.as_str() != Some("")
}

/// A number that is greater by a tenth, by 1 at least; nothing beyond the range.
fn greater(number: &Number) -> Option<Json> {
    if let Some(whole) = number.as_i64() {
        return whole.checked_add((whole / 10).abs().max(1)).map(Json::from);
    }
    let value = number.double();
    let step = (value / 10.0).abs().max(1.0);
    let sum = value + step;
    // As many decimals as prices have, where that is exact enough; what is rounded off is not taken off the step.
    let hundredths = (sum * 100.0).round();
    let is_short = hundredths / 100.0 - value < step * (1.0 - 1e-9);
    let rounded = if is_short { hundredths + 1.0 } else { hundredths } / 100.0;
    let new = if rounded.is_finite() { rounded } else { sum };
    (new > value).then(|| Number::from_double(new).map(Json::Number)).flatten()
}
