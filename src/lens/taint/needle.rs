//! The value that is followed, and how it is recognised in another value or in a text.

use std::ops::Range;

use super::number::{Decimal, is_word, numbers, whole};
use super::spelling::Spelling;
use crate::domain::json::Json;

/// How alike the value is where it stands again; the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// An equal JSON value, or the same word in a text.
    Exact,
    /// The same number, written otherwise.
    NumberFormat,
    /// The same words in other case, or with other signs between them: `Basic Economy` for `basic_economy`.
    Spelling,
    /// The same letters inside a longer word, or inside a date, a version or the like.
    Substring,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Exact, Self::NumberFormat, Self::Spelling, Self::Substring];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::NumberFormat => "number format",
            Self::Spelling => "other spelling",
            Self::Substring => "substring",
        }
    }
}

/// The value found in another value or text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    /// How alike it is.
    pub kind: Kind,
    /// Its bytes: in the text, or in the value as JSON.
    pub range: Range<usize>,
    /// How often it stands there, in this way or a less sure one.
    pub count: usize,
}

/// A value to be found.
#[derive(Clone, Debug)]
pub struct Needle {
    value: Json,
    /// The field it stands in, past the places in arrays.
    field: Option<String>,
    /// As it stands in a text.
    text: String,
    number: Option<Decimal>,
    short: Option<&'static str>,
    /// Its words, to find them in another spelling; nothing of a number.
    spelling: Option<Spelling>,
}

/// Values to be found in one go.
#[derive(Clone, Debug)]
pub struct Needles(pub Vec<Needle>);

impl Needle {
    /// A value of a field; arrays and objects are not followed.
    #[must_use]
    pub fn new(value: &Json, field: Option<&str>) -> Option<Self> {
        let text = match value {
            Json::Array(_) | Json::Object(_) => return None,
            Json::String(text) => text.trim().to_owned(),
            other => other.to_string(),
        };
        // A text of digits that begins with a zero is an id: 0123 is not 123.
        let is_id = value.as_str().is_some() && text.starts_with('0') && !text.contains('.');
        let is_word = matches!(value, Json::Bool(_) | Json::Null);
        let number = if is_id || is_word { None } else { whole(&text) };
        let short = shortness(value, &text, number.as_ref());
        let spelling = if number.is_none() && value.as_str().is_some() { Spelling::new(&text) } else { None };
        Some(Self { value: value.clone(), field: field.map(str::to_owned), text, number, short, spelling })
    }

    /// Why it is followed only in fields of the same name, if so.
    #[must_use]
    pub fn short(&self) -> Option<&'static str> {
        self.short
    }

    /// The name of its field.
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        self.field.as_deref()
    }

    /// Looks for it in a value of a field.
    #[must_use]
    pub fn in_value(&self, value: &Json, field: Option<&str>) -> Option<Find> {
        let all = |kind, len| Some(Find { kind, range: 0..len, count: 1 });
        if self.value == *value && !(self.short.is_some() && field != self.field()) {
            let len = value.as_str().map_or_else(|| value.to_string().len(), str::len);
            return all(Kind::Exact, len);
        }
        match value {
            Json::String(text) => self.in_text(text),
            Json::Number(other) if self.short.is_none() => {
                let number = self.number.as_ref()?;
                let is_same = whole(other.text()).as_ref() == Some(number);
                let kind = if other.text() == self.text { Kind::Exact } else { Kind::NumberFormat };
                if is_same { all(kind, other.text().len()) } else { None }
            }
            _ => None,
        }
    }

    /// Looks for it in a text.
    #[must_use]
    pub fn in_text(&self, text: &str) -> Option<Find> {
        if self.short.is_some() || self.text.is_empty() {
            return None;
        }
        let mut best: Option<Find> = None;
        let mut count = 0;
        let mut take = |kind, range: Range<usize>| {
            count += 1;
            if best.as_ref().is_none_or(|best| kind < best.kind) {
                best = Some(Find { kind, range, count: 0 });
            }
        };
        if let Some(number) = &self.number {
            let mut spoken_for: Vec<Range<usize>> = Vec::new();
            for written in numbers(text) {
                if written.says(number) {
                    let is_same = |range: &Range<usize>| text.get(range.clone()) == Some(&self.text);
                    let is_bare = written.bare.end == written.range.end && is_same(&written.bare);
                    match (is_bare, is_same(&written.range)) {
                        (true, _) => take(Kind::Exact, written.bare.clone()),
                        (false, true) => take(Kind::Exact, written.range.clone()),
                        (false, false) => take(Kind::NumberFormat, written.range.clone()),
                    }
                }
                spoken_for.push(written.range);
            }
            for (at, found) in text.match_indices(&self.text) {
                let range = at..at + found.len();
                let place = spoken_for.partition_point(|other| other.end <= range.start);
                let is_number = spoken_for.get(place).is_some_and(|other| other.start < range.end);
                if !is_number && !is_in_digits(text, &range) {
                    take(Kind::Substring, range);
                }
            }
        } else {
            for (at, found) in text.match_indices(&self.text) {
                let range = at..at + found.len();
                take(if is_whole_word(text, &range) { Kind::Exact } else { Kind::Substring }, range);
            }
            for range in self.spelling.iter().flat_map(|spelling| spelling.places(text)) {
                if text.get(range.clone()) != Some(&self.text) && is_whole_word(text, &range) {
                    take(Kind::Spelling, range);
                }
            }
        }
        best.map(|best| Find { count, ..best })
    }
}

