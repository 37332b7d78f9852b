//! Filters and searches: typed, completed, recalled, and what they hide.

use super::{LEDGER, open, step_at};
use vidimus::app::keys::Scope;

fn typed(desk: &super::Desk) -> (String, usize) {
    let prompt = desk.app.filter_prompt.as_ref().unwrap();
    (prompt.input.value().to_owned(), prompt.input.cursor())
}

#[test]
fn the_prompt_counts_what_passes() {
    let mut desk = open();
    desk.press("/");
    assert_eq!(desk.app.filter_count(), (8, 8));
    desk.type_text("calls>5");
    assert_eq!(desk.app.filter_count(), (4, 8));
    desk.press("<enter> 1 /st");
    // `get` and `set`: only the second has an s before its t.
    assert_eq!(desk.app.filter_count(), (1, 2));
    desk.press("<enter> <enter> /price");
    assert_eq!(desk.app.filter_count().1, 3, "the rules of the tool");
}

#[test]
fn tab_completes_fields_and_then_values() {
    let mut desk = open();
    desk.press("/ar<tab>");
    assert_eq!(typed(&desk), ("arm:".into(), 4));
    desk.press("ad<tab>");
    assert_eq!(typed(&desk).0, "arm:advisory");
    assert_eq!(desk.app.filter_count(), (4, 8));
    // Two names go on from `tr`… and `ta`: what is sure is taken, the rest is offered.
    desk.press("<space>t<tab>");
    assert_eq!(typed(&desk).0, "arm:advisory t");
    let choices = desk.app.filter_prompt.as_ref().unwrap().choices.clone();
    assert_eq!(choices, ["task:", "trial:", "tool:"]);
    desk.press("o<tab>s<tab>");
    assert_eq!(typed(&desk).0, "arm:advisory tool:set");
    assert!(desk.app.filter_prompt.as_ref().unwrap().choices.is_empty());
    desk.press("<space>zzz<tab>");
    assert!(desk.app.notice.is_some(), "nothing begins like this, and it is said");
}

#[test]
fn earlier_filters_come_back_list_by_list() {
    let mut desk = open();
    desk.press("/calls>5<enter> /<ctrl-u>arm:clean<enter> <esc>");
    desk.press("1 /set<enter> <esc> 3");
    desk.press("/x<up>");
    assert_eq!(typed(&desk).0, "arm:clean");
    desk.press("<up>");
    assert_eq!(typed(&desk).0, "calls>5");
    assert_eq!(desk.app.filter_count(), (4, 8), "a filter called back is in force at once");
    desk.press("<up>");
    assert_eq!(typed(&desk).0, "calls>5", "there is none before it");
    desk.press("<down><down>");
    assert_eq!(typed(&desk).0, "x");
    desk.press("<up><up> 0<backspace> 6<backspace> <enter>");
    assert_eq!(desk.app.remembered.episodes, ["arm:clean", "calls>5"]);
    assert_eq!(desk.app.remembered.tools, ["set"]);
}

#[test]
fn a_mistake_is_shown_at_its_place_and_is_not_taken() {
    let mut desk = open();
    desk.press("/");
    desk.type_text("arm:clean colour:red");
    let prompt = desk.app.filter_prompt.as_ref().unwrap();
    assert_eq!(prompt.error.as_ref().unwrap().place, 10..16);
    desk.press("<enter>");
    assert_eq!(desk.app.scope(), Scope::Prompt, "it can be mended");
    for _ in 0..10 {
        desk.press("<backspace>");
    }
    assert!(desk.app.filter_prompt.as_ref().unwrap().error.is_none());
    desk.press("<enter>");
    assert_eq!((desk.app.scope(), desk.app.filter()), (Scope::Episodes, "arm:clean "));
}

#[test]
fn finding_in_an_episode_moves_and_hides_nothing() {
    let mut desk = open();
    // e6 has eight calls, get and set in turn.
    desk.press("6j <enter> /set");
    assert_eq!(step_at(&desk), ("e6".into(), 1));
    assert_eq!(desk.app.filter_count(), (1, 4));
    desk.press("<ctrl-n><ctrl-n>");
    assert_eq!((step_at(&desk).1, desk.app.filter_count()), (5, (3, 4)));
    desk.press("<enter> .");
    assert_eq!(step_at(&desk).1, 7);
    desk.press(".");
    assert_eq!(step_at(&desk).1, 7);
    assert!(desk.app.notice.as_ref().unwrap().contains("no further match"));
    desk.press(",");
    assert_eq!(step_at(&desk).1, 5);
    assert_eq!(desk.app.stepper.as_ref().unwrap().calls.rows().len(), 8);
    // Esc in the prompt goes back to where it was opened; Esc outside takes the text away, then leaves.
    desk.press("/<ctrl-u>get<esc>");
    assert_eq!((step_at(&desk).1, desk.app.filter()), (5, "set"));
    desk.press("<esc>");
    assert_eq!((desk.app.filter(), desk.app.stepper.is_some()), ("", true));
    desk.press("<esc>");
    assert!(desk.app.stepper.is_none());
}

#[test]
fn finding_in_a_call_opens_the_folds_over_a_match() {
    let mut desk = open();
    desk.press("<enter> <tab> Z /");
    let folded = desk.app.stepper.as_ref().unwrap().rows.len();
    // In the folded part `deep` stands `"a":[1,2]`: the list of two, and the two.
    desk.press("2");
    let stepper = desk.app.stepper.as_ref().unwrap();
    assert!(stepper.rows.len() > folded);
    let row = stepper.row().unwrap();
    assert_eq!((row.label.as_str(), row.value.as_str()), ("a", "[2]"));
    assert_eq!(desk.app.filter_count(), (1, 2));
    desk.press("<ctrl-u>eur");
    assert_eq!(desk.app.filter_count(), (1, 1));
    desk.press("<ctrl-u>Eur");
    assert_eq!(desk.app.filter_count(), (0, 0), "a capital asks for exactly these letters");
}

#[test]
fn a_filter_outlives_what_it_found() {
    let mut desk = open();
    desk.press("/arm:clean<enter>");
    desk.grow(LEDGER, &super::episode("e8", 8));
    assert_eq!(desk.app.filter_count(), (5, 9));
}
