//! Days and moments as a review writes them; the time itself is passed in.

use std::fmt;

use crate::contract::is_day;

/// A day, `YYYY-MM-DD`; days are in order as their texts are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(Box<str>);

impl Day {
    /// Reads a day that exists, as `2026-12-31`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        is_day(text).then(|| Self(text.into()))
    }

    /// The day as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A second of UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(u64);

impl Moment {
    /// So many seconds after the beginning of 1970; the edge of the program reads the clock.
    #[must_use]
    pub const fn of_unix(seconds: u64) -> Self {
        Self(seconds)
    }

    /// So many days later.
    #[must_use]
    pub const fn later(self, days: u64) -> Self {
        Self(self.0.saturating_add(days.saturating_mul(86_400)))
    }

    /// Its day in UTC.
    #[must_use]
    pub fn day(self) -> Day {
        let (year, month, day) = civil(self.0 / 86_400);
        Day(format!("{year:04}-{month:02}-{day:02}").into())
    }
}

/// RFC 3339 in UTC: `2026-11-30T03:19:56Z`.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let second = self.0 % 86_400;
        write!(f, "{}T{:02}:{:02}:{:02}Z", self.day(), second / 3600, second / 60 % 60, second % 60)
    }
}

/// Year, month and day, so many days after 1 January 1970: counted in spans of 400, 100, 4 and 1 years that begin on
/// 1 March, so that the leap day comes last.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (age, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, turn) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (age * 400 + year + turn, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From `date -u -d @N +%FT%TZ`.
    #[test]
    fn moments_are_written_as_the_calendar_has_them() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_796_008_796, "2026-11-30T03:19:56Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (1_798_761_599, "2026-12-31T23:59:59Z"),
        ] {
            assert_eq!(Moment::of_unix(seconds).to_string(), text);
        }
        assert_eq!(Moment::of_unix(1_798_761_599).day(), Day::parse("2026-12-31").unwrap());
        assert_eq!(Day::parse("2026-02-29"), None);
        assert!(Day::parse("2026-02-28") < Day::parse("2026-10-01"));
    }
}
