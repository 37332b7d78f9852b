//! A reviewer of contracts: what a notice offers holds, what is typed is what is saved, and every way out leads back.

use super::desk::Desk;
use super::review::{here, left, notice, reviewing, stand_on, written};
use super::{LEDGER, POSITIVE, REGISTRY, REQUIRED, UNIT, call, head, outcome, registry, step_at};
use vidimus::app::msg::Msg;
use vidimus::app::review::Mark;
use vidimus::app::window::View;
use vidimus::app::{Overlay, Tab};

fn view(desk: &Desk) -> Option<View> {
    desk.app.window().map(|window| window.view.clone())
}

fn input(desk: &Desk) -> String {
    match desk.app.overlays.last() {
        Some(Overlay::Ask(ask)) => ask.input.value().to_owned(),
        _ => String::new(),
    }
}

/// An undo leads to its rule, though the filter hides it.
#[test]
fn an_undo_leads_to_a_rule_that_the_filter_hides() {
    let mut desk = reviewing();
    let rule = stand_on(&mut desk, "get", "category");
    desk.press("a /tool:set<enter>");
    assert!(desk.app.review.screen.queue.rows().iter().all(|it| it.tool != rule.tool));
    desk.press("u");
    assert_eq!(here(&desk), rule);
    assert!(notice(&desk).contains("taken back") && notice(&desk).contains("the filter hid it"), "{}", notice(&desk));
    assert_eq!(desk.app.filter(), "left:yes");
    // It was remembered.
    desk.press("/ <up> <enter>");
    assert_eq!(desk.app.filter(), "left:yes tool:set");
}

/// From a line of the preview to the call, and back to the line.
#[test]
fn the_preview_is_left_for_a_call_and_come_back_to() {
    let mut desk = reviewing();
    stand_on(&mut desk, "set", "positive");
    desk.press("<space> p <tab>");
    let at = desk.app.window().unwrap().cursor();
    desk.press("<enter>");
    assert_eq!((desk.app.tab, desk.app.overlays.len()), (Tab::Episodes, 0), "the call is in sight");
    assert_eq!(step_at(&desk).1, 1);
    desk.press("<tab> <esc>");
    assert!(notice(&desk).contains("leads back to the window"), "{}", notice(&desk));
    desk.is_holding = true;
    desk.press("<esc>");
    // Nothing was asked again.
    assert_eq!((desk.app.tab, view(&desk)), (Tab::Review, Some(View::Preview)));
    assert_eq!(desk.app.window().unwrap().cursor(), at);
    assert!(desk.app.window().unwrap().page.as_text().contains("False fires that go"));
    desk.press("<esc>");
    assert_eq!((view(&desk), desk.app.review.screen.marked.len()), (None, 1));
    // By a tab nobody comes back to it.
    desk.press("p <tab> <enter> <alt-2> <esc>");
    assert_eq!(view(&desk), None);
}

/// Two runs of one task in two arms; the second one's price is −1 once.
fn pair() -> String {
    let mut text = String::from("{\"format\":\"vidimus.ledger/1\",\"study\":\"made up\"}\n");
    for (id, arm, price) in [("b1", "baseline", 1), ("a1", "advisory", -1)] {
        text += &head(id, "t", arm);
        text += &call(id, "set", 1, false);
        text += &call(id, "set", price, price < 0);
        text += &outcome(id, price > 0);
    }
    text
}

#[test]
fn the_line_of_a_pair_opens_the_pair_and_esc_leads_back() {
    let mut desk = Desk::default();
    desk.tell(Msg::Resized(100, 30));
    desk.read_registry(REGISTRY, "rules.json", registry(&[("set", &[UNIT, POSITIVE])]).as_bytes());
    desk.open_ledger(LEDGER, "study.jsonl", &pair());
    desk.tell(Msg::Found(Vec::new()));
    desk.tell(Msg::ReviewerKnown { author: "ada".into(), now: desk.now });
    desk.read_review(REGISTRY);
    desk.press("2");
    stand_on(&mut desk, "set", "positive");
    desk.press("<space> p");
    let page = &desk.app.window().unwrap().page;
    let heading = page
        .lines
        .iter()
        .position(|line| line.pieces.first().is_some_and(|it| it.1.starts_with("Pairs touched")))
        .unwrap();
    desk.press("g");
    desk.press(&"j".repeat(heading + 1));
    desk.press("<enter>");
    assert_eq!((desk.app.tab, desk.app.overlays.len()), (Tab::Pairs, 0));
    let pair = desk.app.pairs.open.as_ref().unwrap().pair.clone();
    assert_eq!((pair.first.1.as_str(), pair.second.1.as_str()), ("b1", "a1"));
    desk.press("<esc>");
    assert_eq!((desk.app.tab, view(&desk)), (Tab::Review, Some(View::Preview)));
}

/// A field at which faults were missed leads to the rules on that field, and Esc to the audit.
#[test]
fn a_line_of_the_audit_leads_to_its_field_and_back() {
    let mut desk = reviewing();
    let rules = registry(&[("set", &[("no_error", "$", "null"), REQUIRED, ("stable_type", "unit", "[\"string\"]")])]);
    desk.read_registry(REGISTRY, "rules.json", rules.as_bytes());
    desk.press("t <tab>");
    let line = desk.app.window().unwrap().cursor();
    assert!(desk.app.window().unwrap().link().is_some(), "{}", desk.app.window().unwrap().page.as_text());
    let text: String =
        desk.app.window().unwrap().page.lines[line.unwrap()].pieces.iter().map(|(_, it)| &**it).collect();
    desk.press("<enter>");
    assert_eq!((desk.app.tab, desk.app.overlays.len()), (Tab::Registries, 0));
    let rule = desk.app.registries.rule().unwrap();
    let path = desk.app.data.rule(REGISTRY, &rule).unwrap().path.to_string();
    assert!(text.contains(&path) || notice(&desk).contains("around it"), "{text}: {path}, {}", notice(&desk));
    desk.press("<esc>");
    assert_eq!((desk.app.tab, view(&desk)), (Tab::Review, Some(View::Audit)));
    assert_eq!(desk.app.window().unwrap().cursor(), line);
}

