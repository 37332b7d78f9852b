//! tau-bench's text agents (`ReAct` and act): a call is the JSON after `Action:` in what the assistant says, its
//! result the next user message, `API output: …`.

use super::chat::{Chat, parsed, text};
use crate::domain::ids::ToolName;
use crate::domain::json::{self, Json, Object};

const ACTION: &str = "Action:";
const OUTPUT: &str = "API output:";
/// The action that is speech, not a tool.
const RESPOND: &str = "respond";

/// Whether the messages hold calls as text and only so.
pub(super) fn is_text(messages: &[Json]) -> bool {
    let calls =
        |message: &Json| message.get("tool_calls").and_then(Json::as_array).is_some_and(|calls| !calls.is_empty());
    !messages.iter().any(calls) && messages.iter().any(|message| output(message).is_some())
}

/// The result that a message holds.
fn output(message: &Json) -> Option<&str> {
    let said = message.get("role").and_then(Json::as_str) == Some("user");
    let text = message.get("content")?.as_str()?.strip_prefix(OUTPUT)?;
    said.then(|| text.strip_prefix(' ').unwrap_or(text))
}

/// Takes the messages, in order.
pub(super) fn messages(chat: &mut Chat<'_>, messages: &[Json]) {
    let mut rest = messages.iter().peekable();
    while let Some(message) = rest.next() {
        let role = message.get("role").and_then(Json::as_str).unwrap_or_default();
        let said = text(message.get("content").cloned().unwrap_or_default());
        let result = rest.peek().and_then(|next| output(next)).filter(|_| role == "assistant");
        match (result, action(&said)) {
            // Only what was answered was a call: a malformed action is taken for speech.
            (Some(result), Some(action)) => {
                chat.say(role, action.before);
                chat.call(action.tool, action.arguments, Some(result.into()));
                rest.next();
            }
            _ => chat.say(role, said),
        }
    }
}

struct Action {
    /// What was said before the action.
    before: String,
    tool: ToolName,
    arguments: Json,
}

/// The action at the end of what the assistant says; speech is none.
fn action(said: &str) -> Option<Action> {
    let (before, after) = said.rsplit_once(ACTION)?;
    let mut function = first_object(after)?;
    let tool = function.get("name")?.as_str().filter(|name| *name != RESPOND).map(ToolName::from)?;
    let arguments = parsed(function.remove("arguments").unwrap_or_else(|| Object::new().into()));
    Some(Action { before: before.trim_end().to_owned(), tool, arguments })
}

/// The object that a text begins with, whatever follows it; the text may be fenced.
pub(super) fn first_object(text: &str) -> Option<Object> {
    let text = text.get(text.find('{')?..)?;
    let value = match json::read(text) {
        Ok(read) => read.value,
        Err(error) if error.trailing => json::read(text.get(..error.offset)?).ok()?.value,
        Err(_) => return None,
    };
    if let Json::Object(object) = value { Some(object) } else { None }
}
