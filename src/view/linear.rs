//! The same state as lines of words, for people who listen to the screen or feel it: no frames, no columns, no signs.
//!
//! ```text
//! > call 4, place_order, receipt recorded, then the agent took get_stock_yahoo, a listed recovery tool, 5 of 9
//! Episodes, task 42, trial 1, advisory, FAILED, 2 receipts
//! …what there is to say of the line above, then the lines below it
//! watching, 0 bad lines; n next receipt; w why; ? keys
//! ```
//!
//! The first line, or the first below its heading, is the one under the cursor, and the terminal's own cursor stands
//! on it.

mod pairs;
mod review;
mod rows;
mod study;
mod windows;

use ratatui::layout::{Position, Rect};

use super::canvas::{Canvas, Piece};
use super::{status, tour};
use crate::app::{App, Letter, Tab};
use crate::theme::Role;

/// What a state comes down to.
#[derive(Default)]
struct Told {
    /// What the line under the cursor stands below.
    heading: Vec<Vec<Piece>>,
    /// The line under the cursor.
    here: Vec<Piece>,
    /// Where in that line the terminal's cursor stands, in columns; at its beginning if nothing is being typed.
    column: usize,
    /// What there is to say of it.
    about: Vec<Vec<Piece>>,
    /// The lines that follow it.
    below: Vec<Vec<Piece>>,
}

/// Draws the lines; says where the terminal's cursor belongs.
pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect) -> Position {
    let told = told(app, canvas);
    let mut lines: Vec<(Vec<Piece>, bool)> = told.heading.into_iter().map(|line| (line, false)).collect();
    lines.push((told.here, true));
    let tour = tour::lines(app, area.width, canvas);
    let news = status::news(app).into_iter().map(|(role, sentence)| vec![(role, sentence)]);
    let letter = app.letter.map(|letter| match letter {
        Letter::Set => "Press a letter: it becomes a mark here.",
        Letter::GoTo => "Press the letter of a mark to go there.",
    });
    lines.extend(letter.map(|sentence| (vec![(Role::News, sentence.to_owned())], false)));
    lines.extend(tour.into_iter().map(|line| (line, false)));
    lines.extend(news.map(|line| (line, false)));
    lines.push((place(app, canvas), false));
    lines.extend(told.about.into_iter().chain(told.below).map(|line| (line, false)));
    let columns = usize::from(area.width).max(1);
    let last = area.height.saturating_sub(1);
    let (mut row, mut at_cursor) = (0, 0);
    for (line, is_here) in lines {
        if row >= last {
            break;
        }
        let mut line = tidy(&line, canvas);
        if is_here {
            line.insert(0, (Role::Key, "> ".to_owned()));
            at_cursor = row;
        }
        for broken in canvas.wrap(&[line], columns) {
            if row < last {
                canvas.row(area, row, &broken, is_here.then_some(Role::Selected));
            }
            row += 1;
        }
    }
    canvas.row(area, last, &[(Role::Muted, foot(app, canvas))], None);
    let column = u16::try_from(told.column).unwrap_or(0).min(area.width.saturating_sub(1));
    Position { x: area.x + column, y: area.y + at_cursor }
}

fn told(app: &App, canvas: &Canvas<'_>) -> Told {
    if let Some(told) = windows::typed(app) {
        return told;
    }
    if let Some(window) = app.overlays.last() {
        return windows::told(app, window, canvas);
    }
    match (app.tab, &app.stepper) {
        (Tab::Registries, _) => rows::registries(app, canvas),
        (Tab::Review, _) => review::told(app, canvas),
        (Tab::Pairs, _) => match &app.pairs.open {
            Some(open) => pairs::opened(app, open, canvas),
            None => pairs::told(app, canvas),
        },
        (Tab::Study, _) => study::told(app, canvas),
        (Tab::Episodes, Some(stepper)) => rows::stepper(app, stepper, canvas),
        (Tab::Episodes, None) => rows::episodes(app, canvas),
    }
}

/// Where the person is.
fn place(app: &App, canvas: &Canvas<'_>) -> Vec<Piece> {
    let (mut pieces, right) = status::crumbs(app, canvas);
    if !right.is_empty() {
        pieces.push((Role::Muted, ", ".into()));
        pieces.extend(right);
    }
    pieces
}

/// What is watched and what was passed over, then the keys that matter here.
fn foot(app: &App, canvas: &Canvas<'_>) -> String {
    let state: Vec<String> = status::state(app, canvas.glyphs)
        .into_iter()
        .map(|(_, piece)| said(&piece))
        .filter(|part| !part.is_empty())
        .collect();
    let keys = status::bar(app).into_iter().map(|(key, word)| format!("{key} {word}"));
    std::iter::once(state.join(", ")).chain(keys).collect::<Vec<_>>().join("; ")
}

/// A list of facts as one line.
fn facts(parts: impl IntoIterator<Item = String>) -> Vec<Piece> {
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    vec![(Role::Value, parts.join(", "))]
}

/// `, 5 of 9`.
fn of(place: usize, all: usize) -> String {
    format!("{} of {all}", place + 1)
}

/// A text without the spaces that columns need: where a column ends, a comma stands.
fn said(text: &str) -> String {
    let columns = text.split("  ").map(str::trim).filter(|column| !matches!(*column, "" | ","));
    let mut out = String::new();
    for column in columns {
        // A sign's word ends in a colon, and the sentence follows it.
        out.push_str(if out.is_empty() {
            ""
        } else if out.ends_with([':', ',']) {
            " "
        } else {
            ", "
        });
        out.push_str(column.trim_start_matches(", "));
    }
    out.replace(" ,", ",").replace(",,", ",")
}

/// The pieces of a line without the spaces that columns need; values stay as they are.
fn tidy(line: &[Piece], canvas: &Canvas<'_>) -> Vec<Piece> {
    let role = line.first().map_or(Role::Text, |(role, _)| *role);
    let text: String = line.iter().map(|(_, piece)| canvas.safe(piece)).collect();
    match (role, line.len()) {
        (Role::Value, _) => vec![(Role::Text, text)],
        (role, 1) => vec![(role, said(&text))],
        _ => vec![(Role::Text, said(&text))],
    }
}
