//! Pairs: the table, the list, one pair call by call.

use super::desk::Desk;
use super::{LEDGER, call, head, outcome};
use vidimus::app::data::LedgerId;
use vidimus::app::msg::Msg;
use vidimus::app::screen::braid::Strip;
use vidimus::app::screen::pairs::{Cell, Pane};
use vidimus::app::{Overlay, Tab};
use vidimus::label::PairLabel;
use vidimus::pair::Side;

/// An episode of a task in an arm; each call is a tool and a price, a receipt where the price is negative.
fn run(id: &str, task: &str, arm: &str, calls: &[(&str, i32)], completed: bool) -> String {
    let mut text = head(id, task, arm);
    for (tool, price) in calls {
        text += &call(id, tool, *price, *price < 0);
    }
    text + &outcome(id, completed)
}

/// One pair of each cell, an episode without a partner, one twice in its arm, and one of a third arm:
///
/// | task | baseline | advisory | they part |
/// | --- | --- | --- | --- |
/// | both | completed | completed | never |
/// | lost | completed | failed | at call 1, the first after the receipt |
/// | won | failed | completed | at call 2 |
/// | none | failed | failed | never |
fn study() -> String {
    let mut text = String::from("{\"format\":\"vidimus.ledger/1\",\"study\":\"made up\"}\n");
    text += &run("b1", "both", "baseline", &[("get", 1)], true);
    text += &run("b2", "lost", "baseline", &[("get", -1), ("set", 1)], true);
    text += &run("b3", "won", "baseline", &[("get", 1), ("set", 1), ("get", 1)], false);
    text += &run("b4", "none", "baseline", &[], false);
    text += &run("b5", "alone", "baseline", &[("get", 1)], false);
    text += &run("a1", "both", "advisory", &[("get", 1)], true);
    text += &run("a2", "lost", "advisory", &[("get", -1), ("get", 1), ("set", 1)], false);
    text += &run("a3", "won", "advisory", &[("get", 1), ("set", 1), ("set", 1)], true);
    text += &run("a4", "none", "advisory", &[], false);
    text += &run("again", "won", "advisory", &[("get", 1)], false);
    text += &run("g1", "both", "generic", &[("get", 1)], false);
    text
}

fn open() -> Desk {
    let mut desk = Desk::default();
    desk.tell(Msg::Resized(100, 40));
    desk.open_ledger(LEDGER, "study.jsonl", &study());
    desk.tell(Msg::Found(Vec::new()));
    desk.press("4");
    assert_eq!(desk.app.tab, Tab::Pairs);
    desk
}

/// The episodes of the pair under the cursor.
fn here(desk: &Desk) -> (String, String) {
    let pair = desk.app.pairs.screen.list.selected().unwrap();
    (pair.first.1.to_string(), pair.second.1.to_string())
}

fn shown(desk: &Desk) -> Vec<String> {
    desk.app.pairs.screen.list.rows().iter().map(|pair| pair.first.1.to_string()).collect()
}

fn filter(desk: &mut Desk, text: &str) {
    desk.press("/");
    desk.type_text(text);
    desk.press("<enter>");
}

fn notice(desk: &Desk) -> &str {
    desk.app.notice.as_deref().unwrap_or_default()
}

#[test]
fn the_table_counts_every_run_once() {
    let desk = open();
    assert_eq!(desk.app.pairs.arms(), Some(["baseline", "advisory"]));
    let count = |cell| desk.app.pairs.count(cell);
    assert_eq!([Cell::Both, Cell::Losses, Cell::Wins, Cell::Neither].map(count), [1, 1, 1, 1]);
    assert_eq!(
        [Cell::Unknown, Cell::Unmatched, Cell::Duplicates, Cell::Mixed, Cell::Elsewhere].map(count),
        [0, 1, 1, 0, 1]
    );
    // What was lost comes first.
    assert_eq!(shown(&desk), ["b2", "b3", "b1", "b4"]);
    assert!(desk.app.data.is_digested());
}

