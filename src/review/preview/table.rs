//! Which rules are broken on which call: made once, asked for every preview.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::look::{Found, Look, Told, number};
use crate::domain::class::Class;
use crate::domain::ids::{InvariantId, Step, ToolName};
use crate::domain::registry::Registry;

/// A call, to jump to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The ledger, as a number that whoever asks understands.
    pub ledger: u32,
    /// The place of the episode in it.
    pub episode: u32,
    /// The place of the call in the episode.
    pub step: Step,
}

/// What must be known of a call besides what it says.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    /// Where it is.
    pub spot: Spot,
    /// Which of the table's registries judges it.
    pub judge: usize,
    /// Its tool.
    pub tool: &'a ToolName,
    /// Whether it carries a fault label.
    pub is_faulted: bool,
    /// Whether no call of its episode does.
    pub is_clean: bool,
    /// Whether its judge has never seen its task.
    pub is_held_out: bool,
}

/// On how many calls a rule is broken, of so many on which it looked at something. Each rule by itself: one that
/// another hides counts, one that an explicit error keeps from looking does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cleanly {
    /// Calls on which it is broken.
    pub fires: u64,
    /// Calls on which it looked at something.
    pub reached: u64,
    /// Of those on which it is broken: where only a fold's version of it is, and the rule as it stands in the registry
    /// under review is not.
    pub allowed: u64,
}

/// How a rule does on clean calls, as these were known when they were added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Firing {
    /// On all calls of clean episodes.
    pub clean: Cleanly,
    /// On those among them whose judge has never seen their task.
    pub held_out: Cleanly,
}

/// A call on which a rule is broken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fire {
    /// The call.
    pub spot: Spot,
    /// Whether a check says so. If not, the result is an explicit error, or another rule reports the same first.
    pub is_reported: bool,
    /// Which of the table's registries judges it.
    pub judge: usize,
    /// What is there, in words.
    pub seen: Arc<str>,
    /// Whether the rule as it stands in the registry under review is broken there as well; nothing where that is the
    /// judge, or has no such rule.
    pub own: Option<bool>,
}

/// The contract of one tool in one registry.
#[derive(Clone, Debug)]
pub(super) struct Contract {
    pub(super) tool: ToolName,
    /// Which of the table's registries it is of.
    judge: usize,
    pub(super) rules: Vec<Rule>,
}

#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) id: InvariantId,
    pub(super) class: Class,
    /// Rows in which it is broken; for `no_error` those with an explicit error.
    rows: Vec<u32>,
    /// How it does, by ledger.
    firings: BTreeMap<u32, Firing>,
}

/// One call on which something is broken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) spot: Spot,
    pub(super) contract: u32,
    pub(super) is_faulted: bool,
    /// Where its findings begin: first those of the error, then those of rules.
    from: u32,
    errors: u32,
    found: u32,
}

/// What is broken on every call, each rule taken by itself. Calls on which nothing is broken take no room.
#[derive(Clone, Debug, Default)]
pub struct Table {
    contracts: Vec<Contract>,
    /// By registry and tool: the contract.
    judges: Vec<BTreeMap<ToolName, usize>>,
    /// Where each invariant stands: contract and place in it.
    places: BTreeMap<InvariantId, Vec<(usize, usize)>>,
    rows: Vec<Row>,
    found: Vec<Found>,
    /// What is told of each of them.
    told: Vec<Told>,
    /// The same words are kept once.
    words: BTreeSet<Arc<str>>,
    /// By ledger: how many calls were looked at.
    looked_at: BTreeMap<u32, usize>,
}

