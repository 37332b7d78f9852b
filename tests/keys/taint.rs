//! Following a value, the gutter, the labels and the conversation.

use super::{LEDGER, call, head, open, step_at};
use vidimus::app::gutter::{Lane, Mark};
use vidimus::app::screen::stepper::Pane;
use vidimus::app::taint::Reached;
use vidimus::lens::taint::Kind;
use vidimus::recovery::NextAction;

/// A call with a result of its own, a receipt that lists a recovery tool, and a fault label.
fn faulty(id: &str, tool: &str) -> String {
    let receipt = r#"{"status":"inconsistent","violations":[],"admissible_recovery_tools":["set"]}"#;
    format!(
        "{{\"kind\":\"call\",\"episode\":\"{id}\",\"tool\":\"{tool}\",\"arguments\":{{}},\"result\":{{\"price\":-1}},\
         \"receipt\":{receipt},\"fault\":{{\"type\":\"negated\",\"path\":\"price\"}}}}\n"
    )
}

/// Clean, receipt (get), set (listed), get, an error, a firing.
fn eventful() -> String {
    let error = call("g", "get", 1, false).replace("{\"price\":1,", "{\"error\":\"down\",\"price\":1,");
    let calls = [
        call("g", "get", 1, false),
        faulty("g", "get"),
        call("g", "set", 1, false),
        call("g", "get", 1, false),
        error,
        call("g", "get", -1, false),
    ];
    head("g", "t", "a") + &calls.concat()
}

#[test]
fn the_gutter_shows_events_and_hides_labels_until_they_are_asked_for() {
    let mut desk = open();
    desk.grow(LEDGER, &eventful());
    desk.press("G <enter>");
    assert_eq!(step_at(&desk), ("g".into(), 0));
    let events = |desk: &super::Desk| -> Vec<_> {
        desk.app.gutter(40).iter().map(|cell| (cell.from, cell.on(Lane::Events))).collect()
    };
    let expected = [
        (0, None),
        (1, Some(Mark::Receipt)),
        (2, Some(Mark::Action(NextAction::Listed))),
        (3, None),
        (4, Some(Mark::Error)),
        (5, Some(Mark::Replayed)),
    ];
    assert_eq!(events(&desk), expected);
    let labelled = |desk: &super::Desk| -> Vec<usize> {
        let cells = desk.app.gutter(40);
        cells.iter().filter(|cell| cell.on(Lane::Labels).is_some()).map(|cell| cell.from).collect()
    };
    assert_eq!(labelled(&desk), Vec::<usize>::new());
    desk.press("V");
    assert_eq!((labelled(&desk), events(&desk)), (vec![1], expected.to_vec()));
    desk.press("V");
    assert_eq!(labelled(&desk), Vec::<usize>::new());
    // Three columns: the strongest of each two calls.
    let three: Vec<_> = desk.app.gutter(3).iter().map(|cell| cell.on(Lane::Events)).collect();
    assert_eq!(three, [Some(Mark::Receipt), Some(Mark::Action(NextAction::Listed)), Some(Mark::Error)]);
}

#[test]
fn what_is_looked_for_stands_in_the_gutter() {
    let mut desk = open();
    desk.grow(LEDGER, &eventful());
    desk.press("G <enter> / s e t <enter>");
    let found = |desk: &super::Desk| -> Vec<usize> {
        let cells = desk.app.gutter(40);
        cells.iter().filter(|cell| cell.on(Lane::Matches) == Some(Mark::Found)).map(|cell| cell.from).collect()
    };
    assert_eq!(found(&desk), [2]);
    desk.press("<esc> <ctrl-f> d o w n <enter>");
    assert_eq!(found(&desk), [4], "the error says that it is down");
}

/// A wrong price (step 0) that is given to convert (1) and order (2), comes back in the result of 2, and is told.
fn wrong_price() -> String {
    let lines = [
        r#"{"kind":"episode","episode":"w","task":"t","arm":"advisory"}"#,
        r#"{"kind":"message","episode":"w","role":"user","text":"Buy one ACME."}"#,
        r#"{"kind":"call","episode":"w","tool":"get","arguments":{"symbol":"ACME"},"result":{"price":-1234.5,"unit":"EUR","deep":{}}}"#,
        r#"{"kind":"call","episode":"w","tool":"convert","arguments":{"amounts":[-1234.50]},"result":{"eur":9}}"#,
        r#"{"kind":"call","episode":"w","tool":"order","arguments":{"note":"limit -1,234.50 USD"},"result":{"paid":"-$1,234.50"}}"#,
        r#"{"kind":"call","episode":"w","tool":"log","arguments":{},"result":"done"}"#,
        r#"{"kind":"message","episode":"w","role":"user","text":"How much?"}"#,
        r#"{"kind":"message","episode":"w","role":"assistant","text":"You got -$1,234.50 for it."}"#,
    ];
    lines.map(|line| format!("{line}\n")).concat()
}

