//! The pairs screen in words.

use super::rows::{empty, list};
use super::windows::squeezed;
use super::{Told, facts};
use crate::app::App;
use crate::app::screen::braid::{self as braid_screen, BraidScreen, Strip};
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
        Some(_) if app.is_blind() => format!("{} pairs {}", pairs::table::told(app, cell), cell.words()),
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
    let arms = app.pair_names(key)?;
    Some(facts([
        format!("task {}", run.task),
        run.trial.map(|trial| format!("trial {trial}")).unwrap_or_default(),
        run.model.as_ref().map(ToString::to_string).unwrap_or_default(),
        pairs::outcome(&facts_of, canvas.glyphs).1,
        if receipts > 0 { counted(receipts, "receipt") } else { String::new() },
        facts_of.braid.map(|braid| braid::brief(braid, arms)).unwrap_or_default(),
        match (facts_of.label, facts_of.disputed.as_slice()) {
            (Some(label), _) if facts_of.is_guess => format!("guess: {}", label.words()),
            (Some(label), _) => format!("label: {}", label.words()),
            (None, []) => String::new(),
            (None, said) => format!("disputed: {}", said.join(", ")),
        },
    ]))
}

/// An open pair: the row under the cursor, what there is to say of it, and the rows below.
pub(super) fn opened(app: &App, open: &BraidScreen, canvas: &Canvas<'_>) -> Told {
    let known = open.braid.as_ref().zip(app.strands(open));
    let Some((braid, strands)) = known else {
        return empty(vec![vec![(Role::Muted, "Reading the two episodes …".into())]]);
    };
    let names = [strands[0].name, strands[1].name];
    let details = || open.row.page.lines.iter().map(|line| squeezed(&line.pieces));
    if open.pane == braid_screen::Pane::Row {
        let place = open.row.place();
        let here = open.row.page.lines.get(place).map(|line| squeezed(&line.pieces)).unwrap_or_default();
        return Told { here, below: details().skip(place + 1).collect(), ..Told::default() };
    }
    let mut told = list(&open.strips, |_, strip| {
        let row = open.row_of(braid, *strip).and_then(|at| braid.rows.get(at));
        match (strip, row) {
            (Strip::Prefix(count), _) => {
                let folded = braid.rows.get(..*count).unwrap_or_default();
                let alike = format!("{} alike, folded", counted(*count, "call"));
                facts([Some(alike), braid::receipts_among(folded, &strands)].into_iter().flatten())
            }
            (Strip::Row(..), None) => Vec::new(),
            (Strip::Row(..), Some(row)) => {
                let call = |step: Option<usize>, strand: &braid::Strand<'_>| {
                    let call = step.and_then(|step| Some((step, strand.digest.calls.get(step)?)));
                    call.map(|(step, call)| {
                        let receipt = if call.receipt.is_some() { ", receipt" } else { "" };
                        format!("{} call {step} {}{receipt}", strand.name, call.tool)
                    })
                };
                let both = [call(row.first, &strands[0]), call(row.second, &strands[1])];
                facts(std::iter::once(braid::kind_words(row.kind).to_owned()).chain(both.into_iter().flatten()))
            }
        }
    });
    told.about = braid::sentences(braid, names).into_iter().map(|said| vec![(Role::Text, said)]).collect();
    told.about.push(crate::view::braid::label(app, open, canvas));
    told.about.extend(details());
    told.about.push(vec![(Role::Muted, "The rows below:".into())]);
    told
}
