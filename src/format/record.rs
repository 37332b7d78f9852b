//! One line of a ledger (SPEC 8): JSON to record and back.

use crate::domain::call::{Call, unwrap_envelope};
use crate::domain::episode::{Episode, Message, Outcome, Record};
use crate::domain::ids::{Arm, EpisodeId, ModelName, TaskId, ToolName};
use crate::domain::json::{self, Json, JsonError, Note, Object, escaped, is_space};

/// The `format` of a ledger.
pub const FORMAT: &str = "vidimus.ledger/1";

/// The note on the first record of a ledger that names no format above it.
pub const NO_FORMAT_LINE: &str = "no format line before the first record; it is read as vidimus.ledger/1, put {\"format\":\"vidimus.ledger/1\"} above it";
/// The note on a format line that is not the first one.
pub const SECOND_FORMAT_LINE: &str = "another format line; what follows is read as the same ledger";

/// What a line of a ledger holds.
#[derive(Clone, Debug)]
pub enum Line {
    /// The line that names the format.
    Header(Header),
    /// A record.
    Record(Record),
}

/// The line that names the format.
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// The study's name.
    pub study: Option<String>,
    /// Keys that this version does not know.
    pub extra: Object,
}

impl Header {
    /// The line as JSON.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut line = Object::new().with("format", FORMAT);
        put(&mut line, "study", self.study.as_deref());
        finish(line, &self.extra)
    }
}

/// Why a line is no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The line is no JSON; the sentence says what happened to it and what to do.
    #[error("{what}")]
    NotJson {
        /// The column, in characters from 1.
        column: usize,
        /// What is wrong and what to do.
        what: String,
    },
    /// The line is JSON, but no record; the sentence says why and what is understood.
    #[error("{0}")]
    NoRecord(String),
    /// The line is the header of an episode and cannot be read, so that the task of its calls is not known.
    #[error("the header of episode {} cannot be read: {what}", escaped(episode.as_str()))]
    NoHeader {
        /// Whose header it is.
        episode: EpisodeId,
        /// Why.
        what: String,
    },
}

impl LineError {
    /// The column, in characters from 1, where that is known.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        if let Self::NotJson { column, .. } = self { Some(*column) } else { None }
    }

    /// The episode whose header this is, where it is one.
    #[must_use]
    pub fn header_of(&self) -> Option<&EpisodeId> {
        if let Self::NoHeader { episode, .. } = self { Some(episode) } else { None }
    }
}

/// Reads one line, without its newline.
pub fn read_line(line: &[u8]) -> Result<(Line, Vec<Note>), LineError> {
    let read = json::read_bytes(line).map_err(|error| not_json(line, &error))?;
    let is_header = read.value.get("format").is_some() && read.value.get("kind").is_none();
    let line = match read.value {
        Json::Object(members) if is_header => Line::Header(header(members)?),
        value => Line::Record(Record::from_json(value)?),
    };
    Ok((line, read.notes))
}

/// Reads the line of any record.
pub fn parse_record(line: &[u8]) -> Result<Record, LineError> {
    match read_line(line)? {
        (Line::Record(record), _) => Ok(record),
        (Line::Header(_), _) => Err(no_record("this line is the format line; the file may have changed")),
    }
}

/// Reads the line of a call, with arguments, result and receipt.
pub fn parse_call(line: &[u8]) -> Result<Call, LineError> {
    match read_line(line)? {
        (Line::Record(Record::Call(call)), _) => Ok(*call),
        _ => Err(no_record("this line is no call; the file may have changed since it was indexed")),
    }
}

/// Tells a person what happened to a line that is no JSON.
fn not_json(line: &[u8], error: &JsonError) -> LineError {
    let nuls = memchr::memchr_iter(0, line).count();
    let text = String::from_utf8_lossy(line);
    let rest = text.get(error.offset..).unwrap_or_default();
    let what = if nuls > 0 && line.iter().all(|byte| *byte == 0 || is_space(char::from(*byte))) {
        format!("nothing but {nuls} NUL bytes, as a crash leaves them behind; delete the line")
    } else if nuls > 0 && rest.starts_with('\0') {
        format!("{nuls} NUL bytes inside the line, as a crash leaves them behind; take them out or delete the line")
    } else if error.trailing && rest.starts_with('{') {
        format!("two records on one line (the second begins in column {}); put each on its own line", error.column)
    } else if error.offset >= text.len() {
        "the record is cut off, its writer was interrupted; write it again or delete the line".to_owned()
    } else {
        format!("{}; mend the line or delete it", error.what)
    };
    LineError::NotJson { column: error.column, what }
}

