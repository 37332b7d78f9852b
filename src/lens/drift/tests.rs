//! Which rules have to do with a change, by hand.

use std::collections::BTreeMap;

use super::*;
use crate::contract::{MineOptions, Observation, mine_tool};
use crate::diff::tools::read;
use crate::domain::json;

/// Twenty clean results of `get`, each with the price of the order that was asked for.
fn contract() -> ToolContract {
    let value = |text: String| json::read(&text).unwrap().value;
    let calls: Vec<_> = (1..=20)
        .map(|n| {
            (
                value(format!(r#"{{"order":"o{n}"}}"#)),
                value(format!(r#"{{"id":"o{n}","owner":{{"age":{n}}},"price":{n}}}"#)),
            )
        })
        .collect();
    let seen: Vec<_> = calls.iter().map(|(arguments, result)| Observation { arguments, result }).collect();
    mine_tool(&ToolName::from("get"), &seen, &MineOptions::default())
}

fn snapshot(input: &str, output: &str) -> Snapshot {
    let schema = |properties: &str| format!(r#"{{"type":"object","properties":{{{properties}}}}}"#);
    let tool = format!(r#"[{{"name":"get","inputSchema":{},"outputSchema":{}}}]"#, schema(input), schema(output));
    read(tool.as_bytes()).unwrap()
}

/// Class and path of the rules that have to do with each change between two descriptions.
fn rules(old: &Snapshot, new: &Snapshot) -> Vec<(String, Vec<String>)> {
    let contract = contract();
    let found = drift(old, new);
    let of = |change: &FieldChange| {
        let rules = contract.invariants.iter().filter(|rule| looks_at(rule, change));
        (change.what.clone(), rules.map(|rule| format!("{} {}", rule.class, rule.path)).collect())
    };
    found.changes.iter().map(of).collect()
}

fn told(what: &str, rules: &[&str]) -> Vec<(String, Vec<String>)> {
    vec![(what.to_owned(), rules.iter().map(ToString::to_string).collect())]
}

const INPUT: &str = r#""order":{"type":"string"}"#;
const OUTPUT: &str = r#""id":{"type":"string"},"owner":{"type":"object","properties":{"age":{"type":"integer"}}}"#;

#[test]
fn a_new_field_is_unknown_to_the_object_it_comes_into() {
    let old = snapshot(INPUT, OUTPUT);
    let new = snapshot(INPUT, &format!(r#"{OUTPUT},"phone":{{"type":"string"}}"#));
    assert_eq!(rules(&old, &new), told("it is new", &["known_fields $"]));
    let inner = OUTPUT.replace(r#""age":{"type":"integer"}"#, r#""age":{"type":"integer"},"name":{"type":"string"}"#);
    assert_eq!(rules(&old, &snapshot(INPUT, &inner)), told("it is new", &["known_fields owner"]));
}

#[test]
fn a_changed_argument_is_that_of_its_echo() {
    let (old, new) = (snapshot(INPUT, OUTPUT), snapshot(r#""order":{"type":"integer"}"#, OUTPUT));
    assert_eq!(rules(&old, &new), told("its type is integer, before string", &["echo id"]));
}

#[test]
fn a_changed_field_is_looked_at_with_all_that_is_in_it() {
    let old = snapshot(INPUT, OUTPUT);
    let gone = snapshot(INPUT, r#""id":{"type":"string"}"#);
    let found = rules(&old, &gone);
    let [(what, looked)] = found.as_slice() else { unreachable!("{found:?}") };
    assert_eq!(what, "it is gone");
    let below = contract()
        .invariants
        .iter()
        .filter(|rule| rule.places().iter().any(|it| it.as_str().starts_with("owner")))
        .count();
    assert_eq!(looked.len(), below);
    // Age and price are equal in every sample: the rule on both counts as one of the owner's.
    assert!(looked.iter().any(|rule| rule.starts_with("affine")), "{looked:?}");
    assert!(!looked.iter().any(|rule| rule.ends_with(" $") || rule == "positive price"), "{looked:?}");
}

#[test]
fn without_the_tool_no_rule_judges() {
    let (tool, old) = (ToolName::from("get"), snapshot(INPUT, OUTPUT));
    let none = read(br#"[{"name":"other","inputSchema":{"type":"object"}}]"#).unwrap();
    let registry = Registry { tools: BTreeMap::from([(tool.clone(), contract())]), ..Registry::default() };
    let text = |snapshots: &[(&str, &Snapshot)]| of_tool(&tool, snapshots, Some(&registry)).0.as_text();
    assert!(text(&[("1", &old), ("2", &none)]).contains("without the tool none of them judges a call"));
    // It came back as it was.
    let back = text(&[("1", &old), ("2", &none), ("3", &old)]);
    assert!(!back.contains("without the tool"), "{back}");
    assert!(
        rules(&old, &none)
            .iter()
            .any(|(what, looked)| what == "the tool is gone" && looked.len() == contract().invariants.len())
    );
}

#[test]
fn words_concern_no_rule() {
    let (old, new) = (snapshot(INPUT, OUTPUT), snapshot(r#""order":{"type":"string","title":"Which"}"#, OUTPUT));
    assert_eq!(rules(&old, &new), told("its title has other words", &[]));
}
