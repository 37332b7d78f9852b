//! The person's pager and editor get the terminal, all of it, and give it back.

use crate::files::folder;
use crate::session::{Session, command};

/// A pager that shows the first line of the text, takes a line of keys and keeps it.
const PAGER: &str = "head -n 1 \"$1\"\necho pager-shows\nread line\necho \"$line\" > typed.txt\n";

fn start(pager: &str) -> (tempfile::TempDir, Session) {
    let folder = folder();
    std::fs::write(folder.path().join("pager.sh"), PAGER).unwrap();
    let mut command = command(env!("CARGO_BIN_EXE_vidimus"), &["registry.json", "ledger.jsonl"], folder.path());
    command.env("PAGER", pager);
    let mut session = Session::run(&command);
    session.wait_for("1 episode");
    session.press("\r");
    session.wait_for("get_quote");
    (folder, session)
}

#[test]
fn a_pager_gets_every_key_and_the_screen_comes_back() {
    let (folder, mut session) = start("sh pager.sh");
    session.press("o");
    session.wait_for("pager-shows");
    assert!(session.is_given_back(), "the pager has the plain screen");
    session.press("jjq3 keys\r");
    session.wait("the screen is back", |screen| screen.contains("get_quote") && screen.contains("call"));
    assert_eq!(std::fs::read_to_string(folder.path().join("typed.txt")).unwrap(), "jjq3 keys\n");
    session.press("q");
    assert_eq!(session.end(), 0);
    assert!(session.is_given_back());
}

/// The terminal tells everybody of ctrl-c; it was meant for the pager.
#[test]
fn ctrl_c_ends_the_pager_and_not_vidimus() {
    let (_folder, mut session) = start("sh pager.sh");
    session.press("o");
    session.wait_for("pager-shows");
    session.press("\x03");
    session.wait_for("sh ended with");
    session.press("q");
    assert_eq!(session.end(), 0);
}

#[test]
fn a_pager_that_is_not_there_is_told() {
    let (_folder, mut session) = start("no-such-pager");
    session.press("o");
    session.wait_for("no-such-pager cannot be started");
    session.wait_for("set PAGER");
    session.press("q");
    assert_eq!(session.end(), 0);
}