fn no_record(what: impl Into<String>) -> LineError {
    LineError::NoRecord(what.into())
}

/// Says which format a file claims, and which is understood.
#[must_use]
pub fn unknown_format(found: &Json) -> String {
    format!("the format is {found}; this version understands \"{FORMAT}\"")
}

fn header(mut members: Object) -> Result<Header, LineError> {
    match members.remove("format") {
        Some(format) if format.as_str() == Some(FORMAT) => {}
        Some(format) => return Err(no_record(unknown_format(&format))),
        None => return Err(no_record(format!("the line has no \"format\"; a ledger's is \"{FORMAT}\""))),
    }
    let study = Fields(&mut members).text("study")?;
    Ok(Header { study, extra: members })
}

impl Record {
    /// Reads a record of SPEC 8; the envelope of SPEC 6 is taken off a result.
    pub fn from_json(value: Json) -> Result<Self, LineError> {
        let kind = value.kind();
        let Json::Object(mut members) = value else {
            return Err(no_record(format!("a record is an object, this is a value of type {kind}")));
        };
        let mut fields = Fields(&mut members);
        let kind = fields
            .text("kind")?
            .ok_or_else(|| no_record("the record has no \"kind\"; it is one of episode, message, call and outcome"))?;
        let known = ["episode", "message", "call", "outcome"];
        if !known.contains(&kind.as_str()) {
            let kind = escaped(&kind);
            return Err(no_record(format!("the kind is {kind}; understood are episode, message, call and outcome")));
        }
        let episode = fields.text("episode")?.map(EpisodeId::from);
        let episode = episode.ok_or_else(|| no_record(format!("the {kind} record has no \"episode\"")))?;
        Ok(match kind.as_str() {
            "episode" => {
                let mut head = fields.episode(episode.clone()).map_err(|error| match error {
                    LineError::NoRecord(what) => LineError::NoHeader { episode, what },
                    other => other,
                })?;
                head.extra = members;
                Self::Episode(head)
            }
            "message" => {
                let (role, text) = (fields.text("role")?, fields.text("text")?);
                let (role, text) = (role.unwrap_or_default(), text.unwrap_or_default());
                Self::Message(Message { episode, role, text, extra: members })
            }
            "call" => {
                let mut call = fields.call(episode)?;
                call.extra = members;
                Self::Call(Box::new(call))
            }
            _ => {
                let (completed, score) = (fields.truth("completed")?, fields.number("score")?);
                let usage = fields.object("usage")?;
                Self::Outcome(Outcome { episode, completed, score, usage, extra: members })
            }
        })
    }

    /// The record as one line of a ledger, keys in the order of SPEC 8, unknown keys last.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let start = |kind: &str| Object::new().with("kind", kind).with("episode", self.episode().as_str());
        match self {
            Self::Episode(episode) => {
                let mut line = start("episode");
                put(&mut line, "task", episode.task.as_ref().map(TaskId::as_str));
                put(&mut line, "arm", episode.arm.as_ref().map(Arm::as_str));
                put(&mut line, "model", episode.model.as_ref().map(ModelName::as_str));
                put(&mut line, "trial", episode.trial);
                put(&mut line, "stratum", episode.stratum.as_deref());
                let names = episode.tools.as_ref().map(|tools| tools.iter().map(ToolName::as_str).collect::<Vec<_>>());
                put(&mut line, "tools", names);
                finish(line, &episode.extra)
            }
            Self::Message(message) => {
                let line = start("message").with("role", message.role.as_str()).with("text", message.text.as_str());
                finish(line, &message.extra)
            }
            Self::Call(call) => {
                let mut line = start("call").with("tool", call.tool.as_str()).with("arguments", call.arguments.clone());
                put(&mut line, "result", call.result.clone());
                put(&mut line, "receipt", call.receipt.clone());
                put(&mut line, "fault", call.fault.clone());
                put(&mut line, "at", call.at.as_deref());
                put(&mut line, "ms", call.ms);
                finish(line, &call.extra)
            }
            Self::Outcome(outcome) => {
                let mut line = start("outcome");
                put(&mut line, "completed", outcome.completed);
                put(&mut line, "score", outcome.score);
                put(&mut line, "usage", outcome.usage.clone());
                finish(line, &outcome.extra)
            }
        }
    }
}

