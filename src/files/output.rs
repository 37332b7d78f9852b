//! What a file that the person names for an output may replace: decided here for every command, and for the UI.
//!
//! A name with nothing behind it, or with an empty file, is free. Otherwise an output replaces only what the same
//! command wrote before; never a file that it reads, never the decisions of a review.

use std::fs;
use std::io::Read;
use std::path::Path;

use super::read::open;
use super::write::{AtomicFile, write_atomic};
use super::{FileError, FoundFile, Kind, read_registry};
use crate::domain::json::{self, Json};
use crate::domain::registry::Registry;

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writes {
    /// A mined registry: the miner rewrites its own.
    Registry,
    /// A frozen registry: over another frozen one only if that is asked for.
    Frozen {
        /// It is.
        force: bool,
    },
    /// A ledger made by a command, which its header names under `made_by`.
    Ledger(&'static str),
    /// A recovery file.
    Recovery,
    /// A file that is to be new.
    New,
    /// A file of a folder that the command fills, whose earlier content it has recognised.
    Filled,
    /// A text, table or figure for people: whether it may replace a file, the person was asked already.
    Export,
}

/// A file that may be written.
#[derive(Clone, Copy, Debug)]
pub struct Output<'a> {
    path: &'a Path,
}

impl<'a> Output<'a> {
    /// Looks at what is there; the sentence of the error says what that is and what to do. `inputs` are the files that
    /// the same command reads.
    pub fn look(
        path: &'a Path,
        writes: Writes,
        inputs: impl IntoIterator<Item = impl AsRef<Path>>,
    ) -> Result<Self, FileError> {
        let refused = |what: String| Err(FileError::Content { path: path.to_owned(), what });
        if path.as_os_str() == STANDARD {
            return refused("standard output is no place for this; name a file (./- for one of that name)".to_owned());
        }
        let Ok(there) = fs::metadata(path) else { return Ok(Self { path }) };
        if there.is_dir() {
            return refused("this is a folder; name a file".to_owned());
        }
        // A device or a pipe has nothing to lose.
        if !there.is_file() {
            return Ok(Self { path });
        }
        let own = fs::canonicalize(path).ok();
        if own.is_some() && inputs.into_iter().any(|input| fs::canonicalize(input).ok() == own) {
            return refused(
                "this is one of the files that are read, and is not written over; name another file".into(),
            );
        }
        // A file with nothing in it has nothing to lose, unless its name says whose it is.
        if there.len() == 0 && decisions(path, &Kind::Other(String::new())).is_none() {
            return Ok(Self { path });
        }
        match obstacle(path, writes)? {
            None => Ok(Self { path }),
            Some(what) => {
                let or = match writes {
                    Writes::Frozen { force: false } if what.starts_with(FROZEN) => ", or write over it with --force",
                    _ => "",
                };
                refused(format!("{what} is there, and is not written over; name another file{or}"))
            }
        }
    }

    /// Begins to write it.
    pub fn create(self) -> Result<AtomicFile, FileError> {
        AtomicFile::create(self.path)
    }

    /// Writes it in one piece.
    pub fn write(self, bytes: &[u8]) -> Result<(), FileError> {
        write_atomic(self.path, bytes)
    }
}

/// What stands for standard output.
const STANDARD: &str = "-";

/// Whether a path that the person names for an output means standard output: then it goes where everything goes that a
/// command prints.
#[must_use]
pub fn is_standard_output(path: &Path) -> bool {
    [STANDARD, "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path.as_os_str() == *name)
}

const FROZEN: &str = "a frozen registry";

/// What a file of decisions is called.
fn decisions(path: &Path, kind: &Kind) -> Option<&'static str> {
    let ends_in = |end: &str| path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(end));
    match kind {
        Kind::Review => Some("the file of a review's decisions"),
        Kind::Labels => Some("the file of the labels of pairs"),
        _ if ends_in(super::review::END) => Some("the file of a review's decisions"),
        _ if ends_in(super::labels::END) => Some("the file of the labels of pairs"),
        _ => None,
    }
}

/// What stands in the way, if something does.
fn obstacle(path: &Path, writes: Writes) -> Result<Option<String>, FileError> {
    let file = FoundFile::look(path)?;
    if let Some(what) = decisions(path, &file.kind) {
        return Ok(Some(what.to_owned()));
    }
    Ok(match &file.kind {
        Kind::Review | Kind::Labels => None,
        Kind::Registry => match read_registry(&file) {
            Ok((Registry { seal: Some(seal), .. }, _)) => {
                (writes != Writes::Frozen { force: true }).then(|| format!("{FROZEN} (seal {})", seal.short()))
            }
            Ok(_) => match writes {
                Writes::Registry | Writes::Filled => None,
                _ => Some("a registry that is not frozen".to_owned()),
            },
            Err(_) => Some("a registry that cannot be read".to_owned()),
        },
        Kind::Ledger => match writes {
            Writes::Ledger(command) if is_made_by(&file, command) => None,
            Writes::Filled => None,
            Writes::Ledger(_) => Some("a ledger that this command did not write".to_owned()),
            _ => Some("a ledger".to_owned()),
        },
        Kind::Trace(format) => Some(format!("a trace ({})", format.row().name)),
        Kind::Recovery => match writes {
            Writes::Recovery | Writes::Filled | Writes::Export => None,
            _ => Some("a recovery file".to_owned()),
        },
        Kind::Other(_) | Kind::Tools => match writes {
            Writes::Filled | Writes::Export => None,
            _ => file.kind.looks().map(str::to_owned),
        },
    })
}

