//! Screen 3: the list of episodes.
//!
//! ```text
//!   task   arm        model    trial  stratum  outcome     calls  receipts  fired  episode
//! › 42     advisory   gpt-4o       1  C3/P3    failed         12       ▲ 2    △ 3  e17
//! ```

use ratatui::layout::Rect;

use super::canvas::{Canvas, Piece, drawn};
use super::columns::{self, Seen};
use super::empty;
use crate::app::App;
use crate::app::screen::episodes::{Column, EpisodeRef, fired};
use crate::query::episode::{self, EpisodeFilter};
use crate::theme::Role;

/// The columns in the order in which they stand.
const ORDER: [Column; 11] = [
    Column::Task,
    Column::Arm,
    Column::Model,
    Column::Trial,
    Column::Stratum,
    Column::Outcome,
    Column::Calls,
    Column::Receipts,
    Column::Fired,
    Column::Labels,
    Column::Episode,
];

/// The labels are read later, and then take no more room than was kept for them.
const LABELS: usize = 15;

/// Draws the screen.
pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect) {
    if app.episodes.list.rows().is_empty() {
        return canvas.notice(area, &empty::episodes(app));
    }
    let room = usize::from(area.width).saturating_sub(3);
    let columns = layout(app, room, canvas);
    let (sort, reversed) = (app.episodes.sort, app.episodes.reversed);
    columns::header(canvas, area, 3, &columns, &app.episodes.list, |canvas, column, width| {
        let text = columns::titled(column.name(), column == sort, reversed, canvas.glyphs);
        (cell(&text, width, column, canvas), Column::ALL.iter().position(|one| *one == column))
    });
    let height = usize::from(area.height.saturating_sub(1));
    let list = &app.episodes.list;
    let top = list.top(height);
    list.set_drawn(drawn(Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }));
    let filter = EpisodeFilter::parse(&app.episodes.filter).unwrap_or_default();
    for (line, (at, row)) in list.rows().iter().enumerate().skip(top).take(height).enumerate() {
        let is_cursor = at == list.place() && !canvas.is_under;
        let cursor = if is_cursor { format!(" {} ", canvas.glyphs.cursor()) } else { "   ".into() };
        let mut pieces: Vec<Piece> = vec![(Role::Key, cursor)];
        pieces.extend(columns::row(&columns, |column, width| {
            let Some((role, value)) = value(app, *row, column, canvas) else { return Vec::new() };
            let shown = cell(&value, width, column, canvas);
            columns::lit_cell(role, &shown, |asked| filter.found_in(field(column), asked))
        }));
        let y = u16::try_from(line + 1).unwrap_or(u16::MAX);
        canvas.row(area, y, &pieces, is_cursor.then_some(Role::Selected));
    }
}

/// What fits beside what. The name of the episode, which often only repeats the others, comes last.
fn layout(app: &App, room: usize, canvas: &Canvas<'_>) -> Vec<(Column, usize)> {
    let refs = |slot: &crate::app::data::LedgerSlot| {
        let ledger = slot.id;
        (0..slot.index.episodes().len()).map(move |place| EpisodeRef { ledger, place })
    };
    let all: Vec<EpisodeRef> = app.data.ledgers.iter().flat_map(refs).collect();
    // Labels take their room only once they were looked for.
    let has_labels = app.episodes.asks_labels()
        || columns::sample(&all).any(|row| app.data.digest_of(row.ledger, row.place).is_some());
    let wanted = ORDER.into_iter().filter(|column| *column != Column::Labels || has_labels).map(|column| {
        let shown = || columns::sample(&all).filter_map(|row| Some(value(app, *row, column, canvas)?.1));
        let seen = match column {
            Column::Labels => Seen { widest: LABELS, is_same: false },
            // What is replayed comes later: it must not move the others.
            Column::Fired => Seen { is_same: false, ..columns::seen(shown(), canvas) },
            _ => columns::seen(shown(), canvas),
        };
        // One more than the heading, for the mark of the order.
        let heading = column.name().len() + 1;
        let full = seen.widest.max(heading);
        let (rank, least) = match column {
            Column::Task => (0, 10),
            Column::Outcome => (1, full),
            Column::Receipts => (2, full),
            Column::Arm => (3, 8),
            Column::Model => (4, 8),
            Column::Trial => (5, full),
            Column::Stratum => (6, 8),
            Column::Fired => (7, full),
            Column::Calls => (8, full),
            Column::Labels => (9, 10),
            Column::Episode | Column::File => (10, 12),
        };
        // A row without its outcome is no row.
        let is_same = seen.is_same && column != Column::Outcome;
        columns::Column { id: column, full, least: least.max(heading), rank, is_same }
    });
    columns::fit(wanted.collect(), room).0
}

/// The field of the filter language that a column shows.
fn field(column: Column) -> &'static str {
    match column {
        Column::Outcome => "completed",
        Column::Labels => episode::SYMPTOM,
        column => column.name(),
    }
}

fn is_number(column: Column) -> bool {
    matches!(column, Column::Trial | Column::Calls | Column::Receipts | Column::Fired)
}

fn cell(value: &str, width: usize, column: Column, canvas: &Canvas<'_>) -> String {
    if is_number(column) { canvas.pad_left(value, width) } else { canvas.pad_middle(value, width) }
}

/// What stands in a column, and how it looks.
fn value(app: &App, row: EpisodeRef, column: Column, canvas: &Canvas<'_>) -> Option<Piece> {
    let slot = app.data.ledger(row.ledger)?;
    let episode = slot.index.episodes().get(row.place)?;
    let or_dot = |value: Option<String>| value.unwrap_or_else(|| canvas.glyphs.dot().to_owned());
    Some(match column {
        Column::File => (Role::Muted, slot.name.clone()),
        Column::Task => (Role::Text, episode.task_or_id().to_string()),
        Column::Arm => (Role::Text, or_dot(episode.arm.as_ref().map(ToString::to_string))),
        Column::Model => (Role::Text, or_dot(episode.model.as_ref().map(ToString::to_string))),
        Column::Trial => (Role::Muted, or_dot(episode.trial.map(|trial| trial.to_string()))),
        Column::Stratum => (Role::Muted, or_dot(episode.stratum.clone())),
        Column::Outcome => match episode.completed() {
            Some(true) => (Role::Completed, "completed".into()),
            Some(false) => (Role::Failed, "failed".into()),
            None => (Role::Muted, "unknown".into()),
        },
        Column::Episode => (Role::Muted, episode.id.to_string()),
        Column::Calls => (Role::Muted, episode.calls.len().to_string()),
        Column::Receipts if episode.receipts > 0 => {
            (Role::Receipt, format!("{} {}", canvas.glyphs.receipt(), episode.receipts))
        }
        Column::Receipts => (Role::Muted, canvas.glyphs.dot().into()),
        Column::Fired => match fired(slot, episode) {
            0 => (Role::Muted, canvas.glyphs.dot().into()),
            count => (Role::Replayed, format!("{} {count}", canvas.glyphs.replayed())),
        },
        Column::Labels => match slot.digest(row.place).map(|digest| digest.telling()) {
            None => (Role::Muted, "?".into()),
            Some(labels) => match labels.as_slice() {
                [] => (Role::Muted, canvas.glyphs.dot().into()),
                [one] => (Role::Text, one.short().into()),
                [one, more @ ..] => (Role::Text, format!("{} +{}", one.short(), more.len())),
            },
        },
    })
}
