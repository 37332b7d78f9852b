//! What a click does: it puts the cursor where it points; on the row under the cursor it opens that, as Enter does.

use crate::app::effect::{Effect, Mouse};
use crate::app::screen::braid;
use crate::app::screen::pairs::{self, Cell};
use crate::app::screen::{registries, review, stepper};
use crate::app::sorting::Sorted;
use crate::app::{App, Overlay, Tab};

/// A list, and the row of it that was clicked.
enum Spot {
    Registries(registries::Pane, usize),
    Review(review::Pane, usize),
    Stepper(stepper::Pane, usize),
    Cell(Cell),
    Braid(braid::Pane, usize),
    Pairs(usize),
    Episodes(usize),
    Found(usize),
    Line(usize),
    Heading(Sorted, usize),
}

/// A pane of a screen that has several.
enum Pane {
    Registries(registries::Pane),
    Review(review::Pane),
    Stepper(stepper::Pane),
    Braid(braid::Pane),
}

impl App {
    /// Nothing is on screen: a frame begins. Whatever it draws can be clicked, and nothing else.
    pub fn forget_drawn(&self) {
        self.episodes.list.forget_drawn();
        self.registries.tools.forget_drawn();
        self.registries.rules.forget_drawn();
        self.registries.firings.forget_drawn();
        self.review.screen.queue.forget_drawn();
        self.review.screen.card.forget_drawn();
        self.pairs.screen.forget_drawn();
        if let Some(open) = &self.pairs.open {
            open.strips.forget_drawn();
            open.row.forget_drawn();
        }
        self.studying.screen.window.forget_drawn();
        if let Some(stepper) = &self.stepper {
            stepper.calls.forget_drawn();
            stepper.tree.forget_drawn();
        }
        for overlay in &self.overlays {
            match overlay {
                Overlay::Page(window) => window.forget_drawn(),
                Overlay::Find(finder) => finder.list.forget_drawn(),
                Overlay::Reader(_) | Overlay::Ask(_) => {}
            }
        }
    }

    /// A click on a tab of the first line opens it; one on a row goes there.
    pub(in crate::app) fn clicked(&mut self, column: u16, row: u16) -> Vec<Effect> {
        if row == 0 {
            self.click_tab(column);
            return Vec::new();
        }
        let Some(spot) = self.spot_clicked(column, row) else { return Vec::new() };
        self.begin_click();
        self.click(&spot)
    }

    /// The wheel moves in the pane under the pointer; the keys stay where they are.
    pub(in crate::app) fn wheeled(&mut self, lines: i16, column: u16, row: u16) -> Vec<Effect> {
        self.end_seeking();
        let lines = isize::from(lines);
        match self.pane_under(column, row) {
            Some(Pane::Registries(pane)) => {
                let keys = std::mem::replace(&mut self.registries.pane, pane);
                self.move_by(lines);
                self.registries.pane = keys;
            }
            Some(Pane::Review(pane)) => {
                let keys = std::mem::replace(&mut self.review.screen.pane, pane);
                self.move_by(lines);
                self.review.screen.pane = keys;
            }
            Some(Pane::Stepper(pane)) => {
                let keys = self.stepper.as_mut().map(|stepper| std::mem::replace(&mut stepper.pane, pane));
                self.move_by(lines);
                if let Some((stepper, keys)) = self.stepper.as_mut().zip(keys) {
                    stepper.pane = keys;
                }
            }
            Some(Pane::Braid(pane)) => {
                let keys = self.pairs.open.as_mut().map(|open| std::mem::replace(&mut open.pane, pane));
                self.move_by(lines);
                if let Some((open, keys)) = self.pairs.open.as_mut().zip(keys) {
                    open.pane = keys;
                }
            }
            None => self.move_by(lines),
        }
        Vec::new()
    }

