//! Pairs: the table, the list, one pair call by call.

use super::desk::Desk;
use super::{LEDGER, call, head, outcome};
use vidimus::app::data::LedgerId;
use vidimus::app::msg::Msg;
use vidimus::app::screen::braid::Strip;
use vidimus::app::screen::pairs::{Cell, Pane};
use vidimus::app::{Overlay, Tab};
use vidimus::pair::Side;

/// An episode of a task in an arm; each call is a tool and a price, a receipt where the price is negative.
pub(crate) fn run(id: &str, task: &str, arm: &str, calls: &[(&str, i32)], completed: bool) -> String {
    let mut text = head(id, task, arm);
    for (tool, price) in calls {
        text += &call(id, tool, *price, *price < 0);
    }
    text + &outcome(id, completed)
}

/// One pair of each cell, an episode without a partner, one twice in its arm, and one of a third arm:
///
/// | task | baseline | advisory | they part |
/// | --- | --- | --- | --- |
/// | both | completed | completed | never |
/// | lost | completed | failed | at call 1, the first after the receipt |
/// | won | failed | completed | at call 2 |
/// | none | failed | failed | never |
pub(crate) fn study() -> String {
    let mut text = String::from("{\"format\":\"vidimus.ledger/1\",\"study\":\"made up\"}\n");
    text += &run("b1", "both", "baseline", &[("get", 1)], true);
    text += &run("b2", "lost", "baseline", &[("get", -1), ("set", 1)], true);
    text += &run("b3", "won", "baseline", &[("get", 1), ("set", 1), ("get", 1)], false);
    text += &run("b4", "none", "baseline", &[], false);
    text += &run("b5", "alone", "baseline", &[("get", 1)], false);
    text += &run("a1", "both", "advisory", &[("get", 1)], true);
    text += &run("a2", "lost", "advisory", &[("get", -1), ("get", 1), ("set", 1)], false);
    text += &run("a3", "won", "advisory", &[("get", 1), ("set", 1), ("set", 1)], true);
    text += &run("a4", "none", "advisory", &[], false);
    text += &run("again", "won", "advisory", &[("get", 1)], false);
    text += &run("g1", "both", "generic", &[("get", 1)], false);
    text
}

pub(crate) fn open() -> Desk {
    let mut desk = Desk::default();
    desk.tell(Msg::Resized(100, 40));
    desk.open_ledger(LEDGER, "study.jsonl", &study());
    desk.tell(Msg::Found(Vec::new()));
    desk.press("4");
    assert_eq!(desk.app.tab, Tab::Pairs);
    desk
}

/// The episodes of the pair under the cursor.
pub(crate) fn here(desk: &Desk) -> (String, String) {
    let pair = desk.app.pairs.screen.list.selected().unwrap();
    (pair.first.1.to_string(), pair.second.1.to_string())
}

pub(crate) fn shown(desk: &Desk) -> Vec<String> {
    desk.app.pairs.screen.list.rows().iter().map(|pair| pair.first.1.to_string()).collect()
}

pub(crate) fn filter(desk: &mut Desk, text: &str) {
    desk.press("/");
    desk.type_text(text);
    desk.press("<enter>");
}

pub(crate) fn notice(desk: &Desk) -> &str {
    desk.app.notice.as_deref().unwrap_or_default()
}

#[test]
fn the_table_counts_every_run_once() {
    let desk = open();
    assert_eq!(desk.app.pairs.arms(), Some(["baseline", "advisory"]));
    let count = |cell| desk.app.pairs.count(cell);
    assert_eq!([Cell::Both, Cell::Losses, Cell::Wins, Cell::Neither].map(count), [1, 1, 1, 1]);
    assert_eq!(
        [Cell::Unknown, Cell::Unmatched, Cell::Duplicates, Cell::Mixed, Cell::Elsewhere].map(count),
        [0, 1, 1, 0, 1]
    );
    // What was lost comes first.
    assert_eq!(shown(&desk), ["b2", "b3", "b1", "b4"]);
    assert!(desk.app.data.is_digested());
}

