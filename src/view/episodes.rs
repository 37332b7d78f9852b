//! Screen 3: the list of episodes.
//!
//! ```text
//!   task   arm        model    trial  stratum  outcome     calls  receipts  fired  episode
//! › 42     advisory   gpt-4o       1  C3/P3    failed         12       ▲ 2    △ 3  e17
//! ```

use ratatui::layout::Rect;

use super::canvas::{Canvas, Piece, lit};
use crate::app::App;
use crate::app::screen::episodes::{Column, EpisodeRef, fired};
use crate::query::episode::EpisodeFilter;
use crate::theme::Role;

/// The columns shown, with their widths; the least important are left out first on narrow screens.
const WIDTHS: [(Column, usize); 9] = [
    (Column::Task, 14),
    (Column::Receipts, 9),
    (Column::Outcome, 10),
    (Column::Fired, 6),
    (Column::Calls, 6),
    (Column::Arm, 10),
    (Column::Model, 14),
    (Column::Trial, 6),
    (Column::Stratum, 9),
];
/// With fewer columns than this there is no room for the episode's own name.
const NAMED: usize = 60;
/// The order in which columns stand.
const ORDER: [Column; 9] = [
    Column::Task,
    Column::Arm,
    Column::Model,
    Column::Trial,
    Column::Stratum,
    Column::Outcome,
    Column::Calls,
    Column::Receipts,
    Column::Fired,
];

/// Draws the screen.
pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect) {
    if app.episodes.list.rows().is_empty() {
        return empty(app, canvas, area);
    }
    let room = usize::from(area.width).saturating_sub(3);
    let columns = columns(room);
    let mut header: Vec<Piece> = vec![(Role::Muted, "   ".into())];
    for (column, width) in &columns {
        let mark = if *column == app.episodes.sort { if app.episodes.reversed { "^" } else { "v" } } else { "" };
        header.push((Role::Title, cell(&format!("{}{mark}", column.name()), *width, is_number(*column), canvas)));
        header.push((Role::Muted, " ".into()));
    }
    if room >= NAMED {
        header.push((Role::Title, "episode".into()));
    }
    canvas.row(area, 0, &header, None);
    let height = usize::from(area.height.saturating_sub(1));
    let list = &app.episodes.list;
    let top = list.top(height);
    let filter = EpisodeFilter::parse(&app.episodes.filter).unwrap_or_default();
    for (line, (at, row)) in list.rows().iter().enumerate().skip(top).take(height).enumerate() {
        let is_cursor = at == list.place();
        let cursor = if is_cursor { format!(" {} ", canvas.glyphs.cursor()) } else { "   ".into() };
        let mut pieces: Vec<Piece> = vec![(Role::Key, cursor)];
        pieces.extend(cells(app, *row, &columns, room >= NAMED, &filter, canvas));
        let y = u16::try_from(line + 1).unwrap_or(u16::MAX);
        canvas.row(area, y, &pieces, is_cursor.then_some(Role::Selected));
    }
}

fn empty(app: &App, canvas: &mut Canvas<'_>, area: Rect) {
    canvas.notice(area, &nothing(app));
}

/// What stands there while there is no episode.
pub(super) fn nothing(app: &App) -> Vec<Vec<Piece>> {
    if !app.episodes.filter.is_empty() {
        vec![
            vec![(Role::Text, format!("No episode passes the filter {:?}.", app.episodes.filter))],
            vec![(Role::Muted, "Esc takes the filter away, / changes it.".into())],
        ]
    } else if app.data.found {
        vec![
            vec![(Role::Text, "No ledger is loaded.".into())],
            vec![(Role::Muted, "Start vidimus with a ledger, a tau-bench result file or a chat log: vidimus PATH. Without a path it opens its sample study. L lists what was passed over and why.".into())],
        ]
    } else {
        vec![vec![(Role::Muted, "Looking for files …".into())]]
    }
}

/// The columns that fit, in their order, with room left for the episode's name.
fn columns(room: usize) -> Vec<(Column, usize)> {
    let mut left = if room < NAMED { room } else { room.saturating_sub(12) };
    let mut taken = Vec::new();
    for (column, width) in WIDTHS {
        if width < left || (room < NAMED && width == left) {
            left = left.saturating_sub(width + 1);
            taken.push((column, width));
        }
    }
    taken.sort_by_key(|(column, _)| ORDER.iter().position(|other| other == column));
    taken
}

/// The field of the filter language that a column shows.
fn field(column: Column) -> &'static str {
    match column {
        Column::Outcome => "completed",
        column => column.name(),
    }
}

fn is_number(column: Column) -> bool {
    matches!(column, Column::Trial | Column::Calls | Column::Receipts | Column::Fired)
}

fn cell(value: &str, width: usize, right: bool, canvas: &Canvas<'_>) -> String {
    if right { canvas.pad_left(value, width) } else { canvas.pad(value, width) }
}

fn cells(
    app: &App,
    row: EpisodeRef,
    columns: &[(Column, usize)],
    is_named: bool,
    filter: &EpisodeFilter,
    canvas: &Canvas<'_>,
) -> Vec<Piece> {
    let Some(slot) = app.data.ledger(row.ledger) else { return Vec::new() };
    let Some(episode) = slot.index.episodes().get(row.place) else { return Vec::new() };
    let or_dot = |value: Option<String>| value.unwrap_or_else(|| canvas.glyphs.dot().to_owned());
    let mut pieces = Vec::new();
    for (column, width) in columns {
        let (role, value) = match column {
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
        };
        let shown = cell(&value, *width, is_number(*column), canvas);
        // The signs beside a number and the spaces around a value are not what was asked for.
        let lead = shown.chars().take_while(|c| !c.is_alphanumeric()).count();
        let asked = shown.trim_start_matches(|c: char| !c.is_alphanumeric()).trim_end();
        let found = filter.found_in(field(*column), asked);
        let found: Vec<_> = found.into_iter().map(|range| range.start + lead..range.end + lead).collect();
        pieces.extend(lit(role, &shown, &found));
        pieces.push((Role::Text, " ".into()));
    }
    if is_named {
        let shown = canvas.safe(episode.id.as_str());
        pieces.extend(lit(Role::Muted, &shown, &filter.found_in("episode", &shown)));
    }
    pieces
}
