//! Faults of the longest text or list.

use super::{Faulted, Ineligible, Outline, Site, chosen, replaced};
use crate::domain::json::Json;
use crate::rng::Rng;

/// Where environments cut, in characters or elements.
const LIMITS: [usize; 15] = [5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000];
/// The least limit of a text.
const LEAST_OF_TEXT: usize = 10;

/// What servers send when a page fails.
const PAGES: [&str; 3] = [
    "<html>\n<head><title>502 Bad Gateway</title></head>\n<body>\n<center><h1>502 Bad Gateway</h1></center>\n<hr><center>nginx</center>\n</body>\n</html>\n",
    "<!DOCTYPE html>\n<html><head><title>Service Unavailable</title></head><body><h1>503 Service Unavailable</h1><p>Please try again later.</p></body></html>",
    "<!DOCTYPE HTML PUBLIC \"-//IETF//DTD HTML 2.0//EN\">\n<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1><p>The requested URL was not found on this server.</p></body></html>",
];

pub(super) fn truncation(outline: &Outline<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let longest_of = |length: fn(&Json) -> Option<usize>| longest(outline, length).into_iter();
    let text = longest_of(length_of_text).filter(|site| length_of_text(site.value) > Some(LEAST_OF_TEXT));
    let list = longest_of(length_of_list).filter(|site| length_of_list(site.value) > Some(LIMITS[0]));
    let site = chosen(text.chain(list), rng).ok_or(Ineligible::NothingLong)?;
    let cut = match site.value {
        Json::String(text) => {
            let limit = limit(length_of_text(site.value), LEAST_OF_TEXT, rng);
            Json::from(text.chars().take(limit).collect::<String>())
        }
        Json::Array(items) => {
            let limit = limit(Some(items.len()), LIMITS[0], rng);
            Json::Array(items.iter().take(limit).cloned().collect())
        }
        _ => return Err(Ineligible::NothingLong),
    };
    Ok(replaced(outline.result, vec![(outline.place(&site), cut)]))
}

pub(super) fn error_page(outline: &Outline<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let site = longest(outline, length_of_text).ok_or(Ineligible::NoText)?;
    let pages: Vec<&str> = PAGES.into_iter().filter(|page| site.value.as_str() != Some(page)).collect();
    Ok(replaced(outline.result, vec![(outline.place(&site), Json::from(rng.pick(&pages)))]))
}

pub(super) fn context_pollution(outline: &Outline<'_>, rng: &mut Rng) -> Result<Faulted, Ineligible> {
    let site = longest(outline, length_of_text).ok_or(Ineligible::NoText)?;
    let others: Vec<&str> = outline.material.longest_texts().filter(|text| site.value.as_str() != Some(text)).collect();
    if others.is_empty() {
        return Err(Ineligible::NoOther);
    }
    Ok(replaced(outline.result, vec![(outline.place(&site), Json::from(rng.pick(&others)))]))
}

/// The longest text of a result.
pub(in crate::audit) fn longest_text(result: &Json) -> Option<&str> {
    let mut texts = Vec::new();
    fill(result, &mut texts);
    first_longest(texts.into_iter(), |text| Some(text.chars().count()))
}

/// Every text of a result, in document order.
fn fill<'a>(value: &'a Json, out: &mut Vec<&'a str>) {
    match value {
        Json::Array(items) => items.iter().for_each(|item| fill(item, out)),
        Json::Object(members) => members.iter().for_each(|(_, member)| fill(member, out)),
        Json::String(text) => out.push(text),
        _ => {}
    }
}

fn longest<'a>(outline: &Outline<'a>, length: fn(&Json) -> Option<usize>) -> Option<Site<'a>> {
    first_longest(outline.sites(), |site| length(site.value))
}

/// The first of the longest, among those that have a length.
fn first_longest<T>(all: impl Iterator<Item = T>, length: impl Fn(&T) -> Option<usize>) -> Option<T> {
    let lengths = all.filter_map(|it| Some((length(&it)?, it)));
    let longest = lengths.fold(None, |best: Option<(usize, T)>, next| match best {
        Some((most, _)) if most >= next.0 => best,
        _ => Some(next),
    });
    longest.map(|(_, it)| it)
}

fn length_of_text(value: &Json) -> Option<usize> {
    value.as_str().map(|text| text.chars().count())
}

fn length_of_list(value: &Json) -> Option<usize> {
    value.as_array().map(<[Json]>::len)
}

/// A round limit below a length.
fn limit(length: Option<usize>, least: usize, rng: &mut Rng) -> usize {
    let below: Vec<usize> = LIMITS.into_iter().filter(|limit| *limit >= least && Some(*limit) < length).collect();
    below.get(rng.place(below.len())).copied().unwrap_or(least)
}