#[test]
fn a_cell_leads_to_its_pairs_and_esc_back() {
    let mut desk = open();
    desk.press("<tab>");
    assert_eq!((desk.app.pairs.screen.pane, desk.app.pairs.screen.cell), (Pane::Table, Cell::Losses));
    desk.press("j h <enter>");
    assert_eq!(desk.app.pairs.screen.filter, "cell:win");
    assert_eq!((shown(&desk), desk.app.pairs.screen.pane), (vec!["b3".into()], Pane::List));
    desk.press("<esc>");
    assert_eq!(shown(&desk).len(), 4);
    // Below the table stands the list.
    desk.press("<tab> j j");
    assert_eq!(desk.app.pairs.screen.pane, Pane::List);
}

#[test]
fn what_makes_no_pair_is_listed_with_why() {
    let mut desk = open();
    desk.press("<tab> k l l j <enter>");
    let Some(Overlay::Page(window)) = desk.app.overlays.last() else { panic!("no window") };
    let text = window.page.as_text();
    assert!(text.contains("b5") && text.contains("again") && !text.contains("g1"), "{text}");
    // The cursor stands on the first of those that were asked for; Enter opens the episode.
    desk.press("<enter>");
    let stepper = desk.app.stepper.as_ref().unwrap();
    assert_eq!(desk.app.episode_key(stepper.episode).unwrap().1.as_str(), "b5");
}

#[test]
fn the_typed_language_asks_for_what_the_rows_show() {
    let mut desk = open();
    for (text, expected) in [
        ("outcome:loss", vec!["b2"]),
        ("where:at", vec!["b2"]),
        ("where:none kind:arguments,tool", vec!["b3"]),
        ("kind:same", vec!["b1", "b4"]),
        ("outcome:tie -cell:both", vec!["b4"]),
        ("task:l* receipts>0", vec!["b2"]),
    ] {
        filter(&mut desk, text);
        assert_eq!(shown(&desk), expected, "{text}");
    }
    filter(&mut desk, "colour:red");
    assert!(desk.app.filter_prompt.as_ref().unwrap().error.is_some());
}

#[test]
fn arms_are_swapped_and_turned_and_counts_with_them() {
    let mut desk = open();
    desk.press("x");
    assert_eq!(desk.app.pairs.arms(), Some(["advisory", "baseline"]));
    assert_eq!([Cell::Losses, Cell::Wins].map(|cell| desk.app.pairs.count(cell)), [1, 1]);
    assert_eq!(shown(&desk)[..2], ["a3", "a2"]);
    desk.press("x v");
    assert_eq!(desk.app.pairs.arms(), Some(["baseline", "generic"]));
    assert_eq!(shown(&desk), ["b1"]);
    assert_eq!(desk.app.pairs.count(Cell::Losses), 1);
    desk.press("V");
    assert_eq!(desk.app.pairs.arms(), Some(["baseline", "advisory"]));
    // Everything else is one choice away.
    desk.press("c");
    desk.type_text("may differ in task");
    desk.press("<enter>");
    assert!(notice(&desk).contains("with the same model and trial"), "{}", notice(&desk));
}

#[test]
fn a_pair_opens_where_the_two_part_and_leads_to_the_call_and_back() {
    let mut desk = open();
    desk.press("j <enter>");
    assert_eq!(here(&desk), ("b3".into(), "a3".into()));
    let open = desk.app.pairs.open.as_ref().unwrap();
    // Two calls alike are folded; the third is of another tool.
    assert_eq!(open.strips.rows(), [Strip::Prefix(2), Strip::Row(Some(2), Some(2))]);
    assert_eq!((open.strips.place(), open.side), (1, Side::Second));
    assert!(open.row.page.as_text().contains("get"), "{}", open.row.page.as_text());
    desk.press("z");
    assert_eq!(desk.app.pairs.open.as_ref().unwrap().strips.rows().len(), 3);
    desk.press("<enter>");
    let stepper = desk.app.stepper.as_ref().unwrap();
    assert_eq!(desk.app.episode_key(stepper.episode).unwrap().1.as_str(), "a3");
    assert_eq!((desk.app.tab, stepper.calls.place()), (Tab::Episodes, 2));
    desk.press("<esc>");
    assert_eq!((desk.app.tab, desk.app.pairs.open.is_some()), (Tab::Pairs, true));
    // The first strand, then its call.
    desk.press("h <enter>");
    let stepper = desk.app.stepper.as_ref().unwrap();
    assert_eq!(desk.app.episode_key(stepper.episode).unwrap().1.as_str(), "b3");
    desk.press("<esc> <esc>");
    assert!(desk.app.pairs.open.is_none());
}

