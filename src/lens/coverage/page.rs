//! Coverage as a text.

use unicode_width::UnicodeWidthStr;

use super::{Coverage, Covered, Guard};
use crate::domain::class::Class;
use crate::domain::json::JsonType;
use crate::page::{Kind, Page, Piece, Role, Sign};
use crate::safe::visible;
use crate::words::{self, counted};

/// The widest name column; longer names push their line.
const NAME_COLUMNS: usize = 32;

/// The page: a sentence, then the places of the results as a tree. A line with a rule links to the place of the rule
/// in [`Coverage::rules`].
#[must_use]
pub fn page(coverage: &Coverage) -> Page {
    let mut page = Page::new(format!("coverage of {}", coverage.tool));
    for sentence in sentences(coverage) {
        page.text(sentence);
    }
    if coverage.places.is_empty() {
        return page;
    }
    page.gap();
    let (names, types) = (widest(coverage, indented), widest(coverage, types_of));
    page.push(Kind::Row, vec![(Role::Title, format!("  {}{}guarded by", pad("field", names), pad("type", types)))]);
    for place in &coverage.places {
        lines(coverage, place, (names, types), &mut page);
    }
    page
}

/// How much is guarded, and what is not.
fn sentences(coverage: &Coverage) -> Vec<String> {
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
        (_, 0) => format!("All {fields} fields have a rule."),
        (_, open) if open == fields => {
            format!("None of {fields} fields has a rule: {}.", paths(Guard::Nobody))
        }
        (_, open) => {
            format!("{} of {fields} fields have a rule; no rule looks at: {}.", fields - open, paths(Guard::Nobody))
        }
    });
    if count(Guard::Shape) > 0 {
        let shape = counted(count(Guard::Shape), "field");
        out.push(format!("Of {shape} {}: {}.", words::SHAPE_ONLY, paths(Guard::Shape)));
    }
    out.push(basis(coverage));
    out
}

/// Where the shape is from.
fn basis(coverage: &Coverage) -> String {
    let rules = match coverage.samples {
        Some(samples) => {
            format!("{}, mined from {}", counted(coverage.rules.len(), "rule"), counted(samples, "clean sample"))
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

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// The lines of one place: one, and one more for every further rule on its value.
fn lines(coverage: &Coverage, place: &Covered, (names, types): (usize, usize), page: &mut Page) {
    let sign = match (place.is_field, place.guard) {
        (true, Guard::Value) => Sign::Guarded.lead(),
        (true, Guard::Shape) => Sign::ShapeOnly.lead(),
        (true, Guard::Nobody) => Sign::Unguarded.lead(),
        (false, _) => (Role::Muted, "  ".to_owned()),
    };
    let name_role = if place.is_field && place.guard == Guard::Nobody { Role::Broken } else { Role::Field };
    let start = vec![sign, (name_role, pad(&indented(place), names)), (Role::Muted, pad(&types_of(place), types))];
    let mut start = Some(start);
    for (phrase, link) in phrases(coverage, place) {
        let blank = || vec![(Role::Text, " ".repeat(2 + names + types))];
        let mut pieces = start.take().unwrap_or_else(blank);
        pieces.extend(phrase);
        match link {
            Some(link) => page.link(Kind::Row, pieces, link),
            None => page.push(Kind::Row, pieces),
        }
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
fn named(field: &Covered) -> String {
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
