//! The lines of a text and the values on a line, so that a part of a text can be pointed at as a field of an object
//! can: a place goes on into a text with the number of the line, and then with the number of the value on it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use super::taint::written_numbers;
use crate::contract::Hop;
use crate::domain::json::Json;
use crate::words;

/// A line longer than this is told in parts, unless the text is short as a whole.
const LONG: usize = 300;
/// So long is a part of such a line at most.
const PART: usize = 160;

/// A text of more bytes is too large to be shown line by line among other values.
const MOST: usize = 64_000;

/// The lines of a text that has several: blank ones have a number but are not listed. Nothing for a text of one line,
/// for a huge one, and for data that nobody reads.
#[must_use]
pub fn lines(text: &str) -> Vec<(usize, Range<usize>)> {
    if text.len() > MOST || words::is_data(text) {
        return Vec::new();
    }
    let mut all = Vec::new();
    let mut from = 0;
    for line in text.split('\n') {
        let end = from + line.len();
        if line.len() <= LONG {
            all.push(from..end);
        } else {
            parts(text, from..end, &mut all);
        }
        from = end + 1;
    }
    let has_ink = |range: &Range<usize>| text.get(range.clone()).is_some_and(|line| !line.trim().is_empty());
    let all: Vec<_> = all.into_iter().enumerate().filter(|(_, range)| has_ink(range)).collect();
    if all.len() > 1 { all } else { Vec::new() }
}

/// A long line in parts that end with a sentence, or else with a word.
fn parts(text: &str, line: Range<usize>, all: &mut Vec<Range<usize>>) {
    let mut start = line.start;
    while line.end - start > PART {
        let most = (start..=start + PART).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(line.end);
        let near = text.get(start..most).unwrap_or_default();
        let cut = near.rfind(". ").filter(|at| *at > PART / 3).map(|at| at + 2);
        let cut = cut.or_else(|| near.rfind(' ').map(|at| at + 1)).map_or(most, |at| start + at);
        all.push(start..cut);
        start = cut;
    }
    all.push(start..line.end);
}

/// The line in which a byte of the text stands, if the text has several.
#[must_use]
pub fn line_at(text: &str, at: usize) -> Option<usize> {
    lines(text).into_iter().find(|(_, range)| (range.start..=range.end).contains(&at)).map(|(line, _)| line)
}

/// The values on a line that can be followed: numbers, what stands in quotes, and words that look like names of
/// things; each once, in order.
#[must_use]
pub fn values(line: &str) -> Vec<String> {
    let mut found: Vec<Range<usize>> = written_numbers(line);
    found.extend(quoted(line));
    found.extend(names(line));
    found.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut seen = BTreeSet::new();
    let texts = found.into_iter().filter_map(|range| line.get(range).map(str::trim).map(str::to_owned));
    texts.filter(|text| text.len() > 1 && text != line.trim() && seen.insert(text.clone())).collect()
}

/// What stands between two quotes of a kind, if it is no more than a phrase.
fn quoted(line: &str) -> Vec<Range<usize>> {
    const MOST: usize = 80;
    let mut found = Vec::new();
    for quote in ['"', '\'', '`'] {
        let is_open = |at: usize| {
            let before = line.get(..at).and_then(|before| before.chars().next_back());
            !before.is_some_and(char::is_alphanumeric)
        };
        let mut from = 0;
        while let Some(open) = line.get(from..).and_then(|rest| rest.find(quote)).map(|at| from + at) {
            let inside = open + 1;
            let Some(end) = line.get(inside..).and_then(|rest| rest.find(quote)).map(|at| inside + at) else { break };
            if is_open(open) && end > inside && end - inside <= MOST {
                found.push(inside..end);
                from = end + 1;
            } else {
                from = inside;
            }
        }
    }
    found
}