/// Why a value says too little to be followed everywhere.
fn shortness(value: &Json, text: &str, number: Option<&Decimal>) -> Option<&'static str> {
    const WORDS: [&str; 7] = ["true", "false", "null", "none", "yes", "no", "ok"];
    match value {
        Json::Null => return Some("null is everywhere"),
        Json::Bool(_) => return Some("true and false are everywhere"),
        _ => {}
    }
    let digits = text.chars().filter(char::is_ascii_digit).count();
    // Few texts have numbers below zero, so that even a short one says something.
    let is_negative = text.starts_with(['-', '−']) && text.contains(|c: char| ('1'..='9').contains(&c));
    match number {
        Some(_) if is_negative => None,
        Some(number) if number.is_tiny() => Some("0 and 1 are everywhere"),
        Some(_) => (digits <= 2).then_some("numbers of one or two digits are everywhere"),
        None if text.is_empty() => Some("an empty text is everywhere"),
        None if text.chars().count() < 3 => Some("texts of one or two letters are everywhere"),
        None if WORDS.iter().any(|word| word.eq_ignore_ascii_case(text)) => Some("a word like this is everywhere"),
        None => None,
    }
}

/// Signs that tie two words together where they stand between them.
const JOINTS: [char; 7] = ['-', '.', ':', '/', '@', '\'', '’'];

/// Whether a part of a text is a word, or several, that does not go on at either end.
fn is_whole_word(text: &str, range: &Range<usize>) -> bool {
    let found = text.get(range.clone()).unwrap_or_default();
    let (before, after) = (text.get(..range.start).unwrap_or_default(), text.get(range.end..).unwrap_or_default());
    let goes_on = |edge: Option<char>, outside: &mut dyn Iterator<Item = char>| {
        if !edge.is_some_and(is_word) {
            return false;
        }
        let next = outside.next();
        next.is_some_and(is_word) || (next.is_some_and(|c| JOINTS.contains(&c)) && outside.next().is_some_and(is_word))
    };
    !goes_on(found.chars().next(), &mut before.chars().rev()) && !goes_on(found.chars().next_back(), &mut after.chars())
}

