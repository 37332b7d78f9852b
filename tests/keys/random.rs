//! Whatever keys are pressed and whatever files do: the cursor stands on a row that exists, nothing panics, and nothing
//! goes on for ever.

#[path = "random/desks.rs"]
mod desks;
#[path = "random/happening.rs"]
mod happening;

use proptest::prelude::*;
use vidimus::app::keys::Scope;
use vidimus::app::list::List;
use vidimus::app::window::Window;
use vidimus::app::{Overlay, Tab};
use vidimus::label::Standing;
use vidimus::query::episode::{EpisodeFilter, Known};
use vidimus::theme::Glyphs;

use super::{Desk, LEDGER, open, study};
use desks::desk;
use happening::{draw, happen, happening};

fn stands<K: Clone + PartialEq>(list: &List<K>) -> bool {
    list.selected() == list.rows().get(list.place()) && (list.rows().is_empty() || list.place() < list.rows().len())
}

fn stands_in(window: &Window) -> bool {
    let lines = window.page.lines.len();
    window.cursor().is_none_or(|at| at < lines) && window.line().is_none_or(|at| at < lines)
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
    prop_assert!(app.count.is_none_or(|count| (1..=9_999_999).contains(&count)));
    for overlay in &app.overlays {
        match overlay {
            Overlay::Page(window) => prop_assert!(stands_in(window), "{:?}", window.view),
            Overlay::Ask(ask) => prop_assert!(ask.input.cursor() <= ask.input.value().chars().count()),
            Overlay::Reader(_) | Overlay::Find(_) => {}
        }
    }
    check_review(desk)?;
    check_pairs(desk)?;
    prop_assert!(stands_in(&app.studying.screen.window));
    prop_assert!(app.studying.screen.prevalence.is_none_or(|it| (0.0..=1.0).contains(&it)));
    Ok(())
}

fn check_review(desk: &Desk) -> Result<(), TestCaseError> {
    let (app, review) = (&desk.app, &desk.app.review);
    prop_assert!(stands(&review.screen.queue) && stands_in(&review.screen.card));
    for rule in review.screen.queue.rows() {
        prop_assert!(review.judged().row(rule).is_some() && review.judged().rule(rule).is_some(), "{:?}", rule);
    }
    let count = app.review_count();
    prop_assert!(count.left <= count.all);
    Ok(())
}

fn check_pairs(desk: &Desk) -> Result<(), TestCaseError> {
    let (app, pairs) = (&desk.app, &desk.app.pairs);
    prop_assert!(stands(&pairs.screen.list));
    // While a file is being read, and on other screens, the pairs of before stay.
    let is_made = matches!(app.tab, Tab::Pairs | Tab::Study) && app.data.ledgers.iter().all(|slot| slot.complete);
    for key in pairs.screen.list.rows().iter().filter(|_| is_made) {
        let episodes = pairs.episodes(key);
        prop_assert!(pairs.pair(key).is_some() && episodes.is_some(), "{:?}", key);
        for episode in episodes.into_iter().flatten() {
            let slot = app.data.ledger(episode.ledger);
            prop_assert!(slot.is_some_and(|slot| episode.place < slot.index.episodes().len()));
        }
    }
    let (mut labelled, mut disputed, mut cases) = (0, 0, 0);
    for key in pairs.keys() {
        cases += usize::from(app.case(key).is_some());
        match app.label_standing(key) {
            Some(Standing::Labelled(_)) => labelled += 1,
            Some(Standing::Disputed(_)) => disputed += 1,
            _ => {}
        }
    }
    let progress = app.label_progress();
    prop_assert_eq!((progress.pairs, progress.labelled, progress.disputed), (cases, labelled, disputed));
    if let Some(open) = &pairs.open {
        prop_assert!(stands(&open.strips) && stands_in(&open.row));
        if let Some(braid) = &open.braid {
            for strip in open.strips.rows() {
                prop_assert!(open.row_of(braid, *strip).is_some_and(|row| row < braid.rows.len()), "{:?}", strip);
            }
        }
        prop_assert!(app.tab != Tab::Pairs || pairs.pair(&open.pair).is_some());
    }
    Ok(())
}

/// Keys may come faster than frames: how far a text goes is known only once it is drawn.
#[test]
fn every_key_works_at_an_end_that_was_never_drawn() {
    for lying in desks::ALL.into_iter().filter(|lying| lying.is_small()) {
        for end in ["G", "9999999j"] {
            let mut at_end = desk(lying);
            at_end.press(end);
            let scope = at_end.app.scope();
            for key in happening::keys_of(|it| it.is_of(scope) || it.scope == Scope::Global) {
                let mut desk = at_end.copy();
                desk.press_key(key);
                check(&desk).unwrap_or_else(|why| panic!("{lying:?} {end} {key}: {why}"));
            }
        }
    }
}

/// So many cases unless `PROPTEST_CASES` asks for others.
fn cases(few: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    if std::env::var_os("PROPTEST_CASES").is_some() { default } else { ProptestConfig { cases: few, ..default } }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn the_cursor_always_stands_on_a_row(
        lying in proptest::sample::select(&desks::ALL[..]),
        happenings in proptest::collection::vec(happening(), 1..40),
    ) {
        let mut desk = desk(lying);
        for happening in &happenings {
            happen(&mut desk, happening);
            check(&desk)?;
        }
        // Whatever waits comes in at last, and is drawn.
        desk.release();
        check(&desk)?;
        draw(&desk, Glyphs::Unicode, desk.app.size);
    }
}

proptest! {
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
