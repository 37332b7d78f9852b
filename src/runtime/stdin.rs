//! Standard input as a file: what comes in is written to a temporary file, and that is read, followed and sought like
//! any other. Keys come from the terminal itself meanwhile.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use anyhow::Context;
use tempfile::TempDir;

use super::loader::News;
use crate::files::{FoundFile, Kind};

/// The folder for what comes in; it is removed when this is dropped, which the main thread must do.
pub(super) fn folder() -> anyhow::Result<TempDir> {
    let folder = tempfile::Builder::new().prefix("vidimus-").tempdir();
    folder.context("standard input cannot be kept in a temporary file")
}

/// The file that standard input is written to.
pub(super) struct Spool {
    path: PathBuf,
}

impl Spool {
    /// Starts to copy. Each piece is told, and the end.
    pub(super) fn start(folder: &Path, news: Sender<News>) -> io::Result<Self> {
        let path = folder.join("stdin");
        let file = File::create(&path)?;
        super::spawn("reader of standard input", move || copy(file, &news));
        Ok(Self { path })
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// What came in, if that can be told yet: a ledger is one from its first line on, everything else is looked at
    /// when all of it is there.
    pub(super) fn look(&self, has_ended: bool) -> Option<Result<FoundFile, String>> {
        match FoundFile::look(&self.path) {
            Ok(file) if has_ended => match file.kind.looks() {
                Some(looks) => Some(Err(format!("standard input is {looks}"))),
                None => Some(Ok(file)),
            },
            Ok(file) if file.kind == Kind::Ledger && self.is_plain() => Some(Ok(file)),
            Err(error) if has_ended => Some(Err(error.to_string())),
            Ok(_) | Err(_) => None,
        }
    }

    /// Whether it is no compressed file, which cannot be read before its end.
    fn is_plain(&self) -> bool {
        let mut first = [0];
        File::open(&self.path).and_then(|mut file| file.read_exact(&mut first)).is_ok() && first[0].is_ascii()
    }
}

/// Whether standard input is a pipe, a socket or a file: neither a terminal nor `/dev/null`.
#[cfg(unix)]
pub(super) fn is_given() -> bool {
    use std::os::unix::fs::FileTypeExt;
    std::fs::metadata("/dev/stdin").is_ok_and(|stdin| !stdin.file_type().is_char_device() && !stdin.is_dir())
}

/// Here nobody can tell: `-` must be named.
#[cfg(not(unix))]
pub(super) fn is_given() -> bool {
    false
}

fn copy(mut file: File, news: &Sender<News>) {
    let mut piece = vec![0; 1 << 16];
    let mut stdin = io::stdin().lock();
    let problem = loop {
        match stdin.read(&mut piece) {
            Ok(0) => break None,
            Ok(count) => {
                if let Err(error) = file.write_all(piece.get(..count).unwrap_or_default()) {
                    break Some(format!("standard input cannot be kept in a temporary file: {error}"));
                }
                if news.send(News::Input).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => break Some(format!("standard input cannot be read: {error}")),
        }
    };
    // If nobody listens any more, the program has ended.
    news.send(News::InputEnded(problem)).ok();
}
