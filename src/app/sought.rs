//! Where somebody was in a ledger that is being read anew, until that place is found again or a key is pressed.

use super::App;
use super::data::LedgerId;
use super::screen::episodes::EpisodeRef;
use super::screen::stepper::Pane;
use super::tree::RowKey;
use crate::domain::ids::EpisodeId;

/// A place that was lost.
#[derive(Clone, Debug)]
pub(super) struct Sought {
    ledger: LedgerId,
    /// The episode under the cursor of the list.
    row: Option<EpisodeId>,
    /// The open episode, the step in it and the line of its call.
    open: Option<(EpisodeId, usize, Option<RowKey>)>,
}

impl App {
    /// Remembers where somebody is in a ledger whose index is about to be void.
    pub(super) fn seek(&mut self, ledger: LedgerId) {
        let Some(slot) = self.data.ledger(ledger) else { return };
        let id = |row: &EpisodeRef| {
            let entry = slot.index.episodes().get(row.place).filter(|_| row.ledger == ledger);
            entry.map(|entry| entry.id.clone())
        };
        let row = self.episodes.list.selected().and_then(id);
        let open = self.stepper.as_ref().and_then(|stepper| {
            let row = stepper.tree.selected().filter(|_| stepper.pane == Pane::Tree).cloned();
            Some((id(&stepper.episode)?, stepper.calls.place(), row.or_else(|| stepper.wanted_row.clone())))
        });
        // Written anew once more before it was read: where somebody was is still sought.
        let before = self.sought.take_if(|sought| sought.ledger == ledger);
        let open = open.or_else(|| before.and_then(|before| before.open));
        if row.is_some() || open.is_some() {
            self.sought = Some(Sought { ledger, row, open });
        }
    }

    /// A key was pressed: somebody is somewhere else now, unless a window is over what is sought.
    pub(super) fn end_seeking(&mut self) {
        if self.overlays.is_empty() {
            self.sought = None;
        }
    }

    /// Goes back there, as far as the ledger has been read again.
    pub(super) fn find_again(&mut self, ledger: LedgerId, complete: bool) {
        let Some(mut sought) = self.sought.take_if(|sought| sought.ledger == ledger) else { return };
        let Some(slot) = self.data.ledger(ledger) else { return };
        let find = |id: &EpisodeId| slot.index.find(id).map(|place| EpisodeRef { ledger, place });
        if let Some(row) = sought.row.as_ref().and_then(find) {
            self.episodes.list.select(&row);
            sought.row = None;
        }
        let name = slot.name.clone();
        if let Some((id, step, row)) = sought.open.take() {
            let calls =
                |episode: &EpisodeRef| slot.index.episodes().get(episode.place).map_or(0, |entry| entry.calls.len());
            match find(&id).map(|episode| (episode, calls(&episode))) {
                // The episode may be there, and the step still to come.
                Some((episode, calls)) if complete || step < calls => {
                    self.reopen(episode, step);
                    if step >= calls && step > 0 {
                        self.notice = Some(format!("call {step} of {id} is no longer in {name}"));
                    } else if row.is_some() {
                        self.stand_on(step, row);
                    }
                }
                None if complete => self.notice = Some(format!("episode {id} is no longer in {name}")),
                _ => sought.open = Some((id, step, row)),
            }
        }
        if !complete && (sought.row.is_some() || sought.open.is_some()) {
            self.sought = Some(sought);
        }
    }

    /// Opens an episode behind whatever is on screen.
    pub(super) fn reopen(&mut self, episode: EpisodeRef, step: usize) {
        let (tab, chosen) = (self.tab, self.chosen_tab);
        self.open_episode(episode);
        (self.tab, self.chosen_tab) = (tab, chosen);
        if let Some(stepper) = &mut self.stepper {
            stepper.calls.move_to(step);
        }
        self.show_call();
    }
}
