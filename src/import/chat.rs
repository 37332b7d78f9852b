//! Chat messages with tool calls, as tau-bench and `OpenAI` logs hold them, to records.

use super::Out;
use crate::domain::call::{Call, unwrap_envelope};
use crate::domain::episode::{Message, Record};
use crate::domain::ids::{EpisodeId, ToolName};
use crate::domain::json::{self, Json, Object};

/// Walks the messages of one episode.
pub(super) struct Chat<'a> {
    episode: &'a EpisodeId,
    out: &'a mut Out,
    /// Calls that have no result yet.
    open: Vec<Open>,
    /// How many messages with calls there were.
    turn: usize,
}

/// A call that waits for its result.
struct Open {
    /// Its place among the records.
    place: usize,
    turn: usize,
    id: Option<String>,
    tool: ToolName,
}

impl<'a> Chat<'a> {
    pub(super) fn new(episode: &'a EpisodeId, out: &'a mut Out) -> Self {
        Self { episode, out, open: Vec::new(), turn: 0 }
    }

    /// Takes the messages, in order.
    pub(super) fn messages(&mut self, messages: Vec<Json>) {
        for message in messages {
            match message {
                Json::Object(message) => self.message(message),
                other => self.say("", text(other)),
            }
        }
    }

    fn message(&mut self, mut message: Object) {
        let role = match message.remove("role") {
            Some(Json::String(role)) => role,
            _ => String::new(),
        };
        let content = message.remove("content").unwrap_or_default();
        if matches!(role.as_str(), "tool" | "function") {
            self.result(&role, content, &mut message);
            return;
        }
        self.say(&role, text(content));
        let calls = match message.remove("tool_calls") {
            Some(Json::Array(calls)) => calls,
            _ => Vec::new(),
        };
        // The older form of one call a message.
        let older = message.remove("function_call").filter(|call| !call.is_null());
        if !calls.is_empty() || older.is_some() {
            self.turn += 1;
        }
        if calls.is_empty()
            && let Some(Json::Object(function)) = older
        {
            self.ask(None, function);
        }
        for call in calls {
            match call {
                Json::Object(mut call) => {
                    let id = call.remove("id").and_then(|id| id.as_str().map(str::to_owned));
                    match call.remove("function") {
                        Some(Json::Object(function)) => self.ask(id, function),
                        _ => self.ask(id, call),
                    }
                }
                other => self.nameless(&role, &other),
            }
        }
    }

    /// A message; one that says nothing is none.
    pub(super) fn say(&mut self, role: &str, text: String) {
        if !text.is_empty() {
            let message = Message { episode: self.episode.clone(), role: role.to_owned(), text, extra: Object::new() };
            self.out.records.push(Record::Message(message));
        }
    }

    /// A call, as `{name, arguments}`.
    fn ask(&mut self, id: Option<String>, mut function: Object) {
        let Some(Json::String(name)) = function.get("name") else {
            self.nameless("assistant", &Json::Object(function));
            return;
        };
        let tool = ToolName::from(name.as_str());
        let arguments = parsed(function.remove("arguments").unwrap_or_else(|| Object::new().into()));
        self.open.push(Open { place: self.out.records.len(), turn: self.turn, id, tool: tool.clone() });
        self.call(tool, arguments, None);
    }

    fn nameless(&mut self, role: &str, call: &Json) {
        self.out.notes.count(
            "call names no tool and was kept as a message",
            "calls name no tool and were kept as messages",
            || self.episode.to_string(),
        );
        let text = call.to_string();
        self.say(role, text);
    }

    /// A call with or without its result.
    pub(super) fn call(&mut self, tool: ToolName, arguments: Json, result: Option<Json>) {
        let (result, receipt) = match result.map(unwrap_envelope) {
            Some((result, receipt)) => (Some(result), receipt),
            None => (None, None),
        };
        self.out.records.push(Record::Call(Box::new(Call {
            episode: self.episode.clone(),
            tool,
            arguments,
            result,
            receipt,
            fault: None,
            at: None,
            ms: None,
            extra: Object::new(),
        })));
    }

