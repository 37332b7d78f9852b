//! What a text looks like, judged by its characters alone.

use crate::contract::is_uuid;

/// What a category value ought not to look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shape {
    Uuid,
    Date,
    Time,
    Identifier,
}

impl Shape {
    /// As in "3 of its values look like …".
    pub(super) const fn plural(self) -> &'static str {
        match self {
            Self::Uuid => "UUIDs",
            Self::Date => "dates",
            Self::Time => "times of day",
            Self::Identifier => "identifiers",
        }
    }

    /// The shape of a text, if it has one of these.
    pub(super) fn of(text: &str) -> Option<Self> {
        let text = text.trim();
        let mask: String =
            text.chars().map(|c| if c.is_ascii_digit() { '9' } else { c.to_ascii_lowercase() }).collect();
        if is_uuid(text) {
            Some(Self::Uuid)
        } else if is_date(&mask) {
            Some(Self::Date)
        } else if is_time(&mask) {
            Some(Self::Time)
        } else {
            is_identifier(text).then_some(Self::Identifier)
        }
    }
}

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Three numbers with one kind of sign between, four digits in the first or two to four in the last; or a month's name
/// with numbers.
fn is_date(mask: &str) -> bool {
    let day = mask.split(['t', ' ']).next().unwrap_or_default();
    let numbers = |sign: char| {
        let parts: Vec<&str> = day.split(sign).collect();
        let is_number =
            |part: &&str, most: usize| (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte == b'9');
        match parts.as_slice() {
            [first, second, third] => {
                let both = first.len() == 4 || matches!(third.len(), 2 | 4);
                both && is_number(first, 4) && is_number(second, 2) && is_number(third, 4)
            }
            [first, second] => {
                sign == '-' && first.len() == 4 && second.len() == 2 && is_number(first, 4) && is_number(second, 2)
            }
            _ => false,
        }
    };
    let words: Vec<&str> = mask.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_month = |word: &&str| word.len() >= 3 && word.get(..3).is_some_and(|start| MONTHS.contains(&start));
    let is_number = |word: &&str| word.bytes().all(|byte| byte == b'9');
    let is_named = (2..=3).contains(&words.len())
        && words.iter().filter(|word| is_month(word)).count() == 1
        && words.iter().filter(|word| is_number(word)).count() == words.len() - 1;
    ['-', '/', '.'].into_iter().any(numbers) || is_named
}

fn is_time(mask: &str) -> bool {
    let mask = mask.trim_end_matches([' ', 'a', 'p', 'm', 'z']);
    matches!(mask, "9:99" | "99:99" | "9:99:99" | "99:99:99")
}

/// One word with at least three digits beside letters (`mia_li_3668`, `W2378156`) or behind a `#`; or eight digits and
/// more; or as many hex digits with both kinds among them.
fn is_identifier(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let has_letters = text.chars().any(char::is_alphabetic);
    let is_hex = text.len() >= 8 && digits > 0 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_name = digits >= 3 && (has_letters || text.starts_with('#'));
    !text.chars().any(char::is_whitespace) && (is_hex || is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_told_by_their_characters() {
        let shape = |text: &str| Shape::of(text);
        assert_eq!(shape("550e8400-e29b-41d4-a716-446655440000"), Some(Shape::Uuid));
        for text in ["2024-05-01", "2024-05", "05/17/2024", "17.5.24", "May 2024", "3 March 2024", "2024-05-01T10:00"] {
            assert_eq!(shape(text), Some(Shape::Date), "{text}");
        }
        for text in ["12:30", "9:05 am", "23:59:59"] {
            assert_eq!(shape(text), Some(Shape::Time), "{text}");
        }
        for text in ["mia_li_3668", "#W2378156", "HAT136", "12345678", "deadbeef01"] {
            assert_eq!(shape(text), Some(Shape::Identifier), "{text}");
        }
        for text in ["economy", "one_way", "B2B", "mp3", "L", "42", "10-20", "may", "on time", "24/7", "v1.2", ""] {
            assert_eq!(shape(text), None, "{text}");
        }
    }
}
