//! What stands out in episodes, and what kind of fault a call points at, printed.

use super::common::{stdout_of, vidimus};
use super::json;
use vidimus::domain::json::Json;

/// In `r1`, `quote` of AA is wrong at call 0, with a receipt, and right at 2 and 3; `news` was not advertised. In `r2`
/// nothing stands out; in `r3` an error is taken up by nobody.
const LEDGER: &str = include_str!("../common/stands-out.jsonl");
/// A price is positive.
const REGISTRY: &str = r#"{"format":"vidimus.registry/1","source":{"kind":"traces"},"tools":{"quote":{"calls":20,"set_aside":0,"samples":20,"maps":[],"invariants":[{"class":"positive","path":"price","support":20,"expected":null}]}}}"#;
/// A symbol is a number, which it is not in the ledger.
const TOOLS: &str = r#"[{"name":"quote","inputSchema":{"type":"object","properties":{"symbol":{"type":"integer"}}}}]"#;

fn run(words: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in [("s.jsonl", LEDGER), ("r.json", REGISTRY), ("tools.json", TOOLS)] {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    stdout_of(vidimus().current_dir(folder.path()).args(words), 0)
}

fn rows(printed: &str, name: &str) -> Vec<Json> {
    json(printed).get(name).unwrap().as_array().unwrap().to_vec()
}

fn ids(words: &[&str]) -> Vec<String> {
    let found = rows(&run(&[&["episodes", "s.jsonl", "--format", "json"], words].concat()), "episodes");
    found.iter().map(|row| row.get("episode").unwrap().as_str().unwrap().to_owned()).collect()
}

#[test]
fn labels_are_looked_for_only_where_they_are_asked_for() {
    let plain = rows(&run(&["episodes", "s.jsonl", "--format", "json"]), "episodes");
    assert!(plain.iter().all(|row| row.get("symptom") == Some(&Json::Null) && row.get("evidence").is_none()));
    let found = rows(&run(&["episodes", "s.jsonl", "--symptoms", "--format", "json"]), "episodes");
    let labels: Vec<String> = found.iter().map(|row| row.get("symptom").unwrap().to_string()).collect();
    assert_eq!(labels, [r#"["unknown-tool","repeated-call"]"#, "[]", r#"["error-ignored"]"#]);
    let evidence: Vec<String> = found[0]
        .get("evidence")
        .unwrap()
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| format!("{} {}", finding.get("symptom").unwrap(), finding.get("steps").unwrap()))
        .collect();
    assert_eq!(evidence, [r#""repeated-call" [0,2,3]"#, r#""unknown-tool" [1]"#]);
    assert_eq!(ids(&["--filter", "symptom:error-ignored"]), ["r3"]);
    assert_eq!(ids(&["--filter", "-symptom:*"]), ["r2"]);
    assert_eq!(ids(&["--sort", "symptom"]), ["r1", "r3", "r2"]);
    assert!(run(&["episodes", "s.jsonl", "--symptoms"]).contains("unknown-tool, repeated-call"));
}

#[test]
fn schemas_come_from_a_list_of_tools() {
    assert_eq!(ids(&["--filter", "symptom:schema-break"]), [""; 0]);
    assert_eq!(ids(&["--filter", "symptom:schema-break", "--tools", "tools.json"]), ["r1", "r2"]);
    // A snapshot beside the ledger will do.
    let found = rows(&run(&["episodes", ".", "--filter", "symptom:schema-break", "--format", "json"]), "episodes");
    assert_eq!(found.len(), 2);
}

#[test]
fn an_episode_says_what_stands_out_and_what_each_fault_calls_for() {
    let printed = json(&run(&["episode", "s.jsonl", "r1", "--format", "json"]));
    assert_eq!(printed.get("symptom").unwrap().to_string(), r#"["unknown-tool","repeated-call"]"#);
    let calls = printed.get("entries").unwrap().as_array().unwrap();
    let hazards = |step: usize| calls[step].get("hazards").unwrap().as_array().unwrap().to_vec();
    let [hazard] = hazards(0).try_into().unwrap();
    let of = |key: &str| hazard.get(key).unwrap().to_string();
    assert_eq!(
        [of("source"), of("family"), of("explicit"), of("lasting"), of("told_by")],
        [r#""recorded""#, r#""output-drift""#, "false", r#""transient""#, "2"]
    );
    assert!((1..4).all(|step| hazards(step).is_empty()));
    let text = run(&["episode", "s.jsonl", "r1"]);
    assert!(text.contains("transient: the same call came back consistent at call 2; calls for a retry"), "{text}");
    assert!(text.contains("stands out: unknown-tool: news was called"), "{text}");
}

/// Without its receipt nothing is recorded; judged again, the rule says the same.
#[test]
fn recorded_and_replayed_are_told_apart() {
    let source = |words: &[&str]| {
        let printed = json(&run(&[words, &["--registry", "r.json", "--format", "json"]].concat()));
        let hazards = printed.get("hazards").unwrap().as_array().unwrap();
        hazards.iter().map(|it| it.get("source").unwrap().as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(source(&["explain", "s.jsonl", "r1", "0"]), ["recorded-and-replayed"]);
    assert_eq!(source(&["explain", "s.jsonl", "r1", "2"]), [""; 0]);
    assert_eq!(source(&["explain", "s.jsonl", "r3", "0"]), ["explicit-error"]);
    let text = run(&["explain", "s.jsonl", "r1", "0", "--registry", "r.json"]);
    assert!(text.contains("hazard (recorded; replayed the same): implicit output drift"), "{text}");
}

#[test]
fn labels_are_counted_with_how_their_episodes_ended() {
    let printed = run(&["frequency", "s.jsonl", "symptom"]);
    assert!(printed.contains("error-ignored") && printed.contains("unknown-tool"), "{printed}");
}
