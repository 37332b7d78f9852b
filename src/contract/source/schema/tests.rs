use super::*;
use crate::contract::Checker;

fn value(text: &str) -> Json {
    json::read(text).unwrap().value
}

/// The rules as `class path expected`, then the notes.
fn told(schema: &str) -> Vec<String> {
    let read = contracts(&value(schema), Some(&"t".into())).unwrap();
    let rules = read.tools.values().flat_map(|contract| &contract.invariants);
    let rules = rules.map(|rule| {
        assert_eq!((rule.support, rule.basis.as_deref()), (0, Some("schema")));
        crate::words::rule(rule)
    });
    rules.chain(read.notes.iter().map(|note| format!("note {note}"))).collect()
}

#[test]
fn the_four_keywords_become_the_four_classes() {
    let schema = r#"{"type":"object","required":["id","items"],"additionalProperties":false,"properties":{
        "id":{"type":"integer"},"note":{"type":["string","null"]},
        "items":{"type":"array","items":{"type":"object","required":["size"],
            "properties":{"size":{"enum":["S","M",null]}}}}}}"#;
    assert_eq!(
        told(schema),
        [
            "every result has the field id",
            "every result has the field items",
            "every object at items[] has the field size",
            "the result has no fields but id, items, note",
            "the result is an object",
            "id is an integer",
            "items is a list",
            "items[] is an object",
            "note is text or null",
            "items[].size is one of M, S",
        ]
    );
}

#[test]
fn references_all_of_and_null_are_followed() {
    let schema = r##"{"$ref":"#/$defs/pet%20type","$defs":{
        "pet type":{"allOf":[{"$ref":"#/$defs/named"},{"required":["tag"],"properties":{"tag":{"type":"number"}}}]},
        "named":{"type":"object","properties":{"name":{"anyOf":[{"type":"string"},{"type":"null"}]},
            "tag":{"type":["integer","string"]},"parent":{"$ref":"#/$defs/named"},"kind":{"const":"pet"}}}}}"##;
    assert_eq!(
        told(schema),
        [
            "every result has the field tag",
            "the result is an object",
            "name is text or null",
            "tag is an integer",
            "kind is always pet",
            "note t: at parent: the reference \"#/$defs/named\" leads back to itself; it was followed once",
        ]
    );
}

#[test]
fn what_is_ambiguous_is_told_not_guessed() {
    let schema = r##"{"properties":{"a":{"oneOf":[{"type":"string"},{"type":"integer"}]},
        "b":{"$ref":"other.json#/x"},"c":{"$ref":"#/nowhere"},"d":{"type":"date"},"e":{"enum":[1,2]},
        "f":{"patternProperties":{"^x":{}},"additionalProperties":false,"properties":{"y":{}}},
        "g":{"items":[{"type":"string"}]},"h":{"type":"string"}}}"##;
    assert_eq!(
        told(schema),
        [
            "h is text",
            "note t: at a: \"oneOf\" of 2 alternatives was left out",
            "note t: at b: the reference \"other.json#/x\" leads out of the file",
            "note t: at c: the reference \"#/nowhere\" leads to nothing",
            "note t: at d: the type \"date\" is none of JSON",
            "note t: at e: an enumeration of other values than texts was left out",
            "note t: at f: \"patternProperties\" was left out",
            "note t: at g: items by position (a tuple) were left out",
        ]
    );
}

#[test]
fn values_under_any_name_are_a_map() {
    let schema = r#"{"type":"object","properties":{"rates":{"type":"object",
        "additionalProperties":{"type":"object","required":["eur"],"properties":{"eur":{"type":"number"}}}}}}"#;
    let read = contracts(&value(schema), Some(&"t".into())).unwrap();
    let contract = read.tools.get("t").unwrap();
    assert_eq!(contract.maps, [crate::domain::path::Path::parse("rates").unwrap()]);
    let checker = Checker::new(&"t".into(), contract);
    let result = value(r#"{"rates":{"USD":{"eur":0.9},"YEN":{"eur":"none"},"CHF":{}}}"#);
    let found = checker.check(&Json::Null, &result);
    let found: Vec<_> = found.iter().map(|broken| (broken.code(), broken.path.as_str())).collect();
    assert_eq!(found, [("missing_learned_field", "rates{}.eur"), ("learned_type_mismatch", "rates{}.eur")]);
}