#[test]
fn differences_are_walked() {
    let mut desk = open();
    desk.press("<enter>");
    assert_eq!(here(&desk).0, "b2");
    let place = |desk: &Desk| desk.app.pairs.open.as_ref().unwrap().strips.selected().copied();
    // `a2` has one more `get` before the `set` of both.
    assert_eq!(place(&desk), Some(Strip::Row(None, Some(1))));
    desk.press("n");
    assert_eq!(place(&desk), Some(Strip::Row(Some(1), Some(2))));
    assert!(notice(&desk).contains("meet again"));
    desk.press("n");
    assert!(notice(&desk).contains("further down"));
    desk.press("N");
    assert_eq!(place(&desk), Some(Strip::Row(None, Some(1))));
    desk.press("J");
    assert_eq!(here(&desk).0, "b3");
}

#[test]
fn an_episode_leads_to_its_pair_or_says_why_it_has_none() {
    let mut desk = open();
    for (episode, expected) in [
        ("a2", None),
        ("b5", Some("nothing like it")),
        ("again", Some("is used instead")),
        ("g1", Some("none of the two")),
    ] {
        desk.press("<alt-3> <alt-3>");
        filter(&mut desk, &format!("episode:{episode}"));
        desk.press("<enter> p");
        match expected {
            None => {
                assert_eq!((desk.app.tab, here(&desk).1), (Tab::Pairs, episode.into()));
                assert!(desk.app.pairs.open.is_some());
            }
            Some(why) => assert!(notice(&desk).contains(why), "{episode}: {}", notice(&desk)),
        }
    }
}

#[test]
fn the_cursor_stays_on_its_pair_when_the_file_grows_or_is_rewritten() {
    let mut desk = open();
    desk.press("j j");
    assert_eq!(here(&desk).0, "b1");
    let more = run("b6", "new", "baseline", &[], true) + &run("a6", "new", "advisory", &[], false);
    desk.grow(LEDGER, &more);
    assert_eq!(shown(&desk), ["b2", "b6", "b3", "b1", "b4"]);
    assert_eq!(here(&desk).0, "b1");
    desk.press("<enter>");
    desk.rewrite(LEDGER, &(study() + &more));
    assert_eq!(here(&desk).0, "b1");
    assert!(desk.app.pairs.open.is_some(), "the pair is still there");
    // Gone with one of its episodes.
    let without: String =
        study().lines().filter(|line| !line.contains("\"a1\"")).fold(String::new(), |text, line| text + line + "\n");
    desk.rewrite(LEDGER, &without);
    assert!(desk.app.pairs.open.is_none());
    assert!(notice(&desk).contains("gone"), "{}", notice(&desk));
}

#[test]
fn a_link_leads_to_a_pair_of_whichever_arms() {
    let mut desk = open();
    desk.press("v <enter> Y");
    let link = desk.copied.last().cloned().unwrap();
    assert_eq!(link, "vidimus:study.jsonl#b1/pair/g1");
    desk.press("<esc> V 3");
    desk.app.go_to_link(&vidimus::link::Link::parse(&link).unwrap()).unwrap();
    assert_eq!(here(&desk), ("b1".into(), "g1".into()));
    assert!(desk.app.pairs.open.is_some());
}

