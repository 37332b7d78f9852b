//! Checking every call of some ledgers (SPEC 5).

use std::collections::BTreeMap;

use super::ledger::Meter;
use super::{Chosen, Ledger, StudyError};
use crate::domain::class::Class;
use crate::domain::ids::{EpisodeId, Step, TaskId, ToolName};
use crate::domain::json::Json;
use crate::domain::violation::Violation;

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
    /// What broke; never empty.
    pub violations: Vec<Violation>,
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

/// Checks every call of the ledgers by the registry of its task.
pub fn check(ledgers: &[Ledger], chosen: &Chosen, meter: &dyn Meter) -> Result<Checked, StudyError> {
    let mut found = Checked::default();
    for ledger in ledgers {
        let calls = ledger.index.calls();
        meter.begin(&format!("checking {}", ledger.file.name()), Some(calls.len() as u64));
        for (place, entry) in calls.iter().enumerate() {
            if place % 256 == 0 {
                meter.reached(place as u64);
            }
            found.calls += 1;
            let Some(episode) = ledger.episode_of(entry).filter(|_| entry.has_result()) else { continue };
            let tool = ledger.index.tool(entry);
            let Some(registry) = chosen.of(&episode.task_or_id()) else { continue };
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
                    violations,
                });
            }
        }
    }
    Ok(found)
}
