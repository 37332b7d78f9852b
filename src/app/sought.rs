//! Where somebody was in a ledger that is being read anew, until that place is found again or a key is pressed.

use super::App;
use super::data::LedgerId;
use super::screen::episodes::EpisodeRef;
use crate::domain::ids::EpisodeId;

/// A place that was lost.
#[derive(Clone, Debug)]
pub(super) struct Sought {
    ledger: LedgerId,
    /// The episode under the cursor of the list.
    row: Option<EpisodeId>,
    /// The open episode and the step in it.
    open: Option<(EpisodeId, usize)>,
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
        let open = self.stepper.as_ref().and_then(|stepper| Some((id(&stepper.episode)?, stepper.calls.place())));
        if row.is_some() || open.is_some() {
            self.sought = Some(Sought { ledger, row, open });
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
        if let Some((id, step)) = sought.open.take() {
            match find(&id) {
                Some(episode) => self.reopen(episode, step),
                None if complete => self.notice = Some(format!("episode {id} is no longer in {name}")),
                None => sought.open = Some((id, step)),
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
