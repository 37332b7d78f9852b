//! Finding inputs: what a file is, is told by its content, never by its name alone (SPEC 10).

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::read::{is_compressed, open, open_raw, unreadable};
use super::{FileError, kind};
use crate::import::Format;

/// What a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A registry (SPEC 4), of any version.
    Registry,
    /// A ledger (SPEC 8), of any version.
    Ledger,
    /// A recovery file (SPEC 7), of any version.
    Recovery,
    /// The decisions of a review, which belong to the registry beside them.
    Review,
    /// The labels of pairs, which belong to the ledger beside them.
    Labels,
    /// A trace of another program that can be imported.
    Trace(Format),
    /// A snapshot of what tools say of themselves: a list of tools with their schemas.
    Tools,
    /// Something else: a schema, records, a text; says what it looks like.
    Other(String),
}

impl Kind {
    /// What a file looks like that is none to be studied.
    #[must_use]
    pub fn looks(&self) -> Option<&str> {
        match self {
            Self::Other(looks) => Some(looks),
            Self::Tools => Some("a list of tools; mine contracts from it with `vidimus mine --schema FILE -o FILE`"),
            _ => None,
        }
    }
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
        if path.is_dir() {
            let what = "this is a folder, and one file is wanted here; name a file in it".to_owned();
            return Err(FileError::Content { path: path.to_owned(), what });
        }
        // What comes through a pipe comes once, and from its beginning to its end.
        let memory = if is_pipe(path) { Some(spooled(path)?) } else { None };
        Self { path: path.to_owned(), kind: Kind::Other(String::new()), memory }.looked_at()
    }

    /// Looks at bytes that stand in for a file.
    #[must_use]
    pub fn in_memory(name: &str, bytes: Arc<[u8]>) -> Self {
        let file = Self { path: PathBuf::from(name), kind: Kind::Other(String::new()), memory: Some(bytes) };
        // Only what is compressed and broken cannot be looked at.
        file.clone().looked_at().unwrap_or_else(|error| Self { kind: Kind::Other(error.to_string()), ..file })
    }

    fn looked_at(mut self) -> Result<Self, FileError> {
        let mut head = Vec::with_capacity(kind::HEAD);
        open(&self)?.take(kind::HEAD as u64).read_to_end(&mut head).map_err(|error| unreadable(&self, error))?;
        self.kind = kind::kind_of(&head, head.len() < kind::HEAD);
        Ok(self)
    }

    /// The file's name without its folder. A pipe of the shell is called by a number, a different one each time; its
    /// name is to be the same wherever it is written down.
    #[must_use]
    pub fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy().into_owned();
        let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        if is_number && self.memory.is_some() && is_pipe(&self.path) { PIPE.to_owned() } else { name }
    }

    /// The name without the ends that tell a compression and a format: `gpt-4.1` of `gpt-4.1.json.gz`.
    #[must_use]
    pub fn stem(&self) -> String {
        stem_of(&self.name())
    }

    /// The whole content, decompressed.
    pub fn bytes(&self) -> Result<Arc<[u8]>, FileError> {
        if let Some(bytes) = &self.memory
            && !is_compressed(self)?
        {
            return Ok(Arc::clone(bytes));
        }
        let mut bytes = Vec::new();
        open(self)?.read_to_end(&mut bytes).map_err(|error| unreadable(self, error))?;
        Ok(bytes.into())
    }

    /// The SHA-256 of the file as it stands on disk, in hex.
    pub fn sha256(&self) -> Result<String, FileError> {
        let (mut raw, mut digest) = (open_raw(self)?, Sha256::new());
        std::io::copy(&mut raw, &mut Hashing(&mut digest)).map_err(|error| unreadable(self, error))?;
        Ok(hex(&digest.finalize()))
    }
}

/// A file's name without the ends that tell a compression and a format: `gpt-4.1` of `gpt-4.1.json.gz`.
#[must_use]
pub fn stem_of(name: &str) -> String {
    let name = [".gz", ".zst", ".zstd"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if stem.is_empty() { name.to_owned() } else { stem.to_owned() }
}

struct Hashing<'a>(&'a mut Sha256);

impl Write for Hashing<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Bytes as lowercase hex digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
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

