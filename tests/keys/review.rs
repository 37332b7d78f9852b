//! Judging the rules of a registry: one by one, many at once, back again.

use super::desk::Desk;
use super::{POSITIVE, REGISTRY, REQUIRED, UNIT, UNIT_WIDER, open, registry, registry_of};
use vidimus::app::Tab;
use vidimus::app::data::{RegistryId, RuleRef};
use vidimus::app::msg::Msg;
use vidimus::app::review::Mark;
use vidimus::app::review::order::{Order, Ordered};
use vidimus::app::screen::review::Pane;
use vidimus::review::{Moment, Subject, Verdict};

/// 1 January 2026, 00:00:00 UTC.
pub(super) const NEW_YEAR: u64 = 1_767_225_600;

/// The study with its registry of six rules, in review by ada.
pub(super) fn reviewing() -> Desk {
    let mut desk = open();
    desk.now = Moment::of_unix(NEW_YEAR);
    desk.tell(Msg::ReviewerKnown { author: "ada".into(), now: desk.now });
    desk.read_review(REGISTRY);
    desk.press("2");
    assert_eq!((desk.app.tab, desk.app.review_count().left), (Tab::Review, 6));
    desk
}

pub(super) fn here(desk: &Desk) -> RuleRef {
    desk.app.review.screen.queue.selected().unwrap().clone()
}

pub(super) fn left(desk: &Desk) -> usize {
    desk.app.review_count().left
}

pub(super) fn notice(desk: &Desk) -> &str {
    desk.app.notice.as_deref().unwrap_or_default()
}

/// Tool and class.
fn named(desk: &Desk, rule: &RuleRef) -> String {
    let class = desk.app.review.judged().row(rule).unwrap().class;
    format!("{} {class}", rule.tool)
}

/// Puts the cursor on a rule, whatever the order.
pub(super) fn stand_on(desk: &mut Desk, tool: &str, class: &str) -> RuleRef {
    desk.press("g");
    for _ in 0..20 {
        let rule = here(desk);
        if named(desk, &rule) == format!("{tool} {class}") {
            return rule;
        }
        desk.press("j");
    }
    unreachable!("no {class} of {tool} in the queue")
}

/// The verdicts in the journal of a registry, oldest first.
pub(super) fn written(desk: &Desk, registry: RegistryId) -> Vec<String> {
    let journal = &desk.reviews[&registry];
    let name = |verdict: Option<&Verdict>| verdict.map_or("undo", Verdict::name).to_owned();
    journal.decisions().iter().map(|decision| name(decision.verdict())).collect()
}

#[test]
fn a_decision_is_saved_at_once_and_the_cursor_goes_to_the_next_one_left() {
    let mut desk = reviewing();
    let first = here(&desk);
    desk.press("a");
    let second = here(&desk);
    assert_ne!(first, second);
    assert_eq!((left(&desk), desk.app.review_mark(&first)), (5, Mark::Accepted));
    assert!(notice(&desk).starts_with("accepted: get "), "{}", notice(&desk));
    desk.press("r");
    assert_eq!((left(&desk), desk.app.review_mark(&second)), (4, Mark::Rejected));
    let journal = &desk.reviews[&REGISTRY];
    assert_eq!(written(&desk, REGISTRY), ["accept", "reject"]);
    assert!(journal.decisions().iter().all(|it| it.author == "ada" && it.at == "2026-01-01T00:00:00Z"));
}

#[test]
fn undo_has_no_limit_and_says_what_it_took_back_and_redo_brings_it_again() {
    let mut desk = reviewing();
    desk.press("a r a");
    assert_eq!(left(&desk), 3);
    desk.press("u");
    assert!(notice(&desk).starts_with("taken back: accepted: "), "{}", notice(&desk));
    desk.press("u");
    assert!(notice(&desk).starts_with("taken back: rejected: "), "{}", notice(&desk));
    desk.press("u");
    assert_eq!(left(&desk), 6);
    desk.press("u");
    assert_eq!(notice(&desk), "you have decided nothing that could be taken back");
    desk.press("U");
    assert!(notice(&desk).starts_with("counts again: accepted: "), "{}", notice(&desk));
    assert_eq!(left(&desk), 5);
}

