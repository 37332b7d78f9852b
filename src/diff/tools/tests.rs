use super::*;

fn snapshot(text: &str) -> Snapshot {
    read(text.as_bytes()).unwrap()
}

/// One tool `t` with these members, before and after: effect, part, path and sentence of each change.
fn told(before: &str, after: &str) -> Vec<(Effect, Part, String, String)> {
    let tool = |members: &str| snapshot(&format!(r#"{{"tools":[{{"name":"t",{members}}}]}}"#));
    let found = drift(&tool(before), &tool(after));
    found.changes.into_iter().map(|change| (change.effect, change.part, change.path.to_string(), change.what)).collect()
}

fn schema(properties: &str, required: &str) -> String {
    format!(r#"{{"type":"object","properties":{{{properties}}},"required":[{required}]}}"#)
}

#[test]
fn another_title_of_the_tool_is_told() {
    let with = |title: &str| format!(r#""title":"{title}","inputSchema":{{"type":"object"}}"#);
    let found = told(&with("Get"), &with("Fetch"));
    assert_eq!(found, [(Effect::Wording, Part::Tool, "$".to_owned(), "its title has other words".to_owned())]);
}

#[test]
fn each_change_of_a_field_has_its_effect() {
    use Effect::{Additive, Breaking, Wording};
    let text = r#""a":{"type":"string"}"#;
    // What an argument may be, before and after; the effect on callers, and on readers of a result of that shape.
    let cases = [
        (text, "", text, r#""a""#, Breaking, Additive, "it is required now"),
        (text, r#""a""#, text, "", Additive, Breaking, "it is optional now"),
        (text, "", "", "", Breaking, Breaking, "it is gone"),
        ("", "", text, "", Additive, Additive, "it is new"),
        (
            text,
            "",
            r#""a":{"type":["string","null"]}"#,
            "",
            Additive,
            Breaking,
            "its type is null or string, before string",
        ),
        (
            r#""a":{"type":"number"}"#,
            "",
            r#""a":{"type":"integer"}"#,
            "",
            Breaking,
            Additive,
            "its type is integer, before number",
        ),
        (text, "", r#""a":{"type":"object"}"#, "", Breaking, Breaking, "its type is object, before string"),
        (r#""a":{"enum":["x"]}"#, "", r#""a":{"enum":["y","x"]}"#, "", Additive, Breaking, "values that are new: y"),
        (r#""a":{"enum":["x","y"]}"#, "", r#""a":{"enum":["x"]}"#, "", Breaking, Additive, "values that are gone: y"),
        (r#""a":{}"#, "", r#""a":{"enum":["x"]}"#, "", Breaking, Additive, "only these values are allowed now: x"),
        (r#""a":{"maximum":5}"#, "", r#""a":{"maximum":9}"#, "", Additive, Breaking, "maximum is 9, before 5"),
        (r#""a":{"minLength":5}"#, "", r#""a":{"minLength":9}"#, "", Breaking, Additive, "minLength is 9, before 5"),
        (
            r#""a":{"pattern":"x"}"#,
            "",
            r#""a":{"pattern":"y"}"#,
            "",
            Breaking,
            Breaking,
            "the rule \"pattern\" of its schema changed",
        ),
        (r#""a":{"title":"x"}"#, "", r#""a":{"title":"y"}"#, "", Wording, Wording, "its title has other words"),
    ];
    for (before, needed_before, after, needed_after, of_input, of_output, what) in cases {
        let (before, after) = (schema(before, needed_before), schema(after, needed_after));
        let input = told(&format!(r#""inputSchema":{before}"#), &format!(r#""inputSchema":{after}"#));
        assert_eq!(input, [(of_input, Part::Input, "a".to_owned(), what.to_owned())]);
        let both = |schema: &str| format!(r#""inputSchema":{{}},"outputSchema":{schema}"#);
        let output = told(&both(&before), &both(&after));
        assert_eq!(output, [(of_output, Part::Output, "a".to_owned(), what.to_owned())]);
    }
    let new =
        told(&format!(r#""inputSchema":{}"#, schema("", "")), &format!(r#""inputSchema":{}"#, schema(text, r#""a""#)));
    assert_eq!(new, [(Breaking, Part::Input, "a".to_owned(), "it is new and required".to_owned())]);
}

#[test]
fn fields_inside_are_found_through_references_and_lists() {
    let with = |kind: &str| {
        format!(
            r##""inputSchema":{{"$defs":{{"node":{{"type":"object","properties":{{"next":{{"$ref":"#/$defs/node"}},
            "size":{{"type":"{kind}"}}}}}}}},"type":"object","properties":{{"nodes":{{"type":"array","items":{{"$ref":"#/$defs/node"}}}}}}}}"##
        )
    };
    let found = told(&with("integer"), &with("string"));
    let what = "its type is string, before integer".to_owned();
    assert_eq!(found, [(Effect::Breaking, Part::Input, "nodes[].size".to_owned(), what)]);
    assert_eq!(told(&with("integer"), &with("integer")), []);
}

#[test]
fn tools_come_and_go_and_change_their_words() {
    let old = snapshot(r#"[{"name":"a","description":"x","inputSchema":{}},{"name":"b","inputSchema":{}}]"#);
    let new = snapshot(
        r#"[{"name":"c","inputSchema":{}},{"name":"a","description":"y","inputSchema":{},"outputSchema":{}}]"#,
    );
    let found = drift(&old, &new);
    let told: Vec<_> =
        found.changes.iter().map(|change| (change.tool.as_str(), change.effect, &*change.what)).collect();
    assert_eq!(
        told,
        [
            ("a", Effect::Wording, "its description has other words"),
            ("a", Effect::Additive, "it has a schema of its results now"),
            ("b", Effect::Breaking, "the tool is gone"),
            ("c", Effect::Additive, "the tool is new"),
        ]
    );
}

#[test]
fn a_fingerprint_is_the_hash_of_the_canonical_schemas() {
    let one = snapshot(r#"[{"name":"a","description":"x","inputSchema":{"maximum":1.0,"type":"object"}}]"#);
    let other = snapshot(r#"{"result":{"tools":[{"inputSchema":{"type":"object","maximum":1},"name":"a"}]}}"#);
    let print = |snapshot: &Snapshot| snapshot.tools[&ToolName::from("a")].fingerprint(&"a".into());
    // `printf '{"inputSchema":{"maximum":1,"type":"object"},"name":"a"}' | sha256sum`
    assert_eq!(print(&one), "a1aa6e23832618db119622c988888b10fb5723ab263e43423eb726094785fe26");
    assert_eq!(print(&one), print(&other));
}

#[test]
fn tools_are_found_in_every_kind_of_list_and_calls_are_none() {
    let openai = r#"[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{}}}}]"#;
    let anthropic = r#"{"tools":[{"name":"f","input_schema":{"type":"object"}}]}"#;
    let catalogue = r#"[{"name":"f","arguments":[{"name":"q","type":"string","required":true}]}]"#;
    let recorded = "{\"result\":{\"tools\":[{\"name\":\"f\",\"inputSchema\":{}}]}}\n{\"method\":\"tools/call\",\"params\":{\"name\":\"g\",\"arguments\":{\"a\":1}}}\n";
    for text in [openai, anthropic, catalogue, recorded] {
        assert_eq!(snapshot(text).tools.keys().map(ToolName::as_str).collect::<Vec<_>>(), ["f"], "{text}");
    }
    assert!(read(br#"{"params":{"name":"g","arguments":{"a":1}}}"#).is_none());
}
