//! Violation events by their family, explicit or not, passing or lasting, and how their episodes ended.

use std::collections::BTreeMap;

use super::{Group, Row, Tally, placed};
use crate::digest::{Family, Hazard, Lasting, hazards};
use crate::domain::ids::Step;

/// The events of one family in one arm.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// All of them.
    pub all: Group,
    /// Those that the tool itself tells.
    pub explicit: Group,
    /// Those that an equal later call did not meet again.
    pub transient: Group,
    /// Those that it met again.
    pub permanent: Group,
    /// Of the episodes with such an event whose outcome is known: the completed ones.
    pub completed: Tally,
}

impl Events {
    /// How many no equal later call followed, so that nobody knows.
    #[must_use]
    pub const fn unknown(&self) -> u64 {
        self.all.count - self.transient.count - self.permanent.count
    }
}

/// The events of an episode: of its receipts, of what fires when it is judged again, and of explicit errors.
pub(super) fn events_of(row: &Row<'_>) -> Vec<Hazard> {
    let Some(digest) = row.digest else { return Vec::new() };
    let Some(replayed) = row.replayed else { return hazards(digest, None) };
    hazards(digest, Some(&|Step(step)| replayed.get(step).cloned().flatten().unwrap_or_default()))
}

/// The events by family and arm.
#[must_use]
pub fn events(rows: &[Row<'_>]) -> BTreeMap<Family, BTreeMap<String, Events>> {
    let mut found: BTreeMap<Family, BTreeMap<String, Events>> = BTreeMap::new();
    for (place, row) in placed(rows) {
        let mut families: Vec<Family> = Vec::new();
        for hazard in events_of(row) {
            let of = found.entry(hazard.family).or_default().entry(row.arm_name().to_owned()).or_default();
            let at = (place, hazard.step.0);
            of.all.add_call(at);
            if hazard.explicit {
                of.explicit.add_call(at);
            }
            match hazard.lasting {
                Lasting::Transient => of.transient.add_call(at),
                Lasting::Permanent => of.permanent.add_call(at),
                Lasting::Unknown => {}
            }
            if !families.contains(&hazard.family) {
                families.push(hazard.family);
                if let Some(completed) = row.completed {
                    of.completed.count(place, completed);
                }
            }
        }
    }
    found
}
