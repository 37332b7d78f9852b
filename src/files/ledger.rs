//! The bytes of a ledger by offset, and its growth.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::read::{is_compressed, unreadable};
use super::stamp::Stamp;
use super::{FileError, FoundFile, Kind};
use crate::format::record::Header;
use crate::import::import;
use crate::index::{Batch, Indexer, Span};

/// How much is read at once.
const CHUNK: usize = 1 << 20;
/// How often what was found is handed out.
const PACE: Duration = Duration::from_millis(100);
/// How many bytes at the start, and before the place that was reached, tell whether a file was rewritten.
const REMEMBERED: usize = 4096;

/// The bytes that an index speaks of: a file on disk, or a ledger in memory (imported, decompressed, built in).
#[derive(Clone, Debug)]
pub enum LedgerBytes {
    /// An open file; a rename over it does not change what is read.
    File(Arc<File>, PathBuf),
    /// Bytes in memory.
    Memory(Arc<[u8]>, PathBuf),
}

impl LedgerBytes {
    /// Reads a line.
    pub fn read_span(&self, span: Span) -> Result<Vec<u8>, FileError> {
        let gone = |path: &Path| FileError::Content {
            path: path.to_owned(),
            what: format!("the record at byte {} is not there any more; the file was rewritten", span.offset),
        };
        let len = span.len as usize;
        match self {
            Self::File(file, path) => {
                let mut bytes = vec![0; len];
                match read_at(file, &mut bytes, span.offset) {
                    Ok(count) if count == len => Ok(bytes),
                    Ok(_) => Err(gone(path)),
                    Err(error) => Err(FileError::Io { path: path.clone(), doing: "cannot be read", error }),
                }
            }
            Self::Memory(bytes, path) => {
                let start = usize::try_from(span.offset).unwrap_or(usize::MAX);
                let line = bytes.get(start..start.saturating_add(len));
                line.map(<[u8]>::to_vec).ok_or_else(|| gone(path))
            }
        }
    }
}

