//! The search for the nearest clean sample of the call whose autopsy is open: first every other call of the tool is
//! weighed, then the nearest is read.

use std::sync::Arc;

use super::data::{CallRef, RegistryId};
use super::scan::{Purpose, RecordRef, Which};
use super::window::View;
use super::{App, Overlay};
use crate::contract::Checker;
use crate::domain::call::Call;
use crate::domain::registry::Registry;
use crate::lens::autopsy::{Autopsy, Case, Judge, Likeness, Likest, Nearest, Search, Whence};
use crate::lens::{Answer, Question, Seen};

/// A search, under way or done.
#[derive(Clone, Debug)]
pub(super) struct Seeking {
    call: CallRef,
    /// The payload of the call: another one once its ledger is read anew.
    payload: Arc<Call>,
    registry: (RegistryId, Arc<Registry>),
    stage: Stage,
}

#[derive(Clone, Debug)]
enum Stage {
    /// The other calls of the tool are weighed.
    Weighing,
    /// The nearest is read.
    Reading(Nearest<RecordRef>),
    /// All is known.
    Done(Likeness, Option<CallRef>),
}

impl Seeking {
    fn is_for(&self, other: &Self) -> bool {
        self.call == other.call
            && Arc::ptr_eq(&self.payload, &other.payload)
            && self.registry.0 == other.registry.0
            && Arc::ptr_eq(&self.registry.1, &other.registry.1)
    }
}

/// Weighs each call.
#[derive(Debug)]
struct Weigh(Search);

impl Question for Weigh {
    fn ask(&self, seen: &Seen) -> Option<Answer> {
        let Seen::Call(call) = seen else { return None };
        Some(Answer::Weighed(self.0.weigh(call)))
    }
}

/// Wants the record itself.
#[derive(Debug)]
struct Whole;

impl Question for Whole {
    fn ask(&self, seen: &Seen) -> Option<Answer> {
        Some(Answer::Record(seen.clone()))
    }
}

impl App {
    /// The autopsy of the call in the stepper, once it is read.
    pub fn autopsy(&self) -> Option<Autopsy> {
        let stepper = self.stepper.as_ref()?;
        let detail = stepper.detail.as_ref()?;
        let slot = self.data.ledger(stepper.episode.ledger)?;
        let entry = slot.index.calls().get(detail.place as usize)?;
        let episode = slot.index.episodes().get(entry.episode as usize)?;
        let judging = self.registry.and_then(|selected| self.data.judge_of(selected, &episode.task_or_id()));
        let tool = &detail.call.tool;
        let judge = judging.and_then(|(id, basis)| {
            let slot = self.data.registry(id)?;
            let contract = slot.registry.as_ref()?.tools.get(tool);
            let folds = |rule: &_| {
                let rule = super::data::RuleRef { tool: tool.clone(), invariant: Clone::clone(rule) };
                self.data.folds_with(id, &rule)
            };
            Some(Judge::new(&slot.name, basis, contract, folds))
        });
        let substitutes = Some(&*self.data.substitutes).filter(|substitutes| !substitutes.tools.is_empty());
        let mut autopsy = Autopsy::of(Case {
            file: &slot.name,
            episode,
            step: entry.step(),
            call: &detail.call,
            next: detail.next.as_ref(),
            next_call: stepper.next_call().map(AsRef::as_ref),
            judge: judge.as_ref(),
            substitutes,
            has_labels: self.has_labels(),
        });
        autopsy.hazards = self.hazards_here();
        if let Some(seeking) = self.seeking.as_ref().filter(|seeking| Arc::ptr_eq(&seeking.payload, &detail.call)) {
            autopsy.likeness = match &seeking.stage {
                Stage::Done(likeness, _) => likeness.clone(),
                Stage::Weighing => {
                    let (asked, all) =
                        self.scan(Purpose::Likeness).map(super::scan::Scan::progress).unwrap_or_default();
                    Likeness::Seeking(asked, all)
                }
                Stage::Reading(nearest) => {
                    let all = usize::try_from(nearest.weighed).unwrap_or(usize::MAX);
                    Likeness::Seeking(all, all)
                }
            };
        }
        Some(autopsy)
    }

    /// The nearest clean sample of the call whose autopsy is open, once it is found.
    pub(super) fn likest(&self) -> Option<CallRef> {
        match &self.seeking.as_ref()?.stage {
            Stage::Done(_, likest) => *likest,
            Stage::Weighing | Stage::Reading(_) => None,
        }
    }