/// Whether digits go on at either end, past a point or comma: `234.5` in `1,234.56`.
fn is_in_digits(text: &str, range: &Range<usize>) -> bool {
    let (before, after) = (text.get(..range.start).unwrap_or_default(), text.get(range.end..).unwrap_or_default());
    let goes_on = |chars: &mut dyn Iterator<Item = char>| match chars.next() {
        Some('.' | ',') => chars.next().is_some_and(|c| c.is_ascii_digit()),
        next => next.is_some_and(|c| c.is_ascii_digit()),
    };
    goes_on(&mut before.chars().rev()) || goes_on(&mut after.chars())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::json::read;

    fn json(text: &str) -> Json {
        read(text).unwrap().value
    }

    fn needle(value: &str) -> Needle {
        Needle::new(&json(value), Some("price")).unwrap()
    }

    /// What is found in a text, and how.
    fn found(value: &str, text: &str) -> Option<(Kind, String, usize)> {
        let find = needle(value).in_text(text)?;
        Some((find.kind, text.get(find.range)?.to_owned(), find.count))
    }

    #[test]
    fn a_number_in_a_text_is_exact_or_written_otherwise() {
        let cases = [
            ("1234.5", "It costs 1234.5 now", Some((Kind::Exact, "1234.5", 1))),
            ("1234.5", "It costs $1234.5.", Some((Kind::Exact, "1234.5", 1))),
            ("1234.5", "It costs $1,234.50.", Some((Kind::NumberFormat, "$1,234.50", 1))),
            ("1234.5", "$1,234.50, that is 1234.5", Some((Kind::Exact, "1234.5", 2))),
            ("1234.5", "1234.50 USD", Some((Kind::NumberFormat, "1234.50", 1))),
            ("1234.5", "12345 or 234.5 or -1234.5 or 1234.56", None),
            ("-79.0", "at -79.0", Some((Kind::Exact, "-79.0", 1))),
            ("-79.0", "at 79 or 79.0", None),
            ("0.155", "15.5% of it", Some((Kind::NumberFormat, "15.5%", 1))),
            ("139", "flight HAT139", Some((Kind::Substring, "139", 1))),
            ("2024", "on 2024-05-15", Some((Kind::Substring, "2024", 1))),
            ("139", "1139 or 139.5 or 1,139", None),
            ("\"$1,234.50\"", "1234.5", Some((Kind::NumberFormat, "1234.5", 1))),
            ("\"$1,234.50\"", "for $1,234.50", Some((Kind::Exact, "$1,234.50", 1))),
            ("\"0123\"", "123", None),
        ];
        for (value, text, expected) in cases {
            let expected = expected.map(|(kind, text, count)| (kind, text.to_owned(), count));
            assert_eq!(found(value, text), expected, "{value} in {text}");
        }
    }

    #[test]
    fn a_word_is_exact_and_a_part_of_one_is_a_substring() {
        let cases = [
            ("HAT139", "Flight HAT139.", Some((Kind::Exact, 1))),
            ("HAT139", "(HAT139) and xHAT139", Some((Kind::Exact, 2))),
            ("HAT139", "HAT1390", Some((Kind::Substring, 1))),
            ("HAT139", "HAT139-2", Some((Kind::Substring, 1))),
            ("2024-05-15", "2024-05-15T10:00", Some((Kind::Substring, 1))),
            ("Mia Li", "Dear Mia Li, hello", Some((Kind::Exact, 1))),
            ("größe", "Die größer", Some((Kind::Substring, 1))),
            ("HAT139", "on hat139.", Some((Kind::Spelling, 1))),
            ("HAT139", "hat1390 or xhat139", None),
            ("basic_economy", "**Cabin Class:** Basic Economy\n", Some((Kind::Spelling, 1))),
            ("basic_economy", "Basic economy, that is basic_economy", Some((Kind::Exact, 2))),
            ("basic_economy", "BASIC-ECONOMY", Some((Kind::Spelling, 1))),
            ("basic_economy", "basic_economy_seat or Basic Economy", Some((Kind::Spelling, 2))),
            ("basic_economy", "basic and economy, BasicEconomy", None),
            ("Los Angeles", "los_angeles", Some((Kind::Spelling, 1))),
            ("Größe", "GRÖSSE or GRÖẞE", Some((Kind::Spelling, 1))),
            // Three letters in another case are a word of the language as often as the value.
            ("DEN", "in the den", None),
            ("2024-05-15", "2024 05 15", Some((Kind::Spelling, 1))),
        ];
        for (value, text, expected) in cases {
            let value = Json::from(value).to_string();
            assert_eq!(found(&value, text).map(|(kind, _, count)| (kind, count)), expected, "{value} in {text}");
        }
    }

    #[test]
    fn values_are_exact_if_they_are_equal() {
        let kind = |value: &str, other: &str| needle(value).in_value(&json(other), Some("other")).map(|find| find.kind);
        assert_eq!(kind("1234.5", "1234.50"), Some(Kind::Exact));
        assert_eq!(kind("-79.0", "-79"), Some(Kind::Exact));
        assert_eq!(kind("-79.0", "79"), None);
        assert_eq!(kind("1234.5", "\"1234.5\""), Some(Kind::Exact));
        assert_eq!(kind("1234.5", "\"1,234.50\""), Some(Kind::NumberFormat));
        assert_eq!(kind("\"1,234.50\"", "1234.5"), Some(Kind::NumberFormat));
        assert_eq!(kind("\"HAT139\"", "\"HAT139\""), Some(Kind::Exact));
        assert_eq!(kind("\"HAT139\"", "{\"a\":1}"), None);
    }

    #[test]
    fn what_is_everywhere_is_followed_in_fields_of_its_name_only() {
        for value in ["true", "null", "0", "1", "7", "42", "5.0", "0.0", "\"\"", "\"a\"", "\"US\"", "\"Yes\"", "\"12\""]
        {
            let needle = needle(value);
            assert!(needle.short().is_some(), "{value}");
            assert!(needle.in_value(&json(value), Some("price")).is_some(), "{value}");
            assert_eq!(needle.in_value(&json(value), Some("other")), None, "{value}");
            assert_eq!(needle.in_text(&format!("it is {value}")), None, "{value}");
        }
        for value in ["-79", "-1", "100", "5.25", "\"JFK\"", "\"1.25\""] {
            assert_eq!(needle(value).short(), None, "{value}");
        }
        assert!(Needle::new(&json("[1]"), None).is_none());
    }
}
