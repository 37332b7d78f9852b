//! Numbers as people write them: `1,234.50`, `$1,234.5`, `15%`, `3.2km`.

use std::ops::Range;

/// A number by its value: sign, digits without zeros at either end, and the power of ten behind them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    /// From whole digits, digits behind the point, and an exponent.
    fn new(negative: bool, whole: &str, fraction: &str, exponent: i64) -> Self {
        let all = format!("{whole}{fraction}");
        let digits = all.trim_start_matches('0').trim_end_matches('0').to_owned();
        if digits.is_empty() {
            return Self { negative: false, digits, exponent: 0 };
        }
        let count = |text: &str| i64::try_from(text.len()).unwrap_or(i64::MAX);
        let cut = count(&all) - count(all.trim_end_matches('0'));
        Self { negative, digits, exponent: exponent.saturating_sub(count(fraction)).saturating_add(cut) }
    }

    /// The same number over a hundred.
    fn hundredth(&self) -> Self {
        let exponent = if self.digits.is_empty() { 0 } else { self.exponent.saturating_sub(2) };
        Self { exponent, ..self.clone() }
    }

    /// Whether it is 0, 1 or −1.
    pub(super) fn is_tiny(&self) -> bool {
        self.digits.is_empty() || (self.digits == "1" && self.exponent == 0)
    }
}

/// A number met in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Written {
    /// Its bytes, with sign, sign of currency and unit.
    pub(super) range: Range<usize>,
    /// The bytes of the bare number, with its sign where that stands right before it.
    pub(super) bare: Range<usize>,
    value: Decimal,
    is_percent: bool,
}

impl Written {
    /// Whether it says this number; a percentage says its number and the hundredth of it.
    pub(super) fn says(&self, value: &Decimal) -> bool {
        self.value == *value || (self.is_percent && self.value.hundredth() == *value)
    }
}

/// The number that a whole text is, if it is nothing else.
pub(super) fn whole(text: &str) -> Option<Decimal> {
    let text = text.trim();
    let mut numbers = numbers(text);
    let only = numbers.next().filter(|only| only.range == (0..text.len()))?;
    Some(only.value)
}

/// Every number in a text that stands by itself: not inside a word, a date, a time or a version.
pub(super) fn numbers(text: &str) -> impl Iterator<Item = Written> + '_ {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = text.get(from..)?;
            let start = from + rest.find(|c: char| c.is_ascii_digit())?;
            // A point before the first digit belongs to it: `.5`.
            let (end, found) = read(text, start);
            from = end.max(start + 1);
            if let Some(found) = found {
                return Some(found);
            }
        }
    })
}

/// Where the numbers of a text stand, with sign, sign of currency and unit.
pub(in crate::lens) fn written_numbers(text: &str) -> Vec<Range<usize>> {
    numbers(text).map(|number| number.range).collect()
}

const CURRENCY: [char; 6] = ['$', '€', '£', '¥', '₹', '₩'];
/// What joins groups of three digits besides the comma.
const GROUPING: [char; 5] = ['\'', '’', '_', '\u{a0}', '\u{202f}'];
/// Units that may stick to a number. Letters that multiply (`k`, `M`, `B`) are none: 5k is not 5.
const UNITS: [&str; 37] = [
    "km", "m", "cm", "mm", "mi", "ft", "kg", "g", "mg", "lb", "lbs", "oz", "l", "ml", "s", "ms", "min", "mins", "h",
    "hr", "hrs", "C", "F", "°", "°C", "°F", "kB", "KB", "MB", "GB", "px", "W", "kW", "kWh", "V", "Hz", "bps",
];

/// Codes of currencies, before or behind a number with or without a space.
const CODES: [&str; 22] = [
    "USD", "EUR", "GBP", "JPY", "CHF", "CNY", "INR", "CAD", "AUD", "NZD", "SEK", "NOK", "DKK", "PLN", "CZK", "BRL",
    "MXN", "KRW", "SGD", "HKD", "ZAR", "TRY",
];