fn open_wrong_price() -> super::Desk {
    let mut desk = open();
    desk.grow(LEDGER, &wrong_price());
    desk.press("G <enter>");
    desk
}

fn window_of(desk: &super::Desk) -> String {
    desk.app.window().unwrap().page.as_text()
}

#[test]
fn the_value_that_broke_is_followed_from_the_list_of_calls() {
    let mut desk = open_wrong_price();
    desk.press("t");
    let following = desk.app.following().unwrap();
    assert_eq!(
        following.sentence(),
        "yes: the final answer has price = -1234.5, written -$1,234.50; it reached 2 later calls; 1 later result holds it"
    );
    let reached: Vec<_> = (0..4).map(|step| following.at(step)).collect();
    let expected =
        [Some(Reached::From), Some(Reached::Used(Kind::Exact)), Some(Reached::Used(Kind::NumberFormat)), None];
    assert_eq!(reached, expected);
    let matches: Vec<_> = desk.app.gutter(10).iter().map(|cell| cell.on(Lane::Matches)).collect();
    assert_eq!(matches, [None, Some(Mark::Taint(Kind::Exact)), Some(Mark::Taint(Kind::NumberFormat)), None]);
    // The same key ends it, and so does Esc; only then Esc leads back to the list.
    desk.press("t");
    assert!(desk.app.following().is_none());
    desk.press("t <esc>");
    assert!(desk.app.following().is_none() && desk.app.stepper.is_some());
    desk.press("<esc>");
    assert!(desk.app.stepper.is_none());
}

