//! Differences, freezing and verifying through the command line.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use vidimus::domain::json::Json;

use crate::common::{corpus, stderr_of, stdout_of, vidimus};

const OLD: &str = r#"{"format":"vidimus.registry/1","tools":{"t":{"samples":9,"invariants":[
  {"class":"category","path":"unit","support":9,"expected":["C","F"]},
  {"class":"positive","path":"price","support":9}]}}}"#;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn run(folder: &Path, args: &[&str], code: i32) -> String {
    stdout_of(vidimus().current_dir(folder).args(args), code)
}

fn fails(folder: &Path, args: &[&str]) -> String {
    stderr_of(vidimus().current_dir(folder).args(args), 2)
}

#[test]
fn the_exit_code_tells_whether_results_are_judged_differently() {
    let support = OLD.replace("\"path\":\"price\",\"support\":9", "\"path\":\"price\",\"support\":12");
    let narrowed = OLD.replace("[\"C\",\"F\"]", "[\"F\"]");
    let tools = r#"[{"name":"t","inputSchema":{"type":"object"}}]"#;
    let new = r#"[{"name":"t","inputSchema":{"type":"object"}},{"name":"u","inputSchema":{}}]"#;
    let folder = folder(&[("a", OLD), ("b", &support), ("c", &narrowed), ("t", tools), ("u", new), ("x", "hello")]);
    let at = folder.path();
    assert_eq!(run(at, &["diff", "a", "a"], 0), "No rule differs: 2 rules in both.\n");
    run(at, &["diff", "a", "b"], 0);
    run(at, &["diff", "a", "b", "--only", "support"], 1);
    let said = run(at, &["diff", "a", "c"], 1);
    assert_eq!(said, "1 narrowed; 1 rule the same.\n\nt\n  ~ narrowed · category · unit may no longer be C\n");
    run(at, &["diff", "a", "c", "--only", "added,removed"], 0);
    run(at, &["diff", "a", "c", "--tool", "other"], 0);
    assert!(run(at, &["diff", "t", "u"], 1).contains("+ additive · tool · the tool is new"));
    run(at, &["diff", "t", "t"], 0);
    assert!(fails(at, &["diff", "a", "x"]).contains("neither a registry nor a list of tools"));
    assert!(fails(at, &["diff", "a", "t"]).contains("compare two registries, or two lists of tools"));
}

#[test]
fn a_frozen_registry_is_used_as_it_is_and_not_written_over() {
    let call = r#"{"kind":"call","episode":"e","tool":"t","result":{"unit":"K","price":1}}
"#;
    let folder = folder(&[("r.json", OLD), ("calls.jsonl", call)]);
    let at = folder.path();
    let freeze = ["freeze", "r.json", "--by", "Ada", "--undecided", "accept"];
    let left = stderr_of(vidimus().current_dir(at).args(&freeze[..4]), 1);
    assert!(left.contains("rules are left to decide (2 undecided)"), "{left}");
    assert!(!at.join("r.frozen.json").exists());
    run(at, &freeze, 0);
    assert!(run(at, &["verify", "r.frozen.json", "--against", "r.json"], 0).starts_with("The seal holds: 2 rules"));
    let checked = |registry| run(at, &["check", "calls.jsonl", "--registry", registry, "--format", "json"], 1);
    assert_eq!(checked("r.frozen.json"), checked("r.json"));
    let before = fs::read(at.join("r.frozen.json")).unwrap();
    let said = fails(at, &freeze);
    assert!(said.contains("a frozen registry (seal ") && said.ends_with("write over it with --force\n"), "{said}");
    assert!(fails(at, &["mine", "calls.jsonl", "-o", "r.frozen.json"]).contains("is not written over"));
    assert_eq!(fs::read(at.join("r.frozen.json")).unwrap(), before);
    run(at, &[&freeze[..], &["--force"]].concat(), 0);
    assert_eq!(fs::read(at.join("r.frozen.json")).unwrap(), before, "the same day gives the same bytes");
    let text = String::from_utf8(before).unwrap();
    fs::write(at.join("bad.json"), text.replacen("[\"C\",\"F\"]", "[\"F\"]", 1)).unwrap();
    let said = run(at, &["verify", "bad.json"], 1);
    assert!(said.contains("First\n  t · unit may no longer be C\n  sealed: unit is one of C, F\n"), "{said}");
    assert!(fails(at, &["verify", "r.json"]).contains("has no seal"));
}

