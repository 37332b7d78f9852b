//! Faults that replace the whole result.

use super::{Faulted, Ineligible, replaced};
use crate::domain::json::{Json, Object};
use crate::rng::Rng;

/// Bare failures as proxies and clients hand them on, without any cause.
const HTTP_FAILURES: [&str; 6] = [
    "HTTP 500 Internal Server Error",
    "HTTP 502 Bad Gateway",
    "HTTP 503 Service Unavailable",
    "HTTP 504 Gateway Timeout",
    "HTTP 429 Too Many Requests",
    "Request failed with status code 500",
];

pub(super) fn error_body(result: &Json, rng: &mut Rng) -> Faulted {
    let bodies: [Json; 4] = [
        Object::new().with("error", "internal error").into(),
        Object::new().with("errors", vec!["upstream timed out"]).with("data", Json::Null).into(),
        // No field of SPEC 3 says that this is an error.
        Object::new().with("status", "failed").with("message", "the request could not be completed").into(),
        Json::from("Error: the request could not be completed"),
    ];
    let others: Vec<&Json> = bodies.iter().filter(|body| *body != result).collect();
    replaced(result, vec![(Vec::new(), rng.pick(&others).clone())])
}

pub(super) fn vacuous_exec_swallow(result: &Json) -> Result<Faulted, Ineligible> {
    let empty: Json = match result {
        Json::Object(members) if !members.is_empty() => Object::new().into(),
        Json::Array(items) if !items.is_empty() => Json::Array(Vec::new()),
        Json::String(text) if !text.is_empty() => Json::from(""),
        _ => return Err(Ineligible::Empty),
    };
    Ok(replaced(result, vec![(Vec::new(), empty)]))
}

pub(super) fn cause_stripped_http_payload(result: &Json, rng: &mut Rng) -> Faulted {
    let others: Vec<&str> = HTTP_FAILURES.into_iter().filter(|text| result.as_str() != Some(text)).collect();
    replaced(result, vec![(Vec::new(), Json::from(rng.pick(&others)))])
}
