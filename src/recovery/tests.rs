use super::*;
use crate::domain::json::{self, Json};

fn value(text: &str) -> Json {
    json::read(text).unwrap().value
}

fn built(tools: &str, alternatives: Option<&str>) -> String {
    match build(&value(tools), alternatives.map(value).as_ref()) {
        Ok(substitutes) => substitutes.to_json().get("tools").unwrap().to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn every_shape_of_a_tools_file_says_the_same() {
    for tools in [
        r#"{"a":["b","c","b"],"c":[]}"#,
        r#"{"format":"vidimus.recovery/1","tools":{"a":["b","c"],"c":[]}}"#,
        r#"[{"name":"a","substitutes":["b","c"]},{"name":"c"}]"#,
        r#"[{"type":"function","function":{"name":"a","parameters":{},"substitutes":["b","c"]}}]"#,
        r#"[{"type":"function","function":{"name":"a"},"substitutes":["b","c"]}]"#,
        r#"{"tools":[{"name":"a","inputSchema":{},"_meta":{"substitutes":["b"],"org.example/substitutes":["c"]}}]}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","annotations":{"substitutes":["b","c"]}}]}}"#,
    ] {
        assert_eq!(built(tools, None), r#"{"a":["b","c"]}"#, "{tools}");
    }
}

#[test]
fn sibling_paths_add_their_entry_tools_in_file_order() {
    let tools = r#"{"quote":["cached"]}"#;
    // `quote` is the entry of its own path, so only the sibling's entry is added.
    let plain = r#"{"cached":[],"quote":["cached","search"],"search":["quote"],"yahoo":["quote"]}"#;
    let plain = plain.replace(r#""cached":[],"#, "");
    for alternatives in [
        r#"{"groups":[{"name":"price","paths":[["quote"],["search","yahoo"]]}]}"#,
        r#"{"groups":[{"paths":["quote",["search","yahoo"]]}]}"#,
        r#"{"paths":["quote",["search","yahoo"]]}"#,
        r#"[{"paths":[["quote"],{"tools":["search","yahoo"]}]}]"#,
        r#"[[["quote"],["search","yahoo"]]]"#,
        r#"[["quote",["search","yahoo"]]]"#,
        r#"{"price":[["quote"],["search","yahoo"]]}"#,
        r#"{"price":[[{"name":"quote","arguments":{}}],[{"name":"search","label":"$var1"},{"name":"yahoo"}]]}"#,
    ] {
        assert_eq!(built(tools, Some(alternatives)), plain, "{alternatives}");
    }
    // A tool that begins a sibling of its own path is its own substitute: a retry.
    assert_eq!(built("{}", Some(r#"[[["a","b"],["a"]]]"#)), r#"{"a":["a"],"b":["a"]}"#);
}

#[test]
fn what_may_mean_two_things_is_refused() {
    let told = |text: &str, words: &str| assert!(text.contains(words), "{text}");
    told(&built("{}", Some(r#"[["a","b"],["c"]]"#)), "group 0 (from 0) is a list of tools");
    told(&built("{}", Some(r#"{"groups":[{"name":"x"}]}"#)), "group 0 (from 0) has no \"paths\"");
    told(&built("{}", Some(r#"{"x":[["a"],[7]]}"#)), "path 1 (from 0) of group \"x\" is no list of tool names");
    told(&built("7", None), "this is a value of type integer");
    told(&built(r#"[{"name":"a"},{"title":"b"}]"#, None), "entry 1 of the list (from 0)");
    told(&built(r#"{"a":"b"}"#, None), "the substitutes of \"a\" are no list of tool names");
}

#[test]
fn a_file_keeps_what_it_does_not_know() {
    let text = r#"{"format":"vidimus.recovery/1","tools":{"a":["b","a"],"z":[]},"note":{"by":1.50}}"#;
    assert_eq!(Substitutes::from_json(&value(text)).unwrap().to_json().to_string(), text);
    let told = |text: &str| Substitutes::from_json(&value(text)).unwrap_err().to_string();
    assert!(told(r#"{"format":"vidimus.registry/1"}"#).contains("vidimus.registry/1"));
    assert!(told(r#"{"format":"vidimus.recovery/1"}"#).contains("map from each tool"));
    assert!(told("[]").contains("no \"format\""));
}

#[test]
fn recovery_tools_are_those_the_agent_can_call() {
    let substitutes = build(&value(r#"{"a":["c","a","b"]}"#), None).unwrap();
    let names = |list: &[&str]| list.iter().map(|name| ToolName::from(*name)).collect::<Vec<_>>();
    let advertised = names(&["a", "b", "c", "d"]);
    assert_eq!(substitutes.recovery_tools(&"a".into(), Some(&advertised)), names(&["c", "a", "b"]));
    assert_eq!(substitutes.recovery_tools(&"a".into(), Some(&names(&["b"]))), names(&["b"]));
    assert_eq!(substitutes.recovery_tools(&"a".into(), None), names(&[]));
    assert_eq!(substitutes.recovery_tools(&"d".into(), Some(&advertised)), names(&[]));
}

#[test]
fn the_next_call_is_one_of_four_things() {
    let [a, b, c] = ["a", "b", "c"].map(ToolName::from);
    let listed = [a.clone(), b.clone()];
    let listed = Some(&listed[..]);
    let calls = [(&a, listed), (&a, listed), (&b, None), (&a, listed), (&c, Some(&[][..]))];
    let next =
        [Some(NextAction::Retry), Some(NextAction::Listed), None, Some(NextAction::Other), Some(NextAction::None)];
    assert_eq!(next_actions(&calls), next);
    assert!(next_actions(&[]).is_empty());
}
