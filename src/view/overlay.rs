//! Windows over a screen: pages of text, and the commands.

use ratatui::layout::Rect;

use super::NARROW;
use super::canvas::{Canvas, Piece, drawn};
use crate::app::lines::Lookup;
use crate::app::reader::Reader;
use crate::app::window::{View, Window};
use crate::app::{App, Ask, Overlay};
use crate::page::{Kind, lit};
use crate::theme::Role;

/// The widest line of a page: longer ones are hard to read.
const PAGE_COLUMNS: u16 = 110;

/// The cursor's sign and the space behind it.
const SIGN: usize = 2;

/// On a screen up to this wide a window takes all of it: what would be left beside it are scraps.
const WHOLE: u16 = 84;

/// Draws a window.
pub(super) fn draw(app: &App, window: &Overlay, canvas: &mut Canvas<'_>, body: Rect) {
    match window {
        Overlay::Page(window) => page(canvas, body, window),
        Overlay::Reader(reader) => self::reader(canvas, body, reader),
        Overlay::Find(finder) => super::finder::draw(finder, canvas, body),
        Overlay::Ask(ask) => self::ask(app, ask, canvas, body),
    }
}

/// A question: the rule that it is about, the answer being typed, and what is to be said of it.
fn ask(app: &App, ask: &Ask, canvas: &mut Canvas<'_>, body: Rect) {
    // Rows below the rule: the answer, what is offered, what it would change, and the frame.
    const BELOW: u16 = 7;
    let width = usize::from(window_area(body, 80, BELOW).width).saturating_sub(2);
    let wrapped = |canvas: &Canvas<'_>, role: Role, said: Option<String>| {
        said.map(|said| canvas.wrap(&[vec![(role, said)]], width)).unwrap_or_default()
    };
    let mut about = wrapped(canvas, Role::Muted, app.asked_about(ask));
    about.truncate(usize::from(body.height.saturating_sub(BELOW)));
    let mut said = wrapped(canvas, Role::Muted, Some(app.said_of_answer(ask)));
    said.extend(wrapped(canvas, Role::Text, app.said_of_edit(ask)));
    let rows = u16::try_from(about.len() + 1 + said.len() + 2).unwrap_or(u16::MAX).max(4);
    let area = window_area(body, 80, rows);
    let area = Rect { height: area.height.min(rows), ..area };
    canvas.clear(area);
    let inside = canvas.frame(area, ask.what.words(), true);
    let room = usize::from(inside.width).saturating_sub(1);
    // Of a long answer its end is shown, where the cursor usually is.
    let value: Vec<char> = ask.input.value().chars().collect();
    let (before, behind) = value.split_at(ask.input.cursor().min(value.len()));
    let from = (before.len() + 1).saturating_sub(room);
    let before: String = before.iter().skip(from).collect();
    let mut behind = behind.iter();
    let under = behind.next().copied().unwrap_or(' ').to_string();
    let behind: String = behind.collect();
    let answer = vec![(Role::Text, before), (Role::Selected, under), (Role::Text, behind)];
    for (row, line) in (0..).zip(about.into_iter().chain([answer]).chain(said)) {
        canvas.row(inside, row, &line, None);
    }
}

/// The middle of the body, at most so large; all of it on narrow screens.
pub(super) fn window_area(body: Rect, columns: u16, rows: u16) -> Rect {
    if body.width < NARROW {
        return body;
    }
    let columns = if body.width <= WHOLE { body.width } else { columns };
    let width = columns.min(body.width);
    let height = rows.min(body.height);
    Rect { x: body.x + (body.width - width) / 2, y: body.y + (body.height - height) / 2, width, height }
}

