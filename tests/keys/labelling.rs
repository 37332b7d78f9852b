//! Labels of pairs: given, disputed, taken back, counted and written.

use super::LEDGER;
use super::desk::Desk;
use super::pairs::{filter, here, notice, open, run, shown};
use vidimus::app::msg::Msg;
use vidimus::app::{Overlay, Tab};
use vidimus::label::{PairLabel, Source};

/// The study in the hands of ada, with no labels yet.
pub(crate) fn labelling() -> Desk {
    let mut desk = open();
    desk.tell(Msg::ReviewerKnown { author: "ada".into(), now: desk.now });
    desk.read_labels(LEDGER);
    desk
}

/// What stands in the file, oldest first.
pub(crate) fn written(desk: &Desk) -> Vec<String> {
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
    assert!(notice(&desk).ends_with("; no longer no receipt in the pair"), "{}", notice(&desk));
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
    desk.press("<enter> <esc>");
    desk.press(".");
    assert_ne!(here(&desk), first);
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
    desk.press(": set-reviewer <enter> <ctrl-u>");
    desk.type_text("ben");
    desk.press("<enter> e");
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

/// The study says why its two pairs came out differently, and each number opens its pairs. Blind, nothing is told that
/// the person has not said themself.
#[test]
fn the_study_tells_labels_from_guesses_and_blind_neither() {
    let mut desk = labelling();
    let page = |desk: &Desk| {
        let text = desk.app.studying.screen.window.page.as_text();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    desk.press("5");
    assert!(page(&desk).contains("labelled by a person: 0 of 2 pairs (0.0%)"), "{}", page(&desk));
    assert!(page(&desk).contains("How far labels and guesses agree is undefined (0 of 0)"));
    desk.press("4 g j a 5");
    for text in ["labelled by a person: 1 of 2 pairs (50.0%)", "as the rule had guessed: 1 of 1 (100.0%)"] {
        assert!(page(&desk).contains(text), "{text}\n{}", page(&desk));
    }
    let window = &desk.app.studying.screen.window;
    let line = window.page.lines.iter().position(|line| line.plain().contains("✓ labelled")).unwrap();
    desk.press("g");
    while desk.app.studying.screen.window.line() < Some(line) {
        desk.press("j");
    }
    desk.press("<enter>");
    assert_eq!((desk.app.tab, shown(&desk)), (Tab::Pairs, vec!["b3".to_owned()]));
    desk.tell(Msg::ReviewerKnown { author: "ben".into(), now: desk.now });
    desk.press("b");
    let reasons = desk.app.reasons();
    assert!(reasons.labelled.is_empty() && reasons.comparison.both.is_empty(), "{reasons:?}");
    assert!(reasons.why.keys().all(|(_, source, label)| (*source, *label) == (Source::Nobody, None)), "{reasons:?}");
    desk.press("5");
    assert_eq!(desk.app.tab, Tab::Pairs);
}

/// A key that begins a line is refused: what is typed on goes into a box that says why, until Enter or Esc.
#[test]
fn what_is_typed_after_a_refused_key_is_no_command() {
    for (place, key) in [("4 G", "i"), ("4 G", "e")] {
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

/// The written list has what people said, in each format.
#[test]
fn the_written_list_has_notes_authors_and_whether_it_was_blind() {
    let mut desk = labelling();
    desk.press("b g e");
    desk.type_text("other");
    desk.press("<enter> <esc> i");
    desk.type_text("it gave up");
    desk.press("<enter> b");
    for (name, facts) in [
        ("pairs.csv", [",author,at,blind,why,note\r\n", ",other,", ",ada,", ",yes,", "it gave up"]),
        (
            "pairs.json",
            ["\"at\":", "\"label\":\"other\"", "\"author\":\"ada\"", "\"blind\":true", "\"note\":[\"it gave up\"]"],
        ),
        ("pairs.md", [" author | at | blind | why | note |", " other |", " ada |", " yes |", " it gave up |"]),
    ] {
        desk.press("W <ctrl-u>");
        desk.type_text(name);
        desk.press("<enter>");
        let text = &desk.files[name];
        for fact in facts {
            assert!(text.contains(fact), "{fact} in {text}");
        }
    }
}

/// `other` says little: what it was is asked for at once, and the counts list it.
#[test]
fn other_asks_for_a_note_and_the_counts_list_it() {
    let mut desk = labelling();
    desk.press("g e");
    desk.type_text("other");
    desk.press("<enter>");
    assert_eq!(written(&desk), ["other"], "the label is saved whatever becomes of the note");
    assert!(matches!(desk.app.overlays.last(), Some(Overlay::Ask(ask)) if ask.what == vidimus::app::Asked::OtherNote));
    desk.type_text("it gave up");
    desk.press("<enter> j e");
    desk.type_text("budget-exhausted");
    desk.press("<enter>");
    assert!(desk.app.overlays.is_empty(), "the other labels say what it was");
    assert_eq!(written(&desk), ["other", "note it gave up", "budget-exhausted"]);
    desk.press("=");
    let text = desk.app.window().unwrap().page.as_text();
    for said in ["guessed no-receipt, labelled budget-exhausted", "other: 1 pair", "noted \"it gave up\": "] {
        assert!(text.contains(said), "{said} in {text}");
    }
}
