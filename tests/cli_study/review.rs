//! Reviewing a registry without a screen.

use std::path::Path;

use vidimus::domain::json::{Json, read};
use vidimus::files::ReviewFile;

use crate::common::{stderr_of, stdout_of, vidimus};

/// The folder with a registry mined from the sample study.
fn mined(paths: &[&Path]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut command = vidimus().arg("mine");
    for path in paths {
        command = command.arg(path);
    }
    command.arg("-o").arg(folder.path().join("r.json")).assert().code(0);
    folder
}

fn review(folder: &Path) -> snapbox::cmd::Command {
    vidimus().arg("review").arg(folder.join("r.json")).args(["--author", "Mia"])
}

fn queue(folder: &Path, code: i32) -> Json {
    read(&stdout_of(review(folder).args(["--format", "json"]), code)).unwrap().value
}

/// Every invariant has its reasons, in an order that is the same each time; accepting all leaves nothing.
fn judged_to_the_end(paths: &[&Path], invariants: u64) {
    let folder = mined(paths);
    let first = queue(folder.path(), 1);
    assert_eq!(first, queue(folder.path(), 1));
    let rows = first.get("queue").unwrap().as_array().unwrap();
    assert_eq!(rows.len() as u64, invariants);
    let weight = |row: &Json| row.get("suspicion").unwrap().as_number().unwrap().as_u64().unwrap();
    for row in rows {
        let reasons = row.get("reasons").unwrap().as_array().unwrap();
        assert!((1..=10).contains(&reasons.len()) && weight(row) < 500, "{row}");
    }
    let registry = std::fs::read(folder.path().join("r.json")).unwrap();
    let error = stderr_of(review(folder.path()).args(["--accept", "--all"]), 2);
    assert!(error.contains(&format!("this would accept {invariants} invariants; add --yes")), "{error}");
    review(folder.path()).args(["--accept", "--all", "--yes"]).assert().code(0);
    assert_eq!(queue(folder.path(), 0).get("queue").unwrap().as_array().unwrap().len(), 0);
    // All of it at once, back and forth.
    review(folder.path()).arg("--undo").assert().code(1);
    assert_eq!(queue(folder.path(), 1), first);
    assert_eq!(std::fs::read(folder.path().join("r.json")).unwrap(), registry, "the registry is never edited");
}

#[test]
fn the_sample_is_judged_to_the_end() {
    let study = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-data/study.jsonl");
    let registry = mined(&[&study]);
    let count = queue(registry.path(), 1).get("invariants").unwrap().as_number().unwrap().as_u64().unwrap();
    judged_to_the_end(&[&study], count);
}

#[test]
fn the_airline_registry_is_judged_to_the_end() {
    let Some(corpus) = crate::common::corpus() else { return };
    judged_to_the_end(&[&corpus.join("data/taubench/gpt-4o-airline.json")], 462);
}

const REGISTRY: &str = r#"{"format":"vidimus.registry/1","tools":{"get":{"samples":40,"invariants":[
    {"class":"positive","path":"price","support":9},
    {"class":"category","path":"status","support":9,"expected":["a"]}]}}}"#;

#[test]
fn decisions_survive_a_remine_and_changed_rules_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.json");
    std::fs::write(&path, REGISTRY).unwrap();
    let rows = queue(folder.path(), 1);
    let id = |place: usize| {
        let rows = rows.get("queue").unwrap().as_array().unwrap();
        rows[place].get("id").unwrap().as_str().unwrap().to_owned()
    };
    let (one, other) = (id(0), id(1));
    review(folder.path()).args(["--accept", one.get(..6).unwrap(), &other]).assert().code(0);
    std::fs::write(&path, REGISTRY.replace("[\"a\"]", "[\"a\",\"b\"]").replace("\"support\":9", "\"support\":12"))
        .unwrap();
    let left = queue(folder.path(), 1);
    let left = left.get("queue").unwrap().as_array().unwrap();
    assert_eq!((left.len(), left[0].get("standing").unwrap().as_str()), (1, Some("changed")));
    let id = left[0].get("id").unwrap().as_str().unwrap();
    let card = stdout_of(review(folder.path()).args(["--show", id]), 1);
    assert!(
        card.contains("judged then: status is always a") && card.contains("here now: status is one of a, b"),
        "{card}"
    );
    review(folder.path()).args(["--edit", id, "--to", "c"]).assert().code(0);
    std::fs::write(&path, REGISTRY.replace("status", "state")).unwrap();
    let notes = stderr_of(review(folder.path()), 1);
    assert!(notes.contains("no longer there, though it was judged"), "{notes}");
    let refused = stderr_of(
        review(folder.path()).args(["--waive", id.get(..1).unwrap(), "--until", "2026-02-30", "--reason", "x"]),
        2,
    );
    assert!(refused.contains("write a day as 2026-12-31"), "{refused}");
}

/// Killed at any moment, a decision is there or it is not, and the next one goes on behind it.
#[cfg(unix)]
#[test]
fn a_killed_program_leaves_a_file_that_loads() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("r.json"), REGISTRY).unwrap();
    let journal = folder.path().join("r.json.review.jsonl");
    let mut before = 0;
    for turn in 0..12_u64 {
        let mut child = std::process::Command::new(snapbox::cmd::cargo_bin!("vidimus"))
            .args(["review", "--author", "Mia", "--accept", "--all", "--yes", "--decided"])
            .arg(folder.path().join("r.json"))
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(turn));
        child.kill().unwrap();
        child.wait().unwrap();
        let file = ReviewFile::open(&journal).unwrap();
        assert!(
            file.journal().bad().is_empty() || file.journal().bad().iter().all(|bad| bad.what.contains("not whole"))
        );
        assert!(file.journal().decisions().len() >= before);
        before = file.journal().decisions().len();
    }
    review(folder.path()).args(["--accept", "--all", "--yes", "--decided"]).assert().code(0);
    assert_eq!(ReviewFile::open(&journal).unwrap().journal().decisions().len(), before + 2);
}
