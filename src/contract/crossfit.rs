//! Which tasks are kept from which registry (SPEC 3, cross-fitting).

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};

use crate::domain::ids::TaskId;

/// SPEC 3, cross-fitting: the fold of each task; sorted by the SHA-256 of its id, dealt round-robin.
/// Without folds (`count` 0) nothing is dealt.
#[must_use]
pub fn folds_of(tasks: &BTreeSet<TaskId>, count: usize) -> BTreeMap<TaskId, usize> {
    if count == 0 {
        return BTreeMap::new();
    }
    // The order of the digest's bytes is that of its hex digits.
    let mut dealt: Vec<_> = tasks.iter().map(|task| (Sha256::digest(task.as_str().as_bytes()), task)).collect();
    dealt.sort();
    dealt.into_iter().enumerate().map(|(place, (_, task))| (task.clone(), place % count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked by hand: `printf a | sha256sum` begins ca97…, b 3e23…, c 2e7d….
    #[test]
    fn tasks_are_dealt_in_the_order_of_their_digests() {
        let tasks: BTreeSet<TaskId> = ["a", "b", "c"].map(TaskId::from).into();
        let folds = folds_of(&tasks, 2);
        let fold = |task: &str| folds.get(task).copied();
        assert_eq!((fold("c"), fold("b"), fold("a")), (Some(0), Some(1), Some(0)));
        assert!(folds_of(&tasks, 0).is_empty());
    }
}
