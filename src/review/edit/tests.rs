use super::*;
use crate::contract::Checker;
use crate::domain::ids::ToolName;
use crate::domain::json::read;
use crate::domain::registry::ToolContract;
use crate::format::registry::invariant_from_json;

fn rule(text: &str) -> Invariant {
    invariant_from_json(&ToolName::from("get"), &read(text).unwrap().value).unwrap()
}

/// What the check says of a result under this one rule.
fn breaks(rule: &Invariant, result: &str) -> bool {
    let contract = ToolContract { invariants: vec![rule.clone()], ..ToolContract::default() };
    let none = read("{}").unwrap().value;
    !Checker::new(&ToolName::from("get"), &contract).check(&none, &read(result).unwrap().value).is_empty()
}

const CATEGORY: &str = r#"{"class":"category","path":"status","expected":["open","paid"],"support":9}"#;
const FIELDS: &str = r#"{"class":"known_fields","path":"$","expected":["id"],"support":9}"#;
const TYPES: &str = r#"{"class":"stable_type","path":"n","expected":["string"],"support":9}"#;
const EQUAL: &str = r#"{"class":"affine","path":"a","expected":"b","a":1,"b":0,"support":9}"#;

/// Rule, what is typed, a result that broke it and breaks it no more, one that still does.
#[test]
fn what_an_edit_allows_the_check_lets_pass() {
    for (text, typed, freed, still) in [
        (CATEGORY, "late, \"on time, almost\"", r#"{"status":"on time, almost"}"#, r#"{"status":"gone"}"#),
        (FIELDS, "note", r#"{"id":1,"note":2}"#, r#"{"id":1,"other":2}"#),
        (TYPES, "null,integer", r#"{"n":null}"#, r#"{"n":[]}"#),
        (EQUAL, "kind: x, y", r#"{"a":1,"b":2,"kind":"z"}"#, r#"{"a":1,"b":2,"kind":"y"}"#),
    ] {
        let rule = rule(text);
        let edit = Edit::typed(&rule, typed).unwrap();
        let edited = edit.apply(&rule).unwrap();
        assert_eq!((&edited.id, edited.support), (&rule.id, rule.support));
        assert!(breaks(&rule, freed) && !breaks(&edited, freed), "{typed}");
        assert!(breaks(&rule, still) && breaks(&edited, still), "{typed}");
    }
}

#[test]
fn a_condition_can_be_taken_away() {
    let guarded = Edit::typed(&rule(EQUAL), "kind: x").unwrap().apply(&rule(EQUAL)).unwrap();
    let always = Edit::typed(&guarded, "  ").unwrap();
    assert_eq!(always, Edit::SetGuard(None));
    assert_eq!(always.apply(&guarded).unwrap().expected, rule(EQUAL).expected);
}

/// What else the file says of a condition is not what an edit changes.
#[test]
fn unknown_keys_of_a_condition_survive_an_edit() {
    let guarded =
        EQUAL.replace("\"support\"", "\"when\":{\"path\":\"kind\",\"in\":[\"x\"],\"why\":\"refunds\"},\"support\"");
    let edited = Edit::typed(&rule(&guarded), "kind: x, y").unwrap().apply(&rule(&guarded)).unwrap();
    let file = crate::format::registry::invariant_json(&edited).to_string();
    assert!(file.contains(r#""when":{"path":"kind","in":["x","y"],"why":"refunds"}"#), "{file}");
}

#[test]
fn what_the_check_cannot_express_is_refused_with_a_sentence() {
    let refusal = |text: &str, typed: &str| Edit::typed(&rule(text), typed).unwrap_err().to_string();
    for (text, says) in [
        (r#"{"class":"positive","path":"n"}"#, "the check knows one bound, above zero"),
        (r#"{"class":"required_field","path":"n"}"#, "needs no rule"),
        (r#"{"class":"no_error","path":"$"}"#, "Reject it if the tool's errors"),
        (r#"{"class":"echo","path":"n","expected":"n"}"#, "nothing to relax"),
        (r#"{"class":"date_order","path":"a","expected":"b"}"#, "equal dates pass already"),
    ] {
        assert!(refusal(text, "x").contains(says), "{}", refusal(text, "x"));
    }
    assert!(refusal(CATEGORY, "open, paid").contains("it allows open, paid already"));
    assert!(refusal(CATEGORY, "").contains("name at least one"));
    assert!(refusal(CATEGORY, "a,,b").contains("name at least one"));
    assert!(refusal(CATEGORY, "\"a").contains("not closed"));
    assert!(refusal(CATEGORY, "\"a\" b").contains("comma is missing"));
    assert!(refusal(TYPES, "texts").contains("the types are array, boolean"));
    assert!(refusal(TYPES, "text").contains("it allows string already"));
    assert!(refusal(EQUAL, "kind").contains("field: value"));
    assert!(refusal(EQUAL, "items[].kind: x").contains("looks at one field"));
    assert!(refusal(EQUAL, "").contains("has already"));
    let wrong = Edit::AddFields(vec!["x".into()]).apply(&rule(CATEGORY)).unwrap_err().to_string();
    assert!(wrong.contains("does not belong to a rule of the class category"), "{wrong}");
}

#[test]
fn names_are_read_as_typed() {
    assert_eq!(names(" a b , \"c, \\\"d\\\"\" ,e").unwrap(), ["a b", "c, \"d\"", "e"]);
    assert_eq!(names("\"\"").unwrap(), [""]);
    assert_eq!(names("a,").unwrap(), ["a"]);
}

/// A contract of `status` (open, paid), `name` (text of many kinds) and `n` (a number).
fn contract() -> ToolContract {
    let types = |path: &str, kind: &str, more: &str| {
        format!(r#"{{"class":"stable_type","path":"{path}","expected":["{kind}"],"support":9{more}}}"#)
    };
    let rules = [
        CATEGORY.to_owned(),
        types("name", "string", r#","evidence":{"types":{"string":9},"examples":["ann","ben"]}"#),
        types("n", "integer", ""),
        FIELDS.to_owned(),
    ];
    ToolContract { samples: 9, invariants: rules.iter().map(|text| rule(text)).collect(), ..ToolContract::default() }
}

#[test]
fn a_condition_that_no_clean_sample_fulfils_is_doubted() {
    let doubt = |typed: &str| Edit::typed(&rule(EQUAL), typed).unwrap().doubt(&contract());
    assert_eq!(
        doubt("statsu: paid").as_deref(),
        Some("no clean sample has statsu: the rule would never look at a call; perhaps status was meant")
    );
    assert_eq!(
        doubt("status: pad").as_deref(),
        Some("in no clean sample status is pad: the rule would never look at a call; perhaps paid was meant")
    );
    assert_eq!(
        doubt("status: paid, refunded").as_deref(),
        Some(
            "in no clean sample status is refunded: with it the rule would look at no call more; there are open and paid"
        )
    );
    assert!(doubt("n: 1").unwrap().contains("n is an integer and never text"), "{:?}", doubt("n: 1"));
    assert!(doubt("name: zoe").unwrap().contains("not known"), "{:?}", doubt("name: zoe"));
    for sound in ["status: paid", "name: ann", "id: x", ""] {
        let edit = Edit::SetGuard(super::guard(sound).unwrap());
        assert_eq!(edit.doubt(&contract()), None, "{sound}");
    }
    // A contract that was declared has no samples to be held against.
    let declared = ToolContract { samples: 0, ..contract() };
    assert_eq!(Edit::typed(&rule(EQUAL), "statsu: paid").unwrap().doubt(&declared), None);
}
