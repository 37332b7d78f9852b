//! Whatever keys are pressed and whatever files do: the cursor stands on a row that exists, and nothing panics.

use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use vidimus::app::keys::BINDINGS;
use vidimus::app::list::List;
use vidimus::app::msg::Msg;
use vidimus::query::episode::{EpisodeFilter, Known};
use vidimus::theme::{Glyphs, built_in};
use vidimus::view;

use super::{Desk, LEDGER, POSITIVE, REGISTRY, UNIT_NARROW, call, episode, head, open, registry, rules, study};

/// One thing that happens.
#[derive(Clone, Debug)]
enum Happening {
    Key(&'static str),
    Typed(char),
    Size(u16, u16),
    File(u8),
    Click(u16, u16),
    Wheel(i16),
    Hold(bool),
}

fn happening() -> impl Strategy<Value = Happening> {
    // The keys that leave are left out: a test that quits sees little.
    let keys: Vec<_> =
        BINDINGS.iter().flat_map(|it| it.keys).copied().filter(|key| !["q", "ctrl-c"].contains(key)).collect();
    prop_oneof![
        12 => proptest::sample::select(keys).prop_map(Happening::Key),
        2 => proptest::sample::select("0123456789xe:>\"-é".chars().collect::<Vec<_>>()).prop_map(Happening::Typed),
        1 => (1u16..200, 1u16..60).prop_map(|(columns, rows)| Happening::Size(columns, rows)),
        2 => (0u8..7).prop_map(Happening::File),
        2 => (0u16..100, 0u16..30).prop_map(|(column, row)| Happening::Click(column, row)),
        1 => (-9i16..9).prop_map(Happening::Wheel),
        1 => any::<bool>().prop_map(Happening::Hold),
    ]
}

fn happen(desk: &mut Desk, happening: &Happening) {
    match happening {
        Happening::Key(name) => desk.press_key(name),
        Happening::Typed(c) => desk.press_key(&c.to_string()),
        Happening::Size(columns, rows) => desk.tell(Msg::Resized(*columns, *rows)),
        Happening::Click(column, row) => desk.tell(Msg::Clicked(*column, *row)),
        Happening::Wheel(lines) => desk.tell(Msg::Wheeled(*lines, 30, 8)),
        Happening::Hold(true) => desk.is_holding = true,
        Happening::Hold(false) => desk.release(),
        Happening::File(0) => desk.rewrite(LEDGER, &study()),
        Happening::File(1) => desk.rewrite(LEDGER, &episode("e3", 1)),
        Happening::File(2) => desk.rewrite(LEDGER, ""),
        Happening::File(3) => desk.grow(LEDGER, &(head("e3", "t", "a") + &call("e3", "get", -1, true))),
        Happening::File(4) => desk.read_registry(REGISTRY, "rules.json", rules().as_bytes()),
        Happening::File(5) => desk.read_registry(REGISTRY, "rules.json", b"{"),
        Happening::File(_) => {
            let new = registry(&[("get", &[UNIT_NARROW, POSITIVE])]);
            desk.read_registry(REGISTRY, "rules.json", new.as_bytes());
        }
    }
}

fn stands<K: Clone + PartialEq>(list: &List<K>) -> bool {
    list.selected() == list.rows().get(list.place()) && (list.rows().is_empty() || list.place() < list.rows().len())
}

fn check(desk: &Desk) -> Result<(), TestCaseError> {
    let app = &desk.app;
    prop_assert!(stands(&app.episodes.list) && stands(&app.registries.tools));
    prop_assert!(stands(&app.registries.rules) && stands(&app.registries.firings));
    for row in app.episodes.list.rows() {
        prop_assert!(app.data.ledger(row.ledger).is_some_and(|slot| row.place < slot.index.episodes().len()));
    }
    for row in app.registries.firings.rows() {
        prop_assert!(app.data.ledger(row.ledger).is_some_and(|slot| (row.place as usize) < slot.index.calls().len()));
    }
    if let Some(stepper) = &app.stepper {
        prop_assert!(stands(&stepper.calls) && stands(&stepper.tree));
        prop_assert_eq!(stepper.rows.len(), stepper.tree.rows().len());
        let index = &app.data.ledger(stepper.episode.ledger).unwrap().index;
        prop_assert_eq!(stepper.calls.rows(), &index.episodes()[stepper.episode.place].calls[..]);
        if let Some(detail) = &stepper.detail {
            prop_assert_eq!(Some(&detail.place), stepper.calls.selected());
        }
    }
    let fired: usize = app.data.ledgers.iter().flat_map(|slot| slot.replay.fired.values()).map(Vec::len).sum();
    prop_assert_eq!(app.registries.counts.values().sum::<u64>(), fired as u64);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn the_cursor_always_stands_on_a_row(happenings in proptest::collection::vec(happening(), 1..80)) {
        let mut desk = open();
        for happening in &happenings {
            happen(&mut desk, happening);
            check(&desk)?;
        }
        prop_assert!(!desk.has_quit || happenings.iter().any(|it| matches!(it, Happening::Key("enter"))));
    }

    #[test]
    fn every_state_is_drawn_at_every_size(happenings in proptest::collection::vec(happening(), 1..30)) {
        let mut desk = open();
        let theme = built_in().remove(0);
        for happening in &happenings {
            happen(&mut desk, happening);
            let (columns, rows) = desk.app.size;
            let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
            terminal.draw(|frame| view::draw(&desk.app, &theme, Glyphs::Unicode, frame)).unwrap();
        }
    }

    #[test]
    fn no_text_makes_the_filter_panic(text in "[ -~é\"*:<>=\u{1f600}\\n-]{0,40}") {
        if let Ok(filter) = EpisodeFilter::parse(&text) {
            let desk = open();
            let index = &desk.app.data.ledger(LEDGER).unwrap().index;
            for episode in index.episodes() {
                let _ = filter.passes("study.jsonl", index, episode, Known { fired: Some(1), digest: None });
            }
        }
    }
}
