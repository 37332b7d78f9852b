//! Mining, checking, explaining and importing through the command line, on small files worked by hand.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

#[path = "cli_study/audit.rs"]
mod audit;
mod common;
#[path = "common/desk.rs"]
mod desk;
#[path = "cli_study/figures.rs"]
mod figures;
#[path = "cli_study/findings.rs"]
mod findings;
#[path = "cli_study/inputs.rs"]
mod inputs;
#[path = "cli_study/labels.rs"]
mod labels;
#[path = "cli_study/lenses.rs"]
mod lenses;
#[path = "cli_study/output.rs"]
mod output;
#[path = "cli_study/pairs.rs"]
mod pairs;
#[path = "cli_study/review.rs"]
mod review;
#[path = "cli_study/seal.rs"]
mod seal;
#[path = "cli_study/search.rs"]
mod search;
#[path = "cli_study/writing.rs"]
mod writing;

use std::fs;
use std::path::{Path, PathBuf};

use common::{stderr_of, stdout_of, vidimus};
use tempfile::TempDir;
use vidimus::domain::json::{Json, read};

/// Six clean episodes of one call each, and one with a fault label.
fn clean() -> String {
    let mut lines = vec![r#"{"format":"vidimus.ledger/1","study":"hand"}"#.to_owned()];
    for (place, symbol) in ["AA", "BB", "CC", "DD", "EE", "FF"].iter().enumerate() {
        let arm = if place < 4 { "baseline" } else { "advisory" };
        lines.push(format!(
            r#"{{"kind":"episode","episode":"e{place}","task":"t{place}","arm":"{arm}","tools":["quote","quote_b","quote_c"]}}"#
        ));
        lines.push(format!(
            r#"{{"kind":"call","episode":"e{place}","tool":"quote","arguments":{{"symbol":"{symbol}"}},"result":{{"symbol":"{symbol}","price":{}.5}}}}"#,
            place + 1
        ));
        lines.push(format!(r#"{{"kind":"outcome","episode":"e{place}","completed":{}}}"#, place != 0));
    }
    lines.push(
        r#"{"kind":"call","episode":"f","tool":"quote","result":{"price":-1},"fault":{"type":"sign"}}"#.to_owned(),
    );
    lines.join("\n") + "\n"
}

/// One episode in which a price breaks and another tool is called next.
const BROKEN: &str = r#"{"format":"vidimus.ledger/1"}
{"kind":"episode","episode":"run-1","task":"t9","arm":"advisory","model":"m","trial":0,"tools":["quote","quote_b"]}
{"kind":"call","episode":"run-1","tool":"quote","arguments":{"symbol":"AA"},"result":{"symbol":"AA","price":2.5}}
{"kind":"call","episode":"run-1","tool":"quote","arguments":{"symbol":"BB"},"result":{"symbol":"BB","price":-79.0,"venue":"\u001b[31mX\u202e"},"receipt":{"status":"inconsistent","violations":[{"code":"nonpositive_value","detail":"nominally positive field price is not positive"}],"admissible_recovery_tools":["quote_b"]}}
{"kind":"call","episode":"run-1","tool":"quote_b","arguments":{"symbol":"BB"},"result":{"price":3}}
{"kind":"call","episode":"run-1","tool":"quote"}
"#;

struct Study {
    folder: TempDir,
}

impl Study {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("clean.jsonl"), clean()).unwrap();
        fs::write(folder.path().join("broken.jsonl"), BROKEN).unwrap();
        let recovery = r#"{"format":"vidimus.recovery/1","tools":{"quote":["quote_c","quote_b"]}}"#;
        fs::write(folder.path().join("recovery.json"), recovery).unwrap();
        let study = Self { folder };
        vidimus().arg("mine").arg(study.at("clean.jsonl")).arg("-o").arg(study.at("registry.json")).assert().code(0);
        study
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

fn json(text: &str) -> Json {
    read(text).unwrap().value
}

fn get<'a>(value: &'a Json, path: &[&str]) -> &'a Json {
    path.iter().fold(value, |inside, key| inside.get(key).unwrap_or_else(|| panic!("{key} in {inside}")))
}

/// The rules of a registry's tool, as class and path.
fn rules(registry: &Path, tool: &str) -> Vec<String> {
    let registry = json(&fs::read_to_string(registry).unwrap());
    let invariants = get(&registry, &["tools", tool, "invariants"]).as_array().unwrap();
    let text = |it: &Json, key: &str| it.get(key).unwrap().as_str().unwrap().to_owned();
    invariants.iter().map(|it| format!("{} {}", text(it, "class"), text(it, "path"))).collect()
}

#[test]
fn mine_finds_the_rules_that_six_quotes_support() {
    let study = Study::new();
    // By the table of SPEC 3: six samples are enough for all but the category and the general relations.
    let by_hand = [
        "no_error $",
        "required_field price",
        "required_field symbol",
        "known_fields $",
        "stable_type $",
        "stable_type price",
        "stable_type symbol",
        "positive price",
        "echo symbol",
    ];
    assert_eq!(rules(&study.at("registry.json"), "quote"), by_hand);
    let registry = json(&fs::read_to_string(study.at("registry.json")).unwrap());
    assert_eq!(get(&registry, &["tools", "quote", "calls"]), &Json::from(6_u64), "the labelled episode is left out");
    assert_eq!(get(&registry, &["source", "kind"]), &Json::from("traces"));
    assert_eq!(get(&registry, &["source", "vocabulary"]), &Json::from("paper"));
    assert_eq!(get(&registry, &["source", "thresholds", "category"]), &Json::from(8_u64));
    let inputs = get(&registry, &["source", "inputs"]).as_array().unwrap();
    let names: Vec<&Json> = inputs.iter().map(|input| input.get("name").unwrap()).collect();
    assert_eq!(names, [&Json::from("clean.jsonl")], "a name without its folder");
}

#[test]
fn mine_tells_what_it_left_out_and_obeys_its_choices() {
    let study = Study::new();
    let mine = |more: &[&str]| vidimus().arg("mine").arg(study.at("clean.jsonl")).args(more);
    let notes = stderr_of(mine(&[]), 0);
    assert!(notes.contains("episodes left out because a call carries a fault label: 1"), "{notes}");
    let calls = |more: &[&str]| {
        let registry = json(&stdout_of(mine(more), 0));
        get(&registry, &["tools", "quote", "calls"]).to_string()
    };
    assert_eq!(calls(&["--arm", "baseline"]), "4");
    assert_eq!(calls(&["--completed"]), "5");
    let registry = json(&stdout_of(mine(&["--min-support", "positive=7"]), 0));
    assert_eq!(get(&registry, &["source", "thresholds", "positive"]), &Json::from(7_u64));
    assert!(!registry.to_string().contains("\"class\":\"positive\""));
    let bare = stdout_of(mine(&["--no-evidence", "-o", "-"]), 0);
    assert!(!bare.contains("\"evidence\""));
    let error = stderr_of(mine(&["--arm", "base"]), 2);
    assert_eq!(error, "error: there is no arm \"base\" in these traces; did you mean \"baseline\"?\n");
}

#[test]
fn mine_gives_the_same_bytes_in_whatever_order_files_are_named() {
    let study = Study::new();
    let (a, b) = (study.at("clean.jsonl"), study.at("broken.jsonl"));
    let there = stdout_of(vidimus().arg("mine").args([&a, &b]), 0);
    let back = stdout_of(vidimus().arg("mine").args([&b, &a, &b]), 0);
    assert_eq!(there, back);
    let folder = stdout_of(vidimus().arg("mine").arg(study.folder.path()), 0);
    assert_eq!(there, folder);
}

#[test]
fn folds_leave_their_own_tasks_out_and_check_crossfit_uses_them() {
    let study = Study::new();
    let folds = study.at("folds");
    vidimus().arg("mine").arg(study.at("clean.jsonl")).args(["--folds", "2", "-o"]).arg(&folds).assert().code(0);
    // Seven tasks (the labelled episode's own id is one) dealt in turn; three clean ones are always left.
    let mut calls = 0;
    for fold in ["fold-0.json", "fold-1.json"] {
        let registry = json(&fs::read_to_string(folds.join(fold)).unwrap());
        calls += get(&registry, &["tools", "quote", "calls"]).as_number().unwrap().as_u64().unwrap();
        assert_eq!(get(&registry, &["source", "fold", "count"]), &Json::from(2_u64));
    }
    assert_eq!(calls, 6, "each clean call trains all folds but its own");
    let check = |path: &str| vidimus().arg("check").arg(study.at(path)).arg("--crossfit").arg(&folds);
    // A task that no fold was mined from may be judged by any of them; three or four samples are too few for the rules
    // that the whole registry breaks here.
    stdout_of(check("broken.jsonl"), 0);
    // The labelled call lacks a field; three samples are enough to know.
    let found = check("clean.jsonl").args(["--format", "json"]).assert().code(1);
    let found = json(std::str::from_utf8(&found.get_output().stdout).unwrap());
    assert_eq!(get(&found, &["fired"]), &Json::from(1_u64));
    fs::remove_file(folds.join("fold-1.json")).unwrap();
    let error = stderr_of(check("clean.jsonl"), 2);
    assert!(error.contains("fold 1 of 2 is missing"), "{error}");
}

#[test]
fn check_prints_the_shape_that_others_rely_on() {
    let study = Study::new();
    let check =
        || vidimus().arg("check").arg(study.at("broken.jsonl")).arg("--registry").arg(study.at("registry.json"));
    let by_hand = concat!(
        r#"{"calls":4,"checked":2,"fired":1,"by_code":{"unexpected_field":1,"nonpositive_value":1},"firings":["#,
        r#"{"episode":"run-1","task":"t9","step":1,"tool":"quote","violations":["#,
        r#"{"code":"unexpected_field","path":"venue","expected":["price","symbol"],"observed":"\u001b[31mX"#,
        "\u{202e}",
        r#"","detail":"field absent from nominal traces: venue"},"#,
        r#"{"code":"nonpositive_value","path":"price","expected":null,"observed":-79.0,"#,
        r#""detail":"nominally positive field price is not positive"}]}]}"#,
        "\n"
    );
    assert_eq!(stdout_of(check().args(["--format", "json"]), 1), by_hand);
    let text = stdout_of(check(), 1);
    assert!(text.starts_with("4 calls, 2 with a result and a contract for their tool, 1 fired\n"), "{text}");
    assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "{text:?}");
    let csv = stdout_of(check().args(["--format", "csv"]), 1);
    assert!(csv.starts_with("episode,task,step,tool,code,path,registry,broken\r\n"), "{csv}");
    assert_eq!(csv.lines().count(), 3);
    let md = stdout_of(check().args(["--format", "md"]), 1);
    assert!(md.starts_with("| episode | task | step |"), "{md}");
    vidimus()
        .args(["check", "--registry"])
        .arg(study.at("registry.json"))
        .arg("-")
        .stdin("{\"format\":\"vidimus.ledger/1\"}\n{\"kind\":\"call\",\"episode\":\"e\",\"tool\":\"other\",\"result\":1}\n")
        .assert()
        .code(0);
}

