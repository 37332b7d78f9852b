//! A ledger that is wholly indexed, and what was met while reading one.

use std::path::PathBuf;
use std::sync::Arc;

use super::StudyError;
use crate::domain::call::Call;
use crate::domain::episode::Record;
use crate::domain::ids::Step;
use crate::files::{FileError, Follower, FoundFile, LedgerBytes, Report};
use crate::format::record::{parse_call, parse_record};
use crate::index::{BadLine, CallEntry, EpisodeEntry, Headless, Index, LineNote, Span};
use crate::lens::{At, Seen};

/// Told how far long work has come.
pub trait Meter {
    /// A piece of work begins: what it is, and how many bytes or calls it has, if that is known.
    fn begin(&self, what: &str, total: Option<u64>);
    /// So much of it is done, counted from its beginning.
    fn reached(&self, done: u64);
}

/// A meter that nobody looks at.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Meter for Unwatched {
    fn begin(&self, _what: &str, _total: Option<u64>) {}
    fn reached(&self, _done: u64) {}
}

/// What was met in one file besides good records.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The file.
    pub path: PathBuf,
    /// The first lines that are no valid record.
    pub bad_lines: Vec<BadLine>,
    /// How many such lines there are.
    pub bad_count: u64,
    /// The first things that were mended.
    pub notes: Vec<LineNote>,
    /// How many there are.
    pub note_count: u64,
    /// What the import of a foreign trace had to say.
    pub import_notes: Vec<String>,
    /// What could be read of episodes, but not their headers.
    pub headless: Headless,
    /// Bytes of a last line that is still being written.
    pub pending: u64,
}

impl Reading {
    /// From a file that was read record by record.
    #[must_use]
    pub fn of_report(file: &FoundFile, report: Report) -> Self {
        Self {
            path: file.path.clone(),
            bad_lines: report.bad_lines,
            bad_count: report.bad_count,
            notes: report.notes,
            note_count: report.note_count,
            import_notes: report.import_notes,
            headless: Headless::default(),
            pending: 0,
        }
    }
}

/// A ledger, or a trace that reads like one, indexed to its end; payload is read when asked for.
#[derive(Debug)]
pub struct Ledger {
    /// The file.
    pub file: FoundFile,
    /// What is where.
    pub index: Index,
    bytes: LedgerBytes,
    import_notes: Vec<String>,
}

impl Ledger {
    /// Indexes a file to its end.
    pub fn open(file: FoundFile, meter: &dyn Meter) -> Result<Self, StudyError> {
        let mut index = Index::new();
        let (mut bytes, mut import_notes, mut total) = (None, Vec::new(), None);
        let name = file.name();
        Follower::new(file.clone()).poll(&mut |update| {
            bytes = update.bytes.or_else(|| bytes.take());
            import_notes.extend(update.notes);
            index.apply(update.batch);
            if total != Some(update.total) {
                total = Some(update.total);
                meter.begin(&format!("reading {name}"), total);
            }
            meter.reached(index.indexed());
            true
        })?;
        let Some(bytes) = bytes else {
            let what = "could not be read to its end; try again once nothing writes to it".to_owned();
            return Err(FileError::Content { path: file.path, what }.into());
        };
        Ok(Self { file, index, bytes, import_notes })
    }

    /// Reads the payload of a call.
    pub fn call(&self, entry: &CallEntry) -> Result<Call, StudyError> {
        let line = self.bytes.read_span(entry.span())?;
        parse_call(&line).map_err(|error| self.reads_differently(entry.span(), &error))
    }

    /// Reads every record of an episode, in the order in which they happened.
    pub fn records(&self, episode: &EpisodeEntry) -> Result<Vec<Record>, StudyError> {
        let read = |span: Span| {
            let line = self.bytes.read_span(span)?;
            parse_record(&line).map_err(|error| self.reads_differently(span, &error))
        };
        self.index.records_of(episode).into_iter().map(read).collect()
    }

    /// The same as far as they can be read.
    #[must_use]
    pub fn readable(&self, episode: &EpisodeEntry) -> Vec<Record> {
        let read = |span: Span| parse_record(&self.bytes.read_span(span).ok()?).ok();
        self.index.records_of(episode).into_iter().filter_map(read).collect()
    }

    fn reads_differently(&self, span: Span, error: &dyn std::fmt::Display) -> StudyError {
        let what = format!(
            "the record at byte {} reads differently now: {error}; the file was changed meanwhile, run this again",
            span.offset
        );
        FileError::Content { path: self.file.path.clone(), what }.into()
    }

    /// Reads the messages and calls of an episode, in order; what cannot be read any more is left out.
    #[must_use]
    pub fn seen(&self, episode: &EpisodeEntry) -> Vec<(At, Seen)> {
        let read = |span| parse_record(&self.bytes.read_span(span).ok()?).ok();
        let mut messages = episode.messages.iter().enumerate().peekable();
        let mut seen = Vec::with_capacity(episode.calls.len() + episode.messages.len());
        for step in 0..=episode.calls.len() {
            let is_here = |before: &u32| *before as usize <= step || step == episode.calls.len();
            while let Some((number, (span, before))) = messages.next_if(|(_, (_, before))| is_here(before)) {
                if let Some(Record::Message(message)) = read(*span) {
                    let at = At::Message { number, before: *before as usize };
                    seen.push((at, Seen::Message(Arc::new(message))));
                }
            }
            let entry = episode.calls.get(step).and_then(|place| self.index.calls().get(*place as usize));
            if let Some(Record::Call(call)) = entry.and_then(|entry| read(entry.span())) {
                seen.push((At::Call(Step(step)), Seen::Call(Arc::new(*call))));
            }
        }
        seen
    }

    /// The episode of a call.
    #[must_use]
    pub fn episode_of(&self, entry: &CallEntry) -> Option<&EpisodeEntry> {
        self.index.episodes().get(entry.episode as usize)
    }

    /// What was met besides good records.
    #[must_use]
    pub fn reading(&self) -> Reading {
        Reading {
            path: self.file.path.clone(),
            bad_lines: self.index.bad_lines().to_vec(),
            bad_count: self.index.bad_count(),
            notes: self.index.notes().to_vec(),
            note_count: self.index.note_count(),
            import_notes: self.import_notes.clone(),
            headless: self.index.headless(),
            pending: self.index.pending(),
        }
    }
}
