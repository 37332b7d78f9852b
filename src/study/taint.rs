//! A value of a call, followed through its episode.

use std::borrow::Cow;

use super::explain::{find, no_step};
use super::{Ledger, StudyError};
use crate::contract::{Hop, Place};
use crate::domain::call::{Call, Part};
use crate::domain::ids::Step;
use crate::domain::json::Json;
use crate::lens::lines::{inside, value_at};
use crate::lens::taint::{Trail, sources, told};
use crate::link::{Link, SCHEME, Target};
use crate::words;

/// Follows the values at these paths of a call. The episode is named by its id, or the beginning of one; a path as
/// `price`, `items[0].price`, or as a link has it: `result/items/0/price`, `arguments/symbol`.
pub fn taint(ledgers: &[Ledger], episode: &str, step: Step, paths: &[String]) -> Result<Vec<Trail>, StudyError> {
    let (ledger, place, entry) = find(ledgers, episode)?;
    let calls: Vec<_> = ledger.index.calls_of(place).map(|(_, entry)| entry).collect();
    let call = ledger.call(calls.get(step.0).ok_or_else(|| no_step(entry, step))?)?;
    let begin = |path: &String| {
        let (part, place, value) = chosen(&call, path)?;
        let root = root(&call, part).unwrap_or_default();
        let mut sources = sources(&root, step, part, &place);
        // A value is named for itself; a line of a text for the values on it.
        if inside(&root, &place) == 0 {
            sources.truncate(1);
        }
        let trails: Vec<_> =
            sources.into_iter().filter_map(|(source, value)| Trail::new(source, &value, calls.len())).collect();
        Some(trails).filter(|trails| !trails.is_empty()).ok_or_else(|| {
            let whole = words::place(part.name(), &place);
            let inside: Vec<_> =
                leaves(&value).into_iter().take(LISTED).map(|leaf| words::place(&whole, &leaf)).collect();
            StudyError::Request(format!("{path} holds several values; name one of them, such as {}", inside.join(", ")))
        })
    };
    let mut trails = paths.iter().map(begin).collect::<Result<Vec<_>, _>>()?.concat();
    for (at, seen) in ledger.seen(entry) {
        for trail in &mut trails {
            let told = told(trail.needle(), &seen);
            trail.take(at, &told);
        }
    }
    trails.sort_by_cached_key(Trail::nearness);
    Ok(trails)
}

/// How many places a sentence lists.
const LISTED: usize = 5;

/// The value that a path names: in the result, or in the arguments if the path says so.
fn chosen(call: &Call, path: &str) -> Result<(Part, Place, Json), StudyError> {
    let value_of = |part: Part, place: &[Hop]| value_at(&root(call, part)?, place).map(Cow::into_owned);
    let found = readings(path).into_iter().find_map(|(part, place)| {
        let value = value_of(part, &place)?;
        Some((part, place, value))
    });
    found.ok_or_else(|| {
        let named = |part: Part| {
            let root = value_of(part, &[]).unwrap_or_default();
            leaves(&root).into_iter().map(move |leaf| words::place(part.name(), &leaf)).collect::<Vec<_>>()
        };
        let mut all = named(Part::Result);
        all.extend(named(Part::Arguments));
        let more = if all.len() > 2 * LISTED { ", …" } else { "" };
        all.truncate(2 * LISTED);
        let what = format!("this call of {} has no {path:?}; it has {}{more}", call.tool, all.join(", "));
        StudyError::Request(what)
    })
}

fn root(call: &Call, part: Part) -> Option<Json> {
    Some(match part {
        Part::Arguments => call.arguments.as_arguments().into_owned(),
        Part::Result => call.result.as_ref()?.as_result().into_owned(),
    })
}

/// What a path may mean, the likeliest first.
fn readings(path: &str) -> Vec<(Part, Place)> {
    let mut readings = Vec::new();
    if let Ok(Link { target: Target::Value(_, _, part, place), .. }) = Link::parse(&format!("{SCHEME}x#e/0/{path}")) {
        readings.push((part, place));
    }
    let Some(place) = dotted(path) else { return readings };
    readings.push((Part::Result, place.clone()));
    for part in Part::ALL {
        if let Some((Hop::Key(first), rest)) = place.split_first()
            && first == part.name()
        {
            readings.push((part, rest.to_vec()));
        }
    }
    readings
}

/// Reads `items[0].price`; a name with other signs is written `["a b"]`.
fn dotted(path: &str) -> Option<Place> {
    let mut place = Place::new();
    let mut rest = path.strip_prefix('$').unwrap_or(path);
    while !rest.is_empty() {
        if let Some(inside) = rest.strip_prefix("[\"") {
            let end = inside.find("\"]")?;
            let name = crate::domain::json::read(&format!("\"{}\"", inside.get(..end)?)).ok()?;
            place.push(Hop::Key(name.value.as_str()?.to_owned()));
            rest = inside.get(end + 2..)?;
        } else if let Some(inside) = rest.strip_prefix('[') {
            let (index, after) = inside.split_once(']')?;
            place.push(Hop::Index(index.parse().ok()?));
            rest = after;
        } else {
            let name = rest.strip_prefix('.').unwrap_or(rest);
            let end = name.find(['.', '[']).unwrap_or(name.len());
            place.push(Hop::Key(name.get(..end).filter(|name| !name.is_empty())?.to_owned()));
            rest = name.get(end..)?;
        }
    }
    Some(place)
}

/// The places of every value below a value that is no array and no object.
fn leaves(value: &Json) -> Vec<Place> {
    let below = |hop: Hop, value: &Json| {
        leaves(value)
            .into_iter()
            .map(move |rest| std::iter::once(hop.clone()).chain(rest).collect())
            .collect::<Vec<_>>()
    };
    match value {
        Json::Array(items) => items.iter().enumerate().flat_map(|(at, item)| below(Hop::Index(at), item)).collect(),
        Json::Object(members) => {
            members.iter().flat_map(|(name, member)| below(Hop::Key(name.to_owned()), member)).collect()
        }
        _ => vec![Place::new()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_as_people_and_links_write_them() {
        let key = |name: &str| Hop::Key(name.into());
        let price = vec![key("items"), Hop::Index(0), key("price")];
        assert_eq!(readings("items[0].price"), [(Part::Result, price.clone())]);
        assert!(readings("result/items/0/price").contains(&(Part::Result, price.clone())));
        assert!(readings("result.items[0].price").contains(&(Part::Result, price)));
        assert!(readings("arguments/a").contains(&(Part::Arguments, vec![key("a")])));
        assert!(readings("arguments.a").contains(&(Part::Arguments, vec![key("a")])));
        assert_eq!(dotted("a[\"b c\"].d"), Some(vec![key("a"), key("b c"), key("d")]));
        assert_eq!(dotted("$"), Some(Vec::new()));
        assert_eq!((dotted("a["), dotted("a..b"), dotted("a[x]")), (None, None, None));
    }
}