/// Whether a path leads to what can be read only once: a pipe, a socket, a terminal.
#[must_use]
pub fn is_pipe(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

/// All that comes through a pipe.
fn spooled(path: &Path) -> Result<Arc<[u8]>, FileError> {
    let failed = |error| FileError::Io { path: path.to_owned(), doing: "cannot be read", error };
    let mut bytes = Vec::new();
    if never_ends(path) {
        let what = "this is a device, which has no end; name a file, a pipe or - for standard input".to_owned();
        return Err(FileError::Content { path: path.to_owned(), what });
    }
    if is_standard_input(path) {
        // A socket cannot be opened by its name.
        std::io::stdin().lock().read_to_end(&mut bytes).map_err(failed)?;
    } else {
        fs::File::open(path).and_then(|mut pipe| pipe.read_to_end(&mut bytes)).map_err(failed)?;
    }
    Ok(bytes.into())
}

/// Whether a path leads to a device. A terminal is one, too, and ends: it is read by the names of standard input alone.
fn never_ends(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = fs::metadata(path).map(|there| there.file_type());
        !is_standard_input(path) && kind.is_ok_and(|kind| kind.is_char_device() || kind.is_block_device())
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

/// Whether a path is another name of standard input.
#[must_use]
pub fn is_standard_input(path: &Path) -> bool {
    ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].iter().any(|name| path.as_os_str() == *name)
}

/// How standard input is called.
const STDIN: &str = "stdin";
/// How a pipe is called that has a number only.
const PIPE: &str = "pipe";
/// What a path may lead to, for a sentence.
const UNDERSTOOD: &str = "what can be opened: registries, ledgers, recovery files, and traces";

/// Looks at the paths: files, folders (all below, sorted, hidden ones skipped), `-` for standard input.
#[must_use]
pub fn discover(paths: &[PathBuf]) -> Found {
    let mut found = Found::default();
    for path in paths {
        if path.as_os_str() == "-" {
            let mut bytes = Vec::new();
            match std::io::stdin().lock().read_to_end(&mut bytes) {
                Ok(_) => found.named(FoundFile::in_memory(STDIN, bytes.into())),
                Err(error) => {
                    found.problems.push(FileError::Io { path: STDIN.into(), doing: "cannot be read", error });
                }
            }
        } else if path.is_dir() {
            found.folder(path);
        } else {
            match FoundFile::look(path) {
                Ok(file) => found.named(file),
                Err(error) => found.problems.push(error),
            }
        }
    }
    found
}

impl Found {
    /// A file that was named: it must be something.
    fn named(&mut self, file: FoundFile) {
        if file.kind == Kind::Review {
            let what = "these are the decisions of a review; name the registry that they are of".to_owned();
            self.problems.push(FileError::Content { path: file.path, what });
        } else if file.kind == Kind::Labels {
            let what = "these are the labels of pairs; name the ledger that they are of".to_owned();
            self.problems.push(FileError::Content { path: file.path, what });
        } else if let Some(looks) = file.kind.looks() {
            let formats = crate::import::understood();
            let what = format!("this is {looks}; {UNDERSTOOD}: {formats}");
            self.problems.push(FileError::Content { path: file.path, what });
        } else {
            self.files.push(file);
        }
    }

    fn folder(&mut self, path: &Path) {
        let (used, skipped) = (self.files.len(), self.skipped.len());
        let problems = self.problems.len();
        self.below(path, &mut BTreeSet::new());
        if self.files.len() > used || self.problems.len() > problems {
            return;
        }
        let others = self.skipped.get(skipped..).unwrap_or_default();
        let what = match others.first() {
            None => format!("there is no file in this folder; {UNDERSTOOD}"),
            Some(first) => {
                let looks = first.kind.looks().unwrap_or("something else");
                let count = others.len();
                format!(
                    "none of the {count} files in this folder can be used ({} is {looks}); {UNDERSTOOD}",
                    first.name()
                )
            }
        };
        self.problems.push(FileError::Content { path: path.to_owned(), what });
    }

    fn below(&mut self, folder: &Path, seen: &mut BTreeSet<PathBuf>) {
        // Links may lead round in circles.
        if !fs::canonicalize(folder).is_ok_and(|real| seen.insert(real)) {
            return;
        }
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                self.problems.push(FileError::Io { path: folder.to_owned(), doing: "cannot be listed", error });
                return;
            }
        };
        let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            if is_hidden(&path) {
                continue;
            }
            if path.is_dir() {
                self.below(&path, seen);
            } else if path.is_file() {
                match FoundFile::look(&path) {
                    // They are read with the file that they are of, and are nothing by themselves.
                    Ok(file) if matches!(file.kind, Kind::Review | Kind::Labels) => {}
                    Ok(file) if file.kind.looks().is_some() => self.skipped.push(file),
                    Ok(file) => self.files.push(file),
                    Err(error) => self.problems.push(error),
                }
            }
        }
    }
}

pub(super) fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
}
