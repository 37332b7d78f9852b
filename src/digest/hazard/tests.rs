//! The classes of SPEC 3 by family, and what the calls of hand-written episodes say of each other.

use super::*;
use crate::digest::{Context, Happened, ReceiptDigest, digest};
use crate::domain::episode::Record;
use crate::format::record::parse_record;
use crate::recovery::NextAction;

/// The table of the issue, by hand.
#[test]
fn every_code_has_its_family() {
    for (code, family) in [
        ("missing_learned_field", "specification-drift"),
        ("unexpected_field", "specification-drift"),
        ("learned_type_mismatch", "specification-drift"),
        ("nonpositive_value", "output-drift"),
        ("unseen_category", "output-drift"),
        ("learned_echo_mismatch", "output-drift"),
        ("date_order_broken", "output-drift"),
        ("affine_relation_broken", "output-drift"),
        ("explicit_error", "execution-failure"),
    ] {
        assert_eq!(Family::of(Class::from_code(code).unwrap(), None).name(), family, "{code}");
    }
    assert_eq!(Family::of(Class::NoError, Some(ErrorKind::Refused)), Family::InvocationError);
    assert_eq!(Family::of(Class::NoError, Some(ErrorKind::Failed)), Family::ExecutionFailure);
}

/// A call of `tool` with arguments of that hash.
fn call(tool: &str, arguments: u64, error: Option<ErrorKind>, codes: Option<&[&str]>) -> CallDigest {
    let receipt = codes.map(|codes| ReceiptDigest {
        schema: None,
        codes: codes.iter().map(|code| (*code).into()).collect(),
        recovery_tools: None,
        next: NextAction::None,
    });
    CallDigest { tool: tool.into(), arguments, result: Some(0), error, receipt, fault: None }
}

fn told(calls: Vec<CallDigest>) -> Vec<(usize, bool, &'static str, &'static str)> {
    let episode = EpisodeDigest { calls, ..EpisodeDigest::default() };
    let told = |it: &Hazard| (it.step.0, it.explicit, it.lasting.name(), it.family.name());
    hazards(&episode, None).iter().map(told).collect()
}

#[test]
fn a_later_equal_call_tells_whether_it_lasts() {
    let broken = || call("a", 1, None, Some(&["nonpositive_value"]));
    let fine = || call("a", 1, None, None);
    assert_eq!(told(vec![broken(), call("a", 2, None, None)]), [(0, false, "unknown", "output-drift")]);
    assert_eq!(told(vec![broken(), call("b", 1, None, None)]), [(0, false, "unknown", "output-drift")]);
    assert_eq!(told(vec![broken(), fine()]), [(0, false, "transient", "output-drift")]);
    assert_eq!(
        told(vec![broken(), broken()]),
        [(0, false, "permanent", "output-drift"), (1, false, "unknown", "output-drift")]
    );
    assert_eq!(
        told(vec![broken(), broken(), fine()]),
        [(0, false, "transient", "output-drift"), (1, false, "transient", "output-drift")]
    );
    let lost = CallDigest { result: None, ..fine() };
    assert_eq!(told(vec![broken(), lost]), [(0, false, "unknown", "output-drift")], "it never returned");
}

#[test]
fn an_error_comes_before_what_a_receipt_names_and_a_caution_names_nothing() {
    assert_eq!(
        told(vec![
            call("a", 1, Some(ErrorKind::Refused), None),
            call("a", 2, Some(ErrorKind::Failed), Some(&["explicit_error"])),
            call("a", 3, None, Some(&[])),
            call("a", 4, None, Some(&["their_code", "unexpected_field"])),
        ]),
        [
            (0, true, "unknown", "invocation-error"),
            (1, true, "unknown", "execution-failure"),
            (2, false, "unknown", "unnamed"),
            (3, false, "unknown", "specification-drift"),
        ]
    );
}

#[test]
fn what_a_replay_fires_counts_where_nothing_was_recorded() {
    let episode =
        EpisodeDigest { calls: vec![call("a", 1, None, None), call("a", 1, None, None)], ..EpisodeDigest::default() };
    let first = |step: Step| if step.0 == 0 { vec![Class::Echo] } else { Vec::new() };
    let found = hazards(&episode, Some(&first));
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].lasting, found[0].family), (Lasting::Transient, Family::OutputDrift));
    let both = |_: Step| vec![Class::Echo];
    assert_eq!(hazards_at(&episode, Step(0), Some(&both))[0].lasting, Lasting::Permanent);
    assert_eq!(hazards(&episode, None), []);
}