/// A page: its lines broken at the edge, scrolled to its place.
fn page(canvas: &mut Canvas<'_>, body: Rect, window: &Window) {
    // Rows are laid out already: they get the room they need.
    let rows = window.page.lines.iter().filter(|line| line.kind == Kind::Row);
    // Where lines lead somewhere, a sign stands before the one that Enter is for.
    let sign_columns = if window.page.has_links() { SIGN } else { 0 };
    let around = 2 + sign_columns;
    let widest =
        rows.map(|line| line.pieces.iter().map(|(_, piece)| canvas.width(piece)).sum::<usize>() + around).max();
    let row_columns = widest.unwrap_or(0);
    let widest = widest.map_or(PAGE_COLUMNS, |it| u16::try_from(it).unwrap_or(u16::MAX).max(PAGE_COLUMNS));
    let columns = if body.width <= WHOLE { body.width } else { (body.width - 4).min(widest) };
    let text_columns = usize::from(columns).saturating_sub(around);
    window.set_wide(row_columns.saturating_sub(text_columns + around));
    let mut laid = laid(canvas, window, text_columns);
    let count = laid.rows.len();
    let area = window_area(body, columns, u16::try_from(count + 2).unwrap_or(u16::MAX));
    canvas.clear(area);
    let height = usize::from(area.height.saturating_sub(2));
    let title = if count > height {
        let top = window.top(count, height, laid.of_cursor.clone());
        format!("{} ({}-{} of {count} lines)", window.page.title, top + 1, top + height)
    } else {
        window.page.title.clone()
    };
    let inside = canvas.frame(area, &title, true);
    if sign_columns > 0 {
        sign(canvas, window, &mut laid);
    }
    draw_rows(canvas, inside, window, laid, Some(Role::Selected));
}

/// Puts the cursor's sign before its line, and room for it before the others.
fn sign(canvas: &Canvas<'_>, window: &Window, laid: &mut Laid) {
    let first = laid.of_cursor.as_ref().map(|rows| rows.start).filter(|_| !canvas.is_under);
    let cursor = if window.link().is_some() { canvas.glyphs.cursor() } else { canvas.glyphs.resting() };
    for (at, row) in laid.rows.iter_mut().enumerate() {
        let shown = if first == Some(at) { (Role::Key, format!("{cursor} ")) } else { (Role::Text, " ".repeat(SIGN)) };
        row.insert(0, shown);
    }
}

/// A page that is a screen: it takes all of it.
pub(super) fn whole(canvas: &mut Canvas<'_>, area: Rect, window: &Window) {
    let columns = usize::from(area.width).saturating_sub(2 + SIGN);
    let rows = window.page.lines.iter().filter(|line| line.kind == Kind::Row);
    let widest = rows.map(|line| line.pieces.iter().map(|(_, piece)| canvas.width(piece)).sum::<usize>()).max();
    window.set_wide(widest.unwrap_or(0).saturating_sub(columns));
    let mut laid = laid(canvas, window, columns);
    sign(canvas, window, &mut laid);
    let (count, height) = (laid.rows.len(), usize::from(area.height.saturating_sub(2)));
    let place = if count > height {
        let top = window.top(count, height, laid.of_cursor.clone());
        format!(" ({}-{} of {count} lines)", top + 1, top + height)
    } else {
        String::new()
    };
    let inside = canvas.frame(area, &format!("{}{place}", window.page.title), true);
    draw_rows(canvas, inside, window, laid, Some(Role::Selected).filter(|_| !canvas.is_under));
}

/// Where the keys move, seen from a pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Focus {
    /// In it.
    Here,
    /// In another one, which is not on screen.
    Alone,
    /// In another one.
    Elsewhere,
}

/// A page in a pane of a screen, whose cursor is shown only while the keys move there. Where the pane cannot show all of
/// it, its title says so, however little room that leaves for its words, and which key goes in to read on.
pub(super) fn pane(canvas: &mut Canvas<'_>, area: Rect, title: &str, window: &Window, focus: Focus) {
    let inside = canvas.inside(area);
    let laid = laid(canvas, window, usize::from(inside.width));
    let (count, height) = (laid.rows.len(), usize::from(inside.height));
    let place = if count > height {
        let top = window.top(count, height, laid.of_cursor.clone());
        let key = if focus == Focus::Here { "" } else { ", tab: read on" };
        format!(" ({}-{} of {count} lines{key})", top + 1, top + height)
    } else {
        String::new()
    };
    let room = usize::from(area.width).saturating_sub(4 + canvas.width(&place));
    let title = canvas.fit(title, room);
    canvas.frame(area, &format!("{title}{place}"), focus != Focus::Elsewhere);
    draw_rows(canvas, inside, window, laid, (focus == Focus::Here).then_some(Role::Selected));
}

/// The lines of a page, broken at the edge.
struct Laid {
    rows: Vec<Vec<Piece>>,
    /// Which line each row belongs to.
    line_of: Vec<usize>,
    /// The rows of the line under the cursor.
    of_cursor: Option<std::ops::Range<usize>>,
    /// The rows of the match that was gone to, in a page without a cursor.
    of_match: Option<std::ops::Range<usize>>,
}