    /// The message of a tool: the result of an open call, or of a call that the log does not hold.
    fn result(&mut self, role: &str, content: Json, message: &mut Object) {
        let id = message.remove("tool_call_id").and_then(|id| id.as_str().map(str::to_owned));
        let name = message.remove("name").and_then(|name| name.as_str().map(ToolName::from));
        let content = result_of(content);
        if let Some(open) = self.answered(id.as_deref(), name.as_ref()) {
            if let Some(Record::Call(call)) = self.out.records.get_mut(open.place) {
                let (result, receipt) = unwrap_envelope(content);
                (call.result, call.receipt) = (Some(result), receipt);
            }
            return;
        }
        if let Some(tool) = name {
            self.out.notes.count(
                "result answers no call of the log and was kept as a call without arguments",
                "results answer no call of the log and were kept as calls without arguments",
                || self.episode.to_string(),
            );
            self.call(tool, Object::new().into(), Some(content));
            return;
        }
        self.out.notes.count(
            "result answers no call of the log and names no tool; it was kept as a message",
            "results answer no call of the log and name no tool; they were kept as messages",
            || self.episode.to_string(),
        );
        self.say(role, text(content));
    }

    /// The open call that a result belongs to: by id, or by order where there is none; ids may come again, so
    /// the latest turn goes first, and the first call in it.
    fn answered(&mut self, id: Option<&str>, name: Option<&ToolName>) -> Option<Open> {
        let latest = |open: &[Open], fits: &dyn Fn(&Open) -> bool| {
            let turn = open.iter().filter(|open| fits(open)).map(|open| open.turn).max()?;
            open.iter().position(|open| open.turn == turn && fits(open))
        };
        let place = if let Some(id) = id {
            latest(&self.open, &|open| open.id.as_deref() == Some(id))
                .or_else(|| latest(&self.open, &|open| open.id.is_none() && name.is_none_or(|name| open.tool == *name)))
        } else if let Some(name) = name {
            latest(&self.open, &|open| open.tool == *name)
        } else {
            latest(&self.open, &|_| true)
        }?;
        Some(self.open.remove(place))
    }
}

/// Arguments that are a string of an object are that object; others stay as recorded.
pub(super) fn parsed(arguments: Json) -> Json {
    if let Json::String(text) = &arguments
        && let Ok(read) = json::read(text)
        && read.value.as_object().is_some()
    {
        return read.value;
    }
    arguments
}

/// What a message says: a string, or parts of which the texts are joined and others stand as JSON.
pub(super) fn text(content: Json) -> String {
    match content {
        Json::String(text) => text,
        Json::Null => String::new(),
        Json::Array(parts) => {
            let texts = parts.iter().map(|part| part_text(part).map_or_else(|| part.to_string(), str::to_owned));
            texts.collect::<Vec<_>>().join("\n")
        }
        other => other.to_string(),
    }
}

/// The text of a part such as `{"type": "text", "text": "…"}`.
fn part_text(part: &Json) -> Option<&str> {
    match part.get("type").and_then(Json::as_str) {
        None | Some("text" | "input_text" | "output_text") => part.get("text")?.as_str(),
        Some(_) => None,
    }
}

/// A result as recorded; one that is wrapped in a single text part is that text.
fn result_of(content: Json) -> Json {
    if let Json::Array(parts) = &content
        && let [part] = parts.as_slice()
        && let Some(text) = part_text(part)
    {
        return text.into();
    }
    content
}

/// The names in a list of advertised tools: `{"function": {"name"}}`, `{"name"}` or bare names, also as a string
/// of JSON; nothing if it is no such list.
pub(super) fn advertised(tools: &Json) -> Option<Vec<ToolName>> {
    let tools = tools.as_result();
    let name = |tool: &Json| {
        let named = tool.get("function").and_then(|function| function.get("name")).or_else(|| tool.get("name"));
        named.unwrap_or(tool).as_str().map(ToolName::from)
    };
    tools.as_array()?.iter().map(name).collect()
}

/// Any scalar as text: a task's number is its name.
pub(super) fn scalar_text(value: &Json) -> Option<String> {
    match value {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => Some(number.text().to_owned()),
        _ => None,
    }
}
