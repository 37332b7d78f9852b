//! Pairs and braids, printed.

use super::common::{stderr_of, stdout_of, vidimus};
use super::json;
use vidimus::domain::json::Json;

/// Task a is won, with a receipt in between; b is there twice in one arm; c has no partner; d stands in another study.
const STUDY: &str = concat!(
    r#"{"format":"vidimus.ledger/1","study":"s"}"#,
    "\n",
    r#"{"kind":"episode","episode":"a0","task":"a","arm":"baseline","prompt":"long"}"#,
    "\n",
    r#"{"kind":"episode","episode":"a1","task":"a","arm":"advisory","prompt":"long"}"#,
    "\n",
    r#"{"kind":"call","episode":"a0","tool":"get","arguments":{"id":1},"result":{"n":1}}"#,
    "\n",
    r#"{"kind":"call","episode":"a0","tool":"buy","arguments":{"id":1,"count":2},"result":{"ok":true}}"#,
    "\n",
    r#"{"kind":"call","episode":"a1","tool":"get","arguments":{"id":1.0},"result":{"n":1},"receipt":{"status":"inconsistent","violations":[]}}"#,
    "\n",
    r#"{"kind":"call","episode":"a1","tool":"buy","arguments":{"id":1,"count":3},"result":{"ok":true}}"#,
    "\n",
    r#"{"kind":"outcome","episode":"a0","completed":false}"#,
    "\n",
    r#"{"kind":"outcome","episode":"a1","completed":true}"#,
    "\n",
    r#"{"kind":"episode","episode":"b0","task":"b","arm":"baseline"}"#,
    "\n",
    r#"{"kind":"episode","episode":"b1","task":"b","arm":"advisory"}"#,
    "\n",
    r#"{"kind":"episode","episode":"b2","task":"b","arm":"advisory"}"#,
    "\n",
    r#"{"kind":"episode","episode":"c0","task":"c","arm":"baseline"}"#,
    "\n",
    r#"{"kind":"episode","episode":"d0","task":"d","arm":"baseline"}"#,
    "\n",
    r#"{"kind":"episode","episode":"g0","task":"a","arm":"generic"}"#,
    "\n",
);
const OTHER: &str = concat!(
    r#"{"format":"vidimus.ledger/1","study":"t"}"#,
    "\n",
    r#"{"kind":"episode","episode":"d1","task":"d","arm":"advisory"}"#,
    "\n",
);

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.jsonl"), STUDY).unwrap();
    std::fs::write(folder.path().join("t.jsonl"), OTHER).unwrap();
    folder
}

fn run(words: &[&str]) -> String {
    let folder = folder();
    stdout_of(vidimus().current_dir(folder.path()).args(words), 0)
}