impl Table {
    /// A table without calls, for these registries: one, or the folds of a set. A call names its judge by the place.
    #[must_use]
    pub fn new<'r>(registries: impl Iterator<Item = &'r Registry>) -> Self {
        let mut table = Self::default();
        for (number, registry) in registries.enumerate() {
            let mut judge = BTreeMap::new();
            for (tool, contract) in &registry.tools {
                let place = table.contracts.len();
                judge.insert(tool.clone(), place);
                for (rule, invariant) in contract.invariants.iter().enumerate() {
                    table.places.entry(invariant.id.clone()).or_default().push((place, rule));
                }
                let rules = contract.invariants.iter().map(|invariant| Rule {
                    id: invariant.id.clone(),
                    class: invariant.class,
                    rows: Vec::new(),
                    firings: BTreeMap::new(),
                });
                table.contracts.push(Contract { tool: tool.clone(), judge: number, rules: rules.collect() });
            }
            table.judges.push(judge);
        }
        table
    }

    /// Takes what the rules of its judge find on a call with a result. Calls may come in any order and in batches;
    /// one whose tool has no contract with its judge is left out.
    pub fn add(&mut self, at: At<'_>, look: &Look) {
        let Some(place) = self.judges.get(at.judge).and_then(|judge| judge.get(at.tool)).copied() else { return };
        let Some(contract) = self.contracts.get_mut(place) else { return };
        *self.looked_at.entry(at.spot.ledger).or_default() += 1;
        if at.is_clean {
            contract.count(at, look);
        }
        if look.is_consistent() {
            return;
        }
        let row = Row {
            spot: at.spot,
            contract: number(place),
            is_faulted: at.is_faulted,
            from: number(self.found.len()),
            errors: number(look.error.len()),
            found: number(look.found.len()),
        };
        let no_error = number(contract.rules.iter().position(Rule::is_no_error).unwrap_or_default());
        self.found.extend(look.error.iter().map(|found| Found { rule: no_error, ..*found }));
        self.found.extend(&look.found);
        for told in &look.told {
            let known = self.words.get(&told.seen).cloned();
            let seen = known.unwrap_or_else(|| Arc::clone(&told.seen));
            self.words.insert(Arc::clone(&seen));
            self.told.push(Told { seen, own: told.own });
        }
        self.note(row);
    }

    /// Keeps a row whose findings are there.
    fn note(&mut self, row: Row) {
        let number = number(self.rows.len());
        let is_error = row.errors > 0;
        let broken: Vec<u32> = self.found_in(&row).iter().map(|found| found.rule).collect();
        self.rows.push(row);
        let Some(contract) = self.contracts.get_mut(row.contract as usize) else { return };
        for (place, rule) in (0u32..).zip(&mut contract.rules) {
            if (rule.is_no_error() && is_error) || broken.contains(&place) {
                rule.rows.push(number);
            }
        }
    }

    /// Leaves out the calls of a ledger, which is read anew or gone.
    pub fn forget(&mut self, ledger: u32) {
        self.looked_at.remove(&ledger);
        for rule in self.contracts.iter_mut().flat_map(|contract| &mut contract.rules) {
            rule.rows.clear();
            rule.firings.remove(&ledger);
        }
        let (rows, found) = (std::mem::take(&mut self.rows), std::mem::take(&mut self.found));
        let told = std::mem::take(&mut self.told);
        for row in rows.into_iter().filter(|row| row.spot.ledger != ledger) {
            let from = number(self.found.len());
            self.found.extend(found.get(row.range()).unwrap_or_default());
            self.told.extend(told.get(row.range()).unwrap_or_default().iter().cloned());
            self.note(Row { from, ..row });
        }
    }

    /// How many calls with a result and a contract were looked at.
    #[must_use]
    pub fn looked_at(&self) -> usize {
        self.looked_at.values().sum()
    }

    /// The tools whose contract has an invariant.
    pub fn tools_with(&self, id: &InvariantId) -> impl Iterator<Item = &ToolName> {
        let mut tools: Vec<&ToolName> =
            self.places_of(id).filter_map(|(at, _)| Some(&self.contract(at)?.tool)).collect();
        tools.sort_unstable();
        tools.dedup();
        tools.into_iter()
    }

    /// How a rule does on clean calls, over all folds that have it.
    #[must_use]
    pub fn firing(&self, id: &InvariantId) -> Firing {
        let rules = self.places_of(id).filter_map(|(at, rule)| self.contract(at)?.rules.get(rule));
        rules.flat_map(|rule| rule.firings.values()).fold(Firing::default(), |sum, firing| Firing {
            clean: sum.clean.and(firing.clean),
            held_out: sum.held_out.and(firing.held_out),
        })
    }

    /// The same for every rule.
    #[must_use]
    pub fn firings(&self) -> BTreeMap<InvariantId, Firing> {
        self.places.keys().map(|id| (id.clone(), self.firing(id))).collect()
    }

    /// The calls on which a rule is broken, by itself, in the order of their spots.
    #[must_use]
    pub fn fires_of(&self, id: &InvariantId) -> Vec<Fire> {
        let mut fires = Vec::new();
        for (at, place) in self.places_of(id) {
            let rows = self.rows_of(at, place);
            fires.extend(rows.iter().filter_map(|row| self.fire(self.row(*row)?, place)));
        }
        fires.sort_unstable();
        fires.dedup();
        fires
    }

    /// What is known of one rule that is broken on one call.
    #[must_use]
    pub fn fire_of(&self, id: &InvariantId, spot: Spot) -> Option<Fire> {
        let mut rows =
            self.places_of(id).flat_map(|(at, place)| self.rows_of(at, place).iter().map(move |row| (place, row)));
        rows.find_map(|(place, row)| {
            self.row(*row).filter(|row| row.spot == spot).and_then(|row| self.fire(row, place))
        })
    }

    fn fire(&self, row: &Row, place: usize) -> Option<Fire> {
        let reported = super::outcome::reported(self.errors_in(row), self.rules_in(row).iter().copied());
        let is_reported = reported.iter().any(|found| found.rule as usize == place);
        let at = self.found_in(row).iter().position(|found| found.rule as usize == place)?;
        let told = self.told.get(row.from as usize + at)?;
        let judge = self.contract(row.contract as usize)?.judge;
        Some(Fire { spot: row.spot, is_reported, judge, seen: Arc::clone(&told.seen), own: told.own })
    }

    pub(super) fn places_of(&self, id: &InvariantId) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.places.get(id).into_iter().flatten().copied()
    }

    pub(super) fn contract(&self, place: usize) -> Option<&Contract> {
        self.contracts.get(place)
    }

    pub(super) fn contract_of(&self, at: &At<'_>) -> Option<usize> {
        self.judges.get(at.judge)?.get(at.tool).copied()
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter()
    }

    pub(super) fn row(&self, number: u32) -> Option<&Row> {
        self.rows.get(number as usize)
    }

    /// The rows in which a rule of a contract is broken.
    pub(super) fn rows_of(&self, contract: usize, rule: usize) -> &[u32] {
        let rule = self.contract(contract).and_then(|contract| contract.rules.get(rule));
        rule.map(|rule| rule.rows.as_slice()).unwrap_or_default()
    }

    fn found_in(&self, row: &Row) -> &[Found] {
        self.found.get(row.range()).unwrap_or_default()
    }

    pub(super) fn errors_in(&self, row: &Row) -> &[Found] {
        self.found_in(row).get(..row.errors as usize).unwrap_or_default()
    }

    pub(super) fn rules_in(&self, row: &Row) -> &[Found] {
        self.found_in(row).get(row.errors as usize..).unwrap_or_default()
    }
}

