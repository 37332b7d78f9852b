//! Labels of pairs without a screen.

use std::path::Path;
use std::process::{Command, Stdio};

use vidimus::domain::json::{Json, read};
use vidimus::files::LabelFile;

use crate::common::{stderr_of, stdout_of, vidimus};

/// A folder with the ledger of the sample study.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy("sample-data/study.jsonl", folder.path().join("study.jsonl")).unwrap();
    folder
}

fn labels(folder: &Path, args: &[&str]) -> Json {
    let command = vidimus().arg("labels").arg(folder.join("study.jsonl")).args(["--format", "json"]).args(args);
    read(&stdout_of(command, 0)).unwrap().value
}

fn set(folder: &Path, args: &[&str]) -> snapbox::cmd::Command {
    vidimus().args(["labels", "set"]).arg(folder.join("study.jsonl")).args(args)
}

fn row<'j>(all: &'j Json, task: &str) -> &'j Json {
    let rows = all.get("pairs").and_then(Json::as_array).unwrap();
    rows.iter().find(|row| row.get("task").and_then(Json::as_str) == Some(task)).unwrap()
}

fn text<'j>(row: &'j Json, key: &str) -> &'j str {
    row.get(key).and_then(Json::as_str).unwrap_or("null")
}

#[test]
fn a_label_is_set_taken_back_and_comes_back_when_the_ledger_changes() {
    let folder = folder();
    let path = folder.path();
    let all = labels(path, &[]);
    assert_eq!(all.get("pairs").and_then(Json::as_array).unwrap().len(), 48);
    assert_eq!(text(row(&all, "catalogue-020"), "guess"), "false-receipt-harm");
    let note = "=1+1 \u{1b}[31m";
    stderr_of(set(path, &["--pair", "catalogue-020", "--label", "other", "--note", note, "--author", "Mia"]), 0);
    stderr_of(set(path, &["--pair", "finance-001", "--as-guessed", "--author", "Ben"]), 0);
    let all = labels(path, &["--agreement"]);
    let mia = row(&all, "catalogue-020");
    assert_eq!(["label", "state", "author", "note"].map(|key| text(mia, key)), ["other", "labelled", "Mia", note],);
    assert_eq!(text(row(&all, "finance-001"), "label"), "rescued-listed");
    let agreement = all.get("agreement").unwrap();
    let count = |key: &str| agreement.get(key).map(ToString::to_string).unwrap();
    // One of two, by chance one of four: (1/2 - 1/4) / (1 - 1/4).
    assert_eq!([count("pairs"), count("same")], ["2", "1"]);
    assert!(count("kappa").starts_with("0.3333"), "{}", count("kappa"));
    // The text has no escape of the note.
    let printed = stdout_of(vidimus().arg("labels").arg(path.join("study.jsonl")), 0);
    assert!(printed.contains("=1+1") && !printed.contains('\u{1b}'));
    // Another outcome: the label has to be given again.
    let ledger = std::fs::read_to_string(path.join("study.jsonl")).unwrap();
    let call = ledger
        .lines()
        .find(|line| line.contains("catalogue-020/quill-2/advisory") && line.contains("\"call\""))
        .unwrap();
    std::fs::write(path.join("study.jsonl"), ledger.replacen(&format!("{call}\n"), "", 1)).unwrap();
    assert_eq!(text(row(&labels(path, &[]), "catalogue-020"), "state"), "changed since labelled");
    std::fs::write(path.join("study.jsonl"), ledger).unwrap();
    stderr_of(set(path, &["--undo", "--author", "Mia"]), 0);
    assert_eq!(text(row(&labels(path, &[]), "catalogue-020"), "state"), "unlabelled");
    let error = stderr_of(set(path, &["--undo", "--author", "Mia"]), 2);
    assert!(error.contains("Mia has said nothing of these pairs"), "{error}");
    // The folder can be opened as before, and the label file is no ledger.
    let rows = stdout_of(vidimus().arg("labels").arg(path).args(["--format", "csv"]), 0);
    assert_eq!(rows.lines().count(), 49);
    let error = stderr_of(vidimus().arg("labels").arg(path.join("study.jsonl.labels.jsonl")), 2);
    assert!(error.contains("these are the labels of pairs; name the ledger that they are of"), "{error}");
}