/// Reads the number whose first digit is at `start`; gives where to go on, and the number if it stands by itself.
fn read(text: &str, start: usize) -> (usize, Option<Written>) {
    let Some(body) = text.get(start..) else { return (text.len(), None) };
    let shape = Shape::of(body);
    let end = start + shape.len;
    let before = text.get(..start).unwrap_or_default();
    let head = Head::of(before);
    let after = text.get(end..).unwrap_or_default();
    let tail = tail(after);
    let (Some(head), Some(tail)) = (head, tail) else {
        // Inside a word, a date, a version: the rest of that word is no number either.
        let word = after.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(after.len());
        return (end + word, None);
    };
    let value = Decimal::new(head.negative, &shape.whole, &shape.fraction, shape.exponent);
    let bare = head.bare..end;
    (end, Some(Written { range: head.start..end + tail.len, bare, value, is_percent: tail.is_percent }))
}

/// The digits themselves.
struct Shape {
    len: usize,
    whole: String,
    fraction: String,
    exponent: i64,
}

impl Shape {
    fn of(body: &str) -> Self {
        let digits = |from: usize| {
            let rest = body.get(from..).unwrap_or_default();
            rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())
        };
        let char_at = |at: usize| body.get(at..).and_then(|rest| rest.chars().next());
        let mut len = digits(0);
        let mut whole = body.get(..len).unwrap_or_default().to_owned();
        let is_group = |at: usize| digits(at) == 3;
        let mut separator = None;
        while whole.len() <= 3 || separator.is_some() {
            let Some(c) = char_at(len) else { break };
            let joins = match separator {
                Some(separator) => c == separator,
                // `1.234,50`: points join groups only where a comma ends them.
                None => c == ',' || GROUPING.contains(&c) || (c == '.' && is_european(body, len)),
            };
            let at = len + c.len_utf8();
            if !joins || !is_group(at) {
                break;
            }
            whole.push_str(body.get(at..at + 3).unwrap_or_default());
            (len, separator) = (at + 3, Some(c));
        }
        let mut fraction = String::new();
        let point = if separator == Some('.') { ',' } else { '.' };
        if char_at(len) == Some(point) && digits(len + 1) > 0 {
            let count = digits(len + 1);
            fraction.push_str(body.get(len + 1..len + 1 + count).unwrap_or_default());
            len += 1 + count;
        }
        let mut exponent = 0;
        if matches!(char_at(len), Some('e' | 'E')) {
            let sign = usize::from(matches!(char_at(len + 1), Some('-' | '+')));
            let count = digits(len + 1 + sign);
            let text = body.get(len + 1..len + 1 + sign + count).unwrap_or_default();
            if count > 0
                && let Ok(power) = text.trim_start_matches('+').parse()
            {
                (exponent, len) = (power, len + 1 + sign + count);
            }
        }
        Self { len, whole, fraction, exponent }
    }
}

/// Whether points are followed by groups of three and, at the end, a comma with one or two digits.
fn is_european(body: &str, from: usize) -> bool {
    let mut rest = body.get(from..).unwrap_or_default();
    while let Some(after) = rest.strip_prefix('.') {
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        if digits != 3 {
            return false;
        }
        rest = after.get(3..).unwrap_or_default();
    }
    let Some(cents) = rest.strip_prefix(',') else { return false };
    matches!(cents.bytes().take_while(u8::is_ascii_digit).count(), 1 | 2)
}

/// What stands before the digits: sign and currency.
struct Head {
    start: usize,
    bare: usize,
    negative: bool,
}

impl Head {
    fn of(before: &str) -> Option<Self> {
        let mut left = before;
        let mut negative = false;
        let mut take_sign = |left: &mut &str| {
            let sign = left.strip_suffix(['-', '−', '+']);
            // A dash between two words is a hyphen.
            if let Some(rest) = sign.filter(|rest| !rest.ends_with(is_word)) {
                negative = !left.ends_with('+');
                *left = rest;
                return true;
            }
            false
        };
        let signed = take_sign(&mut left);
        let bare = left.len();
        if let Some(rest) = left.strip_suffix(CURRENCY) {
            let letters = rest.len() - rest.trim_end_matches(|c: char| c.is_ascii_uppercase()).len();
            left = if letters <= 2 { rest.get(..rest.len() - letters).unwrap_or(rest) } else { rest };
            if !signed {
                take_sign(&mut left);
            }
        } else if !signed && let Some(rest) = code_before(left) {
            left = rest;
        }
        let joined = left.ends_with(is_word) || ends_in_joint(left);
        (!joined).then_some(Self { start: left.len(), bare, negative })
    }
}

