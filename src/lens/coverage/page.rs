//! Coverage as a text.

use unicode_width::UnicodeWidthStr;

use super::{Coverage, Covered, Guard};
use crate::domain::class::Class;
use crate::domain::json::JsonType;
use crate::page::{Align, Kind, Page, Piece, Role, Sign};
use crate::safe::visible;
use crate::words::{self, counted};

/// The widest name column; longer names push their line.
const NAME_COLUMNS: usize = 32;

/// The page: what no rule looks at in sentences, then the places of the results as a tree. A line with a rule links to
/// the place of the rule in [`Coverage::rules`].
#[must_use]
pub fn page(coverage: &Coverage) -> Page {
    page_among(coverage, &[])
}

/// The same, with what other registries of its set judge otherwise, each with its name.
#[must_use]
pub fn page_among(coverage: &Coverage, others: &[(String, Coverage)]) -> Page {
    let mut page = Page::new(format!("coverage of {}", coverage.tool));
    for sentence in sentences(coverage, others) {
        page.text(sentence);
    }
    if coverage.places.is_empty() {
        return page;
    }
    page.gap();
    legend(coverage, &mut page);
    let (names, types) = (widest(coverage, indented), widest(coverage, types_of));
    page.push(Kind::Row, vec![(Role::Title, format!("  {}{}guarded by", pad("field", names), pad("type", types)))]);
    page.as_cells(["field", "type", "guarded by"].map(|text| (Align::Left, text)), true);
    for place in &coverage.places {
        lines(coverage, place, (names, types), &mut page);
    }
    page
}

/// What the signs before the fields mean, of those that are there.
fn legend(coverage: &Coverage, page: &mut Page) {
    let mut pieces = Vec::new();
    for (guard, meaning) in [
        (Guard::Value, "a rule judges the value"),
        (Guard::Shape, "type and presence only"),
        (Guard::Nobody, "no rule looks here"),
    ] {
        if coverage.guarded(guard).next().is_some() {
            pieces.extend([sign_of(guard).lead(), (Role::Muted, format!("{meaning}   "))]);
        }
    }
    page.push(Kind::Text, pieces);
}

const fn sign_of(guard: Guard) -> Sign {
    match guard {
        Guard::Value => Sign::Guarded,
        Guard::Shape => Sign::ShapeOnly,
        Guard::Nobody => Sign::Unguarded,
    }
}

/// What nobody looks at, then what is looked at from outside only, then where all that is from.
fn sentences(coverage: &Coverage, others: &[(String, Coverage)]) -> Vec<String> {
    let fields = coverage.fields().count();
    let paths = |guard| coverage.guarded(guard).map(named).collect::<Vec<_>>().join(", ");
    let count = |guard| coverage.guarded(guard).count();
    let mut out = Vec::new();
    if coverage.samples.is_none() {
        out.push(format!("No rule looks at the results of {}: the registry has no contract for it.", coverage.tool));
    }
    out.push(match (fields, count(Guard::Nobody)) {
        (0, _) => {
            "Nothing is known of the shape of its results: no rule names a field, and no result was read.".to_owned()
        }
        (1, 1) => "The only field has no rule.".to_owned(),
        (1, 0) => "The only field has a rule.".to_owned(),
        (_, 0) => format!("Every field has a rule ({fields} fields)."),
        (_, open) if open == fields => {
            format!("No rule looks at any of the {fields} fields: {}.", paths(Guard::Nobody))
        }
        (_, open) => format!("No rule looks at {open} of {fields} fields: {}.", paths(Guard::Nobody)),
    });
    if count(Guard::Shape) > 0 {
        out.push(format!("By type and presence only, never by value: {}.", paths(Guard::Shape)));
    }
    out.extend(super::folds::otherwise(coverage, others));
    out.push(basis(coverage));
    out
}

/// Where the shape is from.
fn basis(coverage: &Coverage) -> String {
    let rules = match coverage.samples {
        Some(samples) => {
            let rules = counted(coverage.rules.len(), "rule");
            format!("{rules}, mined from {}{}", counted(samples, "clean sample"), taken_from(coverage, samples))
        }
        None => "no rule".to_owned(),
    };
    let errors = match coverage.errors {
        0 => String::new(),
        1 => " (1 more is an explicit error)".to_owned(),
        errors => format!(" ({errors} more are explicit errors)"),
    };
    let results = match coverage.results as u64 {
        0 => "no result was read, so fields that no rule names are missing here".to_owned(),
        results => format!("fields and types from {} in the loaded files{errors}", counted(results, "result")),
    };
    format!("{}; {results}.", capital(&rules))
}

