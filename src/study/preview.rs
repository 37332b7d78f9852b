//! What changes in the receipts of some ledgers when rules are rejected or edited.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::ledger::Meter;
use super::{Chosen, Ledger, NamedRegistry, StudyError};
use crate::contract::Basis;
use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::json::Json;
use crate::files::{FileError, FoundFile};
use crate::index::CallEntry;
use crate::lens::preview::episodes;
use crate::review::preview::{Again, At, Changes, Edits, Episodes, Look, Preview, Spot, Table};
use crate::review::{Day, Decided, Journal, Review};

/// After how many calls a meter is told again.
const TOLD_EVERY: usize = 256;

/// Every call of some ledgers, replayed once for any number of previews. A spot's ledger is its place in the list.
#[derive(Debug)]
pub struct Replayed {
    /// Which rules are broken on which call.
    pub table: Table,
    /// The episodes of all ledgers.
    pub episodes: Episodes,
}

impl Replayed {
    /// Replays the calls, each against the registry of its task.
    pub fn new(ledgers: &[Ledger], chosen: &Chosen, meter: &dyn Meter) -> Result<Self, StudyError> {
        Self::beside(ledgers, chosen, None, meter)
    }

    /// The same; where folds judge, `own` is the registry under review, whose rules are held against theirs.
    pub fn beside(
        ledgers: &[Ledger],
        chosen: &Chosen,
        own: Option<&NamedRegistry>,
        meter: &dyn Meter,
    ) -> Result<Self, StudyError> {
        let registries = chosen.against.registries().map(|named| &named.registry);
        let numbered = (0u32..).zip(ledgers).map(|(number, ledger)| (number, &ledger.index));
        let mut replayed = Self { table: Table::new(registries), episodes: episodes(numbered) };
        each_call(
            ledgers,
            chosen,
            meter,
            |_| true,
            |ledger, at, entry| {
                let named = chosen.against.registries().nth(at.judge);
                let Some(checker) = named.and_then(|named| named.checker(at.tool)) else { return Ok(()) };
                let call = ledger.call(entry)?;
                let own = own.and_then(|own| own.checker(at.tool));
                let result = call.result.as_ref().unwrap_or(&Json::Null);
                let look = Look::beside(checker, own, &call.arguments, result);
                replayed.table.add(at, &look);
                Ok(())
            },
        )?;
        Ok(replayed)
    }

    /// What changes; only calls of tools with edited rules are read again.
    pub fn preview(
        &self,
        changes: &Changes,
        ledgers: &[Ledger],
        chosen: &Chosen,
        meter: &dyn Meter,
    ) -> Result<Preview, StudyError> {
        let (edits, mut again) = (Edits::new(&self.table, changes), Again::default());
        let tools: BTreeSet<&ToolName> = edits.tools().collect();
        if !tools.is_empty() {
            each_call(
                ledgers,
                chosen,
                meter,
                |tool| tools.contains(tool),
                |ledger, at, entry| {
                    let call = ledger.call(entry)?;
                    let result = call.result.as_ref().unwrap_or(&Json::Null);
                    again.add(&self.table, at, edits.look(at.tool, &call.arguments, result));
                    Ok(())
                },
            )?;
        }
        Ok(Preview::new(&self.table, changes, &edits, &again, &self.episodes))
    }
}

/// The changes that reject these invariants; each must be in one of the registries.
pub fn rejecting(ids: &[InvariantId], chosen: &Chosen) -> Result<Changes, StudyError> {
    let known = |id: &InvariantId| {
        let mut contracts = chosen.against.registries().flat_map(|named| named.registry.tools.values());
        contracts.any(|contract| contract.invariants.iter().any(|invariant| invariant.id == *id))
    };
    match ids.iter().find(|id| !known(id)) {
        Some(id) => Err(StudyError::Request(format!(
            "no rule has the id {id}; `vidimus registries` prints the ids of all rules"
        ))),
        None => Ok(ids.iter().map(|id| (id.clone(), None)).collect()),
    }
}

/// What a review decides of the registry that stands beside it, or else of the one that judges.
pub fn decided(file: &FoundFile, chosen: &Chosen, today: &Day) -> Result<Decided, StudyError> {
    let journal = Journal::parse(&file.bytes()?)
        .map_err(|error| FileError::Content { path: file.path.clone(), what: error.to_string() })?;
    let beside = file.path.to_str().and_then(|path| path.strip_suffix(".review.jsonl")).map(PathBuf::from);
    if let Some(path) = beside.filter(|path| path.exists()) {
        let reviewed = NamedRegistry::read(&FoundFile::look(&path)?)?;
        return Ok(Decided::of(&Review::of(&reviewed.registry, &[], &journal, today)));
    }
    let mut registries = chosen.against.registries();
    match (registries.next(), registries.next()) {
        (Some(one), None) => Ok(Decided::of(&Review::of(&one.registry, &[], &journal, today))),
        _ => Err(StudyError::Request(format!(
            "{}: the registry that it decides on is not beside it; decisions are read with the registry in one folder",
            file.path.display()
        ))),
    }
}

/// Goes over the calls with a result and a judge.
fn each_call(
    ledgers: &[Ledger],
    chosen: &Chosen,
    meter: &dyn Meter,
    wanted: impl Fn(&ToolName) -> bool,
    mut each: impl FnMut(&Ledger, At<'_>, &CallEntry) -> Result<(), StudyError>,
) -> Result<(), StudyError> {
    for (number, ledger) in (0u32..).zip(ledgers) {
        let calls = ledger.index.calls();
        meter.begin(&format!("replaying {}", ledger.file.name()), Some(calls.len() as u64));
        for (place, entry) in calls.iter().enumerate() {
            if place % TOLD_EVERY == 0 {
                meter.reached(place as u64);
            }
            let tool = ledger.index.tool(entry);
            let Some(episode) = ledger.episode_of(entry).filter(|_| entry.has_result() && wanted(tool)) else {
                continue;
            };
            let Some((judge, basis)) = chosen.judge_of(&episode.task_or_id()) else { continue };
            let at = At {
                spot: Spot { ledger: number, episode: entry.episode, step: entry.step() },
                judge,
                tool,
                is_faulted: entry.has_fault(),
                is_clean: episode.faults == 0,
                is_held_out: matches!(basis, Basis::HeldOut | Basis::NewTask),
            };
            each(ledger, at, entry)?;
        }
    }
    Ok(())
}
