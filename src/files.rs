//! Everything that touches the disk: finding inputs, reading them by offset, following their growth,
//! watching for changes, and the only code that writes user data.

pub mod discover;
pub mod journal;
mod kind;
pub mod labels;
pub mod ledger;
pub mod output;
mod read;
pub mod records;
pub mod registry;
pub mod review;
mod stamp;
mod surplus;
pub mod watch;
pub mod write;

pub use discover::{Found, FoundFile, Kind, discover, is_pipe, is_standard_input, stem_of};
pub use journal::JournalFile;
pub use labels::{LabelFile, labels_path, sample_labels_path};
pub use ledger::{Follower, LedgerBytes, Update};
pub use output::{MADE_BY, Output, Writes, header_of, is_standard_output};
pub use records::{Report, for_each_record, headers, sort_inputs};
pub use registry::{read_recovery, read_registry};
pub use review::{ReviewFile, review_path};
pub use surplus::Surplus;
pub use watch::{Hint, WatchState, Watcher};
pub use write::{AtomicFile, make_folder, write_atomic};

use std::path::PathBuf;

use crate::words::refused;

/// Why a file could not be used; every sentence names the file and the next thing to try.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system refused.
    #[error("{}: {doing}: {}", .path.display(), refused(.error))]
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

impl FileError {
    /// The file.
    #[must_use]
    pub fn path(&self) -> &std::path::Path {
        match self {
            Self::Io { path, .. } | Self::Content { path, .. } => path,
        }
    }
}