#[test]
fn a_cell_leads_to_its_pairs_and_esc_back() {
    let mut desk = open();
    desk.press("<tab>");
    assert_eq!((desk.app.pairs.screen.pane, desk.app.pairs.screen.cell), (Pane::Table, Cell::Losses));
    desk.press("j h <enter>");
    assert_eq!(desk.app.pairs.screen.filter, "cell:win");
    assert_eq!((shown(&desk), desk.app.pairs.screen.pane), (vec!["b3".into()], Pane::List));
    desk.press("<esc>");
    assert_eq!(shown(&desk).len(), 4);
    // Below the table stands the list.
    desk.press("<tab> j j");
    assert_eq!(desk.app.pairs.screen.pane, Pane::List);
}

#[test]
fn what_makes_no_pair_is_listed_with_why() {
    let mut desk = open();
    desk.press("<tab> k l l j <enter>");
    let Some(Overlay::Page(window)) = desk.app.overlays.last() else { panic!("no window") };
    let text = window.page.as_text();
    assert!(text.contains("b5") && text.contains("again") && !text.contains("g1"), "{text}");
    // The cursor stands on the first of those that were asked for; Enter opens the episode.
    desk.press("<enter>");
    let stepper = desk.app.stepper.as_ref().unwrap();
    assert_eq!(desk.app.episode_key(stepper.episode).unwrap().1.as_str(), "b5");
}

#[test]
fn the_typed_language_asks_for_what_the_rows_show() {
    let mut desk = open();
    for (text, expected) in [
        ("outcome:loss", vec!["b2"]),
        ("where:at", vec!["b2"]),
        ("where:none kind:arguments,tool", vec!["b3"]),
        ("kind:same", vec!["b1", "b4"]),
        ("outcome:tie -cell:both", vec!["b4"]),
        ("task:l* receipts>0", vec!["b2"]),
    ] {
        filter(&mut desk, text);
        assert_eq!(shown(&desk), expected, "{text}");
    }
    filter(&mut desk, "colour:red");
    assert!(desk.app.filter_prompt.as_ref().unwrap().error.is_some());
}

#[test]
fn arms_are_swapped_and_turned_and_counts_with_them() {
    let mut desk = open();
    desk.press("x");
    assert_eq!(desk.app.pairs.arms(), Some(["advisory", "baseline"]));
    assert_eq!([Cell::Losses, Cell::Wins].map(|cell| desk.app.pairs.count(cell)), [1, 1]);
    assert_eq!(shown(&desk)[..2], ["a3", "a2"]);
    desk.press("x v");
    assert_eq!(desk.app.pairs.arms(), Some(["baseline", "generic"]));
    assert_eq!(shown(&desk), ["b1"]);
    assert_eq!(desk.app.pairs.count(Cell::Losses), 1);
    desk.press("V");
    assert_eq!(desk.app.pairs.arms(), Some(["baseline", "advisory"]));
    // Everything else is one choice away.
    desk.press("c");
    desk.type_text("may differ in task");
    desk.press("<enter>");
    assert!(notice(&desk).contains("with the same model and trial"), "{}", notice(&desk));
}

#[test]
fn a_pair_opens_where_the_two_part_and_leads_to_the_call_and_back() {
    let mut desk = open();
    desk.press("j <enter>");
    assert_eq!(here(&desk), ("b3".into(), "a3".into()));
    let open = desk.app.pairs.open.as_ref().unwrap();
    // Two calls alike are folded; the third is of another tool.
    assert_eq!(open.strips.rows(), [Strip::Prefix(2), Strip::Row(Some(2), Some(2))]);
    assert_eq!((open.strips.place(), open.side), (1, Side::Second));
    assert!(open.row.page.as_text().contains("get"), "{}", open.row.page.as_text());
    desk.press("z");
    assert_eq!(desk.app.pairs.open.as_ref().unwrap().strips.rows().len(), 3);
    desk.press("<enter>");
    let stepper = desk.app.stepper.as_ref().unwrap();
    assert_eq!(desk.app.episode_key(stepper.episode).unwrap().1.as_str(), "a3");
    assert_eq!((desk.app.tab, stepper.calls.place()), (Tab::Episodes, 2));
    desk.press("<esc>");
    assert_eq!((desk.app.tab, desk.app.pairs.open.is_some()), (Tab::Pairs, true));
    // The first strand, then its call.
    desk.press("h <enter>");
    let stepper = desk.app.stepper.as_ref().unwrap();
    assert_eq!(desk.app.episode_key(stepper.episode).unwrap().1.as_str(), "b3");
    desk.press("<esc> <esc>");
    assert!(desk.app.pairs.open.is_none());
}

