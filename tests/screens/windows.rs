//! Every window and prompt that is not looked at elsewhere, on the built-in study.

use super::*;

#[test]
fn rules_with_their_evidence_and_firings() {
    check("rule-values", "1/find_customer<enter><tab>/category<enter>");
    check("rule-firings", "1/get_stock_alpha<enter><tab>/echo<enter><tab>");
}

#[test]
fn filters_and_what_they_leave() {
    check("filter", "3/receipts>0");
    check("filter-wrong", "3/recepts>0");
    check("filter-nothing", "3/zzz<enter>");
    check("find", "3n<enter>/cur");
}

#[test]
fn the_fields_of_a_call() {
    check("stepper-tree", "3n<enter>n<tab>jjjjjj");
    check("stepper-receipt", "3n<enter>n<tab><tab>");
    check("value", "3n<enter>n<tab>jjjjv");
}

#[test]
fn search_and_frequency() {
    check("search-prompt", "3<ctrl-f>SKU-157");
    check("search", "3<ctrl-f>SKU-157<enter>");
    check("fields", "3f");
    check("frequency", "3f<enter>");
    check("frequency-of-a-call", "3n<enter>n<tab>jjjjjjf");
}

#[test]
fn what_was_said_and_marked() {
    check("log", "3L");
    check("changes", "3R");
    check("marks", "3man<enter>nmb'?");
    check("paused", "3P");
}

#[test]
fn what_leaves_the_program() {
    check("witness", "3n<enter>nX");
    check("command-line", "3n<enter>n:cli<enter>");
    check("write", "3n<enter>nW");
}

#[test]
fn the_tour_at_its_first_step() {
    check("tour", "3:tour<enter>");
}

/// The difference of two calls of one tool in one episode.
#[test]
fn a_difference() {
    check("difference", "3/travel-002<enter>jjjj<enter>Gkd");
}

/// On a large screen nothing is stretched until it cannot be read.
#[test]
fn a_large_screen() {
    for (name, keys) in [("episodes", "3"), ("stepper", "3n<enter>n"), ("registries", "1<tab>"), ("why", "3n<enter>nw")]
    {
        let mut study = Study::open((200, 60));
        study.press(keys);
        insta::assert_snapshot!(format!("{name}-200x60"), snapshot(&study));
    }
}