#[test]
fn a_decision_that_cannot_be_read_is_not_passed_over_unasked() {
    let folder = folder(&[("r.json", OLD)]);
    let at = folder.path();
    run(at, &["review", "r.json", "--author", "Ada", "--accept", "--all", "--yes"], 0);
    let journal = at.join("r.json.review.jsonl");
    let whole = fs::read_to_string(&journal).unwrap();
    // The last line, which says that one of the two rules stays, in the words of another version.
    let damaged = format!("{}\n", whole.trim_end()).replacen("\"verdict\":\"accept\"", "\"verdict\":\"applaud\"", 1);
    fs::write(&journal, damaged).unwrap();
    let freeze = ["freeze", "r.json", "--by", "Ada", "--undecided", "reject"];
    let said = fails(at, &freeze);
    assert!(said.contains("a decision may be missing: line 2 of the decisions cannot be read"), "{said}");
    assert!(!at.join("r.frozen.json").exists());
    let told = stderr_of(vidimus().current_dir(at).args([&freeze[..], &["--skip-bad-lines"]].concat()), 0);
    assert!(
        told.contains("line 2 of the decisions cannot be read") && told.contains("1 rules kept, 1 left out"),
        "{told}"
    );
    // So it is with a line that was begun only.
    fs::remove_file(at.join("r.frozen.json")).unwrap();
    fs::write(&journal, whole.get(..whole.len() - 9).unwrap()).unwrap();
    assert!(fails(at, &freeze).contains("the last line of the decisions was not written to its end"));
}

/// The system kills the program when a file of its grows beyond a block: the one beside the target, half written.
#[cfg(unix)]
#[test]
fn a_freeze_that_is_killed_leaves_the_file_that_was_there() {
    use std::os::unix::process::ExitStatusExt;
    let folder = folder(&[("r.json", OLD)]);
    let at = folder.path();
    run(at, &["freeze", "r.json", "--by", "Ada", "--undecided", "accept"], 0);
    let before = fs::read(at.join("r.frozen.json")).unwrap();
    let killed = std::process::Command::new("sh")
        .args(["-c", "ulimit -c 0; ulimit -f 1; exec \"$0\" freeze r.json --by Bob --undecided reject --force"])
        .arg(snapbox::cmd::cargo_bin!("vidimus"))
        .current_dir(at)
        .output()
        .unwrap();
    assert!(killed.status.signal().is_some(), "{killed:?}");
    let begun = fs::read_dir(at)
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_str().unwrap().starts_with(".vidimus-"));
    assert_eq!(begun.count(), 1, "it was killed while it wrote");
    assert_eq!(fs::read(at.join("r.frozen.json")).unwrap(), before);
    run(at, &["verify", "r.frozen.json", "--against", "r.json"], 0);
    run(at, &["freeze", "r.json", "--by", "Bob", "--undecided", "reject", "--force"], 0);
    assert_ne!(fs::read(at.join("r.frozen.json")).unwrap(), before);
}

/// Every value below `value`, with the path of places to it.
fn leaves(value: &Json, path: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
    let inside: Vec<&Json> = match value {
        Json::Object(members) => members.iter().map(|(_, member)| member).collect(),
        Json::Array(items) => items.iter().collect(),
        _ => return out.push(path.clone()),
    };
    for (place, member) in inside.into_iter().enumerate() {
        path.push(place);
        leaves(member, path, out);
        path.pop();
    }
}

fn at<'j>(value: &'j mut Json, path: &[usize]) -> &'j mut Json {
    path.iter().fold(value, |value, place| match value {
        Json::Object(members) => members.iter_mut().nth(*place).unwrap().1,
        Json::Array(items) => &mut items[*place],
        _ => unreachable!(),
    })
}

fn tampered(value: &Json) -> Json {
    match value {
        Json::String(text) => format!("{text}x").into(),
        Json::Number(number) => number.as_u64().map_or(Json::from(number.double() + 1.0), |it| Json::from(it + 1)),
        Json::Bool(it) => (!it).into(),
        _ => 1_u64.into(),
    }
}

