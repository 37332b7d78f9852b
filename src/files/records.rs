//! Records one after the other, without holding a ledger in memory: for the miner and the command line.

use std::collections::BTreeSet;
use std::io::BufRead;

use super::read::{open, unreadable};
use super::{FileError, FoundFile, Kind};
use crate::domain::episode::Record;
use crate::domain::ids::EpisodeId;
use crate::domain::json::{is_space, without_mark};
use crate::format::record::{Header, Line, NO_FORMAT_LINE, SECOND_FORMAT_LINE, read_line};
use crate::import::import;
use crate::index::{BadLine, KEPT_SENTENCES, LineNote};

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
    /// The episodes of which a header could not be read.
    pub bad_headers: BTreeSet<EpisodeId>,
    /// What had to be mended, and a last line still being written: the first notes.
    pub notes: Vec<LineNote>,
    /// How many notes there are.
    pub note_count: u64,
    /// What the import of a foreign trace had to say.
    pub import_notes: Vec<String>,
}

impl Report {
    fn bad(&mut self, line: u64, column: Option<usize>, what: String) {
        self.bad_count += 1;
        if self.bad_count <= KEPT_SENTENCES {
            self.bad_lines.push(BadLine { line, column, what });
        }
    }

    fn note(&mut self, line: u64, what: String) {
        self.note_count += 1;
        if self.note_count <= KEPT_SENTENCES {
            self.notes.push(LineNote { line, what });
        }
    }
}

/// Gives every record of a ledger or importable trace, in file order.
pub fn for_each_record(file: &FoundFile, mut each: impl FnMut(Record)) -> Result<Report, FileError> {
    let mut report = Report::default();
    if matches!(file.kind, Kind::Trace(_)) {
        let imported = import(&file.stem(), &file.bytes()?)
            .map_err(|error| FileError::Content { path: file.path.clone(), what: error.to_string() })?;
        report.records = imported.records.len() as u64;
        report.import_notes = imported.notes;
        imported.records.into_iter().for_each(each);
        return Ok(report);
    }
    let mut reader = open(file)?;
    let (mut line, mut number, mut begun) = (Vec::new(), 0, false);
    loop {
        line.clear();
        if reader.read_until(b'\n', &mut line).map_err(|error| unreadable(file, error))? == 0 {
            return Ok(report);
        }
        number += 1;
        if line.pop_if(|byte| *byte == b'\n').is_none() {
            report.note(number, "no newline at its end: a record still being written, left out for now".to_owned());
            return Ok(report);
        }
        let text = without_mark(&line);
        if text.iter().all(|byte| is_space(char::from(*byte))) {
            continue;
        }
        let (read, notes) = match read_line(text) {
            Ok(read) => read,
            Err(error) => {
                report.bad(number, error.column(), error.to_string());
                report.bad_headers.extend(error.header_of().cloned());
                continue;
            }
        };
        for note in notes {
            report.note(number, note.to_string());
        }
        match read {
            Line::Header(header) => {
                if std::mem::replace(&mut begun, true) {
                    report.note(number, SECOND_FORMAT_LINE.to_owned());
                }
                report.study = header.study.or(report.study);
            }
            Line::Record(record) => {
                if !std::mem::replace(&mut begun, true) {
                    report.note(number, NO_FORMAT_LINE.to_owned());
                }
                report.records += 1;
                each(record);
            }
        }
    }
}

/// The format lines of a ledger, in file order; a trace has none.
pub fn headers(file: &FoundFile) -> Result<Vec<Header>, FileError> {
    let mut headers = Vec::new();
    if file.kind != Kind::Ledger {
        return Ok(headers);
    }
    let (mut reader, mut line) = (open(file)?, Vec::new());
    while reader.read_until(b'\n', &mut line).map_err(|error| unreadable(file, error))? > 0 {
        // Most lines need not be read to know that they are none.
        if line.ends_with(b"\n")
            && memchr::memmem::find(&line, b"\"format\"").is_some()
            && let Ok((Line::Header(header), _)) = read_line(&line)
        {
            headers.push(header);
        }
        line.clear();
    }
    Ok(headers)
}

/// Sorts inputs as SPEC 3 asks, so that the order in which they were named does not matter: by file name, then
/// SHA-256; a file named twice stays once. Gives each with its SHA-256.
pub fn sort_inputs(files: Vec<FoundFile>) -> Result<Vec<(FoundFile, String)>, FileError> {
    let mut seen = BTreeSet::new();
    let mut inputs = Vec::with_capacity(files.len());
    for file in files {
        let place = if file.memory.is_some() { None } else { std::fs::canonicalize(&file.path).ok() };
        if place.is_none_or(|place| seen.insert(place)) {
            let sha256 = file.sha256()?;
            inputs.push((file, sha256));
        }
    }
    inputs.sort_by_cached_key(|(file, sha256)| (file.name(), sha256.clone()));
    Ok(inputs)
}
