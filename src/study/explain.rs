//! The autopsy of one call of a ledger, with the nearest clean sample of all that was read.

use super::digests::Around;
use super::gather::judged;
use super::ledger::Meter;
use super::{Chosen, Ledger, StudyError};
use crate::contract::Checker;
use crate::domain::ids::{EpisodeId, Step};
use crate::index::{CallEntry, EpisodeEntry};
use crate::lens::autopsy::{Autopsy, Case, Judge, Likeness, Likest, Nearest, Search, Whence};
use crate::lens::hazards;

/// After how many calls a meter is told again.
const TOLD_EVERY: usize = 256;

/// Explains one call. `episode` is an id, or the beginning of one that no other id shares.
pub fn explain(
    ledgers: &[Ledger],
    episode: &str,
    step: Step,
    chosen: &Chosen,
    around: &Around<'_>,
    meter: &dyn Meter,
) -> Result<Autopsy, StudyError> {
    let (ledger, place, episode) = find(ledgers, episode)?;
    let mut calls = ledger.index.calls_of(place).map(|(_, entry)| entry).skip(step.0);
    let entry = calls.next().ok_or_else(|| no_step(episode, step))?;
    let next = calls.next();
    let next_call = next.map(|entry| ledger.call(entry)).transpose()?;
    let next = next.map(|entry| ledger.index.tool(entry));
    let call = ledger.call(entry)?.into();
    let task = episode.task_or_id();
    let (named, basis) =
        chosen.of(&task).ok_or_else(|| StudyError::Request(format!("no registry judges the task {task}")))?;
    let tool = ledger.index.tool(entry);
    let contract = named.registry.tools.get(tool);
    let judge = Judge::new(&named.name, basis, contract, |rule| chosen.folds_with(&named.registry, tool, rule));
    let file = ledger.file.name();
    let has_labels = ledgers.iter().flat_map(|ledger| ledger.index.calls()).any(CallEntry::has_fault);
    let case = Case {
        file: &file,
        episode,
        step,
        call: &call,
        next,
        next_call: next_call.as_ref(),
        judge: Some(&judge),
        substitutes: around.substitutes(),
        has_labels,
    };
    let mut autopsy = Autopsy::of(case);
    let records = ledger.records(episode)?;
    let digest = around.digest(episode, &records);
    let replayed = judged(&task, &records, chosen);
    let fires = |Step(step): Step| replayed.get(step).cloned().flatten().unwrap_or_default();
    autopsy.hazards = hazards::at(&digest, step, Some(&fires));
    if let Some(contract) = contract.filter(|_| autopsy.wants_likeness()) {
        let search = Search::new(&call, Checker::new(tool, contract));
        autopsy.likeness = likeness(ledgers, (ledger, entry), &autopsy, &search, meter)?;
    }
    Ok(autopsy)
}

/// Looks for the nearest clean sample of a call in all ledgers.
fn likeness(
    ledgers: &[Ledger],
    (own, itself): (&Ledger, &CallEntry),
    autopsy: &Autopsy,
    search: &Search,
    meter: &dyn Meter,
) -> Result<Likeness, StudyError> {
    let mut nearest: Nearest<(&Ledger, &CallEntry)> = Nearest::default();
    for ledger in ledgers {
        meter.begin(
            &format!("looking for clean samples in {}", ledger.file.name()),
            Some(ledger.index.calls().len() as u64),
        );
        for (place, entry) in ledger.index.calls().iter().enumerate() {
            if place % TOLD_EVERY == 0 {
                meter.reached(place as u64);
            }
            let is_itself = std::ptr::eq(ledger, own) && std::ptr::eq(entry, itself);
            if !is_itself && entry.has_result() && *ledger.index.tool(entry) == autopsy.call.tool {
                nearest.offer((ledger, entry), search.weigh(&ledger.call(entry)?));
            }
        }
    }
    let Nearest { weighed, clean, best } = nearest;
    let likest = best.map(|(_, (ledger, entry))| {
        let episode = ledger.episode_of(entry).map_or_else(|| EpisodeId::from(""), |episode| episode.id.clone());
        let whence = Whence { file: ledger.file.name(), episode, step: entry.step() };
        Ok::<_, StudyError>(Box::new(Likest::new(whence, &autopsy.call, &ledger.call(entry)?)))
    });
    Ok(Likeness::Sought { weighed, clean, nearest: likest.transpose()? })
}

/// The episode of that id, or the only one whose id begins so.
pub(super) fn find<'l>(
    ledgers: &'l [Ledger],
    wanted: &str,
) -> Result<(&'l Ledger, usize, &'l EpisodeEntry), StudyError> {
    let id = EpisodeId::from(wanted);
    let all = || {
        let each = |ledger: &'l Ledger| ledger.index.episodes().iter().enumerate().map(move |it| (ledger, it.0, it.1));
        ledgers.iter().flat_map(each)
    };
    let exact: Vec<_> = all().filter(|(_, _, episode)| episode.id == id).collect();
    let found = if exact.is_empty() {
        all().filter(|(_, _, episode)| episode.id.as_str().starts_with(wanted)).collect()
    } else {
        exact
    };
    match found.as_slice() {
        [one] => Ok(*one),
        [] => {
            let some: Vec<&str> = all().take(3).map(|(_, _, episode)| episode.id.as_str()).collect();
            let what = match some.as_slice() {
                [] => format!("there is no episode {wanted:?}: the ledger has none at all"),
                some => format!(
                    "there is no episode {wanted:?}; ids look like {}; `vidimus episodes` lists them all",
                    some.join(", ")
                ),
            };
            Err(StudyError::Request(what))
        }
        several => {
            let some: Vec<&str> = several.iter().take(5).map(|(_, _, episode)| episode.id.as_str()).collect();
            Err(StudyError::Request(format!(
                "{} episodes are called {wanted:?} or begin so: {}…; write more of the id, or name one file",
                several.len(),
                some.join(", ")
            )))
        }
    }
}

pub(super) fn no_step(episode: &EpisodeEntry, step: Step) -> StudyError {
    let what = match episode.calls.len() {
        0 => "it has no calls".to_owned(),
        count => format!("its steps are 0 to {}", count - 1),
    };
    StudyError::Request(format!("the episode {} has no step {step}; {what}", episode.id))
}
