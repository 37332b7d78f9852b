//! Registries and recovery files on disk.

use super::{FileError, FoundFile, Kind};
use crate::domain::json::{self, Note};
use crate::domain::registry::Registry;
use crate::recovery::Substitutes;

/// Reads a registry; a file of another kind gets a sentence that says what it is.
pub fn read_registry(file: &FoundFile) -> Result<(Registry, Vec<Note>), FileError> {
    if let Kind::Trace(format) = file.kind {
        let name = format.row().name;
        return Err(content(
            file,
            &format!(
                "this is a trace ({name}), no registry; mine one from it with `vidimus mine TRACE -o registry.json`"
            ),
        ));
    }
    crate::format::registry::parse(&file.bytes()?).map_err(|error| content(file, &error))
}

/// Reads a recovery file.
pub fn read_recovery(file: &FoundFile) -> Result<Substitutes, FileError> {
    let read = json::read_bytes(&file.bytes()?).map_err(|error| content(file, &error))?;
    Substitutes::from_json(&read.value).map_err(|error| content(file, &error))
}

fn content(file: &FoundFile, what: &impl ToString) -> FileError {
    FileError::Content { path: file.path.clone(), what: what.to_string() }
}
