//! Decisions outlive whatever happens to the program, and another program's appear by themselves.

use std::fmt::Write;
use std::process::Command;

use crate::session::Session;

/// A folder with a registry of forty-two rules.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut rules = String::new();
    for number in 0..42 {
        let comma = if number > 0 { "," } else { "" };
        write!(
            rules,
            "{comma}{{\"id\":\"{number:016x}\",\"class\":\"positive\",\"path\":\"p{number:02}\",\"support\":20,\"expected\":null}}"
        )
        .unwrap();
    }
    let text = format!(
        "{{\"format\":\"vidimus.registry/1\",\"source\":{{\"kind\":\"traces\"}},\"tools\":{{\"get\":{{\"calls\":20,\"set_aside\":0,\"samples\":20,\"maps\":[],\"invariants\":[{rules}]}}}}}}"
    );
    std::fs::write(folder.path().join("registry.json"), text).unwrap();
    folder
}

fn start(folder: &std::path::Path) -> Session {
    let mut session = Session::start(&["--reviewer", "ada", "registry.json"], folder);
    session.wait_for("positive");
    session.press("2");
    session
}

/// Of forty decisions of which the last is under way when the program is killed, thirty-nine or forty stand, and none
/// is damaged; an undo after that is one decision more.
#[test]
fn a_kill_loses_no_decision_that_was_told_and_damages_none() {
    let folder = folder();
    let mut session = start(folder.path());
    session.wait_for("42 of 42 undecided");
    for left in (3..42).rev() {
        session.press("a");
        session.wait_for(&format!("{left} of 42 undecided"));
    }
    session.press("r");
    let id = session.child.process_id().unwrap().to_string();
    assert!(Command::new("kill").args(["-KILL", &id]).status().unwrap().success());
    session.child.wait().unwrap();
    let text = std::fs::read_to_string(folder.path().join("registry.json.review.jsonl")).unwrap();
    let decisions = text.lines().count() - 1;
    assert!(decisions == 39 || decisions == 40, "{decisions} decisions");
    let mut session = start(folder.path());
    session.wait_for(&format!("{} of 42 undecided", 42 - decisions));
    session.press("u");
    session.wait_for("taken back: ");
    session.wait_for(&format!("{} of 42 undecided", 43 - decisions));
    session.press("q");
    assert_eq!(session.end(), 0);
    assert!(session.is_given_back());
}

#[test]
fn what_another_program_decides_appears() {
    let folder = folder();
    let mut session = start(folder.path());
    session.wait_for("42 of 42 undecided");
    session.wait_for("● live");
    let mut other = Command::new(env!("CARGO_BIN_EXE_vidimus"));
    other.args(["review", "registry.json", "--author", "bob", "--reject", "0000000000000007"]);
    other.current_dir(folder.path()).output().unwrap();
    session.wait_for("41 of 42 undecided");
    session.wait_for("last by bob");
    session.press("\x03");
    assert_eq!(session.end(), 0);
}
