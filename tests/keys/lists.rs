//! What all lists have in common: columns that tell rows apart, orders that can be chosen, filters of one language, and
//! keys that say where they work.

use std::fmt::Write as _;

use vidimus::app::data::{LedgerId, RegistryId};
use vidimus::app::msg::Msg;
use vidimus::app::screen::episodes::Column;
use vidimus::app::screen::registries::{Pane, RuleSort, ToolSort};
use vidimus::theme::Glyphs;

use super::desk::Desk;
use super::mouse::{click, drawn};
use super::{LEDGER, POSITIVE, REGISTRY, REQUIRED, Rule, UNIT, call, episode_at, open, outcome, registry, registry_of};

/// Two arms of two tasks, each with two models of long names, in strata of long names; every trial is 0. The second
/// task of the second model won, all else is completed by both.
fn pairs() -> String {
    let mut text = String::from("{\"format\":\"vidimus.ledger/1\",\"study\":\"made up\"}\n");
    for arm in ["baseline", "advisory"] {
        for task in ["weather-028", "weather-029"] {
            for model in ["heron-mini", "heron-large"] {
                let id = format!("{arm}-{task}-{model}");
                let stratum = if model == "heron-mini" { "C1/P1" } else { "C2/P3" };
                writeln!(
                    text,
                    "{{\"kind\":\"episode\",\"episode\":\"{id}\",\"task\":\"{task}\",\"arm\":\"{arm}\",\"model\":\"{model}\",\"trial\":0,\"stratum\":\"{stratum}\"}}"
                )
                .unwrap();
                let is_won = task == "weather-029" && model == "heron-large" && arm == "baseline";
                text += &call(&id, "get", 1, false);
                text += &outcome(&id, !is_won);
            }
        }
    }
    text
}

fn open_pairs(columns: u16, rows: u16) -> Desk {
    let mut desk = Desk::default();
    desk.tell(Msg::Resized(columns, rows));
    desk.open_ledger(LEDGER, "study.jsonl", &pairs());
    desk.tell(Msg::Found(Vec::new()));
    desk.press("4");
    desk
}

/// The row with these words.
fn row(desk: &Desk, words: &str) -> String {
    let rows = drawn(desk, Glyphs::Unicode);
    rows.iter()
        .find(|row| row.contains(words))
        .unwrap_or_else(|| panic!("no {words:?} in\n{}", rows.join("\n")))
        .clone()
}

fn filter(desk: &mut Desk, text: &str) {
    desk.press("/");
    desk.type_text(text);
    desk.press("<enter>");
}

#[test]
fn two_pairs_of_one_task_are_told_apart_and_columns_stay_where_they_are() {
    for (columns, rows) in [(80, 24), (120, 40)] {
        let mut desk = open_pairs(columns, rows);
        let header = row(&desk, "task ");
        assert!(header.contains("model") && header.contains("stratum"), "{header}");
        let all = drawn(&desk, Glyphs::Unicode).join("\n");
        assert_eq!(all.matches("weather-029").count(), 2);
        assert!(all.contains("heron-mini") && all.contains("heron-large") && all.contains("C1/P1"), "{all}");
        // Of one row every column says the same; the columns are those of the whole list.
        filter(&mut desk, "model:heron-mini task:weather-028");
        assert_eq!(row(&desk, "task "), header);
    }
    // Every trial is 0: that is left out before anything else is cut.
    assert!(!row(&open_pairs(80, 24), "task ").contains("trial"));
}

#[test]
fn names_of_episodes_are_whole_where_there_is_room() {
    let mut desk = open_pairs(160, 24);
    let text = pairs().replace("heron-mini", "a-very-long-model-name-one").replace("C1/P1", "a/stratum/of/its/own");
    desk.open_ledger(LedgerId(7), "long.jsonl", &text);
    desk.press("3");
    let line = row(&desk, "a-very-long-model-name-one");
    assert!(line.contains("a/stratum/of/its/own"), "{line}");
}

#[test]
fn a_registry_shows_names_samples_and_rules_where_there_is_room() {
    let mut desk = open();
    let path = ("positive", "payment_history[].payment_method_id", "null");
    let long = registry(&[("get_account_bank_statement", &[REQUIRED, path])]);
    desk.read_registry(REGISTRY, "rules.json", long.as_bytes());
    desk.tell(Msg::Resized(120, 40));
    desk.press("1");
    let header = row(&desk, "tool˅ ");
    assert!(header.contains("samples") && header.contains("rules") && header.contains("firings"), "{header}");
    row(&desk, "get_account_bank_statement");
    desk.tell(Msg::Resized(200, 60));
    row(&desk, "payment_history[].payment_method_id");
    desk.tell(Msg::Resized(80, 24));
    assert!(row(&desk, "tool˅ ").contains("firings"));
}

