//! Registries and recovery files on disk.

use super::{FileError, FoundFile, Kind};
use crate::domain::json::{self, Note};
use crate::domain::registry::Registry;
use crate::recovery::Substitutes;

/// What the look of a file begins with that would be JSON; then the place of the mistake says more.
const BROKEN: &str = "broken JSON";

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
    crate::format::registry::parse(&file.bytes()?).map_err(|error| match file.kind.looks() {
        Some(looks) if !looks.starts_with(BROKEN) => content(
            file,
            &format!("this is {looks}, no registry; mine one with `vidimus mine TRACES -o registry.json`"),
        ),
        _ => content(file, &error),
    })
}

/// Reads a recovery file.
pub fn read_recovery(file: &FoundFile) -> Result<Substitutes, FileError> {
    let looks = file.kind.looks().unwrap_or_default();
    let what = |error: &dyn ToString| match &file.kind {
        Kind::Other(_) | Kind::Tools if !looks.starts_with(BROKEN) => content(
            file,
            &format!("this is {looks}, no recovery file; make one with `vidimus recovery --tools TOOLS.json`"),
        ),
        Kind::Registry => content(file, &"this is a registry, no recovery file; name it with --registry"),
        Kind::Ledger => content(file, &"this is a ledger, no recovery file"),
        _ => content(file, error),
    };
    let read = json::read_bytes(&file.bytes()?).map_err(|error| what(&error))?;
    Substitutes::from_json(&read.value).map_err(|error| what(&error))
}

fn content(file: &FoundFile, what: &(impl ToString + ?Sized)) -> FileError {
    FileError::Content { path: file.path.clone(), what: what.to_string() }
}
