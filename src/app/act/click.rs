//! What a click does: it puts the cursor where it points; on the row under the cursor it opens that, as Enter does.

use crate::app::effect::{Effect, Mouse};
use crate::app::screen::{registries, review, stepper};
use crate::app::{App, Overlay, Tab};

/// A list, and the row of it that was clicked.
enum Spot {
    Registries(registries::Pane, usize),
    Review(review::Pane, usize),
    Stepper(stepper::Pane, usize),
    Episodes(usize),
    Found(usize),
    Line(usize),
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
        }
    }

    /// A pane that has not got the cursor only gets it: what opens is what stood under the cursor before.
    fn click(&mut self, spot: &Spot) -> Vec<Effect> {
        let (is_here, at) = match *spot {
            Spot::Registries(pane, at) => (std::mem::replace(&mut self.registries.pane, pane) == pane, at),
            Spot::Review(pane, at) => (std::mem::replace(&mut self.review.screen.pane, pane) == pane, at),
            Spot::Stepper(pane, at) => match &mut self.stepper {
                Some(stepper) => (std::mem::replace(&mut stepper.pane, pane) == pane, at),
                None => return Vec::new(),
            },
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
