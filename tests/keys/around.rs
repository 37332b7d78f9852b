//! Looking around: coverage, similar calls, differences, raw records.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use vidimus::app::Tab;
use vidimus::app::data::{LedgerId, RegistryId};
use vidimus::app::msg::Msg;
use vidimus::app::screen::registries::Pane;
use vidimus::theme::{Glyphs, built_in};
use vidimus::view;

use crate::desk::Desk;
use crate::{LEDGER, POSITIVE, REGISTRY, call, head, open, registry, rule_at, step_at, study};

fn page(desk: &Desk) -> String {
    desk.app.window().unwrap().page.as_text()
}

/// Opens a step of an episode of the list, which stands in file order.
fn at(desk: &mut Desk, episode: usize, step: usize) {
    desk.press("3 g");
    desk.press(&"j".repeat(episode));
    desk.press("<enter> g");
    desk.press(&"j".repeat(step));
    assert_eq!(step_at(desk), (format!("e{episode}"), step));
}

#[test]
fn coverage_tells_the_field_that_no_rule_looks_at_and_leads_to_the_rules_of_the_others() {
    let mut desk = open();
    desk.press("1 c");
    let text = page(&desk);
    // 24 calls of `get` in eight episodes; of price, unit and deep.a the rules of the hand-made registry judge two.
    assert!(text.starts_with("No rule looks at 1 of 3 fields: deep.a[].\n"), "{text}");
    assert!(
        text.contains("3 rules, mined from 20 clean samples; fields and types from 24 results in the loaded files."),
        "{text}"
    );
    assert_eq!(desk.app.window().unwrap().page.title, "coverage of get by rules.json");
    // The first line that leads somewhere is that of the root; then price, whose rule is the positive one.
    desk.press("j <enter>");
    assert!(desk.app.window().is_none());
    assert_eq!(rule_at(&desk), ("get".into(), "positive".into()));
    desk.press("<ctrl-o>");
    assert_eq!(desk.app.registries.pane, Pane::Tools);
}

/// Inside the window the brackets walk the registries, and who judges stays as it was until one goes to a rule.
#[test]
fn brackets_walk_the_registries_inside_a_coverage() {
    let mut desk = open();
    desk.press("1 c ]");
    assert!(desk.app.notice.as_ref().unwrap().contains("only one registry"));
    let help = {
        let mut desk = desk.copy();
        desk.press("?");
        page(&desk)
    };
    assert!(help.contains("a coverage: by the next registry") && !help.contains("next receipt"), "{help}");
    desk.read_registry(RegistryId(5), "b.json", registry(&[("get", &[POSITIVE])]).as_bytes());
    desk.press("]");
    assert_eq!(desk.app.window().unwrap().page.title, "coverage of get by b.json");
    // Of b.json only the price has a rule, and the shape is still that of the results.
    assert!(page(&desk).starts_with("No rule looks at 2 of 3 fields: unit, deep.a[].\n"), "{}", page(&desk));
    assert_eq!(desk.app.registry, Some(REGISTRY));
    desk.press("[");
    assert_eq!(desk.app.window().unwrap().page.title, "coverage of get by rules.json");
    desk.press("] <enter>");
    assert_eq!((desk.app.registry, rule_at(&desk).1.as_str()), (Some(RegistryId(5)), "positive"));
    assert!(desk.app.notice.as_ref().unwrap().starts_with("b.json judges from now on; ctrl-o goes back"));
    // Only rules of `get` fire now: none does at step 1 of odd episodes, which is a call of `set`.
    assert!(desk.app.data.ledger(LEDGER).unwrap().replay.fired.is_empty());
    desk.press("<esc><esc> L ]");
    assert_eq!(desk.app.notice.as_deref(), Some("this window is not about one registry"));
}

