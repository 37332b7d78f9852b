//! From receipt to receipt and from firing to firing: within an episode, along the list, and on into the next episode.

use super::App;
use super::action::Action;
use super::data::LedgerSlot;
use super::screen::episodes::EpisodeRef;

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sought {
    Receipt,
    Firing,
}

impl Sought {
    /// Whether a call has it.
    fn is_at(self, slot: &LedgerSlot, place: u32) -> bool {
        match self {
            Self::Receipt => slot.index.calls().get(place as usize).is_some_and(crate::index::CallEntry::has_receipt),
            // An explicit error is a firing too, one that needs no rule.
            Self::Firing => slot.replay.fired.contains_key(&place),
        }
    }

    /// Whether an episode has it.
    fn is_in(self, slot: &LedgerSlot, episode: usize) -> bool {
        let Some(entry) = slot.index.episodes().get(episode) else { return false };
        match self {
            Self::Receipt => entry.receipts > 0,
            Self::Firing => entry.calls.iter().any(|place| self.is_at(slot, *place)),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Receipt => "receipt",
            Self::Firing => "error or firing",
        }
    }

    fn many(self) -> &'static str {
        match self {
            Self::Receipt => "receipts",
            Self::Firing => "errors or firings",
        }
    }
}

impl App {
    /// Goes to the next receipt or firing, in the open episode or along the list of episodes.
    pub(super) fn step_to(&mut self, action: Action) {
        let (sought, forward) = match action {
            Action::NextReceipt => (Sought::Receipt, true),
            Action::PreviousReceipt => (Sought::Receipt, false),
            Action::NextError => (Sought::Firing, true),
            _ => (Sought::Firing, false),
        };
        let times = self.count.take().unwrap_or(1);
        self.jumps();
        if self.stepper.is_none() {
            self.step_in_list(sought, forward, times);
        } else if self.again.take() == Some(action) {
            self.step_to_next_episode(sought, forward);
        } else {
            self.step_in_episode(sought, forward, times, action);
        }
    }

    fn step_in_episode(&mut self, sought: Sought, forward: bool, times: usize, action: Action) {
        let Some(stepper) = &self.stepper else { return };
        let Some(slot) = self.data.ledger(stepper.episode.ledger) else { return };
        let (here, rows) = (stepper.calls.place(), stepper.calls.rows());
        let there = |at: &usize| rows.get(*at).is_some_and(|place| sought.is_at(slot, *place));
        let found: Vec<usize> = if forward {
            (here + 1..rows.len()).filter(there).take(times).collect()
        } else {
            (0..here).rev().filter(there).take(times).collect()
        };
        match (found.get(times - 1), found.len()) {
            (Some(at), _) => self.stand_on(*at, None),
            (None, 0) => {
                let (side, key, way) = match (forward, sought) {
                    (true, Sought::Receipt) => ("further ", "n", "the next"),
                    (true, Sought::Firing) => ("further ", "e", "the next"),
                    (false, Sought::Receipt) => ("earlier ", "N", "the previous"),
                    (false, Sought::Firing) => ("earlier ", "E", "the previous"),
                };
                // Where there is none at all, none can be further on.
                let side = if (0..rows.len()).any(|at| there(&at)) { side } else { "" };
                let what = sought.name();
                self.again = Some(action);
                self.notice =
                    Some(format!("no {side}{what} in this episode; {key} again goes to {way} episode with one"));
            }
            (None, count) => {
                let (side, what) = (
                    if forward { "further" } else { "earlier" },
                    if count == 1 { sought.name() } else { sought.many() },
                );
                self.notice = Some(format!("only {count} {side} {what} in this episode"));
            }
        }
    }

    /// The rows of the list that have it, from a row on.
    fn episodes_with(&self, sought: Sought, forward: bool, from: usize) -> impl Iterator<Item = (usize, EpisodeRef)> {
        let rows = self.episodes.list.rows();
        let places: Box<dyn Iterator<Item = usize>> =
            if forward { Box::new(from + 1..rows.len()) } else { Box::new((0..from.min(rows.len())).rev()) };
        places.filter_map(move |at| {
            let row = *rows.get(at)?;
            self.data.ledger(row.ledger).is_some_and(|slot| sought.is_in(slot, row.place)).then_some((at, row))
        })
    }

    fn step_in_list(&mut self, sought: Sought, forward: bool, times: usize) {
        let found = self.episodes_with(sought, forward, self.episodes.list.place()).nth(times - 1);
        match found {
            Some((at, _)) => self.episodes.list.move_to(at),
            None => self.no_such_episode(sought, forward, times),
        }
    }

    fn no_such_episode(&mut self, sought: Sought, forward: bool, times: usize) {
        let side = if forward { "below" } else { "above" };
        let what = match sought {
            Sought::Receipt => "a recorded receipt",
            Sought::Firing => "an error or a firing",
        };
        let waits = if sought == Sought::Firing && self.data.is_replaying() {
            " so far; calls are still being replayed"
        } else {
            ""
        };
        // Where nothing was recorded, the replay may still have something to show.
        let has_fired = self.data.ledgers.iter().any(|slot| !slot.replay.fired.is_empty());
        let other = if sought == Sought::Receipt && has_fired {
            format!("; {} goes by firings", if forward { "e" } else { "E" })
        } else {
            String::new()
        };
        self.notice = Some(if times == 1 {
            format!("no episode {side} this one has {what}{waits}{other}")
        } else {
            format!("fewer than {times} episodes {side} this one have {what}{waits}")
        });
    }

    /// Opens the next episode of the list that has it, at the first one, or backwards at the last one.
    fn step_to_next_episode(&mut self, sought: Sought, forward: bool) {
        if let Some(stepper) = &self.stepper {
            self.episodes.list.select(&stepper.episode);
        }
        let Some((_, row)) = self.episodes_with(sought, forward, self.episodes.list.place()).next() else {
            return self.no_such_episode(sought, forward, 1);
        };
        self.open_episode(row);
        self.episodes.list.select(&row);
        let Some((stepper, slot)) = self.stepper.as_ref().zip(self.data.ledger(row.ledger)) else { return };
        let mut rows = stepper.calls.rows().iter();
        let at = if forward {
            rows.position(|place| sought.is_at(slot, *place))
        } else {
            rows.rposition(|place| sought.is_at(slot, *place))
        };
        self.stand_on(at.unwrap_or_default(), None);
    }
}