#[test]
fn until_the_answer_comes_the_row_says_saving_and_a_failed_save_takes_the_decision_back() {
    let mut desk = reviewing();
    let rule = here(&desk);
    desk.is_holding = true;
    desk.press("a");
    assert_eq!((desk.app.review_mark(&rule), left(&desk)), (Mark::Saving, 6));
    assert_ne!(here(&desk), rule);
    desk.full_disk = Some("the disk is full".into());
    desk.release();
    // That one was on its way before.
    assert_eq!(desk.app.review_mark(&rule), Mark::Accepted);
    let rule = here(&desk);
    desk.press("r");
    assert_eq!((desk.app.review_mark(&rule), left(&desk)), (Mark::Undecided, 5));
    assert_eq!(notice(&desk), "NOT saved: the disk is full");
    assert_eq!(here(&desk), rule, "whoever decided finds it again");
    assert!(desk.app.log.iter().any(|line| line == "NOT saved: the disk is full"));
    assert_eq!(written(&desk, REGISTRY), ["accept"]);
}

#[test]
fn many_are_decided_only_after_another_key_says_yes() {
    let mut desk = reviewing();
    desk.press("A");
    let question = desk.app.review.bulk.as_ref().unwrap().question();
    assert!(question.starts_with("accept all 6 rules shown?"), "{question}");
    // Two lines of a narrow screen, at the most that can be asked of an airline's registry.
    let longest = question.replace("accept", "waive").replace('6', "462").replace("shown", "marked until 2026-12-31");
    assert!(longest.len() < 2 * 38, "{longest}");
    desk.press("<esc>");
    // Enter is no yes; nor is the same key again.
    for key in ["<enter>", "A", "<esc>", "q"] {
        desk.press("A");
        desk.press(key);
        assert!(desk.app.review.bulk.is_none() && left(&desk) == 6 && !desk.has_quit, "{key}");
    }
    desk.press("/class:positive<enter> X y");
    assert_eq!(left(&desk), 4);
    assert_eq!(written(&desk, REGISTRY), ["reject", "reject"]);
    desk.press("<esc>");
    assert_eq!(desk.app.review.screen.queue.rows().len(), 4, "esc goes back to what is left");
    // A bulk is taken back as a whole.
    desk.press("u");
    assert_eq!(left(&desk), 6);
    assert!(notice(&desk).ends_with("and 1 more"), "{}", notice(&desk));
}

#[test]
fn marks_stand_for_all_that_are_shown() {
    let mut desk = reviewing();
    desk.press("<space> j <space>");
    assert_eq!(desk.app.review.screen.marked.len(), 2);
    desk.press("A y");
    assert_eq!((left(&desk), desk.app.review.screen.marked.len()), (4, 0));
    desk.press("<space> <esc>");
    assert_eq!(desk.app.review.screen.marked.len(), 0);
}

#[test]
fn a_category_is_widened_by_what_is_typed_and_the_rest_says_why_not() {
    let mut desk = reviewing();
    let rule = stand_on(&mut desk, "get", "category");
    desk.press("e");
    desk.type_text("EUR");
    desk.press("<enter>");
    assert!(notice(&desk).contains("it allows EUR already"), "{}", notice(&desk));
    desk.type_text(", CHF");
    desk.press("<enter>");
    assert_eq!(desk.app.review_mark(&rule), Mark::Edited);
    let state = desk.app.review_state(REGISTRY, &rule).unwrap();
    assert!(
        state.starts_with("accepted with a change by ada on 2026-01-01; now: ") && state.contains("CHF"),
        "{state}"
    );
    let positive = stand_on(&mut desk, "get", "positive");
    desk.press("e");
    assert!(notice(&desk).contains("cannot be written"), "{}", notice(&desk));
    // What would have been typed on is no command.
    desk.press("r <esc>");
    assert!(desk.app.overlays.is_empty() && desk.app.review_mark(&positive) == Mark::Undecided);
}

