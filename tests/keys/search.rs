//! Filters and searches: typed, completed, recalled, and what they hide.

use super::{LEDGER, head, open, step_at};
use vidimus::app::data::LedgerId;
use vidimus::app::keys::Scope;
use vidimus::app::window::View;

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

const SECOND: LedgerId = LedgerId(9);

/// Two episodes with messages: `a` asks for order A-7, whose refund `get` returns at step 0 and `pay` is asked for at
/// step 1; `b` never mentions it, but for the number 79 as a part of 1790.
fn refunds() -> String {
    [
        "{\"format\":\"vidimus.ledger/1\"}",
        r#"{"kind":"episode","episode":"a","task":"refund","arm":"clean"}"#,
        r#"{"kind":"message","episode":"a","role":"user","text":"Please refund order A-7"}"#,
        r#"{"kind":"call","episode":"a","tool":"get","arguments":{"id":"A-7"},"result":{"order":{"id":"A-7","price":79}}}"#,
        r#"{"kind":"call","episode":"a","tool":"pay","arguments":{"amount":79},"result":"{\"paid\":\"79\"}","receipt":"refund is negative"}"#,
        r#"{"kind":"message","episode":"a","role":"assistant","text":"Your Refund is on its way."}"#,
        r#"{"kind":"episode","episode":"b","task":"other"}"#,
        r#"{"kind":"call","episode":"b","tool":"get","arguments":{"id":"B-1"},"result":{"order":{"id":"B-1","price":1790}}}"#,
    ]
    .join("\n")
        + "\n"
}

fn with_refunds() -> super::Desk {
    let mut desk = open();
    desk.open_ledger(SECOND, "refunds.jsonl", &refunds());
    desk
}

fn search(desk: &mut super::Desk, text: &str) {
    desk.press("<ctrl-f>");
    desk.type_text(text);
    desk.press("<enter>");
}

fn page(desk: &super::Desk) -> Vec<String> {
    let window = desk.app.window().unwrap();
    assert_eq!(window.view, View::Search);
    window.page.as_text().lines().map(str::to_owned).collect()
}

#[test]
fn a_search_finds_every_place_in_every_ledger() {
    let mut desk = with_refunds();
    search(&mut desk, "refund");
    assert_eq!(
        page(&desk),
        [
            // 44 calls of the study, 3 calls and 2 messages here.
            "3 places in 3 records of 1 episode · searched all 49 calls and messages",
            "",
            "task refund · clean · 3 places",
            "   · message user: Please refund order A-7",
            "   1 pay                      receipt: refund is negative",
            "   · message assistant: Your Refund is on its way.",
        ]
    );
    search(&mut desk, "Refund");
    assert_eq!(page(&desk)[0], "1 place in 1 record of 1 episode · searched all 49 calls and messages");
}

#[test]
fn enter_opens_the_call_at_the_hit_and_the_text_can_be_found_on() {
    let mut desk = with_refunds();
    search(&mut desk, "a-7");
    assert_eq!(page(&desk)[0], "3 places in 2 records of 1 episode · searched all 49 calls and messages");
    // The message, then the argument, then the field of the result.
    desk.press("jj <enter>");
    let stepper = desk.app.stepper.as_ref().unwrap();
    assert_eq!(desk.app.overlays.len(), 0);
    let row = stepper.row().unwrap();
    assert_eq!((step_at(&desk), row.label.as_str(), row.value.as_str()), (("a".into(), 0), "id", "\"A-7\""));
    assert_eq!(row.depth, 2, "in result.order, not among the arguments");
    desk.press(",");
    assert_eq!(desk.app.stepper.as_ref().unwrap().row().unwrap().depth, 1, "the argument before it");
    // Back to the list of hits, where it was left.
    desk.press("<ctrl-f><enter>");
    assert_eq!(desk.app.window().unwrap().cursor(), Some(5));
    desk.press("kk <enter>");
    assert_eq!(desk.app.window().unwrap().view, View::Conversation, "a message is shown in its conversation");
}

