//! Everything that touches the disk: finding inputs, reading them by offset, following their growth,
//! watching for changes, and the only code that writes user data.

pub mod discover;
pub mod journal;
mod kind;
pub mod ledger;
pub mod output;
mod read;
pub mod records;
pub mod registry;
pub mod review;
mod stamp;
pub mod watch;
pub mod write;

pub use discover::{Found, FoundFile, Kind, discover};
pub use journal::JournalFile;
pub use ledger::{Follower, LedgerBytes, Update};
pub use output::{MADE_BY, Output, Writes, header_of};
pub use records::{Report, for_each_record, sort_inputs};
pub use registry::{read_recovery, read_registry};
pub use review::{ReviewFile, review_path};
pub use watch::{Hint, WatchState, Watcher};
pub use write::{AtomicFile, make_folder, write_atomic};

use std::path::PathBuf;

/// Why a file could not be used; every sentence names the file and the next thing to try.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system refused.
    #[error("{}: {doing}: {}", .path.display(), reason(.error))]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried: `cannot be read`.
        doing: &'static str,
        /// What the system says.
        error: std::io::Error,
    },
    /// It holds something else, or something broken; the sentence says what.
    #[error("{}: {what}", .path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong and what to do, for a person.
        what: String,
    },
}

/// What the system says, in words that say what to do.
fn reason(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    if error.get_ref().is_some() {
        // Such a sentence is the program's own.
        return error.to_string();
    }
    match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder; check the path".into(),
        ErrorKind::PermissionDenied => "it is not allowed; check who may use it with `ls -l`".into(),
        ErrorKind::IsADirectory => "it is a folder; name a file".into(),
        ErrorKind::NotADirectory => "a part of the path is a file and no folder; check the path".into(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "there is no space left; make some first".into(),
        ErrorKind::FileTooLarge => "a file may not grow so large here; write elsewhere, or see `ulimit -f`".into(),
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only; write elsewhere".into(),
        _ => error.to_string(),
    }
}

impl FileError {
    /// The file.
    #[must_use]
    pub fn path(&self) -> &std::path::Path {
        match self {
            Self::Io { path, .. } | Self::Content { path, .. } => path,
        }
    }
}
