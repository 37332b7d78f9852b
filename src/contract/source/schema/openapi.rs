//! `OpenAPI` 3 and Swagger 2: what an operation answers when it succeeds.

use super::SchemaContracts;
use super::resolve::resolve;
use crate::domain::ids::ToolName;
use crate::domain::json::{Json, Object};

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

pub(super) fn contracts(document: &Json) -> SchemaContracts {
    let mut all = SchemaContracts::default();
    let paths = document.get("paths").and_then(Json::as_object);
    for (path, item) in paths.into_iter().flat_map(Object::iter) {
        let item = followed(document, item);
        for (method, operation) in item.as_object().into_iter().flat_map(Object::iter) {
            if !METHODS.contains(&method) {
                continue;
            }
            let named = operation.get("operationId").and_then(Json::as_str).map(ToolName::from);
            let tool = named.unwrap_or_else(|| format!("{} {path}", method.to_ascii_uppercase()).into());
            match answer(document, operation) {
                Ok(schema) => all.add(&tool, document, &[schema]),
                Err(why) => all.note(Some(&tool), why),
            }
        }
    }
    if all.tools.is_empty() && all.notes.is_empty() {
        all.note(None, "the description has no operations");
    }
    all
}

/// What a reference object points to, if the value is one.
fn followed<'d>(document: &'d Json, value: &'d Json) -> &'d Json {
    let reference = value.get("$ref").and_then(Json::as_str);
    reference.and_then(|reference| resolve(document, reference).ok()).unwrap_or(value)
}

/// The one schema of a success, or why there is none.
fn answer<'d>(document: &'d Json, operation: &'d Json) -> Result<&'d Json, String> {
    let responses = operation.get("responses").and_then(Json::as_object);
    let success = |code: &str| code.starts_with('2') && code.len() == 3;
    let mut schemas: Vec<(&str, &Json)> = Vec::new();
    let (mut codes, mut unreadable) = (0, Vec::new());
    for (code, response) in responses.into_iter().flat_map(Object::iter).filter(|(code, _)| success(code)) {
        codes += 1;
        match schema_of(followed(document, response)) {
            Ok(Some(schema)) => schemas.push((code, schema)),
            Ok(None) => {}
            Err(kinds) => unreadable.extend(kinds),
        }
    }
    match schemas.as_slice() {
        [] if codes == 0 => {
            Err("no response is declared for success; \"default\" may be an error and was not taken".into())
        }
        [] if !unreadable.is_empty() => Err(format!("the result is not JSON but {}", unreadable.join(", "))),
        [] => Err("the result has no schema".into()),
        [(_, schema), others @ ..] if others.iter().all(|(_, other)| other == schema) => Ok(schema),
        several => {
            let codes: Vec<_> = several.iter().map(|(code, _)| *code).collect();
            Err(format!("the successes {} have different schemas; none was taken", codes.join(", ")))
        }
    }
}

/// The JSON schema of a response; its media types if it has schemas for others only.
fn schema_of(response: &Json) -> Result<Option<&Json>, Vec<&str>> {
    if let Some(schema) = response.get("schema") {
        return Ok(Some(schema));
    }
    let mut others = Vec::new();
    for (kind, media) in response.get("content").and_then(Json::as_object).into_iter().flat_map(Object::iter) {
        let bare = kind.split(';').next().unwrap_or(kind).trim();
        match media.get("schema") {
            Some(schema) if bare.ends_with("/json") || bare.ends_with("+json") || bare == "*/*" => {
                return Ok(Some(schema));
            }
            Some(_) => others.push(kind),
            None => {}
        }
    }
    if others.is_empty() { Ok(None) } else { Err(others) }
}
