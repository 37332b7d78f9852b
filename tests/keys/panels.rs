//! The windows of a review: what decisions would change.

use super::desk::Desk;
use super::{LEDGER, POSITIVE, REGISTRY, UNIT, UNIT_NARROW, open, registry, registry_of, step_at, study};
use vidimus::app::action::Action;
use vidimus::app::data::RegistryId;
use vidimus::app::keys::Scope;
use vidimus::app::msg::Msg;
use vidimus::app::review::Mark;
use vidimus::app::{Overlay, Tab};
use vidimus::domain::class::Class;
use vidimus::domain::invariant::Expected;
use vidimus::review::Moment;

/// 1 January 2026, 00:00:00 UTC.
const NEW_YEAR: u64 = 1_767_225_600;

fn begin(desk: &mut Desk) {
    desk.now = Moment::of_unix(NEW_YEAR);
    desk.tell(Msg::ReviewerKnown { author: "ada".into(), now: desk.now });
    desk.read_review(REGISTRY);
    desk.press("2");
}

/// The study with its registry of six rules, in review by ada.
fn reviewing() -> Desk {
    let mut desk = open();
    begin(&mut desk);
    desk
}

/// The study with two rules of `unit`, both too narrow: they fire on every call.
fn narrow() -> Desk {
    let mut desk = Desk::default();
    let rules = registry(&[("get", &[UNIT_NARROW]), ("set", &[UNIT, POSITIVE])]);
    desk.read_registry(REGISTRY, "rules.json", rules.as_bytes());
    desk.open_ledger(LEDGER, "study.jsonl", &study());
    desk.tell(Msg::Found(Vec::new()));
    begin(&mut desk);
    desk
}

fn stand_on(desk: &mut Desk, wanted: &str) {
    desk.press("g");
    for _ in 0..20 {
        let rule = desk.app.review.screen.queue.selected().unwrap().clone();
        let class = desk.app.review.judged().row(&rule).unwrap().class;
        if format!("{} {class}", rule.tool) == wanted {
            return;
        }
        desk.press("j");
    }
    unreachable!("no {wanted} in the queue")
}

fn card(desk: &Desk) -> String {
    desk.app.review.screen.card.page.as_text()
}

fn window(desk: &Desk) -> String {
    desk.app.window().map(|window| window.page.as_text()).unwrap_or_default()
}

fn said(desk: &Desk) -> String {
    let Some(Overlay::Ask(ask)) = desk.app.overlays.last() else { return String::new() };
    desk.app.said_of_edit(ask).unwrap_or_default()
}

/// `positive` of `set` fires at step 1 of the four odd episodes; none has a fault label; no two are of one task, so there are no pairs.
const WITHOUT: &str = "4 receipts fewer (4 on clean calls).";

#[test]
fn the_card_says_what_rejecting_the_rule_does() {
    let mut desk = reviewing();
    stand_on(&mut desk, "set positive");
    assert!(card(&desk).contains(&format!("If it is rejected: {WITHOUT}")), "{}", card(&desk));
    stand_on(&mut desk, "get positive");
    assert!(card(&desk).contains("If it is rejected: no receipt changes."), "{}", card(&desk));
}

#[test]
fn the_marked_rules_are_previewed_as_rejected_and_lines_lead_to_calls() {
    let mut desk = reviewing();
    desk.press("p");
    assert!(window(&desk).starts_with("Nothing so far"), "{}", window(&desk));
    desk.press("<esc>");
    stand_on(&mut desk, "set positive");
    desk.press("<space>p");
    assert!(window(&desk).starts_with(&format!("If the marked rule is rejected: {WITHOUT}")), "{}", window(&desk));
    assert!(window(&desk).contains("its later path is not run again"));
    desk.press("G<enter>");
    assert_eq!((desk.app.tab, step_at(&desk)), (Tab::Episodes, ("e7".into(), 1)));
}

#[test]
fn all_decisions_so_far_are_previewed_and_a_new_one_is_taken_in() {
    let mut desk = reviewing();
    stand_on(&mut desk, "set positive");
    desk.press("r p");
    let said = format!("With all decisions so far (1 rejected or waived, 0 edited): {WITHOUT}");
    assert!(window(&desk).starts_with(&said), "{}", window(&desk));
    desk.press("<esc>u p");
    assert!(window(&desk).starts_with("Nothing so far"), "{}", window(&desk));
}