fn is_made_by(file: &FoundFile, command: &str) -> bool {
    header_of(file).is_some_and(|header| header.get(MADE_BY).and_then(Json::as_str) == Some(command))
}

/// The key of a ledger's header that names the command that made it.
pub const MADE_BY: &str = "made_by";

/// The first line of a ledger; nothing where the file cannot be read, or is something else.
#[must_use]
pub fn header_of(file: &FoundFile) -> Option<Json> {
    /// A header is short; a first line that is longer is none.
    const LONGEST: u64 = 1 << 16;
    let mut head = Vec::new();
    open(file).ok()?.take(LONGEST).read_to_end(&mut head).ok()?;
    let line = head.split(|byte| *byte == b'\n').next()?;
    json::read_bytes(line).ok().map(|read| read.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: [&str; 0] = [];
    const RULES: &str = r#"{"format":"vidimus.registry/1","tools":{}}"#;
    const SEALED: &str = r#"{"format":"vidimus.registry/1","tools":{},"seal":{"sha256":"00","manifest":{}}}"#;
    const OURS: &str = "{\"format\":\"vidimus.ledger/1\",\"made_by\":\"vidimus audit\"}\n";
    const FORCED: Writes = Writes::Frozen { force: true };
    const UNFORCED: Writes = Writes::Frozen { force: false };

    /// Each content by each writer: whether it may be replaced.
    #[test]
    fn an_output_replaces_only_what_its_command_wrote() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("there");
        let writers =
            [Writes::Registry, UNFORCED, FORCED, Writes::Ledger("vidimus audit"), Writes::Recovery, Writes::Export];
        for (content, may) in [
            ("", [true; 6]),
            (RULES, [true, false, false, false, false, false]),
            (SEALED, [false, false, true, false, false, false]),
            (OURS, [false, false, false, true, false, false]),
            ("{\"format\":\"vidimus.ledger/1\",\"made_by\":\"vidimus import\"}\n", [false; 6]),
            ("{\"format\":\"vidimus.ledger/1\"}\n", [false; 6]),
            ("{\"format\":\"vidimus.review/1\"}\n", [false; 6]),
            ("{\"format\":\"vidimus.registry/9\",\"tools\":[]}", [false; 6]),
            (r#"[{"task_id":1,"reward":1,"traj":[]}]"#, [false; 6]),
            (r#"{"format":"vidimus.recovery/1","tools":{}}"#, [false, false, false, false, true, true]),
            ("# Notes\n", [false, false, false, false, false, true]),
        ] {
            fs::write(&path, content).unwrap();
            let found = writers.map(|writes| Output::look(&path, writes, NONE).is_ok());
            assert_eq!(found, may, "{content}");
            // What is read is never written over, and neither is a file whose name says that it is a review's.
            let own = folder.path().join(".").join("there");
            let review = folder.path().join("r.json.review.jsonl");
            fs::copy(&path, &review).unwrap();
            for writes in writers.into_iter().chain([Writes::Filled]) {
                assert!(Output::look(&path, writes, [&own]).is_err(), "{content} {writes:?}");
                assert!(Output::look(&review, writes, NONE).is_err(), "{content} {writes:?}");
            }
        }
    }

    #[test]
    fn the_error_says_what_is_there_and_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let told = |writes: Writes, content: &str| {
            fs::write(&path, content).unwrap();
            Output::look(&path, writes, NONE).unwrap_err().to_string()
        };
        let sealed = told(UNFORCED, SEALED);
        assert!(sealed.ends_with("write over it with --force") && sealed.contains("(seal 00)"), "{sealed}");
        assert!(told(Writes::Registry, SEALED).ends_with("name another file"));
        assert!(told(FORCED, RULES).contains("a registry that is not frozen is there, and is not written over"));
        assert!(told(Writes::Registry, "# Notes\n").contains("text that is neither JSON nor JSON Lines is there"));
        let dash = Output::look(Path::new("-"), FORCED, NONE).unwrap_err().to_string();
        assert!(dash.contains("standard output is no place for this"), "{dash}");
        let folder = Output::look(folder.path(), Writes::Registry, NONE).unwrap_err().to_string();
        assert!(folder.ends_with("this is a folder; name a file"), "{folder}");
    }
}
