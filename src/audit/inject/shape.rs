//! Faults of shape: types, fields, and values in the wrong field.

use super::{Change, Context, Faulted, Ineligible, Site, chosen, is_scalar, replaced, sites};
use crate::contract::{Hop, Place, value_at_mut};
use crate::domain::json::{Json, Object, read};
use crate::rng::Rng;

/// Names as they slip out of servers.
const STRAY_NAMES: [&str; 6] = ["_debug", "internal_note", "legacy_ref", "trace_context", "raw_payload", "extra"];

pub(super) fn type_flip(result: &Json, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let scalars: Vec<Site<'_>> = sites(result).into_iter().filter(|site| is_scalar(site.value)).collect();
    let site = chosen(&scalars, rng).ok_or(Ineligible::NoScalar)?;
    let flipped = match site.value {
        Json::String(text) => match read(text).map(|read| read.value) {
            Ok(number @ Json::Number(_)) => number,
            _ => Json::Array(vec![site.value.clone()]),
        },
        other => Json::from(other.to_string()),
    };
    Ok(replaced(result, vec![(site.place, flipped)]))
}

pub(super) fn missing_field(result: &Json, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let is_member = |site: &Site<'_>| matches!(site.place.last(), Some(Hop::Key(_)));
    let members: Vec<Site<'_>> = sites(result).into_iter().filter(is_member).collect();
    let Site { place, value } = chosen(&members, rng).ok_or(Ineligible::NoField)?;
    let mut copy = result.clone();
    if let Some((Hop::Key(name), parent)) = place.split_last()
        && let Some(Json::Object(members)) = value_at_mut(&mut copy, parent)
    {
        members.remove(name);
    }
    let before = Some(value.clone());
    Ok(Faulted { result: copy, changes: vec![Change { place, before, after: None }] })
}

pub(super) fn unexpected_field(result: &Json, context: Context<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let objects: Vec<Site<'_>> = sites(result).into_iter().filter(|site| site.value.as_object().is_some()).collect();
    let mut place = chosen(&objects, rng).ok_or(Ineligible::NoObject)?.place;
    let mut name = rng.pick(&STRAY_NAMES).to_owned();
    while context.material.has_field(&name) {
        name.push('_');
    }
    let value: Json = match rng.place(3) {
        0 => Json::from("n/a"),
        1 => Json::from(0_u64),
        _ => Json::from(true),
    };
    let mut copy = result.clone();
    if let Some(Json::Object(members)) = value_at_mut(&mut copy, &place) {
        members.insert(name.clone(), value.clone());
    }
    place.push(Hop::Key(name));
    Ok(Faulted { result: copy, changes: vec![Change { place, before: None, after: Some(value) }] })
}

pub(super) fn positional_field_shift(result: &Json, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let shifts: Vec<Site<'_>> = sites(result).into_iter().filter(|site| !shifted(site).is_empty()).collect();
    let site = chosen(&shifts, rng).ok_or(Ineligible::NothingToShift)?;
    Ok(replaced(result, shifted(&site)))
}

/// The plain values of an object one field on, where that makes a difference.
fn shifted(site: &Site<'_>) -> Vec<(Place, Json)> {
    let members = site.value.as_object().into_iter().flat_map(Object::iter);
    let plain: Vec<(&str, &Json)> = members.filter(|(_, value)| is_scalar(value) || value.is_null()).collect();
    let before = plain.iter().cycle().skip(plain.len().saturating_sub(1));
    let pairs = plain.iter().zip(before).filter(|((_, old), (_, new))| old != new);
    pairs
        .map(|((name, _), (_, new))| {
            let mut place = site.place.clone();
            place.push(Hop::Key((*name).to_owned()));
            (place, (*new).clone())
        })
        .collect()
}
