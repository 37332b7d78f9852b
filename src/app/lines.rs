//! A text looked for in the lines of what is on screen: in every window of text, in a value shown whole, and on the
//! page of the study. Nothing is hidden; a text that changes underneath is looked through again.

use std::borrow::Cow;

use super::reader::Reader;
use super::window::Window;
use super::{App, Overlay, Tab};
use crate::query::text::Sought;

/// What is looked for in one text, and where it stands.
#[derive(Clone, Debug, Default)]
pub struct Lookup {
    /// As it was typed.
    pub text: String,
    /// The same, read.
    pub sought: Sought,
    /// The lines that have it.
    matches: Vec<usize>,
    /// The line of the match that was gone to, and where that left the text.
    at: Option<(usize, usize)>,
    /// Where the text stood when the prompt opened.
    origin: usize,
}

impl Lookup {
    /// Whether a line has what is looked for.
    pub fn has(&self, line: usize) -> bool {
        self.matches.binary_search(&line).is_ok()
    }

    /// The line of the match that was gone to.
    pub fn line(&self) -> Option<usize> {
        self.at.map(|(line, _)| line).filter(|line| self.has(*line))
    }
}

/// A text of lines with a place in it.
pub(super) trait Lines {
    fn count(&self) -> usize;
    fn line(&self, at: usize) -> Cow<'_, str>;
    /// Where the text stands, as a number that changes when it is moved.
    fn place(&self) -> usize;
    /// The line to look on from.
    fn here(&self) -> usize;
    fn go(&mut self, line: usize);
    fn lookup(&self) -> &Lookup;
    fn lookup_mut(&mut self) -> &mut Lookup;
}

/// Looks through the text again: it is another one, or something else is looked for.
pub(super) fn recount(lines: &mut dyn Lines) {
    let sought = &lines.lookup().sought;
    let matches = if sought.is_empty() {
        Vec::new()
    } else {
        (0..lines.count()).filter(|at| sought.is_in(&lines.line(*at))).collect()
    };
    lines.lookup_mut().matches = matches;
}

/// The line to look on from: that of the last match, unless the person went elsewhere since.
fn here(lines: &dyn Lines) -> usize {
    let at = lines.lookup().at.filter(|(_, place)| *place == lines.place());
    at.map_or_else(|| lines.here(), |(line, _)| line)
}

/// Which of how many matches it is; nothing where nothing is looked for. Between two it is the one before.
fn found(lines: &dyn Lines) -> Option<(usize, usize)> {
    let lookup = lines.lookup();
    let here = here(lines);
    let before = lookup.matches.iter().filter(|line| **line <= here).count();
    (!lookup.sought.is_empty()).then(|| (before.max(usize::from(!lookup.matches.is_empty())), lookup.matches.len()))
}

fn go(lines: &mut dyn Lines, line: usize) {
    lines.go(line);
    let place = lines.place();
    lines.lookup_mut().at = Some((line, place));
}

impl App {
    /// The text on screen, if keys look through one.
    fn lines(&self) -> Option<&dyn Lines> {
        match self.overlays.last() {
            Some(Overlay::Page(window)) => Some(&**window),
            Some(Overlay::Reader(reader)) => Some(&**reader),
            None if self.tab == Tab::Study && !self.studying.screen.window.page.lines.is_empty() => {
                Some(&self.studying.screen.window)
            }
            _ => None,
        }
    }

    fn lines_mut(&mut self) -> Option<&mut dyn Lines> {
        match self.overlays.last_mut() {
            Some(Overlay::Page(window)) => Some(&mut **window),
            Some(Overlay::Reader(reader)) => Some(&mut **reader),
            None if self.tab == Tab::Study && !self.studying.screen.window.page.lines.is_empty() => {
                Some(&mut self.studying.screen.window)
            }
            _ => None,
        }
    }

    /// What is looked for in the text on screen; nothing where there is no text to look through.
    pub fn looked_for(&self) -> Option<&str> {
        self.lines().map(|lines| lines.lookup().text.as_str())
    }

    /// Which of how many matches in the text on screen it is; nothing where nothing is looked for.
    pub fn found_in_lines(&self) -> Option<(usize, usize)> {
        self.lines().and_then(found)
    }

    /// The prompt opened: while a text is typed it is looked for from here on.
    pub(super) fn mark_lines_origin(&mut self) {
        if let Some(lines) = self.lines_mut() {
            let origin = here(lines);
            lines.lookup_mut().origin = origin;
        }
    }

    /// Looks for a text, from where the prompt opened on, and behind the end from the beginning.
    pub(super) fn find_in_lines(&mut self, text: String) {
        let Some(lines) = self.lines_mut() else { return };
        let origin = lines.lookup().origin;
        *lines.lookup_mut() = Lookup { sought: Sought::new(&text), text, origin, ..Lookup::default() };
        recount(lines);
        let matches = &lines.lookup().matches;
        let next = matches.iter().find(|line| **line >= origin).or_else(|| matches.first()).copied();
        match next {
            Some(line) => go(lines, line),
            None => lines.go(origin),
        }
    }

    /// Goes to the next match in the text on screen; false if nothing is looked for there.
    pub(super) fn next_line_match(&mut self, forward: bool) -> bool {
        let times = self.times().unsigned_abs().max(1);
        let Some(lines) = self.lines_mut().filter(|lines| !lines.lookup().sought.is_empty()) else { return false };
        let here = here(lines);
        let matches = &lines.lookup().matches;
        let found = if forward {
            let mut after = matches.iter().filter(|line| **line > here);
            after.clone().nth(times - 1).or_else(|| after.next_back())
        } else {
            let mut before = matches.iter().rev().filter(|line| **line < here);
            before.clone().nth(times - 1).or_else(|| before.next_back())
        };
        match found.copied() {
            Some(line) => go(lines, line),
            None => {
                let side = if forward { "further" } else { "earlier" };
                self.notice = Some(format!("no {side} match in this text"));
            }
        }
        true
    }

    /// Nothing is looked for any more; false if nothing was.
    pub(super) fn leave_lines(&mut self) -> bool {
        let Some(lines) = self.lines_mut().filter(|lines| !lines.lookup().sought.is_empty()) else { return false };
        *lines.lookup_mut() = Lookup::default();
        self.notice = Some("nothing is looked for any more; esc again goes back".into());
        true
    }
}

impl Lines for Window {
    fn count(&self) -> usize {
        self.page.lines.len()
    }

    fn line(&self, at: usize) -> Cow<'_, str> {
        self.page.lines.get(at).map(crate::page::Line::plain).unwrap_or_default().into()
    }

    fn place(&self) -> usize {
        Self::place(self)
    }

    fn here(&self) -> usize {
        Self::line(self).unwrap_or(0)
    }

    fn go(&mut self, line: usize) {
        self.show_line(line);
    }

    fn lookup(&self) -> &Lookup {
        &self.lookup
    }

    fn lookup_mut(&mut self) -> &mut Lookup {
        &mut self.lookup
    }
}

impl Lines for Reader {
    fn count(&self) -> usize {
        self.len()
    }

    fn line(&self, at: usize) -> Cow<'_, str> {
        self.piece(at).into()
    }

    fn place(&self) -> usize {
        self.first()
    }

    fn here(&self) -> usize {
        self.first()
    }

    fn go(&mut self, line: usize) {
        self.show_piece(line);
    }

    fn lookup(&self) -> &Lookup {
        &self.lookup
    }

    fn lookup_mut(&mut self) -> &mut Lookup {
        &mut self.lookup
    }
}
