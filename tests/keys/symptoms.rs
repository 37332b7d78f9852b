//! What stands out in episodes: the column, the filter, the evidence, and what kind of fault a call points at.

use super::desk::Desk;
use super::{LEDGER, episode_at};
use vidimus::app::msg::Msg;

/// In `r1`, `quote` of AA is wrong at call 0, with a receipt, and right at 2 and 3; `news` was not advertised. In `r2`
/// nothing stands out; in `r3` an error is taken up by nobody.
pub(crate) const LEDGER_TEXT: &str = include_str!("../common/stands-out.jsonl");

fn open() -> Desk {
    let mut desk = Desk::default();
    desk.tell(Msg::Resized(100, 30));
    desk.open_ledger(LEDGER, "study.jsonl", LEDGER_TEXT);
    desk.tell(Msg::Found(Vec::new()));
    desk
}

fn shown(desk: &Desk) -> Vec<String> {
    let index = &desk.app.data.ledger(LEDGER).unwrap().index;
    desk.app.episodes.list.rows().iter().map(|row| index.episodes()[row.place].id.to_string()).collect()
}

fn text(desk: &Desk) -> String {
    desk.app.window().unwrap().page.as_text()
}

#[test]
fn symptoms_filter_and_sort() {
    for (filter, wanted) in [
        ("symptom:repeated-call", "r1"),
        ("symptom:unknown-tool", "r1"),
        ("symptom:error-ignored", "r3"),
        ("-symptom:*", "r2"),
        ("symptom:schema-break", ""),
    ] {
        let mut desk = open();
        desk.press("3/");
        desk.type_text(filter);
        desk.press("<enter>");
        assert_eq!(shown(&desk).join(" "), wanted, "{filter}");
    }
    let mut desk = open();
    desk.press("3 /symptom:er<tab> <enter>");
    assert_eq!(desk.app.filter(), "symptom:error-ignored");
}

#[test]
fn evidence_leads_to_its_call() {
    let mut desk = open();
    desk.press("3 <enter> s");
    let text = text(&desk);
    assert!(text.contains("news was called, but is none of the tools advertised"), "{text}");
    assert!(text.contains("quote was called 3 times with the same arguments"), "{text}");
    // The most telling comes first, and the cursor stands on it.
    desk.press("<enter>");
    assert!(desk.app.overlays.is_empty());
    assert_eq!((episode_at(&desk).as_str(), desk.app.stepper.as_ref().unwrap().calls.place()), ("r1", 1));
    // The last line of all is the third of the equal calls.
    desk.press("s G <enter>");
    assert_eq!(desk.app.stepper.as_ref().unwrap().calls.place(), 3);
}

#[test]
fn the_kind_of_fault_says_what_it_calls_for() {
    let mut desk = open();
    desk.press("3 <enter> g w");
    let why = text(&desk);
    assert!(
        why.contains("hazard (recorded): implicit output drift (a wrong value in the right shape); transient: the same call came back consistent at call 2"),
        "{why}"
    );
    assert!(why.contains("calls for a retry: the same call worked later"), "{why}");
    // Nothing is wrong with the next calls.
    desk.press("<esc> 2j w");
    assert!(!text(&desk).contains("hazard"));
    let mut desk = open();
    desk.press("3 G <enter> w");
    let why = text(&desk);
    assert!(why.contains("hazard (the result says so): explicit execution failure"), "{why}");
    assert!(
        why.contains("calls for one retry where it may pass by itself, such as a timeout; else for a re-route"),
        "{why}"
    );
}
