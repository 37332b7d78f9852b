//! Faults between two values: quantities that agree, dates in order, repeated arguments.

use super::value::others;
use super::{Context, Faulted, Ineligible, Site, chosen, is_scalar, replaced, sites};
use crate::contract::{Hop, Place, Verdict, micros_between, value_at};
use crate::domain::invariant::Expected;
use crate::domain::json::{Json, Number};
use crate::rng::Rng;

pub(super) fn broken_relation(result: &Json, context: Context<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let relations = context.material.relations();
    let judgements = relations.judge(context.arguments, result);
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
            if !relations.check(context.arguments, &faulted.result).is_empty() {
                return Ok(faulted);
            }
        }
    }
    Err(Ineligible::NoRelation)
}

pub(super) fn echo_mismatch(result: &Json, context: Context<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let arguments: Vec<&Json> = sites(context.arguments).iter().map(|site| site.value).collect();
    let echoes: Vec<Site<'_>> =
        sites(result).into_iter().filter(|site| says_much(site.value) && arguments.contains(&site.value)).collect();
    let site = chosen(&echoes, rng).ok_or(Ineligible::NoEcho)?;
    let other = others(&site, context).into_iter().filter(|value| !arguments.contains(value)).collect::<Vec<_>>();
    let new = match site.value {
        _ if !other.is_empty() => rng.pick(&other).clone(),
        Json::String(text) => Json::from(format!("{text}x")),
        value => value.as_number().and_then(greater).ok_or(Ineligible::NoEcho)?,
    };
    Ok(replaced(result, vec![(site.place, new)]))
}

pub(super) fn date_disorder(result: &Json, context: Context<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let mut pairs: Vec<[(Place, Json); 2]> = Vec::new();
    for object in sites(result).iter().filter(|site| site.value.as_object().is_some()) {
        let path = context.material.path(&object.place);
        for rule in context.material.date_orders() {
            let Expected::Later(later) = &rule.expected else { continue };
            let earlier = rule.path.path();
            let (Some(first), Some(second)) = (earlier.last_field(), later.last_field()) else { continue };
            if earlier.parent().as_ref() != Some(&path) {
                continue;
            }
            let at = |name: &str| {
                let mut place = object.place.clone();
                place.push(Hop::Key(name.to_owned()));
                Some((place, object.value.get(name)?.as_str()?))
            };
            if let (Some((from, start)), Some((to, end))) = (at(first), at(second))
                && micros_between(start, end).is_some_and(|micros| micros > 0)
            {
                pairs.push([(from, Json::from(end)), (to, Json::from(start))]);
            }
        }
    }
    let pair = pairs.get(rng.place(pairs.len())).ok_or(Ineligible::NoDates)?;
    Ok(replaced(result, pair.to_vec()))
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
