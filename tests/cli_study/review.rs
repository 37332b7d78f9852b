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
    assert!(card.contains("before: status is always a") && card.contains("now:    status is one of a, b"), "{card}");
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

/// A condition that no clean sample fulfils would leave a rule that never looks at a call: it is not saved by mistake.
#[test]
fn a_condition_that_nothing_fulfils_is_refused_unless_it_is_meant() {
    let folder = tempfile::tempdir().unwrap();
    let equal = r#"{"class":"affine","path":"price","support":9,"expected":"total","a":1,"b":0}"#;
    let text = REGISTRY.replace("\"invariants\":[", &format!("\"invariants\":[{equal},"));
    std::fs::write(folder.path().join("r.json"), text).unwrap();
    let rows = queue(folder.path(), 1);
    let rows = rows.get("queue").unwrap().as_array().unwrap();
    let row = rows.iter().find(|row| row.get("class").unwrap().as_str() == Some("affine")).unwrap();
    let id = row.get("id").unwrap().as_str().unwrap();
    for (to, near) in [("statsu: a", "perhaps status was meant"), ("status: b", "there is only a")] {
        let refused = stderr_of(review(folder.path()).args(["--edit", id, "--to", to]), 2);
        assert!(refused.contains("would never look at a call") && refused.contains(near), "{refused}");
        assert!(refused.contains("add --yes"), "{refused}");
    }
    assert!(!folder.path().join("r.json.review.jsonl").exists());
    review(folder.path()).args(["--edit", id, "--to", "status: a"]).assert().code(1);
    review(folder.path()).args(["--edit", id, "--to", "statsu: a", "--yes"]).assert().code(1);
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

/// Filters that use every field.
const FILTERS: [&str; 22] = [
    "left:yes",
    "left:no",
    "standing:rejected",
    "-standing:undecided",
    "author:ada",
    "comment:*owner*",
    "class:category",
    "tool:get_*",
    "path:*[]*",
    "id:*a",
    "suspicion>=20",
    "reasons:implied",
    "-reasons:rule_of_three",
    "under:",
    "-under:",
    "support<=12",
    "fires>0",
    "fires:",
    "folds<3",
    "implied>0 left:yes",
    "why:*samples*",
    "currency",
];

/// The screen and the command show the same invariants in the same order, and say the same of each.
#[test]
fn the_screen_and_the_command_read_the_same_filters_and_orders() {
    use vidimus::app::data::{LedgerId, RegistryId};
    use vidimus::app::msg::Msg;
    use vidimus::query::rule::{FIELDS, Sort};
    use vidimus::review::journal::{header, lines};

    let study = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-data/study.jsonl");
    let folder = mined(&[&study]);
    let folds = folder.path().join("folds");
    vidimus().arg("mine").arg(&study).args(["--folds", "3", "-o"]).arg(&folds).assert().code(0);
    let mut desk = crate::desk::Desk::default();
    for fold in 0..3 {
        let name = format!("fold-{fold}.json");
        desk.read_registry(RegistryId(10 + fold), &name, &std::fs::read(folds.join(&name)).unwrap());
    }
    let whole = RegistryId(20);
    desk.read_registry(whole, "r.json", &std::fs::read(folder.path().join("r.json")).unwrap());
    desk.open_ledger(LedgerId(1), "study.jsonl", &std::fs::read_to_string(&study).unwrap());
    desk.tell(Msg::Found(Vec::new()));
    desk.tell(Msg::ReviewerKnown { author: "ada".into(), now: desk.now });
    desk.read_review(whole);
    desk.press("2");
    assert_eq!(desk.app.reviewed(), Some(whole));
    desk.press("a r j a j r c");
    desk.type_text("ask the owner");
    desk.press("<enter> i");
    let decisions = desk.reviews[&whole].decisions();
    assert_eq!(decisions.len(), 5);
    let journal = folder.path().join("journal");
    std::fs::write(&journal, format!("{}{}", header(), lines(decisions.iter().map(|it| &**it)))).unwrap();
    let command = |args: &[&str]| {
        review(folder.path())
            .arg("--journal")
            .arg(&journal)
            .arg("--folds")
            .arg(&folds)
            .args(args)
            .arg("--calls")
            .arg(&study)
    };
    let mut shown = 0;
    for (place, filter) in FILTERS.into_iter().enumerate() {
        let sort = Sort::ALL[place % Sort::ALL.len()];
        desk.press("/");
        while !desk.app.filter().is_empty() {
            desk.press("<backspace>");
        }
        desk.type_text(filter);
        desk.press("<enter>");
        while desk.app.review.screen.sort != sort {
            desk.press("s");
        }
        let on_screen: Vec<&str> =
            desk.app.review.screen.queue.rows().iter().map(|rule| rule.invariant.as_str()).collect();
        let args = ["--filter", filter, "--sort", sort.field(), "--format", "json"];
        let printed = read(&stdout_of(command(&args), 1)).unwrap().value;
        let rows = printed.get("queue").unwrap().as_array().unwrap();
        let printed: Vec<&str> = rows.iter().map(|row| row.get("id").unwrap().as_str().unwrap()).collect();
        assert_eq!(on_screen, printed, "{filter} by {}", sort.field());
        shown += usize::from(!printed.is_empty());
    }
    assert!(shown > 15, "{shown} filters show something");
    for field in FIELDS {
        let is_asked = |filter: &&str| filter.contains(&format!("{field}:")) || filter.contains(&format!("{field}>"));
        let is_less = |filter: &&str| filter.contains(&format!("{field}<"));
        // Nothing is marked on a command line, and of a rule the words are looked for.
        let is_tried = FILTERS.iter().any(|filter| is_asked(filter) || is_less(filter));
        assert!(is_tried || matches!(field, "marked" | "rule"), "{field}");
    }
    desk.press("g");
    let id = desk.app.review.screen.queue.selected().unwrap().invariant.to_string();
    let on_screen = desk.app.review.screen.card.page.as_text();
    let (before, calls) = on_screen.split_once("On calls\n").unwrap();
    let printed = stdout_of(command(&["--show", &id]), 1);
    assert!(printed.contains(before), "{printed}\n---\n{before}");
    let clean = calls.lines().find(|line| line.contains("clean")).unwrap();
    assert!(printed.contains(clean), "{printed}\n---\n{clean}");
}

/// A terminal of 120 columns has room for the table of any registry of ours, and for most of its sentences.
#[test]
fn the_text_of_the_queue_is_not_padded_to_its_longest_sentence() {
    let folder = mined(&[&Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-data/study.jsonl")]);
    let text = stdout_of(review(folder.path()), 1);
    for line in text.lines().filter(|line| !line.starts_with("    ")) {
        assert!(line.chars().count() <= 120, "{line}");
    }
    assert!(text.lines().any(|line| line.starts_with("    rule: ")), "{text}");
    assert!(text.lines().all(|line| line == line.trim_end()));
}

/// What is signed and dated wrongly is refused before anything is written.
#[test]
fn a_decision_needs_a_name_that_can_be_seen_and_a_day_that_is_not_over() {
    let folder = tempfile::tempdir().unwrap();
    let rules =
        r#"{"format":"vidimus.registry/1","tools":{"t":{"invariants":[{"class":"positive","path":"p","support":9}]}}}"#;
    std::fs::write(folder.path().join("r.json"), rules).unwrap();
    let all = |command: snapbox::cmd::Command, verdict| command.args([verdict, "--all", "--yes"]);
    let waive = |until| all(review(folder.path()), "--waive").args(["--reason", "soon", "--until", until]);
    let error = stderr_of(waive("2020-02-29"), 2);
    assert!(error.contains("a waiver until 2020-02-29 is over already, as today is 2"), "{error}");
    let unsigned = || vidimus().arg("review").arg(folder.path().join("r.json"));
    for (name, why) in
        [("", "the name is empty"), (" \t", "the name is empty"), ("A\u{1b}[2Jda", "name A^[[2Jda holds")]
    {
        let error = stderr_of(all(unsigned().args(["--author", name]), "--accept"), 2);
        assert!(error.contains(why) && !error.contains('\u{1b}'), "{error:?}");
        let freeze = vidimus().arg("freeze").arg(folder.path().join("r.json"));
        let error = stderr_of(freeze.args(["--undecided", "accept", "--by", name]), 2);
        assert!(error.contains(why) && !error.contains('\u{1b}'), "{error:?}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was written");
    // What another program signed so is shown, and steers nothing.
    stdout_of(waive("9999-12-31"), 0);
    let journal = folder.path().join("r.json.review.jsonl");
    let signed = std::fs::read_to_string(&journal).unwrap().replace("\"Mia\"", "\"A\\u001b[2J\\nda\\u202e\"");
    std::fs::write(&journal, signed).unwrap();
    for format in ["text", "md", "csv"] {
        let shown = stdout_of(review(folder.path()).args(["--show", "a54a", "--format", format]), 0);
        assert!(shown.contains("2J") && !shown.contains(['\u{1b}', '\u{202e}']), "{shown:?}");
        assert!(format != "text" || shown.contains("by A^[[2J^Jda"), "{shown:?}");
    }
}
