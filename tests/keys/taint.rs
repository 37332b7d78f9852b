//! Following a value, the gutter, the labels and the conversation.

use super::{LEDGER, call, head, open, step_at};
use vidimus::app::gutter::{Lane, Mark};
use vidimus::recovery::NextAction;

/// A call with a result of its own, a receipt that lists a recovery tool, and a fault label.
fn faulty(id: &str, tool: &str) -> String {
    let receipt = r#"{"status":"inconsistent","violations":[],"admissible_recovery_tools":["set"]}"#;
    format!(
        "{{\"kind\":\"call\",\"episode\":\"{id}\",\"tool\":\"{tool}\",\"arguments\":{{}},\"result\":{{\"price\":-1}},\
         \"receipt\":{receipt},\"fault\":{{\"type\":\"negated\",\"path\":\"price\"}}}}\n"
    )
}

/// Clean, receipt (get), set (listed), get, an error, a firing.
fn eventful() -> String {
    let error = call("g", "get", 1, false).replace("{\"price\":1,", "{\"error\":\"down\",\"price\":1,");
    let calls = [
        call("g", "get", 1, false),
        faulty("g", "get"),
        call("g", "set", 1, false),
        call("g", "get", 1, false),
        error,
        call("g", "get", -1, false),
    ];
    head("g", "t", "a") + &calls.concat()
}

#[test]
fn the_gutter_shows_events_and_hides_labels_until_they_are_asked_for() {
    let mut desk = open();
    desk.grow(LEDGER, &eventful());
    desk.press("G <enter>");
    assert_eq!(step_at(&desk), ("g".into(), 0));
    let events = |desk: &super::Desk| -> Vec<_> {
        desk.app.gutter(40).iter().map(|cell| (cell.from, cell.on(Lane::Events))).collect()
    };
    let expected = [
        (0, None),
        (1, Some(Mark::Receipt)),
        (2, Some(Mark::Action(NextAction::Listed))),
        (3, None),
        (4, Some(Mark::Error)),
        (5, Some(Mark::Replayed)),
    ];
    assert_eq!(events(&desk), expected);
    let labelled = |desk: &super::Desk| -> Vec<usize> {
        let cells = desk.app.gutter(40);
        cells.iter().filter(|cell| cell.on(Lane::Labels).is_some()).map(|cell| cell.from).collect()
    };
    assert_eq!(labelled(&desk), Vec::<usize>::new());
    desk.press("V");
    assert_eq!((labelled(&desk), events(&desk)), (vec![1], expected.to_vec()));
    desk.press("V");
    assert_eq!(labelled(&desk), Vec::<usize>::new());
    // Three columns: the strongest of each two calls.
    let three: Vec<_> = desk.app.gutter(3).iter().map(|cell| cell.on(Lane::Events)).collect();
    assert_eq!(three, [Some(Mark::Receipt), Some(Mark::Action(NextAction::Listed)), Some(Mark::Error)]);
}
