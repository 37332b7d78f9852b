//! One episode, call by call.

use super::{LEDGER, call, episode, episode_at, head, open, outcome, rule_at, step_at};
use vidimus::app::Tab;
use vidimus::app::keys::Scope;
use vidimus::app::screen::stepper::Pane;
use vidimus::contract::Verdict;

#[test]
fn a_receipt_is_two_keys_away() {
    let mut desk = open();
    desk.press("3 n <enter> n");
    assert_eq!(step_at(&desk), ("e1".into(), 1));
    let detail = desk.app.stepper.as_ref().unwrap().detail.as_ref().unwrap();
    assert!(detail.recorded.is_some());
    let broken = detail.judgements.iter().filter(|it| it.verdict == Verdict::Broken).count();
    assert_eq!((broken, detail.violations.len()), (1, 1));
}

#[test]
fn receipts_and_firings_are_walked_and_their_ends_told() {
    let mut desk = open();
    desk.grow(
        LEDGER,
        &(head("r", "t", "a") + &[false, true, false, true, true].map(|it| call("r", "get", 1, it)).concat()),
    );
    desk.press("G <enter> n");
    assert_eq!(step_at(&desk), ("r".into(), 1));
    desk.press("2n");
    assert_eq!(step_at(&desk).1, 4);
    desk.press("n");
    assert_eq!(step_at(&desk).1, 4);
    assert!(desk.app.notice.as_ref().unwrap().contains("no further receipt"));
    desk.press("N");
    assert_eq!(step_at(&desk).1, 3);
    desk.press("2N");
    assert_eq!((step_at(&desk).1, &desk.app.notice), (3, &Some("only 1 earlier receipt in this episode".into())));
    // A recorded receipt is no firing: nothing breaks here.
    desk.press("g e");
    assert_eq!(step_at(&desk).1, 0);
    assert!(desk.app.notice.as_ref().unwrap().contains("no error or firing in this episode"));
}

#[test]
fn errors_and_firings_are_found_without_any_receipt() {
    let mut desk = open();
    let calls = [1, -1, 1, -2].map(|price| call("f", "get", price, false)).concat();
    desk.grow(LEDGER, &(head("f", "t", "a") + &calls));
    desk.press("G <enter> e");
    assert_eq!(step_at(&desk), ("f".into(), 1));
    desk.press("e");
    assert_eq!(step_at(&desk).1, 3);
    desk.press("E E");
    assert_eq!(step_at(&desk).1, 1);
}

#[test]
fn counts_repeat_and_go_to_lines() {
    let mut desk = open();
    desk.grow(LEDGER, &(head("long", "t", "a") + &call("long", "get", 1, false).repeat(40)));
    desk.press("G <enter> 22j");
    assert_eq!(step_at(&desk), ("long".into(), 22));
    desk.press("5k");
    assert_eq!(step_at(&desk).1, 17);
    desk.press("20G");
    assert_eq!(step_at(&desk).1, 20);
    desk.press("99j");
    assert_eq!(step_at(&desk).1, 39);
    desk.press("g");
    assert_eq!(step_at(&desk).1, 0);
    // A count is used up by one key, and dropped by a key that means nothing.
    desk.press("5jj");
    assert_eq!(step_at(&desk).1, 6);
    desk.press("5%j");
    assert_eq!(step_at(&desk).1, 7);
    desk.press("999999999999999999999j");
    assert_eq!(step_at(&desk).1, 39);
}

#[test]
fn tab_walks_the_panes_and_esc_leads_back_to_the_list_and_no_further() {
    let mut desk = open();
    let pane = |desk: &super::Desk| desk.app.stepper.as_ref().map(|stepper| stepper.pane);
    desk.press("jj <enter>");
    assert_eq!(pane(&desk), Some(Pane::Calls));
    desk.press("<tab>");
    assert_eq!(pane(&desk), Some(Pane::Tree));
    desk.press("<tab><tab>");
    assert_eq!(pane(&desk), Some(Pane::Calls));
    desk.press("<shift-tab>");
    assert_eq!(pane(&desk), Some(Pane::Receipt));
    desk.press("<esc>");
    assert_eq!(pane(&desk), Some(Pane::Calls));
    desk.press("<esc>");
    assert_eq!((pane(&desk), desk.app.scope()), (None, Scope::Episodes));
    assert_eq!(episode_at(&desk), "e2");
    desk.press("<esc><esc><esc>");
    assert_eq!((desk.app.scope(), desk.has_quit), (Scope::Episodes, false));
}

/// The rows of `get` with result {price, unit, deep: {a: [1, 2]}} and arguments {q}: two roots, q, price, unit, deep,
/// a, and two elements.
#[test]
fn parts_fold_and_stay_folded_from_call_to_call() {
    let mut desk = open();
    let rows = |desk: &super::Desk| desk.app.stepper.as_ref().unwrap().rows.len();
    desk.press("<enter>");
    assert_eq!(rows(&desk), 9);
    desk.press("<tab> 5j z");
    assert_eq!(rows(&desk), 6);
    desk.press("<esc> j");
    assert_eq!((step_at(&desk).1, rows(&desk)), (1, 6));
    desk.press("J");
    assert_eq!((step_at(&desk), rows(&desk)), (("e1".into(), 0), 6));
    desk.press("Z");
    assert_eq!(rows(&desk), 9);
    desk.press("Z");
    assert_eq!(rows(&desk), 6);
    // A leaf does not fold; Enter in the tree folds.
    desk.press("Z <tab> G z");
    assert_eq!(rows(&desk), 9);
    desk.press("g <enter>");
    assert_eq!(rows(&desk), 8);
}

