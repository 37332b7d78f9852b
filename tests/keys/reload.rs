//! Files that change while somebody looks at them.

use super::{
    LEDGER, POSITIVE, REGISTRY, REQUIRED, UNIT, UNIT_NARROW, UNIT_WIDER, call, episode, episode_at, head, open,
    registry, rule_at, rules, step_at, study,
};
use vidimus::app::screen::registries::Pane;
use vidimus::diff::Kind as ChangeKind;

#[test]
fn a_rewritten_registry_leaves_the_cursor_on_its_rule_and_marks_what_changed() {
    let mut desk = open();
    desk.press("1 j <enter> j");
    assert_eq!(rule_at(&desk), ("set".into(), "positive".into()));
    let new =
        registry(&[("add", &[POSITIVE]), ("get", &[REQUIRED, POSITIVE]), ("set", &[REQUIRED, UNIT_WIDER, POSITIVE])]);
    desk.read_registry(REGISTRY, "rules.json", new.as_bytes());
    assert_eq!(rule_at(&desk), ("set".into(), "positive".into()));
    assert!(desk.app.news.as_ref().unwrap().starts_with("rules.json was rewritten: +"), "{:?}", desk.app.news);
    let unseen = &desk.app.data.registry(REGISTRY).unwrap().unseen;
    let kinds: Vec<_> = unseen.iter().map(|(rule, kind)| (rule.tool.as_str(), *kind)).collect();
    assert!(kinds.contains(&("add", ChangeKind::Added)) && kinds.contains(&("get", ChangeKind::Removed)), "{kinds:?}");
    // The same content again is no news.
    desk.app.news = None;
    desk.read_registry(REGISTRY, "rules.json", new.as_bytes());
    assert_eq!(desk.app.news, None);
}

#[test]
fn a_changed_rule_is_marked_until_somebody_stands_on_it() {
    let mut desk = open();
    let new = registry(&[
        ("get", &[REQUIRED, UNIT, POSITIVE, ("stable_type", "deep", "[\"object\"]")]),
        ("set", &[REQUIRED, UNIT, POSITIVE]),
    ]);
    let marked = |desk: &super::Desk| desk.app.data.registry(REGISTRY).unwrap().unseen.len();
    desk.press("1 <enter>");
    desk.read_registry(REGISTRY, "rules.json", new.as_bytes());
    assert_eq!(marked(&desk), 1, "{:?}", desk.app.log);
    desk.press("<esc> j k");
    assert_eq!(marked(&desk), 1);
    desk.press("n");
    assert_eq!((marked(&desk), desk.app.registries.pane, rule_at(&desk).1.as_str()), (0, Pane::Rules, "stable_type"));
    desk.press("n");
    assert!(desk.app.notice.as_ref().unwrap().contains("no rule of this tool changed"));
}

/// Jumping over a changed rule is not looking at it.
#[test]
fn a_rule_that_is_jumped_over_stays_marked() {
    let mut desk = open();
    desk.press("1 <enter> j");
    let first = desk.app.registries.rules.rows()[0].clone();
    let wider = ("known_fields", "$", "[\"deep\",\"price\",\"tax\",\"unit\"]");
    let new = registry(&[("get", &[wider, UNIT_WIDER, POSITIVE]), ("set", &[REQUIRED, UNIT, POSITIVE])]);
    desk.read_registry(REGISTRY, "rules.json", new.as_bytes());
    desk.press("G");
    let unseen = desk.app.registries.unseen(&desk.app.data, Some(REGISTRY));
    assert_eq!((unseen.len(), unseen.contains(&first)), (1, true));
}

/// A re-mine of a longer trace gives nearly every rule another support: no reason to look at each.
#[test]
fn other_support_alone_marks_nothing_and_is_told_last_and_once() {
    let mut desk = open();
    desk.press("1 <enter>");
    let new = registry(&[("get", &[REQUIRED, UNIT_WIDER, POSITIVE]), ("set", &[REQUIRED, UNIT, POSITIVE])]);
    desk.read_registry(REGISTRY, "rules.json", new.replace("\"support\":20", "\"support\":21").as_bytes());
    let unseen = &desk.app.data.registry(REGISTRY).unwrap().unseen;
    assert_eq!(unseen.values().collect::<Vec<_>>(), [&ChangeKind::Widened]);
    let told: Vec<_> = desk.app.changes.iter().map(|line| line.trim().split(" · ").next().unwrap()).collect();
    let first = "rules.json was rewritten: +0 −0 ~1 (1 widened, 5 with other support only)";
    assert_eq!(told, [first, "widened", "other support only"]);
    assert!(desk.app.changes[2].ends_with("5 rules"), "{:?}", desk.app.changes);
}

