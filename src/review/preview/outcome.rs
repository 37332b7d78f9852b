//! What becomes of the receipts when rules change.

use std::collections::{BTreeMap, BTreeSet};

use super::look::Found;
use super::table::{At, Contract, Row, Spot, Table};
use super::{Changes, Edits, Episodes};
use crate::domain::class::Class;
use crate::domain::ids::{InvariantId, ToolName};
use crate::pair::{Pair, PairOutcome};

/// What happens to the receipt of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// There was one and is none.
    Lost,
    /// There was none and is one.
    Gained,
    /// It stays, and says something else.
    Other,
}

/// What is known of a call besides its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// No call of its episode has a fault label: a receipt on it is a false fire.
    Clean,
    /// It has a fault label: a receipt on it catches the fault.
    Faulted,
    /// Another call of its episode has a fault label.
    Beside,
}

/// A call whose receipt changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The call.
    pub spot: Spot,
    /// Its tool.
    pub tool: ToolName,
    /// What happens to its receipt.
    pub change: Change,
    /// What is known of it.
    pub standing: Standing,
    /// The rules that its receipt names before.
    pub before: Vec<InvariantId>,
    /// The rules that it names after.
    pub after: Vec<InvariantId>,
    /// The classes that it names before.
    pub said: BTreeSet<Class>,
    /// The classes that it names after.
    pub says: BTreeSet<Class>,
}

/// A pair with a call whose receipt changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TouchedPair {
    /// How the recorded episodes of the pair ended.
    pub outcome: PairOutcome,
    /// The pair itself.
    pub pair: Pair,
    /// Its calls whose receipts change; never empty.
    pub spots: Vec<Spot>,
}

/// What changes in the receipts, by replay over recorded calls. What the agent would have done with other receipts is
/// not in it: nothing is run again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    /// How many calls with a result and a contract were looked at.
    pub looked_at: usize,
    /// How many pairs there are among the episodes.
    pub pair_count: usize,
    /// The calls whose receipts change, in the order of their spots.
    pub calls: Vec<Changed>,
    /// The pairs that these are in, in the order of episodes.
    pub pairs: Vec<TouchedPair>,
}

/// What edited rules find, call by call.
#[derive(Clone, Debug, Default)]
pub struct Again {
    /// By call: its contract, whether it has a fault label, and what was found.
    calls: BTreeMap<Spot, (usize, bool, Vec<Found>)>,
}

impl Again {
    /// Takes what [`Edits::look`] found on a call.
    pub fn add(&mut self, table: &Table, at: At<'_>, found: Vec<Found>) {
        if let Some(contract) = table.contract_of(&at).filter(|_| !found.is_empty()) {
            self.calls.insert(at.spot, (contract, at.is_faulted, found));
        }
    }
}

/// What a check reports: an explicit error alone, else each class and path once.
pub(super) fn reported(errors: &[Found], rules: impl Iterator<Item = Found>) -> Vec<Found> {
    if !errors.is_empty() {
        return errors.to_vec();
    }
    let mut out: Vec<Found> = Vec::new();
    for found in rules {
        if out.iter().all(|known| known.place != found.place) {
            out.push(found);
        }
    }
    out
}

impl Preview {
    /// What changes. With edited rules, `again` must have what they find on every call of their tools; rejected ones
    /// are answered from the table alone.
    #[must_use]
    pub fn new(table: &Table, changes: &Changes, edits: &Edits, again: &Again, episodes: &Episodes) -> Self {
        let mut calls: BTreeMap<Spot, Changed> = BTreeMap::new();
        let mut rows: BTreeMap<Spot, &Row> = BTreeMap::new();
        for (at, rule) in changes.keys().flat_map(|id| table.places_of(id)) {
            rows.extend(table.rows_of(at, rule).iter().filter_map(|row| table.row(*row)).map(|row| (row.spot, row)));
        }
        // A call with nothing broken before has no row.
        let spots: BTreeSet<Spot> = rows.keys().chain(again.calls.keys()).copied().collect();
        let missing: BTreeSet<Spot> = again.calls.keys().filter(|spot| !rows.contains_key(spot)).copied().collect();
        rows.extend(table.rows().filter(|row| missing.contains(&row.spot)).map(|row| (row.spot, row)));
        for spot in spots {
            let (row, looked) = (rows.get(&spot).copied(), again.calls.get(&spot));
            let Some(place) = row.map(|row| row.contract as usize).or(looked.map(|looked| looked.0)) else { continue };
            let Some(contract) = table.contract(place) else { continue };
            let errors = row.map(|row| table.errors_in(row)).unwrap_or_default();
            let rules = row.map(|row| table.rules_in(row)).unwrap_or_default();
            let edited = looked.map(|looked| looked.2.as_slice()).unwrap_or_default();
            let before = reported(errors, rules.iter().copied());
            let after = after(contract, changes, (errors, rules), |id| edits.of_rule(&contract.tool, id, edited));
            let Some(change) = Change::between(&before, &after) else { continue };
            let is_faulted = row.is_some_and(|row| row.is_faulted) || looked.is_some_and(|looked| looked.1);
            let standing = match episodes.of(spot) {
                _ if is_faulted => Standing::Faulted,
                Some(episode) if !episode.is_clean => Standing::Beside,
                _ => Standing::Clean,
            };
            let (said, says) = (contract.classes(&before), contract.classes(&after));
            let (before, after) = (contract.named(&before), contract.named(&after));
            let tool = contract.tool.clone();
            calls.insert(spot, Changed { spot, tool, change, standing, before, after, said, says });
        }
        let mut touched: BTreeMap<Pair, Vec<Spot>> = BTreeMap::new();
        for (spot, pair) in calls.keys().flat_map(|spot| episodes.pairs_with(*spot).map(|pair| (*spot, pair))) {
            touched.entry(pair).or_default().push(spot);
        }
        let pairs = touched.into_iter().map(|(pair, spots)| TouchedPair { outcome: pair.outcome, pair, spots });
        Self {
            looked_at: table.looked_at(),
            pair_count: episodes.pair_count(),
            calls: calls.into_values().collect(),
            pairs: pairs.collect(),
        }
    }

