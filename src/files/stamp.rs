//! What tells cheaply whether a file may have changed.

use std::fs::{File, Metadata};
use std::path::Path;
use std::time::SystemTime;

use super::FileError;

/// Length, time of the last change, and which file it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) len: u64,
    modified: Option<SystemTime>,
    /// Device and number, where the system has them.
    identity: Option<(u64, u64)>,
}

impl Stamp {
    pub(super) fn of(path: &Path) -> Result<Self, FileError> {
        let failed = |error| FileError::Io { path: path.to_owned(), doing: "cannot be read", error };
        std::fs::metadata(path).map(|metadata| Self::from_metadata(&metadata)).map_err(failed)
    }

    pub(super) fn of_open(file: &File, path: &Path) -> Result<Self, FileError> {
        let failed = |error| FileError::Io { path: path.to_owned(), doing: "cannot be read", error };
        file.metadata().map(|metadata| Self::from_metadata(&metadata)).map_err(failed)
    }

    fn from_metadata(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let identity = {
            use std::os::unix::fs::MetadataExt;
            Some((metadata.dev(), metadata.ino()))
        };
        #[cfg(not(unix))]
        let identity = None;
        Self { len: metadata.len(), modified: metadata.modified().ok(), identity }
    }

    /// Whether it is the same file, whatever its content.
    pub(super) fn same_file(&self, other: &Self) -> bool {
        self.identity == other.identity
    }
}
