//! `ShareGPT` conversations: `{conversations: [{from, value}], tools?}`; a call is a `function_call` whose value is
//! the JSON of `{name, arguments}`, its result the `observation` that follows.

use super::Out;
use super::chat::{Chat, advertised};
use crate::domain::episode::{Episode, Record};
use crate::domain::ids::EpisodeId;
use crate::domain::json::{Json, Object};

/// Who speaks, in the words of chat messages.
const ROLES: [(&str, &str); 2] = [("human", "user"), ("gpt", "assistant")];

/// A list of turns under `conversations`.
pub(super) fn is_episode(value: &Json) -> bool {
    let turns = value.get("conversations").and_then(Json::as_array);
    turns.is_some_and(|turns| {
        !turns.is_empty() && turns.iter().all(|turn| turn.get("from").is_some() && turn.get("value").is_some())
    })
}

/// One conversation: turned into chat messages, and then read as these.
pub(super) fn read(id: &EpisodeId, value: Json, out: &mut Out) {
    let Json::Object(mut members) = value else { return };
    let turns = match members.remove("conversations") {
        Some(Json::Array(turns)) => turns,
        _ => Vec::new(),
    };
    let mut episode = Episode::bare(id.clone());
    episode.tools = members.get("tools").and_then(advertised);
    out.records.push(Record::Episode(episode));
    let mut messages = Vec::with_capacity(turns.len() + 1);
    if let Some(system) = members.remove("system") {
        messages.push(Object::new().with("role", "system").with("content", system).into());
    }
    messages.extend(turns.into_iter().map(message));
    Chat::new(id, out).messages(messages);
}

fn message(turn: Json) -> Json {
    let Json::Object(mut turn) = turn else { return turn };
    let from = turn.get("from").and_then(Json::as_str).unwrap_or_default().to_owned();
    let value = turn.remove("value").unwrap_or_default();
    let message = Object::new();
    match from.as_str() {
        "function_call" => {
            let call = value.as_result().into_owned();
            // Some put several calls into one turn, as a list.
            let calls = if let Json::Array(calls) = call { calls } else { vec![call] };
            message.with("role", "assistant").with("tool_calls", calls)
        }
        "observation" => message.with("role", "tool").with("content", value),
        from => {
            let role = ROLES.iter().find(|(name, _)| *name == from).map_or(from, |(_, role)| role);
            message.with("role", role).with("content", value)
        }
    }
    .into()
}
