use super::*;

/// The example of SPEC 4, with the rest of the id made up, and keys that this version does not know.
const EXAMPLE: &str = r#"{"format":"vidimus.registry/1",
 "source": {"kind":"traces","inputs":[{"name":"airline.json","sha256":"ab","rows":3}],"vocabulary":"paper",
   "fold":{"index":0,"count":5,"seed":{"n":7}},"held_out":["3","41"],"thresholds":{"category":8},"by":"hand"},
 "tools": {"get_reservation": {"calls":377,"set_aside":0,"samples":97,"maps":["legs"],
   "invariants": [
     {"id":"5f0c","class":"category","path":"cabin","support":97,"expected":["economy","business"],
      "evidence":{"values":{"economy":51}},"seen":true},
     {"id":"0001","class":"affine","path":"total","support":30,"expected":"sum(items[].price)","a":1,"b":0.0,
      "when":{"path":"status","in":["pending","delivered"],"why":"refunds"}},
     {"id":"0002","class":"no_error","path":"$","support":97,"expected":null,"basis":"schema"}],
   "reviewed":1}},
 "note": {"k": 1.50}}"#;

const PRINTED: &str = r#"{
 "format": "vidimus.registry/1",
 "source": {
  "kind": "traces",
  "inputs": [
   {"name":"airline.json","sha256":"ab","rows":3}
  ],
  "vocabulary": "paper",
  "fold": {"index":0,"count":5,"seed":{"n":7}},
  "held_out": ["3","41"],
  "thresholds": {"category":8},
  "by": "hand"
 },
 "tools": {
  "get_reservation": {
   "calls": 377,
   "set_aside": 0,
   "samples": 97,
   "maps": ["legs"],
   "invariants": [
    {"id":"0002","class":"no_error","path":"$","support":97,"expected":null,"basis":"schema"},
    {"id":"5f0c","class":"category","path":"cabin","support":97,"expected":["business","economy"],"evidence":{"values":{"economy":51}},"seen":true},
    {"id":"0001","class":"affine","path":"total","support":30,"expected":"sum(items[].price)","a":1.0,"b":0.0,"when":{"path":"status","in":["delivered","pending"],"why":"refunds"}}
   ],
   "reviewed": 1
  }
 },
 "note": {"k":1.50}
}
"#;

#[test]
fn a_registry_is_printed_in_the_order_of_the_specification() {
    let (registry, notes) = parse(EXAMPLE.as_bytes()).unwrap();
    assert!(notes.is_empty());
    assert_eq!(print(&registry), PRINTED);
    let (again, _) = parse(PRINTED.as_bytes()).unwrap();
    assert_eq!(print(&again), PRINTED);
}

#[test]
fn a_registry_without_source_and_counts_is_one_all_the_same() {
    let text = r#"{"format":"vidimus.registry/1","tools":{"t":{"invariants":[{"class":"positive","path":"p"}]}}}"#;
    let (registry, _) = parse(text.as_bytes()).unwrap();
    assert_eq!(registry.invariant_count(), 1);
    assert!(!print(&registry).contains("source"));
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let rule =
        |rule: &str| format!(r#"{{"format":"vidimus.registry/1","tools":{{"get it":{{"invariants":[{rule}]}}}}}}"#);
    for (text, sentence) in [
        (
            rule(r#"{"class":"magic","path":"$"}"#),
            r#"at tools["get it"].invariants[0].class: "magic" is no class; the classes are no_error, required_field,"#,
        ),
        (
            rule(r#"{"class":"category","path":"a..b","expected":[]}"#),
            r#"at tools["get it"].invariants[0].path: "a..b" is no path"#,
        ),
        (rule(r#"{"class":"category","path":"sum(a[])","expected":[]}"#), r#""sum(a[])" is no path"#),
        (
            rule(r#"{"class":"category","path":"a","expected":["x",1]}"#),
            r"invariants[0].expected[1]: a string belongs here, there is a value of type integer",
        ),
        (rule(r#"{"class":"category","path":"a"}"#), r#"at tools["get it"].invariants[0]: "expected" is missing"#),
        (
            rule(r#"{"class":"stable_type","path":"a","expected":["int"]}"#),
            r#""int" is no type; the types are array, boolean"#,
        ),
        (rule(r#"{"class":"affine","path":"a","expected":"b","a":1.0}"#), r#"invariants[0]: "b" is missing"#),
        (
            rule(r#"{"class":"affine","path":"a","expected":"b","a":1e999,"b":0}"#),
            "invariants[0].a: a finite number belongs here",
        ),
        (rule(r#"{"class":"positive","path":"a","support":-1}"#), "invariants[0].support: a count belongs here"),
        (rule(r#"{"class":"positive","path":"a","expected":[1]}"#), "invariants[0].expected: null belongs here"),
        (r#"{"format":"vidimus.registry/1"}"#.to_owned(), r#"at the top of the file: "tools" is missing"#),
        (
            r#"{"format":"vidimus.registry/1","tools":[]}"#.to_owned(),
            "at tools: an object belongs here, there is a value of type array",
        ),
        (
            r#"{"format":"vidimus.registry/1","source":{"fold":{"index":5,"count":5}},"tools":{}}"#.to_owned(),
            "at source.fold: fold 5 of 5 does not exist",
        ),
        (
            r#"{"format":"vidimus.registry/2","tools":{}}"#.to_owned(),
            r#"the format is "vidimus.registry/2"; this version understands "vidimus.registry/1""#,
        ),
        (r#"{"format":"vidimus.recovery/1","tools":{}}"#.to_owned(), "this is a recovery file, no registry"),
        (
            "{\"format\":\"vidimus.ledger/1\"}\n{\"kind\":\"episode\",\"episode\":\"e\"}\n".to_owned(),
            "this is a ledger, no registry",
        ),
        (
            "{\"kind\":\"episode\",\"episode\":\"e\"}\n{\"kind\":\"episode\",\"episode\":\"f\"}\n".to_owned(),
            "this is a ledger, no registry",
        ),
        (r#"{"a":1}"#.to_owned(), r#"this is no registry: there is no "format""#),
        ("[]".to_owned(), "this is no registry"),
        ("{\"format\":\n \"vidimus".to_owned(), "line 2, column 10: the text ends in the middle of a value"),
    ] {
        let told = parse(text.as_bytes()).unwrap_err().to_string();
        assert!(told.contains(sentence), "{text}\n  {told}");
    }
}
