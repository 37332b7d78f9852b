//! Registries and recovery files on disk.

use super::{FileError, FoundFile};
use crate::domain::json::Note;
use crate::domain::registry::Registry;
use crate::recovery::Substitutes;

/// Reads a registry.
pub fn read_registry(file: &FoundFile) -> Result<(Registry, Vec<Note>), FileError> {
    crate::format::registry::parse(&file.bytes()?)
        .map_err(|error| FileError::Content { path: file.path.clone(), what: error.to_string() })
}

/// Reads a recovery file.
pub fn read_recovery(file: &FoundFile) -> Result<Substitutes, FileError> {
    let content = |what: String| FileError::Content { path: file.path.clone(), what };
    let read = crate::domain::json::read_bytes(&file.bytes()?).map_err(|error| content(error.to_string()))?;
    Substitutes::from_json(&read.value).map_err(|error| content(error.to_string()))
}
