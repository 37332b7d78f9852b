//! The audit on a handful of calls, counted by hand.

use std::collections::BTreeMap;

use super::*;
use crate::contract::{Basis, Checker, Hop, MineOptions, Observation, mine_tool};
use crate::domain::class::Class;
use crate::domain::ids::{EpisodeId, Step, ToolName};
use crate::domain::json::{Json, JsonType, read};

fn json(text: &str) -> Json {
    read(text).unwrap().value
}

/// A contract learned from such results, and what an audit of others with it finds.
fn audited(learned: &[&str], results: &[&str], plan: Plan) -> Audit {
    audited_without(&[], learned, results, plan)
}

/// The same after rules of these classes were rejected.
fn audited_without(rejected: &[Class], learned: &[&str], results: &[&str], plan: Plan) -> Audit {
    let tool = ToolName::from("get");
    let none = json("{}");
    let learned: Vec<Json> = learned.iter().map(|text| json(text)).collect();
    let calls: Vec<Observation<'_>> = learned.iter().map(|result| Observation { arguments: &none, result }).collect();
    let mined = mine_tool(&tool, &calls, &MineOptions::default());
    let mut contract = mined.clone();
    contract.invariants.retain(|rule| !rejected.contains(&rule.class));
    let results: Vec<Json> = results.iter().map(|text| json(text)).collect();
    let mut gathered = Gathered::default();
    for result in &results {
        gathered.add(&none, result);
    }
    let mut auditor = Auditor::new(plan, BTreeMap::from([(tool.clone(), gathered.material(&tool))]));
    let (checker, before) = (Checker::new(&tool, &contract), Checker::new(&tool, &mined));
    let before = (!rejected.is_empty()).then_some(Before { checker: &before, contract: &mined });
    let judge = Judge { checker: &checker, contract: &contract, basis: Basis::HeldOut, before };
    for (place, result) in results.iter().enumerate() {
        let episode = EpisodeId::from(format!("e{place}"));
        let subject = Subject { episode: &episode, step: Step(0), tool: &tool, arguments: &none, result };
        auditor.audit(subject, Some(judge), &mut |_| {});
    }
    auditor.finish()
}

fn plan(fault: Fault, per_call: u64) -> Plan {
    Plan { seed: 1, per_call, faults: vec![fault] }
}

