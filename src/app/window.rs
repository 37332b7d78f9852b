//! Windows of text over a screen. Every one shows a [`Page`] and is moved in the same way.

mod paging;

use std::cell::{Cell, RefCell};

use paging::is_read_from_its_top;

use super::drawn::Drawn;
use super::keys::Scope;
use super::lines::{Lookup, recount};
use super::{App, Overlay};
use crate::page::{Kind, Line, Page, Role};

/// What a window shows; the page is made anew from it when what it shows has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum View {
    /// The keys of the place it was opened from.
    Help(Scope),
    /// The receipt autopsy of the call in the stepper.
    Why,
    /// What reloads changed.
    Changes,
    /// The log of messages.
    Log,
    /// Where the followed value stands again.
    Taint,
    /// The messages of the open episode, with its calls.
    Conversation,
    /// The rules on every field of a tool's results.
    Coverage,
    /// The calls like the one in the stepper.
    Similar,
    /// The call in the stepper against an earlier one.
    Difference,
    /// The card of the violation in the stepper.
    Witness,
    /// The record of the call as it stands in the file.
    Raw,
    /// What stands out in the open episode.
    Findings,
    /// What a full-text search found.
    Search,
    /// The fields whose values can be counted.
    Fields,
    /// How often each value of a field occurs.
    Frequency,
    /// The calls with one value of a field.
    CallsWith,
    /// The command line that prints what is on screen.
    CommandLine,
    /// The marks, each with where it leads.
    Marks,
    /// The card of an invariant under review; a pane and no window.
    Card,
    /// What the reasons of suspicion mean.
    Reasons,
    /// What is left to review, and what is gone.
    Left,
    /// What the pending decisions of a review would change.
    Preview,
    /// The audit of the contracts.
    Audit,
    /// Two registries compared.
    Diff,
    /// What became of what a tool says of itself.
    Drift,
    /// What is missing before a registry can be frozen, and what came of it.
    Freeze,
    /// The seal of a frozen registry.
    Verify,
    /// A row of an open pair; a pane and no window.
    BraidRow,
    /// What both episodes of an open pair said.
    Said,
    /// The numbers of the study; a screen and no window.
    Study,
    /// How far labelling is, and how far labels and guesses agree.
    Agreement,
    /// What the labels mean.
    Vocabulary,
    /// The runs that make no pair, with why.
    Beside,
}

/// Why a window shows what was read before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Its file is being read anew.
    Reading(String),
    /// What it shows is gone from its file.
    Gone(String),
}

impl Note {
    /// The whole sentence.
    pub fn sentence(&self) -> &str {
        match self {
            Self::Reading(sentence) | Self::Gone(sentence) => sentence,
        }
    }
}

/// A page with a place in it.
///
/// Where lines lead somewhere, the place is the line under the cursor; else it is the first row on screen.
#[derive(Clone, Debug)]
pub struct Window {
    /// What it shows.
    pub view: View,
    /// The text.
    pub page: Page,
    /// Why the page is not made anew, if so; its first line says it.
    note: Option<Note>,
    place: usize,
    /// The first row on screen at the last draw, and the last one that can stand there; only the view knows how
    /// lines break.
    drawn: Cell<(usize, usize)>,
    /// Where its text stands on screen, and the line that each of all its rows belongs to.
    clickable: RefCell<(Drawn, Vec<usize>)>,
    /// How many columns of its rows are gone by at the left, and how many can be.
    sideways: Cell<(usize, usize)>,
    /// What is looked for in it.
    pub lookup: Lookup,
}

impl Window {
    /// A window at its first line.
    pub fn new(view: View, page: Page) -> Self {
        let has_links = page.has_links();
        let first = page.lines.iter().position(|line| line.link.is_some()).filter(|_| has_links);
        let first = first.filter(|_| !is_read_from_its_top(&view));
        let (place, drawn, clickable) = (first.unwrap_or(0), Cell::new((0, usize::MAX)), RefCell::default());
        Self { view, page, note: None, place, drawn, clickable, sideways: Cell::default(), lookup: Lookup::default() }
    }

    /// Takes a new text. The cursor stays on its line wherever that stands now; if it is gone, as far as there are
    /// lines.
    pub fn set_page(&mut self, page: Page) {
        self.release();
        if page.has_links() == self.page.has_links() {
            self.place = self.place_in(&page).unwrap_or(self.place);
            self.page = page;
            self.move_by(0);
        } else {
            let lookup = std::mem::take(&mut self.lookup);
            *self = Self { lookup, ..Self::new(self.view.clone(), page) };
        }
        recount(self);
    }

    /// Where the line under the cursor stands in another text; of several that say the same, the one with as many
    /// before it.
    fn place_in(&self, page: &Page) -> Option<usize> {
        let line = self.page.lines.get(self.cursor()?)?;
        let is_it = |other: &Line| (other.kind, &other.pieces) == (line.kind, &line.pieces);
        let before = self.page.lines.iter().take(self.place).filter(|line| is_it(line)).count();
        let mut places = (0..).zip(&page.lines).filter(|(_, line)| is_it(line)).map(|(place, _)| place);
        places.nth(before)
    }

