use super::*;
use crate::domain::json::read;
use crate::format::registry::from_json;
use crate::review::{Day, Edit, Journal, Moment, Signature, Subject, Verdict};

#[test]
fn what_was_accepted_and_edited_stays() {
    let rules: Vec<String> = ["a", "b", "c", "d", "e", "f"]
        .iter()
        .map(|path| format!(r#"{{"class":"category","path":"{path}","expected":["x"]}}"#))
        .collect();
    let text = format!(
        r#"{{"format":"vidimus.registry/1","note":1,"tools":{{"empty":{{}},"get":{{"samples":7,"invariants":[{}]}}}}}}"#,
        rules.join(",")
    );
    let registry = from_json(&read(&text).unwrap().value).unwrap();
    let by = Signature { author: "Mia".into(), at: Moment::of_unix(0) };
    let tool = ToolName::from("get");
    let mut journal = Journal::default();
    let until = Day::parse("2027-01-01").unwrap();
    for (place, verdict) in [
        (0, Verdict::Accepted),
        (1, Verdict::Rejected),
        (2, Verdict::Edited(Edit::AddValues(vec!["y".into()]))),
        (3, Verdict::Waived { until: until.clone() }),
        (4, Verdict::Waived { until: Day::parse("2026-01-01").unwrap() }),
    ] {
        let subject = Subject::new(&tool, &registry.tools[&tool].invariants[place]);
        let decision = journal.judge(subject, verdict, "because", &by).unwrap();
        journal.take([decision]);
    }
    let review = Review::of(&registry, &[], &journal, &until);
    let left = |default| {
        let outcome = outcome(&registry, &review, default);
        assert_eq!(outcome.by_default.len(), 2, "one waiver is over, one was never judged");
        assert_eq!((outcome.registry.tools.len(), outcome.registry.tools[&tool].samples), (2, 7));
        let rules = outcome.registry.tools[&tool].invariants.iter();
        rules.map(|rule| format!("{} {:?}", rule.path, rule.expected)).collect::<Vec<_>>().join("; ")
    };
    let stays = r#"a Values(["x"]); c Values(["x", "y"])"#;
    assert_eq!(left(Default::LeaveOut), stays);
    assert_eq!(left(Default::Keep), format!(r#"{stays}; e Values(["x"]); f Values(["x"])"#));
}
