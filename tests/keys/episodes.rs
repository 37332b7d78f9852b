//! The list of episodes: filter, order, receipts.

use super::{LEDGER, episode, episode_at, open, outcome};
use vidimus::app::keys::Scope;

fn shown(desk: &super::Desk) -> Vec<String> {
    let index = &desk.app.data.ledger(LEDGER).unwrap().index;
    desk.app.episodes.list.rows().iter().map(|row| index.episodes()[row.place].id.to_string()).collect()
}

#[test]
fn the_list_narrows_while_the_filter_is_typed() {
    let mut desk = open();
    desk.press("/arm:adv");
    assert_eq!((desk.app.scope(), shown(&desk)), (Scope::Prompt, vec![]));
    desk.press("*");
    assert_eq!(shown(&desk), ["e1", "e3", "e5", "e7"]);
    desk.press("<enter>");
    assert_eq!((desk.app.scope(), desk.app.filter()), (Scope::Episodes, "arm:adv*"));
    // Esc outside the prompt takes the filter away; the cursor stays on its episode.
    desk.press("jj <esc>");
    assert_eq!((shown(&desk).len(), episode_at(&desk).as_str()), (8, "e5"));
}

#[test]
fn esc_in_the_prompt_brings_the_filter_before_back() {
    let mut desk = open();
    desk.press("/calls>5<enter>");
    assert_eq!(shown(&desk), ["e4", "e5", "e6", "e7"]);
    desk.press("/<backspace>8<esc>");
    assert_eq!((desk.app.filter(), shown(&desk).len()), ("calls>5", 4));
    desk.press("/<backspace>8<enter>");
    assert_eq!(shown(&desk), ["e7"]);
}

#[test]
fn fields_of_the_filter_mean_what_they_say() {
    for (filter, wanted) in [
        ("receipts>0", "e1 e3 e5 e7"),
        ("fired>0 calls<=5", "e1 e3"),
        ("completed:no -task:t3", "e1 e5 e7"),
        ("task:t2", "e2"),
        ("tool:set calls:2", "e0"),
        ("completed:yes calls>=6", "e4 e6"),
        ("model:m stratum:", "e0 e1 e2 e3 e4 e5 e6 e7"),
        ("\"advisory\" trial:0 e7", "e7"),
        ("-arm:clean -e5", "e1 e3 e7"),
        ("file:study* faults>0", ""),
    ] {
        let mut desk = open();
        desk.press("/");
        desk.type_text(filter);
        desk.press("<enter>");
        assert_eq!(shown(&desk).join(" "), wanted, "{filter}");
    }
}

#[test]
fn a_filter_that_is_none_is_told_and_hides_nothing() {
    let mut desk = open();
    desk.press("/colour:red");
    let error = desk.app.filter_prompt.as_ref().unwrap().error.as_ref().unwrap().to_string();
    assert!(error.contains("no field \"colour\""), "{error}");
    assert_eq!(shown(&desk).len(), 8);
}

#[test]
fn keys_of_commands_are_text_in_the_prompt() {
    let mut desk = open();
    desk.press("/q?:1j");
    assert_eq!((desk.app.filter(), desk.has_quit, desk.app.overlays.len()), ("q?:1j", false, 0));
    desk.press("<ctrl-c>");
    assert!(desk.has_quit);
}

#[test]
fn orders_go_round_and_the_cursor_stays_on_its_episode() {
    let mut desk = open();
    desk.press("jjj");
    for _ in 0..vidimus::app::screen::episodes::Column::ALL.len() {
        desk.press("s");
        assert_eq!(episode_at(&desk), "e3");
        desk.press("S");
        assert_eq!(episode_at(&desk), "e3");
        desk.press("S");
    }
    assert_eq!(desk.app.episodes.sort, vidimus::app::screen::episodes::Column::File);
    if desk.app.episodes.reversed {
        desk.press("S");
    }
    // file, task, arm, model, trial, stratum, outcome, calls: most first; e7 has nine calls, e0 two.
    desk.press("7s");
    for _ in 0..6 {
        desk.press("s");
    }
    assert_eq!(desk.app.episodes.sort.name(), "calls");
    assert_eq!(shown(&desk).join(" "), "e7 e6 e5 e4 e3 e2 e1 e0");
    desk.press("S");
    assert_eq!(shown(&desk).join(" "), "e0 e1 e2 e3 e4 e5 e6 e7");
}

#[test]
fn n_walks_the_episodes_with_a_receipt() {
    let mut desk = open();
    desk.press("n");
    assert_eq!(episode_at(&desk), "e1");
    desk.press("nn n N");
    assert_eq!(episode_at(&desk), "e5");
    desk.press("nnn");
    assert_eq!(episode_at(&desk), "e7");
    assert!(desk.app.notice.is_some());
}

/// What is known of an episode may come after it: filters and orders take it in.
#[test]
fn filters_hold_for_what_a_ledger_grows_by() {
    let mut desk = open();
    desk.press("/completed:yes<enter>");
    desk.grow(LEDGER, &episode("late", 1).replace(&outcome("late", false), ""));
    assert_eq!(shown(&desk).join(" "), "e0 e2 e4 e6");
    desk.grow(LEDGER, &outcome("late", true));
    assert_eq!(shown(&desk).join(" "), "e0 e2 e4 e6 late");
}