#[test]
fn pairs_for_programs_have_the_shape_that_others_rely_on() {
    let pairs = json(&run(&["pairs", ".", "--format", "json"]));
    let told = |key: &str| pairs.get(key).unwrap().to_string();
    assert_eq!(told("arms"), r#"["baseline","advisory"]"#);
    assert_eq!(["both", "wins", "losses", "neither", "unknown"].map(told), ["0", "1", "0", "0", "1"]);
    let listed = |key: &str, field: &str| -> Vec<String> {
        let rows = pairs.get(key).unwrap().as_array().unwrap();
        rows.iter().map(|row| row.get(field).and_then(Json::as_str).unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(
        (listed("pairs", "task"), listed("pairs", "first")),
        (vec!["a".into(), "b".into()], vec!["a0".into(), "b0".into()])
    );
    assert_eq!(listed("pairs", "second"), ["a1", "b1"]);
    assert_eq!(
        (listed("unmatched", "episode"), listed("unmatched", "why")),
        (vec!["c0".into()], vec!["no_partner".into()])
    );
    assert_eq!(listed("duplicates", "episode"), ["b2"]);
    assert_eq!(listed("mixed", "episode"), ["d0", "d1"]);
    assert_eq!(told("other_arms"), "1");
    let asked = json(&run(&["pairs", ".", "--pool", "--format", "json"]));
    assert_eq!(asked.get("mixed").unwrap().to_string(), "[]");
    assert_eq!(asked.get("pairs").unwrap().as_array().unwrap().len(), 3);
}

#[test]
fn pairs_for_people_list_what_does_not_pair_with_the_reason() {
    let text = run(&["pairs", ".", "--filter", "outcome:win where:at kind:arguments"]);
    for line in [
        "advisory against baseline, paired by task, model and trial: 2 pairs.\n",
        "baseline completed  0 both              0 losses\n",
        "baseline failed     1 win               0 neither\n",
        "1 pair in no cell: of one of the two it is not known whether it completed.\n",
        "Not looked at: 1 episode in other arms, generic (1).\n",
        "s.jsonl · c0  task c, arm baseline: nothing like it in the other arm\n",
        "s.jsonl · b2  task b, arm advisory: s.jsonl · b1 is used instead\n",
        "t.jsonl · d1  task d, arm advisory: would pair with s.jsonl · d0\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
    assert!(text.contains("a0") && !text.contains("b0"), "{text}");
}

#[test]
fn swapped_arms_swap_the_table_and_unknown_names_are_told_with_those_there_are() {
    let pairs = json(&run(&["pairs", ".", "--arms", "advisory,baseline", "--format", "json"]));
    assert_eq!(["wins", "losses"].map(|key| pairs.get(key).unwrap().to_string()), ["0", "1"]);
    let folder = folder();
    let fails = |words: &[&str]| stderr_of(vidimus().current_dir(folder.path()).args(words), 2);
    assert!(
        fails(&["pairs", ".", "--arms", "baseline,advice"])
            .contains("no episode has the arm \"advice\"; there are baseline (4), advisory (4) and generic (1)")
    );
    assert!(
        fails(&["pairs", ".", "--arm-field", "promt"]).contains("no episode has a field \"promt\"; there are task, ")
    );
    assert!(fails(&["pairs", ".", "--arms", "baseline"]).contains("--arms wants two different arms"));
    assert!(fails(&["braid", ".", "c"]).contains("no pair has the episode or the task \"c\""));
    for (name, why) in [
        ("c0", "the other arm has no episode with its key"),
        ("b2", "b1 stands for it, with the same key in the same arm"),
        ("d1", "its partner d0 is of another study"),
    ] {
        let error = fails(&["braid", ".", name]);
        assert!(error.contains(&format!("the episode \"{name}\" is in no pair: {why}")), "{error}");
    }
}

#[test]
fn a_braid_says_where_two_episodes_part_and_whether_a_receipt_can_be_the_cause() {
    let expected = "first: baseline · a0  failed  2 calls, 0 receipts\n\
        second: advisory · a1  completed  2 calls, 1 receipt\n\
        \n\
        They part at step 1, after 1 call alike: the same tool is called with other arguments.\n\
        The first difference lies at the first receipt (advisory, step 0): it is the first call after it, so the receipt may be the cause.\n\
        They never make the same call again.\n\
        \n\
        both begin\n  =   0   0  get  ▲ receipt, advisory  {\"id\":1}\n\
        \n\
        they part\n  ~   1   1  buy  other arguments\n              ~ changed count: 2 → 3 (+1)\n";
    for names in [vec!["a"], vec!["a1"], vec!["a0", "a1"]] {
        let words: Vec<&str> = ["braid", "."].into_iter().chain(names).collect();
        assert_eq!(run(&words), expected);
    }
    let braid = json(&run(&["braid", ".", "a0", "a1", "--format", "json"]));
    assert_eq!(braid.get("where").unwrap().as_str(), Some("at"));
    assert_eq!(braid.get("parting").unwrap().to_string(), r#"{"step":1,"kind":"arguments","is_end":false}"#);
}

/// Three pairs of A, two of B; of the rest the two runs do not name one stratum. A list and a line of the study count alike.
#[test]
fn a_pair_is_of_the_stratum_that_both_of_its_runs_name() {
    let folder = tempfile::tempdir().unwrap();
    let strata =
        [("A", "A"), ("A", "A"), ("A", "A"), ("B", "B"), ("B", "B"), ("A", "B"), ("A", ""), ("", ""), ("", "B")];
    let mut ledger = String::from("{\"format\":\"vidimus.ledger/1\"}\n");
    for (at, (first, second)) in strata.iter().enumerate() {
        for (arm, stratum) in [("baseline", first), ("advisory", second)] {
            let stratum = if stratum.is_empty() { String::new() } else { format!(r#","stratum":"{stratum}""#) };
            let head = format!(r#"{{"kind":"episode","episode":"{arm}{at}","task":"{at}","arm":"{arm}"{stratum}}}"#);
            let outcome = format!(r#"{{"kind":"outcome","episode":"{arm}{at}","completed":{}}}"#, arm == "advisory");
            for line in [head, outcome] {
                ledger += &line;
                ledger.push('\n');
            }
        }
    }
    std::fs::write(folder.path().join("s.jsonl"), ledger).unwrap();
    let run = |words: &[&str]| stdout_of(vidimus().current_dir(folder.path()).args(words), 0);
    let rows = |filter: &str| run(&["pairs", "s.jsonl", "--filter", filter, "--format", "csv"]).lines().count() - 1;
    assert_eq!((rows("stratum:A"), rows("stratum:B"), rows("stratum:\"A / B\"")), (3, 2, 1));
    let study = json(&run(&["study", "s.jsonl", "--format", "json"]));
    let lines = study.get("paired").unwrap().as_array().unwrap().iter();
    let lines: Vec<String> =
        lines.map(|line| format!("{} {}", line.get("stratum").unwrap(), line.get("pairs").unwrap())).collect();
    assert_eq!(lines, ["null 9", "\"A\" 3", "\"B\" 2"]);
    assert_eq!(study.get("without_one_stratum").unwrap().to_string(), "4");
    assert!(run(&["study", "s.jsonl"]).contains("whose two runs do not name one stratum"));
}

/// Where trials are the arms, a pair is of none of them.
#[test]
fn a_pair_has_no_value_in_the_field_that_tells_its_arms_apart() {
    let folder = tempfile::tempdir().unwrap();
    let text = STUDY.replace("\"arm\":\"baseline\"", "\"trial\":0").replace("\"arm\":\"advisory\"", "\"trial\":1");
    std::fs::write(folder.path().join("s.jsonl"), text).unwrap();
    let command = ["pairs", ".", "--arm-field", "trial", "--arms", "0,1", "--format", "csv"];
    let csv = stdout_of(vidimus().current_dir(folder.path()).args(command), 0);
    let mut rows = csv.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(','));
    let place = rows.next().unwrap().position(|name| name == "trial").unwrap();
    let trials: Vec<_> = rows.filter_map(|mut row| row.nth(place)).collect();
    assert_eq!(trials, ["", ""], "of tasks a and b: {csv}");
}
