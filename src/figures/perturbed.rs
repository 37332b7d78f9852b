//! Recovery given a perturbation (PRR): how many of the episodes that something broke were completed all the same.

use std::collections::{BTreeMap, BTreeSet};

use super::firing::Unjudged;
use super::hazards::events_of;
use super::{Group, Row, Tally, placed};
use crate::digest::Family;

/// The perturbed episodes of one arm; with none of them every rate is undefined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Perturbed {
    /// Of those whose outcome is known: the completed ones.
    pub completed: Tally,
    /// Those whose outcome is not known.
    pub unknown: Group,
    /// The same by type of the fault; an episode with faults of several types is in several rows, one without a label in none.
    pub by_fault: BTreeMap<String, Tally>,
    /// The same by the family of what was seen in them: in receipts, in what fires when they are judged again, and in
    /// explicit errors. Without a registry an arm without receipts shows explicit errors alone.
    pub by_family: BTreeMap<Family, Tally>,
    /// The same of those in which nothing of it was seen, by the reason why.
    pub unseen: BTreeMap<Unseen, Tally>,
}

/// Why nothing was seen of what was broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unseen {
    /// The broken calls were judged again, and no rule breaks on them.
    Passed,
    /// Of a broken call nothing judges: its tool has no contract in the registry that judges the episode.
    NoContract,
    /// A broken call has no result that could be judged.
    NoResult,
    /// Nothing judges again, and there is neither a receipt nor an explicit error.
    NoJudge,
    /// Its calls were not read yet.
    NotRead,
}

impl Unseen {
    /// The words in tables.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Passed => "nothing: judged, and no rule breaks",
            Self::NoContract => "nothing: no contract for the tool",
            Self::NoResult => "nothing: the call has no result",
            Self::NoJudge => "nothing: no receipt, no explicit error",
            Self::NotRead => "nothing: not read yet",
        }
    }

    /// The name in data.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passed => "no_rule_breaks",
            Self::NoContract => "no_contract",
            Self::NoResult => "no_result",
            Self::NoJudge => "no_receipt_or_error",
            Self::NotRead => "not_read",
        }
    }

    /// Of an episode without an event.
    fn of(row: &Row<'_>) -> Self {
        let Some(digest) = row.digest else { return Self::NotRead };
        let Some(replayed) = row.replayed else { return Self::NoJudge };
        // Where a filter says what is broken, any of the calls may be.
        let is_told = has_label(row);
        let broken = digest.calls.iter().zip(replayed).filter(|(call, _)| !is_told || call.fault.is_some());
        let reasons = broken.filter(|(_, judged)| judged.is_none()).map(|(call, _)| Unjudged::of(call));
        match reasons.min() {
            None => Self::Passed,
            Some(Unjudged::NoContract) => Self::NoContract,
            Some(Unjudged::NoResult) => Self::NoResult,
        }
    }
}

/// Whether a call of the episode carries a fault label, unless somebody says otherwise.
#[must_use]
pub fn is_perturbed(row: &Row<'_>) -> bool {
    row.is_clean.map_or_else(|| has_label(row), |is_clean| !is_clean)
}

fn has_label(row: &Row<'_>) -> bool {
    row.digest.iter().flat_map(|digest| &digest.calls).any(|call| call.fault.is_some())
}

/// The perturbed episodes, by arm.
#[must_use]
pub fn perturbed(rows: &[Row<'_>]) -> BTreeMap<String, Perturbed> {
    let mut found: BTreeMap<String, Perturbed> = BTreeMap::new();
    for (place, row) in placed(rows) {
        // An arm in which nothing was perturbed has its row, too.
        let arm = found.entry(row.arm_name().to_owned()).or_default();
        let faults = row.digest.iter().flat_map(|digest| &digest.calls).filter_map(|call| call.fault.as_deref());
        let faults: BTreeSet<&str> = faults.collect();
        if !is_perturbed(row) {
            continue;
        }
        let Some(completed) = row.completed else {
            arm.unknown.add(place);
            continue;
        };
        arm.completed.count(place, completed);
        let families: BTreeSet<Family> = events_of(row).iter().map(|hazard| hazard.family).collect();
        if families.is_empty() {
            arm.unseen.entry(Unseen::of(row)).or_default().count(place, completed);
        }
        for family in families {
            arm.by_family.entry(family).or_default().count(place, completed);
        }
        for fault in faults {
            arm.by_fault.entry(fault.to_owned()).or_default().count(place, completed);
        }
    }
    found
}
