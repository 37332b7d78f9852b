//! Whole episodes, in every format.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use super::common::{stderr_of, stdout_of, vidimus};
use super::{Study, get, json};
use vidimus::domain::json::Json;
use vidimus::domain::json::read;

fn run(study: &Study, words: &[&str], code: i32) -> String {
    stdout_of(vidimus().current_dir(study.folder.path()).args(words), code)
}

#[test]
fn an_episode_is_printed_whole() {
    let study = Study::new();
    let text = run(&study, &["episode", "broken.jsonl", "run", "--registry", "registry.json"], 0);
    for line in [
        "  task: t9\n",
        "call 0 · quote\n",
        "  result: {\"symbol\":\"AA\",\"price\":2.5}\n",
        "  recovery tools: quote_b\n",
        "  then: the agent took quote_b, a listed recovery tool\n",
        "  link: vidimus:broken.jsonl#run-1/1\n",
        "  result: none: the call never returned\n",
        "  outcome: not recorded\n",
    ] {
        assert!(text.contains(line), "{line:?} in\n{text}");
    }
    assert!(text.contains("△ replayed: nonpositive_value: price is -79.0"), "{text}");
    assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
    let markdown = run(&study, &["episode", "broken.jsonl", "run-1", "--format", "md"], 0);
    assert!(markdown.starts_with("# episode run-1 of broken.jsonl\n\n- task: t9\n"), "{markdown}");
    assert!(markdown.contains("\n## call 2 · quote_b\n\n- arguments: `{\"symbol\":\"BB\"}`\n"), "{markdown}");
    assert!(!markdown.contains("replayed"), "nothing was asked to be replayed\n{markdown}");
}

#[test]
fn an_episode_for_programs_has_everything() {
    let study = Study::new();
    let csv = run(&study, &["episode", "broken.jsonl", "run-1", "--format", "csv"], 0);
    let next: Vec<_> = csv.lines().skip(1).map(|line| line.rsplit(',').nth(4).unwrap()).collect();
    assert_eq!(next, ["quote", "quote_b", "quote", ""], "the tool of the next call");
    let whole = json(&run(&study, &["episode", "broken.jsonl", "run-1", "--format", "json"], 0));
    let entries = get(&whole, &["entries"]).as_array().unwrap();
    assert_eq!(entries.len(), 4);
    assert_eq!(get(&entries[1], &["result", "venue"]).as_str(), Some("\u{1b}[31mX\u{202e}"), "values are exact");
    assert_eq!(get(&entries[1], &["next"]).as_str(), Some("listed"));
    assert_eq!(get(&whole, &["fired"]).to_string(), "null", "no registry was named");
    assert!(entries.iter().all(|entry| matches!(entry.get("replayed"), Some(Json::Array(it)) if it.is_empty())));
    let unknown = vidimus().current_dir(study.folder.path()).args(["episode", "broken.jsonl", "x"]);
    assert!(stderr_of(unknown, 2).contains("there is no episode \"x\"; ids look like run-1"));
}

