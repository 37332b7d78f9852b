//! What a reviewer of many rules needs: never a decision on what was not shown, a way back, and whole rules.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use vidimus::app::Tab;
use vidimus::app::data::RegistryId;
use vidimus::app::msg::Msg;
use vidimus::app::screen::review::Pane;
use vidimus::review::Moment;
use vidimus::theme::{Glyphs, built_in};
use vidimus::view;

use super::desk::Desk;
use super::review::{here, left, notice, reviewing, stand_on};
use super::{LEDGER, POSITIVE, REGISTRY, UNIT, registry, registry_of, study};

/// Draws the screen at that size and gives its text.
pub(super) fn drawn(desk: &mut Desk, columns: u16, rows: u16) -> String {
    desk.tell(Msg::Resized(columns, rows));
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(|frame| view::draw(&desk.app, &built_in()[0], Glyphs::Unicode, frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y| (0..columns).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..rows).map(row).collect::<Vec<_>>().join("\n")
}

/// Two keys before the next frame: the second was meant for a rule that nobody has seen.
#[test]
fn a_decision_counts_only_for_the_rule_that_was_drawn() {
    let mut desk = reviewing();
    drawn(&mut desk, 120, 30);
    desk.press("a a");
    assert_eq!(left(&desk), 5);
    assert!(notice(&desk).contains("not shown yet"), "{}", notice(&desk));
    for key in ["r", "e <esc>", "z <esc>", "c <esc>"] {
        desk.press(key);
        assert_eq!((left(&desk), desk.app.overlays.len()), (5, 0), "{key}");
    }
    drawn(&mut desk, 120, 30);
    desk.press("a");
    assert_eq!(left(&desk), 4);
}

/// On a small screen a card is longer than its pane: that is said, with the key that goes on, and its end is reached.
#[test]
fn a_card_that_is_longer_than_its_pane_says_so() {
    /// The first and last line on screen, and how many there are: `(1-12 of 20 lines`.
    fn lines(screen: &str) -> Option<(usize, usize, usize)> {
        let (before, after) = screen.split_once(" lines").unwrap_or_default();
        let (_, place) = before.rsplit_once('(')?;
        assert!(after.starts_with(')') || after.starts_with(", tab: read on)"), "{screen}");
        let (shown, count) = place.split_once(" of ")?;
        let (first, last) = shown.split_once('-')?;
        Some((first.parse().ok()?, last.parse().ok()?, count.parse().ok()?))
    }
    let mut desk = reviewing();
    stand_on(&mut desk, "get", "positive");
    // Beside the queue, below it, and alone.
    for (columns, rows) in [(120, 12), (80, 20), (80, 12)] {
        let screen = drawn(&mut desk, columns, rows);
        let (first, last, count) = lines(&screen).unwrap_or_else(|| panic!("{columns}x{rows}: not told\n{screen}"));
        assert!(first == 1 && last < count && screen.contains(", tab: read on)"), "{screen}");
        desk.press("<tab>");
        drawn(&mut desk, columns, rows);
        desk.press("G");
        let screen = drawn(&mut desk, columns, rows);
        // Gone into, it has the whole of a narrow screen, which may be enough.
        assert!(lines(&screen).is_none_or(|(_, last, count)| last == count), "{screen}");
        assert!(screen.contains("If it is rejected") && !screen.contains("read on"), "{screen}");
        desk.press("g <esc>");
    }
    let screen = drawn(&mut desk, 200, 60);
    assert_eq!(lines(&screen), None, "all of it is on screen\n{screen}");
}

/// Looked at, `positive` of `set` is broken and comes first; until all calls are looked at nothing moves, and then the
/// one whose card is read stays under the cursor.
#[test]
fn the_order_never_changes_under_a_card_that_is_read() {
    let mut desk = Desk::default();
    let text = registry_of(
        "{\"kind\":\"traces\",\"inputs\":[{\"name\":\"study.jsonl\",\"sha256\":\"00\"}],\"fold\":{\"index\":0,\"count\":2},\"held_out\":[\"t1\",\"t3\",\"t5\",\"t7\"]}",
        &[("get", &[UNIT, POSITIVE]), ("set", &[POSITIVE])],
    );
    desk.read_registry(REGISTRY, "fold-0.json", text.as_bytes());
    desk.open_ledger(LEDGER, "study.jsonl", &study());
    desk.tell(Msg::Found(Vec::new()));
    desk.now = Moment::of_unix(0);
    desk.tell(Msg::ReviewerKnown { author: "ada".into(), now: desk.now });
    desk.read_review(REGISTRY);
    desk.is_holding = true;
    desk.press("2");
    let (first, before) = (here(&desk), desk.app.review.screen.queue.rows().to_vec());
    assert!(desk.app.is_gathering());
    let screen = drawn(&mut desk, 140, 30);
    assert!(screen.contains("the order may still change: 0% of calls looked at"), "{screen}");
    assert!(screen.contains("reviewer: ada"), "{screen}");
    desk.release();
    assert!(!desk.app.is_gathering());
    assert_eq!(here(&desk), first);
    let after = desk.app.review.screen.queue.rows();
    assert_ne!(after, before, "one that is broken comes first");
    assert_eq!(after[0].tool.as_str(), "set");
    let said = |desk: &Desk| desk.app.said_of_order().unwrap_or_default();
    assert!(said(&desk).contains("the order is settled: 1 rule before this one"), "{}", said(&desk));
    assert!(drawn(&mut desk, 140, 30).contains("1 rule before this one"));
    // It is true of this rule in this queue, until somebody moves.
    for away in ["g", "1 2", "j k", "/tool:get<enter>"] {
        let mut other = desk.copy();
        other.press(away);
        assert_eq!(said(&other), "", "{away}");
        assert!(!drawn(&mut other, 140, 30).contains("before this one"), "{away}");
    }
    desk.press("g");
    assert_eq!(here(&desk), after_first(&desk));
}

fn after_first(desk: &Desk) -> vidimus::app::data::RuleRef {
    desk.app.review.screen.queue.rows()[0].clone()
}

#[test]
fn esc_leads_back_from_a_call_and_from_the_rule_to_the_card_as_it_was() {
    let mut desk = reviewing();
    let rule = stand_on(&mut desk, "set", "positive");
    desk.press("<enter>");
    let line = desk.app.review.screen.card.page.lines.iter().position(|line| line.link == Some(1)).unwrap();
    desk.press(&"j".repeat(line));
    desk.press("<enter>");
    assert_eq!((desk.app.tab, super::step_at(&desk)), (Tab::Episodes, ("e1".into(), 1)));
    assert!(notice(&desk).starts_with("esc goes back to the review"), "{}", notice(&desk));
    // Keys that move do not change the way back.
    desk.press("j k <tab> <esc> <esc>");
    assert_eq!((desk.app.tab, here(&desk), desk.app.review.screen.pane), (Tab::Review, rule.clone(), Pane::Card));
    assert_eq!(desk.app.review.screen.card.place(), line);
    // The card's first line leads to the rule on the registries screen.
    desk.press("g <enter>");
    assert_eq!((desk.app.tab, desk.app.registries.rule()), (Tab::Registries, Some(rule.clone())));
    desk.press("<esc>");
    assert_eq!((desk.app.tab, here(&desk), desk.app.review.screen.pane), (Tab::Review, rule, Pane::Card));
    // Whoever comes by the tab begins at the queue.
    desk.press("1 2");
    assert_eq!((desk.app.tab, desk.app.review.screen.pane), (Tab::Review, Pane::Queue));
}

#[test]
fn what_was_taken_back_is_under_the_cursor() {
    let mut desk = reviewing();
    let rule = stand_on(&mut desk, "set", "positive");
    desk.press("a");
    assert_ne!(here(&desk), rule);
    desk.press("u");
    assert_eq!(here(&desk), rule);
}

/// More fields than are listed elsewhere: a person signs all of them.
#[test]
fn card_and_question_name_the_rule_whole() {
    let names: Vec<String> = (10..30).map(|n| format!("\"field_{n}\"")).collect();
    let rules = registry(&[("get", &[("known_fields", "$", "[\"field_0\"]")])]);
    let rules = rules.replace("\"field_0\"", &names.join(","));
    let mut desk = reviewing();
    desk.read_registry(REGISTRY, "rules.json", rules.as_bytes());
    let card = desk.app.review.screen.card.page.as_text();
    assert!(card.contains("field_29") && !card.contains("more"), "{card}");
    desk.press("e");
    let screen = drawn(&mut desk, 120, 30);
    assert!(screen.contains("get · known_fields · $") && screen.contains("field_29"), "{screen}");
}

/// Read again as it was the registry is the same, and its review goes on.
#[test]
fn decisions_move_nothing_that_is_left() {
    let mut desk = reviewing();
    let before = desk.app.review.screen.queue.rows().to_vec();
    let rule = here(&desk);
    desk.press("a");
    let expected: Vec<_> = before.into_iter().filter(|it| *it != rule).collect();
    assert_eq!(desk.app.review.screen.queue.rows(), expected);
    assert_eq!(desk.app.reviewed(), Some(RegistryId(REGISTRY.0)));
}

/// `unit` is a text, which whoever believes its category believes; `price` is a number.
fn with_types() -> Desk {
    let mut desk = reviewing();
    let types = ("stable_type", "unit", "[\"string\"]");
    let number = ("stable_type", "price", "[\"integer\"]");
    let rules = registry(&[("get", &[UNIT, types, number]), ("set", &[POSITIVE])]);
    desk.read_registry(REGISTRY, "rules.json", rules.as_bytes());
    desk
}

#[test]
fn what_follows_is_said_after_a_decision_and_one_key_accepts_all_of_it() {
    let mut desk = with_types();
    let rule = stand_on(&mut desk, "get", "category");
    assert_eq!((left(&desk), desk.app.review.screen.queue.rows().len()), (4, 3), "one is folded");
    desk.press("a");
    // The cursor stands on another rule by now: no key is offered that would decide on that.
    assert_ne!(here(&desk), rule);
    assert!(
        notice(&desk).ends_with("1 rule that follows from it now is in the queue; u, then + accepts it, too"),
        "{}",
        notice(&desk)
    );
    desk.press("u");
    assert_eq!(here(&desk), rule);
    desk.press("+");
    assert_eq!(left(&desk), 2);
    assert!(notice(&desk).contains("and 1 more"), "{}", notice(&desk));
    desk.press("u");
    assert_eq!((left(&desk), here(&desk)), (4, rule));
}

/// In the list of all, too.
#[test]
fn what_follows_from_a_rejected_rule_stands_by_itself() {
    let mut desk = with_types();
    desk.press("/");
    while !desk.app.filter().is_empty() {
        desk.press("<backspace>");
    }
    desk.press("<enter>");
    let folded = desk.app.review.screen.queue.rows().len();
    stand_on(&mut desk, "get", "category");
    desk.press("r");
    assert!(notice(&desk).contains("1 rule that follows from it now is in the queue"), "{}", notice(&desk));
    assert_eq!(desk.app.review.screen.queue.rows().len(), folded + 1);
    // It stands behind no rule, so no sign says that one is above it.
    let screen = drawn(&mut desk, 120, 30);
    assert!(
        !screen.contains('└') || !screen.lines().any(|line| line.contains("unit") && line.contains('└')),
        "{screen}"
    );
}

/// Two keys before the next frame: nobody has read what the second one says yes to.
#[test]
fn yes_counts_only_for_the_question_that_was_drawn() {
    let mut desk = reviewing();
    drawn(&mut desk, 120, 30);
    desk.press("X y");
    assert_eq!(left(&desk), 6);
    assert!(notice(&desk).contains("not shown yet"), "{}", notice(&desk));
    assert!(drawn(&mut desk, 120, 30).contains("reject all 6 rules shown?"));
    desk.press("y");
    assert_eq!(left(&desk), 0);
    // The next one is asked in the same words.
    desk.press("u");
    assert_eq!(left(&desk), 6);
    desk.press("X y");
    assert_eq!(left(&desk), 6, "its question was not drawn");
    desk.press("j");
    assert!(desk.app.review.bulk.is_none());
}

/// What is no filter filters nothing, and the list does not say that it does.
#[test]
fn a_filter_that_is_refused_is_not_said_to_be_in_force() {
    let mut desk = reviewing();
    desk.press("/");
    desk.type_text("stands:accepted");
    desk.press("<enter>");
    let screen = drawn(&mut desk, 120, 30);
    assert!(screen.contains("stands:accepted") && !screen.contains("matching stands"), "{screen}");
}

#[test]
fn a_bulk_says_what_it_is_of() {
    let mut desk = reviewing();
    desk.press("A");
    assert_eq!(
        desk.app.review.bulk.as_ref().unwrap().breakdown(),
        "2 known_fields, 2 positive, 2 category, of 2 tools"
    );
    let screen = drawn(&mut desk, 120, 30);
    assert!(screen.contains("accept all 6 rules shown?") && screen.contains("of 2 tools"), "{screen}");
    desk.press("<esc> /tool:set<enter> X");
    assert!(desk.app.review.bulk.as_ref().unwrap().breakdown().ends_with(", of set"));
}

/// At 120 columns a row has the class in short, and both ends of a path.
#[test]
fn a_row_of_the_queue_names_class_and_path() {
    let mut desk = reviewing();
    let long = ("positive", "reservations.passengers.payment_history.amount", "null");
    let rules = registry(&[("get", &[long])]);
    desk.read_registry(REGISTRY, "rules.json", rules.as_bytes());
    let screen = drawn(&mut desk, 120, 30);
    let row = screen.lines().find(|line| line.contains("· get ")).unwrap();
    assert!(row.contains("posi") && row.contains("res") && row.contains("unt"), "{screen}");
}

#[test]
fn types_are_typed_as_they_are_said_and_what_is_legal_already_is_said() {
    let mut desk = with_types();
    desk.press("i");
    stand_on(&mut desk, "get", "stable_type");
    desk.press("e");
    let screen = drawn(&mut desk, 120, 30);
    assert!(screen.contains("array, boolean, integer, null, number, object, string"), "{screen}");
    let kind = here(&desk);
    let is_text = desk.app.review.judged().rule(&kind).unwrap().path.to_string() == "unit";
    desk.type_text(if is_text { "text" } else { "an integer" });
    let screen = drawn(&mut desk, 120, 30);
    let name = if is_text { "string" } else { "integer" };
    assert!(screen.contains(&format!("it allows {name} already")), "{screen}");
    desk.type_text(", a list");
    desk.press("<enter>");
    assert_eq!(left(&desk), 3, "{}", notice(&desk));
}

#[test]
fn a_comma_in_a_filter_means_or_and_the_prompt_names_the_fields() {
    let mut desk = reviewing();
    desk.press("/class:positive,category<enter>");
    assert_eq!(desk.app.review.screen.queue.rows().len(), 4);
    desk.press("/");
    let screen = drawn(&mut desk, 120, 30);
    assert!(screen.contains("fields: id tool class path"), "{screen}");
}

#[test]
fn a_comment_leaves_a_sign_in_the_row() {
    let mut desk = reviewing();
    assert!(!drawn(&mut desk, 120, 30).contains('¶'));
    desk.press("c");
    desk.type_text("ask the owner");
    desk.press("<enter>");
    assert!(drawn(&mut desk, 120, 30).contains('¶'));
}

/// The cursor is in the card: the queue says how to come back.
#[test]
fn the_queue_says_how_to_come_back_from_the_card() {
    let mut desk = reviewing();
    desk.press("<enter>");
    assert!(notice(&desk).contains("esc goes back to the queue"), "{}", notice(&desk));
    assert!(drawn(&mut desk, 120, 30).contains("esc: back here"));
    desk.press("<esc>");
    assert!(!drawn(&mut desk, 120, 30).contains("esc: back here"));
}

/// A screen that is too small shows no rule and no question: then no key decides anything.
#[test]
fn nothing_is_decided_on_a_screen_that_shows_nothing() {
    let mut desk = reviewing();
    drawn(&mut desk, 120, 30);
    assert_eq!(left(&desk), 6);
    drawn(&mut desk, 20, 5);
    desk.press("a A y u F");
    assert_eq!((left(&desk), desk.app.overlays.len()), (6, 0));
    drawn(&mut desk, 120, 30);
    desk.press("a");
    assert_eq!(left(&desk), 5);
}

/// However long the reviewer's name is, the counts stand there whole.
#[test]
fn a_long_name_does_not_cut_the_counts() {
    let mut desk = reviewing();
    let author = "Maximiliane-Theodora von und zu Hohenstein-Wittgenstein".to_owned();
    desk.tell(Msg::ReviewerKnown { author, now: Moment::of_unix(0) });
    for columns in [40, 50, 59, 60, 80] {
        let text = drawn(&mut desk, columns, 24);
        let crumbs = text.lines().nth(1).unwrap();
        assert!(crumbs.contains("6 of 6 undecided") && crumbs.contains("Maximil"), "{columns}: {crumbs}");
        assert!(crumbs.contains('…'), "{columns}: {crumbs}");
    }
}
