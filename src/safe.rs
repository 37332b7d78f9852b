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
        // Tags spell whole sentences that a model reads and nobody sees.
        || matches!(c, '\u{e0000}'..='\u{e007f}')
}

/// Joiners and variation selectors: signs of other scripts and emoji need them, after ASCII they do nothing but hide.
fn joins(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// The characters of a text, each with whether it must be made visible.
fn judged(text: &str) -> impl Iterator<Item = (char, bool)> {
    let mut before = 'a';
    text.chars().map(move |c| {
        let is_unsafe = is_control(c) || (joins(c) && (before.is_ascii() || joins(before)));
        before = c;
        (c, is_unsafe)
    })
}

fn may_hide(c: char) -> bool {
    is_control(c) || joins(c)
}

/// One line of text with every control character visible: `^[` for ESC, `^I` for a tab, `\u{202e}` for others.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(may_hide) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for (c, is_unsafe) in judged(text) {
        match c {
            '\0'..='\u{1f}' => {
                out.push('^');
                out.push(char::from(c as u8 ^ 0x40));
            }
            '\u{7f}' => out.push_str("^?"),
            c if is_unsafe => {
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
    if !text.contains(|c: char| c != '\n' && may_hide(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for (c, is_unsafe) in judged(text) {
        if c != '\n' && is_unsafe {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing into a String cannot fail.
                write!(out, "\\u{unit:04x}").ok();
            }
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
        // Between emoji a joiner makes one sign of two; between letters two tools would look alike.
        assert_eq!(
            visible("zw\u{200d}j \u{1f469}\u{200d}\u{1f4bb} \u{2764}\u{fe0f} a\u{fe0f}"),
            "zw\\u{200d}j \u{1f469}\u{200d}\u{1f4bb} \u{2764}\u{fe0f} a\\u{fe0f}"
        );
        assert_eq!(visible("ok\u{e0068}\u{e0069}"), "ok\\u{e0068}\\u{e0069}");
        assert_eq!(visible_lines("a\r\n\u{7}b\n"), "a^M\n^Gb\n");
    }

    #[test]
    fn escaped_json_is_the_same_json() {
        let value = Json::from("x\u{9b}31m\u{202e}\u{7f}y\u{1b}\u{e0068}z\u{200d}");
        let text = value.to_string();
        let safe = escaped_json(&text);
        assert!(!safe.contains(may_hide), "{safe}");
        assert_eq!(read(&safe).unwrap().value, value);
    }
}
