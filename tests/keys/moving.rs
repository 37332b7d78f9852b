//! Getting from place to place: counts, marks, the list of jumps, going to anything, and where one was last time.

use super::{LEDGER, call, episode, episode_at, head, open, rule_at, step_at, study};
use vidimus::app::Tab;
use vidimus::app::keys::Scope;
use vidimus::app::screen::stepper::Pane;

/// In an open episode and in windows every digit is a count; on the lists those of the tabs show them.
#[test]
fn digits_are_counts_where_there_is_no_list_of_files() {
    let mut desk = open();
    desk.grow(LEDGER, &(head("long", "t", "a") + &call("long", "get", 1, false).repeat(40)));
    desk.press("G <enter> 12j");
    assert_eq!(step_at(&desk), ("long".into(), 12));
    desk.press("3j 13k 31G");
    assert_eq!(step_at(&desk).1, 30);
    desk.press("<esc> 1");
    assert_eq!(desk.app.tab, Tab::Registries);
    desk.press("3 2 1 k");
    assert_eq!((desk.app.scope(), desk.app.episodes.list.place()), (Scope::Episodes, 0));
}

#[test]
fn alt_digits_show_tabs_from_everywhere() {
    for place in ["<enter>", "<enter> w", "?", "<enter> <tab> 5"] {
        let mut desk = open();
        desk.press(place);
        desk.press("<alt-1>");
        assert_eq!((desk.app.tab, desk.app.scope(), desk.app.count), (Tab::Registries, Scope::Registries, None));
        desk.press("<alt-3>");
        assert_eq!(desk.app.tab, Tab::Episodes, "after {place:?}");
    }
}

/// Odd episodes have a receipt and a firing, both at step 1.
#[test]
fn the_second_press_goes_on_into_the_next_episode_with_one() {
    for (next, previous, what) in [("n", "N", "receipt"), ("e", "E", "error or firing")] {
        let mut desk = open();
        desk.press("j <enter>");
        desk.press(next);
        assert_eq!(step_at(&desk), ("e1".into(), 1));
        desk.press(next);
        assert_eq!(step_at(&desk), ("e1".into(), 1));
        let told = format!("no further {what} in this episode; {next} again goes to the next episode with one");
        assert_eq!(desk.app.notice, Some(told));
        desk.press(next);
        assert_eq!((step_at(&desk), &desk.app.notice), (("e3".into(), 1), &None));
        // Anything in between is another thought.
        desk.press(next);
        desk.press("k j");
        desk.press(next);
        assert_eq!(step_at(&desk).0, "e3");
        desk.press("G");
        desk.press(previous);
        desk.press(previous);
        desk.press(previous);
        assert_eq!(step_at(&desk), ("e1".into(), 1));
        desk.press(previous);
        desk.press(previous);
        assert_eq!(step_at(&desk), ("e1".into(), 1));
        assert!(desk.app.notice.as_ref().unwrap().starts_with("no episode above this one has a"));
        assert_eq!(desk.app.episodes.list.place(), 1);
    }
}

#[test]
fn counts_work_along_the_list_too() {
    for (next, previous) in [("n", "N"), ("e", "E")] {
        let mut desk = open();
        desk.press("2");
        desk.press(next);
        assert_eq!(episode_at(&desk), "e3");
        desk.press("9");
        desk.press(next);
        assert_eq!(episode_at(&desk), "e3");
        assert!(desk.app.notice.as_ref().unwrap().starts_with("fewer than 9 episodes below this one have a"));
        desk.press("G 2");
        desk.press(previous);
        assert_eq!(episode_at(&desk), "e3");
    }
}

