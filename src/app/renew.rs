//! Windows over a file that is written anew. What a window shows is named by identity before the index is void; once
//! the file has been read again the window is made anew in place, or says that its object is gone.

use std::collections::BTreeSet;

use super::data::{CallRef, LedgerId};
use super::scan::{Purpose, Scan};
use super::screen::episodes::EpisodeRef;
use super::screen::stepper::StepperScreen;
use super::taint;
use super::window::{Note, View};
use super::{App, Overlay};
use crate::domain::ids::EpisodeId;

/// One call by its lasting name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CallKey {
    ledger: LedgerId,
    episode: EpisodeId,
    step: usize,
}

/// What the windows on screen show of files that are being read anew.
#[derive(Clone, Debug, Default)]
pub(super) struct Renewal {
    /// The ledgers that are not read to their end yet.
    reading: BTreeSet<LedgerId>,
    /// The call in the stepper.
    open: Option<CallKey>,
    /// The calls that a window sets side by side, the one asked about first.
    asked: Vec<CallKey>,
    /// The values that were followed, and the call they came from.
    followed: Option<(CallKey, taint::Beginning)>,
}

impl App {
    /// A ledger is about to be read anew: names what the windows show of it.
    pub(super) fn begin_renewal(&mut self, ledger: LedgerId) {
        let Some(slot) = self.data.ledger(ledger) else { return };
        let sentence = format!("{} was rewritten and is read anew: this is what was read before.", slot.name);
        let open = self.stepper.as_ref().filter(|stepper| stepper.episode.ledger == ledger);
        let open = open.and_then(|stepper| self.key_of_step(stepper.episode, stepper.calls.place()));
        // A window may stand over a call that is gone: it comes back with it, wherever the stepper is by now.
        if let Some(open) =
            open.filter(|_| !self.overlays.iter().any(|overlay| is_held(overlay) && is_of_call(overlay)))
        {
            self.renewal.open = Some(open);
        }
        // Places are those of an older file if a window says so already: its names are known.
        let is_around = |overlay: &Overlay| matches!(overlay, Overlay::Page(window) if window.note().is_none() && is_around(&window.view));
        if self.overlays.iter().any(is_around) {
            self.renewal.asked =
                self.around.calls().iter().take(2).filter_map(|call| self.key_of_call(*call)).collect();
        }
        if let Some(following) = self.following.as_ref().filter(|following| following.episode.ledger == ledger) {
            let beginning = following.beginning();
            let key = self.key_of_step(following.episode, beginning.step());
            self.renewal.followed = key.map(|key| (key, beginning));
            self.following = None;
        }
        self.renewal.reading.insert(ledger);
        let concerned: Vec<bool> = self.overlays.iter().map(|overlay| self.is_concerned(overlay, ledger)).collect();
        for (overlay, _) in self.overlays.iter_mut().zip(concerned).filter(|(_, is_concerned)| *is_concerned) {
            hold(overlay, &Note::Reading(sentence.clone()));
        }
    }

    /// Whether a window shows something of a ledger.
    fn is_concerned(&self, overlay: &Overlay, ledger: LedgerId) -> bool {
        let of_open = self.renewal.open.as_ref().is_some_and(|open| open.ledger == ledger);
        match overlay {
            overlay if is_of_call(overlay) => of_open,
            Overlay::Page(window) => match window.view {
                View::Difference | View::Raw => self.renewal.asked.iter().any(|key| key.ledger == ledger),
                View::Similar | View::Coverage | View::Search | View::Frequency | View::CallsWith => true,
                _ => false,
            },
            _ => false,
        }
    }

    /// More of a ledger was read: at its end the windows over it are made anew.
    pub(super) fn renew(&mut self, ledger: LedgerId, complete: bool) {
        if !complete || !self.renewal.reading.remove(&ledger) || !self.renewal.reading.is_empty() {
            return;
        }
        self.resume_following();
        for at in 0..self.overlays.len() {
            let Some(overlay) = self.overlays.get(at).filter(|overlay| is_held(overlay)) else { continue };
            let renewed = match overlay {
                Overlay::Page(window) => {
                    let view = window.view.clone();
                    self.renew_window(&view)
                }
                _ => self.open_again().map(|_| ()),
            };
            if let (Err(gone), Some(overlay)) = (renewed, self.overlays.get_mut(at)) {
                hold(overlay, &Note::Gone(format!("{gone}: this is what was read before.")));
            }
        }
    }

