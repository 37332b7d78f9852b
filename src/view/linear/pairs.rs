//! The pairs screen in words.

use super::rows::{empty, list};
use super::{Told, facts};
use crate::app::App;
use crate::app::screen::pairs::{BESIDE, Cell, PairKey, Pane};
use crate::lens::braid;
use crate::theme::Role;
use crate::view::canvas::{Canvas, Piece};
use crate::view::{empty as nothing, pairs};
use crate::words::counted;

pub(super) fn told(app: &App, canvas: &Canvas<'_>) -> Told {
    if app.pairs.arms().is_none() {
        return empty(nothing::pairs(app));
    }
    let counts = || {
        let four = [Cell::Both, Cell::Losses, Cell::Wins, Cell::Neither];
        four.into_iter().chain(BESIDE)
    };
    let said = |cell: Cell| match cell.word() {
        Some(_) => format!("{} {}", counted(app.pairs.count(cell), "pair"), cell.words()),
        None => format!("{} {}", counted(app.pairs.count(cell), "episode"), cell.words()),
    };
    let screen = &app.pairs.screen;
    if screen.pane == Pane::Table {
        let below = counts().filter(|cell| *cell != screen.cell).map(|cell| facts([said(cell)])).collect();
        let heading = vec![vec![(Role::Title, "the counts:".into())]];
        return Told { heading, here: facts([said(screen.cell)]), below, ..Told::default() };
    }
    if screen.list.rows().is_empty() {
        return empty(nothing::filtered_pairs(app));
    }
    let mut told = list(&screen.list, |_, key| row(app, key, canvas).unwrap_or_default());
    told.about = vec![facts(counts().filter(|cell| app.pairs.count(*cell) > 0).map(said))];
    told
}

fn row(app: &App, key: &PairKey, canvas: &Canvas<'_>) -> Option<Vec<Piece>> {
    let facts_of = app.pair_facts(key)?;
    let [run, _] = facts_of.runs;
    let receipts = facts_of.receipts.into_iter().map(|count| count as usize).sum::<usize>();
    let arms = app.pairs.arms()?;
    Some(facts([
        format!("task {}", run.task),
        run.trial.map(|trial| format!("trial {trial}")).unwrap_or_default(),
        run.model.as_ref().map(ToString::to_string).unwrap_or_default(),
        pairs::outcome(facts_of.pair.outcome, run.completed, canvas.glyphs).1,
        if receipts > 0 { counted(receipts, "receipt") } else { String::new() },
        facts_of.braid.map(|braid| braid::brief(braid, arms)).unwrap_or_default(),
        facts_of.label.map(|label| format!("label {label}")).unwrap_or_default(),
    ]))
}