#[test]
fn a_receipt_is_a_place_too() {
    let mut desk = with_refunds();
    search(&mut desk, "negative");
    desk.press("<enter>");
    assert_eq!(step_at(&desk), ("a".into(), 1));
    assert_eq!(desk.app.stepper.as_ref().unwrap().pane, vidimus::app::screen::stepper::Pane::Receipt);
}

#[test]
fn the_star_searches_for_the_value_under_the_cursor() {
    let mut desk = with_refunds();
    search(&mut desk, "amount");
    desk.press("<enter> *");
    // 79 as a number, as an amount and as a text, but not as a part of 1790.
    assert_eq!(page(&desk)[0], "3 places in 2 records of 1 episode · searched all 49 calls and messages");
    desk.press("<esc><tab><tab> *");
    assert!(desk.app.overlays.is_empty() && desk.app.notice.is_some(), "no value is under the cursor");
}

#[test]
fn hits_show_as_they_come_and_esc_stops_the_search() {
    let mut desk = with_refunds();
    desk.is_holding = true;
    search(&mut desk, "refund");
    assert_eq!(page(&desk)[0], "nothing found · searched 0% …");
    desk.press("<esc>");
    assert_eq!(page(&desk)[0], "nothing found · stopped at 0%: the rest was not searched");
    desk.release();
    assert_eq!(page(&desk)[0], "nothing found · stopped at 0%: the rest was not searched", "late answers are void");
    desk.press("<esc>");
    assert!(desk.app.overlays.is_empty());
    // A search that was stopped begins anew.
    desk.press("<ctrl-f><enter>");
    assert!(page(&desk)[0].starts_with("3 places"));
}

#[test]
fn esc_in_the_search_prompt_leaves_everything_as_it_was() {
    let mut desk = with_refunds();
    desk.press("/arm:clean<enter> <ctrl-f>xyz<esc>");
    assert_eq!((desk.app.filter(), desk.app.overlays.len()), ("arm:clean", 0));
    assert!(desk.app.remembered.everywhere.is_empty());
    search(&mut desk, " ");
    assert!(desk.app.notice.as_ref().unwrap().contains("nothing was typed"));
}

#[test]
fn a_rewritten_ledger_is_searched_again_under_the_open_window_and_when_it_is_opened_again() {
    let mut desk = with_refunds();
    search(&mut desk, "refund");
    desk.rewrite(SECOND, &(refunds() + &refunds().replace("\"refund\"", "\"second\"")));
    assert!(page(&desk)[0].starts_with("6 places"), "{:?}", page(&desk));
    desk.press("<esc>");
    desk.rewrite(SECOND, &refunds());
    desk.press("<ctrl-f><enter>");
    assert!(page(&desk)[0].starts_with("3 places"));
}

fn counted(desk: &super::Desk) -> Vec<String> {
    let window = desk.app.window().unwrap();
    let lines = window.page.as_text();
    lines
        .lines()
        .map(|line| line.split_whitespace().filter(|word| !word.contains('█')).collect::<Vec<_>>().join(" "))
        .collect()
}

#[test]
fn f_counts_a_field_of_the_episodes_and_enter_filters_by_a_value() {
    let mut desk = open();
    // file, episode, task, arm: the fourth field. Even episodes are clean and completed, odd ones neither.
    desk.press("f jjj <enter>");
    assert_eq!(
        counted(&desk),
        [
            "2 values in 8 episodes",
            "value episodes share completed episodes",
            "advisory 4 50.0% 0.0% (0 of 4)",
            "clean 4 50.0% 100.0% (4 of 4)",
        ]
    );
    desk.press("j <enter>");
    assert_eq!((desk.app.filter(), desk.app.filter_count(), desk.app.overlays.len()), ("arm:clean", (4, 8), 0));
    // Counted again, only what is shown counts, and the next value narrows further.
    desk.press("f jj <enter>");
    assert!(counted(&desk)[0].starts_with("4 values in 4 episodes"), "{:?}", counted(&desk));
    desk.press("<enter>");
    assert_eq!((desk.app.filter(), desk.app.filter_count().0), ("arm:clean task:t0", 1));
    assert_eq!(desk.app.remembered.episodes, ["arm:clean", "arm:clean task:t0"]);
}

