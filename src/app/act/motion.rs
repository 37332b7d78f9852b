//! Moving the cursor: by rows, to lines, from pane to pane.

use crate::app::filter::Filtered;
use crate::app::keys::Scope;
use crate::app::screen::{registries, review, stepper};
use crate::app::{App, Overlay, Tab};

/// Rows that a page moves, when nothing better is known: the body of the screen less two.
const FRAME_ROWS: u16 = 6;

impl App {
    pub(in crate::app) fn times(&self) -> isize {
        self.count.and_then(|count| isize::try_from(count).ok()).unwrap_or(1)
    }

    pub(super) fn page(&self) -> isize {
        isize::try_from(self.size.1.saturating_sub(FRAME_ROWS).max(2)).unwrap_or(2) - 1
    }

    /// A window moves by what of it is on screen, everything else by the height of the screen.
    pub(super) fn page_by(&mut self, pages: isize) {
        let rows = self.page();
        match self.overlays.last_mut() {
            Some(Overlay::Page(window)) => window.page_by(pages, rows),
            None if self.tab == Tab::Study => self.studying.screen.window.page_by(pages, rows),
            _ => self.move_by(rows.saturating_mul(pages)),
        }
    }

    pub(in crate::app) fn move_by(&mut self, rows: isize) {
        if !self.is_help_of_typing()
            && self
                .filter_prompt
                .as_ref()
                .is_some_and(|prompt| matches!(prompt.list, Filtered::Calls | Filtered::Lines))
        {
            return self.next_match(rows > 0);
        }
        match self.overlays.last_mut() {
            Some(Overlay::Find(finder)) => return finder.list.move_by(rows),
            Some(Overlay::Page(window)) => return window.move_by(rows),
            Some(Overlay::Reader(reader)) => return reader.move_by(rows),
            Some(Overlay::Ask(_)) => return,
            None => {}
        }
        match self.base_scope() {
            Scope::Registries => {
                match self.registries.pane {
                    registries::Pane::Tools => self.registries.tools.move_by(rows),
                    registries::Pane::Rules => self.registries.rules.move_by(rows),
                    registries::Pane::Firings => self.registries.firings.move_by(rows),
                }
                self.rule_moved();
            }
            Scope::Review => self.move_in_review(rows),
            Scope::Pairs => self.move_in_pairs(rows),
            Scope::Braid => self.move_in_braid(rows),
            Scope::Study => self.studying.screen.window.move_by(rows),
            Scope::Stepper => self.step_by(rows),
            _ => self.episodes.list.move_by(rows),
        }
    }

    pub(in crate::app) fn move_to(&mut self, place: usize) {
        let scope = self.base_scope();
        match self.overlays.last_mut() {
            Some(Overlay::Reader(reader)) => return reader.move_to(place),
            // As long as a text is not drawn nobody knows where its end is, and no distance leads back from there.
            Some(Overlay::Page(window)) => return window.move_to(place),
            None if scope == Scope::Study => return self.studying.screen.window.move_to(place),
            _ => {}
        }
        // In one step: what is passed over has not been looked at.
        let signed = |place: usize| isize::try_from(place).unwrap_or(isize::MAX);
        self.move_by(signed(place).saturating_sub(signed(self.place())));
    }

    /// The row, or the line of scrolled text, that moving starts from.
    pub(super) fn place(&self) -> usize {
        match self.overlays.last() {
            Some(Overlay::Find(finder)) => return finder.list.place(),
            Some(Overlay::Page(window)) => return window.place(),
            Some(Overlay::Reader(_) | Overlay::Ask(_)) | None => {}
        }
        match (self.base_scope(), &self.stepper) {
            (Scope::Registries, _) => match self.registries.pane {
                registries::Pane::Tools => self.registries.tools.place(),
                registries::Pane::Rules => self.registries.rules.place(),
                registries::Pane::Firings => self.registries.firings.place(),
            },
            (Scope::Review, _) => self.place_in_review(),
            (Scope::Pairs, _) => self.place_in_pairs(),
            (Scope::Braid, _) => self.place_in_braid(),
            (Scope::Study, _) => self.studying.screen.window.place(),
            (Scope::Stepper, Some(stepper)) => match stepper.pane {
                stepper::Pane::Calls => stepper.calls.place(),
                stepper::Pane::Tree => stepper.tree.place(),
                stepper::Pane::Receipt => stepper.receipt_scroll,
            },
            _ => self.episodes.list.place(),
        }
    }