#[test]
fn marks_bring_back_call_line_and_rule_whatever_the_list_shows() {
    let mut desk = open();
    // The line `price` of step 1 in e1, and a rule of `set`.
    desk.press("j <enter> j <tab> 3j");
    let line = desk.app.stepper.as_ref().unwrap().row().unwrap().key.clone();
    desk.press("m a <alt-1> j <enter> 2j");
    let rule = rule_at(&desk);
    desk.press("m b g <esc> g 3 <esc> <esc> / e7 <enter> ' a");
    assert_eq!(step_at(&desk), ("e1".into(), 1));
    let stepper = desk.app.stepper.as_ref().unwrap();
    assert_eq!((stepper.pane, &stepper.row().unwrap().key), (Pane::Tree, &line));
    desk.press("' b");
    assert_eq!((desk.app.tab, rule_at(&desk)), (Tab::Registries, rule.clone()));
    // What is no mark is told, and what is no letter too.
    for (keys, told) in
        [("'x", "there is no mark x"), ("m%", "a mark is one letter"), ("m<ctrl-o>", "a mark is one letter")]
    {
        desk.press(keys);
        assert!(desk.app.notice.as_ref().unwrap().starts_with(told), "{keys}: {:?}", desk.app.notice);
    }
    // The list of marks leads to them too.
    desk.press("'? j <enter>");
    assert_eq!((desk.app.overlays.len(), rule_at(&desk)), (0, rule));
    // Esc leaves; the next key is itself again.
    desk.press("m <esc> 3");
    assert_eq!((desk.app.tab, desk.app.marks.len()), (Tab::Episodes, 2));
    desk.press("' <ctrl-c>");
    assert!(desk.has_quit);
}

#[test]
fn a_marked_line_is_unfolded_to_stand_on() {
    let mut desk = open();
    // The line `deep.a[0]`, with the parts around it folded afterwards.
    desk.press("<enter> <tab> 7j");
    let line = desk.app.stepper.as_ref().unwrap().row().unwrap().key.clone();
    assert_eq!(line.1.len(), 3);
    desk.press("m a k z k z <esc> 3j ' a");
    assert_eq!(desk.app.stepper.as_ref().unwrap().row().unwrap().key, line);
}

/// A rewritten file has other rows; the marks and the jumps name episodes.
#[test]
fn marks_and_jumps_outlive_a_rewrite() {
    let mut desk = open();
    desk.press("jjj <enter> n m a <esc>");
    let turned: String = std::iter::once(study().lines().next().unwrap().to_owned() + "\n")
        .chain((0..8).rev().map(|n| episode(&format!("e{n}"), n)))
        .collect();
    desk.rewrite(LEDGER, &turned);
    desk.press("g ' a");
    assert_eq!(step_at(&desk), ("e3".into(), 1));
    desk.press("<ctrl-o>");
    assert_eq!(episode_at(&desk), "e7");
    desk.rewrite(LEDGER, &episode("e7", 7));
    desk.press("' a");
    assert_eq!(
        desk.app.notice.as_deref(),
        Some("mark a leads to what is not loaded now: study.jsonl episode e3, call 1")
    );
}

#[test]
fn every_jump_can_be_gone_back_from_and_forward_again() {
    let mut desk = open();
    desk.press("j <enter> n r");
    assert_eq!((desk.app.tab, rule_at(&desk)), (Tab::Registries, ("set".into(), "positive".into())));
    desk.press("<enter> 2j <enter>");
    assert_eq!(step_at(&desk), ("e5".into(), 1));
    desk.press("<ctrl-o>");
    assert_eq!((desk.app.tab, rule_at(&desk).1.as_str()), (Tab::Registries, "positive"));
    desk.press("<ctrl-o>");
    assert_eq!(step_at(&desk), ("e1".into(), 1));
    desk.press("<alt-left>");
    assert_eq!(step_at(&desk), ("e1".into(), 0));
    desk.press("<alt-left>");
    assert_eq!((desk.app.scope(), episode_at(&desk)), (Scope::Episodes, "e1".into()));
    desk.press("<alt-left>");
    assert_eq!(desk.app.notice.as_deref(), Some("no earlier place to go back to"));
    desk.press("4 <alt-right>");
    assert_eq!(step_at(&desk), ("e5".into(), 1));
    desk.press("<ctrl-i>");
    assert_eq!(desk.app.notice.as_deref(), Some("no later place to go forward to"));
    // A new jump from an earlier place ends the way forward.
    desk.press("3 <ctrl-o> G <ctrl-i>");
    assert_eq!(step_at(&desk), ("e1".into(), 2));
}

#[test]
fn quote_quote_goes_back_and_moving_by_rows_is_no_jump() {
    let mut desk = open();
    desk.press("2j <enter> jj <esc> j");
    assert_eq!(episode_at(&desk), "e3");
    desk.press("''");
    assert_eq!(step_at(&desk), ("e2".into(), 2));
}
