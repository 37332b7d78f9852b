//! The answer to the question how long a rule is not to be enforced, and why.

use crate::review::{Day, Moment, Verdict};

/// `2026-12-31 because the field moves`.
pub(super) fn read(typed: &str, now: Moment) -> Result<(Verdict, String), String> {
    let typed = behind_first_day(typed).unwrap_or(typed);
    let (day, reason) = parts(typed);
    let until = Day::parse(day).ok_or("begin with a day, as in 2026-12-31, then say why")?;
    let verdict = Verdict::Waived { until };
    verdict.is_fit_on(&now.day()).map_err(|refusal| refusal.to_string())?;
    if reason.is_empty() {
        return Err("say why, behind the day: the manifest of a frozen registry names the reason".to_owned());
    }
    Ok((verdict, reason.to_owned()))
}

/// What is meant by the answer so far, in words.
pub(super) fn said(typed: &str) -> String {
    let (day, reason) = parts(behind_first_day(typed).unwrap_or(typed));
    match (Day::parse(day), reason) {
        (None, _) => "begin with the last day on which it is left out, as in 2026-12-31, then say why".to_owned(),
        (Some(day), "") => format!("left out until {day} is over; now say why (another day may be typed in its place)"),
        (Some(day), reason) => format!("left out until {day} is over, because: {reason}; enter takes it, esc leaves"),
    }
}

/// What stands behind a first day, if that begins with a day again: a second one was typed to be the day, and is no
/// reason.
pub(super) fn behind_first_day(typed: &str) -> Option<&str> {
    let (first, rest) = parts(typed);
    let is_day = |text: &str| Day::parse(text).is_some();
    // A blank behind it that was typed stays.
    let from = typed.len() - typed.trim_start().strip_prefix(first)?.trim_start().len();
    (is_day(first) && is_day(parts(rest).0)).then(|| typed.get(from..)).flatten()
}

fn parts(typed: &str) -> (&str, &str) {
    let (day, reason) = typed.trim().split_once(char::is_whitespace).unwrap_or((typed.trim(), ""));
    (day, reason.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1 January 2026.
    const NOW: u64 = 1_767_225_600;

    #[test]
    fn of_two_days_the_second_one_counts_and_a_day_is_no_reason() {
        let read = |typed| read(typed, Moment::of_unix(NOW));
        let until = |day| Verdict::Waived { until: Day::parse(day).expect("a day") };
        assert_eq!(read("2026-04-01 it moves"), Ok((until("2026-04-01"), "it moves".to_owned())));
        assert_eq!(read("2026-04-01 2026-05-06 it moves"), Ok((until("2026-05-06"), "it moves".to_owned())));
        for typed in ["2026-04-01", "2026-04-01 2026-05-06", " 2026-04-01  2026-05-06 "] {
            assert!(read(typed).is_err_and(|why| why.contains("say why")), "{typed}");
        }
        assert_eq!(behind_first_day("2026-04-01 2026-05-06 "), Some("2026-05-06 "));
        assert_eq!(behind_first_day("2026-04-01 2026-05-0"), None);
        assert!(
            said("2026-04-01 2026-05-06 it moves").starts_with("left out until 2026-05-06 is over, because: it moves")
        );
    }
}
