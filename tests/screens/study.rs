//! The pairs of the built-in study, one of them call by call, and the numbers of the study, on three sizes.

use crate::{Study, dark, snapshot, text};
use vidimus::theme::Glyphs;

fn check(name: &str, keys: &str) {
    for size in [(120, 40), (80, 24), (40, 12)] {
        let mut study = Study::open(size);
        study.press(keys);
        insta::assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), snapshot(&study));
    }
}

#[test]
fn pairs_and_what_the_table_holds() {
    check("pairs", "4");
    check("pairs-lost", "4 <tab> l <enter>");
    check("pairs-blind", "4 b");
    check("pairs-arms", "4 c");
}

#[test]
fn a_pair_call_by_call() {
    check("braid", "4 <enter>");
    check("braid-unfolded", "4 j <enter> z");
    check("braid-words", "4 <enter> w");
}

#[test]
fn the_numbers_of_the_study() {
    check("study", "5");
    check("study-end", "5 G");
    check("study-one-more", "5 p");
}

/// Nobody knows otherwise which side is whose.
#[test]
fn a_pair_of_two_rows_has_the_names_of_its_sides() {
    let mut study = Study::open((120, 40));
    study.press("4/");
    study.desk.type_text("task:finance-001 outcome:win");
    study.press("<enter><enter>");
    let shown = text(&study.draw(&dark(), Glyphs::Unicode));
    assert!(shown.contains("┌ 3 rows · 1 differs"), "{shown}");
    assert!(shown.contains("baseline failed") && shown.contains("advisory completed"), "{shown}");
}
