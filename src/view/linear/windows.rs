//! Windows and what is being typed, as lines of words.

use super::{Told, facts, of};
use crate::app::reader::Reader;
use crate::app::window::Window;
use crate::app::{App, Overlay, palette_rows};
use crate::page::Kind;
use crate::theme::Role;
use crate::view::canvas::{Canvas, Piece};

/// The filter being typed, with the terminal's cursor in it.
pub(super) fn typed(app: &App) -> Option<Told> {
    let prompt = app.filter_prompt.as_ref()?;
    let label = format!("{}: ", prompt.list.asks());
    let (shown, all) = app.filter_count();
    let mut about = vec![vec![(Role::Text, format!("{shown} of {all} match"))]];
    if let Some(error) = &prompt.error {
        about.push(vec![(Role::Broken, error.to_string())]);
    }
    if !prompt.choices.is_empty() {
        about.push(vec![(Role::Text, format!("it can go on with {}", prompt.choices.join(", ")))]);
    }
    Some(Told {
        column: 2 + label.chars().count() + prompt.input.visual_cursor(),
        here: vec![(Role::Text, format!("{label}{}", prompt.input.value()))],
        about,
        below: Vec::new(),
    })
}

pub(super) fn told(app: &App, window: &Overlay, canvas: &Canvas<'_>) -> Told {
    match window {
        Overlay::Page(window) => page(window, canvas),
        Overlay::Reader(reader) => text(reader),
        Overlay::Palette(prompt, rows) => {
            let found = palette_rows(&app.keymap, app.base_scope(), prompt.input.value());
            let row = |at: &usize| {
                let row = found.get(*at)?;
                let keys = if row.keys.is_empty() { String::new() } else { format!("key {}", row.keys.join(" or ")) };
                Some(facts([row.help.to_owned(), keys]))
            };
            let place = rows.place();
            let chosen = rows.selected().and_then(row);
            let mut about = chosen.clone().map(|mut row| {
                row.insert(0, (Role::Text, "Enter takes: ".into()));
                row.push((Role::Text, format!(", {}", of(place, rows.rows().len()))));
                row
            });
            if about.is_none() {
                about = Some(vec![(Role::Muted, "no command has these letters in this order".into())]);
            }
            Told {
                column: 2 + "command: ".len() + prompt.input.visual_cursor(),
                here: vec![(Role::Text, format!("command: {}", prompt.input.value()))],
                about: about.into_iter().collect(),
                below: rows.rows().iter().skip(place + 1).filter_map(row).collect(),
            }
        }
    }
}

/// A page from the line under its cursor, or the one at its top.
fn page(window: &Window, canvas: &Canvas<'_>) -> Told {
    let lines: Vec<(usize, Vec<Piece>)> = window
        .page
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.kind != Kind::Gap && !line.plain().trim().is_empty())
        .map(|(at, line)| (at, line.pieces.clone()))
        .collect();
    // As if the window had one row: then any line can be the first.
    let cursor = window.cursor();
    let top = window.top(window.page.lines.len(), 1, cursor.map(|at| at..at + 1));
    let from = lines.iter().position(|(at, _)| *at >= top).unwrap_or(lines.len().saturating_sub(1));
    let title = canvas.safe(&window.page.title).into_owned();
    let leads = |at: usize| window.page.lines.get(at).is_some_and(|line| line.link.is_some());
    let mut here = lines.get(from).map(|(_, line)| line.clone()).unwrap_or_default();
    let hint = if lines.get(from).is_some_and(|(at, _)| leads(*at)) { ", Enter leads on" } else { "" };
    here.push((Role::Muted, format!(", line {}{hint}", of(from, lines.len()))));
    Told {
        here,
        column: 0,
        about: vec![vec![(Role::Title, format!("window: {title}"))]],
        below: lines.into_iter().skip(from + 1).map(|(_, line)| line).collect(),
    }
}

/// So many pieces of a long text are more than a screen holds.
const PIECES: usize = 200;

fn text(reader: &Reader) -> Told {
    let (top, _) = reader.top(1, |_| 1);
    let line = |at: usize| vec![(Role::Value, reader.piece(at).to_owned())];
    Told {
        here: line(top),
        column: 0,
        about: vec![vec![(Role::Title, format!("window: {}, {} percent", reader.title, reader.percent()))]],
        below: (top + 1..reader.len()).take(PIECES).map(line).collect(),
    }
}