/// A call of 1.5 seconds and one with a long name behind a receipt.
#[test]
fn calls_show_their_time_and_their_names() {
    let ledger = "{\"format\":\"vidimus.ledger/1\"}\n\
        {\"kind\":\"episode\",\"episode\":\"a\",\"task\":\"t\"}\n\
        {\"kind\":\"call\",\"episode\":\"a\",\"tool\":\"get\",\"arguments\":{},\"result\":{},\"ms\":1500}\n\
        {\"kind\":\"call\",\"episode\":\"a\",\"tool\":\"get_hotel_rate_brochure\",\"arguments\":{},\"result\":{}}\n";
    for columns in [80, 120] {
        let mut desk = Desk::default();
        desk.tell(Msg::Resized(columns, 24));
        desk.open_ledger(LEDGER, "one.jsonl", ledger);
        desk.tell(Msg::Found(Vec::new()));
        desk.press("3<enter>");
        assert!(row(&desk, "1.5 s").contains("get "), "at {columns}");
        row(&desk, "get_hotel_rate_brochure");
    }
}

#[test]
fn rules_are_sorted_in_their_own_pane() {
    let mut desk = open();
    desk.press("1<enter>s");
    assert_eq!((desk.app.registries.rule_sort, desk.app.registries.sort), (RuleSort::Path, ToolSort::Name));
    let ids = |desk: &Desk| desk.app.registries.rules.rows().iter().map(ToString::to_string).collect::<Vec<_>>();
    let by_path = ids(&desk);
    desk.press("S");
    assert_eq!(ids(&desk), by_path.iter().rev().cloned().collect::<Vec<_>>());
    assert!(desk.app.registries.rules_reversed && !desk.app.registries.reversed);
    desk.press("<esc>S");
    let tools: Vec<_> = desk.app.registries.tools.rows().iter().map(ToString::to_string).collect();
    assert_eq!((desk.app.registries.pane, tools), (Pane::Tools, vec!["set".to_owned(), "get".into()]));
}

#[test]
fn the_least_supported_and_the_most_firing_rules_come_first() {
    let mut desk = open();
    let text = registry(&[("set", &[REQUIRED, UNIT, POSITIVE])]).replacen("\"support\":20", "\"support\":30", 1);
    desk.read_registry(REGISTRY, "rules.json", text.replacen("\"support\":20", "\"support\":9", 1).as_bytes());
    let first = |desk: &mut Desk| {
        desk.press("g");
        super::rule_at(desk).1
    };
    desk.press("1<enter>ss");
    assert_eq!(first(&mut desk), "category", "support 9 of 30, 9 and 20");
    desk.press("s");
    assert_eq!(first(&mut desk), "positive", "the only one that fires");
}

#[test]
fn an_order_is_chosen_directly() {
    let mut desk = open();
    desk.press("3:");
    desk.type_text("sort fired");
    desk.press("<enter>");
    assert_eq!(desk.app.episodes.sort, Column::Fired);
    desk.press("<alt-s>episode<enter>");
    assert_eq!(desk.app.episodes.sort, Column::Episode);
    desk.press("S");
    desk.press("g");
    assert_eq!(episode_at(&desk), "e7");
    // A click on a heading sorts by it, the next one turns that round.
    click(&mut desk, "calls");
    assert_eq!((desk.app.episodes.sort, desk.app.episodes.reversed), (Column::Calls, true));
    click(&mut desk, "calls˄");
    assert!(!desk.app.episodes.reversed);
    desk.press("g");
    assert_eq!(episode_at(&desk), "e7", "nine calls, the most");
    desk.press("1");
    click(&mut desk, "firings");
    assert_eq!(desk.app.registries.sort, ToolSort::Firings);
}

#[test]
fn capital_s_turns_round_or_says_why_not() {
    let mut desk = open();
    desk.press("2S");
    assert!(desk.app.notice.as_ref().unwrap().contains("never turned round"));
    desk.press("4");
    desk.press("S");
    assert!(desk.app.pairs.screen.reversed);
}

fn tools(desk: &Desk) -> Vec<String> {
    desk.app.registries.tools.rows().iter().map(ToString::to_string).collect()
}

fn paths(desk: &Desk) -> Vec<String> {
    let slot = desk.app.data.registry(desk.app.registry.unwrap()).unwrap();
    let contract = &slot.registry.as_ref().unwrap().tools[desk.app.registries.tools.selected().unwrap()];
    let path = |id: &vidimus::domain::ids::InvariantId| {
        contract.invariants.iter().find(|rule| rule.id == *id).unwrap().path.to_string()
    };
    desk.app.registries.rules.rows().iter().map(path).collect()
}

