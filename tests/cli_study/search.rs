//! Searching and counting, on three episodes written by hand.

use std::fs;

use super::common::{stderr_of, stdout_of, vidimus};
use super::{get, json};
use vidimus::domain::json::Json;

/// Two completed episodes (`a`, `b`) and a failed one (`c`); `get` is called four times, for ids 1 and 2.
const LEDGER: &str = r#"{"format":"vidimus.ledger/1"}
{"kind":"episode","episode":"a","task":"t1","arm":"clean"}
{"kind":"message","episode":"a","role":"user","text":"Refund order 1, please"}
{"kind":"call","episode":"a","tool":"get","arguments":{"id":1},"result":{"items":[{"cabin":"eco"},{"cabin":"eco"}]}}
{"kind":"outcome","episode":"a","completed":true}
{"kind":"episode","episode":"b","task":"t2","arm":"clean"}
{"kind":"call","episode":"b","tool":"get","arguments":{"id":2},"result":{"items":[{"cabin":"eco"},{"cabin":"first"}]}}
{"kind":"outcome","episode":"b","completed":true}
{"kind":"episode","episode":"c","task":"t2","arm":"advisory"}
{"kind":"call","episode":"c","tool":"get","arguments":{"id":2},"result":{"items":[{"cabin":"first"}],"note":"no REFUND here"}}
{"kind":"call","episode":"c","tool":"get","arguments":{"id":2},"result":{"items":[]},"receipt":"refund is \"odd\""}
{"kind":"outcome","episode":"c","completed":false}
"#;

fn run(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hand.jsonl");
    fs::write(&path, LEDGER).unwrap();
    let (command, rest) = arguments.split_first().unwrap();
    stdout_of(vidimus().arg(command).arg(&path).args(rest), 0)
}

#[test]
fn search_prints_each_place_in_every_format() {
    let text = run(&["search", "refund"]);
    let lines: Vec<String> = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(
        lines,
        [
            "file episode step tool place found",
            "hand.jsonl a – – user Refund order 1, please",
            "hand.jsonl c 0 get result.note no REFUND here",
            "hand.jsonl c 1 get receipt refund is \"odd\"",
        ]
    );
    assert_eq!(run(&["search", "REFUND"]).lines().count(), 2);
    assert_eq!(run(&["search", "\"order 1\" please"]).lines().count(), 2);
    assert_eq!(run(&["search", "--filter", "completed:no step:0", "refund"]).lines().count(), 2);
    let csv = run(&["search", "--format", "csv", "odd"]);
    assert_eq!(
        csv,
        "file,episode,task,arm,model,trial,completed,step,tool,part,place,found\r\n\
         hand.jsonl,c,t2,advisory,,,no,1,get,receipt,receipt,\"refund is \"\"odd\"\"\"\r\n"
    );
    let found = json(&run(&["search", "refund", "--format", "json"]));
    assert_eq!(get(&found, &["records"]), &Json::from(3_u64));
    assert_eq!(get(&found, &["places"]).as_array().unwrap().len(), 3);
    let markdown = run(&["search", "--format", "md", "odd"]);
    assert!(markdown.contains("| hand.jsonl | c | 1 | get | receipt | refund is \"odd\" |"), "{markdown}");
}

#[test]
fn frequency_counts_episodes_and_calls() {
    assert_eq!(
        run(&["frequency", "--format", "csv", "arm"]),
        "value,count,share,completed,known,rate\r\nclean,2,0.6667,2,2,1.0000\r\nadvisory,1,0.3333,0,1,0.0000\r\n"
    );
    // Both calls of c count, its outcome once.
    assert_eq!(
        run(&["frequency", "--format", "csv", "get:arguments.id"]),
        "value,count,share,completed,known,rate\r\n2,3,0.7500,1,2,0.5000\r\n1,1,0.2500,1,1,1.0000\r\n"
    );
    // A call has a value once, however often it stands there; the call with no item has none.
    assert_eq!(
        run(&["frequency", "--format", "csv", "get:items[].cabin"]),
        "value,count,share,completed,known,rate\r\n\"\"\"eco\"\"\",2,0.5000,2,2,1.0000\r\n\
         \"\"\"first\"\"\",2,0.5000,1,2,0.5000\r\n,1,0.2500,0,1,0.0000\r\n"
    );
    assert_eq!(
        run(&["frequency", "--format", "csv", "--filter", "arm:advisory", "task"]),
        "value,count,share,completed,known,rate\r\nt2,1,1.0000,0,1,0.0000\r\n"
    );
    let text = run(&["frequency", "completed"]);
    assert!(text.starts_with("2 values in 3 episodes\n"), "{text}");
    assert!(text.contains("100.0% (2 of 2)") && text.contains("0.0% (0 of 1)"), "{text}");
}

#[test]
fn what_cannot_be_searched_or_counted_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hand.jsonl");
    fs::write(&path, LEDGER).unwrap();
    let told = |arguments: &[&str]| {
        let (command, rest) = arguments.split_first().unwrap();
        stderr_of(vidimus().arg(command).arg(&path).args(rest), 2)
    };
    assert!(told(&["search"]).contains("behind them the text"));
    assert!(told(&["search", " "]).contains("the text is empty"));
    assert!(told(&["search", "x", "--filter", "colour:red"]).contains("no field \"colour\""));
    assert!(told(&["frequency", "colour"]).contains("The fields of episodes are file, episode, task"));
    assert!(
        told(&["frequency", "pay:id"]).contains("there is no tool \"pay\" in the calls of these files; there are get")
    );
    assert!(told(&["frequency", "get:a..b"]).contains("is no path"));
}
