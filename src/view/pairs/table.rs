//! The 2×2 table and the counts beside it; on small screens all of them in a line.

use ratatui::layout::Rect;

use crate::app::App;
use crate::app::screen::pairs::{BESIDE, Cell, Pane};
use crate::label::blind::HIDDEN;
use crate::theme::Role;
use crate::view::canvas::{Canvas, Piece, drawn};
use crate::words::counted;

/// Rows of the table with its frame.
const ROWS: u16 = 7;
/// The four cells, row by row.
const CELLS: [[Cell; 2]; 2] = [[Cell::Both, Cell::Losses], [Cell::Wins, Cell::Neither]];
/// The counts beside the table are so wide, words and number.
const BESIDE_COLUMNS: u16 = 32;

/// The longest word of the headings.
const COMPLETED: &str = "completed";

/// The names of the rows, then two columns of one width.
struct Columns {
    left: u16,
    names: u16,
    width: u16,
}

impl Columns {
    fn of(inside: u16) -> Self {
        let left = inside.saturating_sub(BESIDE_COLUMNS + 1);
        let names = (left / 3).min(30);
        Self { left, names, width: (left - names) / 2 }
    }
}

/// Draws the table; says how many rows it takes.
pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
    let Some([first, second]) = app.pairs.arms() else { return 0 };
    let is_focused = app.pairs.screen.pane == Pane::Table;
    let columns = Columns::of(area.width.saturating_sub(2));
    // With long names the arms are told once, in the title, so that no heading is cut.
    let is_cut = |arm: &str, room: u16| canvas.width(arm) + COMPLETED.len() + 2 > usize::from(room.saturating_sub(1));
    let is_short = is_cut(second, columns.width) || is_cut(first, columns.names);
    let heading = |arm: &str, word: &str| if is_short { word.to_owned() } else { format!("{arm} {word}") };
    let title = match app.pairs.named_arms() {
        Some([first, second]) if !is_short => format!("{second} against {first}"),
        _ => format!("columns: {second}, rows: {first}"),
    };
    let inside = canvas.frame(Rect { height: ROWS, ..area }, &title, is_focused);
    let Columns { left, names, width } = columns;
    for (column, word) in [COMPLETED, "failed"].into_iter().enumerate() {
        let x = inside.x + names + width * u16::try_from(column).unwrap_or(0);
        let name = canvas.pad_left(&heading(second, word), usize::from(width.saturating_sub(2)));
        canvas.row(Rect { x, width, ..inside }, 0, &[(Role::Title, name)], None);
    }
    for (row, (cells, word)) in (1..).zip(CELLS.into_iter().zip([COMPLETED, "failed"])) {
        let name = canvas.fit(&format!(" {}", heading(first, word)), usize::from(names));
        canvas.row(Rect { width: names, ..inside }, row, &[(Role::Title, name)], None);
        for (column, it) in cells.into_iter().enumerate() {
            let x = inside.x + names + width * u16::try_from(column).unwrap_or(0);
            let at = Rect { x, y: inside.y + row, width: width.saturating_sub(1), height: 1 };
            cell(app, canvas, at, it, false);
        }
    }
    canvas.row(Rect { width: left, ..inside }, 4, &[(Role::Muted, format!(" {}", net(app)))], None);
    for (row, it) in (0..).zip(BESIDE) {
        let x = inside.x + inside.width.saturating_sub(BESIDE_COLUMNS);
        let at = Rect { x, y: inside.y + row, width: BESIDE_COLUMNS.min(inside.width), height: 1 };
        cell(app, canvas, at, it, true);
    }
    ROWS
}

/// `80 pairs; 9 won, 3 lost: 6 more completed by advisory`.
fn net(app: &App) -> String {
    let Some(([first, second], pairing)) = app.pairs.arms().zip(app.pairs.pairing()) else { return String::new() };
    if app.is_blind() {
        return "blind: who won and who lost is not told".to_owned();
    }
    let (wins, losses) = (pairing.counts.wins, pairing.counts.losses);
    let known = counted(pairing.counts.known(), "pair");
    let more = match wins.cmp(&losses) {
        std::cmp::Ordering::Greater => format!("{} more completed by {second}", wins - losses),
        std::cmp::Ordering::Less => format!("{} more completed by {first}", losses - wins),
        std::cmp::Ordering::Equal => "as many completed by both".to_owned(),
    };
    format!("{known}: {more}")
}

