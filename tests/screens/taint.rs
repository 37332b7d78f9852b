//! A fare that is too high a hundred times, followed to the answer of an episode without receipts.

use super::*;

const OPENED: &str = "3/travel-002/heron-mini/baseline<enter><enter>e";

#[test]
fn following_a_value() {
    check("taint", &format!("{OPENED}tt"));
}

#[test]
fn where_a_value_stands_again() {
    check("taint-list", &format!("{OPENED}ttH"));
}

#[test]
fn the_conversation() {
    check("conversation", &format!("{OPENED}ttM"));
}

#[test]
fn the_labels_once_they_are_asked_for() {
    check("labels", &format!("{OPENED}V"));
}

/// "Did the wrong price reach the answer?", in a few keys from the open episode.
#[test]
fn a_wrong_price_is_seen_in_the_answer() {
    let mut study = Study::open((80, 24));
    study.press(OPENED);
    let told = |study: &Study| text(&study.draw(&dark(), Glyphs::Unicode));
    assert!(!told(&study).contains("fault"), "no label is told before it is asked for:\n{}", told(&study));
    // The rule that broke speaks of two values, the base and the total: of these the total is in the answer.
    study.press("t");
    let screen = told(&study);
    assert!(screen.contains("= in the answer (A)"), "{screen}");
    let answer = "total: yes, in the final answer; base: no, reached nothing";
    assert!(screen.contains(answer), "{screen}");
    study.press("A");
    let screen = told(&study);
    assert!(screen.contains("the final answer, holds the value (exact)"), "{screen}");
    assert!(screen.contains("business fare: 45978.0"), "{screen}");
}
