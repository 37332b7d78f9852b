//! The monitor of the advisory arm: vidimus itself, mined in five folds from clean calls, and once from all of them.

use std::collections::{BTreeMap, BTreeSet};

use super::agent::{MODELS, Made};
use crate::contract::{Checker, MineOptions, Observation, Prepared, folds_of, mine_prepared};
use crate::domain::ids::{TaskId, ToolName};
use crate::domain::json::Json;
use crate::domain::registry::{Fold, Registry};
use crate::receipt::{ReceiptSchema, receipt};
use crate::recovery::Substitutes;

/// How many folds the tasks are dealt into.
pub(super) const FOLDS: usize = 5;

/// Registries and checkers of all folds, and what may replace what.
#[derive(Debug)]
pub(super) struct Monitor {
    /// One registry a fold, without their inputs.
    pub(super) registries: Vec<Registry>,
    /// The registry of all tasks, which judges nothing here: it is what would be reviewed and put to use.
    pub(super) whole: Registry,
    /// Subs(τ).
    pub(super) substitutes: Substitutes,
    checkers: Vec<BTreeMap<ToolName, Checker>>,
    fold_of: BTreeMap<TaskId, usize>,
}

/// The clean calls of one tool, each with the fold of its task.
pub(super) type CleanCalls = BTreeMap<ToolName, Vec<(usize, Made)>>;

impl Monitor {
    /// Deals the tasks.
    pub(super) fn deal(tasks: &BTreeSet<TaskId>) -> BTreeMap<TaskId, usize> {
        folds_of(tasks, FOLDS)
    }

    /// Mines one registry a fold, from the calls of the tasks that are not in it.
    pub(super) fn mine(fold_of: BTreeMap<TaskId, usize>, calls: &CleanCalls, substitutes: Substitutes) -> Self {
        let options = MineOptions::default();
        let prepared: BTreeMap<&ToolName, Vec<(usize, Prepared<'_>)>> = calls
            .iter()
            .map(|(tool, calls)| {
                let ready = calls.iter().map(|(fold, made)| {
                    (*fold, Prepared::new(Observation { arguments: &made.arguments, result: &made.result }))
                });
                (tool, ready.collect())
            })
            .collect();
        // Nothing is held out from the registry of all tasks.
        let mined_without = |held_out: Option<usize>| {
            let mut registry = Registry { source: options.source("traces", Vec::new()), ..Registry::default() };
            if let Some(index) = held_out {
                registry.source.fold = Some(Fold::new(index, FOLDS));
                let tasks = fold_of.iter().filter(|(_, fold)| **fold == index);
                registry.source.held_out = tasks.map(|(task, _)| task.clone()).collect();
            }
            for (tool, calls) in &prepared {
                let seen = calls.iter().filter(|(fold, _)| Some(*fold) != held_out).map(|(_, call)| call);
                let mut seen = seen.peekable();
                if seen.peek().is_some() {
                    registry.tools.insert((*tool).clone(), mine_prepared(tool, seen, &options));
                }
            }
            registry
        };
        let registries: Vec<Registry> = (0..FOLDS).map(|index| mined_without(Some(index))).collect();
        let whole = mined_without(None);
        let checkers = registries
            .iter()
            .map(|registry| {
                let ready = registry.tools.iter().map(|(tool, contract)| (tool.clone(), Checker::new(tool, contract)));
                ready.collect()
            })
            .collect();
        Self { registries, whole, substitutes, checkers, fold_of }
    }

    /// The fold that never saw a task.
    pub(super) fn fold(&self, task: &TaskId) -> usize {
        self.fold_of.get(task).copied().unwrap_or_default()
    }

    /// R of SPEC 7.
    pub(super) fn recovery_tools(&self, tool: &ToolName, advertised: &[ToolName]) -> Vec<ToolName> {
        self.substitutes.recovery_tools(tool, Some(advertised))
    }

    /// The receipt on one call: v1 for the first model, v2 for the other.
    pub(super) fn receipt(
        &self,
        fold: usize,
        model: &str,
        tool: &ToolName,
        arguments: &Json,
        result: &Json,
        recovery: &[ToolName],
    ) -> Option<Json> {
        let violations = self.checkers.get(fold)?.get(tool)?.check(arguments, result);
        let schema = if model == MODELS[0].name { ReceiptSchema::V1 } else { ReceiptSchema::V2 };
        receipt(schema, tool, &violations, recovery, "")
    }
}