/// Each value of each rule of the airline registry is changed in turn, and the rule is named.
#[test]
fn every_value_of_the_airline_registry_is_guarded() {
    use vidimus::domain::registry::{Input, Registry};
    use vidimus::format::registry::{from_json, invariant_json, parse};
    use vidimus::review::{Day, Journal};
    use vidimus::seal::{Against, Freezing, Undecided, freeze, verify};
    let Some(root) = corpus() else { return };
    let folder = TempDir::new().unwrap();
    let airline = root.join("data/taubench/gpt-4o-airline.json");
    run(folder.path(), &["mine", airline.to_str().unwrap(), "-o", "r.json"], 0);
    let (registry, _) = parse(&fs::read(folder.path().join("r.json")).unwrap()).unwrap();
    let (source, day) = (Input { name: "r.json".into(), sha256: String::new() }, Day::parse("2026-11-30").unwrap());
    let mut tried = 0;
    for (tool, contract) in &registry.tools {
        // A rule at a time, between two others: 462 rules are not hashed again for each of their values.
        for rules in contract.invariants.chunks(3) {
            let mut contract = contract.clone();
            contract.invariants = rules.to_vec();
            let registry = Registry { tools: [(tool.clone(), contract)].into(), ..Registry::default() };
            let frozen = freeze(&Freezing {
                registry: &registry,
                source: &source,
                journal: &Journal::default(),
                review: None,
                day: &day,
                by: "Ada",
                undecided: Undecided::Accept,
                audit: None,
                folds: &[],
                version: "1",
            });
            let frozen = frozen.unwrap().registry;
            for (place, rule) in rules.iter().enumerate() {
                let json = invariant_json(rule);
                let mut paths = Vec::new();
                leaves(&json, &mut Vec::new(), &mut paths);
                for path in paths {
                    let mut whole = vidimus::format::registry::to_json(&frozen);
                    let Json::Object(file) = &mut whole else { unreachable!() };
                    let rules = match file.get_mut("tools").unwrap() {
                        Json::Object(tools) => match tools.get_mut(tool.as_str()).unwrap() {
                            Json::Object(contract) => contract.get_mut("invariants").unwrap(),
                            _ => unreachable!(),
                        },
                        _ => unreachable!(),
                    };
                    let leaf = at(rules, &[&[place], &path[..]].concat());
                    *leaf = tampered(leaf);
                    tried += 1;
                    match from_json(&whole) {
                        Err(error) => {
                            let named = format!("tools.{tool}.invariants[{place}]");
                            assert!(error.to_string().contains(&named), "{error}");
                        }
                        Ok(bad) => {
                            let found = verify(&bad, &Against::default()).unwrap();
                            let first = found.findings.first().unwrap_or_else(|| panic!("{tool} {json} {path:?}"));
                            assert_eq!(first.tool.as_ref(), Some(tool));
                            assert_eq!(first.id.as_ref(), Some(&rule.id), "{}", first.what);
                        }
                    }
                }
            }
        }
    }
    assert!(tried > 462 * 4, "{tried}");
}

#[test]
fn what_is_no_registry_is_not_written_over() {
    let call = "{\"kind\":\"call\",\"episode\":\"e\",\"tool\":\"t\",\"result\":{\"unit\":\"K\",\"price\":1}}\n";
    let folder = folder(&[("r.json", OLD), ("calls.jsonl", call), ("empty", "")]);
    let at = folder.path();
    run(at, &["review", "r.json", "--accept", "--all", "--yes"], 0);
    let journal = fs::read(at.join("r.json.review.jsonl")).unwrap();
    let freeze = ["freeze", "r.json", "--by", "Ada", "-o"];
    let said = fails(at, &[&freeze[..], &["r.json.review.jsonl"]].concat());
    assert!(said.contains("one of the files that are read, and is not written over"), "{said}");
    let said = fails(at, &["mine", "calls.jsonl", "-o", "./calls.jsonl"]);
    assert!(said.contains("one of the files that are read, and is not written over"), "{said}");
    assert_eq!(fs::read(at.join("r.json.review.jsonl")).unwrap(), journal);
    assert_eq!(fs::read_to_string(at.join("calls.jsonl")).unwrap(), call);
    run(at, &[&freeze[..], &["empty"]].concat(), 0);
}

