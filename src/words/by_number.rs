//! Texts in the order in which a person counts.

use std::cmp::Ordering;

/// The order of two texts in which `v10` comes after `v9`: runs of ASCII digits compare as the numbers they spell.
#[must_use]
pub fn by_number(one: &str, other: &str) -> Ordering {
    let parts = runs(one).map(Run::of).cmp(runs(other).map(Run::of));
    // `v01` and `v1` are the same number.
    parts.then_with(|| one.cmp(other))
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Run<'a> {
    /// How many digits it has without leading zeros, then these.
    Number(usize, &'a str),
    Text(&'a str),
}

impl<'a> Run<'a> {
    fn of(run: &'a str) -> Self {
        if !run.starts_with(|first: char| first.is_ascii_digit()) {
            return Self::Text(run);
        }
        let digits = run.trim_start_matches('0');
        Self::Number(digits.len(), digits)
    }
}

/// A text cut wherever digits begin or end.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let is_number = rest.chars().next()?.is_ascii_digit();
        let end = rest.find(|next: char| next.is_ascii_digit() != is_number).unwrap_or(rest.len());
        let (run, behind) = rest.split_at(end);
        rest = behind;
        Some(run)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_count() {
        let sorted = [
            "tools-2.json",
            "tools-9.json",
            "tools-10.json",
            "tools-10a.json",
            "tools-99999999999999999999998.json",
            "tools-99999999999999999999999.json",
            "tools.json",
        ];
        let mut names = sorted.to_vec();
        names.reverse();
        names.sort_by(|one, other| by_number(one, other));
        assert_eq!(names, sorted);
        assert_eq!(by_number("a01", "a1"), Ordering::Less);
        assert_eq!(by_number("a01b2", "a1b1"), Ordering::Greater);
        assert_eq!(by_number("", "1"), Ordering::Less);
        assert_eq!(by_number("2026-11-30", "2026-12-01"), Ordering::Less);
    }
}