#[test]
fn openapi_takes_the_success_of_each_operation() {
    let document = r##"{"openapi":"3.0.0","paths":{
        "/a":{"get":{"operationId":"get_a","responses":{"200":{"$ref":"#/components/responses/A"},"default":{"content":
            {"application/json":{"schema":{"type":"array"}}}}}},"parameters":[]},
        "/b/{id}":{"post":{"responses":{"201":{"content":{"application/vnd.x+json; v=1":{"schema":{"type":"string",
            "nullable":true}}}}}},
            "delete":{"responses":{"204":{}}},
            "put":{"responses":{"default":{}}},
            "patch":{"responses":{"200":{"content":{"text/csv":{"schema":{"type":"string"}}}}}},
            "head":{"responses":{"200":{"schema":{"type":"string"}},"202":{"schema":{"type":"object"}}}}}},
        "components":{"responses":{"A":{"content":{"application/json":{"schema":{"type":"object"}}}}}}}"##;
    assert_eq!(
        told(document),
        [
            "the result is text or null",
            "the result is an object",
            "note DELETE /b/{id}: the result has no schema",
            "note PUT /b/{id}: no response is declared for success; \"default\" may be an error and was not taken",
            "note PATCH /b/{id}: the result is not JSON but text/csv",
            "note HEAD /b/{id}: the successes 200, 202 have different schemas; none was taken",
        ]
    );
    let swagger = r##"{"swagger":"2.0","paths":{"/a":{"get":{"responses":{"200":{"schema":{"$ref":"#/definitions/A"}}}}}},
        "definitions":{"A":{"type":"object","properties":{"x":{"type":"string","x-nullable":true}}}}}"##;
    assert_eq!(told(swagger), ["the result is an object", "x is text or null"]);
}

#[test]
fn api_docs_by_example_give_types() {
    let docs = r#"[{"app_name":"spotify","api_name":"show_song","response_schemas":{
        "success":{"song_id":1,"title":"string","rating":4.5,"artists":[{"id":1}],"release":"2019-01-01","album":null},
        "failure":{"message":"string"}}}]"#;
    let rules = [
        "the result is an object",
        "artists is a list",
        "artists[] is an object",
        "artists[].id is an integer",
        "rating is a number",
        "release is text",
        "song_id is an integer",
        "title is text",
        "note spotify__show_song: at album: shown as null, which is no type",
    ];
    let found = told(docs);
    assert_eq!(found[..rules.len()], rules);
    assert!(found[rules.len()].starts_with("note the docs show results by example"), "{found:?}");
    let by_key = r#"{"spotify":{"login":{"response_schemas":{"success":{"type":"object","required":["token"],
        "properties":{"token":{"type":"string"}}}}}}}"#;
    assert_eq!(told(by_key), ["every result has the field token", "the result is an object", "token is text"]);
    let read = contracts(&value(by_key), None).unwrap();
    assert_eq!(read.tools.keys().map(ToolName::as_str).collect::<Vec<_>>(), ["spotify__login"]);
}

/// A file that was named as a schema is one as soon as one keyword of JSON Schema is in it.
#[test]
fn one_keyword_makes_a_schema() {
    assert_eq!(told(r#"{"type":"string","enum":["b","a"]}"#), ["the result is text", "the result is one of a, b"]);
    let closed = r#"{"type":"object","additionalProperties":false}"#;
    let nothing = "note t: at $: the object may have no field at all; no rule holds that";
    assert_eq!(told(closed), ["the result is an object", nothing]);
    assert_eq!(told(r#"{"type":["integer","null"]}"#), ["the result is an integer or null"]);
    assert_eq!(told(r#"{"const":"ok"}"#), ["the result is always ok"]);
    assert_eq!(told(r#"{"required":["id"]}"#), ["every result has the field id"]);
    let error = |text: &str| contracts(&value(text), Some(&"t".into())).unwrap_err().to_string();
    assert!(error(r#"{"type":"function","function":{"name":"a","parameters":{}}}"#).contains("describes 1 tools"));
    assert!(error(r#"{"type":"invoice","required":true}"#).contains("no schema"));
}

#[test]
fn what_is_no_schema_of_results_says_why() {
    let error = |text: &str| contracts(&value(text), None).unwrap_err().to_string();
    assert!(error(r#"{"type":"object","properties":{}}"#).contains("--tool NAME"));
    let tools = r#"[{"type":"function","function":{"name":"a","parameters":{}}},{"name":"b","inputSchema":{}}]"#;
    assert!(error(tools).contains("describes 2 tools, but not their results"));
    assert!(error(r#"{"a":1}"#).contains("no schema"));
    assert!(read(b"{,", None).unwrap_err().to_string().contains("line 1, column 2"));
}