#[test]
fn explain_keeps_recorded_and_replayed_apart() {
    let study = Study::new();
    let explain = |step: &str| {
        vidimus()
            .arg("explain")
            .arg(study.at("broken.jsonl"))
            .args(["run", step, "--registry"])
            .arg(study.at("registry.json"))
            .arg("--recovery")
            .arg(study.at("recovery.json"))
    };
    let text = stdout_of(explain("1"), 0);
    for said in [
        "▲ price is -79.0; in 6 clean samples it was between 1.5 and 6.5 (median 3.5)\nThe agent was shown a receipt (recorded, form v1). It says:\n  nominally positive field price is not positive\n",
        "Replayed against registry.json: △ 2 violations; 7 rules held.\n",
        "It was mined without setting a task aside: it judges also what it may have learned from.\n",
        "It breaks now what the recorded receipt names, and 1 more.\n",
        "Violation 1 of 2 (replayed): unexpected_field at venue\n",
        "  the rule would accept: a result without venue\n",
        "Violation 2 of 2 (replayed): nonpositive_value at price\n",
        "▲ price is -79.0; in 6 clean samples it was between 1.5 and 6.5 (median 3.5)\n",
        "  by the numbers: price > 0, but -79.0 ≤ 0: 79 below zero\n",
        // The values 1.5 to 6.5 fall into the steps 0, 2, 4, 6, 8 and, as the greatest, 9.
        "    1.5 █ █ █ █ ██ 6.5 (median 3.5)  this call: -79.0, below all of them\n",
        "· support 6\n",
        "What the agent did next\n  recovery tools in the recorded receipt: quote_b ← picked next\n",
        "  next: listed (the agent took quote_b, a listed recovery tool)\n",
        "  a receipt now would list the same (replayed)\n",
        // Of the other two calls of the tool one never returned.
        "The only other call of quote in the loaded traces breaks no rule of registry.json.\n",
        "The nearest: broken.jsonl · episode run-1 · call 0\n",
        "  arguments.symbol: BB here, AA there\n",
        "  result.price: -79.0 here, 2.5 there\n",
        "here, not there\n",
        "  usual causes: A sentinel such as -1,",
        "  the model saw, put together from the two: {\"tool_result\":{\"symbol\":\"BB\",\"price\":-79.0,",
        "Rules that broke: 2\n  △ known_fields $: the result has no fields but price, symbol\n",
        "Fields of which only type and presence are judged, never the value: 1\n  venue\n",
        "Rules that held: 7\n  ✓ no_error (1): $\n  ✓ required_field (2): price, symbol\n",
        "episode run-1 · step 1 of 0 to 3 · task t9 · arm advisory · model m · trial 0\n",
    ] {
        assert!(text.contains(said), "{said:?} is not in\n{text}");
    }
    assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "{text:?}");
    let calm = stdout_of(explain("0"), 0);
    let said = "✓ No rule broke: 9 rules held; every field has a rule.\n";
    assert!(calm.contains(said), "{calm}");
    assert!(calm.starts_with("No receipt was recorded with this call: the agent saw the bare result.\n"), "{calm}");
    let unknown = stdout_of(explain("2"), 0);
    assert!(unknown.contains("No rule looks at this call: registry.json has no contract for quote_b."), "{unknown}");
    assert!(unknown.contains("Fields that no rule looks at: 1\n  price\n"), "{unknown}");
    let silent = stdout_of(explain("3"), 0);
    assert!(silent.contains("This call never returned, so there is nothing to check."), "{silent}");
    let whole = json(&stdout_of(explain("1").args(["--format", "json"]), 0));
    assert_eq!(get(&whole, &["recorded", "next"]), &Json::from("listed"));
    assert_eq!(get(&whole, &["replayed_receipt", "recovery_tools"]), &Json::from(vec!["quote_b"]));
    let folds = get(&whole, &["violations"]).as_array().unwrap()[1].get("folds");
    assert_eq!(folds, Some(&Json::Null), "no fold");
    let nearest = get(&whole, &["nearest"]);
    assert_eq!((get(nearest, &["other_calls"]), get(nearest, &["clean"])), (&Json::from(1_u64), &Json::from(1_u64)));
    assert_eq!(get(nearest, &["sample", "step"]), &Json::from(0_u64));
    let price = json(r#"{"place":["price"],"what":"changed","here":-79.0,"there":2.5}"#);
    assert!(get(nearest, &["sample", "result"]).as_array().unwrap().contains(&price), "{nearest}");
    let error = stderr_of(explain("4"), 2);
    assert_eq!(error, "error: the episode run-1 has no step 4; its steps are 0 to 3\n");
}