    /// Begins, continues or gives up the search, as the windows on screen ask for it. Says whether something is
    /// known that was not known before.
    pub(super) fn seek_likeness(&mut self) -> bool {
        let Some(wanted) = self.wanted_search() else {
            let was_there = self.seeking.take().is_some();
            if was_there {
                self.drop_scan(Purpose::Likeness);
            }
            return was_there;
        };
        let is_lost = |stage: &Stage| !matches!(stage, Stage::Done(..)) && self.scan(Purpose::Likeness).is_none();
        if self.seeking.as_ref().is_some_and(|seeking| seeking.is_for(&wanted) && !is_lost(&seeking.stage)) {
            return self.advance_search();
        }
        let contract = wanted.registry.1.tools.get(&wanted.payload.tool);
        let Some(contract) = contract else { return false };
        let search = Search::new(&wanted.payload, Checker::new(&wanted.payload.tool, contract));
        let mut records = self.data.calls_of_tool(&wanted.payload.tool);
        records.retain(|record| call_of(*record) != Some(wanted.call));
        self.start_scan(Purpose::Likeness, Arc::new(Weigh(search)), records);
        self.seeking = Some(wanted);
        self.advance_search();
        true
    }

    /// What is to be sought: for the call in the stepper, if its autopsy is open and asks for it.
    fn wanted_search(&self) -> Option<Seeking> {
        let is_open = |window: &Overlay| matches!(window, Overlay::Page(window) if window.view == View::Why);
        if !self.overlays.iter().any(is_open) {
            return None;
        }
        let stepper = self.stepper.as_ref()?;
        let detail = stepper.detail.as_ref()?;
        let judge = detail.judge.as_ref()?;
        let is_worth = detail.result.is_some() && (!detail.violations.is_empty() || detail.recorded.is_some());
        let registry = self.data.registry(judge.id)?.registry.as_ref().filter(|_| is_worth)?;
        Some(Seeking {
            call: CallRef { ledger: stepper.episode.ledger, place: detail.place },
            payload: Arc::clone(&detail.call),
            registry: (judge.id, Arc::clone(registry)),
            stage: Stage::Weighing,
        })
    }

    fn advance_search(&mut self) -> bool {
        let Some(scan) = self.scan(Purpose::Likeness) else { return false };
        let Some(seeking) = self.seeking.as_ref().filter(|_| scan.is_done()) else { return false };
        match &seeking.stage {
            Stage::Weighing => {
                let mut nearest = Nearest::default();
                for (record, answer) in scan.found() {
                    if let Answer::Weighed(weighed) = answer {
                        nearest.offer(*record, *weighed);
                    }
                }
                match nearest.best {
                    Some((_, record)) => {
                        self.start_scan(Purpose::Likeness, Arc::new(Whole), vec![record]);
                        self.set_stage(Stage::Reading(nearest));
                    }
                    None => self.end_search(&nearest, None),
                }
            }
            Stage::Reading(nearest) => {
                let sample = scan.found().first().and_then(|(record, answer)| match answer {
                    Answer::Record(Seen::Call(call)) => Some((call_of(*record)?, Arc::clone(call))),
                    _ => None,
                });
                let nearest = nearest.clone();
                self.end_search(&nearest, sample);
            }
            Stage::Done(..) => return false,
        }
        true
    }

    fn end_search(&mut self, nearest: &Nearest<RecordRef>, sample: Option<(CallRef, Arc<Call>)>) {
        let likest = sample.and_then(|(at, sample)| {
            let slot = self.data.ledger(at.ledger)?;
            let step = slot.index.calls().get(at.place as usize)?.step();
            let whence = Whence { file: slot.name.clone(), episode: sample.episode.clone(), step };
            let seeking = self.seeking.as_ref()?;
            Some((at, Box::new(Likest::new(whence, &seeking.payload, &sample))))
        });
        let (at, likest) = likest.map_or((None, None), |(at, likest)| (Some(at), Some(likest)));
        let likeness = Likeness::Sought { weighed: nearest.weighed, clean: nearest.clean, nearest: likest };
        self.drop_scan(Purpose::Likeness);
        self.set_stage(Stage::Done(likeness, at));
    }

    fn set_stage(&mut self, stage: Stage) {
        if let Some(seeking) = &mut self.seeking {
            seeking.stage = stage;
        }
    }
}

fn call_of(record: RecordRef) -> Option<CallRef> {
    match record.which {
        Which::Call(place) => Some(CallRef { ledger: record.ledger, place }),
        Which::Message(_) => None,
    }
}
