//! Windows that stand over a file while it is written anew.

use vidimus::app::Overlay;
use vidimus::app::window::View;

use crate::desk::Desk;
use crate::{LEDGER, REGISTRY, UNIT, call, episode, head, open, outcome, registry, step_at, study};

/// The text of the window on top.
fn shown(desk: &Desk) -> String {
    match desk.app.overlays.last() {
        Some(Overlay::Page(window)) => window.page.as_text(),
        Some(Overlay::Reader(reader)) => format!("{}\n{}", reader.title, reader.text()),
        other => unreachable!("no window of text: {other:?}"),
    }
}

/// The line under the cursor of the window on top.
fn line(desk: &Desk) -> String {
    let window = desk.app.window().unwrap();
    window.page.lines[window.cursor().unwrap()].plain()
}

/// Another episode before the others, and other numbers in all of them.
fn rewritten() -> String {
    episode("first", 0) + &study().replace("[1,2]", "[1,2,3]").replace("\"q\":\"x\"", "\"q\":\"y\"")
}

/// Opens a step of episode e3, with what the keys open there.
fn at(text: &str, step: usize, keys: &str) -> Desk {
    let mut desk = open();
    if text != study() {
        desk.rewrite(LEDGER, text);
    }
    desk.press("/e3<enter> g <enter> g");
    desk.press(&"j".repeat(step));
    assert_eq!(step_at(&desk), ("e3".into(), step));
    desk.press(keys);
    desk
}

/// Each window with the step it is opened at and the keys that open it.
const WINDOWS: [(usize, &str); 12] = [
    (1, "w"),
    (2, "w"),
    (1, "X"),
    (1, "c"),
    (2, "x"),
    (2, "v"),
    (1, "<tab>gjjjjjjv"),
    (2, "="),
    (2, "d"),
    (2, "M"),
    (1, "<tab>gjjjjjjf"),
    (1, "<ctrl-f>EUR<enter>"),
];

#[test]
fn every_window_shows_of_a_rewritten_file_what_it_would_show_if_it_were_opened_now() {
    for (step, keys) in WINDOWS {
        let expected = shown(&at(&rewritten(), step, keys));
        let mut desk = at(&study(), step, keys);
        desk.rewrite(LEDGER, &rewritten());
        assert_eq!(shown(&desk), expected, "{keys}");
        assert_eq!(step_at(&desk), ("e3".into(), step), "{keys}");
        // In pieces too, with a key pressed meanwhile; until the end the window says that it is an old one.
        let mut desk = at(&study(), step, keys);
        desk.begin_rewrite(LEDGER);
        let text = rewritten();
        let (first, rest) = text.split_at(1000);
        desk.feed(LEDGER, first, false);
        desk.press("jk");
        assert!(shown(&desk).contains("read anew"), "{keys}: {}", shown(&desk));
        desk.press("<enter>");
        desk.feed(LEDGER, rest, true);
        assert_eq!(shown(&desk), expected, "{keys}");
    }
}

#[test]
fn a_window_says_that_its_call_is_gone_and_comes_back_with_it() {
    let without = head("e3", "t3", "advisory") + &call("e3", "get", 1, false) + &outcome("e3", false);
    for (step, keys) in WINDOWS {
        if keys.contains("EUR") || keys.contains('f') || keys == "c" || keys == "M" {
            // Those are of a tool, of an episode or of all files.
            continue;
        }
        let mut desk = at(&study(), step, keys);
        let before = shown(&desk);
        desk.rewrite(LEDGER, &without);
        let text = shown(&desk);
        if keys.ends_with('v') {
            assert!(text.starts_with("gone from the file, as read before"), "{keys}: {text}");
        } else {
            let gone = format!("Call {step} of e3 is no longer in study.jsonl: this is what was read before.\n");
            assert_eq!(text, gone + &before, "{keys}");
            desk.press("<enter>");
            assert!(desk.app.notice.as_ref().unwrap().contains("no longer in"), "{keys}: {:?}", desk.app.notice);
        }
        desk.rewrite(LEDGER, &study());
        assert_eq!(shown(&desk), before, "{keys}");
    }
    let mut desk = at(&study(), 2, "M");
    desk.rewrite(LEDGER, &episode("other", 2));
    assert!(shown(&desk).starts_with("Episode e3 is no longer in study.jsonl"), "{}", shown(&desk));
    desk.press("<enter>");
    assert!(desk.app.notice.as_ref().unwrap().contains("Episode e3 is no longer in study.jsonl"));
}

#[test]
fn the_cursor_stays_on_its_line_wherever_that_stands_now() {
    let mut desk = at(&study(), 2, "= 3j");
    let before = line(&desk);
    assert!(before.contains("e1"), "{before}");
    desk.rewrite(LEDGER, &(episode("e00", 0) + &study()));
    assert_eq!(line(&desk), before);
    desk.press("<enter>");
    assert_eq!(step_at(&desk).0, "e1");
}

fn followed(desk: &Desk) -> String {
    desk.app.following().unwrap().trails()[0].value.to_string()
}

#[test]
fn a_value_is_followed_on_if_it_still_stands_where_it_came_from() {
    let mut desk = at(&study(), 1, "t");
    assert_eq!(followed(&desk), "-1");
    desk.rewrite(LEDGER, &(episode("first", 0) + &study()));
    assert_eq!(followed(&desk), "-1");
    assert!(desk.app.is_followed_to_the_end());
    desk.rewrite(LEDGER, &study().replace(":-1,", ":-2,"));
    assert!(desk.app.following().is_none());
    assert!(desk.app.notice.as_ref().unwrap().contains("-1 that was followed no longer stands in call 1 of e3"));
}

/// Its file is untouched: the window stays as it is.
#[test]
fn a_registry_that_is_rewritten_changes_the_windows_that_judge_by_it() {
    let mut desk = at(&study(), 1, "w");
    desk.read_registry(REGISTRY, "rules.json", registry(&[("set", &[UNIT])]).as_bytes());
    assert_eq!(desk.app.window().unwrap().view, View::Why);
    assert!(!shown(&desk).contains("positive"), "{}", shown(&desk));
}
