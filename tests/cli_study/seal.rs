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
    run(at, &["diff", "a", "c", "--tool", "t"], 1);
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
    let manifest = run(at, &["verify", "r.frozen.json", "--manifest"], 0);
    assert!(manifest.contains("1 line of the decisions could not be read and did not count: 2."), "{manifest}");
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
        .args([
            "-c",
            "ulimit -c 0; ulimit -f 1; exec \"$0\" freeze r.json --by Bob --undecided reject --allow-empty --force",
        ])
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
    run(at, &["freeze", "r.json", "--by", "Bob", "--undecided", "reject", "--allow-empty", "--force"], 0);
    assert_ne!(fs::read(at.join("r.frozen.json")).unwrap(), before);
}

#[test]
fn a_tool_that_is_nowhere_is_a_slip_and_no_empty_answer() {
    let named = |name: &str| OLD.replacen("\"t\":", &format!("\"{name}\":"), 1);
    let bare = r#"{"format":"vidimus.registry/1","tools":{"quiet":{"invariants":[]}}}"#;
    let lists = [r#"[{"name":"quote","inputSchema":{}}]"#, r#"[{"name":"refund","inputSchema":{}}]"#];
    let (quote, refund) = (named("quote"), named("refund"));
    let folder = folder(&[("a", &quote), ("b", &refund), ("c", bare), ("t", lists[0]), ("u", lists[1])]);
    let at = folder.path();
    for words in [
        &["diff", "a", "b", "--tool", "qoute"][..],
        &["diff", "t", "u", "--tool", "qoute"],
        &["review", "a", "--tool", "qoute"],
        &["review", "a", "--tool", "qoute", "--accept", "--all", "--yes"],
        &["coverage", "a", "b", "--tool", "qoute"],
    ] {
        let said = fails(at, words);
        assert!(said.contains("there is no tool \"qoute\" in "), "{said}");
        assert!(said.ends_with("; did you mean \"quote\"?\n"), "{said}");
    }
    assert!(fails(at, &["diff", "a", "b", "--tool", "xyz"]).ends_with("in either registry; there are quote, refund\n"));
    // What is in one of the two is no slip, and neither is a tool without a rule.
    run(at, &["diff", "a", "b", "--tool", "refund"], 1);
    run(at, &["diff", "a", "c", "--tool", "quiet"], 0);
}

#[test]
fn what_judges_nothing_is_not_frozen_unasked() {
    let bare = r#"{"format":"vidimus.registry/1","tools":{}}"#;
    let folder = folder(&[("r.json", OLD), ("bare.json", bare)]);
    let at = folder.path();
    let freeze = |registry: &'static str| ["freeze", registry, "--by", "Ada", "--undecided", "reject"];
    let said = fails(at, &freeze("r.json"));
    assert!(
        said.contains("nothing was frozen: no rule would be left of 2") && said.contains("--allow-empty"),
        "{said}"
    );
    assert!(fails(at, &freeze("bare.json")).contains("nothing was frozen: the registry has no rule"));
    assert_eq!(fs::read_dir(at).unwrap().count(), 2);
    for registry in ["r.json", "bare.json"] {
        run(at, &[&freeze(registry)[..], &["--allow-empty"]].concat(), 0);
    }
    run(at, &["verify", "r.frozen.json", "--against", "r.json"], 0);
}

#[test]
fn an_audit_in_a_manifest_is_of_the_very_contracts() {
    let call = r#"{"kind":"call","episode":"e","tool":"t","result":{"unit":"C","price":1}}
"#;
    let other = OLD.replace("[\"C\",\"F\"]", "[\"C\"]");
    let folder = folder(&[("r.json", OLD), ("other.json", &other), ("calls.jsonl", call), ("x.json", "{\"clean\":1}")]);
    let at = folder.path();
    let audit = |words: &[&str], name: &str| {
        let printed = run(at, &[&["audit", "calls.jsonl", "--format", "json"], words].concat(), 0);
        fs::write(at.join(name), printed).unwrap();
    };
    audit(&["--registry", "r.json"], "own.json");
    audit(&["--registry", "other.json"], "others.json");
    let freeze = |name: &'static str| ["freeze", "r.json", "--by", "Ada", "--undecided", "accept", "--audit", name];
    for (name, why) in [
        (
            "x.json",
            "x.json: this is no audit as `vidimus audit --format json` of this version prints one; make the audit",
        ),
        ("r.json", "is one of the files that are read"),
        ("others.json", "others.json: the audit is of another registry than the one that is frozen"),
    ] {
        let words = if name == "r.json" { [&freeze(name)[..], &["-o", name]].concat() } else { freeze(name).to_vec() };
        let said = fails(at, &words);
        assert!(said.contains(why) && !at.join("r.frozen.json").exists(), "{said}");
        assert!(name == "r.json" || said.contains("`vidimus audit PATHS --registry FILE"), "{said}");
    }
    run(at, &freeze("own.json"), 0);
    // The registry may be printed in another way: it is the contracts that count, and the decisions.
    fs::write(at.join("r.json"), OLD.replace('\n', " ").replace("\"samples\":9", "\"samples\":9.0")).unwrap();
    run(at, &[&freeze("own.json")[..], &["--force"]].concat(), 0);
    run(at, &["review", "r.json", "--author", "Ada", "--reject", "--all", "--yes", "--class", "positive"], 1);
    let said = fails(at, &[&freeze("own.json")[..], &["--force"]].concat());
    assert!(said.contains("it was made with other decisions"), "{said}");
}

#[test]
fn an_audit_by_folds_is_of_the_folds_that_are_named() {
    let study = crate::Study::new();
    let at = study.folder.path();
    run(at, &["mine", "clean.jsonl", "--folds", "2", "-o", "folds"], 0);
    run(at, &["mine", "clean.jsonl", "-o", "whole.json"], 0);
    run(at, &["mine", "clean.jsonl", "--folds", "3", "-o", "three"], 0);
    let printed = run(at, &["audit", "clean.jsonl", "--crossfit", "folds", "--format", "json"], 0);
    fs::write(at.join("a.json"), printed).unwrap();
    let freeze = ["freeze", "whole.json", "--by", "Ada", "--undecided", "accept", "--audit", "a.json"];
    assert!(fails(at, &freeze).contains("a.json: the audit was made with 2 folds, and nothing tells whose they are"));
    let said = fails(at, &[&freeze[..], &["--folds", "three"]].concat());
    assert!(said.contains("fold 0 of the audit has other contracts") && said.contains("--crossfit FOLDER"), "{said}");
    // Another registry of other traces.
    run(at, &["mine", "clean.jsonl", "--min-support", "positive=2", "-o", "loose.json"], 0);
    let loose =
        ["freeze", "loose.json", "--by", "Ada", "--undecided", "accept", "--audit", "a.json", "--folds", "folds"];
    assert!(fails(at, &loose).contains("was mined from other files than the registry, or with other thresholds"));
    run(at, &[&freeze[..], &["--folds", "folds"]].concat(), 0);
    let said = run(at, &["verify", "whole.frozen.json", "--against", "whole.json", "--folds", "folds"], 0);
    for words in ["with the decisions, it comes out the same", "the 2 folds are those that were sealed"] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

/// Folds of other traces, or of other thresholds, are none that anybody looked at for this registry.
#[test]
fn folds_of_another_study_are_not_sealed() {
    let study = crate::Study::new();
    let at = study.folder.path();
    run(at, &["mine", "clean.jsonl", "-o", "whole.json"], 0);
    fs::copy(at.join("clean.jsonl"), at.join("other.jsonl")).unwrap();
    run(at, &["mine", "other.jsonl", "--folds", "2", "-o", "others"], 0);
    let freeze = ["freeze", "whole.json", "--by", "Ada", "--undecided", "accept", "--folds"];
    let said = fails(at, &[&freeze[..], &["others"]].concat());
    for words in ["fold-0.json was mined from other.jsonl (", "whole.json from clean.jsonl (", "--folds"] {
        assert!(said.contains(words), "{words} in {said}");
    }
    assert!(!at.join("whole.frozen.json").exists());
    run(at, &["mine", "clean.jsonl", "--folds", "2", "-o", "folds"], 0);
    run(at, &[&freeze[..], &["folds"]].concat(), 0);
    // The same fold under two names is no set of three.
    fs::copy(at.join("folds/fold-1.json"), at.join("folds/again.json")).unwrap();
    let said = fails(at, &[&freeze[..], &["folds", "--force"]].concat());
    for words in ["again.json", "fold-1.json", "are both fold 1"] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn a_frozen_registry_that_cannot_be_read_any_more_has_no_seal_that_holds() {
    let folder = folder(&[("r.json", OLD)]);
    let at = folder.path();
    let printed = run(at, &["freeze", "r.json", "--by", "Ada", "--undecided", "accept", "-o", "-"], 0);
    assert!(printed.starts_with('{') && !at.join("-").exists() && !at.join("r.frozen.json").exists(), "{printed}");
    fs::write(at.join("f.json"), &printed).unwrap();
    run(at, &["verify", "f.json"], 0);
    for (from, to) in [("\"price\"", "\"a[\""), ("\"category\"", "\"colour\""), ("[\"C\",\"F\"]", "7")] {
        assert!(printed.contains(from), "{from} in {printed}");
        fs::write(at.join("t.json"), printed.replacen(from, to, 1)).unwrap();
        let said = fails(at, &["verify", "t.json"]);
        assert!(said.contains("t.json: the seal does not hold: "), "{said}");
    }
    assert!(!fails(at, &["verify", "r.json"]).contains("does not hold"));
    let said = fails(at, &["freeze", "r.json", "--by", "Ada", "--undecided", "accept", "--audit", "-"]);
    assert!(said.contains("not read from standard input"), "{said}");
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
    let (source, day) = (Input::new("r.json", ""), Day::parse("2026-11-30").unwrap());
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
                skipped: &[],
                may_be_empty: true,
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
