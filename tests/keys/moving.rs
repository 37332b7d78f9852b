//! Getting from place to place: counts, marks, the list of jumps, going to anything, and where one was last time.

use super::{Desk, LEDGER, REGISTRY, call, episode, episode_at, head, open, rule_at, rules, step_at, study};
use vidimus::app::action::Action;
use vidimus::app::data::RegistryId;
use vidimus::app::keys::Scope;
use vidimus::app::msg::Msg;
use vidimus::app::screen::stepper::Pane;
use vidimus::app::{Overlay, Tab};

/// In an open episode and in windows every digit is a count; on the lists those of the tabs show them.
#[test]
fn digits_are_counts_where_there_is_no_list_of_files() {
    let mut desk = open();
    desk.grow(LEDGER, &(head("long", "t", "a") + &call("long", "get", 1, false).repeat(40)));
    desk.press("G <enter> 12j");
    assert_eq!(step_at(&desk), ("long".into(), 12));
    desk.press("3j 13k 31G");
    // Calls are shown with their numbers, from 0.
    assert_eq!(step_at(&desk).1, 31);
    desk.press("<esc> 1");
    assert_eq!(desk.app.tab, Tab::Registries);
    desk.press("2");
    assert_eq!(desk.app.tab, Tab::Review);
    desk.press("3 6 2 1 k");
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
        for _ in 0..4 {
            desk.press(next);
        }
        assert_eq!(episode_at(&desk), "e7");
        desk.press("9");
        desk.press(next);
        assert_eq!(episode_at(&desk), "e7");
        assert!(desk.app.notice.as_ref().unwrap().starts_with("fewer than 9 episodes below this one have a"));
        desk.press("G 6");
        desk.press(previous);
        assert!(desk.app.notice.as_ref().unwrap().starts_with("fewer than 6 episodes above this one have a"));
    }
}

#[test]
fn marks_bring_back_call_line_and_rule_whatever_the_list_shows() {
    let mut desk = open();
    // The line `price` of step 1 in e1, and a rule of `set`.
    desk.press("j <enter> j <tab> 3j");
    let line = desk.app.stepper.as_ref().unwrap().row().unwrap().key.clone();
    desk.press("m a <alt-1> j <enter> jj");
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
    desk.press("<enter> jj <enter>");
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
    desk.press("6 <alt-right>");
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
    desk.press("jj <enter> jj <esc> j");
    assert_eq!(episode_at(&desk), "e3");
    desk.press("''");
    assert_eq!(step_at(&desk), ("e2".into(), 2));
}

fn begun(text: Option<String>) -> Msg {
    Msg::SessionBegun { paths: vec!["/data/study".into()], text, with_theme: true }
}

/// A visit to the study that takes up what an earlier one left.
fn visit(text: Option<&str>) -> Desk {
    let mut desk = Desk::default();
    desk.tell(Msg::Resized(100, 30));
    desk.tell(Msg::ThemesFound(vec!["dark".into(), "light".into()]));
    desk.tell(begun(text.map(str::to_owned)));
    desk.read_registry(REGISTRY, "rules.json", rules().as_bytes());
    desk.read_registry(RegistryId(9), "more.json", rules().as_bytes());
    desk.open_ledger(LEDGER, "study.jsonl", &study());
    desk.tell(Msg::Found(Vec::new()));
    desk
}

/// Each list has its own history, the search for a text everywhere too; of many the newest 50 are kept.
#[test]
fn filters_given_at_the_last_visit_are_there_at_the_next() {
    let mut desk = visit(None);
    desk.press("3");
    for n in 0..51 {
        desk.press("/ <ctrl-u>");
        desk.type_text(&format!("receipts>{n}"));
        desk.press("<enter>");
    }
    desk.press("/ <ctrl-u> <enter> <enter> <tab> / E U R <enter> <ctrl-f> c r e d <enter>");
    desk.press("<esc> <alt-1> / g e t <enter>");

    let next = visit(desk.app.session_text().as_deref());
    let remembered = &next.app.remembered;
    assert_eq!(remembered.episodes.len(), 50);
    assert_eq!(remembered.episodes.first().map(String::as_str), Some("receipts>1"), "the oldest went");
    assert_eq!(remembered.episodes.last().map(String::as_str), Some("receipts>50"));
    assert_eq!((&remembered.calls[..], &remembered.tools[..]), (&["EUR".to_owned()][..], &["get".to_owned()][..]));
    assert_eq!((&remembered.everywhere[..], remembered.rules.len()), (&["cred".to_owned()][..], 0));
}