#[test]
fn an_edit_is_previewed_while_it_is_typed() {
    let mut desk = narrow();
    stand_on(&mut desk, "get category");
    desk.press("e");
    assert!(said(&desk).starts_with("what it would change shows here"), "{}", said(&desk));
    desk.type_text("CHF");
    // Step 0, 2, 4 … of episodes with 2 to 9 calls: 1 + 2 + 2 + 3 + 3 + 4 + 4 + 5 calls of `get`.
    assert_eq!(
        said(&desk),
        "With this rule edited: 24 receipts stay and say something else: of the same kind, with another expectation."
    );
    desk.type_text(", EUR");
    assert_eq!(said(&desk), "With this rule edited: 24 receipts fewer (24 on clean calls).");
    desk.press("<enter>p");
    assert!(
        window(&desk).starts_with("With all decisions so far (0 rejected or waived, 1 edited): 24 receipts fewer"),
        "{}",
        window(&desk)
    );
}

#[test]
fn a_preview_follows_a_ledger_that_is_read_anew() {
    let mut desk = reviewing();
    stand_on(&mut desk, "set positive");
    desk.press("<space>p");
    desk.rewrite(LEDGER, &study().replace("\"price\":-1", "\"price\":1"));
    assert!(window(&desk).starts_with("If the marked rule is rejected: no receipt changes."), "{}", window(&desk));
}