/// `unit` of `get` is EUR in every call; a rule that knows only USD is offered EUR.
#[test]
fn values_of_calls_where_the_rule_is_broken_are_offered() {
    let mut desk = reviewing();
    let narrow = registry(&[("get", &[("category", "unit", "[\"CHF\",\"USD\"]")])]);
    desk.read_registry(REGISTRY, "rules.json", narrow.as_bytes());
    desk.press("e <tab> <enter>");
    assert_eq!(desk.app.review_mark(&here_or_first(&desk)), Mark::Edited);
    assert!(desk.app.review_state(REGISTRY, &here_or_first(&desk)).unwrap().contains("EUR"));
}

fn here_or_first(desk: &Desk) -> RuleRef {
    let row = &desk.app.review.judged().review.rows[0];
    RuleRef { tool: row.tool.clone(), invariant: row.id.clone() }
}

#[test]
fn a_waiver_needs_a_day_and_a_reason_and_ends() {
    let mut desk = reviewing();
    let rule = here(&desk);
    desk.press("z <enter>");
    assert!(notice(&desk).contains("say why"), "{}", notice(&desk));
    // 90 days after New Year 2026.
    desk.type_text("the field moves");
    desk.press("<enter>");
    let state = desk.app.review_state(REGISTRY, &rule).unwrap();
    assert_eq!(state, "left out until 2026-04-01 is over, waived by ada on 2026-01-01: the field moves");
    // On 2 April it is over.
    desk.now = Moment::of_unix(NEW_YEAR + 91 * 86_400);
    desk.read_review(REGISTRY);
    assert_eq!((desk.app.review_mark(&rule), left(&desk)), (Mark::WaiverOver, 6));
}

#[test]
fn a_comment_decides_nothing_and_stands_in_the_card() {
    let mut desk = reviewing();
    let rule = here(&desk);
    desk.press("c");
    desk.type_text("ask the owner");
    desk.press("<enter>");
    assert_eq!((desk.app.review_mark(&rule), here(&desk), left(&desk)), (Mark::Undecided, rule, 6));
    assert!(desk.app.review.screen.card.page.as_text().contains("ask the owner (ada, 2026-01-01)"));
}

#[test]
fn what_a_rewrite_changed_comes_back_with_both_versions_and_what_vanished_is_listed() {
    let mut desk = reviewing();
    desk.press("A y");
    assert_eq!(left(&desk), 0);
    let new = registry(&[("get", &[REQUIRED, UNIT_WIDER, POSITIVE]), ("set", &[REQUIRED, UNIT])]);
    desk.read_registry(REGISTRY, "rules.json", new.as_bytes());
    assert_eq!((left(&desk), desk.app.review.judged().changed()), (1, 1));
    let rule = here(&desk);
    assert_eq!((named(&desk, &rule).as_str(), desk.app.review_mark(&rule)), ("get category", Mark::Changed));
    let card = desk.app.review.screen.card.page.as_text();
    let line = |start: &str| card.lines().find(|line| line.trim_start().starts_with(start)).unwrap().to_owned();
    assert!(!line("before:").contains("CHF") && line("now:").contains("CHF"), "{card}");
    desk.press("#");
    let page = desk.app.window().unwrap().page.as_text();
    let gone = page.split("no longer in the registry").nth(1).unwrap();
    assert!(gone.contains("set: price") || gone.contains("set: ") && gone.contains("price"), "{page}");
    assert!(gone.contains("accept by ada on 2026-01-01"), "{page}");
    // Accepted anew, both versions are decided; the old one counts again if the file goes back.
    desk.press("<esc> a");
    assert_eq!(left(&desk), 0);
    desk.read_registry(REGISTRY, "rules.json", super::rules().as_bytes());
    assert_eq!(left(&desk), 0);
}

#[test]
fn decisions_of_another_program_appear_and_its_undo_is_its_own() {
    let mut desk = reviewing();
    desk.press("a");
    let rule = here(&desk);
    let it = desk.app.review.judged().rule(&rule).unwrap().clone();
    let subject = Box::new(Subject::new(&rule.tool, &it));
    let what = Ordered::One(subject, Verdict::Rejected, String::new());
    desk.review_elsewhere(&Order { registry: REGISTRY, number: 0, author: "bob".into(), what });
    assert_eq!((desk.app.review_mark(&rule), left(&desk)), (Mark::Rejected, 4));
    assert!(desk.app.news.as_ref().unwrap().contains("last by bob"));
    // ada takes back what ada did.
    desk.press("u");
    assert_eq!((desk.app.review_mark(&rule), left(&desk)), (Mark::Rejected, 5));
    assert!(notice(&desk).starts_with("taken back: accepted"), "{}", notice(&desk));
}

