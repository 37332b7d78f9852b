//! Fuzzy matching: the only user of the crate that does it.

use fuzzy_matcher::FuzzyMatcher;
use fuzzy_matcher::skim::SkimMatcherV2;

/// How well a text matches what was typed, higher is better; nothing if it does not. Small letters match
/// both, a capital only itself.
pub fn score(text: &str, typed: &str) -> Option<i64> {
    matcher().fuzzy_match(text, typed)
}

/// The characters of the text that matched, as places among its characters.
pub fn matched(text: &str, typed: &str) -> Vec<usize> {
    if typed.is_empty() {
        return Vec::new();
    }
    matcher().fuzzy_indices(text, typed).map(|(_, places)| places).unwrap_or_default()
}

/// The characters that matched, as ranges.
pub fn ranges(text: &str, typed: &str) -> Vec<std::ops::Range<usize>> {
    super::text::joined(matched(text, typed).into_iter().map(|at| at..at + 1).collect())
}

fn matcher() -> SkimMatcherV2 {
    SkimMatcherV2::default().smart_case()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_match_in_order_and_capitals_only_themselves() {
        assert!(score("get_stock_alpha", "gsa").is_some());
        assert!(score("get_stock_alpha", "asg").is_none());
        assert!(score("Paris", "paris").is_some());
        assert!(score("paris", "Paris").is_none());
        assert_eq!(matched("abc", "ac"), [0, 2]);
        assert!(matched("abc", "").is_empty());
        assert_eq!(ranges("abcd", "abd"), [0..2, 3..4]);
    }
}