    pub(super) fn step_by(&mut self, rows: isize) {
        let Some(stepper) = &mut self.stepper else { return };
        match stepper.pane {
            stepper::Pane::Calls => {
                let before = stepper.calls.selected().copied();
                stepper.calls.move_by(rows);
                if stepper.calls.selected().copied() != before {
                    stepper.receipt_scroll = 0;
                    if stepper.calls.place() + 1 == stepper.calls.rows().len() {
                        stepper.waiting = 0;
                    }
                    self.show_call();
                }
            }
            stepper::Pane::Tree => {
                stepper.led_to = None;
                stepper.tree.move_by(rows);
            }
            stepper::Pane::Receipt => {
                stepper.receipt_scroll = stepper.receipt_scroll.saturating_add_signed(rows).min(10_000);
            }
        }
    }

    /// The cursor of the registries screen moved: the panes to its right follow, and what it stands on has
    /// been looked at.
    pub(super) fn rule_moved(&mut self) {
        match self.registries.pane {
            registries::Pane::Tools => self.registries.refresh_rules(&self.data, self.registry),
            registries::Pane::Rules => self.registries.refresh_firings(&self.data),
            registries::Pane::Firings => {}
        }
        self.mark_seen();
    }

    pub(super) fn mark_seen(&mut self) {
        if self.registries.pane == registries::Pane::Tools {
            return;
        }
        let Some(rule) = self.registries.rule() else { return };
        // Whoever looks at an earlier generation has not seen what changed since.
        let of_screen = self.data.registries.iter_mut().find(|slot| Some(slot.id) == self.registry);
        if let Some(slot) = of_screen.filter(|slot| !slot.generations.is_earlier()) {
            slot.unseen.remove(&rule);
        }
    }

    pub(in crate::app) fn turn_pane(&mut self, forward: bool) {
        fn turn<P: Copy + PartialEq>(all: [P; 3], now: P, forward: bool) -> P {
            let at = all.iter().position(|pane| *pane == now).unwrap_or_default();
            all.get((at + if forward { 1 } else { 2 }) % 3).copied().unwrap_or(now)
        }
        // A window has no panes: there the next line that leads on is meant.
        match self.overlays.last_mut() {
            Some(Overlay::Page(window)) => return window.next_link(forward),
            Some(_) => return,
            None => {}
        }
        match (self.base_scope(), &mut self.stepper) {
            (Scope::Registries, _) => {
                use registries::Pane::{Firings, Rules, Tools};
                let next = turn([Tools, Rules, Firings], self.registries.pane, forward);
                let empty = next == Firings && self.registries.firings.rows().is_empty();
                self.registries.pane = if empty { turn([Tools, Rules, Firings], next, forward) } else { next };
                self.mark_seen();
            }
            (Scope::Review, _) => {
                use review::Pane::{Card, Queue};
                let pane = &mut self.review.screen.pane;
                *pane = if *pane == Queue { Card } else { Queue };
            }
            (Scope::Pairs, _) => self.turn_pane_of_pairs(),
            (Scope::Braid, _) => {
                use crate::app::screen::braid::Pane::{Row, Strands};
                if let Some(open) = &mut self.pairs.open {
                    open.pane = if open.pane == Strands { Row } else { Strands };
                }
            }
            (Scope::Study, _) => self.studying.screen.window.next_link(forward),
            (Scope::Stepper, Some(stepper)) => {
                use stepper::Pane::{Calls, Receipt, Tree};
                stepper.pane = turn([Calls, Tree, Receipt], stepper.pane, forward);
            }
            _ => {}
        }
    }

    pub(in crate::app) fn next_change(&mut self) {
        let unseen = self.registries.unseen(&self.data, self.registry);
        let (rows, here) = (self.registries.rules.rows(), self.registries.rules.place());
        let found = (1..=rows.len()).map(|step| (here + step) % rows.len()).find(|at| unseen.contains(&rows[*at]));
        match found {
            Some(at) => {
                self.registries.pane = registries::Pane::Rules;
                self.registries.rules.move_to(at);
                self.rule_moved();
            }
            None => self.notice = Some("no rule of this tool changed since you looked".into()),
        }
    }

    pub(in crate::app) fn turn_episode(&mut self, rows: isize) {
        if let Some(stepper) = &self.stepper {
            self.episodes.list.select(&stepper.episode);
        }
        let before = self.episodes.list.place();
        self.episodes.list.move_by(rows);
        if self.episodes.list.place() == before {
            self.notice = Some("no further episode in the list".into());
            return;
        }
        if let Some(episode) = self.episodes.list.selected().copied() {
            self.open_listed(episode);
        }
    }
}