    /// The calls to whose receipts this happens.
    pub fn with(&self, change: Change) -> impl Iterator<Item = &Changed> + Clone {
        self.calls.iter().filter(move |call| call.change == change)
    }

    /// The calls of a standing among them: lost and clean is a false fire less, lost and faulted a fault that nothing
    /// catches any more.
    pub fn of(&self, change: Change, standing: Standing) -> impl Iterator<Item = &Changed> + Clone {
        self.with(change).filter(move |call| call.standing == standing)
    }

    /// The touched pairs that ended so.
    pub fn pairs_of(&self, outcome: PairOutcome) -> impl Iterator<Item = &TouchedPair> + Clone {
        self.pairs.iter().filter(move |pair| pair.outcome == outcome)
    }
}

/// What is reported after the changes; `edited` gives what the edited form of a rule finds.
fn after<F: Iterator<Item = Found>>(
    contract: &Contract,
    changes: &Changes,
    (errors, rules): (&[Found], &[Found]),
    edited: impl Fn(&InvariantId) -> F,
) -> Vec<Found> {
    let is_rejected = |id: &InvariantId| matches!(changes.get(id), Some(None));
    let no_error = (0u32..).zip(&contract.rules).find(|(_, rule)| rule.is_no_error() && !is_rejected(&rule.id));
    if let Some((place, _)) = no_error.filter(|_| !errors.is_empty()) {
        return errors.iter().map(|found| Found { rule: place, ..*found }).collect();
    }
    let mut all = Vec::new();
    for (place, rule) in (0u32..).zip(&contract.rules) {
        match changes.get(&rule.id) {
            None => all.extend(rules.iter().copied().filter(|found| found.rule == place)),
            Some(None) => {}
            Some(Some(_)) => all.extend(edited(&rule.id).map(|found| Found { rule: place, ..found })),
        }
    }
    reported(&[], all.into_iter())
}

impl Change {
    /// The word in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Gained => "gained",
            Self::Other => "other",
        }
    }

    /// What happens from one report to another; nothing if both say the same.
    fn between(before: &[Found], after: &[Found]) -> Option<Self> {
        let told = |found: &[Found]| -> BTreeSet<(u64, u64)> { found.iter().map(|it| (it.place, it.print)).collect() };
        match (before.is_empty(), after.is_empty()) {
            (true, true) => None,
            (true, false) => Some(Self::Gained),
            (false, true) => Some(Self::Lost),
            (false, false) => (told(before) != told(after)).then_some(Self::Other),
        }
    }
}

impl Standing {
    /// The word in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Faulted => "faulted",
            Self::Beside => "beside_fault",
        }
    }
}

impl Contract {
    /// The classes that a report names.
    fn classes(&self, reported: &[Found]) -> BTreeSet<Class> {
        reported.iter().filter_map(|found| Some(self.rules.get(found.rule as usize)?.class)).collect()
    }

    /// The rules that a report names.
    fn named(&self, reported: &[Found]) -> Vec<InvariantId> {
        let mut places: Vec<u32> = reported.iter().map(|found| found.rule).collect();
        places.sort_unstable();
        places.dedup();
        places.into_iter().filter_map(|place| Some(self.rules.get(place as usize)?.id.clone())).collect()
    }
}