#[test]
fn the_next_visit_goes_on_where_the_last_one_ended() {
    let mut desk = visit(None);
    // Sorted and filtered; a call two levels deep with a folded part; a rule of the other registry; another theme.
    desk.press("s s S / arm:advisory <enter> j <enter> j <tab> 5j z k m a <alt-1> ] j <enter> j T");
    let (list, step, rule) = (desk.app.episodes.list.rows().to_vec(), step_at(&desk), rule_at(&desk));
    let line = desk.app.stepper.as_ref().unwrap().row().unwrap().key.clone();
    let rows = desk.app.stepper.as_ref().unwrap().rows.len();
    let text = desk.app.session_text().unwrap();

    let mut next = visit(Some(&text));
    assert_eq!((next.app.tab, rule_at(&next), next.app.registry), (Tab::Registries, rule, Some(RegistryId(9))));
    assert_eq!((next.app.themes.1, next.app.log.len()), (1, 0));
    assert_eq!(next.app.session_text(), Some(text));
    next.press("3");
    let stepper = next.app.stepper.as_ref().unwrap();
    assert_eq!((stepper.pane, &stepper.row().unwrap().key, stepper.rows.len()), (Pane::Tree, &line, rows));
    assert_eq!((step_at(&next), next.app.episodes.list.rows()), (step.clone(), &list[..]));
    assert_eq!((next.app.episodes.filter.as_str(), next.app.episodes.sort.name()), ("arm:advisory", "arm"));
    next.press("<esc> <esc> g ' a");
    assert_eq!(step_at(&next), step);
}

#[test]
fn a_mark_and_a_jump_are_remembered_at_once() {
    let mut desk = visit(None);
    desk.press("jjj");
    assert_eq!(desk.saved, None);
    desk.press("<enter>");
    assert!(desk.saved.take().unwrap().contains("\"episode\":\"e3\""));
    desk.press("j m x");
    let saved = desk.saved.take().unwrap();
    assert!(visit(Some(&saved)).app.marks.contains_key(&'x'));
    // A visit that is not to be remembered never is.
    let mut desk = open();
    desk.press("<enter> m x");
    assert_eq!((desk.saved, desk.app.session_text()), (None, None));
}

/// The files are read piece by piece, and some of what was remembered is gone.
#[test]
fn positions_are_taken_up_as_files_come_and_what_is_gone_is_passed_over() {
    let mut desk = visit(None);
    desk.press("6j k <enter> 4j");
    let text = desk.app.session_text().unwrap();
    let mut next = Desk::default();
    next.tell(begun(Some(text.clone())));
    next.tell(Msg::LedgerOpened { id: LEDGER, name: "study.jsonl".into() });
    next.begin_rewrite(LEDGER);
    let study = study();
    // Up to the second call of e5.
    let (first, rest) = study.split_at(study.find("\"episode\":\"e5\",\"tool\":\"set\"").unwrap());
    next.feed(LEDGER, first, false);
    assert!(next.app.stepper.is_none());
    next.feed(LEDGER, rest, true);
    assert_eq!(step_at(&next), ("e5".into(), 4));
    // Who has moved meanwhile stays.
    let mut next = Desk::default();
    next.tell(begun(Some(text.clone())));
    next.tell(Msg::LedgerOpened { id: LEDGER, name: "study.jsonl".into() });
    next.begin_rewrite(LEDGER);
    next.feed(LEDGER, first, false);
    next.press("? <esc> k");
    next.feed(LEDGER, rest, true);
    assert_eq!((next.app.scope(), episode_at(&next)), (Scope::Episodes, "e4".into()));
    // An episode that is gone.
    let mut next = Desk::default();
    next.tell(begun(Some(text)));
    next.open_ledger(LEDGER, "study.jsonl", &episode("other", 3));
    assert_eq!((next.app.scope(), episode_at(&next), next.app.log.len()), (Scope::Episodes, "other".into(), 0));
}