    /// Whether rows are wider than the window.
    pub fn is_wide(&self) -> bool {
        self.sideways.get().1 > 0
    }

    /// So many columns of its rows are gone by at the left.
    pub fn left(&self) -> usize {
        self.sideways.get().0
    }

    /// Remembers by how many columns its widest row is wider than the window, as only the view knows.
    pub fn set_wide(&self, columns: usize) {
        self.sideways.set((self.left().min(columns), columns));
    }

    /// Scrolls sideways; stops at the ends.
    pub fn scroll(&self, columns: isize) {
        let (left, most) = self.sideways.get();
        self.sideways.set((left.saturating_add_signed(columns).min(most), most));
    }

    /// Why it shows what was read before, if so.
    pub fn note(&self) -> Option<&Note> {
        self.note.as_ref()
    }

    /// Keeps the text it has, and says why in its first line.
    pub(super) fn hold(&mut self, note: Note) {
        self.release();
        let pieces = vec![(Role::News, note.sentence().to_owned())];
        self.page.lines.insert(0, Line::new(Kind::Text, pieces));
        // Without a cursor the place is the first line on screen, and the news shall be.
        self.place = if self.page.has_links() { self.place + 1 } else { 0 };
        self.note = Some(note);
        recount(self);
    }

    /// Takes new texts again.
    pub(super) fn release(&mut self) {
        if self.note.take().is_some() && !self.page.lines.is_empty() {
            self.page.lines.remove(0);
            self.place = self.place.saturating_sub(1);
            recount(self);
        }
    }

    /// The line under the cursor, in a page with links.
    pub fn cursor(&self) -> Option<usize> {
        self.page.has_links().then_some(self.place)
    }

    /// What Enter leads to.
    pub fn link(&self) -> Option<usize> {
        self.page.lines.get(self.cursor()?)?.link
    }

    /// Moves by lines; stops at the ends.
    pub fn move_by(&mut self, lines: isize) {
        self.move_to(self.place.min(self.last()).saturating_add_signed(lines));
    }

    /// Moves to a line, or to the last one.
    pub fn move_to(&mut self, place: usize) {
        self.place = place.min(self.last());
    }

    /// Shows a line: the cursor goes there, or where there is none the text scrolls, with what stands before it in sight.
    pub(super) fn show_line(&mut self, line: usize) {
        if self.page.has_links() {
            return self.move_to(line);
        }
        let row = self.clickable.borrow().1.partition_point(|of| *of < line);
        let row = if self.clickable.borrow().1.is_empty() { line } else { row };
        self.move_to(row.saturating_sub(2));
    }

    /// Moves to a line with links around it, and shows it at the top with what follows it.
    pub fn begin_at(&mut self, place: usize) {
        self.move_to(place);
        self.drawn.set((usize::MAX, self.drawn.get().1));
    }

    /// The place, to move on from: a row of the text where nothing leads anywhere, and past its end while it is not
    /// drawn. What stands there is asked of [`Self::line`].
    pub fn place(&self) -> usize {
        self.place
    }

    /// The line under the cursor, or the one at the top of a text without links; nothing in an empty page.
    pub fn line(&self) -> Option<usize> {
        let last = self.page.lines.len().checked_sub(1)?;
        let scrolled = || self.clickable.borrow().1.get(self.place).copied().unwrap_or(self.place);
        Some(self.cursor().unwrap_or_else(scrolled).min(last))
    }

    fn last(&self) -> usize {
        if self.page.has_links() { self.page.lines.len().saturating_sub(1) } else { self.drawn.get().1 }
    }

    /// The first row on screen: `rows` broken rows in all, `height` of them fit, and the line under the cursor
    /// takes those of `cursor`. It is remembered, so that the next move starts from what is on screen.
    pub fn top(&self, rows: usize, height: usize, cursor: Option<std::ops::Range<usize>>) -> usize {
        let last = rows.saturating_sub(height);
        let top = match cursor {
            None => self.place,
            Some(cursor) => {
                let margin = self.margin(height);
                let least = (cursor.end + margin).saturating_sub(height);
                self.drawn.get().0.max(least).min(cursor.start.saturating_sub(margin))
            }
        };
        let top = top.min(last);
        self.drawn.set((top, last));
        top
    }

    /// Remembers where its text stands on screen, and the line that each of all its rows belongs to.
    pub fn set_drawn(&self, drawn: Drawn, lines: Vec<usize>) {
        self.clickable.replace((drawn, lines));
    }

    /// Its text is not on screen.
    pub fn forget_drawn(&self) {
        self.clickable.take();
    }

    /// Whether a cell of the screen is in its text.
    pub fn is_over(&self, column: u16, row: u16) -> bool {
        self.clickable.borrow().0.row(column, row).is_some()
    }

