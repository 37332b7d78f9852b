//! Fitting text into cells: width as the terminal counts it, cut between graphemes.

use std::borrow::Cow;
use std::fmt::Write;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// How many columns a text takes.
pub(super) fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// The text in clusters that take one or two columns each, as cells do. What takes none, such as an accent on nothing,
/// would vanish, and what takes three would stand in the next cell: they are shown by their numbers.
pub(super) fn steady(text: &str) -> Cow<'_, str> {
    let is_steady = |cluster: &str| (1..=2).contains(&width(cluster));
    if text.is_ascii() || text.graphemes(true).all(is_steady) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for cluster in text.graphemes(true) {
        if is_steady(cluster) {
            out.push_str(cluster);
            continue;
        }
        for c in cluster.chars() {
            if c.is_ascii() {
                out.push(c);
            } else {
                // Writing into a String cannot fail.
                write!(out, "\\u{{{:x}}}", u32::from(c)).ok();
            }
        }
    }
    // What stood alone may join the number written before it; each round leaves fewer such characters.
    Cow::Owned(steady(&out).into_owned())
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

/// A name in at most so many columns: what is cut is cut out of its middle, since names that begin alike end apart.
pub(super) fn middle(text: &str, columns: usize, more: &str) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let room = columns.saturating_sub(width(more));
    let head = fit(text, room.div_ceil(2), "");
    let mut tail = 0;
    let mut from = text.len();
    for (at, grapheme) in text.grapheme_indices(true).rev() {
        tail += width(grapheme);
        if width(&head) + tail > room {
            break;
        }
        from = at;
    }
    let tail = text.get(from..).unwrap_or_default();
    fit(&format!("{head}{more}{tail}"), columns, "")
}

/// The same, at the right.
pub(super) fn pad_left(text: &str, columns: usize, more: &str) -> String {
    let text = fit(text, columns, more);
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(&text))))
}

#[cfg(test)]
pub(super) use tests::hostile;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_that_begin_alike_are_cut_in_their_middle() {
        assert_eq!(middle("update_reservation_flights", 13, "…"), "update…lights");
        assert_eq!(middle("update_reservation_baggages", 13, "…"), "update…ggages");
        assert_eq!(middle("get_user", 8, "…"), "get_user");
        assert_eq!(middle("名名名名名", 6, "…"), "名…名");
        assert_eq!((middle("abc", 1, "…"), middle("abc", 0, "…")), ("…".into(), String::new()));
    }

    #[test]
    fn wide_and_combining_characters_are_counted_as_the_terminal_does() {
        assert_eq!(fit("日本語", 5, "…"), "日本…");
        assert_eq!(fit("日本語", 4, "…"), "日…");
        assert_eq!(pad("日", 4, "…"), "日  ");
        assert_eq!(fit("e\u{301}e\u{301}e\u{301}", 2, "…"), "e\u{301}…");
        assert_eq!(pad_left("7", 3, "…"), "  7");
    }

    #[test]
    fn what_fits_into_no_cell_is_shown_by_its_number() {
        assert_eq!(steady("e\u{301} \u{65e5}"), "e\u{301} \u{65e5}");
        assert_eq!(steady("\u{301}e"), "\\u{301}e");
        assert_eq!(steady("a\u{fe68}\u{11f3e}"), "a\\u{fe68}\\u{11f3e}");
        let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}";
        assert_eq!(steady(family), family, "one cluster of two columns");
    }

    /// Text as files may hold it: any characters, with those that join, combine, steer and take two columns often.
    pub(in super::super) fn hostile() -> impl Strategy<Value = String> {
        let odd = "[\u{0}-\u{1f}\u{7f}-\u{9f}\u{300}-\u{310}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{fe0f}\u{feff}\u{20dd}\u{1f468}\u{1f3fd}\u{1f1e6}-\u{1f1e8}\u{65e5}\u{1100}\u{1161}\u{11a8}\u{11f3e}\u{fe68} a-c]{0,24}";
        prop_oneof![odd, "\\PC{0,40}", ".{0,40}"]
    }

    proptest! {
        #[test]
        fn what_is_shown_steers_nothing_and_fits_into_cells(text in hostile()) {
            let safe = crate::safe::visible(&text);
            let shown = steady(&safe);
            for c in shown.chars() {
                prop_assert!(!c.is_control(), "{c:?}");
                prop_assert!(!matches!(c, '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}'), "{c:?}");
                prop_assert!(!matches!(c, '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{2028}'..='\u{2029}'), "{c:?}");
            }
            for cluster in shown.graphemes(true) {
                prop_assert!((1..=2).contains(&width(cluster)), "{cluster:?}");
            }
        }

        #[test]
        fn no_cluster_is_torn_and_nothing_is_made_up(text in hostile(), columns in 1usize..30) {
            let text = steady(&crate::safe::visible(&text)).into_owned();
            let whole: Vec<&str> = text.graphemes(true).collect();
            let fitted = fit(&text, columns, "");
            prop_assert!(whole.iter().zip(fitted.graphemes(true)).all(|(a, b)| *a == b), "{fitted:?} of {text:?}");
        }

        #[test]
        fn nothing_is_wider_than_its_cell(text in hostile(), columns in 0usize..30) {
            prop_assert!(width(&fit(&text, columns, "…")) <= columns);
            prop_assert_eq!(width(&pad(&text, columns, "…")), columns);
        }
    }
}
