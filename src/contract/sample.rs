//! Calls made ready for mining: parsed once, however many registries they are mined into.

use std::borrow::Cow;

use sha2::{Digest, Sha256};

use super::error::is_explicit_error;
use crate::domain::json::{Json, push_escaped};

/// One call with a result, as the engine sees it: both as recorded (the engine applies
/// [`Json::as_arguments`] and [`Json::as_result`] itself).
#[derive(Clone, Copy, Debug)]
pub struct Observation<'a> {
    /// The arguments as recorded.
    pub arguments: &'a Json,
    /// The raw result as recorded.
    pub result: &'a Json,
}

/// A call with its texts parsed, known to be an explicit error or not, and with a key that equal calls
/// share. Cross-fitting mines the same calls several times; this work is done once.
#[derive(Clone, Debug)]
pub struct Prepared<'a> {
    pub(super) arguments: Cow<'a, Json>,
    pub(super) result: Cow<'a, Json>,
    pub(super) is_error: bool,
    pub(super) key: [u8; 32],
}

impl<'a> Prepared<'a> {
    /// Parses, judges and digests one call.
    #[must_use]
    pub fn new(call: Observation<'a>) -> Self {
        let arguments = call.arguments.as_arguments();
        let result = call.result.as_result();
        let mut text = String::new();
        push_canonical(&mut text, &arguments);
        text.push('\n');
        push_canonical(&mut text, &result);
        let is_error = is_explicit_error(&result);
        Self { arguments, result, is_error, key: Sha256::digest(text.as_bytes()).into() }
    }
}

/// Canonical JSON of SPEC 3, step 2: sorted keys; integers by value, other numbers by the bits of their
/// double, so that `1` is not `1.0`.
fn push_canonical(out: &mut String, value: &Json) {
    match value {
        Json::Number(number) => {
            if let Some(text) = number.integer_text() {
                out.push_str(text);
            } else {
                out.push('~');
                out.push_str(&number.double().to_bits().to_string());
            }
        }
        Json::Array(items) => {
            out.push('[');
            for item in items {
                push_canonical(out, item);
                out.push(',');
            }
            out.push(']');
        }
        Json::Object(object) => {
            let mut members: Vec<_> = object.iter().collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            out.push('{');
            for (name, value) in members {
                push_text(out, name);
                push_canonical(out, value);
                out.push(',');
            }
            out.push('}');
        }
        Json::String(text) => push_text(out, text),
        Json::Bool(true) => out.push('t'),
        Json::Bool(false) => out.push('f'),
        Json::Null => out.push('n'),
    }
}

fn push_text(out: &mut String, text: &str) {
    // Writing into a String cannot fail.
    push_escaped(out, text).ok();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::json::read;

    fn key(result: &str) -> [u8; 32] {
        let result = read(result).unwrap().value;
        Prepared::new(Observation { arguments: &Json::Null, result: &result }).key
    }

    #[test]
    fn equal_calls_share_a_key_and_others_do_not() {
        for (a, b) in [
            (r#"{"a":1,"b":[2]}"#, r#"{"b":[2],"a":1}"#),
            ("-0", "0"),
            ("1.50", "15e-1"),
            (r#""{\"a\":1}""#, r#"{"a":1}"#),
            ("1e400", "2e400"),
        ] {
            assert_eq!(key(a), key(b), "{a} {b}");
        }
        for (a, b) in [
            ("1", "1.0"),
            ("0.0", "-0.0"),
            ("9007199254740993", "9007199254740992"),
            (r#""1""#, "1"),
            ("[1,2]", "[[1],2]"),
            (r#""t""#, "true"),
            ("[]", "{}"),
        ] {
            assert_ne!(key(a), key(b), "{a} {b}");
        }
    }
}
