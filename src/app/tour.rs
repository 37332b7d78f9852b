//! The tour for newcomers: five steps on what is loaded, each of which goes on when the person has done it.

use super::action::Action;
use super::keys::Scope;
use super::window::View;
use super::{App, Tab};

/// How far the tour is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tour {
    /// The step, from 1.
    pub step: usize,
    /// The call with the receipt that it speaks of, once one is under the cursor.
    call: Option<u32>,
}

impl Tour {
    /// How many steps there are; one more says goodbye.
    pub const STEPS: usize = 5;
}

impl App {
    /// Begins the tour at the list of episodes.
    pub(super) fn begin_tour(&mut self) {
        let has_receipt =
            self.data.ledgers.iter().any(|slot| slot.index.episodes().iter().any(|episode| episode.receipts > 0));
        if !has_receipt {
            let way = "start vidimus without a path for its sample study, then :tour";
            self.notice = Some(format!("the tour needs an episode with a receipt, and none is loaded; {way}"));
            return;
        }
        self.show_tab(Tab::Episodes);
        self.close_episode();
        // What a filter hides could not be walked to.
        self.clear_filter();
        self.tour = Some(Tour { step: 1, call: None });
    }

    /// Offers the tour in one line.
    pub(super) fn offer_tour(&mut self) {
        if let Some(key) = self.keymap.key(Scope::Global, Action::Palette) {
            self.notice = Some(format!("New here? {key} and then tour shows the main things in five steps."));
        }
    }

    /// Leaves the tour, if it is on and there is nothing over the screen that goes first.
    pub(super) fn leave_tour(&mut self) -> bool {
        let leaves =
            self.overlays.is_empty() && self.filter_prompt.is_none() && self.letter.is_none() && self.tour.is_some();
        if leaves {
            self.tour = None;
        }
        leaves
    }

    /// Goes on as far as the person has done what the steps ask for.
    pub(super) fn advance_tour(&mut self) {
        while let Some(tour) = self.tour.filter(|tour| tour.step <= Tour::STEPS && self.is_done(*tour)) {
            let call = tour.call.or_else(|| self.receipt_under_cursor());
            self.tour = Some(Tour { step: tour.step + 1, call });
        }
    }

    fn is_done(&self, tour: Tour) -> bool {
        let here = self.stepper.as_ref().filter(|_| self.tab == Tab::Episodes);
        match tour.step {
            1 => here.is_some_and(|stepper| {
                let slot = self.data.ledger(stepper.episode.ledger);
                let episode = slot.and_then(|slot| slot.index.episodes().get(stepper.episode.place));
                episode.is_some_and(|episode| episode.receipts > 0)
            }),
            2 => self.receipt_under_cursor().is_some(),
            3 => self.window().is_some_and(|window| window.view == View::Why),
            4 => {
                let at = here.and_then(|stepper| stepper.calls.selected().copied());
                self.overlays.is_empty() && at.is_some_and(|at| tour.call.is_some_and(|call| at > call))
            }
            _ => self.tab == Tab::Registries && self.overlays.is_empty(),
        }
    }

    /// The call under the cursor of an open episode, if it has a receipt.
    fn receipt_under_cursor(&self) -> Option<u32> {
        let stepper = self.stepper.as_ref().filter(|_| self.tab == Tab::Episodes)?;
        let place = *stepper.calls.selected()?;
        let entry = self.data.ledger(stepper.episode.ledger)?.index.calls().get(place as usize)?;
        entry.has_receipt().then_some(place)
    }

    /// What the tour says now: a heading and a sentence with the keys to press.
    pub fn tour_text(&self) -> Option<(String, String)> {
        let tour = self.tour?;
        let key = |action| self.keymap.key(self.base_scope(), action).unwrap_or(":").to_owned();
        let (next, open, down) = (key(Action::NextReceipt), key(Action::Enter), key(Action::Down));
        let (why, back) = (key(Action::Why), key(Action::Back));
        let registries = self.keymap.key(self.base_scope(), Action::ShowRegistries).unwrap_or(":");
        let text = match tour.step {
            1 => format!(
                "Each row is an episode: one run of an agent on a task. The sign ▲ says that the monitor gave it a receipt, \
                 because a tool's result broke a learned rule. Press {next} to go to one, then {open} to open it."
            ),
            2 => format!(
                "At the left are the calls of the episode, at the right what went in and what came back. Press {next} until \
                 you stand on the call with ▲: its broken field is marked, and the receipt is below."
            ),
            3 => format!(
                "Here the result broke a rule. Press {why} to see why: the rule with this call's numbers in it, what clean \
                 samples were like, and every other rule that was asked."
            ),
            4 if !self.overlays.is_empty() => {
                format!("Read on with {down}. Then {back} closes this window.")
            }
            4 => format!(
                "The receipt lists recovery tools, and the arrow says which one the agent picked next. Press {down} to step on \
                 to that call and see what it returned."
            ),
            5 => format!(
                "The rules come from a registry, mined from clean traces. Press {registries} to see it: tools at the left, \
                 their rules, and the calls on which each rule fires."
            ),
            _ => format!(
                "{open} goes in: from a tool to its rules, from a rule to the calls it fires on, and back to the episode. \
                 That was the tour; {} lists the keys of every place.",
                key(Action::Help)
            ),
        };
        let heading = if tour.step > Tour::STEPS {
            "Tour: the end".to_owned()
        } else {
            format!("Tour, step {} of {}", tour.step, Tour::STEPS)
        };
        Some((format!("{heading} · esc leaves it"), text))
    }
}