impl Rule {
    pub(super) fn is_no_error(&self) -> bool {
        self.class == Class::NoError
    }
}

impl Row {
    fn range(&self) -> std::ops::Range<usize> {
        let from = self.from as usize;
        from..from + (self.errors + self.found) as usize
    }
}

impl Contract {
    /// Counts a clean call.
    fn count(&mut self, at: At<'_>, look: &Look) {
        let is_error = !look.error.is_empty();
        for place in &look.reached {
            let Some(rule) = self.rules.get_mut(*place as usize) else { continue };
            let broken = if rule.is_no_error() {
                is_error.then_some(0)
            } else {
                let at = look.found.iter().position(|found| found.rule == *place);
                at.map(|at| look.error.len() + at)
            };
            let is_allowed = broken.and_then(|at| look.told.get(at)).is_some_and(|told| told.own == Some(false));
            let one = Cleanly { fires: u64::from(broken.is_some()), reached: 1, allowed: u64::from(is_allowed) };
            let firing = rule.firings.entry(at.spot.ledger).or_default();
            firing.clean = firing.clean.and(one);
            if at.is_held_out {
                firing.held_out = firing.held_out.and(one);
            }
        }
    }
}

impl Cleanly {
    fn and(self, other: Self) -> Self {
        Self {
            fires: self.fires + other.fires,
            reached: self.reached + other.reached,
            allowed: self.allowed + other.allowed,
        }
    }
}