#[test]
fn other_episodes_of_the_list_are_a_key_away() {
    let mut desk = open();
    desk.press("/ arm:advisory <enter> <enter>");
    assert_eq!(step_at(&desk), ("e1".into(), 0));
    desk.press("J");
    assert_eq!(step_at(&desk), ("e3".into(), 0));
    desk.press("2J");
    assert_eq!(step_at(&desk), ("e7".into(), 0));
    desk.press("J");
    assert_eq!((step_at(&desk).0, &desk.app.notice), ("e7".into(), &Some("no further episode in the list".into())));
    desk.press("9K");
    assert_eq!(step_at(&desk).0, "e1");
    desk.press("<esc>");
    assert_eq!(episode_at(&desk), "e1");
}

#[test]
fn r_goes_to_the_rule_of_the_line_or_of_what_broke() {
    let mut desk = open();
    desk.press("j <enter> n r");
    assert_eq!((desk.app.tab, rule_at(&desk)), (Tab::Registries, ("set".into(), "positive".into())));
    // In the tree: the rule that looks at the line under the cursor.
    desk.press("3 <tab> g 4j r");
    assert_eq!(rule_at(&desk), ("set".into(), "category".into()));
    // A line without a rule leads to what broke; where nothing broke, nowhere.
    desk.press("3 g j r");
    assert_eq!(rule_at(&desk), ("set".into(), "positive".into()));
    desk.press("3 <esc> g <tab> g j r");
    assert_eq!((desk.app.tab, &desk.app.notice), (Tab::Episodes, &Some("no rule looks at this line".into())));
}

#[test]
fn why_opens_and_closes_over_its_call() {
    let mut desk = open();
    desk.press("j <enter> n w");
    assert_eq!((desk.app.scope(), desk.app.overlays.len()), (Scope::Overlay, 1));
    desk.press("jj q");
    assert_eq!((desk.app.scope(), step_at(&desk), desk.has_quit), (Scope::Stepper, ("e1".into(), 1), false));
}

#[test]
fn a_growing_episode_is_followed_only_from_its_end() {
    let mut desk = open();
    desk.grow(LEDGER, &(head("live", "t", "a") + &call("live", "get", 1, false).repeat(2)));
    desk.press("G <enter> G");
    assert_eq!(step_at(&desk), ("live".into(), 1));
    desk.grow(LEDGER, &call("live", "get", 1, false));
    assert_eq!((step_at(&desk).1, desk.app.stepper.as_ref().unwrap().waiting), (2, 0));
    desk.press("k");
    desk.grow(LEDGER, &call("live", "get", 1, false).repeat(2));
    assert_eq!((step_at(&desk).1, desk.app.stepper.as_ref().unwrap().waiting), (1, 2));
    // Calls of another episode are not counted.
    desk.grow(LEDGER, &(episode("other", 1) + &outcome("live", true)));
    assert_eq!((step_at(&desk).1, desk.app.stepper.as_ref().unwrap().waiting), (1, 2));
    desk.press("G");
    assert_eq!((step_at(&desk).1, desk.app.stepper.as_ref().unwrap().waiting), (4, 0));
}

#[test]
fn brackets_judge_by_another_registry() {
    let mut desk = open();
    let lax = super::registry(&[("set", &[super::UNIT_NARROW])]);
    desk.press("]");
    desk.read_registry(super::RegistryId(9), "lax.json", lax.as_bytes());
    desk.press("j <enter> n");
    let broken = |desk: &super::Desk| {
        let detail = desk.app.stepper.as_ref().unwrap().detail.clone().unwrap();
        let judge = detail.judge.unwrap();
        (judge.name, detail.violations.iter().map(|it| it.code().to_string()).collect::<Vec<_>>())
    };
    let (name, first) = broken(&desk);
    assert_eq!((name.as_str(), first.len()), ("rules.json", 1));
    desk.press("]");
    let (name, second) = broken(&desk);
    assert_eq!((name.as_str(), second.len()), ("lax.json", 1));
    assert_ne!(first, second);
    assert_eq!(desk.app.notice.as_deref(), Some("lax.json judges every call from now on; [ goes back to rules.json"));
    desk.press("[");
    assert_eq!(broken(&desk), ("rules.json".into(), first));
}

#[test]
fn an_episode_without_calls_has_none_to_wait_for() {
    let mut desk = open();
    desk.grow(LEDGER, &head("none", "t", "a"));
    desk.press("G <enter>");
    for key in ["v", "y", "=", "d", "x"] {
        desk.press(key);
        let notice = desk.app.notice.clone().unwrap();
        assert_eq!(notice, "The agent called no tool in this episode.", "after {key}");
    }
    desk.press("w");
    let page = desk.app.window().unwrap().page.as_text();
    assert!(page.contains("called no tool"), "{page}");
}
