//! A folder with a ledger and a registry, made up.

pub(crate) fn registry(values: &str) -> String {
    format!(
        r#"{{"format":"vidimus.registry/1","source":{{"kind":"traces"}},"tools":{{"get_price":{{"calls":20,"set_aside":0,"samples":20,"maps":[],"invariants":[
{{"id":"0000000000000001","class":"positive","path":"price","support":20,"expected":null}},
{{"id":"0000000000000002","class":"category","path":"currency","support":20,"expected":[{values}]}}]}}}}}}"#
    )
}

pub(crate) const LEDGER: &str = r#"{"format":"vidimus.ledger/1","study":"made up"}
{"kind":"episode","episode":"e1","task":"t1","arm":"advisory","tools":["get_price","get_quote"]}
{"kind":"call","episode":"e1","tool":"get_price","arguments":{},"result":{"price":-79.0,"currency":"EUR"}}
{"kind":"call","episode":"e1","tool":"get_quote","arguments":{},"result":{"price":79.0}}
{"kind":"outcome","episode":"e1","completed":true}
"#;

/// A folder with a ledger and a registry, made up.
pub(crate) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("ledger.jsonl"), LEDGER).unwrap();
    std::fs::write(folder.path().join("registry.json"), registry(r#""EUR","USD""#)).unwrap();
    folder
}