    /// The line that stands in a cell of the screen, in a page with links.
    pub fn line_at(&self, column: u16, row: u16) -> Option<usize> {
        let (drawn, lines) = &*self.clickable.borrow();
        let at = lines.get(self.drawn.get().0.saturating_add(drawn.row(column, row)?)).copied();
        at.filter(|at| self.page.has_links() && *at < self.page.lines.len())
    }
}

impl App {
    /// Opens a window.
    pub(super) fn open_window(&mut self, view: View) {
        let page = self.page_of(&view).unwrap_or_default();
        let mut window = Window::new(view, page);
        if window.view == View::Log {
            window.move_to(usize::MAX);
        }
        self.overlays.push(Overlay::Page(Box::new(window)));
    }

    /// Makes the pages of open windows anew, after what they show may have changed.
    pub(super) fn refresh_windows(&mut self) {
        for at in 0..self.overlays.len() {
            let Some(Overlay::Page(window)) = self.overlays.get(at) else { continue };
            if window.note().is_some() {
                continue;
            }
            let Some(page) = self.page_of(&window.view) else { continue };
            if let Some(Overlay::Page(window)) = self.overlays.get_mut(at)
                && window.page != page
            {
                window.set_page(page);
            }
        }
    }

    /// The topmost window of a kind.
    pub(super) fn window_mut(&mut self, view: &View) -> Option<&mut Window> {
        self.overlays.iter_mut().rev().find_map(|overlay| match overlay {
            Overlay::Page(window) if window.view == *view => Some(&mut **window),
            _ => None,
        })
    }

    /// Whether a window of a kind is open, whatever lies over it, or waits to be come back to.
    pub(super) fn is_view_open(&self, view: &View) -> bool {
        self.overlays
            .iter()
            .chain(self.left_overlays())
            .any(|overlay| matches!(overlay, Overlay::Page(window) if window.view == *view))
    }

    /// The window on top, if it is one of text.
    pub fn window(&self) -> Option<&Window> {
        match self.overlays.last() {
            Some(Overlay::Page(window)) => Some(window),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(lines: usize, links: &[usize]) -> Window {
        let mut page = Page::new("t");
        for line in 0..lines {
            match links.iter().position(|link| *link == line) {
                Some(link) => page.link(Kind::Text, vec![(Role::Text, "x".into())], link),
                None => page.text("x"),
            }
        }
        Window::new(View::Log, page)
    }

    /// Without links the text scrolls; after the last line one step back is one row.
    #[test]
    fn a_text_scrolls_and_comes_back_from_its_end() {
        let mut window = window(20, &[]);
        assert_eq!(window.top(20, 5, None), 0);
        window.move_to(usize::MAX);
        assert_eq!(window.top(20, 5, None), 15);
        window.move_by(-1);
        assert_eq!(window.top(20, 5, None), 14);
        assert_eq!(window.link(), None);
    }

    /// Keys may come faster than frames: what stands under the cursor is a line of the text all the same, and its
    /// first line is found again from an end that nobody knows yet.
    #[test]
    fn the_end_of_a_text_that_is_not_drawn_is_a_line_of_it() {
        let mut window = window(20, &[]);
        window.move_to(usize::MAX);
        assert_eq!(window.line(), Some(19));
        window.move_to(0);
        assert_eq!((window.line(), window.place()), (Some(0), 0));
        let mut empty = super::Window::new(View::Log, Page::default());
        empty.move_to(usize::MAX);
        assert_eq!(empty.line(), None);
    }

    /// Sideways only as far as rows go on, and back in reach when there is more room.
    #[test]
    fn a_wide_text_scrolls_sideways_and_stops_at_its_ends() {
        let window = window(3, &[]);
        window.scroll(8);
        assert_eq!((window.left(), window.is_wide()), (0, false));
        window.set_wide(12);
        window.scroll(8);
        window.scroll(8);
        assert_eq!((window.left(), window.is_wide()), (12, true));
        window.scroll(-8);
        assert_eq!(window.left(), 4);
        window.set_wide(2);
        assert_eq!(window.left(), 2);
        window.scroll(-8);
        assert_eq!(window.left(), 0);
    }

    /// With links the cursor stands on a line that is on screen.
    #[test]
    fn the_cursor_begins_on_the_first_link_and_stays_on_screen() {
        let mut window = window(20, &[3, 12]);
        assert_eq!((window.cursor(), window.link()), (Some(3), Some(0)));
        assert_eq!(window.top(20, 5, Some(3..4)), 0);
        window.move_by(9);
        assert_eq!(window.link(), Some(1));
        assert_eq!(window.top(20, 5, Some(12..13)), 8);
        window.move_by(-2);
        assert_eq!(window.top(20, 5, Some(10..11)), 8);
        window.begin_at(12);
        assert_eq!(window.top(20, 5, Some(12..13)), 12);
        window.begin_at(19);
        assert_eq!(window.top(20, 5, Some(19..20)), 15, "nothing follows the last row");
    }
}