/// The number of a cell and its words, where it stands.
fn cell(app: &App, canvas: &mut Canvas<'_>, at: Rect, cell: Cell, words_first: bool) {
    let screen = &app.pairs.screen;
    let (is_here, is_focused) = (screen.cell == cell && !canvas.is_under, screen.pane == Pane::Table);
    let sign = if is_here && is_focused { canvas.glyphs.cursor() } else { " " };
    let count = app.pairs.count(cell);
    let told = told(app, cell);
    let told = if told == HIDDEN { "?".to_owned() } else { told };
    let mark = match cell {
        Cell::Losses => format!("{} ", canvas.glyphs.lost()),
        Cell::Wins => format!("{} ", canvas.glyphs.won()),
        _ => String::new(),
    };
    let role = role(cell, count);
    let room = usize::from(at.width.saturating_sub(2));
    let text = if words_first {
        let number = told;
        format!("{}{number}", canvas.pad(cell.words(), room.saturating_sub(number.len())))
    } else {
        canvas.pad_left(&format!("{mark}{told} {}", short(cell)), room)
    };
    let over = (is_here && is_focused).then_some(Role::Selected);
    canvas.row(at, 0, &[(Role::Key, format!("{sign} ")), (role, text)], over);
    screen.set_drawn(drawn(at), cell);
}

/// The number of a cell. How many were won and lost is hidden while labelling is blind: of the last pairs it would tell
/// the outcome.
pub(in crate::view) fn told(app: &App, cell: Cell) -> String {
    if app.is_blind() && matches!(cell, Cell::Wins | Cell::Losses) {
        return HIDDEN.to_owned();
    }
    app.pairs.count(cell).to_string()
}

const fn short(cell: Cell) -> &'static str {
    match cell {
        Cell::Both => "both",
        Cell::Neither => "neither",
        other => other.words(),
    }
}

const fn role(cell: Cell, count: usize) -> Role {
    match cell {
        _ if count == 0 => Role::Muted,
        Cell::Losses => Role::Failed,
        Cell::Wins => Role::Completed,
        Cell::Both | Cell::Neither => Role::Text,
        // What is in no cell of the table is to be seen.
        Cell::Unknown | Cell::Unmatched | Cell::Duplicates | Cell::Mixed => Role::Changed,
        Cell::Elsewhere => Role::Muted,
    }
}

/// All counts in as few rows as they need, for small screens; says how many rows.
pub(super) fn line(app: &App, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
    let screen = &app.pairs.screen;
    let four = [Cell::Both, Cell::Losses, Cell::Wins, Cell::Neither];
    let is_focused = screen.pane == Pane::Table;
    let (mut x, mut y) = (area.x, area.y);
    for it in four.into_iter().chain(BESIDE) {
        let count = app.pairs.count(it);
        let is_here = is_focused && screen.cell == it && !canvas.is_under;
        // Nothing to say of what is not there, except where the cursor is on it.
        if count == 0 && it.word().is_none() && !is_here {
            continue;
        }
        let sign = if is_here { canvas.glyphs.cursor() } else { " " };
        let text = format!("{} {}", told(app, it), short(it));
        let width = u16::try_from(canvas.width(&text) + 2).unwrap_or(u16::MAX).min(area.width);
        if x + width > area.x + area.width {
            (x, y) = (area.x, y + 1);
        }
        if y >= area.y + area.height.saturating_sub(2) {
            break;
        }
        let at = Rect { x, y, width, height: 1 };
        let pieces: Vec<Piece> = vec![(Role::Key, sign.to_owned()), (role(it, count), text)];
        canvas.row(at, 0, &pieces, is_here.then_some(Role::Selected));
        screen.set_drawn(drawn(at), it);
        x += width;
    }
    y + 1 - area.y
}
