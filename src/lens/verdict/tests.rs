use std::collections::BTreeMap;

use super::*;
use crate::domain::json::read;
use crate::format::registry::from_json;
use crate::lens::queue;
use crate::page::Format;
use crate::review::suspicion::suspicions;
use crate::review::{Day, Journal, Moment, Signature, Subject};

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
    let card = page(&new, &review, &suspicions, &review.rows[1]).unwrap().as_text();
    for says in [
        "status is one of a, b.",
        "It stands on 9 of the 40 samples of get; such a rule needs 8.",
        "0 of 9 broken: the true rate may be up to 28 %",
        "9 samples, 1 more than the 8 that such a rule needs",
        "Who believes it, believes 1 more rule",
        "status is text (stable_type, undecided)",
        "to be decided again: it has changed since it was accepted by Mia on 2026-11-30: as documented",
        "judged then: status is always a",
        "here now: status is one of a, b",
        "Mia said: ask the vendor (2026-11-30T03:19:56Z)",
    ] {
        assert!(card.contains(says), "{says} in\n{card}");
    }
    let csv = queue::table(&new, &review, &suspicions, false).print(Format::Csv);
    let rows: Vec<&str> = csv.lines().skip(1).map(|line| line.split(',').nth(2).unwrap()).collect();
    assert_eq!(rows, ["category", "stable_type"], "the folded one behind its head");
    let json = queue::table(&new, &review, &suspicions, false).print(Format::Json);
    assert!(json.contains(r#""left":2,"standings":{"changed":1,"undecided":1},"orphans":0"#), "{json}");
}
