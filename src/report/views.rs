//! The lists of the terminal UI as rows: episodes and invariants.

use std::collections::BTreeMap;

use super::{Column, Table};
use crate::domain::ids::{Arm, InvariantId, ModelName, TaskId, ToolName};
use crate::domain::json::Json;
use crate::query::lang::{Query, QueryError};
use crate::study::{Ledger, NamedRegistry};
use crate::words;

/// The columns of the episode list.
const EPISODES: [Column; 11] = [
    Column::words("file", "file"),
    Column::words("episode", "episode"),
    Column::words("task", "task"),
    Column::words("arm", "arm"),
    Column::words("model", "model"),
    Column::numbers("trial", "trial"),
    Column::words("stratum", "stratum"),
    Column::words("completed", "completed"),
    Column::numbers("calls", "calls"),
    Column::numbers("receipts", "receipts"),
    Column::numbers("faults", "faults"),
];

/// The columns of the list of invariants.
const INVARIANTS: [Column; 9] = [
    Column::words("registry", "registry"),
    Column::words("tool", "tool"),
    Column::numbers("samples", "samples"),
    Column::words("class", "class"),
    Column::words("path", "path"),
    Column::numbers("support", "support"),
    Column::numbers("firings", "firings"),
    Column::words("rule", "rule"),
    Column::words("id", "id"),
];

/// The episodes of some ledgers, in file order.
#[must_use]
pub fn episodes(ledgers: &[Ledger]) -> Table {
    let mut table = Table::new("episodes", &EPISODES);
    for ledger in ledgers {
        let file = ledger.file.name();
        for episode in ledger.index.episodes() {
            table.rows.push(vec![
                file.as_str().into(),
                episode.id.as_str().into(),
                episode.task.as_ref().map(TaskId::as_str).into(),
                episode.arm.as_ref().map(Arm::as_str).into(),
                episode.model.as_ref().map(ModelName::as_str).into(),
                episode.trial.into(),
                episode.stratum.clone().into(),
                episode.completed().into(),
                episode.calls.len().into(),
                u64::from(episode.receipts).into(),
                u64::from(episode.faults).into(),
            ]);
        }
    }
    table
}

/// The invariants of some registries, by tool and class; `firings` counts the calls on which each fires, by registry,
/// and is empty where no ledger was replayed.
#[must_use]
pub fn invariants(registries: &[NamedRegistry], firings: &[BTreeMap<InvariantId, u64>]) -> Table {
    let mut table = Table::new("invariants", &INVARIANTS);
    for (place, NamedRegistry { name, registry, .. }) in registries.iter().enumerate() {
        let firings = firings.get(place);
        let of_tools = registry
            .tools
            .iter()
            .flat_map(|(tool, contract)| contract.invariants.iter().map(move |it| (tool, contract, it)));
        table.rows.extend(of_tools.map(|(tool, contract, invariant)| {
            vec![
                name.as_str().into(),
                ToolName::as_str(tool).into(),
                contract.samples.into(),
                invariant.class.name().into(),
                invariant.path.to_string().into(),
                invariant.support.into(),
                firings.map(|firings| firings.get(&invariant.id).copied().unwrap_or(0)).into(),
                words::rule(invariant).into(),
                invariant.id.as_str().into(),
            ]
        }));
    }
    table
}

impl Table {
    /// Keeps the rows that a filter shows; in JSON, `total` says how many there were before.
    pub fn filter(&mut self, filter: Option<&str>) -> Result<(), QueryError> {
        let total = self.rows.len();
        if let Some(filter) = filter {
            let keys: Vec<&str> = self.columns.iter().map(|column| column.key).collect();
            let query = Query::parse(filter, &keys)?;
            self.rows.retain(|row| query.matches(&keys.iter().copied().zip(row).collect::<Vec<(&str, &Json)>>()));
        }
        self.facts.insert("shown", self.rows.len());
        self.facts.insert("total", total);
        Ok(())
    }
}
