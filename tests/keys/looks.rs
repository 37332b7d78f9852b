//! Values too large for a line: named and cut in the tree, whole one key away.

use super::*;
use vidimus::app::Overlay;
use vidimus::app::reader::Reader;

/// One call whose result holds a text of so many bytes, in lines of 100.
fn desk(bytes: usize) -> Desk {
    let line = format!("{:99}\\n", "so many words");
    let text = line.repeat(bytes / 100);
    let call = format!(
        "{{\"kind\":\"call\",\"episode\":\"e\",\"tool\":\"get\",\"arguments\":{{}},\"result\":{{\"page\":\"{text}\",\"ok\":true}}}}\n"
    );
    let mut desk = Desk::default();
    desk.open_ledger(LEDGER, "l", &("{\"format\":\"vidimus.ledger/1\"}\n".to_owned() + &head("e", "t", "a") + &call));
    desk.tell(Msg::Found(Vec::new()));
    desk.press("3 <enter> <tab> jj");
    desk
}

fn reader(desk: &Desk) -> Option<&Reader> {
    match desk.app.overlays.last() {
        Some(Overlay::Reader(reader)) => Some(reader),
        _ => None,
    }
}

fn row(desk: &Desk) -> &str {
    &desk.app.stepper.as_ref().unwrap().row().unwrap().value
}

#[test]
fn enter_on_a_value_that_was_cut_shows_it_whole() {
    let mut desk = desk(5_000_000);
    assert!(row(&desk).starts_with("\u{2039}text, 5 MB\u{203a} \"so many words"), "{}", row(&desk));
    assert!(row(&desk).len() < 400);
    desk.press("<enter>");
    let whole = reader(&desk).unwrap();
    assert_eq!((whole.title.as_str(), whole.len()), ("page, 5 MB", 50_001), "a line a piece, and the empty last one");
    desk.press("G");
    let whole = reader(&desk).unwrap();
    assert_eq!(whole.top(20, |_| 1), (49_981, 0));
    desk.press("10 G");
    assert_eq!(reader(&desk).unwrap().top(20, |_| 1), (9, 0));
    desk.press("g j");
    assert_eq!(reader(&desk).unwrap().top(20, |_| 1), (1, 0));
    desk.press("<esc>");
    assert!(reader(&desk).is_none());
}

#[test]
fn v_shows_any_value_whole_and_enter_leaves_short_ones_alone() {
    let mut desk = desk(1000);
    desk.press("G <enter>");
    assert!(reader(&desk).is_none(), "true fits on its line");
    desk.press("v");
    assert_eq!(reader(&desk).unwrap().piece(0), "true");
    desk.press("q g j v");
    assert_eq!(reader(&desk).unwrap().piece(0), "{");
    assert!(reader(&desk).unwrap().piece(1).starts_with("  \"page\": \"so many"));
}