#[test]
fn coverage_of_the_call_in_the_stepper_is_by_the_registry_that_judges_it() {
    let mut desk = open();
    at(&mut desk, 1, 1);
    desk.press("c");
    assert_eq!(desk.app.window().unwrap().page.title, "coverage of set by rules.json");
    desk.press("j j <enter>");
    assert_eq!(rule_at(&desk), ("set".into(), "category".into()));
    desk.press("<ctrl-o>");
    assert_eq!(step_at(&desk), ("e1".into(), 1));
}

#[test]
fn similar_calls_stand_in_a_table_with_the_odd_price_marked() {
    let mut desk = open();
    at(&mut desk, 3, 1);
    desk.press("=");
    let text = page(&desk);
    // 20 calls of `set`, all with the same arguments; at step 1 of the four odd episodes the price is -1, else 1.
    let expected = "19 other calls of set have the same arguments as this one.\n\
        price is odd: -1 where most have 1.\n\
        3 of the others have an odd field too.\n\
        The same in all 20: unit, deep.a.\n\
        \n  episode  step  arguments  price\n\
        › e3          1  this call  ◇ -1 odd\n  e0          1  the same   1\n  e1          1  the same   ◇ -1 odd\n";
    assert!(text.starts_with(expected), "{text}");
    desk.press("j j <enter>");
    assert_eq!(step_at(&desk), ("e1".into(), 1));
    assert!(desk.app.window().is_none());
    desk.press("<ctrl-o>");
    assert_eq!(step_at(&desk), ("e3".into(), 1));
}

#[test]
fn a_table_of_a_file_that_is_written_anew_leads_nowhere_until_it_is_read() {
    let mut desk = open();
    at(&mut desk, 3, 1);
    desk.press("=");
    desk.begin_rewrite(LEDGER);
    desk.feed(LEDGER, "", false);
    desk.press("j <enter>");
    assert!(desk.app.notice.as_deref().unwrap().contains("read anew"), "{:?}", desk.app.notice);
    desk.feed(LEDGER, &study(), true);
    assert!(page(&desk).starts_with("19 other calls"));
}

#[test]
fn a_difference_is_to_the_previous_call_of_the_tool_and_leads_to_the_place() {
    let mut desk = open();
    at(&mut desk, 3, 1);
    desk.press("d");
    assert_eq!(desk.app.notice.as_deref(), Some("no earlier call of set in this episode (= looks in all)"));
    assert!(desk.app.window().is_none());
    desk.press("j j d");
    let expected = "Call 3 against call 1 of the same episode: the same arguments, 1 difference in the result.\n\
        \nresult\n  ~ changed price: -1 → 1 (+2)\n";
    assert_eq!(page(&desk), expected);
    desk.press("<enter>");
    let row = desk.app.stepper.as_ref().unwrap().row().unwrap();
    assert_eq!((row.label.as_str(), row.value.as_str()), ("price", "1"));

    desk.press("<esc> <esc>");
    at(&mut desk, 4, 4);
    desk.press("2d");
    let text = page(&desk);
    assert_eq!(text, "Call 4 against call 0 of the same episode: the same arguments, the same result.\n");
    desk.press("<esc> 3d");
    assert_eq!(
        desk.app.notice.as_deref(),
        Some("there are not 3 earlier calls of get in this episode (= looks in all)")
    );
}

#[test]
fn a_raw_record_is_the_line_of_the_file() {
    let mut desk = open();
    at(&mut desk, 1, 1);
    desk.press("x");
    let text = page(&desk);
    let study = study();
    let (start, line) = study.lines().fold((0, None), |(start, found), line| match found {
        Some(found) => (start, Some(found)),
        None if line.contains("\"e1\"") && line.contains("\"set\"") => (start, Some(line)),
        None => (start + line.len() + 1, None),
    });
    let line = line.unwrap();
    assert!(text.starts_with(&format!("{} bytes from byte {start} of study.jsonl.\n", line.len())), "{text}");
    assert!(text.ends_with(&format!("\nas it stands\n{line}\n")), "{text}");
    assert!(text.contains("\n    \"price\": -1,\n"), "{text}");
}

