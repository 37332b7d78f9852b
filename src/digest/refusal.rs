//! Whether an explicit error says that the *arguments* were refused (an invocation error), or that something else
//! went wrong.
//!
//! Refused is a call that was wrong as it was written: an argument missing, unknown, of the wrong type or form, or one
//! that does not go with the others (amounts that do not add up, a number of items that does not match). A thing that
//! is not there (`user not found`, 404), a rule of the world (`non-pending order cannot be cancelled`,
//! `not enough seats`), a lack of rights (401, 403), a limit (429) or a crash (5xx) is none: the tool understood what
//! it was asked. Where the text leaves it open, it is not called refused.

use super::ErrorKind;
use crate::domain::json::{Json, Number};
use crate::words;

/// HTTP statuses, and codes of JSON-RPC, that refuse the request as it was written.
const STATUSES: [i64; 9] = [400, 405, 406, 411, 414, 415, 422, -32600, -32602];
/// Fields in which they stand.
const STATUS_FIELDS: [&str; 6] = ["status", "code", "status_code", "statusCode", "http_status", "error_code"];
/// What stands before a status in a text.
const BEFORE_STATUS: [&str; 6] = ["http ", "status ", "status: ", "status code ", "status code: ", "mcp error "];

/// Phrases of refusal, in small letters.
const PHRASES: [&str; 74] = [
    "keyword argument",
    "positional argument",
    "missing argument",
    "missing parameter",
    "missing field",
    "missing property",
    "missing required",
    "required argument",
    "required parameter",
    "required field",
    "required property",
    "required input",
    "field required",
    "argument is required",
    "parameter is required",
    "must be provided",
    "validation error",
    "validation failed",
    "failed validation",
    "inputvalidationerror",
    "schema validation",
    "does not match the schema",
    "does not match schema",
    "bad request",
    "unprocessable",
    "malformed request",
    "malformed argument",
    "malformed input",
    "wrong number of arguments",
    "too many arguments",
    "unknown argument",
    "unknown parameter",
    "unknown field",
    "unknown option",
    "unrecognized argument",
    "unrecognized parameter",
    "unrecognized option",
    "unexpected argument",
    "unexpected parameter",
    "unexpected property",
    "unsupported parameter",
    "unsupported argument",
    "must be a ",
    "must be an ",
    "must be one of",
    "must be of type",
    "must be between",
    "must be greater",
    "must be less",
    "must be in the format",
    "is a required ",
    "is not a valid",
    "not of type",
    "must be either",
    "must be at least",
    "must be at most",
    "must be positive",
    "must match",
    "must not be empty",
    "should match",
    "should be either",
    "should be one of",
    "is not one of",
    "cannot be empty",
    "cannot be null",
    "cannot be used to ",
    "not add up",
    "mutually exclusive",
    "at least one of",
    "wrong format",
    "incorrect format",
    "wrong type",
    "unexpected type",
    "expected format",
];

/// What is told of a number that the arguments have, and that is another than it has to be.
const NO_MATCH: [&str; 3] = ["does not match", "do not match", "mismatch"];

/// `invalid` refuses the arguments, unless one of these follows it: then it is about rights, or about what came back.
const INVALID_BUT: [&str; 13] = [
    "token",
    "credential",
    "credentials",
    "password",
    "session",
    "api",
    "key",
    "signature",
    "certificate",
    "state",
    "response",
    "login",
    "username",
];

/// What an explicit error (a parsed result, SPEC 3, step 1) is about.
pub(super) fn kind(result: &Json) -> ErrorKind {
    let refused = match result {
        Json::String(text) => text_refuses(text),
        other => value_refuses(other, 0),
    };
    if refused { ErrorKind::Refused } else { ErrorKind::Failed }
}

/// Errors are nested at most so deep: `{"error": {"details": [{"message": …}]}}`.
const DEPTH: usize = 4;

fn value_refuses(value: &Json, depth: usize) -> bool {
    match value {
        Json::String(text) => text_refuses(text),
        Json::Array(items) if depth < DEPTH => items.iter().any(|item| value_refuses(item, depth + 1)),
        Json::Object(members) if depth < DEPTH => members.iter().any(|(name, member)| {
            let status = member.as_number().and_then(Number::as_i64).filter(|_| STATUS_FIELDS.contains(&name));
            status.is_some_and(|status| STATUSES.contains(&status)) || value_refuses(member, depth + 1)
        }),
        _ => false,
    }
}

/// So much of an error is read: its beginning says what it is about, a long one goes on with a dump.
const READ: usize = 2000;

fn text_refuses(text: &str) -> bool {
    let text = words::beginning(text, READ).to_lowercase();
    let is_counted = || text.contains("number of ") && NO_MATCH.iter().any(|phrase| text.contains(phrase));
    PHRASES.iter().any(|phrase| text.contains(phrase)) || is_counted() || has_status(&text) || says_invalid(&text)
}