#[test]
fn episodes_are_sorted_as_on_the_screen() {
    let study = Study::new();
    let ids = |words: &[&str]| {
        let all = [&["episodes", "clean.jsonl", "--format", "csv"], words].concat();
        let csv = run(&study, &all, 0);
        csv.lines().skip(1).map(|line| line.split(',').nth(1).unwrap().to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(ids(&[]), "e0 e1 e2 e3 e4 e5 f");
    assert_eq!(ids(&["--sort", "completed"]), "e0 e1 e2 e3 e4 e5 f", "failed, completed, unknown");
    assert_eq!(ids(&["--sort", "arm"]), "e4 e5 e0 e1 e2 e3 f");
    assert_eq!(ids(&["--sort", "arm", "--reverse"]), "f e3 e2 e1 e0 e5 e4");
    let wrong = vidimus().args(["episodes", "x", "--sort", "colour"]);
    assert!(stderr_of(wrong, 2).contains("--sort COLUMN cannot be \"colour\"; it can be "));
}

#[test]
fn a_witness_card_stands_alone_and_tells_no_more_than_it_may() {
    let study = Study::new();
    let call = ["witness", "broken.jsonl", "run-1", "1", "--registry", "registry.json"];
    let card = run(&study, &call, 0);
    for words in
        ["venue is there", "\"symbol\":\"BB\"", "recovery tools: quote_b", "vidimus:broken.jsonl#run-1/1", "sha256"]
    {
        assert!(card.contains(words), "{words} in\n{card}");
    }
    let card = run(&study, &[&call[..], &["--redact", "field:symbol,long-text"]].concat(), 0);
    assert!(!card.contains("BB") && card.contains("-79.0") && card.contains("‹value-1 string(2)›"), "{card}");
    // For programs the same lines, with the same values taken out.
    let rows = run(&study, &[&call[..], &["--redact", "field:symbol", "--format", "csv"]].concat(), 0);
    assert!(rows.starts_with("section,text\r\n") && !rows.contains("BB") && rows.contains("-79.0"), "{rows}");
    let json = read(&run(&study, &[&call[..], &["--format", "json"]].concat(), 0)).unwrap().value;
    assert_eq!(json.get("link").and_then(Json::as_str), Some("vidimus:broken.jsonl#run-1/1"), "{json}");
    let inputs = json.get("inputs").and_then(Json::as_array).unwrap();
    let names: Vec<_> = inputs.iter().map(|input| input.get("name").and_then(Json::as_str).unwrap()).collect();
    assert_eq!(names, ["broken.jsonl", "registry.json"], "{json}");
    let nothing = ["witness", "broken.jsonl", "run-1", "2", "--registry", "registry.json"];
    let told = stderr_of(vidimus().current_dir(study.folder.path()).args(nothing), 2);
    assert!(told.contains("nothing to witness"), "{told}");
}

/// A ledger whose names are what a spreadsheet would compute, and what would steer a terminal.
fn hostile() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let mut lines = r#"{"format":"vidimus.ledger/1"}"#.to_owned() + "\n";
    for (arm, completed) in [(r"=1+1\nerror: forged\u001b[31m", true), ("+b", false)] {
        for task in ["@t", "-u"] {
            let id = format!("={task}{arm}");
            let lines = &mut lines;
            writeln!(lines, r#"{{"kind":"episode","episode":"{id}","task":"{task}","arm":"{arm}","model":"=m"}}"#)
                .unwrap();
            let call = r#""tool":"=tool","arguments":{},"result":"Error: =x""#;
            writeln!(lines, r#"{{"kind":"call","episode":"{id}",{call}}}"#).unwrap();
            writeln!(lines, r#"{{"kind":"outcome","episode":"{id}","completed":{completed}}}"#).unwrap();
        }
    }
    let file = folder.path().join("hostile.jsonl");
    fs::write(&file, lines).unwrap();
    (folder, file)
}

#[test]
fn no_cell_of_any_list_is_a_formula() {
    let (_folder, file) = hostile();
    for list in ["episodes", "pairs", "labels", "study"] {
        let csv = stdout_of(vidimus().arg(list).arg(&file).args(["--format", "csv"]), 0);
        assert!(csv.contains("'="), "{list}: {csv}");
        for cell in csv.lines().flat_map(|line| line.split(',')) {
            let cell = cell.trim_start_matches('"');
            let is_number = cell.parse::<f64>().is_ok();
            assert!(is_number || !cell.starts_with(['=', '+', '-', '@']), "{list}: {cell:?} in {csv}");
        }
    }
}

#[test]
fn an_error_is_one_line_whatever_it_names() {
    let (_folder, file) = hostile();
    for flags in [&["--arms", "x,y"][..], &["--arms", "a\nerror: b,y"], &["--arm-field", "a\nerror: b"]] {
        let said = stderr_of(vidimus().arg("study").arg(&file).args(flags), 2);
        assert_eq!(said.matches("\nerror: ").count() + usize::from(said.starts_with("error: ")), 1, "{said}");
        assert!(!said.contains('\u{1b}'), "{said}");
    }
    let said = stderr_of(vidimus().arg("study").arg("no\nerror: such\u{1b}[31m"), 2);
    assert!(!said.contains("\nerror: such") && said.contains("no^Jerror: such^[[31m"), "{said}");
}

#[test]
fn a_study_without_episodes_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("empty.jsonl");
    fs::write(&file, "{\"format\":\"vidimus.ledger/1\",\"study\":\"s\"}\n").unwrap();
    let said = stderr_of(vidimus().arg("study").arg(&file), 2);
    assert!(said.contains("there is no episode in empty.jsonl") && !said.contains("filter"), "{said}");
    // Calls alone are episodes, of which nobody says the arm.
    let call = r#"{"kind":"call","episode":"e1","tool":"a","arguments":{},"result":1}"#;
    fs::write(&file, format!("{{\"format\":\"vidimus.ledger/1\"}}\n{call}\n")).unwrap();
    let said = stdout_of(vidimus().arg("study").arg(&file), 0);
    assert!(said.contains("no episode says its arm") && said.contains("--arm-field"), "{said}");
    assert!(said.contains("No episode here says its input tokens, output tokens and US dollars"), "{said}");
}

#[test]
fn what_fires_is_unknown_where_nothing_judges() {
    let study = Study::new();
    let ledger = study.at("clean.jsonl");
    let said = stderr_of(vidimus().arg("study").arg(&ledger).args(["--filter", "fired:0"]), 2);
    assert!(said.contains("known only where the calls are judged again"), "{said}");
    let judged = ["--filter", "fired:0", "--registry"];
    stdout_of(vidimus().arg("study").arg(&ledger).args(judged).arg(study.at("registry.json")), 0);
}