/// One of two labels is as guessed: in data, text and Markdown alike, and the same as `vidimus labels` says.
#[test]
fn the_study_counts_why_its_pairs_were_won_and_lost() {
    let folder = folder();
    let path = folder.path();
    let study = |format: &str| {
        let ledger = path.join("study.jsonl");
        stdout_of(vidimus().arg("study").arg(ledger).args(["--resamples", "100", "--format", format]), 0)
    };
    stderr_of(set(path, &["--pair", "catalogue-020", "--label", "other", "--blind", "--author", "Mia"]), 0);
    stderr_of(set(path, &["--pair", "finance-001", "--as-guessed", "--author", "Ben"]), 0);
    let data = read(&study("json")).unwrap().value;
    let found = data.get("labels").unwrap();
    let number = |json: &Json, key: &str| json.get(key).map(ToString::to_string).unwrap();
    let counts = ["pairs", "labelled", "given_blind", "disputed", "changed"].map(|key| number(found, key));
    assert_eq!(counts, ["48", "2", "1", "0", "0"]);
    let all = labels(path, &["--agreement"]);
    assert_eq!(found.get("agreement").unwrap().to_string(), all.get("agreement").unwrap().to_string());
    // Every pair of the list is in one line, under its label, else under its guess.
    let mut wanted = std::collections::BTreeMap::<String, usize>::new();
    for pair in all.get("pairs").and_then(Json::as_array).unwrap() {
        let (by, label) = match text(pair, "label") {
            "null" => ("rule", text(pair, "guess")),
            label => ("person", label),
        };
        *wanted.entry(format!("{} {by} {label}", text(pair, "outcome"))).or_default() += 1;
    }
    let why = found.get("why").and_then(Json::as_array).unwrap();
    let told = why.iter().map(|line| {
        let name = ["outcome", "by", "label"].map(|key| text(line, key)).join(" ");
        (name, number(line, "pairs").parse().unwrap())
    });
    assert_eq!(told.collect::<std::collections::BTreeMap<_, _>>(), wanted);
    for format in ["text", "md"] {
        let printed = study(format);
        for words in [
            "labelled by a person: 2 of 48 pairs (4.2%)",
            "outcome and guess hidden (receipts are not, and may tell the arm): 1 of 2 (50.0%)",
            "as the rule had guessed: 1 of 2 (50.0%)",
            "Cohen's kappa: 0.333",
        ] {
            assert!(printed.contains(words), "{words}\n{printed}");
        }
    }
    let csv = study("csv");
    assert!(csv.contains("labels,,,,\"loss, person, other\",1,7,"), "{csv}");
}

/// Every format of the list and of a pair call by call, blind.
fn blind_texts(path: &Path, seed: &str) -> String {
    let mut all = String::new();
    for format in ["text", "json", "csv", "md"] {
        let ledger = path.join("study.jsonl");
        let list = vidimus().arg("labels").arg(&ledger).args(["--blind", "--seed", seed, "--format", format]);
        all += &stdout_of(list, 0);
        for pair in ["catalogue-020", "finance-001"] {
            let show = vidimus().args(["labels", "show"]).arg(&ledger).args(["--pair", pair, "--whole"]);
            all += &stdout_of(show.args(["--blind", "--seed", seed, "--format", format]), 0);
        }
    }
    all
}