/// In every call the unit is EUR.
#[test]
fn a_rewrite_says_what_fires_on_the_call_under_the_cursor_now() {
    let mut desk = open();
    desk.press("3 <enter>");
    let tool = desk.app.stepper.as_ref().unwrap().detail.as_ref().unwrap().call.tool.clone();
    let other = if tool.as_str() == "get" { "set" } else { "get" };
    let with =
        |unit| registry(&[(tool.as_str(), &[REQUIRED, unit, POSITIVE]), (other, &[REQUIRED, UNIT_NARROW, POSITIVE])]);
    desk.read_registry(REGISTRY, "rules.json", with(UNIT).as_bytes());
    let news = |desk: &super::Desk| desk.app.news.clone().unwrap();
    assert!(news(&desk).contains("~1 (1 narrowed)"), "{}", news(&desk));
    desk.read_registry(REGISTRY, "rules.json", with(UNIT_NARROW).as_bytes());
    assert!(news(&desk).contains("~1 (1 narrowed, 1 fires on the call you are looking at)"), "{}", news(&desk));
}

#[test]
fn a_registry_that_cannot_be_read_leaves_the_last_good_one() {
    let mut desk = open();
    desk.press("1 j <enter> j");
    desk.read_registry(REGISTRY, "rules.json", b"{\"format\":\"vidimus.registry/1\",\"tools\":{");
    let slot = desk.app.data.registry(REGISTRY).unwrap();
    assert_eq!(slot.registry.as_ref().unwrap().tools.len(), 2);
    assert!(slot.problem.as_ref().unwrap().contains("the last good content stays"), "{:?}", slot.problem);
    assert_eq!(rule_at(&desk), ("set".into(), "positive".into()));
    desk.read_registry(REGISTRY, "rules.json", rules().as_bytes());
    assert_eq!(desk.app.data.registry(REGISTRY).unwrap().problem, None);
    desk.tell(vidimus::app::msg::Msg::RegistryGone(REGISTRY));
    let slot = desk.app.data.registry(REGISTRY).unwrap();
    assert!(slot.gone && slot.registry.is_some());
}

/// While calls are judged anew the firings are still those of the rule under the cursor.
#[test]
fn the_cursor_stays_on_its_firing_when_the_registry_is_rewritten() {
    let mut desk = open();
    desk.press("1 j <enter> j <enter> 2j");
    let call = *desk.app.registries.firings.selected().unwrap();
    desk.is_holding = true;
    let new = registry(&[("get", &[REQUIRED, UNIT_NARROW, POSITIVE]), ("set", &[REQUIRED, UNIT, POSITIVE])]);
    desk.read_registry(REGISTRY, "rules.json", new.as_bytes());
    assert_eq!(desk.app.registries.pane, Pane::Firings);
    desk.release();
    assert_eq!((desk.app.registries.pane, desk.app.registries.firings.selected()), (Pane::Firings, Some(&call)));
    // The rule is taken out: its firings go.
    let new = registry(&[("get", &[REQUIRED, UNIT_NARROW, POSITIVE]), ("set", &[REQUIRED, UNIT])]);
    desk.read_registry(REGISTRY, "rules.json", new.as_bytes());
    assert_eq!((desk.app.registries.pane, desk.app.registries.firings.rows().len()), (Pane::Rules, 0));
}

#[test]
fn a_growing_ledger_leaves_the_cursor_on_its_episode() {
    let mut desk = open();
    desk.press("jjj");
    desk.grow(LEDGER, &episode("more", 1));
    assert_eq!((episode_at(&desk), desk.app.episodes.list.rows().len()), ("e3".into(), 9));
    assert_eq!(desk.app.news.as_deref(), Some("study.jsonl grew by 1 episode"));
    desk.press("jjj s s s s s s s");
    assert_eq!((episode_at(&desk), desk.app.episodes.sort.name()), ("e6".into(), "calls"));
    desk.grow(LEDGER, &(head("most", "t", "a") + &call("most", "get", 1, false).repeat(50)));
    assert_eq!(episode_at(&desk), "e6");
    assert_eq!(desk.app.episodes.list.rows().len(), 10);
}

