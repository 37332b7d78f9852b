use super::*;
use crate::domain::episode::Record;
use crate::domain::json::Json;
use crate::format::{record, registry};
use crate::index::{Index, Indexer};
use crate::query::episode;

/// A receipt on the first of two calls, after which the agent takes the listed tool.
const LEDGER: &str = r#"{"format":"vidimus.ledger/1"}
{"kind":"episode","episode":"e1","task":"t1","arm":"advisory"}
{"kind":"message","episode":"e1","role":"user","text":"buy\n\nit"}
{"kind":"call","episode":"e1","tool":"get","arguments":{"q":1},"result":{"price":-1},"receipt":{"status":"inconsistent","violations":[],"admissible_recovery_tools":["other"]},"ms":5}
{"kind":"call","episode":"e1","tool":"other","arguments":{},"result":"12 \u001b]"}
{"kind":"outcome","episode":"e1","completed":false,"score":0.5}
"#;
const REGISTRY: &str = r#"{"format":"vidimus.registry/1","source":{"kind":"traces"},"tools":{"get":{"calls":9,"set_aside":0,"samples":9,"maps":[],"invariants":[{"class":"positive","path":"price","support":9,"expected":null}]}}}"#;

fn index() -> Index {
    let (mut indexer, mut index) = (Indexer::new(), Index::new());
    indexer.feed(LEDGER.as_bytes());
    index.apply(indexer.take_batch());
    index
}

fn transcript() -> Transcript {
    let mut steps = 0..;
    let seen: Vec<(At, Seen)> = LEDGER
        .lines()
        .filter_map(|line| match record::parse_record(line.as_bytes()) {
            Ok(Record::Call(call)) => Some((At::Call(Step(steps.next()?)), Seen::Call(Arc::new(*call)))),
            Ok(Record::Message(it)) => Some((At::Message { number: 0, before: 0 }, Seen::Message(Arc::new(it)))),
            _ => None,
        })
        .collect();
    let (registry, _) = registry::parse(REGISTRY.as_bytes()).unwrap();
    let index = index();
    Transcript::new("a.jsonl", &index, &index.episodes()[0], &seen, Some(("r.json", &registry)))
}

#[test]
fn the_text_tells_everything_in_order() {
    let expected = "  task: t1
  arm: advisory
  replayed against: r.json
  length: 2 calls, 1 receipt recorded
  outcome: failed, score 0.5

user
buy
it

call 0 · get (5 ms)
  arguments: {\"q\":1}
  result: {\"price\":-1}
  ▲ receipt (recorded): {\"status\":\"inconsistent\",\"violations\":[],\"admissible_recovery_tools\":[\"other\"]}
  recovery tools: other
  △ replayed: nonpositive_value: price is -1; in 9 clean samples it was above zero
  then: the agent took other, a listed recovery tool
  link: vidimus:a.jsonl#e1/0

call 1 · other
  arguments: {}
  result: \"12 \\u001b]\"
";
    assert_eq!(page(&transcript()).as_text(), expected);
}

#[test]
fn programs_get_the_same_facts() {
    let transcript = transcript();
    let csv = table(&transcript).print(crate::page::Format::Csv);
    let mut lines = csv.split("\r\n");
    assert_eq!(
        lines.next(),
        Some("episode,step,tool,arguments,result,receipt,recovery_tools,next,next_tool,replayed,at,ms,link")
    );
    let first = lines.next().unwrap();
    assert!(first.starts_with("e1,0,get,\"{\"\"q\"\":1}\",\"{\"\"price\"\":-1}\","), "{first}");
    assert!(first.ends_with(",other,listed,other,nonpositive_value,,5.0,vidimus:a.jsonl#e1/0"), "{first}");
    assert_eq!(lines.count(), 2, "one more call, and the end");

    let index = index();
    let json = json(&transcript, episode::values("a.jsonl", &index, &index.episodes()[0], episode::Known::default()));
    let entries = json.get("entries").and_then(Json::as_array).unwrap();
    let kinds: Vec<_> = entries.iter().map(|entry| entry.get("kind").unwrap().to_string()).collect();
    assert_eq!(kinds, ["\"message\"", "\"call\"", "\"call\""]);
    assert_eq!(entries[1].get("replayed").unwrap().as_array().unwrap()[0].get("observed").unwrap().to_string(), "-1");
    assert_eq!(json.get("completed").unwrap().to_string(), "false");
}
