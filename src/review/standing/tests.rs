use proptest::prelude::*;

use super::*;
use crate::domain::invariant::Expected;
use crate::domain::json::read;
use crate::format::registry::from_json;
use crate::review::edit::Edit;
use crate::review::journal;
use crate::review::{Moment, Signature};

/// A registry of one tool with a category of these values, and a positive number.
fn registry(values: &str) -> Registry {
    let text = format!(
        r#"{{"format":"vidimus.registry/1","tools":{{"get":{{"invariants":[
            {{"class":"positive","path":"price","support":9}},
            {{"class":"category","path":"status","expected":{values},"support":9}}]}}}}}}"#
    );
    from_json(&read(&text).unwrap().value).unwrap()
}

fn day(text: &str) -> Day {
    Day::parse(text).unwrap()
}

fn by() -> Signature {
    Signature { author: "Mia".into(), at: Moment::of_unix(0) }
}

fn judge(journal: &mut Journal, registry: &Registry, place: usize, verdict: Verdict, reason: &str) {
    let (tool, contract) = registry.tools.iter().next().unwrap();
    let subject = Subject::new(tool, &contract.invariants[place]);
    let decision = journal.judge(subject, verdict, reason, &by()).unwrap();
    journal.take([decision]);
}

fn names(review: &Review) -> Vec<&'static str> {
    review.rows.iter().map(|row| row.standing.name()).collect()
}

