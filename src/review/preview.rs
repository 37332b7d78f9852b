//! What changes in the receipts when rules of a registry are rejected or edited, seen by replay over recorded calls.
//!
//! A [`Table`] is built once: which rules are broken on which call, each rule taken by itself. It alone answers what
//! becomes of the receipts without some rules. What an edited rule finds is not in it: [`Edits`] looks again at the
//! calls of its tool. Neither knows what the agent would have done otherwise.

mod edits;
mod episodes;
mod look;
mod outcome;
mod table;

use std::collections::BTreeMap;

pub use edits::Edits;
pub use episodes::{Episode, Episodes};
pub use look::{Found, Look, Told};
pub use outcome::{Again, Change, Changed, Preview, Standing, TouchedPair};
pub use table::{At, Cleanly, Fire, Firing, Spot, Table};

use crate::domain::ids::InvariantId;
use crate::domain::invariant::Invariant;
use crate::domain::registry::Registry;

/// What is done to rules: rejected (nothing stands in its place) or edited (this stands in its place). In folds it is
/// done to the rule in every fold that has it.
pub type Changes = BTreeMap<InvariantId, Option<Invariant>>;

/// The changes that make `after` of `before`; rules that only `after` has are no change of a rule.
#[must_use]
pub fn changes_between(before: &Registry, after: &Registry) -> Changes {
    let mut changes = Changes::new();
    for (tool, contract) in &before.tools {
        let left = after.tools.get(tool).map(|contract| contract.invariants.as_slice()).unwrap_or_default();
        for rule in &contract.invariants {
            match left.iter().find(|other| other.id == rule.id) {
                Some(other) if other.expected == rule.expected => {}
                other => drop(changes.insert(rule.id.clone(), other.cloned())),
            }
        }
    }
    changes
}

#[cfg(test)]
mod tests;
