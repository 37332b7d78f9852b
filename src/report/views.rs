//! The lists of the terminal UI as rows: episodes and invariants.

use std::collections::BTreeMap;

use super::{Column, Table};
use crate::app::keymap::Keymap;
use crate::app::keys::Scope;
use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::json::Json;
use crate::query::episode;
use crate::query::lang::{Query, QueryError};
use crate::study::{Ledger, NamedRegistry};
use crate::words;

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

/// The episodes of some ledgers, in file order; `fired` counts the calls of each on which a replayed rule fires, by
/// ledger and episode, and is empty where no registry was replayed.
#[must_use]
pub fn episodes(ledgers: &[Ledger], fired: &[Vec<usize>]) -> Table {
    let mut table = Table::new("episodes", &episode::FIELDS.map(episode_column));
    for (place, ledger) in ledgers.iter().enumerate() {
        let (file, fired) = (ledger.file.name(), fired.get(place));
        let rows = ledger.index.episodes().iter().enumerate().map(|(place, entry)| {
            let fired = fired.and_then(|fired| fired.get(place)).copied();
            episode::values(&file, &ledger.index, entry, fired).to_vec()
        });
        table.rows.extend(rows);
    }
    table
}

fn episode_column(field: &'static str) -> Column {
    match field {
        "trial" | "calls" | "receipts" | "fired" | "faults" => Column::numbers(field, field),
        // A list too long for a line; the formats for programs have it.
        "tool" => Column { is_shown: false, ..Column::words(field, field) },
        _ => Column::words(field, field),
    }
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

/// The keys of the terminal UI, from the table that handles them, scope after scope.
#[must_use]
pub fn keys(keymap: &Keymap) -> Table {
    let columns =
        [Column::words("scope", "where"), Column::words("keys", "keys"), Column::words("help", "what it does")];
    let mut table = Table::new("keys", &columns);
    for scope in Scope::ALL {
        table.rows.extend(
            keymap
                .of(scope)
                .map(|bound| vec![scope.title().into(), Json::from(bound.keys.clone()), bound.row.help.into()]),
        );
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