#[test]
fn an_episode_is_named_by_its_id_or_a_beginning_that_is_its_own() {
    let study = Study::new();
    let explain = |episode: &str| {
        vidimus()
            .arg("explain")
            .arg(study.at("clean.jsonl"))
            .args([episode, "0", "--registry"])
            .arg(study.at("registry.json"))
    };
    explain("e3").assert().code(0);
    let error = stderr_of(explain("e"), 2);
    assert!(
        error.starts_with("error: 6 episodes are called \"e\" or begin so: e0, e1, e2, e3, e4…; write more"),
        "{error}"
    );
    let error = stderr_of(explain("x"), 2);
    assert!(error.contains("there is no episode \"x\"; ids look like e0, e1, e2"), "{error}");
}

#[test]
fn lists_are_filtered_alike_in_every_format() {
    let study = Study::new();
    let list = |filter: &str, format: &str| {
        let list = vidimus().arg("episodes").arg(study.at("clean.jsonl"));
        stdout_of(list.args(["--filter", filter, "--format", format]), 0)
    };
    assert_eq!(
        list("completed:no", "csv"),
        "file,episode,task,arm,model,trial,stratum,completed,outcome,calls,receipts,fired,faults,tool,symptom\r\nclean.jsonl,e0,t0,baseline,,,,no,failed,1,0,,0,quote,\r\n"
    );
    // Also by the words that the screen shows.
    assert_eq!(list("outcome:failed", "csv"), list("completed:no", "csv"));
    let faulty = json(&list("faults>0", "json"));
    assert_eq!(get(&faulty, &["shown"]), &Json::from(1_u64));
    assert_eq!(get(&faulty, &["total"]), &Json::from(7_u64));
    assert_eq!(list("arm:advisory", "text").lines().count(), 3);
    let fired = vidimus().arg("episodes").args([study.at("broken.jsonl"), study.at("registry.json")]);
    let fired = json(&stdout_of(fired.args(["--filter", "fired>0 tool:quote_b", "--format", "json"]), 0));
    assert_eq!(get(&fired.get("episodes").unwrap().as_array().unwrap()[0], &["fired"]), &Json::from(1_u64));
    let error = stderr_of(vidimus().arg("episodes").arg(study.at("clean.jsonl")).args(["--filter", "amr:x"]), 2);
    assert!(
        error.contains("there is no field \"amr\" to filter by; the fields are file, episode, task, arm"),
        "{error}"
    );
    let rules = stdout_of(
        vidimus().arg("registries").arg(study.at("registry.json")).args(["--filter", "class:echo", "--format", "md"]),
        0,
    );
    assert_eq!(rules.lines().count(), 3, "{rules}");
    assert!(rules.contains("| registry.json | quote | 6 | echo | symbol | 6 | – |"), "{rules}");
    let list = vidimus().arg("registries").arg(study.at("registry.json")).arg(study.at("broken.jsonl"));
    let fired = stdout_of(list.args(["--filter", "firings>0", "--format", "csv"]), 0);
    let fired: Vec<&str> = fired.lines().skip(1).map(|row| row.split(",quote,6,").nth(1).unwrap()).collect();
    assert!(fired[0].starts_with("known_fields,$,6,1,") && fired[1].starts_with("positive,price,6,1,"), "{fired:?}");
    assert_eq!(fired.len(), 2);
}

