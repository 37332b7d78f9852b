//! The episode for programs.

use super::{Entry, Told, Transcript};
use crate::domain::ids::ToolName;
use crate::domain::json::{Json, Object};
use crate::lens::{findings, hazards};
use crate::page::{Column, Table};
use crate::query::episode::{self, Values};

/// The columns of the calls.
const CALLS: [Column; 13] = [
    Column::words("episode", "episode"),
    Column::numbers("step", "step"),
    Column::words("tool", "tool"),
    Column::words("arguments", "arguments"),
    Column::words("result", "result"),
    Column::words("receipt", "receipt (recorded)"),
    Column::words("recovery_tools", "recovery tools"),
    Column::words("next", "next"),
    Column::words("next_tool", "next tool"),
    Column::words("replayed", "replayed"),
    Column::words("at", "at"),
    Column::numbers("ms", "ms"),
    Column::words("link", "link"),
];

/// One row a call.
#[must_use]
pub fn table(transcript: &Transcript) -> Table {
    let mut table = Table::new("calls", &CALLS);
    table.rows = transcript.calls().map(|told| row(transcript, told)).collect();
    table
}

fn row(transcript: &Transcript, told: &Told) -> Vec<Json> {
    let call = &told.call;
    vec![
        call.episode.as_str().into(),
        told.step.0.into(),
        call.tool.as_str().into(),
        call.arguments.as_arguments().to_string().into(),
        call.result.as_ref().map(|result| Json::from(result.to_string())).into(),
        call.receipt.as_ref().map(|receipt| Json::from(receipt.to_string())).into(),
        recovery_tools(told),
        told.action.map(|action| Json::from(action.name())).into(),
        told.next.as_ref().map(|next| Json::from(next.as_str())).into(),
        codes(told),
        call.at.clone().into(),
        call.ms.into(),
        transcript.link(told.step).to_string().into(),
    ]
}

fn recovery_tools(told: &Told) -> Json {
    match &told.recorded {
        None => Json::Null,
        Some(_) => told.recovery_tools().iter().map(ToolName::as_str).collect::<Vec<_>>().into(),
    }
}

fn codes(told: &Told) -> Json {
    told.broken.iter().map(|(violation, _)| violation.code()).collect::<Vec<_>>().into()
}

/// The whole episode: its facts as in the list of episodes, and everything that happened, in order.
#[must_use]
pub fn json(transcript: &Transcript, fields: Values) -> Json {
    let mut whole: Object = episode::FIELDS.into_iter().zip(fields).collect();
    whole.insert("score", transcript.episode.outcome.as_ref().and_then(|outcome| outcome.score));
    whole.insert("replayed_against", transcript.registry.clone());
    whole.insert("unreadable", transcript.unreadable);
    whole.insert("evidence", transcript.findings.as_deref().map(findings::evidence));
    let entries = transcript.entries.iter().map(|entry| match entry {
        Entry::Message(message) => {
            Object::new().with("kind", "message").with("role", &*message.role).with("text", &*message.text).into()
        }
        Entry::Call(told) => call(transcript, told),
    });
    whole.insert("entries", entries.collect::<Vec<Json>>());
    whole.into()
}

fn call(transcript: &Transcript, told: &Told) -> Json {
    let call = &told.call;
    let replayed = told.broken.iter().map(|(violation, sentence)| -> Json {
        Object::new()
            .with("code", violation.code())
            .with("path", &*violation.path)
            .with("expected", violation.expected.clone())
            .with("observed", violation.observed.clone())
            .with("detail", &*violation.detail)
            .with("sentence", &**sentence)
            .into()
    });
    Object::new()
        .with("kind", "call")
        .with("step", told.step.0)
        .with("tool", call.tool.as_str())
        .with("arguments", call.arguments.clone())
        .with("result", call.result.clone().unwrap_or_default())
        .with("receipt", call.receipt.clone().unwrap_or_default())
        .with("recovery_tools", recovery_tools(told))
        .with("next", told.action.map(|action| Json::from(action.name())))
        .with("next_tool", told.next.as_ref().map(ToolName::as_str))
        .with("replayed", replayed.collect::<Vec<Json>>())
        .with("hazards", told.hazards.iter().map(hazards::Told::json).collect::<Vec<_>>())
        .with("at", call.at.clone())
        .with("ms", call.ms)
        .with("link", transcript.link(told.step).to_string())
        .into()
}
