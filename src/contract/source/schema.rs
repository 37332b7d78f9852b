//! Contracts from public schemas (SPEC 3, end), with support 0 and basis `schema`.
//!
//! Read are MCP tools with an `outputSchema` (one tool, a `tools/list` answer, a JSON-RPC dump: wherever in the
//! file they stand), `OpenAPI` 3 and Swagger 2 responses (the tool is the `operationId`, else `METHOD path`),
//! `AppWorld`-style API docs with `response_schemas` (the tool is `app__api`, as its function calls are named,
//! or the API alone where the file names no app), and a plain JSON Schema, whose tool the caller names.
//!
//! `required` becomes `required_field`, `type` `stable_type`, `enum` `category`, and
//! `additionalProperties: false` `known_fields`. Local references are followed, `allOf` is taken as all of its
//! parts together, and `X or null` as a nullable X. What has no unambiguous contract (other unions, references out
//! of the file, `patternProperties` …) is left out and told in the notes, with its place.

mod appworld;
mod mcp;
mod openapi;
mod resolve;
mod walk;

use std::collections::BTreeMap;
use std::fmt;

pub use self::resolve::{Unresolved, resolve};
use self::walk::Walker;
use crate::domain::ids::ToolName;
use crate::domain::json::{self, Json, JsonError, JsonType, is_space};
use crate::domain::registry::ToolContract;

/// What a schema file says.
#[derive(Clone, Debug, Default)]
pub struct SchemaContracts {
    /// The contract of each tool that has one.
    pub tools: BTreeMap<ToolName, ToolContract>,
    /// What was left out, and why; in file order.
    pub notes: Vec<SchemaNote>,
}

/// Something in a schema that is not in the contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaNote {
    /// The tool, where the note is about one.
    pub tool: Option<ToolName>,
    /// The path in the tool's result; empty if the note is about the whole.
    pub place: String,
    /// What was left out, for a person.
    pub what: String,
}

impl fmt::Display for SchemaNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(tool) = &self.tool {
            write!(f, "{tool}: ")?;
        }
        if !self.place.is_empty() {
            write!(f, "at {}: ", self.place)?;
        }
        f.write_str(&self.what)
    }
}

/// Why a file gives no contracts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SchemaError {
    /// The file is neither JSON nor JSON Lines.
    #[error("neither JSON nor JSON Lines: {0}")]
    NotJson(#[from] JsonError),
    /// A plain JSON Schema names no tool.
    #[error("this JSON Schema does not say which tool it belongs to; name it with --tool NAME")]
    NoTool,
    /// Tools are described, but not what they return.
    #[error(
        "the file describes {0} tools, but not their results: no \"outputSchema\" is in it; a tool's parameters are no \
         contract of its outcome"
    )]
    NoResults(usize),
    /// Nothing in the file is a schema that is read.
    #[error(
        "no schema: expected MCP tools with \"outputSchema\", an OpenAPI or Swagger description, API docs with \
         \"response_schemas\", or a JSON Schema"
    )]
    Unknown,
}

/// Reads a schema file: JSON, or JSON Lines (a recorded JSON-RPC session). `tool` names the tool of a plain
/// JSON Schema; other files name their own.
pub fn read(bytes: &[u8], tool: Option<&ToolName>) -> Result<SchemaContracts, SchemaError> {
    match json::read_bytes(bytes) {
        Ok(read) => contracts(&read.value, tool),
        Err(error) => {
            let lines = bytes.split(|byte| *byte == b'\n');
            let lines = lines.filter(|line| !line.iter().all(|byte| is_space(char::from(*byte))));
            let values: Vec<Json> =
                lines.filter_map(|line| json::read_bytes(line).ok()).map(|read| read.value).collect();
            if !values.iter().any(|value| value.as_object().is_some()) {
                return Err(error.into());
            }
            contracts(&Json::Array(values), tool)
        }
    }
}

/// The contracts in a schema; see [`read`].
pub fn contracts(document: &Json, tool: Option<&ToolName>) -> Result<SchemaContracts, SchemaError> {
    if document.get("openapi").is_some() || document.get("swagger").is_some() {
        return Ok(openapi::contracts(document));
    }
    let docs = appworld::docs(document);
    if !docs.is_empty() {
        return Ok(appworld::contracts(&docs));
    }
    let mut tools = mcp::Tools::default();
    tools.find(document);
    if !tools.declared.is_empty() {
        return Ok(mcp::contracts(&tools));
    }
    if tools.described > 0 && !has_keyword(document, &SURE) {
        return Err(SchemaError::NoResults(tools.described));
    }
    if has_keyword(document, &SURE) || has_keyword(document, &KEYWORDS) {
        let tool = tool.ok_or(SchemaError::NoTool)?;
        let mut all = SchemaContracts::default();
        all.add(tool, document, &[document]);
        return Ok(all);
    }
    Err(SchemaError::Unknown)
}

/// A keyword of JSON Schema, and whether a value is one that it may have.
type Keyword = (&'static str, fn(&Json) -> bool);

/// Keywords that hardly anything but a JSON Schema has.
static SURE: [Keyword; 6] = [
    ("$schema", |value| value.as_str().is_some_and(|schema| schema.contains("schema"))),
    ("properties", |value| value.as_object().is_some()),
    ("allOf", is_list),
    ("anyOf", is_list),
    ("oneOf", is_list),
    ("$ref", |value| value.as_str().is_some()),
];

/// Keywords that are enough in a file that was named as a schema.
static KEYWORDS: [Keyword; 6] = [
    ("type", |value| match value {
        Json::Array(names) => !names.is_empty() && names.iter().all(is_type),
        name => is_type(name),
    }),
    ("enum", is_list),
    ("const", |_| true),
    ("items", |value| value.as_object().is_some() || value.as_bool().is_some() || is_list(value)),
    ("required", is_list),
    ("additionalProperties", |value| value.as_object().is_some() || value.as_bool().is_some()),
];

fn is_list(value: &Json) -> bool {
    value.as_array().is_some()
}

fn is_type(name: &Json) -> bool {
    name.as_str().is_some_and(|name| JsonType::from_name(name).is_some())
}

fn has_keyword(value: &Json, keywords: &[Keyword]) -> bool {
    keywords.iter().any(|(key, is_its)| value.get(key).is_some_and(is_its))
}

impl SchemaContracts {
    fn note(&mut self, tool: Option<&ToolName>, what: impl Into<String>) {
        self.notes.push(SchemaNote { tool: tool.cloned(), place: String::new(), what: what.into() });
    }

    /// Adds the contract of a tool whose result is described by all of `schemas`; local references are looked up
    /// in `document`.
    fn add(&mut self, tool: &ToolName, document: &Json, schemas: &[&Json]) {
        let mut walker = Walker::new(tool, document);
        walker.walk_all(schemas);
        self.finish(tool, walker);
    }

    /// Takes over what a walker has found.
    fn finish(&mut self, tool: &ToolName, walker: Walker<'_>) {
        let (contract, notes) = walker.finish();
        if self.tools.contains_key(tool) {
            self.note(Some(tool), "the file describes this tool more than once; the first description was taken");
            return;
        }
        self.notes.extend(notes);
        if contract.invariants.is_empty() {
            self.note(Some(tool), "the schema says nothing that a contract can hold");
        } else {
            self.tools.insert(tool.clone(), contract);
        }
    }
}

#[cfg(test)]
mod tests;
