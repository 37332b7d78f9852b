use super::*;
use crate::domain::call::Call;
use crate::domain::ids::EpisodeId;
use crate::domain::invariant::Expected;
use crate::domain::json::{Json, Object, read};
use crate::domain::path::Term;
use crate::index::{Index, Indexer};

fn value(text: &str) -> Json {
    read(text).unwrap().value
}

fn call(arguments: &str, result: &str, receipt: Option<&str>) -> Arc<Call> {
    Arc::new(Call {
        episode: EpisodeId::from("e"),
        tool: ToolName::from("book"),
        arguments: value(arguments),
        result: Some(value(result)),
        receipt: receipt.map(value),
        fault: Some(Object::new().with("type", "sign")),
        at: None,
        ms: None,
        extra: Object::new(),
    })
}

fn rule(class: Class, path: &str, expected: Expected, evidence: &str) -> Invariant {
    Invariant {
        id: InvariantId::from(format!("{class} {path}")),
        class,
        path: Term::parse(path).unwrap(),
        support: 18,
        expected,
        basis: None,
        evidence: value(evidence).as_object().cloned(),
        extra: Object::new(),
    }
}

/// `cabin` was economy in all of 18 samples, `price` between 10 and 90; `name` is only known to be text.
fn contract() -> ToolContract {
    let invariants = vec![
        rule(Class::NoError, "$", Expected::Nothing, "{}"),
        rule(Class::StableType, "name", Expected::Types(vec![crate::domain::json::JsonType::String]), "{}"),
        rule(
            Class::Positive,
            "price",
            Expected::Nothing,
            r#"{"min":10,"median":20,"max":90,"histogram":[9,4,0,0,0,0,0,1,2,2]}"#,
        ),
        rule(Class::Category, "cabin", Expected::Values(vec!["economy".into()]), r#"{"values":{"economy":18}}"#),
    ];
    ToolContract { invariants, ..ToolContract::default() }
}

fn episode() -> EpisodeEntry {
    let mut indexer = Indexer::new();
    indexer.feed(b"{\"kind\":\"episode\",\"episode\":\"e\",\"task\":\"t\"}\n");
    let mut index = Index::new();
    index.apply(indexer.take_batch());
    index.episodes().first().unwrap().clone()
}

fn text(call: &Arc<Call>, with_labels: bool) -> String {
    let (contract, episode) = (contract(), episode());
    let judge = Judge::new("fold-1.json", Basis::HeldOut, Some(&contract), |rule| {
        Some((if rule.as_str().starts_with("category") { 2 } else { 5 }, 5))
    });
    let judge = Some(&judge);
    let case = Case { file: "l.jsonl", episode: &episode, step: Step(0), call, next: None, judge, substitutes: None };
    page(&Autopsy::of(case), with_labels).as_text()
}

#[test]
fn a_value_that_the_call_asked_for_is_told_as_such() {
    let call = call(r#"{"wish":{"cabin":["basic"]}}"#, r#"{"cabin":"basic","price":15,"name":"n"}"#, None);
    let said = "Violation 1 of 1 (replayed): unseen_category at cabin\n\
                △ cabin is basic; in 18 clean samples it was economy (18)\n  the rule would accept: economy\n  \
                but: the call itself asked for it: arguments.wish.cabin[0] is basic\n  \
                learned rule: cabin is always economy\n    economy  ████████████████████ 18\n    \
                basic    0 ← this call\n  \
                invariant category cabin · support 18 · stands in 2 of 5 folds\n";
    assert!(text(&call, false).contains(said), "{}", text(&call, false));
}

/// Of nine eighths the highest column has eight, four of nine are 3.6 eighths and so four, one of nine is one.
#[test]
fn numbers_are_drawn_among_the_samples() {
    let call = call("{}", r#"{"cabin":"economy","price":-3,"name":"n"}"#, None);
    let said = "\n    10 █▄     ▁▂▂ 90 (median 20)  this call: -3, below all of them\n";
    assert!(text(&call, false).contains(said), "{}", text(&call, false));
}

#[test]
fn what_is_not_judged_is_told_by_how_little_looks_at_it() {
    let call = call("{}", r#"{"cabin":"economy","price":1,"name":"n","note":["a"]}"#, None);
    let told = text(&call, false);
    let said = "✓ No rule broke: 4 rules held; 1 field has no rule: note[]; of 1 field only type and \
                presence are judged, never the value.\n";
    assert!(told.contains(said), "{told}");
    assert!(told.contains("Fields that no rule looks at: 1\n  note[]\n"), "{told}");
    assert!(told.contains("Fields of which only type and presence are judged, never the value: 1\n  name\n"), "{told}");
}

#[test]
fn a_recorded_receipt_keeps_its_own_words() {
    let receipt = r#"{"status":"inconsistent","violation":{"tool":"book","property":"unseen_category","path":"cabin",
        "expected":["first"],"observed":"basic"},"admissible_recovery_tools":["b"]}"#;
    let told = text(&call("{}", r#"{"cabin":"basic","price":-1,"name":"n"}"#, Some(receipt)), false);
    let said = "▲ cabin is basic; in 18 clean samples it was economy (18)\nThe agent was shown a receipt (recorded, form v2). It says:\n  \
                unseen_category at cabin: expected [\"first\"], observed \"basic\"\n";
    assert!(told.starts_with(said), "{told}");
    let said =
        "It breaks now what the recorded receipt names, and 1 more: a receipt of this form names only the first.\n";
    assert!(told.contains(said), "{told}");
    let calm = text(&call("{}", r#"{"cabin":"economy","price":1,"name":"n"}"#, Some(receipt)), false);
    assert!(calm.contains("Nothing breaks now: the recorded receipt came from other contracts.\n"), "{calm}");
}

#[test]
fn labels_are_shown_only_to_who_asks() {
    let call = call("{}", r#"{"name":"n"}"#, None);
    assert!(!text(&call, false).contains("sign"));
    assert!(text(&call, true).contains("fault label (for audits, no checker sees it): {\"type\":\"sign\"}\n"));
}

#[test]
fn nothing_else_is_checked_on_an_explicit_error() {
    let told = text(&call("{}", r#""Error: sold out""#, None), false);
    assert!(told.contains("· the other 3, since nothing else is checked on an explicit error\n"), "{told}");
    assert!(!told.contains("Fields"), "{told}");
}
