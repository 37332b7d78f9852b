//! Dates as SPEC 3 knows them, read strictly.

/// What a date text says of time; only dates of one kind are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DateKind {
    /// `YYYY-MM-DD`
    Date,
    /// With a time of day.
    Local,
    /// With a time of day and an offset.
    Zoned,
}

/// A date, local date-time or zoned date-time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Date {
    pub(super) kind: DateKind,
    /// Microseconds since 1970-01-01T00:00:00, in UTC if zoned; years 1 to 9999 fit.
    pub(super) micros: i64,
}

impl Date {
    /// Reads `YYYY-MM-DD[(T| )hh:mm[:ss[.fraction]][Z|±hh[:]mm]]` in ASCII; nothing if the text is
    /// anything else or names a day that does not exist.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut rest = Cursor(text.as_bytes());
        let days = rest.day()?;
        let mut seconds = days * 86_400;
        if rest.0.is_empty() {
            return Some(Self { kind: DateKind::Date, micros: seconds * 1_000_000 });
        }
        if !rest.take(b'T') && !rest.take(b' ') {
            return None;
        }
        seconds += rest.clock()? * 60;
        let mut micros = 0;
        if rest.take(b':') {
            seconds += rest.two_digits(59)?;
            if rest.take(b'.') {
                micros = rest.fraction()?;
            }
        }
        let kind = if rest.0.is_empty() { DateKind::Local } else { DateKind::Zoned };
        if kind == DateKind::Zoned && !rest.take(b'Z') {
            let sign = if rest.take(b'+') { 1 } else { -1 };
            if sign < 0 && !rest.take(b'-') {
                return None;
            }
            seconds -= sign * rest.offset()? * 60;
        }
        rest.0.is_empty().then_some(Self { kind, micros: seconds * 1_000_000 + micros })
    }
}

struct Cursor<'a>(&'a [u8]);

impl Cursor<'_> {
    fn take(&mut self, byte: u8) -> bool {
        let Some((first, rest)) = self.0.split_first() else { return false };
        let found = *first == byte;
        if found {
            self.0 = rest;
        }
        found
    }

    fn digit(&mut self) -> Option<i64> {
        let (first, rest) = self.0.split_first()?;
        let digit = first.is_ascii_digit().then(|| i64::from(first - b'0'))?;
        self.0 = rest;
        Some(digit)
    }

    fn two_digits(&mut self, most: i64) -> Option<i64> {
        let number = self.digit()? * 10 + self.digit()?;
        (number <= most).then_some(number)
    }

    /// `YYYY-MM-DD`, in days since 1970-01-01.
    fn day(&mut self) -> Option<i64> {
        let year = self.two_digits(99)? * 100 + self.two_digits(99)?;
        let month = self.take(b'-').then(|| self.two_digits(12))??;
        let day = self.take(b'-').then(|| self.two_digits(31))??;
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let length = match month {
            2 => 28 + i64::from(leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        (year >= 1 && month >= 1 && (1..=length).contains(&day)).then(|| days_since_1970(year, month, day))
    }

    /// `hh:mm`, in minutes.
    fn clock(&mut self) -> Option<i64> {
        let hours = self.two_digits(23)?;
        let minutes = self.take(b':').then(|| self.two_digits(59))??;
        Some(hours * 60 + minutes)
    }

    /// `hh[:]mm`, in minutes.
    fn offset(&mut self) -> Option<i64> {
        let hours = self.two_digits(23)?;
        self.take(b':');
        Some(hours * 60 + self.two_digits(59)?)
    }

    /// One digit or more, cut to microseconds.
    fn fraction(&mut self) -> Option<i64> {
        let mut micros = self.digit()? * 100_000;
        let mut unit = 10_000;
        while let Some(digit) = self.digit() {
            micros += digit * unit;
            unit /= 10;
        }
        Some(micros)
    }
}

/// Days in the proleptic Gregorian calendar, counted in years that begin on 1 March, so that the leap
/// day comes last.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let before_year = year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    before_year + (month * 153 + 2) / 5 + day - 719_469
}

/// Whether a text is a day as SPEC 3 writes one, `YYYY-MM-DD`, that exists.
#[must_use]
pub fn is_day(text: &str) -> bool {
    Date::parse(text).is_some_and(|date| date.kind == DateKind::Date)
}

/// How far the second date is after the first, in microseconds; nothing unless both are dates of one kind.
#[must_use]
pub fn micros_between(first: &str, second: &str) -> Option<i64> {
    let (first, second) = (Date::parse(first)?, Date::parse(second)?);
    (first.kind == second.kind).then(|| second.micros - first.micros)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn micros(text: &str) -> Option<i64> {
        Date::parse(text).map(|date| date.micros)
    }

    #[test]
    fn days_and_times_are_counted_exactly() {
        assert_eq!(micros("1970-01-01"), Some(0));
        assert_eq!(micros("2000-03-01"), Some(951_868_800_000_000));
        assert_eq!(micros("1969-12-31T23:59:59.9999999"), Some(-1), "the fraction is cut, not rounded");
        assert_eq!(micros("2026-11-30 04:52:25.5"), Some(1_796_014_345_500_000));
        assert_eq!(micros("0001-01-01"), Some(-62_135_596_800_000_000));
        assert_eq!(micros("0001-01-01T00:00+23:59"), Some(-62_135_596_800_000_000 - 86_340_000_000));
        assert_eq!(micros("9999-12-31"), Some(253_402_214_400_000_000));
        assert_eq!(micros("2024-05-01T12:00+0200"), micros("2024-05-01T10:00:00Z"));
        assert_eq!(micros("2024-05-01T12:00-02:30"), micros("2024-05-01 14:30Z"));
    }

    #[test]
    fn the_three_kinds_are_told_apart() {
        let kind = |text: &str| Date::parse(text).map(|date| date.kind);
        assert_eq!(kind("2024-02-29"), Some(DateKind::Date));
        assert_eq!(kind("2024-02-29 10:00"), Some(DateKind::Local));
        assert_eq!(kind("2024-02-29T10:00Z"), Some(DateKind::Zoned));
    }

    #[test]
    fn anything_else_is_no_date() {
        for text in [
            "",
            "2024",
            "2024-2-01",
            "2023-02-29",
            "1900-02-29",
            "2024-13-01",
            "2024-00-10",
            "2024-01-00",
            "2024-04-31",
            "0000-01-01",
            "10000-01-01",
            "2024-01-01T",
            "2024-01-01Z",
            "2024-01-01+00:00",
            "2024-01-01T1:00",
            "2024-01-01T24:00",
            "2024-01-01T10",
            "2024-01-01T10:60",
            "2024-01-01T10:00:60",
            "2024-01-01T10:00:00.",
            "2024-01-01T10:00:00,5",
            "2024-01-01t10:00",
            "2024-01-01T10:00z",
            "2024-01-01  10:00",
            "2024-01-01T10:00+24:00",
            "2024-01-01T10:00+00:60",
            "2024-01-01T10:00+00",
            "2024-01-01T10:00 Z",
            " 2024-01-01",
            "2024-01-01\n",
            "2024-01-01T10:00.5",
            "٢٠٢٤-01-01",
            "2024/01/01",
            "2024-01-01T10:00+1:00",
        ] {
            assert_eq!(Date::parse(text), None, "{text:?}");
        }
    }
}