#[test]
fn import_writes_a_ledger_that_reads_back() {
    let study = Study::new();
    let out = study.at("out.jsonl");
    let import = || vidimus().arg("import").arg(study.at("clean.jsonl")).arg(study.at("broken.jsonl"));
    let notes = stderr_of(import().arg("-o").arg(&out), 0);
    assert!(notes.contains("8 episodes, 24 records, in "), "{notes}");
    assert_eq!(stdout_of(import(), 0), fs::read_to_string(&out).unwrap());
    let checked =
        vidimus().arg("check").arg(&out).arg("--registry").arg(study.at("registry.json")).args(["--format", "json"]);
    let checked = json(&stdout_of(checked, 1));
    assert_eq!(get(&checked, &["calls"]), &Json::from(11_u64));
    let again = stderr_of(vidimus().arg("import").arg(&out).arg(study.at("broken.jsonl")), 2);
    assert!(again.contains("the episode run-1 is in an earlier file already"), "{again}");
}

#[test]
fn records_and_schemas_are_sources_too() {
    let study = Study::new();
    let records: Vec<String> = (1..=6).map(|n| format!(r#"{{"id":"r{n}","price":{n}}}"#)).collect();
    fs::write(study.at("db.json"), format!("[{}]", records.join(","))).unwrap();
    let out = study.at("records.json");
    let mine = vidimus().args(["mine", "--tool", "get_item", "--records"]).arg(study.at("db.json")).arg("-o").arg(&out);
    mine.assert().code(0);
    assert!(rules(&out, "get_item").contains(&"positive price".to_owned()));
    let schema = r#"{"type":"object","required":["price"],"properties":{"price":{"type":"number"}}}"#;
    fs::write(study.at("schema.json"), schema).unwrap();
    let mine =
        vidimus().args(["mine", "--tool", "get_item", "--schema"]).arg(study.at("schema.json")).arg("-o").arg(&out);
    mine.assert().code(0);
    assert_eq!(rules(&out, "get_item"), ["required_field price", "stable_type $", "stable_type price"]);
    let error = stderr_of(vidimus().args(["mine", "--schema"]).arg(study.at("schema.json")), 2);
    assert!(error.contains("name it with --tool NAME"), "{error}");
}

#[test]
fn recovery_builds_the_file_that_explain_and_receipt_read() {
    let study = Study::new();
    fs::write(study.at("tools.json"), r#"[{"name":"a","substitutes":["b"]},{"name":"b"}]"#).unwrap();
    fs::write(study.at("paths.json"), r#"{"groups":[{"paths":[["a"],["c","d"]]}]}"#).unwrap();
    let run = vidimus().args(["recovery", "--tools"]).arg(study.at("tools.json"));
    let built = json(&stdout_of(run.arg("--alternatives").arg(study.at("paths.json")), 0));
    assert_eq!(built, json(r#"{"format":"vidimus.recovery/1","tools":{"a":["b","c"],"c":["a"],"d":["a"]}}"#));
}

#[test]
fn one_bad_line_is_told_and_the_rest_counts() {
    let study = Study::new();
    let path = study.at("odd.jsonl");
    fs::write(&path, BROKEN.replacen("{\"kind\":\"call\"", "\0\0\0\n{\"kind\":\"call\"", 1)).unwrap();
    let check = vidimus().arg("check").arg(&path).arg("--registry").arg(study.at("registry.json"));
    let check = check.args(["--format", "json"]).assert().code(1);
    let output = check.get_output();
    let notes = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(notes.contains("odd.jsonl: line 3"), "{notes}");
    let found = json(std::str::from_utf8(&output.stdout).unwrap());
    assert_eq!(get(&found, &["calls"]), &Json::from(4_u64));
    let registry = stderr_of(vidimus().arg("check").arg(&path).arg("--registry").arg(study.at("clean.jsonl")), 2);
    assert!(registry.contains("clean.jsonl") && registry.contains("ledger"), "{registry}");
}
