//! A text to look for: words and `"several words"`, small letters for any case.

use std::ops::Range;

/// What is looked for: every one of some words or phrases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sought {
    terms: Vec<String>,
    /// A capital among them asks for exactly these letters.
    is_exact: bool,
    /// Only where no letter or digit stands right before or behind.
    is_whole: bool,
}

impl Sought {
    /// Reads what was typed: words with spaces between, several words in quotes. A quote that is still open
    /// reaches to the end.
    #[must_use]
    pub fn new(typed: &str) -> Self {
        let is_exact = typed.chars().any(char::is_uppercase);
        let (mut terms, mut term, mut in_quotes) = (Vec::new(), String::new(), false);
        for c in typed.chars() {
            match c {
                '"' => {
                    in_quotes = !in_quotes;
                    terms.push(std::mem::take(&mut term));
                }
                c if c.is_whitespace() && !in_quotes => terms.push(std::mem::take(&mut term)),
                c if is_exact => term.push(c),
                c => term.extend(small(c)),
            }
        }
        terms.push(term);
        terms.retain(|term| !term.is_empty());
        Self { terms, is_exact, is_whole: false }
    }

    /// A text as one phrase, whatever stands in it, in exactly these letters.
    #[must_use]
    pub fn phrase(text: &str) -> Self {
        let terms = Some(text.to_owned()).filter(|text| !text.is_empty()).into_iter().collect();
        Self { terms, is_exact: true, is_whole: false }
    }

    /// A value as one phrase that is not a part of a longer word or number: `79` does not stand in `179`.
    #[must_use]
    pub fn value(text: &str) -> Self {
        Self { is_whole: true, ..Self::phrase(text) }
    }

    /// A lowercase text as one phrase, in any case.
    #[must_use]
    pub fn any_case(text: &str) -> Self {
        Self { is_exact: false, ..Self::phrase(text) }
    }

    /// Whether nothing is looked for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// How many words and phrases are looked for.
    #[must_use]
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether all of it stands in a text; nothing stands in none.
    #[must_use]
    pub fn is_in(&self, text: &str) -> bool {
        !self.is_empty() && self.terms_in(text).all(|is_in| is_in)
    }

    /// Which of the words and phrases stand in a text, in their order.
    pub fn terms_in(&self, text: &str) -> impl Iterator<Item = bool> {
        let text = self.read(text);
        self.terms.iter().map(move |term| {
            if self.is_whole {
                text.match_indices(term.as_str()).any(|(at, _)| {
                    let (before, behind) = (text.get(..at), text.get(at + term.len()..));
                    is_end(before.and_then(|text| text.chars().next_back()))
                        && is_end(behind.and_then(|text| text.chars().next()))
                })
            } else {
                text.contains(term.as_str())
            }
        })
    }

    /// Where any of it stands in a text, as ranges of characters in order; those that touch are one.
    #[must_use]
    pub fn places(&self, text: &str) -> Vec<Range<usize>> {
        let letters: Vec<char> =
            if self.is_exact { text.chars().collect() } else { text.chars().flat_map(small).collect() };
        let mut found = Vec::new();
        for term in &self.terms {
            let term: Vec<char> = term.chars().collect();
            let starts = letters.windows(term.len()).enumerate().filter(|(_, window)| *window == term);
            let places = starts.map(|(at, _)| at..at + term.len());
            found.extend(places.filter(|place| {
                let before = place.start.checked_sub(1).and_then(|at| letters.get(at));
                !self.is_whole || (is_end(before.copied()) && is_end(letters.get(place.end).copied()))
            }));
        }
        joined(found)
    }

    fn read<'a>(&self, text: &'a str) -> std::borrow::Cow<'a, str> {
        if self.is_exact { text.into() } else { text.chars().flat_map(small).collect::<String>().into() }
    }
}

/// Whether a word or number ends at this neighbour.
fn is_end(neighbour: Option<char>) -> bool {
    neighbour.is_none_or(|c| !c.is_alphanumeric())
}

/// The small form of a letter; of one whose small form is several letters only the first, so that places in the
/// text that is read are places in the text that is shown.
fn small(c: char) -> std::iter::Take<std::char::ToLowercase> {
    c.to_lowercase().take(1)
}

/// Ranges in order, those that touch made one.
#[must_use]
pub fn joined(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| range.start);
    let mut joined: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(typed: &str, text: &str) -> Vec<(usize, usize)> {
        Sought::new(typed).places(text).into_iter().map(|range| (range.start, range.end)).collect()
    }

    #[test]
    fn small_letters_mean_any_case_and_capitals_themselves() {
        assert!(Sought::new("paris").is_in("in PARIS"));
        assert!(Sought::new("Paris").is_in("Paris"));
        assert!(!Sought::new("Paris").is_in("paris"));
        assert!(!Sought::new("").is_in("anything"));
        assert!(!Sought::new(" \"\" ").is_in("anything"));
    }

    #[test]
    fn all_words_must_stand_there_and_phrases_as_a_whole() {
        assert!(Sought::new("refund order").is_in("order 7: refund"));
        assert!(!Sought::new("\"refund order\"").is_in("order 7: refund"));
        assert!(Sought::new("\"refund order\" 7").is_in("7: Refund Order"));
        assert!(Sought::new("\"still op").is_in("it is still open"));
        assert!(Sought::phrase("a \"b\"").is_in("x a \"b\" y"));
    }

    #[test]
    fn a_value_is_no_part_of_a_longer_one() {
        assert!(Sought::value("79").is_in("it was 79, now"));
        assert!(Sought::value("79").is_in("179 and 79"));
        assert!(!Sought::value("79").is_in("179 796"));
        let places = Sought::value("79").places("179 79");
        assert_eq!(places.iter().map(|place| (place.start, place.end)).collect::<Vec<_>>(), [(4, 6)]);
        assert!(Sought::value("ACME").is_in("(ACME)") && !Sought::value("ACME").is_in("acme"));
    }

    #[test]
    fn places_count_characters() {
        assert_eq!(places("é b", "日é b"), [(1, 2), (3, 4)]);
        assert_eq!(places("aa", "aaab"), [(0, 3)]);
        assert_eq!(places("i", "İi"), [(0, 2)], "a letter whose small form is two");
        assert_eq!(places("x", "abc"), []);
    }
}
