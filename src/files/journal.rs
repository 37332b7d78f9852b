//! A file of decisions beside what they are about: appended to by one program at a time, safe against being stopped at any point.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::FileError;
use super::stamp::Stamp;
use super::write::folder_of;
use crate::domain::ids::DecisionId;
use crate::journal::{Journal, JournalError, Judgement, Signed, header, lines};

/// How often, and how long apart, the lock is asked for before another program is said to hold it.
const TRIES: u32 = 100;
const PAUSE: Duration = Duration::from_millis(50);
const NOT_SAVED: &str = "cannot be written, so nothing of this decision was saved";

/// A file of decisions and what stands in it. Nothing is kept open between two decisions.
#[derive(Debug)]
pub struct JournalFile<J> {
    path: PathBuf,
    journal: Journal<J>,
    /// What of the file the journal has read.
    read: Vec<u8>,
}

impl<J: Judgement> JournalFile<J> {
    /// Reads the file; one that is not there is empty, and is made with the first decision.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let mut file = Self { path: path.to_owned(), journal: Journal::default(), read: Vec::new() };
        file.refresh()?;
        Ok(file)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What stands in it, as far as it was read.
    #[must_use]
    pub fn journal(&self) -> &Journal<J> {
        &self.journal
    }

    /// Reads what others have written since; whether there is anything new.
    pub fn refresh(&mut self) -> Result<bool, FileError> {
        let before = self.state();
        regular(&self.path).map_err(|error| self.failed("cannot be read", error))?;
        match std::fs::read(&self.path) {
            Ok(bytes) => self.take_in(&bytes)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => self.take_in(&[])?,
            Err(error) => return Err(self.failed("cannot be read", error)),
        }
        Ok(before != self.state())
    }

    /// What tells one state of the file from another.
    fn state(&self) -> (usize, Option<DecisionId>, usize, bool) {
        let decisions = self.journal.decisions();
        let last = decisions.last().map(|decision| decision.id.clone());
        (decisions.len(), last, self.journal.bad().len(), self.journal.is_torn())
    }

    /// Appends decisions, all in one piece, and waits until they are on disk. When this fails, nothing of them was
    /// saved and the journal is as it was.
    pub fn append(&mut self, decisions: &[Signed<J>]) -> Result<(), FileError> {
        let held = Held::open(&self.path).map_err(|error| self.failed(NOT_SAVED, error))?;
        let mut file = &held.file;
        let mut bytes = Vec::new();
        let there = file.seek(SeekFrom::Start(0)).and_then(|_| file.read_to_end(&mut bytes));
        there.map_err(|error| self.failed(NOT_SAVED, error))?;
        self.take_in(&bytes)?;
        let mut addition = String::new();
        if bytes.last().is_some_and(|byte| *byte != b'\n') {
            // A line that was torn keeps to itself.
            addition.push('\n');
        }
        if !self.journal.has_header() {
            addition.push_str(&header::<J>());
        }
        addition.push_str(&lines(decisions));
        let len = bytes.len() as u64;
        put(&mut file, addition.as_bytes(), held.is_locked.then_some(len))
            .map_err(|error| self.failed(NOT_SAVED, error))?;
        if bytes.is_empty()
            && let Ok(folder) = File::open(folder_of(&self.path))
        {
            // The new name is on disk once the folder is; where a folder cannot be opened, there is no more to do.
            folder.sync_all().ok();
        }
        bytes.extend_from_slice(addition.as_bytes());
        self.take_in(&bytes)
    }

    /// Takes in the whole content of the file, of which the beginning is known unless somebody rewrote it.
    fn take_in(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let not_ours = |error: JournalError| FileError::Content { path: self.path.clone(), what: error.to_string() };
        match bytes.strip_prefix(self.read.as_slice()) {
            Some(more) => {
                let done = self.journal.read(more).map_err(not_ours)?;
                self.read.extend_from_slice(more.get(..done).unwrap_or_default());
            }
            None => {
                self.journal = Journal::parse(bytes).map_err(not_ours)?;
                let whole = memchr::memrchr(b'\n', bytes).map_or(0, |at| at + 1);
                self.read = bytes.get(..whole).unwrap_or_default().to_vec();
            }
        }
        Ok(())
    }

    fn failed(&self, doing: &'static str, error: io::Error) -> FileError {
        FileError::Io { path: self.path.clone(), doing, error }
    }
}

/// A file that grows at its end.
trait Growing: Write {
    fn sync(&self) -> io::Result<()>;
    fn cut(&self, len: u64) -> io::Result<()>;
}

impl Growing for &File {
    fn sync(&self) -> io::Result<()> {
        self.sync_all()
    }
    fn cut(&self, len: u64) -> io::Result<()> {
        self.set_len(len)
    }
}

/// Writes at the end of a file; what a full disk has taken a part of is cut off again, where nobody else can have
/// written behind it. Where it cannot be cut off, a torn line is left, which every reader passes over.
fn put(file: &mut impl Growing, bytes: &[u8], len: Option<u64>) -> io::Result<()> {
    let written = file.write_all(bytes).and_then(|()| file.sync());
    if written.is_err()
        && let Some(len) = len
    {
        file.cut(len).and_then(|()| file.sync()).ok();
    }
    written
}

/// A device or a pipe may never end, and keeps nothing.
fn regular(path: &Path) -> io::Result<()> {
    match std::fs::metadata(path) {
        Ok(there) if !there.is_file() && !there.is_dir() => {
            Err(io::Error::other("it is no regular file, so that decisions cannot be kept in it; name a file"))
        }
        _ => Ok(()),
    }
}

/// The file of that name beside another one: `registry.json` has `registry.json.review.jsonl`.
pub(super) fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// The open file, and no other program of ours writing to it until it is dropped.
struct Held {
    file: File,
    is_locked: bool,
}

impl Held {
    fn open(path: &Path) -> io::Result<Self> {
        regular(path)?;
        for _ in 0..TRIES {
            let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
            match lock(&file)? {
                Lock::Taken => std::thread::sleep(PAUSE),
                held => {
                    // Somebody may have put another file in its place meanwhile.
                    let (open, there) = (Stamp::of_open(&file, path), Stamp::of(path));
                    if open.is_ok_and(|open| there.is_ok_and(|there| open.same_file(&there))) {
                        return Ok(Self { file, is_locked: held == Lock::Ours });
                    }
                }
            }
        }
        let what = "another program holds it; try again, and see which one has it open with lsof";
        Err(io::Error::new(io::ErrorKind::WouldBlock, what))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lock {
    Ours,
    Taken,
    /// The file system knows no locks: then it is the one appending write that keeps lines whole.
    Unknown,
}

#[cfg(unix)]
fn lock(file: &File) -> io::Result<Lock> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Lock::Ours),
        Err(Errno::WOULDBLOCK | Errno::INTR) => Ok(Lock::Taken),
        Err(Errno::NOTSUP | Errno::NOSYS | Errno::NOLCK | Errno::INVAL) => Ok(Lock::Unknown),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(unix))]
fn lock(_: &File) -> io::Result<Lock> {
    Ok(Lock::Unknown)
}

#[cfg(test)]
mod tests;