    /// Asks anew for what a window shows. The error says what is gone.
    fn renew_window(&mut self, view: &View) -> Result<(), String> {
        match view {
            View::Why | View::Witness => {
                self.open_again()?;
            }
            View::Conversation => {
                let key = self.renewal.open.clone().ok_or("the episode is gone")?;
                let episode = self.episode_again(&key)?;
                self.read_conversation_again(episode);
            }
            View::Taint => {
                let (key, _) = self.renewal.followed.clone().ok_or("the value is no longer followed")?;
                self.call_again(&key)?;
            }
            View::Similar | View::Difference | View::Raw => {
                let calls: Result<Vec<CallRef>, String> =
                    self.renewal.asked.iter().map(|key| self.call_again(key)).collect();
                self.ask_around_again(view, calls?);
            }
            View::Coverage => self.read_coverage(),
            View::Said => self.read_said_again(),
            View::Frequency | View::CallsWith => self.count_again(),
            View::Search => self.search_again(),
            View::Help(_)
            | View::Findings
            | View::Beside
            | View::BraidRow
            | View::Agreement
            | View::Vocabulary
            | View::Changes
            | View::Log
            | View::Fields
            | View::CommandLine
            | View::Marks
            | View::Card
            | View::Study
            | View::Reasons
            | View::Left
            | View::Preview
            | View::Audit
            | View::Diff
            | View::Drift
            | View::Freeze
            | View::Verify => {}
        }
        Ok(())
    }

    /// The call of the stepper, opened again if it is not.
    fn open_again(&mut self) -> Result<CallRef, String> {
        let key = self.renewal.open.clone().ok_or("the call is gone")?;
        let call = self.call_again(&key)?;
        let episode = self.episode_again(&key)?;
        let is_there =
            |stepper: &StepperScreen| stepper.episode == episode && stepper.calls.selected() == Some(&call.place);
        if !self.stepper.as_ref().is_some_and(is_there) {
            self.reopen(episode, key.step);
        }
        Ok(call)
    }

    fn episode_again(&self, key: &CallKey) -> Result<EpisodeRef, String> {
        let slot = self.data.ledger(key.ledger).ok_or("its file is no longer loaded")?;
        let place = slot.index.find(&key.episode);
        let place = place.ok_or_else(|| format!("Episode {} is no longer in {}", key.episode, slot.name))?;
        Ok(EpisodeRef { ledger: key.ledger, place })
    }

    fn call_again(&self, key: &CallKey) -> Result<CallRef, String> {
        let episode = self.episode_again(key)?;
        let slot = self.data.ledger(key.ledger).ok_or("its file is no longer loaded")?;
        let entry = slot.index.episodes().get(episode.place);
        let place = entry.and_then(|entry| entry.calls.get(key.step).copied());
        let gone = || format!("Call {} of {} is no longer in {}", key.step, key.episode, slot.name);
        Ok(CallRef { ledger: key.ledger, place: place.ok_or_else(gone)? })
    }

    fn key_of_step(&self, episode: EpisodeRef, step: usize) -> Option<CallKey> {
        let entry = self.data.ledger(episode.ledger)?.index.episodes().get(episode.place)?;
        Some(CallKey { ledger: episode.ledger, episode: entry.id.clone(), step })
    }

    fn key_of_call(&self, call: CallRef) -> Option<CallKey> {
        let entry = self.data.ledger(call.ledger)?.index.calls().get(call.place as usize)?;
        let episode = EpisodeRef { ledger: call.ledger, place: entry.episode as usize };
        self.key_of_step(episode, entry.step().0)
    }

    /// Reads the call that the followed value came from.
    fn resume_following(&mut self) {
        let Some((key, _)) = &self.renewal.followed else { return };
        match self.call_again(key) {
            Ok(call) => self.read_source(call),
            Err(gone) => {
                let is_open =
                    |overlay: &Overlay| matches!(overlay, Overlay::Page(window) if window.view == View::Taint);
                if !self.overlays.iter().any(is_open) {
                    self.renewal.followed = None;
                    self.notice = Some(gone);
                }
            }
        }
    }

    /// What was followed before its file was written anew is followed no more.
    pub(super) fn forget_followed(&mut self) {
        self.renewal.followed = None;
    }