/// The study with a registry that knows EUR and USD, and folds of which the one that judges odd tasks knows USD alone.
fn folded() -> Desk {
    let source =
        |more: &str| format!("{{\"kind\":\"traces\",\"inputs\":[{{\"name\":\"t\",\"sha256\":\"00\"}}]{more}}}");
    let fold = |k: u32, held: &str| source(&format!(",\"fold\":{{\"index\":{k},\"count\":2}},\"held_out\":[{held}]"));
    let (even, odd) = (fold(0, r#""t0","t2","t4","t6""#), fold(1, r#""t1","t3","t5","t7""#));
    let mut desk = Desk::default();
    desk.read_registry(REGISTRY, "rules.json", registry_of(&source(""), &[("get", &[UNIT, POSITIVE])]).as_bytes());
    let fold_0 = registry_of(&even, &[("get", &[UNIT, POSITIVE])]);
    desk.read_registry(RegistryId(10), "fold-0.json", fold_0.as_bytes());
    let fold_1 = registry_of(&odd, &[("get", &[UNIT_NARROW, POSITIVE])]);
    desk.read_registry(RegistryId(11), "fold-1.json", fold_1.as_bytes());
    desk.open_ledger(LEDGER, "study.jsonl", &study());
    desk.tell(Msg::Found(Vec::new()));
    begin(&mut desk);
    desk
}

/// Odd episodes have 2, 3, 4 and 5 calls of `get`, even ones 1, 2, 3 and 4: all of them say EUR.
#[test]
fn what_only_a_fold_does_not_allow_is_told_apart_from_what_the_rule_does_not() {
    let mut desk = folded();
    stand_on(&mut desk, "get category");
    let text = card(&desk);
    assert!(text.contains("broken on 14 of 24 calls"), "{text}");
    assert!(text.contains("accepted as it stands, the rule would not have fired"), "{text}");
    assert!(text.contains("call 0 of task t1") && text.contains("unit is EUR"), "{text}");
    assert!(text.contains("fold-1.json, which never saw task t1, has another version"), "{text}");
    assert!(text.contains("it would not have fired"), "the reason says so, too: {text}");
    desk.press("e");
    desk.type_text("zzz");
    let Some(Overlay::Ask(ask)) = desk.app.overlays.last() else { panic!("no question") };
    let said = desk.app.said_of_edit(ask).unwrap();
    assert!(said.contains("14 receipts fewer") && said.contains("14 of these go without the edit, too"), "{said}");
    desk.press("<esc> <space> p");
    let text = window(&desk);
    assert!(text.contains("was: unit is EUR (fold-1.json: "), "{text}");
}

/// 14 calls are broken by a fold's narrower rule alone, and by none once the rule is gone from all folds.
#[test]
fn the_audit_is_of_what_the_decisions_leave() {
    let mut desk = folded();
    desk.press("t");
    assert!(window(&desk).contains("false alarms as far as the results are right: 14 of 24"), "{}", window(&desk));
    desk.press("<esc>");
    stand_on(&mut desk, "get category");
    desk.press("r t");
    let text = window(&desk);
    assert!(text.starts_with("The contracts judge as reviewed: in each of them 0 rules edited, 1 rejected"), "{text}");
    assert!(text.contains("right: 0 of 24") && text.contains("without the decisions 14"), "{text}");
    desk.press("<esc>");
    stand_on(&mut desk, "get positive");
    desk.press("r F");
    let text = window(&desk);
    assert!(text.contains("no audit: the last one is of other contracts"), "{text}");
    assert!(text.contains("2 rejected without a reason"), "{text}");
}

/// After a re-mine from other files the folds of before judge no more; they are loaded all the same.
#[test]
fn folds_of_another_source_are_not_said_to_be_missing() {
    let mut desk = folded();
    let other = r#"{"dataset":"other","files":[{"path":"other.jsonl","sha256":"0"}]}"#;
    let rules = registry_of(other, &[("get", &[UNIT, POSITIVE])]);
    desk.read_registry(REGISTRY, "rules.json", rules.as_bytes());
    desk.press("t");
    let text = window(&desk);
    assert!(text.starts_with("The folds that are loaded belong to another registry"), "{text}");
}

#[test]
fn the_audit_counts_receipts_on_clean_results_and_says_how_to_mine_folds() {
    let mut desk = reviewing();
    desk.press("t");
    let page = window(&desk);
    // 44 calls, none with a fault label; `set positive` fires on four of them.
    assert!(page.contains("44 outcomes of clean episodes"), "{page}");
    assert!(page.contains("4 of 44"), "{page}");
    assert!(page.contains("the seed (1) chose"), "{page}");
    assert!(page.starts_with("No folds are loaded"), "{page}");
    assert!(page.contains("vidimus mine study.jsonl --folds 5 -o folds"), "{page}");
    desk.grow(LEDGER, &super::head("e8", "t8", "clean"));
    assert!(window(&desk).starts_with("Files or contracts are others since this audit"), "{}", window(&desk));
    desk.press("<esc>t");
    assert!(window(&desk).starts_with("No folds are loaded"), "{}", window(&desk));
}

#[test]
fn closing_the_window_gives_the_audit_up() {
    let mut desk = reviewing();
    desk.is_holding = true;
    desk.press("t");
    assert!(window(&desk).starts_with("0%"), "{}", window(&desk));
    desk.press("<esc>");
    assert_eq!(desk.app.notice.as_deref(), Some("the audit was given up half way; t begins it again"));
    desk.release();
    desk.press("t");
    assert!(window(&desk).contains("44 outcomes"), "{}", window(&desk));
}

#[test]
fn an_earlier_generation_and_another_registry_are_compared_with_the_one_on_screen() {
    let mut desk = reviewing();
    desk.press("d");
    assert!(desk.app.overlays.is_empty());
    assert!(desk.app.notice.as_deref().unwrap_or_default().starts_with("only one registry is loaded"));
    let newer = registry(&[("get", &[super::REQUIRED, super::UNIT_WIDER, POSITIVE])]);
    desk.read_registry(REGISTRY, "rules.json", newer.as_bytes());
    let other = registry(&[("get", &[super::UNIT_WIDER])]);
    desk.read_registry(RegistryId(3), "other.json", other.as_bytes());
    desk.press("d");
    desk.type_text("rules");
    desk.press("<enter>");
    assert_eq!(desk.app.window().unwrap().page.title, "rules.json, generation 1 of 2 → rules.json");
    assert!(window(&desk).starts_with("3 removed, 1 widened; 2 rules the same."), "{}", window(&desk));
    desk.press("jjj<enter>");
    assert_eq!((desk.app.tab, super::rule_at(&desk)), (Tab::Registries, ("get".into(), "category".into())));
    desk.press("d");
    desk.type_text("other");
    desk.press("<enter>");
    assert_eq!(desk.app.window().unwrap().page.title, "other.json → rules.json");
    assert!(window(&desk).starts_with("2 added; 1 rule the same."), "{}", window(&desk));
    desk.press(":");
    desk.type_text("cli");
    desk.press("<enter>");
    assert!(window(&desk).contains("vidimus diff other.json rules.json"), "{}", window(&desk));
}

#[test]
fn nothing_is_frozen_while_rules_are_left_unless_a_default_is_confirmed() {
    let mut desk = reviewing();
    stand_on(&mut desk, "set positive");
    desk.press("a F");
    assert!(window(&desk).contains("Of its 6 rules: 1 accepted"), "{}", window(&desk));
    assert!(window(&desk).contains("5 rules left to decide"), "{}", window(&desk));
    assert!(window(&desk).contains("no audit (enter makes one)"), "{}", window(&desk));
    desk.press("<enter>");
    let question = "freeze without 5 rules nobody decided? y does it, any other key does not";
    assert_eq!(desk.app.freeze_question().as_deref(), Some(question));
    desk.press("j");
    assert_eq!((desk.app.freeze_question(), desk.files.len()), (None, 0));
    desk.press("<enter>y");
    assert!(window(&desk).starts_with("Frozen: rules.frozen.json"), "{}", window(&desk));
    assert!(window(&desk).contains("1 rule kept, 5 left out"), "{}", window(&desk));
    assert!(window(&desk).contains("vidimus verify rules.frozen.json"), "{}", window(&desk));
    let frozen = frozen(&desk);
    let kept: Vec<_> = frozen.tools.values().flat_map(|contract| &contract.invariants).map(|it| it.class).collect();
    assert_eq!(kept, [Class::Positive]);
    // Once more: what is there is not written over without saying so.
    desk.press("<esc>F<enter>y");
    let question = desk.app.freeze_question().unwrap_or_default();
    assert!(question.starts_with("rules.frozen.json is there; write over it?"), "{question}");
    desk.press("<esc>");
    assert!(window(&desk).starts_with("Nothing was written: rules.frozen.json is there"), "{}", window(&desk));
}

#[test]
fn a_rule_that_is_left_is_one_key_away_and_an_audit_is_attached() {
    let mut desk = reviewing();
    desk.press("t<esc>F");
    assert!(window(&desk).contains("the audit of these contracts"), "{}", window(&desk));
    desk.press("G<enter>");
    assert!(desk.app.overlays.is_empty());
    desk.press("A y F<enter>y");
    let manifest = &frozen(&desk).seal.unwrap().manifest;
    assert!(manifest.get("audit").is_some_and(|audit| audit.get("clean").is_some()), "{manifest:?}");
}

#[test]
fn lines_that_cannot_be_read_are_told_before_they_are_passed_over() {
    let mut desk = reviewing();
    desk.press("A y");
    let decisions: Vec<_> = desk.reviews[&REGISTRY].decisions().iter().map(|it| (**it).clone()).collect();
    let (header, lines) = (vidimus::review::journal::header(), vidimus::review::journal::lines(&decisions));
    desk.review_bytes(REGISTRY, format!("{header}{{\"id\":\"0\"}}\n{lines}").as_bytes());
    desk.press("F");
    let told = window(&desk);
    assert!(told.contains("line 2 of the decisions cannot be read") && told.contains("--skip-bad-lines"), "{told}");
    assert!(told.contains("enter freeze, without the lines that cannot be read"), "{told}");
    desk.press("<enter>");
    let asked = desk.app.freeze_question().unwrap();
    assert_eq!(asked, "freeze, passing over 1 line that cannot be read? y does it, any other key does not");
    desk.press("y");
    assert!(desk.files.contains_key("rules.frozen.json"));
}

#[test]
fn a_frozen_registry_is_read_only_and_a_broken_seal_is_loud() {
    let mut desk = reviewing();
    desk.press("t<esc> A y F<enter>y<esc>");
    let mut tampered = frozen(&desk);
    let text = desk.files["rules.frozen.json"].clone();
    desk.read_registry(RegistryId(3), "rules.frozen.json", text.as_bytes());
    assert!(desk.app.broken_seals().is_empty());
    desk.press("t");
    assert!(window(&desk).starts_with("No folds are loaded"), "the file that was frozen makes no audit old");
    desk.press("<esc>");
    assert!(desk.app.seal_words(RegistryId(3)).is_some_and(|(words, holds)| words.starts_with("sealed ") && holds));
    desk.press("]");
    let rows = desk.app.review.screen.queue.rows().to_vec();
    assert_eq!((rows.len(), desk.app.scope()), (6, Scope::Frozen), "all of them, though nothing is left");
    assert!(rows.iter().all(|rule| desk.app.review_mark(rule) == Mark::Accepted));
    for key in ["a", "r", "A", "e", "space", "u", "F"] {
        desk.press_key(key);
        assert!(desk.app.notice.as_deref().unwrap_or_default().contains("is frozen"), "{:?}", desk.app.notice);
        assert!(desk.app.overlays.is_empty() && desk.app.review.bulk.is_none(), "{key}");
    }
    let offered: Vec<_> = desk.app.keymap.of(Scope::Frozen).map(|bound| bound.row.action).collect();
    assert!(!offered.contains(&Action::Accept) && offered.contains(&Action::Diff) && offered.contains(&Action::Why));
    desk.press("?");
    assert!(window(&desk).contains("Its review is closed") && !window(&desk).contains("accept:"), "{}", window(&desk));
    desk.press("<esc>#");
    assert!(window(&desk).starts_with("6 rules; nothing is to be decided"), "{}", window(&desk));
    desk.press("<esc>[");
    assert_eq!((desk.app.review.screen.filter.as_str(), desk.app.scope()), ("left:yes", Scope::Review));
    desk.press("]");
    assert!(card(&desk).contains("frozen: accepted by ada on 2026-01-01"), "{}", card(&desk));
    let rule = desk.app.review.screen.queue.selected().unwrap().clone();
    let state = desk.app.review_state(RegistryId(3), &rule).unwrap();
    assert!(state.starts_with("frozen: accepted by ada"), "{state}");
    desk.press(":");
    desk.type_text("verify");
    desk.press("<enter>");
    assert!(window(&desk).starts_with("The seal holds: 6 rules"), "{}", window(&desk));
    assert!(
        window(&desk).contains("Made again from rules.json and its decisions\n  it is the same"),
        "{}",
        window(&desk)
    );
    desk.press("<esc>");
    let get = tampered.tools.values_mut().next().unwrap();
    let unit = get.invariants.iter_mut().find(|it| it.class == Class::Category).unwrap();
    let Expected::Values(values) = &mut unit.expected else { unreachable!("a category") };
    values.pop();
    let text = vidimus::format::registry::print(&tampered);
    desk.read_registry(RegistryId(3), "rules.frozen.json", text.as_bytes());
    let [sentence] = &desk.app.broken_seals()[..] else { unreachable!("no broken seal") };
    assert!(sentence.starts_with("SEAL BROKEN: rules.frozen.json, first get: "), "{sentence}");
    assert!(desk.app.seal_words(RegistryId(3)).is_some_and(|(_, holds)| !holds));
    desk.press(":");
    desk.type_text("verify");
    desk.press("<enter>");
    assert!(window(&desk).starts_with("The seal is broken."), "{}", window(&desk));
    desk.press("jjj<enter>");
    assert_eq!((desk.app.tab, super::rule_at(&desk)), (Tab::Registries, ("get".into(), "category".into())));
}

/// What was written.
fn frozen(desk: &Desk) -> vidimus::domain::registry::Registry {
    vidimus::format::registry::parse(desk.files["rules.frozen.json"].as_bytes()).unwrap().0
}

/// In a folder a frozen registry may come before the one it was made from.
#[test]
fn in_place_of_a_fold_the_registry_is_reviewed_that_is_not_frozen() {
    let source = |fold: &str| {
        format!("{{\"kind\":\"traces\",\"inputs\":[{{\"name\":\"study.jsonl\",\"sha256\":\"00\"}}]{fold}}}")
    };
    let rules: &[(&str, &[super::Rule])] = &[("set", &[POSITIVE, UNIT])];
    let mut desk = Desk::default();
    let fold = source(",\"fold\":{\"index\":0,\"count\":1},\"held_out\":[\"t1\"]");
    let whole = super::registry_of(&source(""), rules);
    let seal = "{\"seal\":{\"sha256\":\"00\",\"manifest\":{\"format\":\"vidimus.frozen/1\"}},";
    desk.read_registry(RegistryId(10), "fold-0.json", super::registry_of(&fold, rules).as_bytes());
    desk.read_registry(RegistryId(11), "whole.frozen.json", whole.replacen('{', seal, 1).as_bytes());
    desk.read_registry(RegistryId(12), "whole.json", whole.as_bytes());
    assert_eq!(desk.app.broken_seals().len(), 1, "that seal is none");
    assert_eq!(desk.app.reviewed(), Some(RegistryId(12)));
}

/// The command lines of the windows read as the program's own.
#[test]
fn every_window_of_a_review_has_its_command() {
    let mut desk = reviewing();
    let other = registry(&[("get", &[UNIT])]);
    desk.read_registry(RegistryId(3), "other.json", other.as_bytes());
    let line = |desk: &Desk| {
        let line = desk.app.command_line().unwrap();
        let parsed = vidimus::cli::command().try_get_matches_from(&line);
        assert!(parsed.is_ok(), "{line:?}\n{}", parsed.unwrap_err());
        line.join(" ")
    };
    desk.press("r p");
    assert_eq!(line(&desk), "vidimus preview study.jsonl --registry rules.json --journal 2.review.jsonl");
    desk.press("<esc> <space> p");
    assert!(line(&desk).starts_with("vidimus preview study.jsonl --registry rules.json --reject "), "{}", line(&desk));
    desk.press("<esc> t");
    assert_eq!(line(&desk), "vidimus audit study.jsonl --registry rules.json");
    desk.press("<esc> d <enter>");
    assert_eq!(line(&desk), "vidimus diff other.json rules.json");
    desk.press("<esc> F");
    assert_eq!(line(&desk), "vidimus freeze rules.json --by ada");
}
