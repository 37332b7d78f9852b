//! Registries from files of records and from public schemas (SPEC 3, end).

use std::collections::BTreeMap;

use super::StudyError;
use crate::contract::MineOptions;
use crate::contract::source::{records, schema};
use crate::domain::ids::ToolName;
use crate::domain::registry::{Input, Registry};
use crate::files::{FileError, FoundFile};

/// Mines one tool's contract from a file of records; gives the registry and what a person should know.
pub fn mine_records(
    file: &FoundFile,
    tool: &ToolName,
    table: Option<&str>,
    options: &MineOptions,
) -> Result<(Registry, Vec<String>), StudyError> {
    let read = records::read(&file.bytes()?, table).map_err(|error| content(file, &error))?;
    let contract = records::mine(tool, &read.records, options);
    let source = options.source("records", vec![input(file)?]);
    let registry = Registry { source, tools: [(tool.clone(), contract)].into(), ..Registry::default() };
    Ok((registry, read.notes.iter().map(ToString::to_string).collect()))
}

/// Takes contracts from a public schema; `tool` names the tool of a plain JSON Schema. Gives the registry and what
/// in the schema is not in it.
pub fn mine_schema(file: &FoundFile, tool: Option<&ToolName>) -> Result<(Registry, Vec<String>), StudyError> {
    let read = schema::read(&file.bytes()?, tool).map_err(|error| content(file, &error))?;
    // Nothing was counted, so no threshold was in force.
    let mut source = MineOptions::default().source("schema", vec![input(file)?]);
    source.thresholds = BTreeMap::new();
    let registry = Registry { source, tools: read.tools, ..Registry::default() };
    Ok((registry, read.notes.iter().map(ToString::to_string).collect()))
}

fn input(file: &FoundFile) -> Result<Input, StudyError> {
    Ok(Input::new(file.name(), file.sha256()?))
}

fn content(file: &FoundFile, error: &dyn std::error::Error) -> StudyError {
    FileError::Content { path: file.path.clone(), what: error.to_string() }.into()
}
