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
    let case = Case {
        file: "l.jsonl",
        episode: &episode,
        step: Step(0),
        call,
        next: None,
        next_call: None,
        judge,
        substitutes: None,
        has_labels: true,
    };
    page(&Autopsy::of(case), with_labels).as_text()
}

#[test]
fn a_value_that_the_call_asked_for_is_told_as_such() {
    let call = call(r#"{"wish":{"cabin":["basic"]}}"#, r#"{"cabin":"basic","price":15,"name":"n"}"#, None);
    let said = "Violation 1 of 1 (replayed): unseen_category at cabin\n\
                △ cabin is basic; in 18 clean samples it was economy (18)\n  the rule would accept: economy\n  \
                learned rule: cabin is always economy\n    economy  ████████████████████ 18\n    \
                basic    0 ← this call\n  \
                invariant category cabin · support 18 · stands so in 2 of 5 folds\n";
    assert!(text(&call, false).contains(said), "{}", text(&call, false));
    let said = "\nWas it right?\nIt looks like a false alarm:\n  \
                against it: the call itself asked for it: arguments.wish.cabin[0] is basic\n  \
                against it: only 2 of 5 folds say so: mined without other tasks, the rule is another one or was not learned\n";
    assert!(text(&call, false).contains(said), "{}", text(&call, false));
    let shown = "\nWas it right?\nYes: the study put a fault into this very result: sign.\n";
    assert!(text(&call, true).contains(shown), "{}", text(&call, true));
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
    assert!(text(&call, true).contains("fault label (for audits, no checker sees it): sign\n"));
}

#[test]
fn nothing_else_is_checked_on_an_explicit_error() {
    let told = text(&call("{}", r#""Error: sold out""#, None), false);
    assert!(told.contains("· the other 3, since nothing else is checked on an explicit error\n"), "{told}");
    assert!(!told.contains("Fields"), "{told}");
}

#[test]
fn a_fault_label_is_told_in_words() {
    let label = |text: &str| truth::fault(value(text).as_object().unwrap());
    assert_eq!(label(r#"{"type":"scaled_value","path":"total"}"#), "scaled value at total");
    assert_eq!(
        label(r#"{"type":"missing_field","path":"a.b","persistence":"transient"}"#),
        "missing field at a.b (the field is taken out; transient)"
    );
    assert_eq!(label("{}"), "a fault");
}

/// A fare of 10 with a total of 900, where the fee was always 5; the nearest sample says which of the two is off.
#[test]
fn the_nearest_sample_tells_which_side_of_a_relation_is_off() {
    let relation = crate::domain::invariant::Relation { y: Term::parse("total").unwrap(), a: 1.0, b: 5.0, when: None };
    let rule = rule(Class::Affine, "base", Expected::Relation(relation), "{}");
    let whence = Whence { file: "l.jsonl".into(), episode: EpisodeId::from("e"), step: Step(0) };
    let side = |arguments: &str, there: &str| {
        let here = call(r#"{"to":"A"}"#, r#"{"base":10,"total":900}"#, None);
        truth::which_side(&rule, &Likest::new(whence.clone(), &here, &call(arguments, there, None)))
    };
    assert_eq!(
        side(r#"{"to":"A"}"#, r#"{"base":10,"total":15}"#).unwrap(),
        "total, it seems: the nearest clean sample, asked the same, has the same base; total: 900 here, 15 there"
    );
    assert_eq!(
        side(r#"{"to":"B"}"#, r#"{"base":895,"total":900}"#).unwrap(),
        "base, it seems: the nearest clean sample has the same total; base: 10 here, 895 there"
    );
    assert_eq!(side(r#"{"to":"B"}"#, r#"{"base":20,"total":25}"#), None, "both differ");
}

/// The rate that broke was asked for SEK; the partner was asked for another one.
#[test]
fn a_listed_tool_may_be_asked_something_else() {
    let asks = |first: &str, then: &str| asks_else(&call(first, "1", None), &call(then, "1", None));
    let first = r#"{"base":"SEK","quote":"PLN"}"#;
    assert_eq!(asks(first, r#"{"quote":"PLN","base":"SEK"}"#), None);
    assert_eq!(asks(first, r#"{"from":"SEK","to":"PLN","day":1}"#), None, "the same under other names");
    assert_eq!(asks(first, r#"{"base":"GBP","quote":"PLN"}"#).unwrap(), "with other arguments (base: GBP, not SEK)");
    assert_eq!(asks(first, r#"{"pair":"SEKPLN"}"#).unwrap(), "with other arguments");
    assert_eq!(
        asks(r#"{"a":1,"b":2,"c":3}"#, r#"{"a":4,"b":5,"c":6}"#).unwrap(),
        "with other arguments (a: 4, not 1; b: 5, not 2; 1 more)"
    );
}