#[test]
fn a_rewritten_ledger_leaves_the_cursor_on_its_episode_wherever_that_stands_now() {
    let mut desk = open();
    desk.press("jjj");
    let new = episode("first", 0) + &study();
    desk.rewrite(LEDGER, &new);
    assert_eq!((episode_at(&desk), desk.app.episodes.list.rows().len()), ("e3".into(), 9));
    // In pieces too, and the first one does not hold it.
    desk.begin_rewrite(LEDGER);
    desk.feed(LEDGER, &episode("before", 0), false);
    desk.feed(LEDGER, &study(), true);
    assert_eq!((episode_at(&desk), desk.app.episodes.list.rows().len()), ("e3".into(), 9));
}

#[test]
fn a_rewritten_ledger_leaves_an_open_episode_open_or_says_that_it_is_gone() {
    let mut desk = open();
    desk.press("jjj <enter> 2j");
    assert_eq!(step_at(&desk), ("e3".into(), 2));
    desk.rewrite(LEDGER, &(episode("first", 0) + &study()));
    assert_eq!(step_at(&desk), ("e3".into(), 2));
    assert!(desk.app.stepper.as_ref().unwrap().detail.is_some());
    // In pieces it comes back with the piece that holds it, unless a key was pressed meanwhile.
    desk.begin_rewrite(LEDGER);
    desk.feed(LEDGER, &episode("before", 0), false);
    desk.feed(LEDGER, &study(), true);
    assert_eq!((step_at(&desk), &desk.app.notice), (("e3".into(), 2), &None));
    desk.rewrite(LEDGER, &episode("other", 1));
    assert!(desk.app.stepper.is_none());
    assert_eq!(desk.app.notice.as_deref(), Some("episode e3 is no longer in study.jsonl"));
}

/// A ledger that was rewritten counts its firings once, and shows none that are no more.
#[test]
fn firings_are_counted_anew_when_a_ledger_is_rewritten() {
    let mut desk = open();
    desk.press("1 j <enter> j");
    let count = |desk: &super::Desk| desk.app.registries.tool_count(&"set".into());
    assert_eq!((count(&desk), desk.app.registries.firings.rows().len()), (4, 4));
    desk.rewrite(LEDGER, &study());
    assert_eq!((count(&desk), desk.app.registries.firings.rows().len()), (4, 4));
    desk.rewrite(LEDGER, &episode("clean", 0));
    assert_eq!((count(&desk), desk.app.registries.firings.rows().len()), (0, 0));
}

#[test]
fn answers_to_older_questions_are_dropped() {
    let mut desk = open();
    desk.is_holding = true;
    // Judged by the old rules, asked before the new ones came.
    let narrow = registry(&[("get", &[UNIT_NARROW]), ("set", &[UNIT_NARROW])]);
    desk.read_registry(REGISTRY, "rules.json", narrow.as_bytes());
    desk.read_registry(REGISTRY, "rules.json", rules().as_bytes());
    desk.release();
    let replay = &desk.app.data.ledger(LEDGER).unwrap().replay;
    assert_eq!((replay.fired.len(), replay.checked as usize), (4, 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9));
    assert_eq!(desk.app.registries.counts.values().sum::<u64>(), 4);
}

/// A call that was asked for before the ledger was rewritten is not shown for the call in its place now.
#[test]
fn payloads_of_an_older_file_are_dropped() {
    let mut desk = open();
    desk.is_holding = true;
    desk.press("<enter>");
    let new = study().replace("\"price\":1", "\"price\":777");
    desk.rewrite(LEDGER, &new);
    desk.release();
    let detail = desk.app.stepper.as_ref().unwrap().detail.as_ref().unwrap();
    assert!(detail.result.as_ref().unwrap().to_string().contains("777"), "{:?}", detail.result);
}

/// What a filter or an order says of firings is said anew when calls were judged anew.
#[test]
fn filters_by_firings_follow_the_registry() {
    let mut desk = open();
    desk.press("/fired>0<enter>");
    assert_eq!(desk.app.episodes.list.rows().len(), 4);
    let narrow = registry(&[("get", &[UNIT_NARROW]), ("set", &[UNIT_NARROW])]);
    desk.read_registry(REGISTRY, "rules.json", narrow.as_bytes());
    assert_eq!(desk.app.episodes.list.rows().len(), 8);
}