#[test]
fn differences_are_walked() {
    let mut desk = open();
    desk.press("<enter>");
    assert_eq!(here(&desk).0, "b2");
    let place = |desk: &Desk| desk.app.pairs.open.as_ref().unwrap().strips.selected().copied();
    // `a2` has one more `get` before the `set` of both.
    assert_eq!(place(&desk), Some(Strip::Row(None, Some(1))));
    desk.press("n");
    assert_eq!(place(&desk), Some(Strip::Row(Some(1), Some(2))));
    assert!(notice(&desk).contains("meet again"));
    desk.press("n");
    assert!(notice(&desk).contains("further down"));
    desk.press("N");
    assert_eq!(place(&desk), Some(Strip::Row(None, Some(1))));
    desk.press("J");
    assert_eq!(here(&desk).0, "b3");
}

#[test]
fn an_episode_leads_to_its_pair_or_says_why_it_has_none() {
    let mut desk = open();
    for (episode, expected) in [
        ("a2", None),
        ("b5", Some("nothing like it")),
        ("again", Some("is used instead")),
        ("g1", Some("none of the two")),
    ] {
        desk.press("<alt-3> <alt-3>");
        filter(&mut desk, &format!("episode:{episode}"));
        desk.press("<enter> p");
        match expected {
            None => {
                assert_eq!((desk.app.tab, here(&desk).1), (Tab::Pairs, episode.into()));
                assert!(desk.app.pairs.open.is_some());
            }
            Some(why) => assert!(notice(&desk).contains(why), "{episode}: {}", notice(&desk)),
        }
    }
}

#[test]
fn the_cursor_stays_on_its_pair_when_the_file_grows_or_is_rewritten() {
    let mut desk = open();
    desk.press("j j");
    assert_eq!(here(&desk).0, "b1");
    let more = run("b6", "new", "baseline", &[], true) + &run("a6", "new", "advisory", &[], false);
    desk.grow(LEDGER, &more);
    assert_eq!(shown(&desk), ["b2", "b6", "b3", "b1", "b4"]);
    assert_eq!(here(&desk).0, "b1");
    desk.press("<enter>");
    desk.rewrite(LEDGER, &(study() + &more));
    assert_eq!(here(&desk).0, "b1");
    assert!(desk.app.pairs.open.is_some(), "the pair is still there");
    // Gone with one of its episodes.
    let without: String =
        study().lines().filter(|line| !line.contains("\"a1\"")).fold(String::new(), |text, line| text + line + "\n");
    desk.rewrite(LEDGER, &without);
    assert!(desk.app.pairs.open.is_none());
    assert!(notice(&desk).contains("gone"), "{}", notice(&desk));
}

#[test]
fn a_link_leads_to_a_pair_of_whichever_arms() {
    let mut desk = open();
    desk.press("v <enter> Y");
    let link = desk.copied.last().cloned().unwrap();
    assert_eq!(link, "vidimus:study.jsonl#b1/pair/g1");
    desk.press("<esc> V 3");
    desk.app.go_to_link(&vidimus::link::Link::parse(&link).unwrap()).unwrap();
    assert_eq!(here(&desk), ("b1".into(), "g1".into()));
    assert!(desk.app.pairs.open.is_some());
}