/// The text before a code that sticks to the number: `USD1.50`.
fn code_before(text: &str) -> Option<&str> {
    CODES.iter().find_map(|code| text.strip_suffix(code)).filter(|rest| !rest.ends_with(is_word))
}

/// Whether a text ends in a sign that ties what follows to what is before: `2024-`, `v1.`, `10:`, `a/`.
fn ends_in_joint(text: &str) -> bool {
    let rest = text.strip_suffix(['-', '−', '.', ':', '/', ',', '@']);
    rest.is_some_and(|rest| rest.ends_with(is_word)) && !text.ends_with(": ")
}

/// What follows the digits.
struct Tail {
    len: usize,
    is_percent: bool,
}

fn tail(after: &str) -> Option<Tail> {
    if let Some(rest) = after.strip_prefix('%') {
        return (!rest.starts_with(is_word)).then_some(Tail { len: 1, is_percent: true });
    }
    if let Some(sign) = after.chars().next().filter(|c| CURRENCY.contains(c)) {
        return Some(Tail { len: sign.len_utf8(), is_percent: false });
    }
    let len = after.find(|c: char| !(is_word(c) || c == '°')).unwrap_or(after.len());
    let word = after.get(..len).unwrap_or_default();
    if !(word.is_empty() || CODES.contains(&word) || UNITS.contains(&word)) {
        return None;
    }
    let rest = after.get(len..).unwrap_or_default();
    let mut chars = rest.chars();
    let tied = chars.next().is_some_and(|c| matches!(c, '-' | '−' | '.' | ':' | '/' | ',' | '@'))
        && chars.next().is_some_and(is_word);
    (!tied).then_some(Tail { len, is_percent: false })
}

/// Letters, digits and `_` make words.
pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spellings(text: &str) -> Vec<&str> {
        numbers(text).filter_map(|number| text.get(number.range)).collect()
    }

    #[test]
    fn numbers_are_found_with_sign_currency_and_unit() {
        assert_eq!(
            spellings("It is $1,234.50 or -79.0, at 15% of 3.2km; −$5, USD 12 and USD9.5, 40EUR, 1.234,50 €."),
            ["$1,234.50", "-79.0", "15%", "3.2km", "−$5", "12", "USD9.5", "40EUR", "1.234,50"]
        );
        assert_eq!(spellings("1,234,567 and 1'000 and 1,23"), ["1,234,567", "1'000"]);
        assert_eq!(spellings("in 2024."), ["2024"]);
    }

    #[test]
    fn words_dates_times_and_versions_hold_no_numbers() {
        for text in ["HAT139", "2024-05-15", "10:30", "v1.2.3", "1.2.3", "5k", "2nd", "a_12", "x-12", "3/4", "12-b"] {
            assert_eq!(spellings(text), Vec::<&str>::new(), "{text}");
        }
    }

    #[test]
    fn numbers_are_equal_by_value_and_sign() {
        let same = [
            ("1234.5", "1,234.50"),
            ("1234.5", "$1,234.50"),
            ("1234.50", "1234.5"),
            ("1234.5", "1.234,50"),
            ("1234.5", "1234.5km"),
            ("1e3", "1000"),
            ("-79.0", "-79"),
            ("-79.0", "−$79.00"),
            ("0.155", "15.5%"),
            ("15.5", "15.5%"),
            ("120", "1.2e2"),
        ];
        for (value, text) in same {
            let value = whole(value).unwrap();
            assert!(numbers(text).any(|number| number.says(&value)), "{text}");
        }
        let other = [("-79.0", "79"), ("79", "-79.0"), ("1234.5", "12345"), ("1.5", "15%"), ("1234", "1.234")];
        for (value, text) in other {
            let value = whole(value).unwrap();
            assert!(!numbers(text).any(|number| number.says(&value)), "{text}");
        }
        assert_eq!(whole("12 apples"), None);
        assert!(whole("0.00").unwrap().is_tiny() && whole("-1").unwrap().is_tiny() && !whole("10").unwrap().is_tiny());
    }
}