#[test]
fn the_registries_screen_filters_as_the_command_does() {
    let name: Rule = ("category", "passengers[].first_name", "[\"a\",\"b\"]");
    let mut desk = open();
    let text = registry(&[
        ("get_stock_alpha", &[REQUIRED, name, POSITIVE]),
        ("get_user", &[REQUIRED]),
        ("stock_list", &[REQUIRED, UNIT]),
    ]);
    desk.read_registry(REGISTRY, "rules.json", text.as_bytes());
    desk.press("1/class:positive<enter>");
    assert_eq!(tools(&desk), ["get_stock_alpha"]);
    filter(&mut desk, "tool:*stock* -class:known_fields class:category");
    assert_eq!(tools(&desk), ["get_stock_alpha", "stock_list"]);
    // Words in any order, the best first; a word that stands in a rule finds its tool after those it names.
    filter(&mut desk, "alpha stock");
    assert_eq!(tools(&desk), ["get_stock_alpha"]);
    desk.press("/stock<enter>");
    assert_eq!(tools(&desk), ["stock_list", "get_stock_alpha"]);
    desk.press("/price<enter>");
    assert_eq!(tools(&desk), ["get_stock_alpha"]);
    desk.press("<esc>g<enter>");
    filter(&mut desk, "support>19 class:positive");
    assert_eq!(paths(&desk), ["price"]);
    desk.press("/price<enter>");
    assert_eq!(paths(&desk)[0], "price", "before passengers[].first_name, which has these letters too");
    desk.press("/colour:red");
    assert!(desk.app.filter_prompt.as_ref().unwrap().error.is_some(), "a field that rules do not have");
}

#[test]
fn words_that_stand_in_no_column_are_offered_to_the_search() {
    let mut desk = open();
    desk.press("3");
    filter(&mut desk, "completed:no \"something is wrong\"");
    assert!(desk.app.episodes.list.rows().is_empty());
    row(&desk, "ctrl-f searches calls and messages for \"something is wrong\"");
    desk.press("<ctrl-f>");
    assert_eq!(desk.app.filter_prompt.as_ref().unwrap().input.value(), "\"something is wrong\"");
}

/// Three folds of one cross-fit and a registry of all tasks.
#[test]
fn the_folds_that_dropped_a_rule_are_named() {
    let source = |fold: &str| format!("{{\"kind\":\"traces\"{fold}}}");
    let mut desk = open();
    let all: &[Rule] = &[REQUIRED, UNIT, POSITIVE];
    desk.read_registry(REGISTRY, "rules.json", registry_of(&source(""), &[("get", all)]).as_bytes());
    for (at, rules) in [all, &[REQUIRED, UNIT], &[REQUIRED, super::UNIT_WIDER, POSITIVE]].into_iter().enumerate() {
        let fold = format!(",\"fold\":{{\"index\":{at},\"count\":3}}");
        let text = registry_of(&source(&fold), &[("get", rules)]);
        desk.read_registry(RegistryId(10 + u32::try_from(at).unwrap()), &format!("fold-{at}.json"), text.as_bytes());
    }
    desk.tell(Msg::Resized(220, 50));
    desk.press("1<enter>g");
    let said = |desk: &mut Desk, class: &str| {
        desk.press("g");
        while super::rule_at(desk).1 != class {
            desk.press("j");
        }
        drawn(desk, Glyphs::Unicode).join("\n")
    };
    assert!(said(&mut desk, "known_fields").contains("stands in 3 of 3 folds"));
    assert!(said(&mut desk, "category").contains("stands in 3 of 3 folds: in fold-2 it expects something else"));
    assert!(said(&mut desk, "positive").contains("stands in 2 of 3 folds: not in fold-1"));
}

/// `price` speaks for `positive`, which then needs 5 samples (SPEC 3).
#[test]
fn a_rule_says_by_how_much_its_support_is_enough() {
    let mut desk = open();
    let text = registry(&[("get", &[POSITIVE])]).replace("\"support\":20", "\"support\":9");
    desk.read_registry(REGISTRY, "rules.json", text.as_bytes());
    desk.tell(Msg::Resized(220, 50));
    desk.press("1<enter>");
    row(&desk, "9 clean samples, 4 more than the 5 needed");
}

#[test]
fn what_is_in_no_pair_stands_in_the_status_line() {
    let mut desk = open();
    desk.tell(Msg::Resized(120, 30));
    // No task is in both arms.
    assert!(row(&desk, "bad lines").contains("8 unpaired"));
    desk.grow(LEDGER, &super::head("open", "t0", "clean"));
    assert!(row(&desk, "bad lines").contains("1 without outcome"));
    desk.press("L");
    row(&desk, "not known whether completed");
}

#[test]
fn a_key_that_does_nothing_says_where_it_works() {
    for (place, key, told) in [
        ("1", "w", "w does nothing here; it works on the review screen"),
        ("2", "v", "v does nothing here; it works on the pairs screen"),
        ("3", "d", "d works inside an episode"),
        ("4", "z", "z works inside a pair"),
        ("5", "d", "d does nothing here; it works on the registries screen"),
        ("1", "<f9>", "f9 does nothing; ? lists the keys that work here"),
    ] {
        let mut desk = open();
        desk.press(place);
        desk.press(key);
        let notice = desk.app.notice.clone().unwrap_or_default();
        assert!(notice.starts_with(told), "{place} {key}: {notice}");
    }
}

#[test]
fn the_keys_of_the_screens_stand_together_in_the_help() {
    let mut desk = open();
    desk.tell(Msg::Resized(100, 120));
    desk.press("3?");
    let rows = drawn(&desk, Glyphs::Unicode);
    let at = |words: &str| rows.iter().position(|row| row.contains(words)).unwrap();
    assert_eq!(at("the study screen"), at("the pairs screen") + 1);
}
