//! Tool drift: what tools say they take and return, in two snapshots, and what became of it.
//!
//! A snapshot is any file in which tools are described: an MCP `tools/list` answer alone or inside a recording
//! (`inputSchema`, `outputSchema`), `OpenAI` and Anthropic tool lists (`parameters`, `input_schema`), or a catalogue
//! with a list of arguments.

mod drift;
mod fields;
mod read;

pub use drift::{Drift, Effect, FieldChange, Part, Presence, Prints, drift};
pub use read::read;

use std::collections::BTreeMap;

use crate::domain::ids::ToolName;
use crate::domain::json::{Json, Object};

/// What one tool says of itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Described {
    /// What it takes, as a JSON Schema.
    pub input: Option<Json>,
    /// What it returns, as a JSON Schema; of MCP only, and optional there.
    pub output: Option<Json>,
    /// Its name for people.
    pub title: Option<String>,
    /// What it says to the model in words.
    pub description: Option<String>,
}

impl Described {
    /// SHA-256 of the canonical JSON of name, input and output schema (RFC 8785): equal for schemas that are equal,
    /// whatever the order of their keys and the spelling of their numbers. Words to the model beside the schemas are
    /// no part of it.
    #[must_use]
    pub fn fingerprint(&self, name: &ToolName) -> String {
        let mut whole = Object::new().with("name", name.as_str());
        for (key, schema) in [("inputSchema", &self.input), ("outputSchema", &self.output)] {
            if let Some(schema) = schema {
                whole.insert(key, schema.clone());
            }
        }
        Json::from(whole).fingerprint()
    }
}

/// The tools of one file.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Each tool as described last.
    pub tools: BTreeMap<ToolName, Described>,
    /// Tools that the file describes in several ways, sorted.
    pub ambiguous: Vec<ToolName>,
}

impl Snapshot {
    /// Only what it says of one tool.
    #[must_use]
    pub fn only(&self, tool: &ToolName) -> Self {
        let tools = self.tools.get(tool).map(|described| (tool.clone(), described.clone()));
        let ambiguous = self.ambiguous.iter().filter(|other| *other == tool).cloned().collect();
        Self { tools: tools.into_iter().collect(), ambiguous }
    }
}

#[cfg(test)]
mod tests;
