//! The pairs of the built-in study, one of them call by call, and the numbers of the study, on three sizes.

use crate::{Study, snapshot};

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