/// While the answers are on their way the windows say what they wait for, and closing them is safe.
#[test]
fn windows_open_at_once_and_fill_when_the_records_were_read() {
    let mut desk = open();
    at(&mut desk, 3, 3);
    desk.is_holding = true;
    for (key, waiting) in
        [("=", "Looking for other calls of set."), ("d", "Reading both calls."), ("x", "Reading the record.")]
    {
        desk.press(key);
        assert_eq!(page(&desk), format!("{waiting}\n"));
        desk.press("<esc>");
    }
    desk.press("d");
    desk.release();
    assert!(page(&desk).starts_with("Call 3 against call 1"));
}

/// The whole screen as text.
fn screen(desk: &Desk) -> String {
    let (columns, rows) = desk.app.size;
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(|frame| view::draw(&desk.app, &built_in()[0], Glyphs::Unicode, frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y| (0..columns).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..rows).map(|y| row(y) + "\n").collect()
}

#[test]
fn the_firings_of_all_ledgers_are_counted_and_each_leads_there_and_back() {
    let mut desk = open();
    let more = LedgerId(7);
    let text = head("m", "t9", "late") + &call("m", "set", -5, false) + &call("m", "get", 1, false);
    desk.open_ledger(more, "more.jsonl", &text);
    desk.tell(Msg::Resized(200, 40));
    desk.press("1 j <enter> j");
    // Four odd episodes of the study and the one call of the other file; 20 and 1 calls of `set`.
    let told = screen(&desk);
    assert!(told.contains("fires on 5 of 21 calls of this tool when replayed"), "{told}");
    assert!(told.contains("study.jsonl: 4 of 20 · more.jsonl: 1 of 1"), "{told}");
    desk.press("<enter> G <enter>");
    let stepper = desk.app.stepper.as_ref().unwrap();
    assert_eq!((stepper.episode.ledger, stepper.calls.place()), (more, 0));
    assert!(screen(&desk).contains("Firings of positive price"), "{}", screen(&desk));
    assert_eq!(desk.app.notice.as_deref(), Some("esc goes back to the firings of the rule"));
    desk.press("<esc>");
    let registries = &desk.app.registries;
    assert_eq!((desk.app.tab, registries.pane, registries.firings.place()), (Tab::Registries, Pane::Firings, 4));
    desk.press("k <enter>");
    assert_eq!(step_at(&desk), ("e7".into(), 1));
    // From its line the rule is one key away as well.
    desk.press("r");
    assert_eq!((desk.app.tab, rule_at(&desk)), (Tab::Registries, ("set".into(), "positive".into())));
    // Opened from the list, esc leads to the list.
    desk.press("<esc><esc> 3 <esc> g <enter> <esc>");
    assert_eq!((desk.app.tab, desk.app.stepper.is_none()), (Tab::Episodes, true));
}

#[test]
fn a_rule_that_fires_nowhere_says_on_how_many_calls() {
    let mut desk = open();
    desk.tell(Msg::Resized(160, 40));
    desk.press("1 <enter>");
    assert!(screen(&desk).contains("fires on none of 24 calls of this tool"), "{}", screen(&desk));
}

/// A tool without arguments is called over and over: all of its calls are alike, and the search ends some time.
#[test]
fn the_search_for_similar_calls_ends_and_still_knows_the_call_it_was_asked_for() {
    let mut desk = open();
    desk.grow(LEDGER, &(head("long", "t", "a") + &call("long", "poll", 1, false).repeat(2_500)));
    desk.press("3 G <enter> G =");
    let text = page(&desk);
    assert_eq!(step_at(&desk), ("long".into(), 2_499));
    // Records are asked 2,000 at a time.
    assert!(text.starts_with("2000 other calls of poll have the same arguments as this one.\n"), "{text}");
    assert!(text.contains("The search ended early, after 2000 near calls."), "{text}");
    assert!(text.contains("\n› long     2499  this call"), "{text}");
    assert!(text.contains("1801 of them have no row here; those that have one are the nearest."), "{text}");
}
