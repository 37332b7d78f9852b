//! Paths as the files a study consists of.

use std::path::PathBuf;

use super::StudyError;
use crate::domain::json::{Json, Note, read_bytes};
use crate::files::{FileError, FoundFile, Kind, discover};

/// What the paths hold, by kind.
#[derive(Debug, Default)]
pub struct Inputs {
    /// Registries, in the order of the paths.
    pub registries: Vec<FoundFile>,
    /// Ledgers and traces that read like one, in the order of the paths.
    pub ledgers: Vec<FoundFile>,
    /// Recovery files, in the order of the paths.
    pub recovery: Vec<FoundFile>,
    /// Snapshots of what tools say of themselves, by path: the last is taken for the newest.
    pub tools: Vec<FoundFile>,
    /// Files in folders that are something else.
    pub skipped: Vec<FoundFile>,
    /// Paths that cannot be used.
    pub problems: Vec<FileError>,
}

/// Looks at the paths: files, folders (all below), `-` for standard input.
#[must_use]
pub fn inputs(paths: &[PathBuf]) -> Inputs {
    let found = discover(paths);
    let mut inputs = Inputs { skipped: found.skipped, problems: found.problems, ..Inputs::default() };
    for file in found.files {
        match file.kind {
            Kind::Registry => inputs.registries.push(file),
            Kind::Ledger | Kind::Trace(_) => inputs.ledgers.push(file),
            Kind::Recovery => inputs.recovery.push(file),
            Kind::Tools => inputs.tools.push(file),
            Kind::Review | Kind::Labels | Kind::Other(_) => inputs.skipped.push(file),
        }
    }
    // Folders are searched for what is judged and what judges; a snapshot beside them is welcome all the same.
    inputs.tools.extend(inputs.skipped.extract_if(.., |file| file.kind == Kind::Tools));
    inputs.tools.sort_by(|one, other| one.path.cmp(&other.path));
    inputs
}

/// Reads a file that holds one JSON value, and tells what was mended in it.
pub fn read_json(file: &FoundFile) -> Result<(Json, Vec<Note>), StudyError> {
    match read_bytes(&file.bytes()?) {
        Ok(read) => Ok((read.value, read.notes)),
        Err(error) => {
            let what = match (&file.kind, file.kind.looks()) {
                (_, Some(looks)) if !looks.starts_with("broken JSON") => format!("this is {looks}"),
                (Kind::Ledger, _) => "this is a ledger".to_owned(),
                _ => error.to_string(),
            };
            let what = format!("{what}; the file is to hold one JSON value");
            Err(FileError::Content { path: file.path.clone(), what }.into())
        }
    }
}