#[test]
fn f_counts_a_field_of_a_call_over_all_calls_of_its_tool() {
    let mut desk = open();
    desk.press("<enter> f");
    assert!(desk.app.overlays.is_empty() && desk.app.notice.is_some(), "first a field");
    // Step 1 is a call of `set`: 4 of 20 such calls, one in each odd episode, have -1.
    desk.press("j <tab> /price<enter> f");
    assert_eq!(
        counted(&desk),
        [
            "2 values in 20 calls",
            "value calls share completed episodes",
            "1 16 80.0% 57.1% (4 of 7)",
            "-1 4 20.0% 0.0% (0 of 4)",
        ]
    );
    desk.press("j <enter>");
    assert_eq!(counted(&desk)[0], "4 calls");
    desk.press("j <enter>");
    assert_eq!(step_at(&desk), ("e3".into(), 1));
    let row = desk.app.stepper.as_ref().unwrap().row().unwrap();
    assert_eq!((row.label.as_str(), row.value.as_str()), ("price", "-1"));
}

#[test]
fn elements_of_a_list_are_counted_together() {
    let mut desk = open();
    desk.press("<enter><tab> / [0]<enter> f");
    // Every `a` is [1,2]; `get` is called 24 times: 1, 2, 2, 3, 3, 4, 4 and 5 times.
    assert_eq!(counted(&desk)[0], "2 values in 24 calls");
    assert!(counted(&desk)[2].starts_with("1 24 100.0%") && counted(&desk)[3].starts_with("2 24 100.0%"));
}

/// A tool that answers in text has no fields: the text itself is the value.
#[test]
fn a_result_that_is_a_text_is_counted_itself() {
    let mut desk = open();
    let said = |text: &str| {
        format!(
            "{{\"kind\":\"call\",\"episode\":\"w\",\"tool\":\"say\",\"arguments\":{{\"q\":1}},\"result\":\"{text}\"}}\n"
        )
    };
    desk.grow(LEDGER, &(head("w", "t", "a") + &said("yes") + &said("no") + &said("yes")));
    desk.press("G <enter> <tab> G f");
    let page = desk.app.window().unwrap().page.as_text();
    assert!(page.contains("2 values in 3 calls"), "{page}");
    // On the whole of the arguments, which are an object, there is still no one value to count.
    desk.press("<esc> g f");
    assert!(desk.app.notice.as_ref().unwrap().contains("Tab to a field"), "{:?}", desk.app.notice);
}

/// Typing on asks only the rows that are left: letter by letter the list is what the whole filter gives.
#[test]
fn a_filter_typed_letter_by_letter_shows_what_it_shows_at_once() {
    for text in ["e1 adv", "cl t4", "e e 3", "clean -e2", "adv calls>4", "e\"1", "t9"] {
        let mut typed = open();
        typed.press("/");
        for letter in text.chars() {
            typed.type_text(&letter.to_string());
            let mut at_once = open();
            let so_far = typed.app.filter().to_owned();
            at_once.app.episodes.filter = so_far.clone();
            let data = at_once.app.data.clone();
            at_once.app.episodes.refresh(&data);
            assert_eq!(typed.app.episodes.list.rows(), at_once.app.episodes.list.rows(), "{so_far:?}");
        }
        // Back to the beginning letter by letter: everything is there again.
        typed.press(&"<backspace>".repeat(text.len()));
        assert_eq!(typed.app.episodes.list.rows().len(), 8);
    }
}
