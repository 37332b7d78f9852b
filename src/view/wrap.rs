//! Breaking lines of pieces at the edge: between words, whatever pieces a word is made of.

use unicode_segmentation::UnicodeSegmentation;

use super::canvas::Piece;
use super::text::width;
use crate::theme::Role;

/// With less room than this left in a row, a word that fits into no row begins in the next one.
const ROOM_TO_BEGIN: usize = 12;

/// Breaks a line of safe pieces into rows of at most so many columns. Each row after the first is indented like the
/// first; a piece's look goes on in the next row; the gap at a break is left out, and no other.
pub(super) fn wrap(line: Vec<Piece>, columns: usize) -> Vec<Vec<Piece>> {
    let columns = columns.max(1);
    if line.iter().map(|(_, piece)| width(piece)).sum::<usize>() <= columns {
        return vec![line];
    }
    let mut rows = Rows::new(columns);
    let mut word: Vec<(Role, &str)> = Vec::new();
    for (role, piece) in &line {
        for part in piece.split_inclusive(' ') {
            let ink = part.strip_suffix(' ').unwrap_or(part);
            if !ink.is_empty() {
                word.push((*role, ink));
            }
            if ink.len() < part.len() {
                rows.word(&std::mem::take(&mut word));
                rows.space(*role);
            }
        }
    }
    rows.word(&word);
    rows.done.push(rows.row);
    rows.done
}

/// Rows being filled.
struct Rows {
    columns: usize,
    done: Vec<Vec<Piece>>,
    row: Vec<Piece>,
    used: usize,
    /// Spaces that stand only if a word follows in the same row.
    gap: Vec<Piece>,
    /// Spaces before the first word; nothing until there was one.
    indent: Option<usize>,
}

impl Rows {
    fn new(columns: usize) -> Self {
        Self { columns, done: Vec::new(), row: Vec::new(), used: 0, gap: Vec::new(), indent: None }
    }

    fn space(&mut self, role: Role) {
        push(&mut self.gap, role, " ");
    }

    fn word(&mut self, word: &[(Role, &str)]) {
        if word.is_empty() {
            return;
        }
        let gap = self.gap.iter().map(|(_, piece)| piece.len()).sum::<usize>();
        // Half a row at least is left for the words, and room for one of two columns.
        let indent = *self.indent.get_or_insert(gap.min(self.columns / 2).min(self.columns.saturating_sub(2)));
        let wide: usize = word.iter().map(|(_, part)| width(part)).sum();
        let whole = self.used + gap + wide <= self.columns;
        let never = indent + wide > self.columns;
        if whole || (never && self.used + gap + ROOM_TO_BEGIN <= self.columns) || self.is_new() {
            let (room, at) = (self.columns.saturating_sub(self.used), self.row.len());
            for (role, piece) in std::mem::take(&mut self.gap) {
                let piece: String = piece.chars().take(if at == 0 { indent.min(room) } else { room }).collect();
                self.used += piece.len();
                push(&mut self.row, role, &piece);
            }
        } else {
            self.next_row(word.first().map_or(Role::Text, |(role, _)| *role));
        }
        for (role, part) in word {
            if whole || !never { self.put(*role, part) } else { self.torn(*role, part) }
        }
    }

    fn is_new(&self) -> bool {
        self.row.is_empty() && self.done.is_empty()
    }

    fn next_row(&mut self, role: Role) {
        self.done.push(std::mem::take(&mut self.row));
        self.gap.clear();
        self.used = self.indent.unwrap_or(0);
        if self.used > 0 {
            self.row.push((role, " ".repeat(self.used)));
        }
    }

    fn put(&mut self, role: Role, part: &str) {
        self.used += width(part);
        push(&mut self.row, role, part);
    }

    /// A word that fits into no row, broken inside: where a reader would, if possible.
    fn torn(&mut self, role: Role, part: &str) {
        let full = self.columns - self.indent.unwrap_or(0);
        for syllable in part.split_word_bounds() {
            if self.used + width(syllable) <= self.columns {
                self.put(role, syllable);
            } else if width(syllable) <= full {
                self.next_row(role);
                self.put(role, syllable);
            } else {
                for cluster in syllable.graphemes(true) {
                    // A cluster wider than the row can stand nowhere in it.
                    let cluster = if width(cluster) > full { "\u{fffd}" } else { cluster };
                    if self.used + width(cluster) > self.columns {
                        self.next_row(role);
                    }
                    self.put(role, cluster);
                }
            }
        }
    }
}