    /// The pane of the screen that was drawn in a cell; nothing where a window is over it.
    fn pane_under(&self, column: u16, row: u16) -> Option<Pane> {
        if !self.overlays.is_empty() {
            return None;
        }
        match (self.tab, &self.stepper) {
            (Tab::Registries, _) => {
                use registries::Pane::{Firings, Rules, Tools};
                let screen = &self.registries;
                let is_over = [
                    (Tools, screen.tools.is_over(column, row)),
                    (Rules, screen.rules.is_over(column, row)),
                    (Firings, screen.firings.is_over(column, row)),
                ];
                is_over.into_iter().find(|(_, is_over)| *is_over).map(|(pane, _)| Pane::Registries(pane))
            }
            (Tab::Review, _) => {
                use review::Pane::{Card, Queue};
                let screen = &self.review.screen;
                let is_over = [(Queue, screen.queue.is_over(column, row)), (Card, screen.card.is_over(column, row))];
                is_over.into_iter().find(|(_, is_over)| *is_over).map(|(pane, _)| Pane::Review(pane))
            }
            (Tab::Episodes, Some(screen)) => {
                use stepper::Pane::{Calls, Tree};
                let is_over = [(Calls, screen.calls.is_over(column, row)), (Tree, screen.tree.is_over(column, row))];
                is_over.into_iter().find(|(_, is_over)| *is_over).map(|(pane, _)| Pane::Stepper(pane))
            }
            (Tab::Pairs, _) => {
                use braid::Pane::{Row, Strands};
                let open = self.pairs.open.as_ref()?;
                let is_over = [(Strands, open.strips.is_over(column, row)), (Row, open.row.is_over(column, row))];
                is_over.into_iter().find(|(_, is_over)| *is_over).map(|(pane, _)| Pane::Braid(pane))
            }
            (Tab::Episodes, None) | (Tab::Study, _) => None,
        }
    }

    /// Leaves the mouse to the terminal, which then selects text with it, or takes it back.
    pub(in crate::app) fn toggle_mouse(&mut self) -> Vec<Effect> {
        let (mouse, sentence) = match self.mouse {
            Mouse::Ours => (
                Mouse::Terminals,
                "the mouse is off: the terminal selects text with it; : toggle-mouse turns it on again",
            ),
            Mouse::Terminals => {
                (Mouse::Ours, "the mouse is on: a click goes to a row, another one opens it, the wheel scrolls")
            }
        };
        self.mouse = mouse;
        self.notice = Some(sentence.into());
        vec![Effect::Mouse(mouse)]
    }

    /// Nothing is waited for any more. What was typed so far stays as the filter of its list.
    fn begin_click(&mut self) {
        self.filter_prompt = None;
        self.letter = None;
        self.count = None;
        self.notice = None;
        self.wanted_link = None;
        self.end_seeking();
    }

    fn click_tab(&mut self, column: u16) {
        // The title line is ` vidimus  1 Registries  3 Episodes …`.
        let mut left = 10;
        for (tab, digit, name) in Tab::ALL {
            let right = left + u16::try_from(self.tab_label(digit, name).len()).unwrap_or(u16::MAX);
            if (left..right).contains(&column) {
                self.show_tab(tab);
            }
            left = right + 2;
        }
    }