#[test]
fn two_files_pair_and_the_next_visit_stands_on_the_same_pair() {
    let texts: Vec<String> = ["baseline", "advisory"]
        .iter()
        .map(|arm| {
            let lines = study();
            let ids = if *arm == "baseline" { ["b1", "b2", "b3", "b4"] } else { ["a1", "a2", "a3", "a4"] };
            lines
                .lines()
                .filter(|line| line.contains("format") || ids.iter().any(|id| line.contains(&format!("\"{id}\""))))
                .fold(String::new(), |text, line| text + line + "\n")
        })
        .collect();
    let visit = |memory: Option<String>| {
        let mut desk = Desk::default();
        desk.tell(Msg::Resized(100, 40));
        desk.tell(Msg::SessionBegun { paths: vec!["x".into()], text: memory, with_theme: false });
        desk.open_ledger(LedgerId(1), "one.jsonl", &texts[0]);
        desk.open_ledger(LedgerId(2), "two.jsonl", &texts[1]);
        desk.tell(Msg::Found(Vec::new()));
        desk
    };
    let mut desk = visit(None);
    desk.press("4 s j j");
    let (before, sort) = (here(&desk), desk.app.pairs.screen.sort);
    let desk = visit(desk.app.session_text());
    assert_eq!((desk.app.tab, here(&desk), desk.app.pairs.screen.sort), (Tab::Pairs, before, sort));
}

/// The study in the hands of ada, with no labels yet.
fn labelling() -> Desk {
    let mut desk = open();
    desk.tell(Msg::ReviewerKnown { author: "ada".into(), now: desk.now });
    desk.read_labels(LEDGER);
    desk
}

/// What stands in the file, oldest first.
fn written(desk: &Desk) -> Vec<String> {
    let journal = &desk.labels[&LEDGER];
    let name = |said: &vidimus::label::Said| match said.judgement().map(|mark| mark.what.clone()) {
        Some(vidimus::label::What::Label { label, blind, .. }) => {
            format!("{label}{}", if blind.is_some() { " blind" } else { "" })
        }
        Some(vidimus::label::What::Note) => format!("note {}", said.reason),
        None => "undo".to_owned(),
    };
    journal.decisions().iter().map(|said| name(said)).collect()
}

#[test]
fn a_label_is_saved_at_once_with_its_guess_and_taken_back() {
    let mut desk = labelling();
    // `b3` and `a3` came out differently, and no receipt is in them.
    desk.press("j");
    assert_eq!(here(&desk).0, "b3");
    let pair = desk.app.pairs.screen.list.selected().unwrap().clone();
    desk.press("a");
    assert_eq!(written(&desk), ["no-receipt"]);
    assert_eq!(desk.app.label_of(&pair), Some(PairLabel::NoReceipt));
    assert_eq!(desk.app.label_sentence().unwrap(), "1 of 2 discordant pairs labelled · as guessed 100%");
    desk.press("e");
    desk.type_text("budget-exhausted");
    desk.press("<enter>");
    assert_eq!(desk.app.label_of(&pair), Some(PairLabel::BudgetExhausted));
    assert!(notice(&desk).contains("the guess was: no receipt in the pair"), "{}", notice(&desk));
    desk.press("i");
    desk.type_text("look again");
    desk.press("<enter>");
    assert_eq!(desk.app.notes_of(&pair), [("ada".to_owned(), "look again".to_owned())]);
    desk.press("u u");
    assert_eq!(desk.app.label_of(&pair), Some(PairLabel::NoReceipt));
    desk.press("U");
    assert_eq!(desk.app.label_of(&pair), Some(PairLabel::BudgetExhausted));
    filter(&mut desk, "label:budget-exhausted");
    assert_eq!(shown(&desk), ["b3"]);
}

#[test]
fn ties_take_no_label_and_what_cannot_be_saved_is_told() {
    let mut desk = labelling();
    desk.press("G a");
    assert!(notice(&desk).contains("only pairs that came out differently"), "{}", notice(&desk));
    desk.full_disk = Some("the disk is full".into());
    desk.press("g a");
    assert!(notice(&desk).contains("NOT saved: the disk is full"), "{}", notice(&desk));
    assert!(!desk.labels.contains_key(&LEDGER) || written(&desk).is_empty());
}

#[test]
fn next_to_label_passes_over_ties_and_labelled_ones() {
    let mut desk = labelling();
    desk.press("s g a n");
    let first = here(&desk);
    assert_eq!(desk.app.label_progress().pairs, 2);
    desk.press("<enter> e");
    desk.type_text("other");
    desk.press("<enter>");
    desk.press(".");
    assert_ne!(here(&desk), first);
}