#[test]
fn a_key_that_stands_twice_is_under_no_seal() {
    let folder = folder(&[("r.json", OLD)]);
    let at = folder.path();
    run(at, &["freeze", "r.json", "--by", "Ada", "--undecided", "accept", "-o", "f.json"], 0);
    run(at, &["verify", "f.json"], 0);
    let frozen = fs::read_to_string(at.join("f.json")).unwrap();
    fs::write(at.join("twice.json"), frozen.replacen('{', "{\"tools\":{},", 1)).unwrap();
    let said = run(at, &["verify", "twice.json"], 1);
    assert!(said.starts_with("The seal is broken.") && said.contains("\"tools\" stands twice"), "{said}");
    fs::write(
        at.join("calls.jsonl"),
        "{\"kind\":\"call\",\"episode\":\"e\",\"tool\":\"t\",\"result\":{\"unit\":\"C\",\"price\":1}}\n",
    )
    .unwrap();
    let told = stderr_of(vidimus().current_dir(at).args(["check", "calls.jsonl", "--registry", "twice.json"]), 0);
    assert!(told.contains("\"tools\" stands more than once"), "{told}");
}

#[test]
fn what_a_manifest_does_not_name_is_not_called_broken() {
    let folder = folder(&[("r.json", OLD)]);
    let at = folder.path();
    fs::create_dir(at.join("folds")).unwrap();
    fs::write(at.join("folds/fold-0.json"), OLD).unwrap();
    run(at, &["freeze", "r.json", "--by", "Ada", "--undecided", "accept", "-o", "f.json"], 0);
    let said = fails(at, &["verify", "f.json", "--folds", "folds"]);
    assert!(said.contains("names no folds") && said.contains("freeze --folds"), "{said}");
    let said = fails(at, &["verify", "f.json", "--against", "f.json"]);
    assert!(said.contains("frozen itself") && said.contains("made from, here r.json"), "{said}");
    // With something wrong beside, that is told.
    let frozen = fs::read_to_string(at.join("f.json")).unwrap();
    fs::write(at.join("bad.json"), frozen.replacen("[\"C\",\"F\"]", "[\"F\"]", 1)).unwrap();
    let said = run(at, &["verify", "bad.json", "--folds", "folds"], 1);
    assert!(said.starts_with("The seal is broken.") && said.contains("names no folds"), "{said}");
    run(at, &["freeze", "r.json", "--by", "Ada", "--undecided", "accept", "-o", "g.json", "--folds", "folds"], 0);
    run(at, &["verify", "g.json", "--folds", "folds"], 0);
    fs::write(at.join("folds/fold-0.json"), OLD.replace('9', "8")).unwrap();
    let said = run(at, &["verify", "g.json", "--folds", "folds"], 1);
    assert!(said.starts_with("The seal holds, but") && said.contains("fold-0.json has another content"), "{said}");
}

#[test]
fn the_review_of_a_frozen_registry_is_closed_and_told() {
    let folder = folder(&[("r.json", OLD)]);
    let at = folder.path();
    run(at, &["review", "r.json", "--author", "Ada", "--accept", "--all", "--yes", "--filter", "class:positive"], 1);
    run(at, &["freeze", "r.json", "--by", "Ada", "--undecided", "accept", "-o", "f.json"], 0);
    for decide in [&["--accept", "--all", "--yes"][..], &["--undo"], &["--comment", "x", "--reason", "y"]] {
        let said = fails(at, &[&["review", "f.json"], decide].concat());
        assert!(said.contains("f.json is frozen") && said.contains("made from (r.json)"), "{said}");
    }
    assert!(!at.join("f.json.review.jsonl").exists());
    let listed = run(at, &["review", "f.json", "--format", "csv"], 0);
    let rows: Vec<&str> = listed.lines().skip(1).collect();
    assert_eq!(rows.len(), 2, "{listed}");
    assert!(rows.iter().any(|row| row.contains("positive") && row.contains("accepted") && row.contains("Ada")));
    assert!(rows.iter().any(|row| row.contains("category") && row.contains("undecided")));
    let told = stderr_of(vidimus().current_dir(at).args(["review", "f.json"]), 0);
    assert!(told.contains("2 rules as frozen, 1 accepted, 1 that nobody decided"), "{told}");
}