/// Places in a ledger are others once it is written anew: the prompt leads to the episode that it names.
#[test]
fn the_prompt_for_anything_leads_to_the_episode_it_names_though_the_ledger_was_rewritten() {
    let mut desk = open();
    desk.press("<ctrl-p> e3");
    desk.rewrite(LEDGER, &(episode("first", 0) + &study()));
    desk.press("<enter>");
    assert_eq!(step_at(&desk).0, "e3");
    // In pieces too; what is gone cannot be chosen, and what came in with a later piece can.
    desk.press("3 <ctrl-p> e2");
    desk.begin_rewrite(LEDGER);
    desk.feed(LEDGER, &episode("before", 0), false);
    desk.feed(LEDGER, &(episode("second", 1) + &study()), true);
    desk.press("<enter>");
    assert_eq!(step_at(&desk).0, "e2");
    desk.press("3 <ctrl-p> e2");
    desk.rewrite(LEDGER, &episode("other", 1));
    desk.press("<enter>");
    assert!(desk.app.stepper.is_none());
}

#[test]
fn news_of_a_ledger_lead_to_the_list_of_changes_only_if_they_stand_there() {
    let mut desk = open();
    desk.grow(LEDGER, &episode("more", 1));
    assert_eq!(desk.app.news.as_deref(), Some("study.jsonl grew by 1 episode"));
    desk.rewrite(LEDGER, &study());
    assert!(desk.app.news.as_ref().unwrap().ends_with("(R lists the changes)"), "{:?}", desk.app.news);
    desk.press("R");
    let page = desk.app.window().unwrap().page.as_text();
    assert!(page.contains("study.jsonl was rewritten and is read anew"), "{page}");
}

/// The miner writes its file again and again: what it said before can be looked at, and judges meanwhile.
#[test]
fn an_earlier_generation_of_a_registry_is_shown_until_the_newest_is_asked_for() {
    let mut desk = open();
    let kinds = |desk: &super::Desk| desk.app.registries.rules.rows().len();
    let fired = |desk: &super::Desk| desk.app.data.ledger(LEDGER).unwrap().replay.fired.len();
    let banner = |desk: &super::Desk| desk.app.data.registry(REGISTRY).unwrap().banner();
    desk.press("1 j <enter> {");
    assert!(desk.app.notice.as_ref().unwrap().contains("no earlier generation"), "{:?}", desk.app.notice);
    desk.press("j");
    let fewer = registry(&[("get", &[UNIT]), ("set", &[REQUIRED, UNIT])]);
    desk.read_registry(REGISTRY, "rules.json", fewer.as_bytes());
    let third = registry(&[("get", &[UNIT_NARROW]), ("set", &[UNIT])]);
    desk.read_registry(REGISTRY, "rules.json", third.as_bytes());
    assert_eq!((kinds(&desk), fired(&desk), banner(&desk)), (1, 24, None));
    desk.press("{");
    let text = banner(&desk).unwrap();
    assert!(text.starts_with("rules.json: generation 2 of 3, only to look at; the newest changes +0"), "{text}");
    assert_eq!((kinds(&desk), fired(&desk)), (2, 0));
    // Only positive fires in the first one, on step 1 of the four odd episodes.
    desk.press("{");
    assert_eq!((kinds(&desk), fired(&desk)), (3, 4));
    // What is written meanwhile is not lost, and does not push the person away.
    let unseen = desk.app.data.registry(REGISTRY).unwrap().unseen.len();
    desk.press("jk");
    desk.read_registry(REGISTRY, "rules.json", registry(&[("set", &[UNIT_WIDER])]).as_bytes());
    assert!(banner(&desk).unwrap().contains("generation 1 of 4"));
    assert!(desk.app.data.registry(REGISTRY).unwrap().unseen.len() >= unseen);
    assert_eq!((kinds(&desk), fired(&desk)), (3, 4));
    desk.press("9}");
    assert_eq!((kinds(&desk), fired(&desk), banner(&desk)), (1, 0, None));
    // The same once more is no generation, and only the last eight are kept, with the one on screen.
    for support in 21..35 {
        let text = rules().replace("\"support\":20", &format!("\"support\":{support}"));
        desk.read_registry(REGISTRY, "rules.json", text.as_bytes());
        desk.read_registry(REGISTRY, "rules.json", text.as_bytes());
    }
    desk.press("60{");
    assert!(banner(&desk).unwrap().contains("generation 11 of 18"), "{:?}", banner(&desk));
    desk.press("{");
    assert!(desk.app.notice.as_ref().unwrap().contains("only the last 8"));
}
