//! The lists of the terminal UI as rows: episodes and invariants.

use std::collections::BTreeMap;

use super::{Column, Table};
use crate::app::keymap::Keymap;
use crate::app::keys::Scope;
use crate::digest::EpisodeDigest;
use crate::domain::ids::InvariantId;
use crate::domain::json::Json;
use crate::lens::findings::evidence;
use crate::lens::lists;
use crate::query::episode::{self, Known};
use crate::study::{Ledger, NamedRegistry};

/// The episodes of some ledgers, in file order; `fired` counts the calls of each on which a replayed rule fires, by
/// ledger and episode, and is empty where no registry was replayed; `digests` says in the same way what stands out.
#[must_use]
pub fn episodes(ledgers: &[Ledger], fired: &[Vec<usize>], digests: &[Vec<EpisodeDigest>]) -> Table {
    let mut table = lists::episodes(!digests.is_empty());
    if !digests.is_empty() {
        let evidence = Column { is_shown: false, ..Column::words("evidence", "evidence") };
        table.columns.push(evidence);
    }
    for (place, ledger) in ledgers.iter().enumerate() {
        let (file, fired, digests) = (ledger.file.name(), fired.get(place), digests.get(place));
        let rows = ledger.index.episodes().iter().enumerate().map(|(place, entry)| {
            let fired = fired.and_then(|fired| fired.get(place)).copied();
            let digest = digests.and_then(|digests| digests.get(place));
            let mut row = episode::values(&file, &ledger.index, entry, Known { fired, digest }).to_vec();
            row.extend(digest.map(|digest| evidence(&digest.labels)));
            row
        });
        table.rows.extend(rows);
    }
    table
}

/// The invariants of some registries, by tool and class; `firings` counts the calls on which each fires, by registry,
/// and is empty where no ledger was replayed.
#[must_use]
pub fn invariants(registries: &[NamedRegistry], firings: &[BTreeMap<InvariantId, u64>]) -> Table {
    let mut table = lists::rules();
    for (place, NamedRegistry { name, registry, .. }) in registries.iter().enumerate() {
        let firings = firings.get(place);
        let of_tools = registry
            .tools
            .iter()
            .flat_map(|(tool, contract)| contract.invariants.iter().map(move |it| (tool, contract, it)));
        table.rows.extend(of_tools.map(|(tool, contract, invariant)| {
            let fired = firings.map(|firings| firings.get(&invariant.id).copied().unwrap_or(0));
            lists::rule_row(name, tool, contract, invariant, fired)
        }));
    }
    table
}

/// The keys of the terminal UI, from the table that handles them, scope after scope.
#[must_use]
pub fn keys(keymap: &Keymap) -> Table {
    let columns = [
        Column::words("scope", "where"),
        Column::words("keys", "keys"),
        Column::words("help", "what it does"),
        Column::words("setting", "in the settings"),
    ];
    let mut table = Table::new("keys", &columns);
    for bound in Scope::ALL.into_iter().flat_map(|scope| keymap.of(scope)) {
        let (row, keys) = (bound.row, Json::from(bound.keys.clone()));
        let setting = format!("keys.{}.{}", row.scope.name(), row.action.name());
        table.rows.push(vec![row.scope.title().into(), keys, row.help.into(), setting.into()]);
    }
    table
}