#[test]
fn a_remine_keeps_what_is_the_same_and_brings_back_what_changed() {
    let (old, new) = (registry(r#"["a"]"#), registry(r#"["a","b"]"#));
    let mut journal = Journal::default();
    judge(&mut journal, &old, 0, Verdict::Accepted, "");
    judge(&mut journal, &old, 1, Verdict::Rejected, "odd");
    let today = day("2026-11-30");
    assert_eq!(names(&Review::of(&old, &[], &journal, &today)), ["accepted", "rejected"]);
    let review = Review::of(&new, &[], &journal, &today);
    assert_eq!(names(&review), ["accepted", "changed"]);
    let judged = review.rows[1].standing.judged().unwrap();
    assert_eq!(judged.rule.expected, old.tools["get"].invariants[1].expected);
    assert_eq!(review.count(), Count { all: 2, left: 1 });
    assert_eq!(review.by_class()[&Class::Category], Count { all: 1, left: 1 });
    assert_eq!(review.by_tool()["get"], Count { all: 2, left: 1 });
    // Judged anew, and mined back: each content has its own decision.
    judge(&mut journal, &new, 1, Verdict::Accepted, "");
    assert_eq!(names(&Review::of(&new, &[], &journal, &today)), ["accepted", "accepted"]);
    assert_eq!(names(&Review::of(&old, &[], &journal, &today)), ["accepted", "rejected"]);
}

#[test]
fn what_vanished_is_an_orphan_unless_another_fold_has_it() {
    let whole = registry(r#"["a"]"#);
    let mut less = whole.clone();
    less.tools.get_mut("get").unwrap().invariants.truncate(1);
    let mut journal = Journal::default();
    judge(&mut journal, &whole, 1, Verdict::Accepted, "");
    let today = day("2026-11-30");
    let review = Review::of(&less, &[], &journal, &today);
    assert_eq!(review.orphans.len(), 1);
    assert_eq!(review.orphans[0].decision.subject().unwrap().rule.path.to_string(), "status");
    assert!(Review::of(&less, &[&whole], &journal, &today).orphans.is_empty());
    assert!(Review::of(&whole, &[], &journal, &today).orphans.is_empty());
}

#[test]
fn a_waiver_holds_through_its_last_day() {
    let registry = registry(r#"["a"]"#);
    let mut journal = Journal::default();
    judge(&mut journal, &registry, 0, Verdict::Waived { until: day("2026-11-30") }, "the vendor mends it");
    let on = |today: &str| names(&Review::of(&registry, &[], &journal, &day(today)))[0];
    assert_eq!((on("2026-11-30"), on("2026-12-01")), ("waived", "waiver_over"));
    assert_eq!(Review::of(&registry, &[], &journal, &day("2026-12-01")).count().left, 2);
}

#[test]
fn comments_decide_nothing_and_edits_give_their_result() {
    let registry = registry(r#"["a"]"#);
    let mut journal = Journal::default();
    judge(&mut journal, &registry, 0, Verdict::Comment, "why?");
    judge(&mut journal, &registry, 1, Verdict::Edited(Edit::AddValues(vec!["b".into()])), "");
    let review = Review::of(&registry, &[], &journal, &day("2026-11-30"));
    assert_eq!(names(&review), ["undecided", "edited"]);
    assert_eq!(review.rows[0].comments[0].reason, "why?");
    let Standing::Edited(_, result) = &review.rows[1].standing else { unreachable!() };
    assert_eq!(result.expected, Expected::Values(vec!["a".into(), "b".into()]));
}

/// One thing a reviewer does: to rule 0 or 1, or taking back the decision made so many steps ago.
#[derive(Clone, Debug)]
enum Step {
    Judge(usize, u8),
    Bulk(u8),
    UndoLast,
    Redo,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..2_usize, 0..4_u8).prop_map(|(place, verdict)| Step::Judge(place, verdict)),
        1 => (0..3_u8).prop_map(Step::Bulk),
        3 => Just(Step::UndoLast),
        1 => Just(Step::Redo),
    ]
}

fn verdict(number: u8) -> Verdict {
    match number {
        0 => Verdict::Accepted,
        1 => Verdict::Rejected,
        2 => Verdict::Waived { until: day("2027-01-01") },
        _ => Verdict::Comment,
    }
}

proptest! {
    /// The model is what every editor does: a stack of states. An undo goes one state back, a redo one forth, and
    /// whatever is done anew drops what could be redone.
    #[test]
    fn any_sequence_stands_as_in_a_stack_of_states(steps in prop::collection::vec(step(), 0..40)) {
        let registry = registry(r#"["a"]"#);
        let (tool, contract) = registry.tools.iter().next().unwrap();
        let mut journal = Journal::default();
        let (mut past, mut future) = (vec![["undecided"; 2]], Vec::new());
        for step in steps {
            let mut now = *past.last().unwrap();
            match step {
                Step::Judge(place, number) => {
                    judge(&mut journal, &registry, place, verdict(number), "because");
                    if number < 3 {
                        now[place] = ["accepted", "rejected", "waived"][number as usize];
                    }
                    past.push(now);
                    future.clear();
                }
                Step::Bulk(number) => {
                    let subjects = contract.invariants.iter().map(|rule| Subject::new(tool, rule)).collect();
                    let made = journal.judge_all(subjects, &verdict(number), "because", &by()).unwrap();
                    journal.take(made);
                    past.push([["accepted", "rejected", "waived"][number as usize]; 2]);
                    future.clear();
                }
                Step::UndoLast => match journal.last_of("Mia").cloned() {
                    None => prop_assert_eq!(past.len(), 1),
                    Some(of) => {
                        let made = journal.undo(&of, "", &by()).unwrap();
                        journal.take([made]);
                        future.push(past.pop().unwrap());
                    }
                },
                Step::Redo => match journal.last_undo_of("Mia").cloned() {
                    None => prop_assert!(future.is_empty()),
                    Some(of) => {
                        let made = journal.undo(&of, "", &by()).unwrap();
                        journal.take([made]);
                        past.push(future.pop().unwrap());
                    }
                },
            }
            let review = Review::of(&registry, &[], &journal, &day("2026-11-30"));
            prop_assert_eq!(names(&review), past.last().unwrap().to_vec());
        }
        let text = journal::header() + &journal::lines(journal.decisions().iter().map(|it| &**it));
        let again = Journal::parse(text.as_bytes()).unwrap();
        let review = Review::of(&registry, &[], &again, &day("2026-11-30"));
        prop_assert_eq!(names(&review), past.last().unwrap().to_vec());
    }
}