    /// What is behind a window is not to be clicked, and neither are the lists of a screen that is not shown.
    fn spot_clicked(&self, column: u16, row: u16) -> Option<Spot> {
        match self.overlays.last() {
            Some(Overlay::Find(finder)) => return finder.list.row_at(column, row).map(Spot::Found),
            Some(Overlay::Page(window)) => return window.line_at(column, row).map(Spot::Line),
            Some(Overlay::Reader(_) | Overlay::Ask(_)) => return None,
            None => {}
        }
        if let Some((list, order)) = self.heading_at(column, row) {
            return Some(Spot::Heading(list, order));
        }
        match (self.tab, &self.stepper) {
            (Tab::Registries, _) => {
                use registries::Pane::{Firings, Rules, Tools};
                let screen = &self.registries;
                let found = [
                    (Tools, screen.tools.row_at(column, row)),
                    (Rules, screen.rules.row_at(column, row)),
                    (Firings, screen.firings.row_at(column, row)),
                ];
                found.into_iter().find_map(|(pane, at)| Some(Spot::Registries(pane, at?)))
            }
            (Tab::Review, _) => {
                use review::Pane::{Card, Queue};
                let screen = &self.review.screen;
                let found = [(Queue, screen.queue.row_at(column, row)), (Card, screen.card.line_at(column, row))];
                found.into_iter().find_map(|(pane, at)| Some(Spot::Review(pane, at?)))
            }
            (Tab::Episodes, Some(screen)) => {
                use stepper::Pane::{Calls, Tree};
                let found = [(Calls, screen.calls.row_at(column, row)), (Tree, screen.tree.row_at(column, row))];
                found.into_iter().find_map(|(pane, at)| Some(Spot::Stepper(pane, at?)))
            }
            (Tab::Episodes, None) => self.episodes.list.row_at(column, row).map(Spot::Episodes),
            (Tab::Pairs, _) if self.pairs.open.is_some() => {
                use braid::Pane::{Row, Strands};
                let open = self.pairs.open.as_ref()?;
                let found = [(Strands, open.strips.row_at(column, row)), (Row, open.row.line_at(column, row))];
                found.into_iter().find_map(|(pane, at)| Some(Spot::Braid(pane, at?)))
            }
            (Tab::Study, _) => self.studying.screen.window.line_at(column, row).map(Spot::Line),
            (Tab::Pairs, _) => {
                let screen = &self.pairs.screen;
                let cell = screen.cell_at(column, row).map(Spot::Cell);
                cell.or_else(|| screen.list.row_at(column, row).map(Spot::Pairs))
            }
        }
    }

    /// The heading in a cell of the screen: whose it is, and what it sorts by.
    fn heading_at(&self, column: u16, row: u16) -> Option<(Sorted, usize)> {
        let (list, order) = match (self.tab, &self.stepper) {
            (Tab::Registries, _) => (Sorted::Tools, self.registries.tools.head_at(column, row)),
            (Tab::Episodes, None) => (Sorted::Episodes, self.episodes.list.head_at(column, row)),
            (Tab::Pairs, _) if self.pairs.open.is_none() => {
                (Sorted::Pairs, self.pairs.screen.list.head_at(column, row))
            }
            _ => return None,
        };
        Some((list, order?))
    }

    /// A pane that has not got the cursor only gets it: what opens is what stood under the cursor before.
    fn click(&mut self, spot: &Spot) -> Vec<Effect> {
        let (is_here, at) = match *spot {
            Spot::Heading(list, order) => {
                self.click_heading(list, order);
                return Vec::new();
            }
            Spot::Registries(pane, at) => (std::mem::replace(&mut self.registries.pane, pane) == pane, at),
            Spot::Review(pane, at) => (std::mem::replace(&mut self.review.screen.pane, pane) == pane, at),
            Spot::Stepper(pane, at) => match &mut self.stepper {
                Some(stepper) => (std::mem::replace(&mut stepper.pane, pane) == pane, at),
                None => return Vec::new(),
            },
            Spot::Braid(pane, at) => match &mut self.pairs.open {
                Some(open) => (std::mem::replace(&mut open.pane, pane) == pane, at),
                None => return Vec::new(),
            },
            Spot::Pairs(at) => {
                let pane = std::mem::replace(&mut self.pairs.screen.pane, pairs::Pane::List);
                (pane == pairs::Pane::List, at)
            }
            Spot::Cell(cell) => {
                let screen = &mut self.pairs.screen;
                let before = (screen.pane, screen.cell);
                (screen.pane, screen.cell) = (pairs::Pane::Table, cell);
                if before == (screen.pane, cell) {
                    self.enter();
                }
                return Vec::new();
            }
            Spot::Episodes(at) | Spot::Found(at) | Spot::Line(at) => (true, at),
        };
        match spot {
            _ if !is_here || self.place() != at => self.move_to(at),
            Spot::Found(_) => return self.submit(),
            _ => self.enter(),
        }
        Vec::new()
    }
}