fn put(line: &mut Object, key: &str, value: Option<impl Into<Json>>) {
    if let Some(value) = value {
        line.insert(key, value);
    }
}

/// Adds the keys that this version does not know.
fn finish(mut line: Object, extra: &Object) -> Json {
    for (key, value) in extra.iter() {
        line.insert(key, value.clone());
    }
    line.into()
}

/// The integer that a number is, `1.0` included.
fn whole(number: &json::Number) -> Option<i64> {
    // Up to here every integer is a double of its own.
    const LARGEST: f64 = 9_007_199_254_740_992.0;
    let double = number.double();
    let is_whole = double.fract() == 0.0 && double.abs() <= LARGEST;
    number.as_i64().or_else(|| is_whole.then(|| format!("{double:.0}").parse().ok()).flatten())
}

/// The members not yet taken; null stands for absent, except where it is a value of its own (`result`).
struct Fields<'a>(&'a mut Object);

impl Fields<'_> {
    fn take<T>(
        &mut self,
        key: &str,
        what: &str,
        read: impl FnOnce(Json) -> Result<T, Json>,
    ) -> Result<Option<T>, LineError> {
        match self.0.remove(key) {
            None | Some(Json::Null) => Ok(None),
            Some(value) => read(value).map(Some).map_err(|found| {
                let found = match &found {
                    // Of what type it is says nothing where one number is right and another one is not.
                    Json::Number(number) => number.text().to_owned(),
                    other => format!("a value of type {}", other.kind()),
                };
                no_record(format!("\"{key}\" is to be {what}, it is {found}"))
            }),
        }
    }

    fn text(&mut self, key: &str) -> Result<Option<String>, LineError> {
        self.take(key, "a string", |value| if let Json::String(text) = value { Ok(text) } else { Err(value) })
    }

    fn number(&mut self, key: &str) -> Result<Option<f64>, LineError> {
        self.take(key, "a number", |value| value.as_number().map(json::Number::double).ok_or(value.clone()))
    }

    fn truth(&mut self, key: &str) -> Result<Option<bool>, LineError> {
        self.take(key, "true or false", |value| value.as_bool().ok_or(value))
    }

    fn object(&mut self, key: &str) -> Result<Option<Object>, LineError> {
        self.take(key, "an object", |value| if let Json::Object(object) = value { Ok(object) } else { Err(value) })
    }

    fn episode(&mut self, id: EpisodeId) -> Result<Episode, LineError> {
        let trial = |value: Json| value.as_number().and_then(whole).ok_or(value.clone());
        // Many a benchmark numbers its tasks.
        let task = |value: Json| match value {
            Json::String(name) => Ok(TaskId::from(name)),
            Json::Number(number) => match number.integer_text() {
                Some(spelling) => Ok(TaskId::from(spelling)),
                None => Err(Json::Number(number)),
            },
            other => Err(other),
        };
        let tools = |value: Json| {
            let names = value.as_array().map(|items| items.iter().map(|name| name.as_str().map(ToolName::from)));
            names.and_then(Iterator::collect::<Option<Vec<_>>>).ok_or(value.clone())
        };
        Ok(Episode {
            id,
            task: self.take("task", "a string or an integer", task)?,
            arm: self.text("arm")?.map(Arm::from),
            model: self.text("model")?.map(ModelName::from),
            trial: self.take("trial", "an integer of at most 64 bits", trial)?,
            stratum: self.text("stratum")?,
            tools: self.take("tools", "a list of names", tools)?,
            extra: Object::new(),
        })
    }

    fn call(&mut self, episode: EpisodeId) -> Result<Call, LineError> {
        let tool =
            self.text("tool")?.map(ToolName::from).ok_or_else(|| no_record("the call record has no \"tool\""))?;
        let arguments = self.0.remove("arguments").unwrap_or_else(|| Json::Object(Object::new()));
        let recorded = self.0.remove("receipt").filter(|receipt| !receipt.is_null());
        let (result, unwrapped) = match self.0.remove("result").map(unwrap_envelope) {
            Some((result, receipt)) => (Some(result), receipt),
            None => (None, None),
        };
        Ok(Call {
            episode,
            tool,
            arguments,
            result,
            receipt: recorded.or(unwrapped),
            fault: self.object("fault")?,
            at: self.text("at")?,
            ms: self.number("ms")?,
            extra: Object::new(),
        })
    }
}

#[cfg(test)]
mod tests;