#[test]
fn substitutes_that_disagree_are_a_hazard_of_the_later_call() {
    let receipt = r#""receipt":{"status":"inconsistent","violations":[],"admissible_recovery_tools":["b"]}"#;
    let lines = [
        format!(r#"{{"kind":"call","episode":"e","tool":"a","arguments":{{"x":1}},"result":{{"price":1,"source":"A","day":{{"low":2}}}},{receipt}}}"#),
        r#"{"kind":"call","episode":"e","tool":"b","arguments":{"x":1.0},"result":{"price":1.0,"source":"B","day":{"low":3}}}"#.to_owned(),
        r#"{"kind":"call","episode":"e","tool":"b","arguments":{"x":2},"result":{"price":9}}"#.to_owned(),
        r#"{"kind":"call","episode":"e","tool":"c","arguments":{"x":1},"result":{"price":7}}"#.to_owned(),
    ];
    let records: Vec<Record> = lines.iter().map(|line| parse_record(line.as_bytes()).unwrap()).collect();
    let episode = digest(records.iter().map(Happened::from), &Context::default());
    assert_eq!(episode.conflicts.len(), 1, "{:?}", episode.conflicts);
    let conflict = &episode.conflicts[0];
    assert_eq!((conflict.first, conflict.second, &*conflict.path), (Step(0), Step(1), "day.low"));
    assert_eq!(conflict.values, ("2".into(), "3".into()));
    let found: Vec<_> = hazards(&episode, None).iter().map(|it| (it.step.0, it.family)).collect();
    assert_eq!(found, [(0, Family::Unnamed), (1, Family::CrossSourceConflict)]);
}

/// Two sources asked the same in turn, again and again, with another answer each time: as many conflicts as there are
/// pairs of their answers while these are few, and no more than a number for each answer where they are many.
#[test]
fn a_loop_over_two_sources_has_conflicts_in_proportion_to_its_calls() {
    let conflicts = |calls: usize| {
        let receipt = r#","receipt":{"status":"inconsistent","violations":[],"admissible_recovery_tools":["b"]}"#;
        let call = |at: usize| {
            let (tool, receipt) = if at.is_multiple_of(2) { ("a", receipt) } else { ("b", "") };
            format!(
                r#"{{"kind":"call","episode":"e","tool":"{tool}","arguments":{{}},"result":{{"n":{at}}}{receipt}}}"#
            )
        };
        let records: Vec<Record> = (0..calls).map(|at| parse_record(call(at).as_bytes()).unwrap()).collect();
        digest(records.iter().map(Happened::from), &Context::default()).conflicts.len()
    };
    // Each call against all those of the other tool before it: 0 + 1 + 1 + 2 + 2 + 3, and so on.
    assert_eq!([2, 3, 4, 5, 6].map(conflicts), [1, 2, 4, 6, 9]);
    assert_eq!(conflicts(100), 2500);
    // Of the hundred before a call, fifty are of the other tool.
    assert_eq!(conflicts(3000) - conflicts(2000), 1000 * 50);
}

#[test]
fn what_it_calls_for_is_a_sentence_of_one_kind_each() {
    for family in Family::ALL {
        for lasting in Lasting::ALL {
            let hazard = Hazard { step: Step(0), explicit: false, lasting, told_by: None, family };
            assert!(hazard.calls_for().starts_with("calls for "), "{family} {lasting:?}");
            assert!(!hazard.says().is_empty());
        }
    }
}

/// A frame asks for one call: that must be what the whole episode says of it, without looking at the calls before.
#[test]
fn one_call_says_what_the_episode_says_of_it() {
    let calls = vec![
        call("a", 1, None, Some(&["unseen_category"])),
        call("b", 2, Some(ErrorKind::Refused), None),
        call("a", 1, None, None),
        call("b", 2, Some(ErrorKind::Failed), None),
        call("c", 3, None, None),
    ];
    let mut episode = EpisodeDigest { calls, ..EpisodeDigest::default() };
    episode.conflicts.push(crate::digest::Conflict {
        first: Step(0),
        second: Step(2),
        path: "p".into(),
        values: ("1".into(), "2".into()),
    });
    let asked = std::cell::RefCell::new(Vec::new());
    let fires = |step: Step| {
        asked.borrow_mut().push(step.0);
        if step == Step(4) { vec![Class::Positive] } else { Vec::new() }
    };
    let all = hazards(&episode, Some(&fires));
    assert_eq!(all.iter().map(|it| it.step.0).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    for step in (0..5).map(Step) {
        asked.borrow_mut().clear();
        let here: Vec<Hazard> = all.iter().filter(|it| it.step == step).copied().collect();
        assert_eq!(hazards_at(&episode, step, Some(&fires)), here);
        assert!(asked.borrow().iter().all(|at| *at >= step.0), "{step:?} asked {:?}", asked.borrow());
    }
}
