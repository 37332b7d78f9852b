//! Logs of `OpenAI` chat messages: `{messages, tools?, metadata?, …}`, or the bare list of messages.

use super::Out;
use super::chat::{Chat, advertised, scalar_text};
use crate::domain::episode::{Episode, Record};
use crate::domain::ids::{EpisodeId, ModelName, TaskId};
use crate::domain::json::{Json, Number, Object};

/// Parts of messages with which other programs write calls; such a log is not of this format.
const FOREIGN_PARTS: [&str; 6] = ["tool_use", "tool_result", "tool_call", "toolCall", "tool-call", "tool-result"];

/// A list of messages, each with a role, whose calls are not hidden in their content.
pub(super) fn is_episode(value: &Json) -> bool {
    let messages = value.as_array().or_else(|| value.get("messages")?.as_array());
    messages.is_some_and(|messages| !messages.is_empty() && messages.iter().all(is_message))
}

fn is_message(value: &Json) -> bool {
    let foreign =
        |part: &Json| part.get("type").and_then(Json::as_str).is_some_and(|kind| FOREIGN_PARTS.contains(&kind));
    let role = value.get("role").is_some_and(|role| role.as_str().is_some());
    let spoken = ["content", "tool_calls", "function_call"].iter().any(|key| value.get(key).is_some());
    let parts = value.get("content").and_then(Json::as_array).unwrap_or_default();
    role && spoken && !parts.iter().any(foreign)
}

/// One log.
pub(super) fn read(id: &EpisodeId, value: Json, out: &mut Out) {
    let mut members = match value {
        Json::Object(members) => members,
        bare => Object::new().with("messages", bare),
    };
    let messages = match members.remove("messages") {
        Some(Json::Array(messages)) => messages,
        _ => Vec::new(),
    };
    let mut episode = Episode::bare(id.clone());
    episode.task = members.get("task_id").and_then(scalar_text).map(TaskId::from);
    episode.model = members.get("model").and_then(Json::as_str).map(ModelName::from);
    episode.trial = members.get("trial").and_then(Json::as_number).and_then(Number::as_i64);
    episode.tools = members.remove("tools").or_else(|| members.remove("functions")).as_ref().and_then(advertised);
    if let Some(metadata) = members.remove("metadata") {
        episode.extra.insert("metadata", metadata);
    }
    out.records.push(Record::Episode(episode));
    Chat::new(id, out).messages(messages);
}
