//! Values back to text: compact, in the order held, numbers as they were spelled.

use std::fmt::{self, Write};

use super::Json;

/// Compact JSON; the characters that need it are escaped, all others stand as they are.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(number) => f.write_str(number.text()),
            Self::String(text) => push_escaped(f, text),
            Self::Array(items) => {
                f.write_char('[')?;
                for (place, item) in items.iter().enumerate() {
                    if place > 0 {
                        f.write_char(',')?;
                    }
                    item.fmt(f)?;
                }
                f.write_char(']')
            }
            Self::Object(object) => {
                f.write_char('{')?;
                for (place, (key, value)) in object.iter().enumerate() {
                    if place > 0 {
                        f.write_char(',')?;
                    }
                    push_escaped(f, key)?;
                    f.write_char(':')?;
                    value.fmt(f)?;
                }
                f.write_char('}')
            }
        }
    }
}

/// Writes a string as JSON: quoted, with only `"`, `\` and U+0000–U+001F escaped (SPEC 2).
pub fn push_escaped(out: &mut impl Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    let mut rest = text;
    while let Some(place) = rest.find(|c: char| c == '"' || c == '\\' || c < ' ') {
        let (before, from) = rest.split_at(place);
        out.write_str(before)?;
        let mut chars = from.chars();
        match chars.next() {
            Some('"') => out.write_str("\\\"")?,
            Some('\\') => out.write_str("\\\\")?,
            Some('\u{8}') => out.write_str("\\b")?,
            Some('\t') => out.write_str("\\t")?,
            Some('\n') => out.write_str("\\n")?,
            Some('\u{c}') => out.write_str("\\f")?,
            Some('\r') => out.write_str("\\r")?,
            Some(c) => write!(out, "\\u{:04x}", u32::from(c))?,
            None => {}
        }
        rest = chars.as_str();
    }
    out.write_str(rest)?;
    out.write_char('"')
}

/// A string as JSON text.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    // Writing into a String cannot fail.
    push_escaped(&mut out, text).ok();
    out
}

impl Json {
    /// The same on many lines, a member a line, for people to read.
    #[must_use]
    pub fn spread(&self) -> String {
        let mut out = String::new();
        spread(self, 0, &mut out);
        out
    }
}

fn spread(value: &Json, depth: usize, out: &mut String) {
    let line = |depth: usize, out: &mut String| {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", depth));
    };
    match value {
        Json::Array(items) if !items.is_empty() => {
            out.push('[');
            for (place, item) in items.iter().enumerate() {
                out.push_str(if place > 0 { "," } else { "" });
                line(depth + 1, out);
                spread(item, depth + 1, out);
            }
            line(depth, out);
            out.push(']');
        }
        Json::Object(object) if !object.is_empty() => {
            out.push('{');
            for (place, (key, value)) in object.iter().enumerate() {
                out.push_str(if place > 0 { "," } else { "" });
                line(depth + 1, out);
                // Writing into a String cannot fail.
                push_escaped(out, key).ok();
                out.push_str(": ");
                spread(value, depth + 1, out);
            }
            line(depth, out);
            out.push('}');
        }
        scalar => {
            write!(out, "{scalar}").ok();
        }
    }
}
