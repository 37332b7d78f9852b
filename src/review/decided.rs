//! What a review does to contracts, so that it can be done to the folds of the reviewed registry as well.

use super::preview::Changes;
use super::{Review, Standing};
use crate::domain::invariant::Invariant;
use crate::domain::json::{Json, Object};
use crate::domain::registry::Registry;
use crate::format::registry::invariant_json;

/// The decisions that make other contracts: what is rejected or waived is taken out, what is edited is put in the place
/// of the rule of the same id. What is accepted or left to decide stays as it is.
#[derive(Clone, Debug, Default)]
pub struct Decided {
    /// By invariant.
    pub changes: Changes,
    /// How many are rejected.
    pub rejected: u64,
    /// How many are waived.
    pub waived: u64,
    /// How many are edited.
    pub edited: u64,
    /// How many are left to decide.
    pub left: u64,
}

impl Decided {
    /// What a review decides.
    #[must_use]
    pub fn of(review: &Review) -> Self {
        let mut decided = Self::default();
        for row in &review.rows {
            let (count, change) = match &row.standing {
                Standing::Rejected(_) => (&mut decided.rejected, None),
                Standing::Waived(_) => (&mut decided.waived, None),
                Standing::Edited(_, result) => (&mut decided.edited, Some((**result).clone())),
                Standing::Accepted(_) => continue,
                Standing::Undecided | Standing::WaiverOver(_) | Standing::Changed(_) => {
                    decided.left += 1;
                    continue;
                }
            };
            *count += 1;
            decided.changes.insert(row.id.clone(), change);
        }
        decided
    }

    /// A registry with the decisions applied to it: the reviewed one, or a fold of it.
    #[must_use]
    pub fn apply(&self, registry: &Registry) -> Registry {
        let mut result = registry.clone();
        for contract in result.tools.values_mut() {
            let rules = std::mem::take(&mut contract.invariants);
            contract.invariants = rules
                .into_iter()
                .filter_map(|rule| match self.changes.get(&rule.id) {
                    None => Some(rule),
                    Some(change) => change.clone(),
                })
                .collect();
        }
        result
    }

    /// A hash of what is done: the same for the same changes, whoever decided them and whatever was accepted.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let bare =
            |rule: &Invariant| invariant_json(&Invariant { evidence: None, extra: Object::new(), ..rule.clone() });
        let changes: Object =
            self.changes.iter().map(|(id, change)| (id.as_str(), change.as_ref().map_or(Json::Null, bare))).collect();
        Json::from(changes).fingerprint()
    }
}
