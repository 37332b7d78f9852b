//! A field of a tool's calls: `get_order:result.items[].price`.

use std::collections::BTreeSet;

use crate::contract::{Hop, Place};
use crate::domain::call::{Call, Part};
use crate::domain::ids::ToolName;
use crate::domain::json::Json;
use crate::domain::path::{Path, Segment};
use crate::lens::{Answer, Question, Seen};

/// A field of the calls of one tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallField {
    /// The tool.
    pub tool: ToolName,
    /// In which part of the call.
    pub part: Part,
    /// Where in that part; `[]` stands for every element.
    pub path: Path,
}

/// Why a text names no field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FieldError {
    /// There is no colon.
    #[error("{0:?} names neither a field of episodes nor tool:path; write for example get_order:result.items[].price")]
    NoTool(String),
    /// The path is none.
    #[error("{0:?} is no path; write for example result.items[].price, or arguments.order_id")]
    NoPath(String),
}

impl CallField {
    /// Reads `tool:path`; a path that begins with neither `arguments` nor `result` is one into the result.
    pub fn parse(text: &str) -> Result<Self, FieldError> {
        let (tool, written) = text.split_once(':').ok_or_else(|| FieldError::NoTool(text.to_owned()))?;
        let no_path = || FieldError::NoPath(written.to_owned());
        for part in Part::ALL {
            let Some(rest) = written.strip_prefix(part.name()) else { continue };
            let path = match rest {
                "" => Some(Path::root()),
                rest if rest.starts_with(['[', '{']) => Path::parse(rest),
                rest => rest.strip_prefix('.').and_then(Path::parse),
            };
            // `results` is a field of the result and no part.
            if let Some(path) = path {
                return Ok(Self { tool: tool.into(), part, path });
            }
        }
        let path = Path::parse(written).ok_or_else(no_path)?;
        Ok(Self { tool: tool.into(), part: Part::Result, path })
    }

    /// The field at a place of a call, every element of a list for one of them.
    #[must_use]
    pub fn at(tool: &ToolName, part: Part, place: &Place) -> Self {
        let segment = |hop: &Hop| match hop {
            Hop::Key(name) => Segment::Field(name.as_str().into()),
            Hop::Index(_) => Segment::Elements,
        };
        Self { tool: tool.clone(), part, path: Path::new(place.iter().map(segment).collect()) }
    }

    /// Where it is in each call, if it is in one place only.
    #[must_use]
    pub fn place(&self) -> Option<Place> {
        let hop = |segment: &Segment| match segment {
            Segment::Field(name) => Some(Hop::Key(name.to_string())),
            Segment::Elements | Segment::Values => None,
        };
        self.path.segments().iter().map(hop).collect()
    }

    /// The values of a call in the field, each once and as JSON, in order.
    #[must_use]
    pub fn values(&self, call: &Call) -> Vec<String> {
        let mut values = BTreeSet::new();
        let whole = match self.part {
            Part::Arguments => Some(call.arguments.as_arguments()),
            Part::Result => call.result.as_ref().map(Json::as_result),
        };
        if let Some(whole) = whole {
            collect(&whole, self.path.segments(), &mut values);
        }
        values.into_iter().collect()
    }
}

impl std::fmt::Display for CallField {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.tool, self.part.name())?;
        match self.path.as_str() {
            "$" => Ok(()),
            path if path.starts_with(['[', '{']) => f.write_str(path),
            path => write!(f, ".{path}"),
        }
    }
}

fn collect(value: &Json, path: &[Segment], values: &mut BTreeSet<String>) {
    let Some((first, rest)) = path.split_first() else {
        values.insert(match value {
            // What is inside has paths of its own.
            Json::Array(_) | Json::Object(_) => crate::words::value(value),
            other => other.to_string(),
        });
        return;
    };
    match (first, value) {
        (Segment::Field(name), Json::Object(object)) => {
            if let Some(member) = object.get(name) {
                collect(member, rest, values);
            }
        }
        (Segment::Elements, Json::Array(items)) => items.iter().for_each(|item| collect(item, rest, values)),
        (Segment::Values, Json::Object(object)) => object.iter().for_each(|(_, member)| collect(member, rest, values)),
        _ => {}
    }
}

/// Asks each call for its values of a field.
#[derive(Clone, Debug)]
pub struct FieldValues(pub CallField);

impl Question for FieldValues {
    fn ask(&self, seen: &Seen) -> Option<Answer> {
        match seen {
            Seen::Call(call) if call.tool == self.0.tool => Some(Answer::Values(self.0.values(call))),
            Seen::Call(_) | Seen::Message(_) => None,
        }
    }
}
