//! While a rule is judged, somebody else decides on it or the miner rewrites it.

use super::desk::Desk;
use super::review::{NEW_YEAR, here, left, notice, reviewing, stand_on, written};
use super::{POSITIVE, REGISTRY, REQUIRED, UNIT, UNIT_WIDER, registry};
use vidimus::app::data::RuleRef;
use vidimus::app::review::Mark;
use vidimus::app::review::order::{Order, Ordered};
use vidimus::review::{Moment, Subject, Verdict};

/// A yes to rules that are no longer those of the question counts for nothing.
#[test]
fn a_rewrite_between_question_and_yes_decides_nothing() {
    let mut desk = reviewing();
    desk.press("A");
    let new = registry(&[("get", &[REQUIRED, UNIT_WIDER, POSITIVE])]);
    desk.read_registry(REGISTRY, "rules.json", new.as_bytes());
    assert!(notice(&desk).contains("nothing was done"), "{}", notice(&desk));
    desk.press("y");
    assert_eq!(left(&desk), 3);
    assert!(desk.reviews[&REGISTRY].decisions().is_empty());
}

/// An answer to a question about another text counts for nothing; one whose rule is as it was stays open.
#[test]
fn a_rewrite_under_an_open_question_takes_it_away_if_its_rule_is_another_one() {
    for (class, key, typed) in
        [("category", "e", "GBP"), ("category", "z", "the field moves"), ("category", "c", "why?")]
    {
        let mut desk = reviewing();
        stand_on(&mut desk, "get", class);
        desk.press(key);
        desk.type_text(typed);
        // More samples of the same rules, and one rule less that nobody asked about.
        let same = registry(&[("get", &[REQUIRED, UNIT, POSITIVE])]).replace("\"support\":20", "\"support\":21");
        desk.read_registry(REGISTRY, "rules.json", same.as_bytes());
        assert_eq!(desk.app.overlays.len(), 1, "{key}");
        let wider = registry(&[("get", &[REQUIRED, UNIT_WIDER, POSITIVE])]);
        desk.read_registry(REGISTRY, "rules.json", wider.as_bytes());
        assert!(notice(&desk).contains("nothing was decided"), "{key}: {}", notice(&desk));
        assert!(desk.app.overlays.is_empty(), "{key}");
        desk.press("<enter>");
        assert!(desk.reviews[&REGISTRY].decisions().is_empty(), "{key}");
    }
}

/// What another person decides on a rule.
fn elsewhere(desk: &mut Desk, author: &str, rule: &RuleRef, verdict: Verdict) {
    let subject = {
        let it = desk.app.review.judged().rule(rule).unwrap();
        Subject::new(&rule.tool, it)
    };
    let what = Ordered::One(Box::new(subject), verdict, String::new());
    desk.review_elsewhere(&Order { registry: REGISTRY, number: 0, author: author.into(), what });
}

fn news(desk: &Desk) -> &str {
    desk.app.news.as_deref().unwrap_or_default()
}

#[test]
fn whoever_decides_otherwise_is_told_with_what_stood_there() {
    let mut desk = reviewing();
    let rule = stand_on(&mut desk, "get", "positive");
    desk.press("a");
    desk.now = Moment::of_unix(NEW_YEAR + 36_120);
    assert!(!desk.app.review.screen.queue.rows().contains(&rule) || here(&desk) != rule);
    elsewhere(&mut desk, "ann", &rule, Verdict::Rejected);
    let said = "ann rejected what you had accepted at 00:00; the later one counts, decide again if you disagree: get: ";
    assert!(news(&desk).starts_with(said), "{}", news(&desk));
    assert_eq!(desk.app.review_mark(&rule), Mark::Rejected);
    assert!(desk.app.review.is_contested(&rule));
    // The filter would hide it: it stands in the queue until it was looked at.
    assert!(desk.app.review.screen.queue.rows().contains(&rule));
    let it = stand_on(&mut desk, "get", "positive");
    assert_eq!(it, rule);
    let card = desk.app.review.screen.card.page.as_text();
    assert!(card.contains("ann rejected what you had accepted at 00:00"), "{card}");
    assert!(desk.app.review.is_contested(&rule), "it is being looked at");
    desk.press("j");
    desk.press("k");
    assert!(!desk.app.review.is_contested(&rule));
    // Somebody takes back what was decided here.
    let other = stand_on(&mut desk, "set", "positive");
    desk.press("r");
    desk.review_elsewhere(&Order { registry: REGISTRY, number: 0, author: "ada".into(), what: Ordered::Undo });
    let said = "you, on another screen, took back what you had rejected at 10:02: set: ";
    assert!(news(&desk).starts_with(said), "{}", news(&desk));
    // The same decision is no contest, and a new one is only counted.
    elsewhere(&mut desk, "ann", &other, Verdict::Accepted);
    assert!(news(&desk).starts_with("1 decision on rules.json came from another program"), "{}", news(&desk));
}

