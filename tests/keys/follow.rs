//! An episode, or a ledger, that is being written: followed at its end, only counted otherwise, and paused.

use super::{LEDGER, REGISTRY, UNIT_NARROW, call, episode, episode_at, head, open, outcome, registry, step_at};
use vidimus::app::msg::{Msg, Watch};

#[test]
fn at_the_last_call_the_cursor_goes_along() {
    let mut desk = open();
    desk.tell(Msg::WatchChanged(Watch::Live));
    desk.grow(LEDGER, &(head("live", "t9", "advisory") + &call("live", "get", 1, false)));
    desk.press("G <enter>");
    assert_eq!(step_at(&desk), ("live".into(), 0));
    assert!(desk.app.is_following());
    desk.grow(LEDGER, &(call("live", "set", 1, false) + &call("live", "get", 1, false)));
    assert_eq!(step_at(&desk), ("live".into(), 2));
    // Away from the end it stays, and what comes is counted.
    desk.press("k");
    assert!(!desk.app.is_following());
    desk.grow(LEDGER, &call("live", "set", 1, false));
    desk.grow(LEDGER, &call("live", "set", 1, false));
    assert_eq!((step_at(&desk), desk.app.stepper.as_ref().unwrap().waiting), (("live".into(), 1), 2));
    desk.press("G");
    assert_eq!((step_at(&desk), desk.app.stepper.as_ref().unwrap().waiting), (("live".into(), 4), 0));
    assert!(desk.app.is_following());
    desk.grow(LEDGER, &outcome("live", true));
    assert!(!desk.app.is_following(), "it has ended");
}

#[test]
fn at_the_last_episode_the_list_goes_along() {
    let mut desk = open();
    desk.tell(Msg::WatchChanged(Watch::Live));
    desk.press("G");
    assert_eq!(episode_at(&desk), "e7");
    desk.grow(LEDGER, &episode("new1", 1));
    assert_eq!(episode_at(&desk), "new1");
    assert!(desk.app.is_following());
    desk.press("k");
    desk.grow(LEDGER, &episode("new2", 1));
    assert_eq!(episode_at(&desk), "e7");
    // In any other order the last row is not the newest one.
    desk.press("s s G");
    let last = episode_at(&desk);
    desk.grow(LEDGER, &episode("new3", 1));
    assert_eq!(episode_at(&desk), last);
}

/// While a ledger is read for the first time the cursor stays at its beginning.
#[test]
fn reading_is_not_growing() {
    let mut desk = open();
    desk.begin_rewrite(LEDGER);
    desk.feed(LEDGER, &episode("a", 1), false);
    desk.feed(LEDGER, &episode("b", 1), true);
    desk.feed(LEDGER, &episode("b2", 1), true);
    assert_eq!(episode_at(&desk), "a");
    desk.press("G");
    desk.feed(LEDGER, &episode("c", 1), true);
    assert_eq!(episode_at(&desk), "c");
}

#[test]
fn a_pause_holds_everything_and_says_how_much() {
    let mut desk = open();
    desk.press("G P");
    let waiting = |desk: &super::Desk| desk.app.paused.as_ref().map(vidimus::app::Paused::waiting);
    assert_eq!(waiting(&desk).as_deref(), Some("nothing waits"));
    desk.grow(LEDGER, &call("e7", "get", 1, false));
    assert_eq!(waiting(&desk).as_deref(), Some("1 call waits"));
    desk.grow(LEDGER, &(episode("new1", 1) + &episode("new2", 4)));
    assert_eq!(waiting(&desk).as_deref(), Some("10 calls and 2 episodes wait"));
    let narrow = registry(&[("get", &[UNIT_NARROW]), ("set", &[UNIT_NARROW])]);
    desk.read_registry(REGISTRY, "rules.json", narrow.as_bytes());
    desk.read_registry(REGISTRY, "rules.json", narrow.as_bytes());
    assert_eq!(waiting(&desk).as_deref(), Some("10 calls, 2 episodes and 1 changed file wait"));
    assert_eq!((desk.app.episodes.list.rows().len(), episode_at(&desk)), (8, "e7".into()));
    // Everything can be looked at meanwhile.
    desk.press("<enter>");
    assert_eq!(desk.app.stepper.as_ref().unwrap().calls.rows().len(), 9);
    assert!(desk.app.stepper.as_ref().unwrap().detail.is_some());
    desk.press("<esc> P");
    assert_eq!(waiting(&desk), None);
    assert_eq!((desk.app.episodes.list.rows().len(), episode_at(&desk)), (10, "new2".into()));
    assert_eq!(desk.app.data.ledger(LEDGER).unwrap().index.calls().len(), 44 + 10);
    assert!(desk.app.news.as_deref().is_some());
}

#[test]
fn the_last_line_catches_up() {
    let mut desk = open();
    desk.press("P");
    desk.grow(LEDGER, &episode("new1", 1));
    desk.press("6G");
    assert!(desk.app.paused.is_some(), "a line by its number is only a line");
    desk.press("G");
    assert!(desk.app.paused.is_none());
    assert_eq!(episode_at(&desk), "new1");
}

/// What was known of a rewritten file is void: nothing may be shown of it, paused or not.
#[test]
fn a_rewrite_does_not_wait() {
    let mut desk = open();
    desk.press("P");
    desk.grow(LEDGER, &episode("new1", 1));
    desk.begin_rewrite(LEDGER);
    desk.feed(LEDGER, &episode("other1", 1), false);
    desk.feed(LEDGER, &episode("other2", 1), true);
    assert_eq!(desk.app.episodes.list.rows().len(), 2);
    desk.grow(LEDGER, &episode("other3", 1));
    assert_eq!(desk.app.episodes.list.rows().len(), 2);
    desk.press("P");
    assert_eq!(desk.app.episodes.list.rows().len(), 3);
}