/// Words that nobody writes as prose: with digits or signs inside, or in capitals.
fn names(line: &str) -> Vec<Range<usize>> {
    let is_part = |c: char| c.is_alphanumeric() || "_-./@#:+%".contains(c);
    let mut found = Vec::new();
    let mut from = 0;
    for word in line.split(|c: char| !is_part(c)) {
        let (start, end) = (from, from + word.len());
        // The sign that ended the word may be of several bytes.
        from = end + line.get(end..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        let ink = word.trim_start_matches(['-', '.', ':', '/', '+', '%']);
        let start = start + (word.len() - ink.len());
        let ink = ink.trim_end_matches(['-', '.', ':', '/', '+', '%']);
        if is_name(ink) {
            found.push(start..start + ink.len());
        }
        debug_assert!(end <= line.len());
    }
    found
}

fn is_name(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    let has = |signs: &[char]| word.contains(signs);
    let is_camel = word.chars().zip(word.chars().skip(1)).any(|(a, b)| a.is_lowercase() && b.is_uppercase());
    let is_date = digits >= 4 && letters == 0 && has(&['-', ':', '/']);
    (letters > 0 && digits > 0)
        || is_date
        || (letters > 1 && has(&['_', '@', '/']))
        || (letters >= 3 && capitals == letters)
        || is_camel
}

/// The value at a place, which may go on into a text: a line of it, and a value on the line.
#[must_use]
pub fn value_at<'a>(value: &'a Json, place: &[Hop]) -> Option<Cow<'a, Json>> {
    let mut value = value;
    for (at, hop) in place.iter().enumerate() {
        value = match (value, hop) {
            (Json::String(text), Hop::Index(line)) => {
                let lines = lines(text);
                // A text of one line has that one.
                let whole = (lines.is_empty() && *line == 0).then_some(0..text.len());
                let found = lines.into_iter().find(|(number, _)| number == line).map(|(_, range)| range);
                let range = found.or(whole)?;
                let line = text.get(range)?.trim_end_matches('\r');
                return match place.get(at + 1..)? {
                    [] => Some(Cow::Owned(line.into())),
                    [Hop::Index(nth)] => Some(Cow::Owned(values(line).into_iter().nth(*nth)?.into())),
                    _ => None,
                };
            }
            (_, Hop::Key(name)) => value.get(name)?,
            (_, Hop::Index(index)) => value.as_array()?.get(*index)?,
        };
    }
    Some(Cow::Borrowed(value))
}

/// So many steps of a place, the last ones, go on into a text.
#[must_use]
pub fn inside(value: &Json, place: &[Hop]) -> usize {
    let mut value = value;
    for (at, hop) in place.iter().enumerate() {
        let next = match (value, hop) {
            (Json::String(_), _) => return place.len() - at,
            (_, Hop::Key(name)) => value.get(name),
            (_, Hop::Index(index)) => value.as_array().and_then(|items| items.get(*index)),
        };
        let Some(next) = next else { return 0 };
        value = next;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::json::read;

    #[test]
    fn lines_have_numbers_and_blank_ones_are_passed_over() {
        let of = |text: &str| {
            lines(text).into_iter().map(|(at, range)| (at, text.get(range).unwrap().to_owned())).collect::<Vec<_>>()
        };
        assert_eq!(of("one line"), []);
        assert_eq!(of("one\n"), []);
        assert_eq!(of("a\n\nb\n"), [(0, "a".to_owned()), (2, "b".to_owned())]);
        let long = format!("{}. {}", "word ".repeat(25).trim(), "more ".repeat(60).trim());
        let parts = of(&long);
        assert!(parts.len() >= 3 && parts[0].1.ends_with("word. "), "{parts:?}");
        assert_eq!(parts.iter().map(|(_, part)| part.as_str()).collect::<String>(), long, "nothing is lost");
        assert_eq!(of(&"QUJD+/a1".repeat(200)), [], "data");
        assert_eq!(line_at("a\n\nb\n", 3), Some(2));
    }

    #[test]
    fn values_of_a_line_are_numbers_quotes_and_names() {
        let cases: [(&str, &[&str]); 7] = [
            ("Price: $1,234.50 for HAT139", &["$1,234.50", "HAT139"]),
            ("The quick brown fox", &[]),
            ("user mia_li_3668 wrote 'not now' on 2024-05-15", &["mia_li_3668", "not now", "2024-05-15"]),
            ("it's Bob's", &[]),
            ("mail a.b@c.org, see src/lib.rs.", &["a.b@c.org", "src/lib.rs"]),
            ("from JFK to orderId \"JFK\"", &["JFK", "orderId"]),
            ("größe 12.5 €", &["12.5"]),
        ];
        for (line, expected) in cases {
            assert_eq!(values(line), expected, "{line}");
        }
    }

    #[test]
    fn a_place_goes_on_into_a_text() {
        let value = read(r#"{"a":["x","total: 99.5\nuser mia_li_3668"]}"#).unwrap().value;
        let at = |rest: &[usize]| {
            let place: Vec<_> = [Hop::Key("a".into()), Hop::Index(1)]
                .into_iter()
                .chain(rest.iter().map(|it| Hop::Index(*it)))
                .collect();
            value_at(&value, &place).map(|found| found.to_string())
        };
        assert_eq!(at(&[1]).as_deref(), Some("\"user mia_li_3668\""));
        assert_eq!(at(&[0, 0]).as_deref(), Some("\"99.5\""));
        assert_eq!((at(&[2]), at(&[0, 3]), at(&[0, 0, 0])), (None, None, None));
    }
}