/// Both at once: what the other one wrote comes with the answer to the own decision.
#[test]
fn the_later_of_two_decisions_at_once_counts_and_the_other_is_told() {
    let mut desk = reviewing();
    let rule = here(&desk);
    let it = desk.app.review.judged().rule(&rule).unwrap();
    let what = Ordered::One(Box::new(Subject::new(&rule.tool, it)), Verdict::Rejected, String::new());
    let order = Order { registry: REGISTRY, number: 0, author: "ann".into(), what };
    let journal = desk.reviews.entry(REGISTRY).or_default();
    let decisions = order.decisions(journal, Moment::of_unix(NEW_YEAR)).unwrap();
    journal.take(decisions);
    desk.press("a");
    assert_eq!(desk.app.review_mark(&rule), Mark::Accepted);
    assert_eq!(news(&desk), "ann had rejected it at 00:00; your decision is the later one and counts");
}

#[test]
fn a_line_that_was_cut_is_told_at_once() {
    let mut desk = reviewing();
    desk.press("a r");
    let journal = &desk.reviews[&REGISTRY];
    let decisions: Vec<_> = journal.decisions().iter().map(|it| (**it).clone()).collect();
    let whole = format!("{}{}", vidimus::review::journal::header(), vidimus::review::journal::lines(&decisions));
    desk.review_bytes(REGISTRY, whole.get(..whole.len() - 20).unwrap().as_bytes());
    assert!(news(&desk).contains("the last line was not written to its end"), "{}", news(&desk));
    assert_eq!(left(&desk), 5);
    desk.review_bytes(REGISTRY, whole.as_bytes());
    assert_eq!(left(&desk), 4);
    // Cut a second time, it is told a second time; cut at the end of a line, too.
    desk.review_bytes(REGISTRY, whole.get(..whole.len() - 20).unwrap().as_bytes());
    assert!(news(&desk).contains("the last line was not written to its end"), "{}", news(&desk));
    desk.review_bytes(REGISTRY, vidimus::review::journal::header().as_bytes());
    assert!(
        news(&desk).contains("1 decision on rules.json that stood in its review before is gone"),
        "{}",
        news(&desk)
    );
}

#[test]
fn a_key_that_was_meant_for_a_dropped_question_does_nothing() {
    let mut desk = reviewing();
    let other = registry(&[("get", &[POSITIVE, UNIT_WIDER])]);
    desk.press("A");
    desk.read_registry(REGISTRY, "rules.json", other.as_bytes());
    assert!(notice(&desk).contains("the question about all of them was dropped"), "{}", notice(&desk));
    desk.press("y");
    assert_eq!(desk.copied, Vec::<String>::new());
    assert!(notice(&desk).contains("that key did nothing"), "{}", notice(&desk));
    desk.press("y");
    assert_eq!(desk.copied.len(), 1, "the next one is a key again");
    assert!(desk.reviews[&REGISTRY].decisions().is_empty());
    // So with what is being typed: none of it is a key of the screen.
    stand_on(&mut desk, "get", "category");
    desk.press("z");
    desk.type_text("2027-01-01 bec");
    desk.read_registry(REGISTRY, "rules.json", super::rules().as_bytes());
    desk.type_text("ause of an error");
    assert!(desk.reviews[&REGISTRY].decisions().is_empty() && desk.app.overlays.is_empty());
    desk.press("<enter>a");
    assert_eq!(written(&desk, REGISTRY), ["accept"]);
}