    /// Goes on following once the call is read: the values that still stand there.
    fn follow_again(&mut self) {
        let is_read = self.following.is_none() && self.scan(Purpose::Taint).is_some_and(Scan::is_done);
        let is_read = is_read && self.renewal.reading.is_empty();
        let Some((key, mut beginning)) = self.renewal.followed.take_if(|_| is_read) else { return };
        let Ok(episode) = self.episode_again(&key) else { return };
        let gone = beginning.only_in(self.source_again().as_deref());
        let all = gone.len();
        if let Some(value) = gone.first() {
            let more = if all > 1 { format!(" (and {} more)", all - 1) } else { String::new() };
            let sentence = format!(
                "The value {value}{more} that was followed no longer stands in call {} of {}",
                key.step, key.episode
            );
            let is_open =
                |overlay: &&mut Overlay| matches!(overlay, Overlay::Page(window) if window.view == View::Taint);
            match self.overlays.iter_mut().find(is_open) {
                Some(overlay) if beginning.is_empty() => {
                    hold(overlay, &Note::Gone(format!("{sentence}: this is what was read before.")));
                }
                _ => self.notice = Some(sentence),
            }
        }
        if beginning.is_empty() {
            self.drop_scan(Purpose::Taint);
        } else {
            self.go_on_following(episode, beginning);
        }
    }

    /// Shows what was made anew, as soon as all of it is there: until then the cursor has its line to stand on.
    pub(super) fn settle_windows(&mut self) {
        if !self.renewal.reading.is_empty() {
            return;
        }
        self.follow_again();
        let is_done = |purpose| self.scan(purpose).is_some_and(Scan::is_done);
        let is_read = self.stepper.as_ref().is_some_and(|stepper| stepper.detail.is_some());
        let is_there = |overlay: &Overlay| match overlay {
            Overlay::Page(window) if matches!(window.note(), Some(Note::Reading(_))) => match window.view {
                View::Why | View::Witness => is_read,
                View::Conversation => is_done(Purpose::Conversation),
                View::Said => is_done(Purpose::Said),
                View::Taint => self.following.is_some() && is_done(Purpose::Taint),
                View::Coverage => is_done(Purpose::Coverage),
                View::Frequency | View::CallsWith => self.is_counted(),
                View::Search => is_done(Purpose::Search),
                // Their page is made by the answers.
                _ => false,
            },
            Overlay::Reader(reader) => is_read && matches!(reader.note(), Some(Note::Reading(_))),
            _ => false,
        };
        let there: Vec<bool> = self.overlays.iter().map(is_there).collect();
        for at in (0..there.len()).filter(|at| there.get(*at) == Some(&true)) {
            let whole = match self.overlays.get(at) {
                Some(Overlay::Reader(reader)) => Some(self.read_again(reader)),
                _ => None,
            };
            match (self.overlays.get_mut(at), whole) {
                (Some(Overlay::Page(window)), _) => window.release(),
                (Some(Overlay::Reader(reader)), Some(Some(whole))) => **reader = whole,
                (Some(Overlay::Reader(reader)), _) => {
                    reader.hold(Note::Gone("This value is gone: this is what was read before.".into()));
                }
                _ => {}
            }
        }
    }

    /// Whether a window shows only what was read before: what to say to somebody who wants to go on from it.
    pub(super) fn held_window(&self) -> Option<String> {
        self.window().and_then(|window| window.note()).map(|note| note.sentence().to_owned())
    }
}

fn is_around(view: &View) -> bool {
    matches!(view, View::Similar | View::Difference | View::Raw)
}

/// Whether a window shows the call in the stepper, or its episode.
fn is_of_call(overlay: &Overlay) -> bool {
    match overlay {
        Overlay::Reader(_) => true,
        Overlay::Page(window) => {
            matches!(window.view, View::Why | View::Witness | View::Conversation | View::Taint)
        }
        Overlay::Find(_) | Overlay::Ask(_) => false,
    }
}

fn is_held(overlay: &Overlay) -> bool {
    match overlay {
        Overlay::Page(window) => window.note().is_some(),
        Overlay::Reader(reader) => reader.note().is_some(),
        Overlay::Find(_) | Overlay::Ask(_) => false,
    }
}

fn hold(overlay: &mut Overlay, note: &Note) {
    match overlay {
        Overlay::Page(window) => window.hold(note.clone()),
        Overlay::Reader(reader) => reader.hold(note.clone()),
        Overlay::Find(_) | Overlay::Ask(_) => {}
    }
}
