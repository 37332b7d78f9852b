//! Following, paused: files are still read, but the views stand still until the person goes on.

use std::collections::BTreeSet;

use super::data::LedgerId;
use super::effect::Effect;
use super::keys::Scope;
use super::msg::{Msg, Watch};
use super::screen::episodes::Column;
use super::screen::stepper::Pane;
use super::{App, Tab};

/// What came from files since the pause began.
#[derive(Clone, Debug, Default)]
pub struct Paused {
    held: Vec<Msg>,
    /// Ledgers that are being read anew: what was known of them is void, so that cannot wait.
    anew: BTreeSet<LedgerId>,
}

impl Paused {
    /// What waits, in words: `14 calls and 2 episodes wait`.
    pub fn waiting(&self) -> String {
        let (mut calls, mut episodes) = (0, 0);
        let mut files = BTreeSet::new();
        for msg in &self.held {
            match msg {
                Msg::LedgerRead { batch, .. } => {
                    calls += batch.call_count();
                    episodes += batch.episode_count();
                }
                Msg::RegistryRead { id, .. } | Msg::RegistryGone(id) => {
                    files.insert((0, id.0));
                }
                Msg::LedgerOpened { id, .. } | Msg::LedgerFailed(id, _) | Msg::LedgerGone(id) => {
                    files.insert((1, id.0));
                }
                _ => {
                    files.insert((2, 0));
                }
            }
        }
        let counts = [(calls, "call"), (episodes, "episode"), (files.len(), "changed file")];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<_> = counts.map(|(count, what)| crate::words::counted(count, what)).collect();
        let several = parts.len() > 1 || parts.first().is_some_and(|part| !part.starts_with("1 "));
        match parts.split_last() {
            None => "nothing waits".into(),
            Some((last, [])) => format!("{last} {}", if several { "wait" } else { "waits" }),
            Some((last, before)) => format!("{} and {last} wait", before.join(", ")),
        }
    }
}

impl App {
    /// Begins a pause, or ends it and takes in what waits.
    pub(super) fn toggle_pause(&mut self) -> Vec<Effect> {
        if self.paused.is_some() {
            return self.go_on();
        }
        self.paused = Some(Paused::default());
        Vec::new()
    }

    /// Ends the pause, if there is one.
    pub(super) fn go_on(&mut self) -> Vec<Effect> {
        let held = self.paused.take().map(|paused| paused.held).unwrap_or_default();
        let effects: Vec<_> = held.into_iter().flat_map(|msg| self.loaded(msg)).collect();
        self.refresh_windows();
        effects
    }

    /// To the last line; with a pause on and nothing else over the list, to the last one that there is.
    pub(super) fn last(&mut self) -> Vec<Effect> {
        let catches_up = self.count.is_none() && self.overlays.is_empty() && self.tab == Tab::Episodes;
        let effects = if catches_up { self.go_on() } else { Vec::new() };
        self.jumps();
        // Calls are numbered from 0, as they are shown; lines from 1.
        let is_of_calls = self.base_scope() == Scope::Stepper && self.overlays.is_empty();
        let in_calls = self.stepper.as_ref().filter(|_| is_of_calls).is_some_and(|it| it.pane == Pane::Calls);
        let calls = self.stepper.as_ref().filter(|_| in_calls).map_or(0, |stepper| stepper.calls.rows().len());
        if let Some(number) = self.count.filter(|number| in_calls && *number >= calls) {
            self.notice = Some(format!("there is no call {number}: the last one is {}", calls.saturating_sub(1)));
        }
        let first = usize::from(!in_calls);
        self.move_to(self.count.map_or(usize::MAX, |line| line.saturating_sub(first)));
        effects
    }

    /// Whether the cursor stands at the end of something that is being written, and so goes along.
    pub fn is_following(&self) -> bool {
        if self.paused.is_some() || self.tab != Tab::Episodes || self.watch != Watch::Live {
            return false;
        }
        match &self.stepper {
            Some(stepper) => {
                let slot = self.data.ledger(stepper.episode.ledger);
                let episode = slot.and_then(|slot| slot.index.episodes().get(stepper.episode.place));
                let is_open = episode.is_some_and(|episode| episode.outcome.is_none());
                is_open && stepper.calls.place() + 1 == stepper.calls.rows().len()
            }
            None => self.is_at_end() && self.data.ledgers.last().is_some_and(|slot| slot.has_grown),
        }
    }

    /// Whether the cursor of the list of episodes is where new ones come in.
    pub(super) fn is_at_end(&self) -> bool {
        let (list, screen) = (&self.episodes.list, &self.episodes);
        let is_in_order = screen.sort == Column::File && !screen.reversed;
        is_in_order && !list.rows().is_empty() && list.place() + 1 == list.rows().len()
    }

    /// Holds a fact back while following is paused; gives it back if it must not wait.
    pub(super) fn hold(&mut self, msg: Msg) -> Option<Msg> {
        let Some(paused) = &mut self.paused else { return Some(msg) };
        match &msg {
            Msg::LedgerRead { id, batch, complete, .. } => {
                let is_new =
                    paused.held.iter().any(|held| matches!(held, Msg::LedgerOpened { id: of, .. } if of == id));
                if batch.restart {
                    // The bytes that waiting calls stand in are no more.
                    paused.held.retain(|held| !matches!(held, Msg::LedgerRead { id: of, .. } if of == id));
                    if !is_new {
                        paused.anew.insert(*id);
                    }
                }
                if !paused.anew.contains(id) {
                    paused.held.push(msg);
                    return None;
                }
                if *complete {
                    paused.anew.remove(id);
                }
                Some(msg)
            }
            Msg::RegistryRead { id, .. } | Msg::RegistryGone(id) => {
                // Only what stands in the file at last counts.
                paused.held.retain(
                    |held| !matches!(held, Msg::RegistryRead { id: of, .. } | Msg::RegistryGone(of) if of == id),
                );
                paused.held.push(msg);
                None
            }
            Msg::LedgerOpened { .. }
            | Msg::LedgerFailed(..)
            | Msg::LedgerGone(_)
            | Msg::RecoveryRead(_)
            | Msg::ToolsRead { .. } => {
                paused.held.push(msg);
                None
            }
            _ => Some(msg),
        }
    }
}
