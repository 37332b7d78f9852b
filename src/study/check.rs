//! Checking every call of some ledgers (SPEC 5).

use std::collections::{BTreeMap, BTreeSet};

use super::ledger::Meter;
use super::{Chosen, Ledger, NamedRegistry, StudyError};
use crate::domain::class::Class;
use crate::domain::ids::{EpisodeId, InvariantId, Step, TaskId, ToolName};
use crate::domain::json::Json;
use crate::domain::violation::Violation;
use crate::words;

/// After how many calls a meter is told again.
const TOLD_EVERY: usize = 256;

/// One call on which a registry fires.
#[derive(Clone, Debug)]
pub struct Firing {
    /// The file's name.
    pub file: String,
    /// The registry's name.
    pub registry: String,
    /// The episode.
    pub episode: EpisodeId,
    /// Its task, if the ledger names one.
    pub task: Option<TaskId>,
    /// The place of the call in it.
    pub step: Step,
    /// The tool called.
    pub tool: ToolName,
    /// What broke, each with the sentence that says it; never empty.
    pub violations: Vec<(Violation, String)>,
}

/// What a check found.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// All calls.
    pub calls: u64,
    /// Those with a result and a contract for their tool.
    pub checked: u64,
    /// Those on which a registry fires, in file order.
    pub firings: Vec<Firing>,
    /// How many violations of each class there are; only classes that have any.
    pub by_class: BTreeMap<Class, u64>,
}

/// How often registries fire on ledgers.
#[derive(Clone, Debug, Default)]
pub struct FiringCounts {
    /// By registry: on how many calls each invariant fires.
    pub by_invariant: Vec<BTreeMap<InvariantId, u64>>,
    /// By ledger and episode: on how many calls any registry fires.
    pub by_episode: Vec<Vec<usize>>,
}

/// Counts how often registries fire. A fold judges only the tasks it holds out, any other registry judges all.
pub fn firing_counts(
    registries: &[NamedRegistry],
    ledgers: &[Ledger],
    meter: &dyn Meter,
) -> Result<FiringCounts, StudyError> {
    let mut by_invariant = vec![BTreeMap::new(); registries.len()];
    let mut by_episode = Vec::new();
    let held_out: Vec<BTreeSet<&TaskId>> =
        registries.iter().map(|named| named.registry.source.held_out.iter().collect()).collect();
    for ledger in ledgers {
        let calls = ledger.index.calls();
        meter.begin(&format!("replaying {}", ledger.file.name()), Some(calls.len() as u64));
        let mut fired = vec![0; ledger.index.episodes().len()];
        for (place, entry) in calls.iter().enumerate() {
            if place % TOLD_EVERY == 0 {
                meter.reached(place as u64);
            }
            let Some(episode) = ledger.episode_of(entry).filter(|_| entry.has_result()) else { continue };
            let (task, tool) = (episode.task_or_id(), ledger.index.tool(entry));
            let (mut call, mut has_fired) = (None, false);
            for ((named, held_out), counts) in registries.iter().zip(&held_out).zip(&mut by_invariant) {
                let judges = held_out.is_empty() || held_out.contains(&task);
                let Some(checker) = named.checker(tool).filter(|_| judges) else { continue };
                let call = match &mut call {
                    Some(call) => call,
                    none => none.insert(ledger.call(entry)?),
                };
                let violations = checker.check(&call.arguments, call.result.as_ref().unwrap_or(&Json::Null));
                let broken: BTreeSet<InvariantId> =
                    violations.into_iter().map(|violation| violation.invariant).collect();
                has_fired |= !broken.is_empty();
                for invariant in broken {
                    *counts.entry(invariant).or_default() += 1;
                }
            }
            if let Some(fired) = fired.get_mut(entry.episode as usize).filter(|_| has_fired) {
                *fired += 1;
            }
        }
        by_episode.push(fired);
    }
    Ok(FiringCounts { by_invariant, by_episode })
}

/// Checks every call of the ledgers by the registry of its task.
pub fn check(ledgers: &[Ledger], chosen: &Chosen, meter: &dyn Meter) -> Result<Checked, StudyError> {
    let mut found = Checked::default();
    for ledger in ledgers {
        let calls = ledger.index.calls();
        meter.begin(&format!("checking {}", ledger.file.name()), Some(calls.len() as u64));
        for (place, entry) in calls.iter().enumerate() {
            if place % TOLD_EVERY == 0 {
                meter.reached(place as u64);
            }
            found.calls += 1;
            let Some(episode) = ledger.episode_of(entry).filter(|_| entry.has_result()) else { continue };
            let tool = ledger.index.tool(entry);
            let Some((registry, _)) = chosen.of(&episode.task_or_id()) else { continue };
            let Some(checker) = registry.checker(tool) else { continue };
            let call = ledger.call(entry)?;
            let violations = checker.check(&call.arguments, call.result.as_ref().unwrap_or(&Json::Null));
            found.checked += 1;
            for violation in &violations {
                *found.by_class.entry(violation.class).or_default() += 1;
            }
            if !violations.is_empty() {
                found.firings.push(Firing {
                    file: ledger.file.name(),
                    registry: registry.name.clone(),
                    episode: episode.id.clone(),
                    task: episode.task.clone(),
                    step: entry.step(),
                    tool: tool.clone(),
                    violations: told(violations, registry, tool),
                });
            }
        }
    }
    Ok(found)
}

/// Violations with their sentences, which say what the clean samples looked like.
fn told(violations: Vec<Violation>, registry: &NamedRegistry, tool: &ToolName) -> Vec<(Violation, String)> {
    let invariants =
        registry.registry.tools.get(tool).map(|contract| contract.invariants.as_slice()).unwrap_or_default();
    let told = |violation: Violation| {
        let invariant = invariants.iter().find(|invariant| invariant.id == violation.invariant);
        let sentence = words::violation(&violation, invariant);
        (violation, sentence)
    };
    violations.into_iter().map(told).collect()
}