#[test]
fn the_reviewer_can_be_another_one() {
    let mut desk = reviewing();
    desk.press(": set-reviewer <enter>");
    for _ in 0..3 {
        desk.press("<backspace>");
    }
    desk.type_text("grace");
    desk.press("<enter> a");
    assert_eq!(desk.reviews[&REGISTRY].decisions()[0].author, "grace");
}

#[test]
fn a_frozen_registry_and_one_without_a_place_take_no_decisions() {
    let mut desk = reviewing();
    let frozen = super::rules().replacen("{\"format\"", "{\"seal\":{\"sha256\":\"00\",\"manifest\":{}},\"format\"", 1);
    desk.read_registry(REGISTRY, "rules.json", frozen.as_bytes());
    desk.press("a");
    assert!(notice(&desk).starts_with("nothing was done: rules.json is frozen"), "{}", notice(&desk));
    desk.press("A");
    assert!(desk.app.review.bulk.is_none());
    desk.read_registry(REGISTRY, "rules.json", super::rules().as_bytes());
    let (content, now) = (Err("there is no place for decisions".to_owned()), desk.now);
    desk.tell(Msg::JournalRead { registry: REGISTRY, place: String::new(), content, now });
    desk.press("r");
    assert_eq!((notice(&desk), left(&desk)), ("NOT saved: there is no place for decisions", 6));
}

#[test]
fn the_queue_is_filtered_in_the_typed_language_and_sorted() {
    let mut desk = reviewing();
    assert_eq!(desk.app.filter(), "left:yes");
    desk.press("/tool:get_nothing");
    assert_eq!((desk.app.filter(), desk.app.review.screen.queue.rows().len()), ("left:yes tool:get_nothing", 0));
    desk.press("<esc>");
    assert_eq!(desk.app.filter(), "left:yes");
    // `price` is −1 in four calls of `set` of clean episodes: no call carries a fault label.
    desk.press("/");
    while !desk.app.filter().is_empty() {
        desk.press("<backspace>");
    }
    desk.type_text("fires>3");
    desk.press("<enter>");
    let rules: Vec<_> = desk.app.review.screen.queue.rows().iter().map(|rule| named(&desk, rule)).collect();
    assert_eq!(rules, ["set positive"]);
    desk.press("<esc> s");
    assert_eq!(notice(&desk), "sorted by tool");
    desk.press("s");
    let classes: Vec<_> = desk.app.review.screen.queue.rows().iter().map(|rule| named(&desk, rule)).collect();
    assert_eq!(classes.len(), 6);
    assert!(classes[0].ends_with("known_fields") && classes[1].ends_with("known_fields"), "{classes:?}");
}

#[test]
fn enter_leads_into_the_card_and_on_to_the_rule_and_to_a_call() {
    let mut desk = reviewing();
    let rule = stand_on(&mut desk, "set", "positive");
    desk.press("<enter>");
    assert_eq!(desk.app.review.screen.pane, Pane::Card);
    desk.press("<enter>");
    assert_eq!((desk.app.tab, desk.app.registries.rule()), (Tab::Registries, Some(rule)));
    desk.press("<esc>");
    let leads = desk.app.review.screen.card.page.lines.iter().position(|line| line.link == Some(1)).unwrap();
    desk.press(&"j".repeat(leads));
    desk.press("<enter>");
    // Step 1 of e1 is the first call of `set` with −1.
    assert_eq!((desk.app.tab, super::step_at(&desk)), (Tab::Episodes, ("e1".into(), 1)));
    desk.press("<esc>");
    assert_eq!((desk.app.tab, desk.app.review.screen.pane), (Tab::Review, Pane::Card));
    desk.press("<esc>");
    assert_eq!(desk.app.review.screen.pane, Pane::Queue);
}