#[test]
fn a_text_that_is_not_of_these_files_is_told_and_not_written_over() {
    let good = visit(None).app.session_text().unwrap();
    let foreign = good.replace("/data/study", "/data/other");
    let newer = good.replace("session/1", "session/2");
    for (text, told) in [("{", "not used"), ("[]", "format"), (&newer, "format"), (&foreign, "other files")] {
        let mut desk = visit(Some(text));
        assert_eq!(desk.app.log.len(), 1, "{text:?}");
        assert!(desk.app.log[0].contains(told), "{:?}", desk.app.log);
        assert!(desk.app.notice.as_deref().is_some_and(|notice| notice.contains("is not remembered")));
        desk.press("m a");
        assert_eq!((desk.saved, desk.app.session_text()), (None, None));
    }
    // In a file that holds nothing, nothing is lost.
    let mut desk = visit(Some("\n"));
    desk.press("m a");
    assert_eq!((visit(desk.saved.as_deref()).app.marks.len(), desk.app.log.len()), (1, 0));
    // Whatever its parts are, they are passed over one by one.
    let odd = r#"{"format":"vidimus.session/1","paths":["/data/study"],"screen":7,"episodes":[],"call":{"screen":"call"},
        "folds":[1,["result"],["elsewhere","a"]],"registries":{"at":{"screen":"registries","file":"gone.json","tool":"x"}},
        "marks":{"ab":{},"c":{"screen":"episodes"}},"theme":"gone"}"#;
    let desk = visit(Some(odd));
    assert_eq!((desk.app.marks.len(), desk.app.log.len(), desk.app.scope()), (1, 0, Scope::Episodes));
}

/// What the prompt shows, best first: kind, text, and why it cannot be chosen.
fn found(desk: &Desk) -> Vec<(&'static str, String, Option<&'static str>)> {
    let Some(Overlay::Find(finder)) = desk.app.overlays.last() else { panic!("no prompt") };
    let rows = finder.list.rows().iter().filter_map(|at| finder.row(*at));
    rows.map(|row| (row.kind, row.text.clone(), row.barred)).collect()
}

#[test]
fn ctrl_p_goes_to_tools_rules_and_episodes_from_everywhere() {
    let mut desk = open();
    desk.press("<enter> w <ctrl-p>");
    // Two tools with three rules each, and eight episodes.
    assert_eq!(found(&desk).len(), 2 + 6 + 8);
    desk.type_text("e6");
    assert_eq!(found(&desk)[0], ("episode", "task t6 trial 0 · e6".into(), None));
    desk.press("<enter>");
    assert_eq!((step_at(&desk), desk.app.overlays.len(), episode_at(&desk)), (("e6".into(), 0), 0, "e6".into()));
    // A jump like any other.
    desk.press("<ctrl-o>");
    assert_eq!(step_at(&desk), ("e0".into(), 0));
}

#[test]
fn ctrl_p_finds_rules_by_their_words_and_shows_what_a_filter_hides() {
    let mut desk = open();
    // A second registry with the same rules and one more: each is there once.
    let more = super::registry(&[("get", &[super::POSITIVE, super::UNIT]), ("put", &[super::POSITIVE])]);
    desk.read_registry(RegistryId(9), "more.json", more.as_bytes());
    desk.press("<ctrl-p>");
    assert_eq!(found(&desk).len(), 3 + 7 + 8);
    desk.type_text("set positive");
    assert_eq!(found(&desk).iter().map(|row| row.0).collect::<Vec<_>>(), ["rule"]);
    desk.press("<enter>");
    assert_eq!((desk.app.tab, rule_at(&desk)), (Tab::Registries, ("set".into(), "positive".into())));
    // A rule of another registry is shown in that one.
    desk.press("<ctrl-p>");
    desk.type_text("put positive");
    desk.press("<enter>");
    assert_eq!((rule_at(&desk), desk.app.registry), (("put".into(), "positive".into()), Some(RegistryId(9))));
    desk.press("<ctrl-p>");
    desk.type_text("put");
    assert_eq!((found(&desk)[0].0, found(&desk)[0].1.as_str()), ("tool", "put"));
    desk.press("<enter>");
    assert_eq!(desk.app.registries.tools.selected().map(ToString::to_string), Some("put".into()));
    // The list shows the episode, without the filter if that hides it.
    desk.press("3 / e1 <enter> <ctrl-p>");
    desk.type_text("t4");
    desk.press("<down> <up> <enter> <esc>");
    assert_eq!((episode_at(&desk), desk.app.filter()), ("e4".into(), ""));
    desk.press("<ctrl-p>");
    desk.type_text("zzz");
    desk.press("<enter>");
    assert_eq!((desk.app.overlays.len(), episode_at(&desk)), (0, "e4".into()));
}

