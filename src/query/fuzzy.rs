//! Fuzzy matching: the only user of the crate that does it.

use fuzzy_matcher::FuzzyMatcher;
use fuzzy_matcher::skim::SkimMatcherV2;

/// What was typed, ready to be looked for in many texts: each word of it has to match.
pub struct Fuzzy {
    matcher: SkimMatcherV2,
    words: Vec<String>,
}

impl Fuzzy {
    /// Takes what was typed.
    pub fn new(typed: &str) -> Self {
        Self { matcher: matcher(), words: typed.split_whitespace().map(str::to_owned).collect() }
    }

    /// Whether nothing was typed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether each word stands in the text as it is.
    #[must_use]
    pub fn stands_in(&self, text: &str) -> bool {
        self.words.iter().all(|word| rough(text.as_bytes(), word).is_some_and(|rough| rough < SPREAD))
    }

    /// Where among the others a text stands, lower is better: by the quick look, then by the close one; nothing if a
    /// word does not match.
    pub fn rank(&self, text: &str) -> Option<(usize, std::cmp::Reverse<i64>)> {
        Some((self.rough(text)?, std::cmp::Reverse(self.score(text)?)))
    }

    /// How well a text matches, higher is better; nothing if a word does not match.
    pub fn score(&self, text: &str) -> Option<i64> {
        // Most texts do not match, and that is quick to see.
        self.rough(text)?;
        self.words.iter().map(|word| self.matcher.fuzzy_match(text, word)).sum()
    }

    /// A quick look, lower is better: whether each word begins the text, begins a part of it, stands inside, or is
    /// spread over it; nothing if one does not match.
    pub fn rough(&self, text: &str) -> Option<usize> {
        self.words.iter().map(|word| rough(text.as_bytes(), word)).sum()
    }

    /// The characters of the text that match, as ranges.
    pub fn ranges(&self, text: &str) -> Vec<std::ops::Range<usize>> {
        let places = self.words.iter().filter_map(|word| self.matcher.fuzzy_indices(text, word));
        let mut places: Vec<usize> = places.flat_map(|(_, places)| places).collect();
        places.sort_unstable();
        super::text::joined(places.into_iter().map(|at| at..at + 1).collect())
    }
}

/// The rank of a word whose letters are spread over the text.
const SPREAD: usize = 3;

fn rough(text: &[u8], word: &str) -> Option<usize> {
    let is_exact = word.chars().any(char::is_uppercase);
    let same = |a: &u8, b: &u8| a == b || (!is_exact && a.eq_ignore_ascii_case(b));
    // How other letters compare is left to the matcher.
    let mut rest = text.iter();
    if !word.bytes().filter(u8::is_ascii).all(|letter| rest.any(|it| same(it, &letter))) {
        return None;
    }
    let stands = |window: &[u8]| window.iter().zip(word.as_bytes()).all(|(a, b)| same(a, b));
    Some(match text.windows(word.len().max(1)).position(stands) {
        Some(0) => 0,
        Some(at) if text.get(at - 1).is_some_and(|before| !before.is_ascii_alphanumeric()) => 1,
        Some(_) => 2,
        None => SPREAD,
    })
}

fn matcher() -> SkimMatcherV2 {
    SkimMatcherV2::default().smart_case()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_has_to_match_in_any_order() {
        let fuzzy = Fuzzy::new("alpha  get");
        assert!(fuzzy.score("get_stock_alpha").is_some());
        assert!(fuzzy.score("get_stock").is_none());
        assert_eq!(fuzzy.ranges("get alpha"), [0..3, 4..9]);
        assert!(Fuzzy::new("é").score("été").is_some());
        assert!(Fuzzy::new("GET").score("get").is_none());
        let rough = |typed, text| Fuzzy::new(typed).rough(text);
        assert_eq!(
            [rough("get", "Get_a"), rough("a", "get_a"), rough("et", "get_a"), rough("gta", "get_a")],
            [0, 1, 2, 3].map(Some)
        );
        assert_eq!((rough("ge ta", "get_a"), rough("ge x", "get_a"), rough("G", "get")), (Some(3), None, None));
    }

    #[test]
    fn letters_match_in_order_and_capitals_only_themselves() {
        let score = |text, typed| Fuzzy::new(typed).score(text);
        assert!(score("get_stock_alpha", "gsa").is_some());
        assert!(score("get_stock_alpha", "asg").is_none());
        assert!(score("Paris", "paris").is_some());
        assert!(score("paris", "Paris").is_none());
        assert_eq!(Fuzzy::new("abd").ranges("abcd"), [0..2, 3..4]);
        assert!(Fuzzy::new("").ranges("abc").is_empty());
    }
}
