//! Faults of shape: types, fields, and values in the wrong field.

use super::{Change, Faulted, Ineligible, Outline, Site, chosen, is_scalar, replaced};
use crate::contract::{Hop, value_at_mut};
use crate::domain::json::{Json, Object, read};
use crate::rng::Rng;

/// Names as they slip out of servers.
const STRAY_NAMES: [&str; 6] = ["_debug", "internal_note", "legacy_ref", "trace_context", "raw_payload", "extra"];

pub(super) fn type_flip(outline: &Outline<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let scalars = outline.sites().filter(|site| is_scalar(site.value));
    let site = chosen(scalars, rng).ok_or(Ineligible::NoScalar)?;
    let flipped = match site.value {
        Json::String(text) => match read(text).map(|read| read.value) {
            Ok(number @ Json::Number(_)) => number,
            _ => Json::Array(vec![site.value.clone()]),
        },
        other => Json::from(other.to_string()),
    };
    Ok(replaced(outline.result, vec![(outline.place(&site), flipped)]))
}

pub(super) fn missing_field(outline: &Outline<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let site = chosen(outline.sites().filter(Site::is_member), rng).ok_or(Ineligible::NoField)?;
    let place = outline.place(&site);
    let mut copy = outline.result.clone();
    if let Some((Hop::Key(name), parent)) = place.split_last()
        && let Some(Json::Object(members)) = value_at_mut(&mut copy, parent)
    {
        members.remove(name);
    }
    let before = Some(site.value.clone());
    Ok(Faulted { result: copy, changes: vec![Change { place, before, after: None }] })
}

pub(super) fn unexpected_field(outline: &Outline<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let objects = outline.sites().filter(|site| site.value.as_object().is_some());
    let mut place = outline.place(&chosen(objects, rng).ok_or(Ineligible::NoObject)?);
    let mut name = rng.pick(&STRAY_NAMES).to_owned();
    while outline.material.has_field(&name) {
        name.push('_');
    }
    let value: Json = match rng.place(3) {
        0 => Json::from("n/a"),
        1 => Json::from(0_u64),
        _ => Json::from(true),
    };
    let mut copy = outline.result.clone();
    if let Some(Json::Object(members)) = value_at_mut(&mut copy, &place) {
        members.insert(name.clone(), value.clone());
    }
    place.push(Hop::Key(name));
    Ok(Faulted { result: copy, changes: vec![Change { place, before: None, after: Some(value) }] })
}

pub(super) fn positional_field_shift(outline: &Outline<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let shifts = outline.sites().filter(|site| shifted(site).next().is_some());
    let site = chosen(shifts, rng).ok_or(Ineligible::NothingToShift)?;
    let object = outline.place(&site);
    let new = shifted(&site).map(|(name, value)| {
        let mut place = object.clone();
        place.push(Hop::Key(name.to_owned()));
        (place, value.clone())
    });
    Ok(replaced(outline.result, new.collect()))
}

/// The plain values of an object one field on, where that makes a difference.
fn shifted<'a>(site: &Site<'a>) -> impl Iterator<Item = (&'a str, &'a Json)> {
    let members = site.value.as_object().into_iter().flat_map(Object::iter);
    let plain: Vec<(&str, &Json)> = members.filter(|(_, value)| is_scalar(value) || value.is_null()).collect();
    let last = plain.last().map(|(_, value)| *value);
    let before: Vec<&Json> = last.into_iter().chain(plain.iter().map(|(_, value)| *value)).collect();
    let pairs = plain.into_iter().zip(before).filter(|((_, old), new)| old != new);
    pairs.map(|((name, _), new)| (name, new))
}