#[test]
fn blind_nothing_tells_the_arms_before_the_label() {
    let mut desk = labelling();
    desk.press("b");
    let pairs: Vec<_> = desk.app.pairs.screen.list.rows().to_vec();
    assert_eq!(pairs.len(), 2, "ties are not labelled");
    for pair in &pairs {
        assert!(desk.app.is_hidden(pair));
        let mut names = desk.app.pair_names(pair).unwrap();
        names.sort_unstable();
        assert_eq!(names, ["A", "B"]);
        let facts = desk.app.pair_facts(pair).unwrap();
        assert_eq!(facts.label, None);
        let told = vidimus::domain::json::Json::from(facts.values().to_vec()).to_string();
        for secret in ["baseline", "advisory", "win", "loss", "a2", "b2"] {
            assert!(!told.contains(&format!("\"{secret}\"")), "{secret} in {told}");
        }
    }
    desk.press("g <enter>");
    let open = desk.app.pairs.open.clone().unwrap();
    let strands = desk.app.strands(&open).unwrap();
    assert_eq!([strands[0].name, strands[1].name], ["A", "B"]);
    desk.press("a");
    assert!(notice(&desk).contains("hidden"), "{}", notice(&desk));
    desk.press("e");
    desk.type_text("other");
    desk.press("<enter>");
    assert_eq!(written(&desk), ["other blind"]);
    assert!(!desk.app.is_hidden(&open.pair), "now it is told");
    assert_eq!(desk.app.pair_names(&open.pair), Some(["baseline", "advisory"]));
}

/// A recovery file is read: what every episode left behind is read again with it.
#[test]
fn a_reload_takes_no_key_away_from_a_label_or_a_note() {
    let mut desk = labelling();
    desk.press("j");
    let pair = desk.app.pairs.screen.list.selected().unwrap().clone();
    let again = |desk: &mut Desk, tool: &str| {
        let mut substitutes = vidimus::recovery::Substitutes::default();
        substitutes.tools.insert("get".into(), vec![tool.into()]);
        desk.tell(Msg::RecoveryRead(substitutes));
    };
    // Nothing is answered yet, neither what is read again nor what is saved.
    desk.is_holding = true;
    again(&mut desk, "one");
    assert!(desk.app.case(&pair).is_some(), "what was read stays until it is read again");
    assert_eq!(desk.app.label_progress().pairs, 2);
    desk.press("a i");
    desk.type_text("zero du");
    desk.release();
    again(&mut desk, "two");
    desk.grow(LEDGER, &(run("b6", "new", "baseline", &[], true) + &run("a6", "new", "advisory", &[], false)));
    desk.type_text("st is real");
    desk.press("<enter>");
    assert_eq!(written(&desk), ["no-receipt", "note zero dust is real"]);
    assert_eq!(desk.app.notes_of(&pair), [("ada".to_owned(), "zero dust is real".to_owned())]);
    // A label that is being chosen goes to the pair that was asked about.
    desk.press("e");
    again(&mut desk, "three");
    desk.read_labels(LEDGER);
    desk.type_text("budget-exhausted");
    desk.press("<enter>");
    assert_eq!(desk.app.label_of(&pair), Some(PairLabel::BudgetExhausted));
    // Keys that come in one go: what is taken back is what was said last.
    desk.is_holding = true;
    desk.press("a u");
    desk.release();
    assert_eq!(desk.app.label_of(&pair), Some(PairLabel::BudgetExhausted));
}

#[test]
fn blind_the_episodes_of_a_pair_are_not_to_be_had() {
    let mut desk = labelling();
    desk.press("b g y");
    assert!(desk.copied.is_empty(), "{:?}", desk.copied);
    desk.press("Y");
    assert!(desk.copied.is_empty(), "{:?}", desk.copied);
    filter(&mut desk, "kind:only_first,only_second");
    assert!(shown(&desk).is_empty());
    desk.press("<esc> g <enter> <enter>");
    assert!(desk.app.stepper.is_none());
    assert!(notice(&desk).contains("b ends blind labelling"), "{}", notice(&desk));
    let open = desk.app.pairs.open.clone().unwrap();
    assert!(desk.app.strands(&open).unwrap().iter().all(|strand| strand.completed.is_none()));
    assert!(!desk.app.has_guess_here());
    desk.press("b");
    assert!(desk.app.has_guess_here());
}

