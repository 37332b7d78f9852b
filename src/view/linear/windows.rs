//! Windows and what is being typed, as lines of words.

use super::{Told, facts, of};
use crate::app::reader::Reader;
use crate::app::window::Window;
use crate::app::{Among, App, Ask, Finder, Overlay};
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
        here: vec![(Role::Value, format!("{label}{}", prompt.input.value()))],
        about,
        ..Told::default()
    })
}

pub(super) fn told(app: &App, window: &Overlay, canvas: &Canvas<'_>) -> Told {
    match window {
        Overlay::Page(window) => page(window, "window", canvas),
        Overlay::Reader(reader) => text(reader),
        Overlay::Find(finder) => self::finder(finder),
        Overlay::Ask(ask) => asked(app, ask),
    }
}

/// What is asked, and the answer so far.
fn asked(app: &App, ask: &Ask) -> Told {
    let label = format!("{}: ", ask.what.words());
    Told {
        column: 2 + label.chars().count() + ask.input.visual_cursor(),
        here: vec![(Role::Value, format!("{label}{}", ask.input.value()))],
        about: [app.asked_about(ask), Some(app.said_of_answer(ask)), app.said_of_edit(ask)]
            .into_iter()
            .flatten()
            .map(|said| vec![(Role::Text, said)])
            .collect(),
        ..Told::default()
    }
}

/// What is typed, what Enter takes, and what else was found.
fn finder(finder: &Finder) -> Told {
    let label = match finder.among {
        Among::Commands => "command: ",
        Among::Anything => "go to: ",
        Among::Registries => "compare with: ",
        Among::Pairings => "pair so: ",
        Among::Labels => "label: ",
        Among::Orders => "sort by: ",
    };
    let none = finder.among.nothing();
    let row = |at: &u32| {
        let found = finder.row(*at)?;
        let barred = found.barred.unwrap_or_default().to_owned();
        Some(facts([found.kind.to_owned(), found.text.clone(), found.name.clone(), found.after.clone(), barred]))
    };
    let place = finder.list.place();
    let taken = finder.list.selected().and_then(row).map(|mut row| {
        row.insert(0, (Role::Value, "Enter takes: ".into()));
        row.push((Role::Text, format!(", {}", of(place, finder.list.rows().len()))));
        row
    });
    Told {
        column: 2 + label.len() + finder.input.visual_cursor(),
        here: vec![(Role::Value, format!("{label}{}", finder.input.value()))],
        about: vec![taken.unwrap_or_else(|| vec![(Role::Muted, none.into())])],
        heading: Vec::new(),
        below: finder.list.rows().iter().skip(place + 1).filter_map(row).collect(),
    }
}

/// A page from the line under its cursor, or the one at its top.
pub(super) fn page(window: &Window, what: &str, canvas: &Canvas<'_>) -> Told {
    let lines: Vec<(usize, Vec<Piece>)> = window
        .page
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.kind != Kind::Gap && !line.plain().trim().is_empty())
        .map(|(at, line)| (at, if line.kind == Kind::Row { squeezed(&line.pieces) } else { line.pieces.clone() }))
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
        heading: vec![vec![(Role::Title, format!("{what}: {title}"))]],
        about: Vec::new(),
        below: lines.into_iter().skip(from + 1).map(|(_, line)| line).collect(),
    }
}

/// Columns stand side by side for the eye alone: one space between them is enough.
pub(super) fn squeezed(pieces: &[Piece]) -> Vec<Piece> {
    let mut is_after_space = true;
    let squeeze = |(role, text): &Piece| {
        let kept = text.chars().filter(|c| !std::mem::replace(&mut is_after_space, *c == ' ') || *c != ' ');
        (*role, kept.collect())
    };
    pieces.iter().map(squeeze).collect()
}

/// So many pieces of a long text are more than a screen holds.
const PIECES: usize = 200;

fn text(reader: &Reader) -> Told {
    let (top, _) = reader.top(1, |_| 1);
    let line = |at: usize| vec![(Role::Value, reader.piece(at).to_owned())];
    Told {
        here: line(top),
        column: 0,
        heading: vec![vec![(Role::Title, format!("window: {}, {} percent", reader.title, reader.percent()))]],
        about: Vec::new(),
        below: (top + 1..reader.len()).take(PIECES).map(line).collect(),
    }
}
