//! Audits of a study of six clean calls, in which every count can be worked by hand.

use std::fs;

use super::*;

fn audit(study: &Study, files: &[&str], flags: &[&str]) -> String {
    let files = files.iter().map(|file| study.at(file));
    let command = vidimus().arg("audit").args(files).arg("--registry").arg(study.at("registry.json"));
    stdout_of(command.args(flags), 0)
}

fn recall<'a>(audit: &'a Json, fault: &str) -> &'a Json {
    let rows = get(audit, &["recall"]).as_array().unwrap();
    rows.iter().find(|row| row.get("fault") == Some(&Json::from(fault))).unwrap_or_else(|| panic!("{fault}"))
}

/// Six samples are enough for every rule on presence, type, price and echo, and for no category: each symbol stands
/// once.
#[test]
fn faults_are_caught_by_the_rules_that_are_there() {
    let study = Study::new();
    let audit = json(&audit(&study, &["clean.jsonl"], &["--format", "json"]));
    let clean = get(&audit, &["clean"]);
    assert_eq!(get(clean, &["outcomes"]).to_string(), "6");
    assert_eq!(get(clean, &["left_out"]).to_string(), "1", "the episode with a fault label is not clean");
    let none = r#"{"hits":0,"of":6,"rate":0.0,"low":0.0,"high":0.3903"#;
    assert!(get(clean, &["receipts"]).to_string().starts_with(none), "{clean}");
    let caught = |fault| {
        let row = recall(&audit, fault);
        let [eligible, caught, by_code] = ["eligible", "caught", "by_code"].map(|key| get(row, &[key]).to_string());
        (eligible, caught, by_code)
    };
    for (fault, code) in [
        ("type_flip", "learned_type_mismatch"),
        ("missing_field", "missing_learned_field"),
        ("unexpected_field", "unexpected_field"),
        ("non_positive_value", "nonpositive_value"),
        ("echo_mismatch", "learned_echo_mismatch"),
        ("vacuous_exec_swallow", "missing_learned_field"),
        ("cause_stripped_http_payload", "learned_type_mismatch"),
        ("error_page_as_payload", "learned_echo_mismatch"),
        ("positional_field_shift", "learned_type_mismatch"),
    ] {
        assert_eq!(caught(fault), ("6".into(), "6".into(), format!(r#"{{"{code}":6}}"#)), "{fault}");
    }
    for fault in
        ["out_of_set_category", "broken_relation", "date_disorder", "ref_id_substitution", "stale_declared_state"]
    {
        assert_eq!(caught(fault).0, "0", "{fault}");
    }
}

/// A category that stands in four samples of a tool is none: eight are needed.
#[test]
fn what_is_missed_is_told_by_field_and_reason() {
    let study = Study::new();
    let mut ledger = vec![r#"{"format":"vidimus.ledger/1"}"#.to_owned()];
    for place in 0..4 {
        let state = if place < 2 { "open" } else { "done" };
        ledger.push(format!(
            r#"{{"kind":"call","episode":"e{place}","tool":"order","arguments":{{"n":{place}}},"result":{{"n":{place},"state":"{state}"}}}}"#
        ));
    }
    fs::write(study.at("orders.jsonl"), ledger.join("\n") + "\n").unwrap();
    vidimus().arg("mine").arg(study.at("orders.jsonl")).arg("-o").arg(study.at("registry.json")).assert().code(0);
    let flags = ["--faults", "out_of_set_category", "--format", "json"];
    let found = json(&audit(&study, &["orders.jsonl", "clean.jsonl"], &flags));
    let gaps: Vec<String> = get(&found, &["gaps"]).as_array().unwrap().iter().map(ToString::to_string).collect();
    let state = r#"{"tool":"order","path":"state","missed":4,"why":"fewer than the 8 samples that a category rule needs at a field of such a name","faults":{"out_of_set_category":4}}"#;
    assert_eq!(gaps, [state]);
    let flags = ["--faults", "missing_field", "--format", "json"];
    let found = json(&audit(&study, &["orders.jsonl", "clean.jsonl"], &flags));
    assert_eq!(
        get(recall(&found, "missing_field"), &["without_contract"]).to_string(),
        "6",
        "quote has no contract now"
    );
    let gaps = get(&found, &["gaps"]).to_string();
    assert!(
        gaps.contains(
            r#""tool":"quote","path":"$","missed":6,"why":"the registry that judges it has no contract for the tool""#
        ),
        "{gaps}"
    );
}

/// In whatever order files are named, and in every format.
#[test]
fn the_same_seed_gives_the_same_audit() {
    let study = Study::new();
    for format in ["text", "json", "csv", "md"] {
        let flags = ["--seed", "5", "--per-call", "3", "--format", format];
        let one = audit(&study, &["clean.jsonl", "broken.jsonl"], &flags);
        assert_eq!(one, audit(&study, &["broken.jsonl", "clean.jsonl"], &flags));
        assert!(one.contains("echo_mismatch"), "{one}");
    }
}

/// The copies are a ledger: every call in it is labelled, and a check of it fires as often as the audit caught.
#[test]
fn faulted_copies_are_a_ledger_with_labels() {
    let study = Study::new();
    let faults = "non_positive_value,echo_mismatch,context_pollution_fabrication";
    let copies = study.at("copies.jsonl");
    let flags = ["--faults", faults, "--format", "json", "--write-faults", copies.to_str().unwrap()];
    let before = fs::read(study.at("clean.jsonl")).unwrap();
    let audit = json(&audit(&study, &["clean.jsonl"], &flags));
    assert_eq!(fs::read(study.at("clean.jsonl")).unwrap(), before);
    let caught = get(&audit, &["recall"]).as_array().unwrap().iter();
    let caught: u64 = caught.filter_map(|row| row.get("caught")?.as_number()?.as_u64()).sum();
    let check = vidimus().arg("check").arg(&copies).arg("--registry").arg(study.at("registry.json"));
    let checked = json(&stdout_of(check.args(["--format", "json"]), 1));
    assert_eq!(get(&checked, &["calls"]).to_string(), "18");
    assert_eq!(get(&checked, &["fired"]).to_string(), caught.to_string());
    let ledger = fs::read_to_string(&copies).unwrap();
    let calls = ledger.lines().map(json).filter(|line| line.get("kind") == Some(&Json::from("call")));
    for call in calls {
        assert!(faults.contains(get(&call, &["fault", "type"]).as_str().unwrap()), "{call}");
    }
    let mine = vidimus().arg("mine").arg(&copies).arg("-o").arg(study.at("none.json"));
    let said = stderr_of(mine, 0);
    assert!(said.contains("a call carries a fault label: 18"), "no faulted copy is ever learned from: {said}");
}

#[test]
fn an_unknown_fault_is_told_with_those_that_exist() {
    let study = Study::new();
    let command = vidimus().arg("audit").arg(study.at("clean.jsonl")).arg("--registry").arg(study.at("registry.json"));
    let said = stderr_of(command.args(["--faults", "flip"]), 2);
    assert!(said.contains("there is no such fault; there are type_flip, missing_field"), "{said}");
}
