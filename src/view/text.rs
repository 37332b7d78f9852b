//! Fitting text into cells: width as the terminal counts it, cut between graphemes, wrapped at words.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// How many columns a text takes.
pub(super) fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// The text in at most so many columns; `more` stands at the end if something was cut.
pub(super) fn fit(text: &str, columns: usize, more: &str) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let room = columns.saturating_sub(width(more));
    let mut taken = String::new();
    let mut used = 0;
    for grapheme in text.graphemes(true) {
        let wide = width(grapheme);
        if used + wide > room {
            break;
        }
        used += wide;
        taken.push_str(grapheme);
    }
    if columns >= width(more) {
        taken.push_str(more);
    }
    taken
}

/// The text in exactly so many columns, filled with spaces.
pub(super) fn pad(text: &str, columns: usize, more: &str) -> String {
    let mut text = fit(text, columns, more);
    text.extend(std::iter::repeat_n(' ', columns.saturating_sub(width(&text))));
    text
}

/// The same, at the right.
pub(super) fn pad_left(text: &str, columns: usize, more: &str) -> String {
    let text = fit(text, columns, more);
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(&text))))
}

/// The text in lines of at most so many columns, broken at spaces where possible.
pub(super) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    for word in text.split_word_bounds() {
        let wide = width(word);
        if used + wide > columns && !line.is_empty() {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
            used = 0;
            if word.trim().is_empty() {
                continue;
            }
        }
        if wide <= columns {
            line.push_str(word);
            used += wide;
            continue;
        }
        for grapheme in word.graphemes(true) {
            // A cluster wider than the line can stand nowhere on it.
            let grapheme = if width(grapheme) > columns { "\u{fffd}" } else { grapheme };
            let wide = width(grapheme);
            if used + wide > columns && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push_str(grapheme);
            used += wide;
        }
    }
    let line = line.trim_end();
    if !line.is_empty() || lines.is_empty() {
        lines.push(line.to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn wide_and_combining_characters_are_counted_as_the_terminal_does() {
        assert_eq!(fit("日本語", 5, "…"), "日本…");
        assert_eq!(fit("日本語", 4, "…"), "日…");
        assert_eq!(pad("日", 4, "…"), "日  ");
        assert_eq!(fit("e\u{301}e\u{301}e\u{301}", 2, "…"), "e\u{301}…");
        assert_eq!(pad_left("7", 3, "…"), "  7");
        assert_eq!(wrap("\u{fe68}\u{11f3e}", 2), ["\u{fffd}"], "one cluster of three columns");
        assert_eq!(wrap("the rule is broken here", 9), ["the rule", "is broken", "here"]);
    }

    proptest! {
        #[test]
        fn nothing_is_wider_than_its_cell(text in "\\PC{0,40}", columns in 0usize..30) {
            prop_assert!(width(&fit(&text, columns, "…")) <= columns);
            prop_assert_eq!(width(&pad(&text, columns, "…")), columns);
            for line in wrap(&text, columns.max(2)) {
                prop_assert!(width(&line) <= columns.max(2));
            }
        }
    }
}
