//! Days and moments of the made-up world, counted from its first day.

use std::fmt::Write;

/// The lengths of the months of the two years that the world lives through.
const MONTHS: [(i32, i32, i32); 24] = [
    (2026, 1, 31),
    (2026, 2, 28),
    (2026, 3, 31),
    (2026, 4, 30),
    (2026, 5, 31),
    (2026, 6, 30),
    (2026, 7, 31),
    (2026, 8, 31),
    (2026, 9, 30),
    (2026, 10, 31),
    (2026, 11, 30),
    (2026, 12, 31),
    (2027, 1, 31),
    (2027, 2, 28),
    (2027, 3, 31),
    (2027, 4, 30),
    (2027, 5, 31),
    (2027, 6, 30),
    (2027, 7, 31),
    (2027, 8, 31),
    (2027, 9, 30),
    (2027, 10, 31),
    (2027, 11, 30),
    (2027, 12, 31),
];

/// How many days there are before the calendar begins again.
pub(super) const DAYS: i32 = 730;

/// The day so many days after 1 January 2026, as `YYYY-MM-DD`.
pub(super) fn day(number: i32) -> String {
    let mut rest = number.rem_euclid(DAYS);
    for (year, month, length) in MONTHS {
        if rest < length {
            return format!("{year}-{month:02}-{:02}", rest + 1);
        }
        rest -= length;
    }
    String::new()
}

/// A moment of a day, in seconds from midnight, as RFC 3339 in UTC; seconds beyond a day run into the next.
pub(super) fn moment(number: i32, seconds: i32) -> String {
    let mut text = day(number + seconds.div_euclid(86_400));
    let second = seconds.rem_euclid(86_400);
    // Writing into a String cannot fail.
    write!(text, "T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60).ok();
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_moments_run_over_the_ends_of_months_and_years() {
        assert_eq!(
            (day(0), day(58), day(59), day(365)),
            ("2026-01-01".into(), "2026-02-28".into(), "2026-03-01".into(), "2027-01-01".into())
        );
        assert_eq!(moment(364, 86_400 + 3661), "2027-01-01T01:01:01Z");
        assert_eq!(day(DAYS - 1), "2027-12-31");
    }
}
