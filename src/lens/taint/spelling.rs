//! The same words in another spelling: other case, other signs between them.

use std::ops::Range;

/// The words of a value, as they are compared.
#[derive(Clone, Debug)]
pub(super) struct Spelling {
    /// Small letters; a blank where any signs may stand between two words.
    folded: Vec<char>,
}

/// Fewer signs than this say nothing in another case: `DEN` is no `den`.
const LEAST: usize = 4;

/// Whether it stands between two words as well as a blank does.
fn is_between(c: char) -> bool {
    c == '_' || c == '-' || c.is_whitespace()
}

impl Spelling {
    /// Nothing where too little is left, or where the text is a sentence rather than a name.
    pub(super) fn new(text: &str) -> Option<Self> {
        let mut folded: Vec<char> = Vec::new();
        for c in text.trim_matches(is_between).chars() {
            if !is_between(c) {
                folded.extend(c.to_lowercase());
            } else if folded.last() != Some(&' ') {
                folded.push(' ');
            }
        }
        let has_letters = folded.iter().any(|c| c.is_alphanumeric());
        (folded.len() >= LEAST && has_letters).then_some(Self { folded })
    }

    /// Where the words stand in a text, one behind the other.
    pub(super) fn places(&self, text: &str) -> Vec<Range<usize>> {
        let mut places = Vec::new();
        let mut from = 0;
        for (at, c) in text.char_indices() {
            let begins = at >= from && c.to_lowercase().next() == self.folded.first().copied();
            if begins && let Some(len) = text.get(at..).and_then(|rest| self.begins(rest)) {
                from = at + len;
                places.push(at..from);
            }
        }
        places
    }

    /// So many bytes the words take at the start of a text.
    fn begins(&self, text: &str) -> Option<usize> {
        let mut wanted = self.folded.iter().copied().peekable();
        let mut chars = text.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            if wanted.next_if_eq(&' ').is_some() {
                if !is_between(c) {
                    return None;
                }
                while chars.next_if(|(_, c)| is_between(*c)).is_some() {}
            } else {
                for c in c.to_lowercase() {
                    wanted.next_if_eq(&c)?;
                }
            }
            if wanted.peek().is_none() {
                return Some(at + c.len_utf8()).filter(|_| !is_between(c));
            }
        }
        None
    }
}
