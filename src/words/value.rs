//! Values and lists inside a sentence.

use unicode_width::UnicodeWidthChar;

use crate::domain::json::{Json, JsonType, escaped};

/// The widest value inside a sentence, in columns.
const VALUE_COLUMNS: usize = 60;
/// The widest text of a tool inside a sentence that is about that text.
const SAID_COLUMNS: usize = 240;
/// How many names a sentence lists before it counts the rest.
pub(super) const LISTED: usize = 12;

/// A text inside a sentence: bare if it cannot be misread, else quoted.
pub(super) fn text(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | ':' | '$' | '#' | '@' | '…');
    if !text.is_empty() && text.chars().all(plain) {
        clip(text, VALUE_COLUMNS)
    } else {
        escaped(&clip(text, VALUE_COLUMNS))
    }
}

/// What a tool said in its own words: more of it is shown, since the reason often stands at its end.
pub(super) fn said(value: &Json) -> String {
    match value {
        Json::String(it) if it.chars().count() > VALUE_COLUMNS => escaped(&clip(it, SAID_COLUMNS)),
        other => self::value(other),
    }
}

/// A text in exactly so many columns: cut, or filled with spaces.
#[must_use]
pub fn cell(text: &str, columns: usize) -> String {
    let mut cell = clip(text, columns);
    let wide = unicode_width::UnicodeWidthStr::width(&*cell);
    cell.extend(std::iter::repeat_n(' ', columns.saturating_sub(wide)));
    cell
}

/// A value inside a sentence; arrays and objects by their size.
#[must_use]
pub fn value(value: &Json) -> String {
    match value {
        Json::String(it) => text(it),
        Json::Number(number) => clip(number.text(), VALUE_COLUMNS),
        Json::Array(items) => format!("a list of {}", super::counted(items.len() as u64, "element")),
        Json::Object(members) => format!("an object with {}", super::counted(members.len() as u64, "field")),
        Json::Null | Json::Bool(_) => value.to_string(),
    }
}

/// A type with its article.
pub(super) fn kind(kind: JsonType) -> &'static str {
    match kind {
        JsonType::Array => "a list",
        JsonType::Boolean => "true or false",
        JsonType::Integer => "an integer",
        JsonType::Null => "null",
        JsonType::Number => "a number",
        JsonType::Object => "an object",
        JsonType::String => "text",
    }
}

/// Types joined by `or`, null last.
#[must_use]
pub fn kinds(types: &[JsonType]) -> String {
    let (null, others): (Vec<JsonType>, Vec<JsonType>) = types.iter().partition(|it| **it == JsonType::Null);
    others.into_iter().chain(null).map(kind).collect::<Vec<_>>().join(" or ")
}

/// Names joined by commas, the rest counted.
#[must_use]
pub fn list(names: impl ExactSizeIterator<Item = String>) -> String {
    list_of(names, LISTED)
}

/// At most so many names joined by commas, the rest counted.
pub(super) fn list_of(names: impl ExactSizeIterator<Item = String>, most: usize) -> String {
    let left = names.len().saturating_sub(most);
    let mut shown: Vec<String> = names.take(most).collect();
    if left > 0 {
        shown.push(format!("and {left} more"));
    }
    shown.join(", ")
}

/// A path as the subject of a sentence.
#[must_use]
pub fn subject(path: &str) -> &str {
    if path == "$" { "the result" } else { path }
}

/// A coefficient or a computed number, without the dust of floating point: at most 12 significant digits.
#[must_use]
pub fn number(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    let rounded: f64 = format!("{value:.11e}").parse().unwrap_or(value);
    if (1e-6..1e15).contains(&rounded.abs()) { format!("{rounded}") } else { format!("{rounded:e}") }
}

/// Cuts a text to so many columns, with `…` at the cut.
#[must_use]
pub fn clip(text: &str, columns: usize) -> String {
    let width = |c: char| c.width().unwrap_or(1);
    if text.chars().map(width).sum::<usize>() <= columns {
        return text.to_owned();
    }
    let mut room = columns.saturating_sub(1);
    let fits = |c: &char| {
        let left = room.checked_sub(width(*c));
        room = left.unwrap_or(0);
        left.is_some()
    };
    let mut cut: String = text.chars().take_while(fits).collect();
    cut.push('…');
    cut
}
