//! Files that the person asks for, written on a thread of their own.

use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use super::{Event, spawn};
use crate::app::msg::Msg;
use crate::files::{Output, Writes};

/// What is written comes from the screen: no file is read for it.
const NO_INPUTS: [&Path; 0] = [];

/// Writes a file, and tells how that went.
pub(super) fn write(path: String, text: String, may_replace: bool, events: &Sender<Event>) {
    let events = events.clone();
    spawn("writer of a file", move || {
        // The loop may have ended meanwhile; the file is written all the same.
        events.send(Event::Msg(written(path, &text, may_replace))).ok();
    });
}

fn written(path: String, text: &str, may_replace: bool) -> Msg {
    let place = PathBuf::from(&path);
    let output = match Output::look(&place, Writes::Export, NO_INPUTS) {
        Ok(output) => output,
        // Nobody is asked about what can never be.
        Err(error) => return Msg::Unwritten(error.to_string()),
    };
    if !may_replace {
        // Two programs that ask for one name at once: only one of them makes the file.
        match OpenOptions::new().write(true).create_new(true).open(&place) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Msg::FileThere(path),
            // What else is wrong is told by the attempt to write.
            _ => {}
        }
    }
    match output.write(text.as_bytes()) {
        Ok(()) => Msg::Written(path, text.len()),
        Err(error) => Msg::Unwritten(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_only_when_that_is_allowed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md").display().to_string();
        let text = || std::fs::read_to_string(&path).unwrap();
        assert!(matches!(written(path.clone(), "one", false), Msg::Written(_, 3)));
        assert!(matches!(written(path.clone(), "two", false), Msg::FileThere(_)));
        assert_eq!(text(), "one");
        assert!(matches!(written(path.clone(), "two", true), Msg::Written(..)));
        assert_eq!(text(), "two");
        // What is never replaced is not asked about either.
        let review = folder.path().join("r.json.review.jsonl").display().to_string();
        std::fs::write(&review, "").unwrap();
        let Msg::Unwritten(why) = written(review, "x", false) else { unreachable!() };
        assert!(why.contains("is not written over"), "{why}");
        let nowhere = folder.path().join("gone").join("a.md").display().to_string();
        let Msg::Unwritten(why) = written(nowhere, "x", false) else { unreachable!() };
        assert!(why.contains("there is no folder"), "{why}");
    }
}