fn has_status(text: &str) -> bool {
    BEFORE_STATUS.iter().flat_map(|before| text.match_indices(before).map(|(at, _)| at + before.len())).any(|at| {
        let rest = text.get(at..).unwrap_or_default();
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(rest.len());
        rest.get(..digits).and_then(|code| code.parse().ok()).is_some_and(|code: i64| STATUSES.contains(&code))
    })
}

fn says_invalid(text: &str) -> bool {
    text.match_indices("invalid").any(|(at, word)| {
        let rest = text.get(at + word.len()..).unwrap_or_default();
        let mut words = rest.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let of_a_word = rest.starts_with(|c: char| c.is_alphanumeric()) && !rest.starts_with("argument");
        !of_a_word && !words.next().is_some_and(|next| INVALID_BUT.contains(&next))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::json::read;

    fn is_refused(result: &str) -> bool {
        kind(&read(result).unwrap().value) == ErrorKind::Refused
    }

    /// The errors of a public benchmark, each in other words, and what a person takes them for who has read the rule at
    /// the top of this file. Of 45 such texts, numbers apart, the lists above class 44 as that person: a crash of the
    /// tool (`string indices must be integers`) comes of an argument of the wrong type, but does not say so.
    #[test]
    fn errors_are_classed_as_a_person_classes_them() {
        for (text, is_refusal) in [
            ("Error: no customer with this address", false),
            ("Error: invalid characters in formula", true),
            ("Error: the payments do not add up: the total is 410, but 300 were paid", true),
            ("Error: payment amount does not add up, total price is 12, but paid 11", true),
            ("Error: flight AB12 not available on date 2031-02-03", false),
            ("Error: a booking that was not paid cannot be changed", false),
            ("Error: the number of new items should match that of the old ones", true),
            ("Error: voucher balance is not enough", false),
            ("Error: Rebook.invoke() got an unexpected keyword argument 'colour'", true),
            ("Error: Rebook.invoke() missing 2 required positional arguments: 'day' and 'seat'", true),
            ("Error: item 991 not found or not on stock", false),
            ("Error: not enough rooms left in the hotel", false),
            ("Error: 'int' object is not subscriptable", false),
            ("Error: invoice not found", false),
            (
                "Error: Error executing tool refunds: 3 validation errors for refundsArguments\nday\n  Field required",
                true,
            ),
            ("Error: the method of payment should be either the first one or a voucher", true),
            ("Error: insufficient balance on the card for the difference in price", false),
            ("Error: voucher cannot be used to change a booking", true),
            ("Error: Error executing tool refunds: Expecting value: line 79 column 21 (char 1969)", false),
            ("Error: method of payment card_11 not found", false),
            ("Error: number of travellers does not match", true),
            ("Error: 'list' object has no attribute 'get'", false),
            ("Error: day is not one of monday, tuesday", true),
            ("Error: name cannot be empty", true),
            ("Error: `day` and `week` are mutually exclusive", true),
            ("Error: connection to the database was lost", false),
            ("Error: checksum of the download does not match", false),
            ("Error: list index out of range", false),
        ] {
            let found = kind(&Json::from(text)) == ErrorKind::Refused;
            assert_eq!(found, is_refusal, "{text}");
        }
    }

    /// Errors as real tools write them.
    #[test]
    fn arguments_are_refused_where_the_error_says_so() {
        for refused in [
            r#""Error: BookReservation.invoke() got an unexpected keyword argument 'trip_type'""#,
            r#""Error: BookReservation.invoke() missing 1 required positional argument: 'flight_type'""#,
            r#""Error: invalid characters in expression""#,
            r#""Error executing tool get: 1 validation error for getArguments\norder_id\n  Field required""#,
            r#"{"error":"Bad Request"}"#,
            r#"{"error":{"code":-32602,"message":"no"}}"#,
            r#"{"error":"x","status":422}"#,
            r#""Error: HTTP 400 from the server""#,
            r#"{"errors":[{"message":"date must be in the format YYYY-MM-DD"}]}"#,
        ] {
            assert!(is_refused(refused), "{refused}");
        }
        for failed in [
            r#""Error: user not found""#,
            r#""Error: non-pending order cannot be cancelled""#,
            r#""Error: flight HAT400 not available on date 2024-05-13""#,
            r#""Error: string indices must be integers, not 'str'""#,
            r#"{"error":"Invalid token","status":401}"#,
            r#"{"error":"not found","code":404}"#,
            r#"{"error":"Invalid API key"}"#,
            r#"{"error":"timeout","status":504,"items":400}"#,
            r#""Error: the data was invalidated""#,
        ] {
            assert!(!is_refused(failed), "{failed}");
        }
    }
}