#[test]
fn a_receipt_is_not_folded_away_and_n_stops_at_it() {
    let mut desk = Desk::default();
    desk.tell(Msg::Resized(100, 40));
    let mut text = String::from("{\"format\":\"vidimus.ledger/1\",\"study\":\"made up\"}\n");
    text += &run("b", "t", "baseline", &[("get", 1), ("get", -1), ("get", 1), ("set", 1)], true);
    text += &run("a", "t", "advisory", &[("get", 1), ("get", -1), ("get", 1), ("buy", 1)], false);
    let receipt = r#"{"status":"inconsistent","violations":[{"code":"nonpositive_value","detail":"price is not positive"}],"admissible_recovery_tools":[]}"#;
    let text = text.replace("\"something is wrong\"", receipt);
    desk.open_ledger(LEDGER, "study.jsonl", &text);
    desk.tell(Msg::Found(Vec::new()));
    desk.press("4 <enter>");
    let open = desk.app.pairs.open.clone().unwrap();
    assert_eq!(open.strips.rows()[0], Strip::Prefix(3));
    let strands = desk.app.strands(&open).unwrap();
    let folded = &open.braid.as_ref().unwrap().rows[..3];
    assert_eq!(vidimus::lens::braid::receipts_among(folded, &strands).unwrap(), "receipt at call 1 in both");
    desk.press("N");
    let open = desk.app.pairs.open.as_ref().unwrap();
    assert_eq!(open.strips.selected(), Some(&Strip::Row(Some(1), Some(1))));
    let said = open.row.page.as_text();
    assert!(said.contains("receipt: nonpositive_value (price is not positive)"), "{said}");
}

#[test]
fn pairs_are_filtered_by_state_and_guess() {
    let mut desk = labelling();
    desk.press("j a");
    for (text, wanted) in [("state:labelled", "b3"), ("state:unlabelled", "b2"), ("guess:no-receipt", "b3")] {
        filter(&mut desk, text);
        assert_eq!(shown(&desk), [wanted], "{text}");
    }
}

/// Two people, two labels: neither is the label of the pair, and who says what is told, filtered and counted.
#[test]
fn a_pair_that_two_people_label_apart_is_disputed() {
    let mut desk = labelling();
    desk.press("j a");
    let pair = desk.app.pairs.screen.list.selected().unwrap().clone();
    desk.tell(Msg::ReviewerKnown { author: "ben".into(), now: desk.now });
    desk.press("e");
    desk.type_text("budget-exhausted");
    desk.press("<enter>");
    assert_eq!(desk.app.label_of(&pair), None);
    let said = ["ada: no-receipt", "ben: budget-exhausted"];
    assert_eq!(desk.app.pair_facts(&pair).unwrap().disputed, said);
    assert_eq!(desk.app.label_sentence().unwrap(), "0 of 2 discordant pairs labelled · 1 disputed");
    for (text, wanted) in [("state:disputed", "b3"), ("disputed:ben*", "b3"), ("state:unlabelled", "b2")] {
        filter(&mut desk, text);
        assert_eq!(shown(&desk), [wanted], "{text}");
    }
    filter(&mut desk, "state:disputed");
    // One of the two comes round.
    desk.press("g e");
    desk.type_text("no-receipt");
    desk.press("<enter>");
    assert_eq!(desk.app.label_of(&pair), Some(PairLabel::NoReceipt));
    assert_eq!(desk.app.label_progress().disputed, 0);
}