#[test]
fn the_palette_offers_every_action_and_says_where_the_others_work() {
    let mut desk = open();
    desk.press(":");
    let all = found(&desk);
    // The orders of the list here are commands, too.
    let orders = vidimus::app::screen::episodes::Column::ALL.len();
    assert_eq!(all.len(), Action::ALL.len() - 3 + orders);
    assert!(all.iter().skip_while(|row| row.2.is_none()).all(|row| row.2.is_some()), "what works here comes first");
    // By the name of the action, and by its words; what does not work here says where it does, and does nothing.
    desk.type_text("go-to-rule");
    assert_eq!(found(&desk)[0].2, Some("in an open episode"));
    desk.press("<enter>");
    assert_eq!(desk.app.notice.as_deref(), Some("\"go to the rule behind this line\" works in an open episode"));
    assert_eq!(desk.app.overlays.len(), 1);
    desk.press("<esc> <enter> :");
    desk.type_text("toggle-fold");
    assert_eq!(found(&desk)[0].1, "fold or unfold this part of the result");
    desk.press("<esc> :");
    desk.type_text("registry previous");
    assert_eq!(found(&desk)[0].1, "replay against the previous registry");
}

#[test]
fn what_was_used_last_comes_first_also_at_the_next_visit() {
    let mut desk = visit(None);
    for name in ["reverse-sort", "next-sort", "log"] {
        desk.press(":");
        desk.type_text(name);
        desk.press("<enter>");
    }
    let mut next = visit(desk.app.session_text().as_deref());
    for desk in [&mut desk, &mut next] {
        desk.press(":");
        let first: Vec<_> = found(desk).into_iter().take(3).map(|row| row.1).collect();
        assert_eq!(first, ["messages: notes, bad lines, news", "sort by the next column", "turn the order round"]);
    }
    // In an open episode nothing is sorted.
    next.press("<esc> <enter> :");
    assert_ne!(found(&next)[1].1, "sort by the next column");
}

/// Asked for from inside it, the screen is its list; from another screen the episode is still open.
#[test]
fn alt_3_leads_from_an_episode_to_the_list() {
    let mut desk = open();
    desk.press("3 <enter> <alt-1> <alt-3>");
    assert_eq!(desk.app.scope(), Scope::Stepper);
    desk.press("<alt-3>");
    assert_eq!(desk.app.scope(), Scope::Episodes);
}

/// 70,000 episodes and 3,000 rules: everything is there, few rows are shown, and the best one is on top.
#[test]
fn ctrl_p_finds_one_of_many() {
    let mut desk = Desk::default();
    let heads: String = (0..70_000).map(|n| head(&format!("run-{n:05}"), &format!("task-{}", n % 500), "a")).collect();
    desk.open_ledger(LEDGER, "study.jsonl", &heads);
    desk.press("<ctrl-p>");
    for letter in "run69".chars() {
        desk.type_text(&letter.to_string());
        assert!((1..=200).contains(&found(&desk).len()));
    }
    desk.type_text("420");
    assert_eq!(found(&desk)[0].1, "task task-420 trial 0 · run-69420");
    desk.press("<enter>");
    assert_eq!(episode_at(&desk), "run-69420");
}