fn push(row: &mut Vec<Piece>, role: Role, part: &str) {
    match row.last_mut() {
        Some((last, text)) if *last == role && !do_join(text, part) => text.push_str(part),
        _ => row.push((role, part.to_owned())),
    }
}

/// Whether the ends of two texts would become one cluster, which takes other columns than both.
fn do_join(before: &str, after: &str) -> bool {
    let (last, first) = (before.graphemes(true).next_back(), after.graphemes(true).next());
    last.zip(first).is_some_and(|(last, first)| format!("{last}{first}").graphemes(true).nth(1).is_none())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::text::{hostile, steady};
    use super::*;

    fn rows(pieces: &[&str], columns: usize) -> Vec<Vec<String>> {
        let roles = [Role::Text, Role::Value, Role::Value].into_iter().cycle();
        let line = roles.zip(pieces).map(|(role, piece)| (role, (*piece).to_owned())).collect();
        wrap(line, columns).into_iter().map(|row| row.into_iter().map(|(_, piece)| piece).collect()).collect()
    }

    fn lines(pieces: &[&str], columns: usize) -> Vec<String> {
        rows(pieces, columns).into_iter().map(|row| row.concat()).collect()
    }

    #[test]
    fn lines_break_between_words_and_nowhere_else() {
        assert_eq!(lines(&["the rule is broken here"], 9), ["the rule", "is broken", "here"]);
        assert_eq!(lines(&["against fold-0.json: it held"], 14), ["against", "fold-0.json:", "it held"]);
        assert_eq!(lines(&["listed: get_fare_feed", ", get_fare"], 21), ["listed:", "get_fare_feed,", "get_fare"]);
    }

    #[test]
    fn the_gap_between_two_pieces_stays_unless_the_line_breaks_there() {
        assert_eq!(
            lines(&["registries/fold-0.json: ", "△ 1 violation"], 26),
            ["registries/fold-0.json: △", "1 violation"]
        );
        assert_eq!(
            lines(&["registries/fold-0.json:", " △ 1 violation"], 26),
            ["registries/fold-0.json: △", "1 violation"]
        );
        assert_eq!(lines(&["a  b", "  c d"], 7), ["a  b  c", "d"]);
    }

    #[test]
    fn rows_are_indented_like_the_first_and_an_indent_never_takes_all_room() {
        assert_eq!(lines(&["  one two three"], 9), ["  one two", "  three"]);
        assert_eq!(lines(&["          one two"], 6), ["   one", "   two"]);
    }

    #[test]
    fn a_word_longer_than_a_row_is_broken_inside() {
        assert_eq!(lines(&["registries/of/all/folds.json"], 12), ["registries/", "of/all/", "folds.json"]);
        assert_eq!(lines(&["x aaaaaaaaaa"], 4), ["x", "aaaa", "aaaa", "aa"]);
        assert_eq!(lines(&["\u{fe68}\u{11f3e}"], 2), ["\u{fffd}"], "one cluster of three columns");
        assert_eq!(lines(&["日本語"], 4), ["日本", "語"]);
    }

    proptest! {
        #[test]
        fn nothing_is_lost_torn_or_too_wide(texts in prop::collection::vec(hostile(), 1..4), columns in 2usize..30) {
            let safe: Vec<String> =
                texts.iter().map(|text| steady(&crate::safe::visible(text)).into_owned()).collect();
            let safe: Vec<&str> = safe.iter().map(String::as_str).collect();
            let wrapped = rows(&safe, columns);
            let ink = |text: &str| text.chars().filter(|c| *c != ' ').collect::<String>();
            prop_assert_eq!(ink(&wrapped.concat().concat()), ink(&safe.concat()));
            for row in wrapped {
                // Pieces are drawn one by one: what could join stands in two of them.
                let wide: usize = row.iter().map(|piece| width(piece)).sum();
                prop_assert!(wide <= columns, "{row:?} in {columns}");
            }
        }
    }
}
