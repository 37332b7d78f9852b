//! Screen 3: the list of episodes.
//!
//! ```text
//!   task   arm        model    trial  stratum  outcome     calls  receipts  fired  episode
//! › 42     advisory   gpt-4o       1  C3/P3    failed         12       ▲ 2    △ 3  e17
//! ```

use ratatui::layout::Rect;

use super::canvas::{Canvas, Piece, drawn, lit};
use super::empty;
use crate::app::App;
use crate::app::screen::episodes::{Column, EpisodeRef, fired};
use crate::query::episode::{self, EpisodeFilter};
use crate::theme::Role;

/// The columns shown, with their widths; the least important are left out first on narrow screens.
const WIDTHS: [(Column, usize); 10] = [
    (Column::Task, 14),
    (Column::Receipts, 9),
    (Column::Outcome, 10),
    (Column::Fired, 6),
    (Column::Calls, 6),
    (Column::Arm, 10),
    (Column::Labels, 15),
    (Column::Model, 14),
    (Column::Trial, 6),
    (Column::Stratum, 9),
];
/// With fewer columns left than this there is no room for the episode's own name.
const NAMED: usize = 12;
/// So many rows are looked at for the width of a column.
const LOOKED_AT: usize = 200;
/// The order in which columns stand.
const ORDER: [Column; 10] = [
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
];

/// Draws the screen.
pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect) {
    if app.episodes.list.rows().is_empty() {
        return canvas.notice(area, &empty::episodes(app));
    }
    let room = usize::from(area.width).saturating_sub(3);
    let layout = Layout::new(app, room, canvas);
    let mut header: Vec<Piece> = vec![(Role::Muted, "   ".into())];
    for (column, width) in &layout.columns {
        let mark = if *column == app.episodes.sort { if app.episodes.reversed { "^" } else { "v" } } else { "" };
        header.push((Role::Title, cell(&format!("{}{mark}", column.name()), *width, is_number(*column), canvas)));
        header.push((Role::Muted, " ".into()));
    }
    if layout.is_named {
        header.push((Role::Title, "episode".into()));
    }
    canvas.row(area, 0, &header, None);
    let height = usize::from(area.height.saturating_sub(1));
    let list = &app.episodes.list;
    let top = list.top(height);
    list.set_drawn(drawn(Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }));
    let filter = EpisodeFilter::parse(&app.episodes.filter).unwrap_or_default();
    for (line, (at, row)) in list.rows().iter().enumerate().skip(top).take(height).enumerate() {
        let is_cursor = at == list.place() && !canvas.is_under;
        let cursor = if is_cursor { format!(" {} ", canvas.glyphs.cursor()) } else { "   ".into() };
        let mut pieces: Vec<Piece> = vec![(Role::Key, cursor)];
        pieces.extend(cells(app, *row, &layout, &filter, canvas));
        let y = u16::try_from(line + 1).unwrap_or(u16::MAX);
        canvas.row(area, y, &pieces, is_cursor.then_some(Role::Selected));
    }
}

/// What fits beside what.
struct Layout {
    /// The columns in their order, with their widths.
    columns: Vec<(Column, usize)>,
    /// Whether the episode's own name stands behind them.
    is_named: bool,
}

impl Layout {
    /// Columns are as wide as what stands in them, so that more of them fit; the name, which often only repeats
    /// them, comes last.
    fn new(app: &App, room: usize, canvas: &Canvas<'_>) -> Self {
        // Each has a space behind it, the last one too.
        let mut left = room;
        let mut columns = Vec::new();
        // Labels take their room only once they were looked for.
        let mut shown = app.episodes.list.rows().iter().take(LOOKED_AT);
        let has_labels =
            app.episodes.asks_labels() || shown.any(|row| app.data.digest_of(row.ledger, row.place).is_some());
        for (column, most) in WIDTHS.into_iter().filter(|(column, _)| *column != Column::Labels || has_labels) {
            let seen = app.episodes.list.rows().iter().take(LOOKED_AT);
            let widest = seen.filter_map(|row| Some(canvas.width(&value(app, *row, column, canvas)?.1))).max();
            // One more than the heading, for the mark of the order.
            let width = (column.name().len() + 1).max(widest.unwrap_or(0)).min(most);
            if width < left {
                left -= width + 1;
                columns.push((column, width));
            }
        }
        columns.sort_by_key(|(column, _)| ORDER.iter().position(|other| other == column));
        Self { columns, is_named: left >= NAMED }
    }
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

fn cell(value: &str, width: usize, right: bool, canvas: &Canvas<'_>) -> String {
    if right { canvas.pad_left(value, width) } else { canvas.pad(value, width) }
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

fn cells(app: &App, row: EpisodeRef, layout: &Layout, filter: &EpisodeFilter, canvas: &Canvas<'_>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (column, width) in &layout.columns {
        let Some((role, value)) = value(app, row, *column, canvas) else { continue };
        let shown = cell(&value, *width, is_number(*column), canvas);
        // The signs beside a number and the spaces around a value are not what was asked for.
        let lead = shown.chars().take_while(|c| !c.is_alphanumeric()).count();
        let asked = shown.trim_start_matches(|c: char| !c.is_alphanumeric()).trim_end();
        let found = filter.found_in(field(*column), asked);
        let found: Vec<_> = found.into_iter().map(|range| range.start + lead..range.end + lead).collect();
        pieces.extend(lit(role, &shown, &found));
        pieces.push((Role::Text, " ".into()));
    }
    let slot = app.data.ledger(row.ledger).filter(|_| layout.is_named);
    if let Some(episode) = slot.and_then(|slot| slot.index.episodes().get(row.place)) {
        let shown = canvas.safe(episode.id.as_str());
        pieces.extend(lit(Role::Muted, &shown, &filter.found_in("episode", &shown)));
    }
    pieces
}