#[test]
fn blind_hides_what_would_sway() {
    let folder = folder();
    let path = folder.path();
    // A note of somebody else would tell, too.
    stderr_of(set(path, &["--pair", "finance-001", "--note", "advisory won", "--author", "Ben"]), 0);
    let printed = blind_texts(path, "3");
    let open = stdout_of(vidimus().arg("labels").arg(path.join("study.jsonl")).args(["--format", "csv"]), 0);
    for word in ["advisory", "baseline", "win", "loss", "rescued", "no-receipt", "completed", "failed"] {
        assert!(!printed.contains(word), "{word}");
    }
    assert!(["advisory", "baseline", "win", "loss", "rescued"].iter().all(|word| open.contains(word)));
    // What is A is drawn for each pair: whichever arm comes first, and otherwise with another seed.
    let sides = |more: &[&str]| -> Vec<(String, String)> {
        let all = labels(path, &[&["--blind"], more].concat());
        let rows = all.get("pairs").and_then(Json::as_array).unwrap();
        rows.iter().map(|row| (text(row, "side_a").to_owned(), text(row, "side_b").to_owned())).collect()
    };
    let drawn = sides(&["--seed", "3"]);
    assert_eq!(drawn, sides(&["--seed", "3", "--arms", "advisory,baseline"]));
    assert_ne!(drawn, sides(&["--seed", "4"]));
    stderr_of(
        set(path, &["--pair", "catalogue-020", "--label", "other", "--blind", "--seed", "3", "--author", "Mia"]),
        0,
    );
    let all = labels(path, &["--blind", "--seed", "3"]);
    let labelled = row(&all, "catalogue-020");
    assert_eq!((text(labelled, "label"), text(labelled, "guess")), ("other", "false-receipt-harm"));
    assert_eq!(labelled.get("blind").map(ToString::to_string), Some("true".to_owned()));
    // Now it is told which was which: the advisory run lost.
    let sides = [text(labelled, "side_a"), text(labelled, "side_b")];
    assert!(sides.iter().any(|side| side.starts_with("advisory, failed, ")), "{sides:?}");
    assert!(sides.iter().any(|side| side.starts_with("baseline, completed, ")), "{sides:?}");
    let saved = std::fs::read_to_string(path.join("study.jsonl.labels.jsonl")).unwrap();
    assert!(saved.contains(r#""blind":true,"seed":3"#), "{saved}");
}

/// `pairs` has the label that was given, and the guess; both can be asked for.
#[test]
fn the_list_of_pairs_knows_labels_and_guesses() {
    let folder = folder();
    let path = folder.path();
    let pairs = |filter: &str| {
        let command = vidimus().arg("pairs").arg(path.join("study.jsonl")).args(["--format", "json"]);
        let printed = read(&stdout_of(command.args(["--filter", filter]), 0)).unwrap().value;
        printed.get("pairs").and_then(Json::as_array).unwrap().to_vec()
    };
    assert!(pairs("label:other").is_empty());
    stderr_of(set(path, &["--pair", "catalogue-020", "--label", "other", "--author", "Mia"]), 0);
    let found = pairs("label:other");
    let told: Vec<_> = found.iter().map(|row| ["task", "label", "guess"].map(|key| text(row, key))).collect();
    assert_eq!(told, [["catalogue-020", "other", "false-receipt-harm"]]);
    // Only of a pair that came out differently one asks why.
    assert_eq!(pairs("guess:*").len(), pairs("outcome:win,loss").len());
}

/// Neither of two people's labels wins: the pair has none, and both stand beside it.
#[test]
fn two_peoples_labels_are_a_dispute_in_every_list() {
    let folder = folder();
    let path = folder.path();
    for (author, label) in [("Mia", "other"), ("Ben", "no-receipt")] {
        stderr_of(set(path, &["--pair", "catalogue-020", "--label", label, "--author", author]), 0);
    }
    stderr_of(set(path, &["--pair", "finance-001", "--label", "other", "--author", "Ben"]), 0);
    let all = labels(path, &["--agreement"]);
    let told = ["label", "state", "disputed"].map(|key| text(row(&all, "catalogue-020"), key).to_owned());
    assert_eq!(told, ["null", "disputed", "Mia: other / Ben: no-receipt"]);
    let count = |key: &str| all.get(key).map(ToString::to_string).unwrap();
    assert_eq!((count("labelled"), count("disputed")), ("1".into(), "1".into()));
    let agreement = all.get("agreement").unwrap();
    let count = |key: &str| agreement.get(key).map(ToString::to_string).unwrap();
    assert_eq!((count("pairs"), count("disputed")), ("1".into(), "1".into()), "{agreement}");
    let command = vidimus().arg("pairs").arg(path.join("study.jsonl")).args(["--format", "json"]);
    let printed = stdout_of(command.args(["--filter", "state:disputed disputed:ben*"]), 0);
    let printed = read(&printed).unwrap().value;
    let pairs = printed.get("pairs").and_then(Json::as_array).unwrap();
    assert_eq!(pairs.iter().map(|row| text(row, "task")).collect::<Vec<_>>(), ["catalogue-020"]);
    // One comes round.
    let said = stderr_of(set(path, &["--pair", "catalogue-020", "--label", "other", "--author", "Ben"]), 0);
    assert!(said.contains("1 line by Ben saved"), "{said}");
    let all = labels(path, &[]);
    assert_eq!(["label", "state"].map(|key| text(row(&all, "catalogue-020"), key)), ["other", "labelled"]);
}

/// The sample inside the program has no file: its labels are kept with what is remembered of visits.
#[test]
fn labels_of_the_built_in_sample_are_kept_in_the_state_folder() {
    let state = tempfile::tempdir().unwrap();
    let at_home = || vidimus().env("XDG_STATE_HOME", state.path());
    let told = stderr_of(
        at_home().args(["labels", "set", "--pair", "catalogue-020", "--label", "other", "--author", "Mia"]),
        0,
    );
    assert!(told.contains("this is the sample study inside the program"), "{told}");
    let file = state.path().join("vidimus/labels/sample-study.jsonl.labels.jsonl");
    assert!(LabelFile::open(&file).unwrap().journal().decisions().len() == 1, "{told}");
    let printed = stdout_of(at_home().args(["labels", "--filter", "label:other", "--format", "csv"]), 0);
    assert_eq!(printed.lines().count(), 2, "{printed}");
}

#[test]
fn two_people_are_compared() {
    let folder = folder();
    let path = folder.path();
    let say = |who: &str, task: &str, label: &str| {
        let file = path.join(format!("{who}.jsonl"));
        let file = file.to_str().unwrap();
        stderr_of(set(path, &["--pair", task, "--label", label, "--author", who, "--journal", file]), 0);
    };
    say("mia", "catalogue-020", "other");
    say("ben", "catalogue-020", "false-receipt-harm");
    say("mia", "finance-001", "rescued-listed");
    say("ben", "finance-001", "rescued-listed");
    say("ben", "weather-001", "other");
    let agree = || vidimus().args(["labels", "agree"]).arg(path.join("mia.jsonl")).arg(path.join("ben.jsonl"));
    let printed = stdout_of(agree(), 0);
    assert!(printed.contains("the same label: 1 of 2 (50.0%)"), "{printed}");
    assert!(printed.contains("Cohen's kappa: 0.333"), "{printed}");
    assert!(printed.contains("catalogue-020/quill-2/advisory"), "{printed}");
    let error = stderr_of(vidimus().args(["labels", "agree"]).args([path.join("no.jsonl"), path.join("ben.jsonl")]), 2);
    assert!(error.contains("there is no such file"), "{error}");
}

/// Two people write at once, and one of the programs is killed again and again: what was told as saved is there, and no
/// line is damaged.
#[test]
fn what_was_told_as_saved_survives_kills() {
    let folder = folder();
    let path = folder.path();
    let ledger = path.join("study.jsonl");
    let note = |who: &str, number: usize| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vidimus"));
        command.args(["labels", "set"]).arg(&ledger).args(["--pair", "finance-001", "--author", who, "--note"]);
        command.arg(format!("note {number}")).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let mut told = 0;
    for number in 0..6 {
        let mut killed = note("Ben", number).spawn().unwrap();
        told += usize::from(note("Mia", number).status().unwrap().success());
        killed.kill().unwrap();
        killed.wait().unwrap();
    }
    let file = LabelFile::open(&path.join("study.jsonl.labels.jsonl")).unwrap();
    let of = |who: &str| file.journal().decisions().iter().filter(|said| said.author == who).count();
    assert_eq!((told, of("Mia")), (6, 6));
    // A line that a kill has cut stands alone, so that nothing else is lost with it.
    assert!(of("Ben") + file.journal().bad().len() + usize::from(file.journal().is_torn()) <= 6);
}

/// Every format has the same facts: whose label it is, when it was given, whether blind, and the notes.
#[test]
fn every_format_of_the_list_says_the_same() {
    let folder = folder();
    let path = folder.path();
    let words = ["--pair", "catalogue-020", "--label", "other", "--note", "gave up", "--blind", "--seed", "3"];
    stderr_of(set(path, &[&words[..], &["--author", "Mia"]].concat()), 0);
    let saved = std::fs::read_to_string(path.join("study.jsonl.labels.jsonl")).unwrap();
    let at = saved.split("\"at\":\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_owned();
    let print =
        |format: &str| stdout_of(vidimus().arg("labels").arg(path.join("study.jsonl")).args(["--format", format]), 0);
    let row_of = |text: &str| text.lines().find(|line| line.contains("gave up")).unwrap().to_owned();
    let (csv, markdown, json) = (print("csv"), print("md"), print("json"));
    for key in ["first_arm", "author", "at", "blind", "why", "note"] {
        assert!(csv.lines().next().unwrap().split(',').any(|it| it == key), "{key}");
        assert!(markdown.lines().next().unwrap().split(" | ").any(|it| it.trim_matches([' ', '|']) == key), "{key}");
        assert!(json.contains(&format!("\"{key}\":")), "{key}");
    }
    assert!(row_of(&csv).contains(&format!("Mia,,{at},yes,")), "{csv}");
    assert!(row_of(&markdown).contains(&format!("| Mia | {at} | yes | ")), "{markdown}");
    assert!(json.contains(&format!("\"author\":\"Mia\",\"disputed\":null,\"at\":\"{at}\",\"blind\":true,")), "{json}");
}

/// Blind, nothing is filtered by what is hidden; and the answers of both are printed without it.
#[test]
fn blind_filters_and_messages_tell_nothing() {
    let folder = folder();
    let ledger = folder.path().join("study.jsonl");
    let list = vidimus().arg("labels").arg(&ledger).args(["--blind", "--filter", "outcome:loss"]);
    let told = stderr_of(list, 2);
    assert!(told.contains("\"outcome\" is hidden while labelling is blind"), "{told}");
    let show =
        vidimus().args(["labels", "show"]).arg(&ledger).args(["--pair", "catalogue-020", "--messages", "--blind"]);
    let text = stdout_of(show, 0);
    assert!(text.contains("The final answers") && text.contains("A, from its beginning: "), "{text}");
    assert!(["advisory", "baseline", "completed"].iter().all(|word| !text.contains(word)), "{text}");
}