#[test]
fn two_files_pair_and_the_next_visit_stands_on_the_same_pair() {
    let texts: Vec<String> = ["baseline", "advisory"]
        .iter()
        .map(|arm| {
            let lines = study();
            let ids = if *arm == "baseline" { ["b1", "b2", "b3", "b4"] } else { ["a1", "a2", "a3", "a4"] };
            lines
                .lines()
                .filter(|line| line.contains("format") || ids.iter().any(|id| line.contains(&format!("\"{id}\""))))
                .fold(String::new(), |text, line| text + line + "\n")
        })
        .collect();
    let visit = |memory: Option<String>| {
        let mut desk = Desk::default();
        desk.tell(Msg::Resized(100, 40));
        desk.tell(Msg::SessionBegun { paths: vec!["x".into()], text: memory, with_theme: false });
        desk.open_ledger(LedgerId(1), "one.jsonl", &texts[0]);
        desk.open_ledger(LedgerId(2), "two.jsonl", &texts[1]);
        desk.tell(Msg::Found(Vec::new()));
        desk
    };
    let mut desk = visit(None);
    desk.press("4 s j j");
    let (before, sort) = (here(&desk), desk.app.pairs.screen.sort);
    let desk = visit(desk.app.session_text());
    assert_eq!((desk.app.tab, here(&desk), desk.app.pairs.screen.sort), (Tab::Pairs, before, sort));
}

#[test]
fn a_receipt_is_not_folded_away_and_n_stops_at_it() {
    let mut desk = Desk::default();
    desk.tell(Msg::Resized(100, 40));
    let mut text = String::from("{\"format\":\"vidimus.ledger/1\",\"study\":\"made up\"}\n");
    text += &run("b", "t", "baseline", &[("get", 1), ("get", -1), ("get", 1), ("set", 1)], true);
    text += &run("a", "t", "advisory", &[("get", 1), ("get", -1), ("get", 1), ("buy", 1)], false);
    let receipt = r#"{"status":"inconsistent","violations":[{"code":"nonpositive_value","detail":"price is not positive"}],"admissible_recovery_tools":[]}"#;
    let text = text.replace("\"something is wrong\"", receipt);
    desk.open_ledger(LEDGER, "study.jsonl", &text);
    desk.tell(Msg::Found(Vec::new()));
    desk.press("4 <enter>");
    let open = desk.app.pairs.open.clone().unwrap();
    assert_eq!(open.strips.rows()[0], Strip::Prefix(3));
    let strands = desk.app.strands(&open).unwrap();
    let folded = &open.braid.as_ref().unwrap().rows[..3];
    assert_eq!(vidimus::lens::braid::receipts_among(folded, &strands).unwrap(), "receipt at call 1 in both");
    desk.press("N");
    let open = desk.app.pairs.open.as_ref().unwrap();
    assert_eq!(open.strips.selected(), Some(&Strip::Row(Some(1), Some(1))));
    let said = open.row.page.as_text();
    assert!(said.contains("receipt: nonpositive_value (price is not positive)"), "{said}");
}

/// The places of episodes belong to the file as it was; what is read of the new one has others there.
#[test]
fn a_pair_opens_its_own_episode_or_none_while_its_file_is_read_anew() {
    let mut desk = open();
    desk.press("j");
    let pair = here(&desk);
    assert_eq!(pair.0, "b3");
    desk.press("<enter>");
    // The file is written anew with the arms the other way round, and the first eight of its eleven episodes are there.
    let text = study();
    let (head, lines) = text.split_once('\n').unwrap();
    let begin = |id: &str| lines.find(&format!("{{\"kind\":\"episode\",\"episode\":\"{id}\"")).unwrap();
    let (known, others) = lines.split_at(begin("a1"));
    let (first, rest) = known.split_at(begin("b3"));
    desk.begin_rewrite(LEDGER);
    desk.feed(LEDGER, &format!("{head}\n{others}{first}"), false);
    desk.press("G <enter>");
    assert!(desk.app.stepper.is_none());
    assert!(notice(&desk).contains("is being read anew"), "{}", notice(&desk));
    // Nor does it tell what others said who stand in their places now.
    desk.press("A");
    assert_eq!(desk.app.window().unwrap().page.lines, []);
    desk.feed(LEDGER, rest, true);
    assert!(desk.app.window().unwrap().page.as_text().contains("no final answer is recorded"));
    desk.press("<esc> G <enter>");
    let stepper = desk.app.stepper.as_ref().unwrap();
    let index = &desk.app.data.ledger(LEDGER).unwrap().index;
    let opened = index.episodes()[stepper.episode.place].id.to_string();
    assert!([pair.0, pair.1].contains(&opened), "{opened}");
}
