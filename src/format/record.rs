//! One line of a ledger (SPEC 8): JSON to record and back.

use crate::domain::call::Call;
use crate::domain::episode::Record;
use crate::domain::json::{Json, JsonError, Note, Object};

/// The `format` of a ledger.
pub const FORMAT: &str = "vidimus.ledger/1";

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
        Object::new().with("format", FORMAT).into()
    }
}

/// Why a line is no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The line is no JSON.
    #[error("column {}: {}", .0.column, .0.what)]
    NotJson(JsonError),
    /// The line is JSON, but no record; the sentence says why and what is understood.
    #[error("{0}")]
    NoRecord(String),
}

impl LineError {
    /// The column, in characters from 1, where that is known.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        if let Self::NotJson(error) = self { Some(error.column) } else { None }
    }
}

/// Reads one line, without its newline.
pub fn read_line(line: &[u8]) -> Result<(Line, Vec<Note>), LineError> {
    let read = crate::domain::json::read_bytes(line).map_err(LineError::NotJson)?;
    Ok((Line::Record(Record::from_json(read.value)?), read.notes))
}

/// Reads the line of a call, with arguments, result and receipt.
pub fn parse_call(line: &[u8]) -> Result<Call, LineError> {
    match read_line(line)? {
        (Line::Record(Record::Call(call)), _) => Ok(*call),
        _ => Err(LineError::NoRecord("this line is no call".into())),
    }
}

impl Record {
    /// Reads a record of SPEC 8; the envelope of SPEC 6 is taken off a result.
    pub fn from_json(value: Json) -> Result<Self, LineError> {
        let kind = value.kind();
        drop(value);
        Err(LineError::NoRecord(format!("not built yet: {kind}")))
    }

    /// The record as one line of a ledger, keys in the order of SPEC 8, unknown keys last.
    #[must_use]
    pub fn to_json(&self) -> Json {
        Json::Null
    }
}