/// Two values of one call break: the first key answers for both, the next ones for each, the farthest first.
#[test]
fn all_values_that_broke_are_summed_up_and_then_walked() {
    let mut desk = open();
    let rule = |id, path| {
        format!(r#"{{"id":"{id}","class":"positive","path":"{path}","support":20,"expected":null,"evidence":{{}}}}"#)
    };
    let rules = [rule("0000000000000001", "fee"), rule("0000000000000002", "price")].join(",");
    desk.read_registry(
        super::REGISTRY,
        "rules.json",
        format!(
            r#"{{"format":"vidimus.registry/1","source":{{"kind":"traces"}},"tools":{{"get":{{"calls":20,"set_aside":0,"samples":20,"maps":[],"invariants":[{rules}]}}}}}}"#
        )
        .as_bytes(),
    );
    let lines = [
        r#"{"kind":"episode","episode":"w","task":"t","arm":"advisory"}"#,
        r#"{"kind":"call","episode":"w","tool":"get","arguments":{},"result":{"fee":-3.75,"price":-1234.5,"unit":"EUR"}}"#,
        r#"{"kind":"call","episode":"w","tool":"order","arguments":{"limit":-1234.5},"result":{"ok":true}}"#,
        r#"{"kind":"message","episode":"w","role":"assistant","text":"It costs -1234.5 EUR."}"#,
    ];
    desk.grow(LEDGER, &lines.map(|line| format!("{line}\n")).concat());
    desk.press("G <enter> t");
    let sentence = |desk: &super::Desk| desk.app.following().unwrap().sentence().to_owned();
    assert_eq!(sentence(&desk), "price: yes, in the final answer, given to 1 later call; fee: no, reached nothing");
    assert_eq!(desk.app.following().unwrap().at(1), Some(Reached::Used(Kind::Exact)), "lit for all of them");
    desk.press("H");
    let line = desk.app.command_line().unwrap();
    assert_eq!(line[line.len() - 2..], ["result/price", "result/fee"]);
    desk.press("<esc> t");
    assert!(sentence(&desk).starts_with("yes: the final answer has price = -1234.5; it reached 1 later call"));
    desk.press("t");
    assert!(sentence(&desk).starts_with("no: no later message of the agent has fee = -3.75"));
    assert_eq!(desk.app.following().unwrap().at(1), None);
    // A value chosen in the tree is followed alone.
    desk.press("t");
    assert!(desk.app.following().is_none());
    desk.press("t <tab> g 2j t");
    assert!(sentence(&desk).starts_with("no: no later message of the agent has fee = -3.75"), "{}", sentence(&desk));
}

/// A linear rule breaks: neither side is blamed unless the label, once asked for, tells.
#[test]
fn of_two_fields_that_do_not_fit_neither_is_blamed_until_the_label_is_shown() {
    let mut desk = open();
    let rule = r#"{"id":"0000000000000001","class":"affine","path":"base","support":20,"expected":"total","a":1.0,"b":18.5,"evidence":{"pairs":[]}}"#;
    desk.read_registry(
        super::REGISTRY,
        "rules.json",
        format!(
            r#"{{"format":"vidimus.registry/1","source":{{"kind":"traces"}},"tools":{{"get":{{"calls":20,"set_aside":0,"samples":20,"maps":[],"invariants":[{rule}]}}}}}}"#
        )
        .as_bytes(),
    );
    let lines = [
        r#"{"kind":"episode","episode":"w","task":"t","arm":"advisory"}"#,
        r#"{"kind":"call","episode":"w","tool":"get","arguments":{},"result":{"base":475.68,"total":49418.0},"fault":{"type":"scaled_value","path":"total"}}"#,
        r#"{"kind":"message","episode":"w","role":"assistant","text":"It is $49,418."}"#,
    ];
    desk.grow(LEDGER, &lines.map(|line| format!("{line}\n")).concat());
    // On the list the keys of an episode say where they work.
    desk.press("G t");
    assert_eq!(desk.app.notice.as_deref(), Some("t works inside an episode: Enter opens the one under the cursor"));
    desk.press("<enter> t");
    assert_eq!(desk.app.following().unwrap().sentence(), "total: yes, in the final answer; base: no, reached nothing");
    assert!(desk.app.odd_side().unwrap().starts_with("one of base and total is off"), "{:?}", desk.app.odd_side());
    desk.press("V");
    assert_eq!(desk.app.odd_side().unwrap(), "of base and total the fault label says that total was changed");
}

#[test]
fn a_value_is_chosen_in_the_tree_and_the_list_leads_to_each_place() {
    let mut desk = open_wrong_price();
    // The second call breaks no rule: there is nothing to choose for the person.
    desk.press("j t");
    assert!(desk.app.following().is_none());
    assert!(desk.app.notice.as_ref().unwrap().contains("nothing broke here: Tab to the fields"));
    // A line with several values is none.
    desk.press("k <tab> g t");
    assert!(desk.app.following().is_none());
    assert!(desk.app.notice.as_ref().unwrap().contains("several values"));
    // arguments, symbol, result, price.
    desk.press("3j t H");
    let text = window_of(&desk);
    let order = ["The final answer", "Later calls that were given it", "Results that hold it"];
    let places: Vec<_> = order.iter().map(|heading| text.find(heading).unwrap()).collect();
    assert!(places.is_sorted(), "{text}");
    assert!(text.contains("number format  call 2 order  note  limit -1,234.50 USD"), "{text}");
    let line = desk.app.command_line().unwrap();
    assert_eq!(line[1..2].iter().chain(&line[3..]).collect::<Vec<_>>(), ["taint", "w", "0", "result/price"]);
    // The cursor stands on the first place: the final answer.
    desk.press("<enter>");
    assert!(desk.app.window().unwrap().page.title.starts_with("conversation"));
    assert!(window_of(&desk).contains("message 3, the final answer, holds the value (number format)"));
    desk.press("<esc> H");
    // Below the answer: a gap, a heading, then call 1.
    desk.press("3j <enter>");
    assert_eq!(step_at(&desk), ("w".into(), 1));
    let stepper = desk.app.stepper.as_ref().unwrap();
    let row = stepper.row().unwrap();
    assert_eq!((stepper.pane, row.label.as_str(), row.value.as_str()), (Pane::Tree, "[0]", "-1234.50"));
}

#[test]
fn short_values_are_followed_by_name_only() {
    let mut desk = open();
    // Step 0 of e0: arguments, q, result, price.
    desk.press("<enter> <tab> 3j t");
    let following = desk.app.following().unwrap();
    assert!(following.trails()[0].caveats()[0].contains("fields named price only"));
    assert_eq!(
        following.sentence(),
        "no final answer is recorded; price = 1 reached no later call; 1 later result holds it"
    );
}

#[test]
fn the_conversation_is_read_and_leads_to_calls() {
    let mut desk = open_wrong_price();
    desk.press("2j M");
    let text = window_of(&desk);
    let order = ["user, message 1", "Buy one ACME.", "call 0 get", "call 2 order ← you are here", "How much?"];
    let places: Vec<_> = order.iter().map(|part| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"))).collect();
    assert!(places.is_sorted(), "{text}");
    desk.press("k <enter>");
    assert_eq!(step_at(&desk), ("w".into(), 1));
    assert!(desk.app.overlays.is_empty());
    // The final answer is one key away.
    desk.press("A");
    let window = desk.app.window().unwrap();
    let line = &window.page.lines[window.cursor().unwrap()];
    assert_eq!(line.plain(), "assistant, message 3, the final answer");
    // An episode without messages says so.
    desk.press("<esc><esc><esc> g <enter> A");
    assert!(window_of(&desk).contains("No messages are recorded"));
    assert!(desk.app.notice.as_ref().unwrap().contains("no final answer is recorded"));
}

#[test]
fn what_comes_in_later_is_followed_too() {
    let mut desk = open_wrong_price();
    desk.press("t M");
    let more = r#"{"kind":"call","episode":"w","tool":"refund","arguments":{"amount":-1234.5},"result":"ok"}"#;
    let told = r#"{"kind":"message","episode":"w","role":"assistant","text":"I paid it back."}"#;
    desk.grow(LEDGER, &format!("{more}\n{told}\n"));
    let sentence = desk.app.following().unwrap().sentence();
    let told = "yes: the agent's message 3 has price = -1234.5, written -$1,234.50; the last message does not have it; \
                it reached 3 later calls";
    assert!(sentence.starts_with(told), "{sentence}");
    assert!(window_of(&desk).contains("I paid it back."));
}

/// A result that is a text of several lines: each line is a row, and its values are followed from it.
#[test]
fn a_line_of_a_text_is_chosen_and_its_values_are_followed() {
    let mut desk = open();
    let lines = [
        r#"{"kind":"episode","episode":"w","task":"t","arm":"advisory"}"#,
        r#"{"kind":"call","episode":"w","tool":"shell","arguments":{},"result":"2 songs found\n\nLa La Land, id song_4711, 12.99\nOther, id song_1"}"#,
        r#"{"kind":"call","episode":"w","tool":"play","arguments":{"song":"song_4711"},"result":"first\nplaying song_4711 now"}"#,
        r#"{"kind":"message","episode":"w","role":"assistant","text":"It costs $12.99."}"#,
    ];
    desk.grow(LEDGER, &lines.map(|line| format!("{line}\n")).concat());
    // arguments, result, line 1, line 3 (line 2 is blank).
    desk.press("G <enter> <tab> 3j");
    let row = desk.app.stepper.as_ref().unwrap().row().unwrap();
    assert_eq!((row.label.as_str(), row.value.as_str()), ("3", "La La Land, id song_4711, 12.99"));
    desk.press("t");
    let sentence = |desk: &super::Desk| desk.app.following().unwrap().sentence().to_owned();
    assert_eq!(
        sentence(&desk),
        "\"12.99\": yes, in the final answer; \"song_4711\": no, but given to 1 later call; \"La La Land, id \
         song_471… (33 bytes): no, reached nothing"
    );
    desk.press("t");
    assert_eq!(sentence(&desk), "yes: the final answer has \"12.99\"; it reached no later call");
    desk.press("t");
    assert!(
        sentence(&desk).starts_with("no: no later message of the agent has \"song_4711\"; it reached 1 later call")
    );
    // Where it stands in a text again, its line is found.
    desk.press("H");
    let text = window_of(&desk);
    assert!(text.contains("call 1 play  result, line 2  first playing song_4711 now"), "{text}");
    let line = desk.app.command_line().unwrap();
    assert_eq!(line[line.len() - 1], "result/2/0");
    let link = text.lines().position(|line| line.contains("line 2")).unwrap();
    desk.press(&format!("g {link}j <enter>"));
    let row = desk.app.stepper.as_ref().unwrap().row().unwrap();
    assert_eq!((step_at(&desk).1, row.label.as_str(), row.value.as_str()), (1, "2", "playing song_4711 now"));
    // The text itself is folded, and then it is one value again.
    desk.press("2k z t");
    assert!(sentence(&desk).contains("result = "), "{}", sentence(&desk));
}