/// A day that is typed behind the day that is offered is the day, and no reason.
#[test]
fn a_day_that_is_typed_takes_the_place_of_the_one_that_is_offered() {
    let mut desk = reviewing();
    let rule = here(&desk);
    desk.press("z");
    assert_eq!(input(&desk), "2026-04-01 ");
    desk.type_text("2026-01-31");
    assert_eq!(input(&desk), "2026-01-31");
    desk.press("<enter>");
    assert!(notice(&desk).contains("say why"), "{}", notice(&desk));
    // The reason goes into the question, and is no command.
    desk.type_text("r moved");
    assert_eq!(input(&desk), "2026-01-31 r moved");
    desk.press("<enter>");
    assert_eq!((desk.app.review_mark(&rule), written(&desk, REGISTRY)), (Mark::Waived, vec!["waive".to_owned()]));
    assert!(notice(&desk).contains("waived until 2026-01-31: ") && notice(&desk).contains(", because: r moved"));
    let state = desk.app.review_state(REGISTRY, &rule).unwrap();
    assert!(state.ends_with("until 2026-01-31 is over, waived by ada on 2026-01-01: r moved"), "{state}");
}

const EQUAL: super::Rule =
    ("affine", "price", "\"deep.a\",\"a\":1,\"b\":0,\"when\":{\"path\":\"unit\",\"in\":[\"EUR\"]}");

/// A condition that no clean sample fulfils is not saved without a second Enter; a nearby name is offered.
#[test]
fn a_condition_that_nothing_fulfils_is_not_saved_in_silence() {
    for (typed, near) in [("unot: EUR", "perhaps unit was meant"), ("unit: EURO", "perhaps EUR was meant")] {
        let mut desk = reviewing();
        let rules = registry(&[("get", &[REQUIRED, UNIT, EQUAL])]);
        desk.read_registry(REGISTRY, "rules.json", rules.as_bytes());
        let rule = stand_on(&mut desk, "get", "affine");
        desk.press("e <ctrl-u>");
        desk.type_text(typed);
        desk.press("<enter>");
        assert!(notice(&desk).starts_with("NOT saved: ") && notice(&desk).contains(near), "{}", notice(&desk));
        assert!(notice(&desk).contains("would never look at a call"), "{}", notice(&desk));
        assert_eq!((left(&desk), input(&desk)), (3, typed.to_owned()));
        // Another answer is asked about anew; the same one again is meant.
        desk.type_text("x");
        desk.press("<enter>");
        assert_eq!(left(&desk), 3);
        desk.press("<enter>");
        assert_eq!(desk.app.review_mark(&rule), Mark::Edited);
    }
    let mut desk = reviewing();
    let rules = registry(&[("get", &[REQUIRED, UNIT, EQUAL])]);
    desk.read_registry(REGISTRY, "rules.json", rules.as_bytes());
    let rule = stand_on(&mut desk, "get", "affine");
    desk.press("e <ctrl-u>");
    desk.type_text("unit: EUR, USD");
    desk.press("<enter>");
    assert_eq!(desk.app.review_mark(&rule), Mark::Edited);
}

/// Without calls nobody knows what an edit would change.
#[test]
fn without_calls_no_preview_says_that_nothing_changes() {
    let mut desk = Desk::default();
    desk.tell(Msg::Resized(100, 30));
    let rules = registry(&[("get", &[REQUIRED, UNIT, POSITIVE])]);
    desk.read_registry(REGISTRY, "rules.json", rules.as_bytes());
    desk.tell(Msg::Found(Vec::new()));
    desk.tell(Msg::ReviewerKnown { author: "ada".into(), now: desk.now });
    desk.read_review(REGISTRY);
    desk.press("2");
    stand_on(&mut desk, "get", "category");
    desk.press("e");
    desk.type_text("CHF");
    let Some(Overlay::Ask(ask)) = desk.app.overlays.last() else { unreachable!("no question") };
    let said = desk.app.said_of_edit(ask).unwrap();
    assert!(said.contains("no calls are loaded") && !said.contains("no receipt changes"), "{said}");
    desk.press("<esc> <space> p");
    let page = desk.app.window().unwrap().page.as_text();
    assert!(page.contains("No calls are loaded") && !page.contains("no receipt changes"), "{page}");
}

/// A mark that the filter hides counts, and the question says so.
#[test]
fn marks_out_of_sight_are_told() {
    let mut desk = reviewing();
    stand_on(&mut desk, "get", "category");
    desk.press("<space> /tool:set<enter> <space> X");
    let bulk = desk.app.review.bulk.as_ref().unwrap();
    assert!(bulk.question().contains("2 rules marked"), "{}", bulk.question());
    assert!(bulk.breakdown().starts_with("1 of them not in the list"), "{}", bulk.breakdown());
    desk.press("<esc> <esc>");
    desk.press("<space> X");
    assert!(!desk.app.review.bulk.as_ref().unwrap().breakdown().contains("not in the list"));
}