/// Why there are fewer samples than calls, if there are.
fn taken_from(coverage: &Coverage, samples: u64) -> String {
    let (calls, errors) = coverage.calls;
    let errors = if errors == 0 { String::new() } else { format!("{} and ", counted(errors, "explicit error")) };
    if calls > samples {
        format!(" (of {}: {errors}repeats are set aside)", counted(calls, "call"))
    } else {
        String::new()
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// The lines of one place: one, and one more for every further rule on its value.
fn lines(coverage: &Coverage, place: &Covered, (names, types): (usize, usize), page: &mut Page) {
    let sign = if place.is_field { sign_of(place.guard).lead() } else { (Role::Muted, "  ".to_owned()) };
    let name_role = if place.is_field && place.guard == Guard::Nobody { Role::Broken } else { Role::Field };
    let start =
        vec![sign.clone(), (name_role, pad(&indented(place), names)), (Role::Muted, pad(&types_of(place), types))];
    let mut start = Some(start);
    for (phrase, link) in phrases(coverage, place) {
        let blank = || vec![(Role::Text, " ".repeat(2 + names + types))];
        let is_first = start.is_some();
        let mut pieces = start.take().unwrap_or_else(blank);
        let rule: String = phrase.iter().map(|(_, text)| text.as_str()).collect();
        pieces.extend(phrase);
        match link {
            Some(link) => page.link(Kind::Row, pieces, link),
            None => page.push(Kind::Row, pieces),
        }
        // Where nothing can be indented, a field has its whole path.
        let name = format!("{}{}", if place.is_field { sign.1.as_str() } else { "" }, named(place));
        let [name, types] = [name, types_of(place)].map(|text| if is_first { text } else { String::new() });
        page.as_cells([&name, &types, &rule].map(|text| (Align::Left, text.as_str())), false);
    }
}

/// What guards a place, line by line, each with the rule it leads to.
fn phrases(coverage: &Coverage, place: &Covered) -> Vec<(Vec<Piece>, Option<usize>)> {
    let of = |at: &usize| coverage.rules.get(*at).map(|rule| (*at, rule));
    let (shape, values): (Vec<_>, Vec<_>) =
        place.rules.iter().filter_map(of).partition(|(_, rule)| rule.class.judges_shape());
    let mut out: Vec<(Vec<Piece>, Option<usize>)> = Vec::new();
    for (at, rule) in values {
        // A rule on two fields reads from its first one.
        let text = if rule.path.path() == &place.path { words::short_rule(rule) } else { words::rule(rule) };
        out.push((vec![(Role::Text, text)], Some(at)));
    }
    let words: Vec<&str> = shape.iter().filter_map(|(_, rule)| shape_word(rule.class)).collect();
    match (out.last_mut(), shape.first()) {
        (_, None) => {}
        (Some((pieces, _)), Some(_)) => pieces.push((Role::Muted, format!(" · {}", words.join(", ")))),
        (None, Some((first, _))) => out.push((vec![(Role::Muted, words.join(", "))], Some(*first))),
    }
    if out.is_empty() {
        let text = if place.is_field { (Role::Broken, "no rule looks here") } else { (Role::Muted, "") };
        out.push((vec![(text.0, text.1.to_owned())], None));
    }
    out
}

fn shape_word(class: Class) -> Option<&'static str> {
    match class {
        Class::NoError => Some("no explicit error"),
        Class::RequiredField => Some("always there"),
        Class::KnownFields => Some("no other fields"),
        Class::StableType => Some("one type"),
        _ => None,
    }
}

/// A field inside a sentence.
pub(super) fn named(field: &Covered) -> String {
    if field.path.is_root() { field.name.clone() } else { field.path.to_string() }
}

fn indented(place: &Covered) -> String {
    format!("{}{}", "  ".repeat(place.depth), visible(&place.name))
}

fn types_of(place: &Covered) -> String {
    let (null, others): (Vec<JsonType>, Vec<JsonType>) = place.types.iter().partition(|it| **it == JsonType::Null);
    others.into_iter().chain(null).map(JsonType::name).collect::<Vec<_>>().join("|")
}

fn widest(coverage: &Coverage, text: impl Fn(&Covered) -> String) -> usize {
    let widths = coverage.places.iter().map(|place| text(place).width());
    widths.max().unwrap_or(0).clamp(4, NAME_COLUMNS) + 2
}

fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(text.width()).max(1)))
}
