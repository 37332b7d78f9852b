//! The windows of a review: what decisions would change.

use super::desk::Desk;
use super::{LEDGER, POSITIVE, REGISTRY, UNIT, UNIT_NARROW, open, registry, step_at, study};
use vidimus::app::msg::Msg;
use vidimus::app::{Overlay, Tab};
use vidimus::review::Moment;

/// 1 January 2026, 00:00:00 UTC.
const NEW_YEAR: u64 = 1_767_225_600;

fn begin(desk: &mut Desk) {
    desk.now = Moment::of_unix(NEW_YEAR);
    desk.tell(Msg::ReviewerKnown { author: "ada".into(), now: desk.now });
    desk.read_review(REGISTRY);
    desk.press("2");
}

/// The study with its registry of six rules, in review by ada.
fn reviewing() -> Desk {
    let mut desk = open();
    begin(&mut desk);
    desk
}

/// The study with two rules of `unit`, both too narrow: they fire on every call.
fn narrow() -> Desk {
    let mut desk = Desk::default();
    let rules = registry(&[("get", &[UNIT_NARROW]), ("set", &[UNIT, POSITIVE])]);
    desk.read_registry(REGISTRY, "rules.json", rules.as_bytes());
    desk.open_ledger(LEDGER, "study.jsonl", &study());
    desk.tell(Msg::Found(Vec::new()));
    begin(&mut desk);
    desk
}

fn stand_on(desk: &mut Desk, wanted: &str) {
    desk.press("g");
    for _ in 0..20 {
        let rule = desk.app.review.screen.queue.selected().unwrap().clone();
        let class = desk.app.review.judged().row(&rule).unwrap().class;
        if format!("{} {class}", rule.tool) == wanted {
            return;
        }
        desk.press("j");
    }
    unreachable!("no {wanted} in the queue")
}

fn card(desk: &Desk) -> String {
    desk.app.review.screen.card.page.as_text()
}

fn window(desk: &Desk) -> String {
    desk.app.window().map(|window| window.page.as_text()).unwrap_or_default()
}

fn said(desk: &Desk) -> String {
    let Some(Overlay::Ask(ask)) = desk.app.overlays.last() else { return String::new() };
    desk.app.said_of_edit(ask).unwrap_or_default()
}

/// `positive` of `set` fires at step 1 of the four odd episodes; none has a fault label; no two are of one task, so there are no pairs.
const WITHOUT: &str = "4 receipts fewer (4 on clean calls).";

#[test]
fn the_card_says_what_rejecting_the_rule_does() {
    let mut desk = reviewing();
    stand_on(&mut desk, "set positive");
    assert!(card(&desk).contains(&format!("If it is rejected: {WITHOUT}")), "{}", card(&desk));
    stand_on(&mut desk, "get positive");
    assert!(card(&desk).contains("If it is rejected: no receipt changes."), "{}", card(&desk));
}

#[test]
fn the_marked_rules_are_previewed_as_rejected_and_lines_lead_to_calls() {
    let mut desk = reviewing();
    desk.press("p");
    assert!(window(&desk).starts_with("Nothing so far"), "{}", window(&desk));
    desk.press("<esc>");
    stand_on(&mut desk, "set positive");
    desk.press("<space>p");
    assert!(window(&desk).starts_with(&format!("If the marked rule is rejected: {WITHOUT}")), "{}", window(&desk));
    assert!(window(&desk).contains("its later path is not run again"));
    desk.press("jj<enter>");
    assert_eq!((desk.app.tab, step_at(&desk)), (Tab::Episodes, ("e5".into(), 1)));
}

#[test]
fn all_decisions_so_far_are_previewed_and_a_new_one_is_taken_in() {
    let mut desk = reviewing();
    stand_on(&mut desk, "set positive");
    desk.press("r p");
    let said = format!("With all decisions so far (1 rejected or waived, 0 edited): {WITHOUT}");
    assert!(window(&desk).starts_with(&said), "{}", window(&desk));
    desk.press("<esc>u p");
    assert!(window(&desk).starts_with("Nothing so far"), "{}", window(&desk));
}

#[test]
fn an_edit_is_previewed_while_it_is_typed() {
    let mut desk = narrow();
    stand_on(&mut desk, "get category");
    desk.press("e");
    assert!(said(&desk).starts_with("what it would change shows here"), "{}", said(&desk));
    desk.type_text("CHF");
    // Step 0, 2, 4 … of episodes with 2 to 9 calls: 1 + 2 + 2 + 3 + 3 + 4 + 4 + 5 calls of `get`.
    assert_eq!(said(&desk), "With this rule edited: 24 receipts stay and say something else.");
    desk.type_text(", EUR");
    assert_eq!(said(&desk), "With this rule edited: 24 receipts fewer (24 on clean calls).");
    desk.press("<enter>p");
    assert!(
        window(&desk).starts_with("With all decisions so far (0 rejected or waived, 1 edited): 24 receipts fewer"),
        "{}",
        window(&desk)
    );
}

#[test]
fn a_preview_follows_a_ledger_that_is_read_anew() {
    let mut desk = reviewing();
    stand_on(&mut desk, "set positive");
    desk.press("<space>p");
    desk.rewrite(LEDGER, &study().replace("\"price\":-1", "\"price\":1"));
    assert!(window(&desk).starts_with("If the marked rule is rejected: no receipt changes."), "{}", window(&desk));
}
