//! The registry that the decisions leave.

use super::standing::{Review, Standing};
use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::registry::Registry;

/// What to do with an invariant that is left to decide: undecided, changed since it was judged, or waived until a day
/// that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Default {
    /// It stays as it is in the registry: what a preview shows.
    Keep,
    /// It is left out.
    LeaveOut,
}

/// The registry that results, and what was decided by nobody.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The contracts with only what was accepted and edited (and what the default keeps). What was rejected is gone; so
    /// is what is waived: a waiver says that breaking the rule is put up with until its last day, and a monitor that
    /// fires on it would not. A tool that loses all of its rules stays, with an empty contract: it was reviewed.
    pub registry: Registry,
    /// What the default was applied to, in registry order.
    pub by_default: Vec<(ToolName, InvariantId)>,
}

/// The registry that the decisions leave. `review` has to be of this very registry ([`Review::of`]): its rows are in
/// the registry's order.
///
/// To refuse while something is left, look at [`Review::count`] first, or at [`Outcome::by_default`] afterwards.
#[must_use]
pub fn outcome(registry: &Registry, review: &Review, left: Default) -> Outcome {
    let mut result = registry.clone();
    let mut by_default = Vec::new();
    let mut rows = review.rows.iter();
    for contract in result.tools.values_mut() {
        let rules = std::mem::take(&mut contract.invariants);
        for (rule, row) in rules.into_iter().zip(rows.by_ref()) {
            let stays = match &row.standing {
                Standing::Accepted(_) => Some(rule),
                Standing::Edited(_, result) => Some((**result).clone()),
                Standing::Rejected(_) | Standing::Waived(_) => None,
                Standing::Undecided | Standing::WaiverOver(_) | Standing::Changed(_) => {
                    by_default.push((row.tool.clone(), row.id.clone()));
                    (left == Default::Keep).then_some(rule)
                }
            };
            contract.invariants.extend(stays);
        }
    }
    Outcome { registry: result, by_default }
}

#[cfg(test)]
mod tests;