/// Every way out of the pairs, tried from a hidden pair, in the list and inside it.
#[test]
fn blind_no_key_leads_past_the_pairs() {
    use vidimus::app::{Overlay, action::Action, window::View};
    for place in ["b g", "b g <enter>"] {
        for action in Action::ALL {
            let is_end = matches!(
                action,
                Action::Quit | Action::CloseOrQuit | Action::Suspend | Action::ToggleBlind | Action::ConfirmLabel
            );
            if is_end {
                continue;
            }
            let mut desk = labelling();
            // An episode was open before.
            desk.press("3 <enter> <alt-4>");
            desk.press(place);
            let before = desk.copied.len();
            desk.press(":");
            desk.type_text(&action.name());
            desk.press("<enter>");
            assert_eq!(desk.app.tab, Tab::Pairs, "{action:?}");
            assert_eq!(desk.copied.len(), before, "{action:?}");
            for overlay in &desk.app.overlays {
                let text = match overlay {
                    Overlay::Page(window) if matches!(window.view, View::Help(_)) => String::new(),
                    Overlay::Page(window) => window.page.as_text(),
                    Overlay::Reader(reader) => reader.text().to_owned(),
                    _ => String::new(),
                };
                for secret in ["a2", "b2", "a3", "b3", "won", "lost:"] {
                    let is_told = text.split(|c: char| !c.is_alphanumeric() && c != ':').any(|word| word == secret);
                    assert!(!is_told, "{action:?} tells {secret}: {text}");
                }
            }
        }
    }
    let mut desk = labelling();
    desk.press("b 5");
    assert!(notice(&desk).contains("b ends blind labelling"), "{}", notice(&desk));
    desk.press("<enter> <enter>");
    desk.press("<ctrl-f>");
    desk.type_text("bq");
    assert!(desk.app.is_blind() && desk.app.tab == Tab::Pairs, "what was typed for the search is no command");
}

/// Whoever quits blind comes back blind, with the same A and B.
#[test]
fn blind_outlives_the_visit() {
    let visit = |text: Option<String>| {
        let mut desk = Desk::default();
        desk.tell(Msg::Resized(100, 40));
        desk.tell(Msg::SessionBegun { paths: vec!["x".into()], text, with_theme: false });
        desk.open_ledger(LEDGER, "study.jsonl", &study());
        desk.tell(Msg::Found(Vec::new()));
        desk.tell(Msg::ReviewerKnown { author: "ada".into(), now: desk.now });
        desk.read_labels(LEDGER);
        desk
    };
    let mut first = visit(None);
    first.press("4 b");
    let desk = visit(first.app.session_text());
    assert!(desk.app.is_blind() && desk.app.tab == Tab::Pairs);
    for pair in first.app.pairs.screen.list.rows() {
        assert!(desk.app.is_hidden(pair));
        assert_eq!(desk.app.pair_names(pair), first.app.pair_names(pair));
    }
}

/// Blind, what another person said of a pair is as hidden as the guess.
#[test]
fn blind_another_persons_label_opens_nothing() {
    let mut desk = labelling();
    desk.press("j a");
    let pair = desk.app.pairs.screen.list.selected().unwrap().clone();
    desk.tell(Msg::ReviewerKnown { author: "ben".into(), now: desk.now });
    desk.press("b");
    assert!(desk.app.is_hidden(&pair));
    let facts = desk.app.pair_facts(&pair).unwrap();
    assert_eq!((facts.label, facts.state), (None, Some("unlabelled")));
    assert_eq!(desk.app.label_sentence().unwrap(), "0 of 2 discordant pairs labelled");
}

/// A key that begins a line is refused: what is typed on goes into a box that says why, until Enter or Esc.
#[test]
fn what_is_typed_after_a_refused_key_is_no_command() {
    for (place, key) in [("4 G", "i"), ("4 G", "e"), ("5", "/")] {
        let mut desk = labelling();
        desk.press(place);
        let (tab, sort) = (desk.app.tab, desk.app.pairs.screen.sort);
        desk.press(key);
        desk.type_text("xsq3v");
        assert_eq!(
            (desk.app.tab, desk.app.pairs.screen.sort, desk.app.overlays.len()),
            (tab, sort, 1),
            "{place} {key}"
        );
        desk.press("<enter>");
        assert!(desk.app.overlays.is_empty());
        assert!(notice(&desk).contains("no key of it was taken as a command"), "{}", notice(&desk));
        desk.press(key);
        desk.press("<esc>");
        assert!(desk.app.overlays.is_empty());
    }
}
