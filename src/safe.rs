//! Text of several lines, and JSON, made safe for a terminal.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character could steer a terminal or reorder what it shows: C0, DEL and C1 controls, bidi controls; or
/// could hide in it: characters of no width that join nothing.
fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        // Nothing shows these; two values that differ in one must not look alike.
        || matches!(c, '\u{ad}' | '\u{180e}' | '\u{200b}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2064}')
        || matches!(c, '\u{206a}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// One line of text with every control character visible: `^[` for ESC, `^I` for a tab, `\u{202e}` for others.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\0'..='\u{1f}' => {
                out.push('^');
                out.push(char::from(c as u8 ^ 0x40));
            }
            '\u{7f}' => out.push_str("^?"),
            c if is_control(c) => {
                // Writing into a String cannot fail.
                write!(out, "\\u{{{:x}}}", u32::from(c)).ok();
            }
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Text of several lines: line breaks stay, all other control characters are made visible.
pub fn visible_lines(text: &str) -> String {
    text.split('\n').map(visible).collect::<Vec<_>>().join("\n")
}

/// JSON with its raw control and bidi characters written as `\u` escapes: the same value, and safe to show.
/// Line breaks between values stay.
pub fn escaped_json(text: &str) -> Cow<'_, str> {
    let is_unsafe = |c: char| c != '\n' && is_control(c);
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_unsafe(c) {
            // All control and bidi characters are in the basic plane; writing into a String cannot fail.
            write!(out, "\\u{:04x}", u32::from(c)).ok();
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::json::{Json, read};

    #[test]
    fn controls_are_shown_and_line_breaks_kept() {
        assert_eq!(visible("a\tb\u{1b}[1m\u{7f}\u{9b}\u{202e}é"), "a^Ib^[[1m^?\\u{9b}\\u{202e}é");
        assert_eq!(visible("a\u{200b}b\u{feff}"), "a\\u{200b}b\\u{feff}");
        assert_eq!(visible_lines("a\r\n\u{7}b\n"), "a^M\n^Gb\n");
    }

    #[test]
    fn escaped_json_is_the_same_json() {
        let value = Json::from("x\u{9b}31m\u{202e}\u{7f}y\u{1b}");
        let text = value.to_string();
        let safe = escaped_json(&text);
        assert!(!safe.contains(is_control), "{safe}");
        assert_eq!(read(&safe).unwrap().value, value);
    }
}
