//! What a file looks like that cannot be used as it is: for the sentence that says so.

use crate::domain::json::Json;

/// Says what a value looks like, and what can be done with it if something can; `value` is a document, or the
/// first line of JSON Lines.
#[must_use]
pub fn looks_like(value: &Json) -> String {
    known(value).map_or_else(|| plain(value), str::to_owned)
}

/// Keys that tell what a value is; all of a row must be there.
const SIGNS: [(&[&str], &str); 15] = [
    (&["openapi"], "an OpenAPI description; mine contracts from it with `vidimus mine --schema FILE -o FILE`"),
    (&["swagger"], "an OpenAPI description; mine contracts from it with `vidimus mine --schema FILE -o FILE`"),
    (&["$schema"], "a JSON Schema; mine contracts from it with `vidimus mine --schema FILE -o FILE`"),
    (&["properties", "type"], "a JSON Schema; mine contracts from it with `vidimus mine --schema FILE -o FILE`"),
    (&["response_schemas"], "API docs; mine contracts from them with `vidimus mine --schema FILE -o FILE`"),
    (&["outputSchema"], "an MCP tools list; mine contracts from it with `vidimus mine --schema FILE -o FILE`"),
    (&["simulations"], "tau2-bench simulations"),
    (&["jsonrpc"], "a JSON-RPC transcript"),
    (&["resourceSpans"], "an OpenTelemetry export"),
    (&["samples", "eval"], "an Inspect log"),
    (&["timestamp", "type", "payload"], "a Codex session"),
    (&["sessionId", "messages"], "a Gemini session"),
    (&["sessionId", "type"], "a Claude Code session"),
    (&["name", "parameters"], "a tools list"),
    (&["role", "content"], "chat messages whose calls are written in another way than OpenAI's"),
];

fn known(value: &Json) -> Option<&'static str> {
    let told = |value: &Json| {
        let sign = SIGNS.iter().find(|(keys, _)| keys.iter().all(|key| value.get(key).is_some()));
        sign.map(|(_, looks)| *looks)
    };
    let inside = |key: &str| value.get(key).and_then(Json::as_array)?.first().and_then(told);
    let first = value.as_array().and_then(<[Json]>::first);
    told(value)
        .or_else(|| first.and_then(told))
        .or_else(|| first?.get("function").and_then(told))
        .or_else(|| inside("tools"))
        .or_else(|| inside("messages"))
}

/// Whether a value is a list of tools with their schemas: an MCP `tools/list` answer or its `result`, the tools of a
/// chat request.
#[must_use]
pub fn describes_tools(value: &Json) -> bool {
    let is_object = |value: &Json, key: &str| value.get(key).is_some_and(|schema| schema.as_object().is_some());
    let is_tool = |value: &Json| {
        let tool = value.get("function").unwrap_or(value);
        let is_schema = |schema: &Json| schema.get("type").is_some_and(|kind| kind.as_str() == Some("object"));
        tool.get("name").and_then(Json::as_str).is_some()
            && (["inputSchema", "input_schema", "outputSchema"].iter().any(|key| is_object(tool, key))
                || tool.get("parameters").is_some_and(is_schema))
    };
    let answer = value.get("result").unwrap_or(value);
    let list = answer.get("tools").unwrap_or(answer).as_array();
    list.and_then(<[Json]>::first).is_some_and(is_tool)
}

fn plain(value: &Json) -> String {
    const RECORDS: &str = "if they are clean results of one tool, mine its contract with \
                           `vidimus mine --records FILE --tool NAME -o FILE`";
    match value {
        Json::Array(items) if items.is_empty() => "an empty list".to_owned(),
        Json::Array(items) if items.iter().all(|item| item.as_object().is_some()) => {
            format!("a list of records; {RECORDS}")
        }
        Json::Array(_) => "a list of values".to_owned(),
        Json::Object(members)
            if members.iter().all(|(_, member)| member.as_object().is_some()) && !members.is_empty() =>
        {
            format!("a map of records; {RECORDS}")
        }
        Json::Object(members) => {
            let keys: Vec<&str> = members.iter().map(|(key, _)| key).take(6).collect();
            format!("an object with the keys {}", keys.join(", "))
        }
        other => format!("a value of type {}", other.kind()),
    }
}
