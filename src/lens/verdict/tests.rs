use std::collections::BTreeMap;

use super::*;
use crate::domain::json::{Object, read};
use crate::domain::registry::Seal;
use crate::format::registry::from_json;
use crate::lens::queue::{self, chosen, entries};
use crate::page::Format;
use crate::query::rule::{RuleFilter, Sort};
use crate::review::suspicion::suspicions;
use crate::review::{Day, Journal, Moment, Review, Signature, Subject};

fn registry(values: &str) -> Registry {
    let text = format!(
        r#"{{"format":"vidimus.registry/1","tools":{{"get":{{"samples":40,"invariants":[
        {{"class":"stable_type","path":"status","support":20,"expected":["string"]}},
        {{"class":"category","path":"status","support":9,"expected":{values}}}]}}}}}}"#
    );
    from_json(&read(&text).unwrap().value).unwrap()
}

#[test]
fn a_card_tells_both_versions_of_what_has_changed() {
    let (old, new) = (registry(r#"["a"]"#), registry(r#"["a","b"]"#));
    let tool = old.tools.keys().next().unwrap();
    let by = Signature { author: "Mia".into(), at: Moment::of_unix(1_796_008_796) };
    let mut journal = Journal::default();
    let subject = Subject::new(tool, &old.tools[tool].invariants[1]);
    for (verdict, reason) in [(Verdict::Accepted, "as documented"), (Verdict::Comment, "ask the vendor")] {
        let decision = journal.judge(subject.clone(), verdict, reason, &by).unwrap();
        journal.take([decision]);
    }
    let today = Day::parse("2026-11-30").unwrap();
    let review = Review::of(&new, &[], &journal, &today);
    let suspicions = suspicions(&new, &[], &BTreeMap::new());
    let entries = entries(&review, &suspicions, &[], &BTreeMap::new());
    let known = |id: &InvariantId| {
        let key = (new.tools.keys().next().unwrap().clone(), id.clone());
        Known::of(&key, &new, &review, &suspicions, &entries)
    };
    let other = |id: &InvariantId| known(id).map(|it| (it.rule, Mark::of(&it.row.standing)));
    let known_one = known(&review.rows[1].id).unwrap();
    let told = Told {
        known: known_one,
        registry: &new,
        other: &other,
        is_saving: false,
        is_frozen: false,
        contest: None,
        drift: None,
    };
    let (card, leads) = card(&told, |page| page.push(Kind::Item, vec![cleanly(known_one.entry)]));
    // The rule itself, and the one that follows from it.
    assert!(matches!(leads.as_slice(), [Lead::Rule, Lead::Other(id)] if *id == review.rows[0].id), "{leads:?}");
    let card = card.as_text();
    for says in [
        "status is one of a, b\n",
        "held in all 9 clean samples that reached it, of 40 of the tool; such a rule at a field of such a name needs 8",
        "0 of 9 broken: the true rate may be up to 28 %",
        "9 samples, 1 more than the 8 that such a rule needs",
        "What follows from it (on screen + accepts all of it)\n  status is text (undecided)",
        "to be decided again: it has changed since it was accepted by Mia on 2026-11-30: as documented",
        "before: status is always a",
        "now:    status is one of a, b",
        "clean: broken on 0 of 0 calls; without folds",
        "ask the vendor (Mia, 2026-11-30)",
    ] {
        assert!(card.contains(says), "{says} in\n{card}");
    }
    let shown = |filter: &str, sort: Sort| {
        let order = suspicions.order().iter();
        let all = order.filter_map(|key| Known::of(key, &new, &review, &suspicions, &entries));
        chosen(all, &RuleFilter::parse(filter).unwrap(), sort)
    };
    let classes =
        |filter: &str, sort| -> Vec<&str> { shown(filter, sort).iter().map(|known| known.row.class.name()).collect() };
    assert_eq!(classes("", Sort::Suspicion), ["category", "stable_type"], "the folded one behind its head");
    assert_eq!(classes("", Sort::Tool), ["stable_type", "category"], "as the registry has them");
    assert_eq!(classes("", Sort::Support), ["category", "stable_type"], "9 before 20");
    assert_eq!(classes("standing:changed", Sort::Suspicion), ["category"]);
    assert_eq!(classes("comment:*vendor* author:mia", Sort::Suspicion), ["category"]);
    assert_eq!(classes("support>9 -under:", Sort::Suspicion), ["stable_type"]);
    // Nothing was tried on a call, and there are no folds: neither is known.
    assert_eq!(classes("fires: folds: implied>0", Sort::Suspicion), ["category"]);
    assert_eq!(classes("fires<1", Sort::Suspicion), [""; 0]);
    let json = queue::table(&shown("left:yes", Sort::Suspicion), &review).print(Format::Json);
    assert!(json.contains(r#""left":2,"standings":{"changed":1,"undecided":1},"orphans":0"#), "{json}");
}

/// Whoever signed the rule did not sign what stands there now.
#[test]
fn a_rule_that_was_changed_under_the_seal_is_nobodys() {
    let mut registry = registry(r#"["a"]"#);
    let (tool, rule) =
        (registry.tools.keys().next().unwrap().clone(), registry.tools.values().next().unwrap().invariants[1].clone());
    let mut sealed_as = |hash: &str| {
        let manifest = read(&format!(
            r#"{{"invariants":[{{"tool":"get","invariant":{{"id":"{}"}},"sha256":"{hash}","standing":"accepted",
            "decision":{{"by":"Rosa","at":"2026-11-30T09:00:00Z"}},"reason":"as documented"}}]}}"#,
            rule.id
        ));
        let manifest = manifest.unwrap().value.as_object().unwrap().clone();
        registry.seal = Some(Seal { manifest, sha256: String::new(), extra: Object::new() });
        sealed(&registry, &tool, &rule.id).0
    };
    assert_eq!(sealed_as(&rule_hash(&rule)), "frozen: accepted by Rosa on 2026-11-30: as documented");
    let other = rule_hash(&self::registry(r#"["b"]"#).tools.values().next().unwrap().invariants[1]);
    let said = "this is not the rule that was sealed; that one was accepted by Rosa on 2026-11-30: as documented";
    assert_eq!(sealed_as(&other), said);
}
