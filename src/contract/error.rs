//! Explicit errors: results in which the tool itself says that it failed (SPEC 3, step 1).

use crate::domain::json::{Json, Object, is_space};

/// Names of top-level fields that bear an error, after lowercasing and stripping.
const ERROR_FIELDS: [&str; 12] = [
    "error",
    "errors",
    "err",
    "error_message",
    "errormessage",
    "error_msg",
    "errormsg",
    "exception",
    "traceback",
    "stacktrace",
    "stack_trace",
    "fault",
];

/// Words that a text error begins with.
const ERROR_WORDS: [&str; 3] = ["error", "exception", "traceback"];

/// Whether a (parsed) result is an explicit error, and which top-level fields bear it, in document
/// order (none for a text error): SPEC 3, step 1.
#[must_use]
pub fn explicit_error(result: &Json) -> Option<Vec<String>> {
    match result {
        Json::String(text) => begins_with_error_word(text).then(Vec::new),
        Json::Object(_) => {
            let fields: Vec<String> = error_fields(result).map(|(name, _)| name.to_owned()).collect();
            (!fields.is_empty()).then_some(fields)
        }
        _ => None,
    }
}

/// Whether a (parsed) result is an explicit error.
pub(super) fn is_explicit_error(result: &Json) -> bool {
    match result {
        Json::String(text) => begins_with_error_word(text),
        _ => error_fields(result).next().is_some(),
    }
}

fn error_fields(result: &Json) -> impl Iterator<Item = (&str, &Json)> {
    let members = result.as_object().map(Object::iter);
    members.into_iter().flatten().filter(|(name, value)| is_error_name(name) && says_something(value))
}

fn is_error_name(name: &str) -> bool {
    let lower = name.chars().flat_map(char::to_lowercase);
    let bare = lower.filter(|c| c.is_ascii_lowercase() || *c == '_');
    ERROR_FIELDS.iter().any(|field| bare.clone().eq(field.chars()))
}

fn says_something(value: &Json) -> bool {
    match value {
        Json::Null => false,
        Json::Bool(value) => *value,
        Json::Number(number) => number.double() != 0.0,
        Json::String(text) => !text.is_empty(),
        Json::Array(items) => !items.is_empty(),
        Json::Object(object) => !object.is_empty(),
    }
}

fn begins_with_error_word(text: &str) -> bool {
    let bytes = text.trim_start_matches(is_space).as_bytes();
    ERROR_WORDS.iter().any(|word| {
        bytes.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
            && !bytes.get(word.len()).is_some_and(|next| next.is_ascii_alphanumeric() || *next == b'_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::json::read;

    fn bearing(text: &str) -> Option<Vec<String>> {
        explicit_error(&read(text).unwrap().value)
    }

    #[test]
    fn error_fields_are_found_by_their_stripped_name_and_a_value_that_says_something() {
        assert_eq!(
            bearing(r#"{"a":1,"Error":"x","stack_trace":["y"]}"#),
            Some(vec!["Error".into(), "stack_trace".into()])
        );
        assert_eq!(bearing(r#"{"~err 7":true}"#), Some(vec!["~err 7".into()]));
        for text in [
            r#"{"error":null,"errors":[],"fault":{},"err":"","exception":false,"traceback":-0.0}"#,
            r#"{"my_error":"x"}"#,
            r#"{"a":{"error":"x"}}"#,
            r#"[{"error":"x"}]"#,
        ] {
            assert_eq!(bearing(text), None, "{text}");
        }
    }

    #[test]
    fn a_text_error_begins_with_a_whole_word() {
        for text in [r#""Error: no""#, r#"" \n TRACEBACK""#, r#""exception""#, r#""error—é""#] {
            assert_eq!(bearing(text), Some(vec![]), "{text}");
        }
        for text in [r#""errors""#, r#""error_1""#, r#""\u00a0error""#, r#""no error""#, r#""er""#] {
            assert_eq!(bearing(text), None, "{text}");
        }
    }
}