/// A line with what is looked for in it lit.
fn marked(line: &crate::page::Line, at: usize, lookup: &Lookup) -> Vec<Piece> {
    if !lookup.has(at) {
        return line.pieces.clone();
    }
    let places = lookup.sought.places(&line.plain());
    let mut from = 0;
    let piece = |(role, text): &Piece| {
        let to = from + text.chars().count();
        let inside = places.iter().filter(|place| place.start < to && from < place.end);
        let inside: Vec<_> = inside.map(|place| place.start.saturating_sub(from)..place.end.min(to) - from).collect();
        from = to;
        lit(*role, text, &inside)
    };
    line.pieces.iter().flat_map(piece).collect()
}

fn laid(canvas: &Canvas<'_>, window: &Window, columns: usize) -> Laid {
    let mut rows: Vec<Vec<Piece>> = Vec::new();
    let mut line_of = Vec::new();
    let (mut of_cursor, mut of_match) = (None, None);
    for (at, line) in window.page.lines.iter().enumerate() {
        let from = rows.len();
        let mut pieces = marked(line, at, &window.lookup);
        // In a text to be read, what leads somewhere is rare and says so.
        if line.link.is_some() && window.view == View::Why {
            pieces.push((Role::Key, " (enter)".to_owned()));
        }
        match line.kind {
            Kind::Row => rows.push(canvas.window(pieces, window.left(), columns)),
            Kind::Item => rows.extend(canvas.wrap(&[indented(&pieces)], columns)),
            Kind::Heading | Kind::Text | Kind::Gap => {
                rows.extend(canvas.wrap(std::slice::from_ref(&pieces), columns));
            }
        }
        line_of.resize(rows.len(), at);
        if window.cursor() == Some(at) {
            of_cursor = Some(from..rows.len());
        }
        if window.lookup.line() == Some(at) && window.cursor().is_none() {
            of_match = Some(from..rows.len());
        }
    }
    Laid { rows, line_of, of_cursor, of_match }
}

fn draw_rows(canvas: &mut Canvas<'_>, inside: Rect, window: &Window, laid: Laid, cursor: Option<Role>) {
    let height = usize::from(inside.height);
    let Laid { rows, line_of, of_cursor, of_match } = laid;
    let top = window.top(rows.len(), height, of_cursor.clone());
    window.set_drawn(drawn(inside), line_of);
    for (line, (at, row)) in rows.iter().enumerate().skip(top).take(height).enumerate() {
        let is_cursor = [&of_cursor, &of_match].into_iter().flatten().any(|rows| rows.contains(&at));
        canvas.row(inside, u16::try_from(line).unwrap_or(u16::MAX), row, cursor.filter(|_| is_cursor));
    }
}

/// One value, whole: only what is on screen is broken into rows.
fn reader(canvas: &mut Canvas<'_>, body: Rect, reader: &Reader) {
    let columns = usize::from(body.width.saturating_sub(2)).max(1);
    let broken = |canvas: &Canvas<'_>, at: usize| {
        let text = reader.piece(at);
        let places = if reader.lookup.has(at) { reader.lookup.sought.places(text) } else { Vec::new() };
        canvas.wrap(&[lit(Role::Value, text, &places)], columns)
    };
    let height = usize::from(body.height.saturating_sub(2));
    let (first, skipped) = reader.top(height, |at| broken(canvas, at).len());
    canvas.clear(body);
    let mut rows: Vec<Vec<Piece>> = Vec::new();
    for at in first..reader.len() {
        if rows.len() >= height + skipped {
            break;
        }
        rows.extend(broken(canvas, at));
    }
    let is_whole = (first, skipped) == (0, 0) && rows.len() <= height;
    let place = if is_whole { String::new() } else { format!(" ({}%, j k scroll)", reader.percent()) };
    let inside = canvas.frame(body, &format!("{}{place}", reader.title), true);
    for (line, row) in (0..inside.height).zip(rows.iter().skip(skipped)) {
        canvas.row(inside, line, row, None);
    }
}

/// An item stands two columns in, and so do the lines it is broken into.
fn indented(pieces: &[Piece]) -> Vec<Piece> {
    let mut pieces = pieces.to_vec();
    if let Some((_, first)) = pieces.first_mut() {
        first.insert_str(0, "  ");
    }
    pieces
}
