//! What speaks for a rule: its samples and its folds.

use super::{counted, listed};

/// `9 clean samples, 1 more than the 8 needed`.
#[must_use]
pub fn margin(support: u64, least: u64) -> String {
    let than = match support.checked_sub(least) {
        None => format!("fewer than the {least} needed"),
        Some(0) => format!("just the {least} needed"),
        Some(more) => format!("{more} more than the {least} needed"),
    };
    format!("{}, {than}", counted(support, "clean sample"))
}

/// `stands in 4 of 5 folds: not in fold-2`; `missing` are the names of those that have no such rule, `other` of those
/// in which it expects something else.
#[must_use]
pub fn folds(all: usize, missing: &[&str], other: &[&str]) -> String {
    let named = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| name.trim_end_matches(".json").to_owned()).collect();
        listed(&names)
    };
    let stands = format!("stands in {} of {}", all.saturating_sub(missing.len()), counted(all, "fold"));
    match (missing, other) {
        ([], []) => stands,
        (_, []) => format!("{stands}: not in {}", named(missing)),
        ([], _) => format!("{stands}: in {} it expects something else", named(other)),
        _ => format!("{stands}: not in {}; in {} it expects something else", named(missing), named(other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_is_what_is_beyond_the_threshold() {
        assert_eq!(margin(9, 8), "9 clean samples, 1 more than the 8 needed");
        assert_eq!(margin(8, 8), "8 clean samples, just the 8 needed");
        assert_eq!(margin(1, 8), "1 clean sample, fewer than the 8 needed");
    }

    #[test]
    fn the_folds_that_say_otherwise_are_named() {
        assert_eq!(folds(5, &[], &[]), "stands in 5 of 5 folds");
        assert_eq!(folds(5, &["fold-2.json"], &[]), "stands in 4 of 5 folds: not in fold-2");
        assert_eq!(
            folds(3, &[], &["fold-0", "fold-1"]),
            "stands in 3 of 3 folds: in fold-0 and fold-1 it expects something else"
        );
    }
}
