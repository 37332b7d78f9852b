//! Screens with nothing to show: each says why, and names the key or the command that helps.

use vidimus::app::msg::Msg;
use vidimus::theme::Glyphs;

use super::mouse::drawn;
use super::{Desk, LEDGER, POSITIVE, REGISTRY, head, open, outcome, registry};

/// A desk with what is given, and keys pressed.
fn desk(ledger: Option<&str>, rules: Option<&str>, keys: &str) -> Desk {
    let mut desk = Desk::default();
    desk.tell(Msg::Resized(120, 24));
    if let Some(text) = rules {
        desk.read_registry(REGISTRY, "rules.json", text.as_bytes());
    }
    if let Some(text) = ledger {
        desk.open_ledger(LEDGER, "study.jsonl", text);
    }
    desk.tell(Msg::Found(Vec::new()));
    desk.press(keys);
    desk
}

/// On the screen and in lines of words, as far as they are one sentence.
fn says(desk: &Desk, sentence: &str, help: &str) {
    for glyphs in [Glyphs::Unicode, Glyphs::Words] {
        let screen = drawn(desk, glyphs).join("\n");
        for wanted in [sentence, help] {
            assert!(screen.contains(wanted), "no {wanted:?} in\n{screen}");
        }
    }
}

const HEADER: &str = "{\"format\":\"vidimus.ledger/1\"}\n";
const MINE: &str = "vidimus mine TRACES -o registry.json";

#[test]
fn nothing_loaded_names_the_commands() {
    says(&desk(None, None, "3"), "No ledger is loaded.", "vidimus PATH");
    says(&desk(None, None, "1"), "No registry is loaded.", MINE);
}

#[test]
fn a_ledger_without_episodes_is_a_ledger() {
    says(&desk(Some(HEADER), None, "3"), "No episode is in what is loaded yet.", "L lists");
}

#[test]
fn an_episode_without_calls_leads_on() {
    let ledger = HEADER.to_owned() + &head("e", "t", "a") + &outcome("e", false);
    let desk = desk(Some(&ledger), None, "3<enter>");
    says(&desk, "The agent called no tool", "M shows what was said");
    assert!(!drawn(&desk, Glyphs::Unicode).join("").contains("reading"), "there is nothing to read");
}

#[test]
fn what_a_filter_hides_comes_back_with_esc() {
    let cases = [
        ("3/qqq<enter>", "No episode passes"),
        ("1/qqq<enter>", "No tool matches"),
        ("1<enter>/qqq<enter>", "No rule of get"),
    ];
    for (keys, sentence) in cases {
        let mut desk = open();
        desk.press(keys);
        says(&desk, sentence, "Esc takes the filter away");
        desk.press("<esc>");
        assert!(!drawn(&desk, Glyphs::Unicode).join("").contains(sentence), "{keys}");
    }
}

#[test]
fn a_registry_without_tools_and_a_tool_without_rules_say_how_to_get_some() {
    says(&desk(None, Some(&registry(&[])), "1"), "This registry has no tool.", "vidimus mine TRACES");
    let bare = registry(&[("bare", &[]), ("get", &[POSITIVE])]);
    says(&desk(None, Some(&bare), "1<tab>"), "no rule for bare (20 clean samples)", "c lists the fields");
}

/// Whoever mistypes a path sees so at once, and as long as it is so.
#[test]
fn a_path_that_cannot_be_read_is_told_on_the_first_screen() {
    let mut desk = desk(Some(HEADER), None, "");
    desk.tell(Msg::PathsFailed(vec!["nope.jsonl: there is no such file".into(), "x: cannot be read".into()]));
    says(&desk, "nope.jsonl: there is no such file", "2 paths not read (L)");
    desk.press("j");
    says(&desk, "2 paths not read (L)", "2 paths not read (L)");
    desk.tell(Msg::PathsFailed(Vec::new()));
    assert!(!drawn(&desk, Glyphs::Unicode).join("\n").contains("not read (L)"));
}
