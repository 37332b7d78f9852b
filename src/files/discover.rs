//! Finding inputs: what a file is, is told by its content, never by its name alone (SPEC 10).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::FileError;
use crate::import::Format;

/// What a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A registry (SPEC 4).
    Registry,
    /// A ledger (SPEC 8).
    Ledger,
    /// A recovery file (SPEC 7).
    Recovery,
    /// A trace of another program that can be imported.
    Trace(Format),
    /// Something else: a schema, records, a text; the sentence says what it looks like.
    Other(String),
}

/// A file that was found, or bytes that stand in for one.
#[derive(Clone, Debug)]
pub struct FoundFile {
    /// Where it is; for bytes in memory, how they are called.
    pub path: PathBuf,
    /// What it is.
    pub kind: Kind,
    /// Its bytes, if it is none on disk: standard input, the sample study.
    pub memory: Option<Arc<[u8]>>,
}

impl FoundFile {
    /// Looks at a file, compressed or not.
    pub fn look(path: &Path) -> Result<Self, FileError> {
        Ok(Self { path: path.to_owned(), kind: Kind::Other(String::new()), memory: None })
    }

    /// Looks at bytes that stand in for a file.
    #[must_use]
    pub fn in_memory(name: &str, bytes: Arc<[u8]>) -> Self {
        Self { path: PathBuf::from(name), kind: Kind::Other(String::new()), memory: Some(bytes) }
    }

    /// The file's name without its folder.
    #[must_use]
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy().into_owned()
    }

    /// The whole content, decompressed.
    pub fn bytes(&self) -> Result<Arc<[u8]>, FileError> {
        Ok(self.memory.clone().unwrap_or_default())
    }

    /// The SHA-256 of the file as it stands on disk, in hex.
    pub fn sha256(&self) -> Result<String, FileError> {
        Ok(String::new())
    }
}

/// What the paths hold.
#[derive(Debug, Default)]
pub struct Found {
    /// Files that can be used, in the order of the paths, folders sorted by name.
    pub files: Vec<FoundFile>,
    /// Files in folders that are something else, each with what it looks like: for the log, no error.
    pub skipped: Vec<FoundFile>,
    /// Paths that cannot be used: not there, unreadable, named but not understood, a folder with nothing in it.
    pub problems: Vec<FileError>,
}

/// Looks at the paths: files, folders (all below, sorted, hidden ones skipped), `-` for standard input.
#[must_use]
pub fn discover(paths: &[PathBuf]) -> Found {
    let _ = paths;
    Found::default()
}
