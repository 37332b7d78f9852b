//! The prompt over commands or over everything, and what it found.

use ratatui::layout::Rect;

use super::canvas::{Canvas, Piece, lit};
use super::overlay::window_area;
use super::registries::list_rows;
use crate::app::{Among, Candidate, Finder};
use crate::query::fuzzy::Fuzzy;
use crate::theme::Role;

/// The widest window: beyond it the eye loses the row.
const COLUMNS: u16 = 110;
/// From this width on the names of commands stand beside their words.
const WITH_NAMES: usize = 74;

/// Draws the window.
pub(super) fn draw(finder: &Finder, canvas: &mut Canvas<'_>, body: Rect) {
    let rows = u16::try_from(finder.list.rows().len().max(1) + 3).unwrap_or(u16::MAX);
    // The window keeps its size while it can, so that it does not jump at each letter.
    let area = window_area(body, COLUMNS, rows.max(body.height.saturating_sub(4)));
    canvas.clear(area);
    let inside = canvas.frame(area, &title(finder), true);
    let (sign, typed) = match finder.among {
        Among::Commands => (": ", finder.input.value()),
        Among::Anything | Among::Registries | Among::Pairings | Among::Labels | Among::Orders => {
            ("> ", finder.input.value())
        }
    };
    let (before, after) = at_cursor(typed, finder.input.cursor());
    let prompt = [(Role::Key, sign.to_owned()), (Role::Text, before), (Role::Key, "_".into()), (Role::Text, after)];
    canvas.row(inside, 0, &prompt, None);
    let list = Rect { y: inside.y + 1, height: inside.height.saturating_sub(1), ..inside };
    if finder.list.rows().is_empty() {
        let sentence = format!("  {}", finder.among.nothing());
        canvas.row(list, 0, &[(Role::Muted, sentence)], None);
    }
    let fuzzy = Fuzzy::new(typed);
    let columns = usize::from(list.width.saturating_sub(2));
    list_rows(canvas, list, &finder.list, true, |canvas, _, at| {
        let Some(found) = finder.row(*at) else { return Vec::new() };
        match finder.among {
            Among::Commands => command(found, &fuzzy, columns, canvas),
            Among::Anything | Among::Registries | Among::Pairings | Among::Labels | Among::Orders => {
                thing(found, &fuzzy, columns, canvas)
            }
        }
    });
}

fn title(finder: &Finder) -> String {
    let (matching, all) = finder.counts();
    let what = finder.among.title();
    if matching == all { format!("{what} ({all})") } else { format!("{what} ({matching} of {all})") }
}

fn at_cursor(typed: &str, cursor: usize) -> (String, String) {
    (typed.chars().take(cursor).collect(), typed.chars().skip(cursor).collect())
}

/// `next call with a receipt     next-receipt     n`
fn command(found: &Candidate, fuzzy: &Fuzzy, columns: usize, canvas: &Canvas<'_>) -> Vec<Piece> {
    let role = if found.barred.is_some() { Role::Muted } else { Role::Text };
    let end = match found.barred {
        Some(barred) => format!("{} {barred}", found.after),
        None => found.after.clone(),
    };
    let name_columns = if columns >= WITH_NAMES { 22 } else { 0 };
    let end_columns = (columns / 4).clamp(8, 30);
    let text_columns = columns.saturating_sub(name_columns + end_columns + 2);
    let mut pieces = cell(role, &found.text, fuzzy, text_columns, canvas);
    if name_columns > 0 {
        pieces.push((Role::Text, " ".into()));
        pieces.extend(cell(Role::Muted, &found.name, fuzzy, name_columns, canvas));
    }
    pieces.push((Role::Text, " ".into()));
    let end_role = if found.barred.is_some() { Role::Muted } else { Role::Key };
    pieces.push((end_role, canvas.fit(&end, end_columns)));
    pieces
}

/// `rule    search_ticker price: must be positive     fold-0.json`
fn thing(found: &Candidate, fuzzy: &Fuzzy, columns: usize, canvas: &Canvas<'_>) -> Vec<Piece> {
    // What it says matters more than where it stands.
    let end_columns = canvas.width(&found.after).min(columns / 5);
    let text_columns = columns.saturating_sub(8 + end_columns + 1);
    let mut pieces = vec![(Role::Muted, canvas.pad(found.kind, 8))];
    pieces.extend(cell(Role::Text, &found.text, fuzzy, text_columns, canvas));
    pieces.push((Role::Muted, format!(" {}", canvas.fit(&found.after, end_columns))));
    pieces
}

/// A text in so many columns, with what was typed lit in it.
fn cell(role: Role, text: &str, fuzzy: &Fuzzy, columns: usize, canvas: &Canvas<'_>) -> Vec<Piece> {
    let visible = canvas.safe(text);
    let ranges = if fuzzy.score(&visible).is_some() { fuzzy.ranges(&visible) } else { Vec::new() };
    lit(role, &canvas.pad(&visible, columns), &ranges)
}