/// In place of a fold the registry of all tasks of the same files is reviewed; its folds are evidence.
#[test]
fn the_whole_registry_is_reviewed_in_place_of_its_folds() {
    let mut desk = Desk::default();
    let fold = |index: usize, held_out: &str| {
        format!(
            "{{\"kind\":\"traces\",\"inputs\":[{{\"name\":\"study.jsonl\",\"sha256\":\"00\"}}],\"fold\":{{\"index\":{index},\"count\":2}},\"held_out\":[{held_out}]}}"
        )
    };
    let whole = "{\"kind\":\"traces\",\"inputs\":[{\"name\":\"study.jsonl\",\"sha256\":\"00\"}]}";
    let odd = fold(0, "\"t1\",\"t3\",\"t5\",\"t7\"");
    let even = fold(1, "\"t0\",\"t2\",\"t4\",\"t6\"");
    desk.read_registry(RegistryId(10), "fold-0.json", registry_of(&odd, &[("set", &[POSITIVE, UNIT])]).as_bytes());
    desk.read_registry(RegistryId(11), "fold-1.json", registry_of(&even, &[("set", &[UNIT])]).as_bytes());
    desk.read_registry(RegistryId(12), "whole.json", registry_of(whole, &[("set", &[POSITIVE, UNIT])]).as_bytes());
    desk.open_ledger(super::LEDGER, "study.jsonl", &super::study());
    desk.tell(Msg::Found(Vec::new()));
    desk.read_review(RegistryId(12));
    desk.press("2");
    assert_eq!(desk.app.reviewed(), Some(RegistryId(12)));
    let rule = stand_on(&mut desk, "set", "positive");
    let entry = desk.app.review.entry(&rule).unwrap();
    // Fold 0 judges the odd tasks: one call of `set` in e1, two in e3, three in e5 and four in e7, of which the first
    // of each is −1. Fold 1 has no such rule.
    assert_eq!((entry.folds, entry.firing.held_out.fires, entry.firing.held_out.reached), (Some((1, 2)), 4, 10));
    desk.press("]");
    assert_ne!(desk.app.reviewed(), Some(RegistryId(12)));
}

/// A folder whose review was written to has all its files read again: what was gathered stays.
#[test]
fn a_registry_that_is_read_again_as_it_was_begins_nothing_anew() {
    let mut desk = reviewing();
    assert!(!desk.app.is_gathering());
    desk.is_holding = true;
    desk.read_registry(REGISTRY, "rules.json", super::rules().as_bytes());
    assert!(!desk.app.is_gathering());
    let other = super::rules().replace("\"support\":20", "\"support\":21");
    desk.read_registry(REGISTRY, "rules.json", other.as_bytes());
    assert!(desk.app.is_gathering());
}

#[test]
fn filter_and_order_are_those_of_the_last_visit() {
    let begun = |text| Msg::SessionBegun { paths: vec!["study".into()], text, with_theme: false };
    let mut desk = reviewing();
    desk.tell(begun(None));
    desk.press("s /class:category<enter>");
    let text = desk.app.session_text();
    let mut desk = Desk::default();
    desk.tell(begun(text));
    assert_eq!(desk.app.review.screen.filter, "left:yes class:category");
    assert_eq!(desk.app.review.screen.sort.words(), "by tool");
}

#[test]
fn the_command_line_is_the_one_that_lists_the_queue() {
    let mut desk = reviewing();
    let line = |desk: &Desk| desk.app.command_line().unwrap().join(" ");
    assert_eq!(line(&desk), "vidimus review rules.json --calls study.jsonl");
    desk.press("/");
    while !desk.app.filter().is_empty() {
        desk.press("<backspace>");
    }
    desk.press("<enter>");
    assert_eq!(line(&desk), "vidimus review rules.json --decided --calls study.jsonl");
    desk.press("/fires>0<enter> s");
    assert_eq!(line(&desk), "vidimus review rules.json --filter fires>0 --sort tool --calls study.jsonl");
    desk.press("<esc>");
    let id = here(&desk).invariant;
    desk.press("<tab>");
    assert_eq!(line(&desk), format!("vidimus review rules.json --show {id} --calls study.jsonl"));
}
