//! The tour: each step goes on when it was done, and Esc leaves it.

use super::{Desk, LEDGER, call, episode, head, open, outcome};
use vidimus::app::Tab;

/// At which step the tour is.
fn step(desk: &Desk) -> Option<usize> {
    desk.app.tour.map(|tour| tour.step)
}

fn begin() -> Desk {
    let mut desk = open();
    desk.press(":");
    desk.type_text("tour");
    desk.press("<enter>");
    desk
}

#[test]
fn the_tour_goes_on_when_a_step_was_done() {
    let mut desk = begin();
    assert_eq!((step(&desk), desk.app.tab), (Some(1), Tab::Episodes));
    // An episode without a receipt is not what is asked for.
    desk.press("<enter>");
    assert_eq!(step(&desk), Some(1));
    desk.press("h n");
    assert_eq!(step(&desk), Some(1));
    desk.press("<enter>");
    assert_eq!(step(&desk), Some(2));
    desk.press("n");
    assert_eq!(step(&desk), Some(3));
    desk.press("w");
    assert_eq!(step(&desk), Some(4));
    assert!(desk.app.tour_text().unwrap().1.contains("closes this window"));
    desk.press("j");
    assert_eq!(step(&desk), Some(4));
    desk.press("<esc>");
    assert_eq!(step(&desk), Some(4), "the window closes, the tour stays");
    desk.press("j");
    assert_eq!(step(&desk), Some(5));
    desk.press("<alt-1>");
    assert_eq!((step(&desk), desk.app.tab), (Some(6), Tab::Registries));
    desk.press("<esc>");
    assert_eq!((step(&desk), desk.app.tab), (None, Tab::Registries));
}

/// Wherever it is, Esc leaves the tour and nothing else; what is open stays open.
#[test]
fn esc_leaves_the_tour_and_nothing_else() {
    for keys in ["", "n <enter>", "n <enter> n"] {
        let mut desk = begin();
        desk.press(keys);
        let is_open = desk.app.stepper.is_some();
        desk.press("<esc>");
        assert_eq!((step(&desk), desk.app.stepper.is_some()), (None, is_open), "{keys}");
    }
}

#[test]
fn without_a_receipt_there_is_no_tour_but_a_sentence() {
    let mut desk = Desk::default();
    desk.open_ledger(
        LEDGER,
        "study.jsonl",
        &(head("a", "t", "clean") + &call("a", "get", 1, false) + &outcome("a", true)),
    );
    desk.press(":");
    desk.type_text("tour");
    desk.press("<enter>");
    assert_eq!(step(&desk), None);
    assert!(desk.app.notice.as_deref().unwrap().contains("start vidimus without a path"));
    desk.grow(LEDGER, &episode("b", 1));
    desk.press(":");
    desk.type_text("tour");
    desk.press("<enter>");
    assert_eq!(step(&desk), Some(1));
}
