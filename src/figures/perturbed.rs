//! Recovery given a perturbation (PRR): how many of the episodes that something broke were completed all the same.

use std::collections::{BTreeMap, BTreeSet};

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
        for family in families {
            arm.by_family.entry(family).or_default().count(place, completed);
        }
        for fault in faults {
            arm.by_fault.entry(fault.to_owned()).or_default().count(place, completed);
        }
    }
    found
}