/// Two values can flip: however often the seed is asked, there are two faults, and both are caught.
#[test]
fn the_same_fault_is_not_counted_twice() {
    let learned = [r#"{"a":1,"b":true}"#, r#"{"a":2,"b":true}"#, r#"{"a":3,"b":true}"#];
    let audit = audited(&learned, &learned[..1], plan(Fault::TypeFlip, 60));
    let recall = &audit.recall[0];
    assert_eq!((recall.caught.hits, recall.caught.of), (2, 2));
    assert_eq!(recall.by_class, BTreeMap::from([(Class::StableType, 2)]));
    assert!(audit.gaps.is_empty());
}

/// The price is 0 in the clean result: the rule on it is broken with and without the fault, which counts as missed.
#[test]
fn what_the_clean_result_breaks_is_no_catch() {
    let learned: Vec<String> = (1..=5).map(|price| format!(r#"[{{"price":{price}}}]"#)).collect();
    let learned: Vec<&str> = learned.iter().map(String::as_str).collect();
    let audit = audited(&learned, &[r#"[{"price":0},{"price":7}]"#], plan(Fault::NonPositiveValue, 9));
    assert_eq!(audit.clean.total, Outcomes { all: 1, covered: 1, explicit: 0, silent: 1 });
    let recall = &audit.recall[0];
    assert_eq!((recall.caught.hits, recall.caught.of), (0, 2), "7 becomes 0 or -7");
    let whys: Vec<(String, Why)> = audit.gaps.iter().map(|gap| (gap.path.to_string(), gap.why)).collect();
    assert_eq!(whys, [("[].price".to_owned(), Why::AlreadyBroken(Class::Positive))]);
}

#[test]
fn explicit_errors_are_apart_and_no_place_for_a_fault() {
    let learned = [r#"{"a":1}"#, r#"{"a":2}"#, r#"{"a":3}"#];
    let audit = audited(&learned, &[r#"{"error":"gone"}"#, r#"{"a":"x"}"#, r#"{"a":4}"#], plan(Fault::MissingField, 1));
    assert_eq!(audit.clean.total, Outcomes { all: 3, covered: 3, explicit: 1, silent: 1 });
    assert_eq!(audit.recall[0].ineligible, BTreeMap::from([(Ineligible::ExplicitError, 1)]));
    assert_eq!(audit.recall[0].caught.of, 2);
    let of = |class| audit.clean.by_class.get(&class).copied();
    assert_eq!(of(Class::NoError), Some(CodeCount { outcomes: 1, violations: 1 }));
    assert_eq!(of(Class::StableType), Some(CodeCount { outcomes: 1, violations: 1 }));
}

/// Why each of these is missed, with the rule that is not there.
#[test]
fn a_missed_fault_is_told_with_its_reason() {
    let few: Vec<String> = (0..7).map(|n| format!(r#"{{"state":"{}","n":{n}}}"#, ["on", "off"][n % 2])).collect();
    let names: Vec<String> = (0..60)
        .map(|n| format!(r#"{{"town":"{}","n":{}}}"#, "abcdefghijklmnopqrst".get(n % 20..=n % 20).unwrap(), n % 3))
        .collect();
    let why = |learned: &[String], fault| {
        let learned: Vec<&str> = learned.iter().map(String::as_str).collect();
        let audit = audited(&learned, &learned, plan(fault, 1));
        audit.gaps.first().map(|gap| (gap.path.to_string(), gap.why))
    };
    let at = |path: &str, why| Some((path.to_owned(), why));
    assert_eq!(why(&few, Fault::OutOfSetCategory), at("state", Why::FewSamples(Class::Category, 8)));
    assert_eq!(why(&names, Fault::OutOfSetCategory), at("town", Why::ManyValues));
    assert_eq!(why(&names, Fault::NonPositiveValue), at("n", Why::NotAlways(Class::Positive)));
    assert_eq!(why(&few, Fault::MissingField), None);
    let texts = ["\"a b\"", "\"c d\"", "\"e f\""].map(str::to_owned);
    assert_eq!(why(&texts, Fault::ErrorPageAsPayload), at("$", Why::PlainText));
}

/// The rule on the price held in every sample and would have caught each fault.
#[test]
fn what_a_rejected_rule_would_have_caught_is_told_by_the_rejection() {
    let learned: Vec<String> = (1..=9).map(|price| format!(r#"{{"price":{price}}}"#)).collect();
    let learned: Vec<&str> = learned.iter().map(String::as_str).collect();
    let caught = |audit: &Audit| (audit.recall[0].caught.hits, audit.recall[0].caught.of);
    let whys = |audit: &Audit| audit.gaps.iter().map(|gap| (gap.path.to_string(), gap.why)).collect::<Vec<_>>();
    let plan = || plan(Fault::NonPositiveValue, 1);
    let with = audited(&learned, &learned, plan());
    assert_eq!((caught(&with), whys(&with)), ((9, 9), vec![]));
    let without = audited_without(&[Class::Positive], &learned, &learned, plan());
    assert_eq!(caught(&without), (0, 9));
    assert_eq!(whys(&without), [("price".to_owned(), Why::LeftOut(Class::Positive))]);
}

#[test]
fn a_fault_in_a_map_is_told_as_one() {
    let learned: Vec<String> = (0..20).map(|n| format!(r#"{{"stock":{{"k{}":1,"k{}":2}}}}"#, n, n + 1)).collect();
    let learned: Vec<&str> = learned.iter().map(String::as_str).collect();
    let audit = audited(&learned, &learned, plan(Fault::MissingField, 60));
    let gaps: Vec<_> = audit.gaps.iter().map(|gap| (gap.path.to_string(), gap.why, gap.count())).collect();
    assert_eq!(gaps, [("stock{}".to_owned(), Why::MapLike, 40)]);
    assert_eq!((audit.recall[0].caught.hits, audit.recall[0].caught.of), (20, 60));
}

/// Whoever looks at which call: the sums are the same, of helpers who found nothing as well.
#[test]
fn helpers_find_together_what_one_finds_alone() {
    let tool = ToolName::from("get");
    // The eighth is an explicit error, and in one of the later ones a number has become a list.
    let number = |n: usize| if n == 31 { "[]".to_owned() } else { n.to_string() };
    let rest = |n: usize| format!(r#""state":"{}","error":{}"#, ["on", "off"][n % 2], n == 7);
    let text = |n: usize| format!(r#"{{"id":"x{n}","n":{},{}}}"#, number(n), rest(n));
    let results: Vec<Json> = (0..40).map(|n| json(&text(n))).collect();
    let none = json("{}");
    let calls: Vec<_> = results[..9].iter().map(|result| Observation { arguments: &none, result }).collect();
    let contract = mine_tool(&tool, &calls, &MineOptions::default());
    let checker = Checker::new(&tool, &contract);
    let judge = Judge { checker: &checker, contract: &contract, basis: Basis::HeldOut, before: None };
    let found = |shares: usize| {
        let mut parts: Vec<Gathered> = vec![Gathered::default(); shares];
        results.iter().enumerate().for_each(|(n, result)| parts[n % shares].add(&none, result));
        let mut gathered = parts.pop().unwrap();
        for part in parts {
            gathered.join(part);
        }
        let applied = Applied { sha256: String::new(), rejected: 0, waived: 0, edited: 0, left: 0 };
        let auditor = Auditor::new(Plan::default(), BTreeMap::from([(tool.clone(), gathered.material(&tool))]));
        let mut auditor = auditor.with(Some(applied));
        let mut helpers = vec![auditor.helper(); shares];
        for (n, result) in results.iter().enumerate() {
            let episode = EpisodeId::from(format!("e{n}"));
            let subject = Subject { episode: &episode, step: Step(n), tool: &tool, arguments: &none, result };
            helpers[n % shares].audit(subject, Some(judge).filter(|_| n % 5 > 0), &mut |_| {});
        }
        for helper in helpers {
            auditor.join(helper);
        }
        auditor.leave_out(3);
        auditor.finish()
    };
    let alone = found(1);
    assert_eq!((alone.clean.total.all, alone.clean.total.covered, alone.clean.left_out), (40, 32, 3));
    assert!(alone.clean.total.explicit > 0 && alone.clean.total.silent > 0 && !alone.gaps.is_empty());
    assert_eq!(alone.applied.as_ref().unwrap().1, alone.clean.total);
    for shares in [2, 3, 41] {
        assert_eq!(format!("{:?}", found(shares)), format!("{alone:?}"), "{shares} shares");
    }
}

/// More results than are kept, forwards and backwards.
#[test]
fn what_is_gathered_does_not_hang_on_the_order() {
    let texts: Vec<String> = (0..1500).map(|n| format!(r#"{{"id":"x{n}"}}"#)).collect();
    let values = |texts: &mut dyn Iterator<Item = &String>| {
        let mut gathered = Gathered::default();
        texts.for_each(|text| gathered.add(&json("{}"), &json(text)));
        let material = gathered.material(&"get".into());
        let field = material.field(&[Hop::Key("id".into())]).unwrap();
        field.values(JsonType::String).map(ToString::to_string).collect::<Vec<_>>()
    };
    let forwards = values(&mut texts.iter());
    assert_eq!(forwards.len(), 1000);
    assert_eq!(forwards, values(&mut texts.iter().rev()));
}

/// Nothing of the contract decides where a fault goes: with none at all there are as many places.
#[test]
fn places_do_not_hang_on_the_contract() {
    let learned = [r#"{"a":1,"b":["x"]}"#, r#"{"a":2,"b":["y"]}"#, r#"{"a":3,"b":[]}"#];
    let (with, without) = (audited(&learned, &learned, Plan::default()), audited(&[], &learned, Plan::default()));
    for (one, other) in with.recall.iter().zip(&without.recall) {
        assert_eq!((one.caught.of, &one.ineligible), (other.caught.of, &other.ineligible), "{}", one.fault);
        assert_eq!(other.caught.hits, 0);
    }
}