/// Fills the buffer from an offset; less only at the end of the file.
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> std::io::Result<usize> {
    #[cfg(unix)]
    use std::os::unix::fs::FileExt;
    #[cfg(windows)]
    use std::os::windows::fs::FileExt;
    let mut done = 0;
    while let Some(rest) = buffer.get_mut(done..).filter(|rest| !rest.is_empty()) {
        #[cfg(unix)]
        let read = file.read_at(rest, offset + done as u64);
        #[cfg(windows)]
        let read = file.seek_read(rest, offset + done as u64);
        match read {
            Ok(0) => break,
            Ok(count) => done += count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}

/// News of a ledger.
#[derive(Debug)]
pub struct Update {
    /// The bytes that the index speaks of from this batch on; given at the start and after a restart.
    pub bytes: Option<LedgerBytes>,
    /// For [`crate::index::Index::apply`].
    pub batch: Batch,
    /// How many bytes there are in all, for a progress bar.
    pub total: u64,
    /// Whether the ledger is indexed up to its end.
    pub complete: bool,
    /// What the import of a foreign trace had to say.
    pub notes: Vec<String>,
}

/// Follows one ledger or importable trace: indexes it, later what was added; starts again when it was rewritten.
#[derive(Debug)]
pub struct Follower {
    file: FoundFile,
    indexer: Indexer,
    source: Source,
}

/// What is being indexed.
#[derive(Debug)]
enum Source {
    /// Nothing yet.
    Unread,
    /// An open file, and what is remembered of it.
    File { file: Arc<File>, stamp: Stamp, first: Vec<u8>, last: (u64, Vec<u8>) },
    /// All of a file that cannot be read by offset, as it was then; nothing for bytes that never change.
    Memory(Option<Stamp>),
}

impl Follower {
    /// Before the first byte.
    #[must_use]
    pub fn new(file: FoundFile) -> Self {
        Self { file, indexer: Indexer::new(), source: Source::Unread }
    }

    /// Reads what is new, and hands out updates about every 100 ms and at the end, the first one soon; `false` from
    /// `sink` stops it, and the next poll goes on from there. Without news there is no update, but for the first poll.
    pub fn poll(&mut self, sink: &mut dyn FnMut(Update) -> bool) -> Result<(), FileError> {
        let foreign = matches!(self.file.kind, Kind::Trace(_));
        if self.file.memory.is_some() || foreign || is_compressed(&self.file)? {
            self.poll_whole(sink)
        } else {
            self.poll_file(sink)
        }
    }

    /// Reads the file from its beginning at the next poll, whatever it is by then.
    pub fn forget(&mut self) {
        *self = Self::new(self.file.clone());
    }

    /// The indexer for a source that takes the place of the old one, if there was one.
    fn start_again(&mut self) {
        let unread = matches!(self.source, Source::Unread);
        self.indexer = if unread { Indexer::new() } else { Indexer::restarted() };
    }

    fn poll_whole(&mut self, sink: &mut dyn FnMut(Update) -> bool) -> Result<(), FileError> {
        let stamp = if self.file.memory.is_some() { None } else { Some(Stamp::of(&self.file.path)?) };
        if let Source::Memory(read) = &self.source
            && *read == stamp
        {
            return Ok(());
        }
        let (bytes, notes) = ledger_bytes(&self.file)?;
        self.start_again();
        self.source = Source::Memory(stamp);
        self.indexer.feed(&bytes);
        let total = bytes.len() as u64;
        let bytes = Some(LedgerBytes::Memory(bytes, self.file.path.clone()));
        sink(Update { bytes, batch: self.indexer.take_batch(), total, complete: true, notes });
        Ok(())
    }

    fn poll_file(&mut self, sink: &mut dyn FnMut(Update) -> bool) -> Result<(), FileError> {
        let path = &self.file.path;
        let failed = |error| FileError::Io { path: path.clone(), doing: "cannot be read", error };
        let open = File::open(path).map_err(failed)?;
        let stamp = Stamp::of_open(&open, path)?;
        let mut announce = None;
        if !self.is_continued(&stamp) {
            self.start_again();
            let file = Arc::new(open);
            announce = Some(LedgerBytes::File(Arc::clone(&file), self.file.path.clone()));
            self.source = Source::File { file, stamp: stamp.clone(), first: Vec::new(), last: (0, Vec::new()) };
        }
        let Self { file: found, indexer, source } = self;
        let Source::File { file, stamp: known, first, last } = source else { return Ok(()) };
        *known = stamp;
        let mut buffer = vec![0; CHUNK];
        let (mut told, mut news) = (Instant::now(), announce.is_some());
        loop {
            let count = read_at(file, &mut buffer, indexer.fed()).map_err(|error| unreadable(found, error))?;
            let chunk = buffer.get(..count).unwrap_or_default();
            if count > 0 {
                remember(first, last, indexer.fed(), chunk);
                indexer.feed(chunk);
                news = true;
            }
            let complete = count < CHUNK;
            if complete && !news {
                return Ok(());
            }
            if complete || announce.is_some() || told.elapsed() >= PACE {
                let (bytes, batch) = (announce.take(), indexer.take_batch());
                let total = known.len.max(indexer.fed());
                let go_on = sink(Update { bytes, batch, total, complete, notes: Vec::new() });
                if complete || !go_on {
                    return Ok(());
                }
                told = Instant::now();
            }
        }
    }

    /// Whether the file at the path is the one that was read, grown or as it was.
    fn is_continued(&self, now: &Stamp) -> bool {
        let Source::File { file, stamp, first, last } = &self.source else { return false };
        let stands = |bytes: &[u8], offset: u64| {
            let mut found = vec![0; bytes.len()];
            read_at(file, &mut found, offset).is_ok_and(|count| count == bytes.len()) && found == bytes
        };
        stamp.same_file(now) && now.len >= self.indexer.fed() && stands(first, 0) && stands(&last.1, last.0)
    }
}

/// Keeps the first and the last bytes that were read.
fn remember(first: &mut Vec<u8>, last: &mut (u64, Vec<u8>), offset: u64, chunk: &[u8]) {
    if offset == 0 {
        *first = chunk.get(..REMEMBERED.min(chunk.len())).unwrap_or_default().to_vec();
    }
    let start = chunk.len().saturating_sub(REMEMBERED);
    *last = (offset + start as u64, chunk.get(start..).unwrap_or_default().to_vec());
}

/// The whole of a file as the bytes of a ledger, and what its import had to say.
fn ledger_bytes(file: &FoundFile) -> Result<(Arc<[u8]>, Vec<String>), FileError> {
    let bytes = file.bytes()?;
    if !matches!(file.kind, Kind::Trace(_)) {
        return Ok((bytes, Vec::new()));
    }
    let imported = import(&file.stem(), &bytes)
        .map_err(|error| FileError::Content { path: file.path.clone(), what: error.to_string() })?;
    let mut ledger = format!("{}\n", Header::default().to_json());
    for record in imported.records {
        ledger.push_str(&record.to_json().to_string());
        ledger.push('\n');
    }
    Ok((ledger.into_bytes().into(), imported.notes))
}
