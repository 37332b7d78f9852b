//! Pairs: the same task, model and trial in two arms (SPEC 1).

use std::collections::BTreeMap;

use super::ids::{Arm, ModelName, TaskId};

/// What of an episode decides with which other it pairs, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The task; an episode without one is a task by itself.
    pub task: TaskId,
    /// The model.
    pub model: Option<ModelName>,
    /// Which of several tries.
    pub trial: Option<i64>,
    /// The arm; without one it pairs with nothing.
    pub arm: Option<Arm>,
    /// Whether the task was completed, if that is known.
    pub completed: Option<bool>,
}

/// How the second arm of a pair did beside the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PairOutcome {
    /// The second completes and the first does not.
    Win,
    /// The reverse.
    Loss,
    /// Both complete, or neither does.
    Tie,
    /// Of one of the two it is not known.
    Unknown,
}

impl PairOutcome {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Tie => "tie",
            Self::Unknown => "unknown",
        }
    }

    fn of(first: Option<bool>, second: Option<bool>) -> Self {
        match (first, second) {
            (Some(false), Some(true)) => Self::Win,
            (Some(true), Some(false)) => Self::Loss,
            (Some(_), Some(_)) => Self::Tie,
            _ => Self::Unknown,
        }
    }
}

/// Two runs that differ in their arm alone, by their places in the list that was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The one in the first arm.
    pub first: usize,
    /// The one in the second arm.
    pub second: usize,
    /// How the second did.
    pub outcome: PairOutcome,
}

/// The pairs among some runs: the first arm is `baseline`, or where nobody has that the arm met first, and it pairs
/// with each other arm. Of several runs that are alike in everything the first counts.
#[must_use]
pub fn pairs(runs: &[Run]) -> Vec<Pair> {
    let mut arms: Vec<&Arm> = Vec::new();
    for arm in runs.iter().filter_map(|run| run.arm.as_ref()) {
        if !arms.contains(&arm) {
            arms.push(arm);
        }
    }
    arms.sort_by_key(|arm| arm.as_str() != "baseline");
    let mut by_key: BTreeMap<_, BTreeMap<usize, usize>> = BTreeMap::new();
    for (place, run) in runs.iter().enumerate() {
        let arm = run.arm.as_ref().and_then(|arm| arms.iter().position(|known| *known == arm));
        let Some(arm) = arm else { continue };
        by_key.entry((&run.task, &run.model, run.trial)).or_default().entry(arm).or_insert(place);
    }
    let completed = |place: usize| runs.get(place).and_then(|run| run.completed);
    let mut pairs: Vec<Pair> = Vec::new();
    for of_arm in by_key.values() {
        let Some(first) = of_arm.get(&0).copied() else { continue };
        let others = of_arm.values().copied().filter(|place| *place != first);
        pairs.extend(others.map(|second| Pair {
            first,
            second,
            outcome: PairOutcome::of(completed(first), completed(second)),
        }));
    }
    pairs.sort_unstable();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(task: &str, trial: i64, arm: &str, completed: Option<bool>) -> Run {
        Run { task: task.into(), model: None, trial: Some(trial), arm: Some(arm.into()), completed }
    }

    #[test]
    fn baseline_comes_first_and_pairs_with_every_other_arm() {
        let runs = [
            run("a", 0, "advisory", Some(true)),
            run("a", 0, "baseline", Some(false)),
            run("a", 0, "generic", None),
            run("a", 1, "advisory", Some(true)),
            run("b", 0, "baseline", Some(true)),
            run("b", 0, "advisory", Some(false)),
            run("b", 0, "advisory", Some(true)),
            Run { arm: None, ..run("b", 0, "", Some(true)) },
            run("c", 0, "baseline", Some(false)),
            run("c", 0, "generic", Some(false)),
        ];
        let found: Vec<_> = pairs(&runs).iter().map(|pair| (pair.first, pair.second, pair.outcome)).collect();
        let expected = [
            (1, 0, PairOutcome::Win),
            (1, 2, PairOutcome::Unknown),
            (4, 5, PairOutcome::Loss),
            (8, 9, PairOutcome::Tie),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn without_a_baseline_the_arm_met_first_is_the_first() {
        let runs = [run("a", 0, "z", Some(false)), run("a", 0, "b", Some(true))];
        assert_eq!(pairs(&runs), [Pair { first: 0, second: 1, outcome: PairOutcome::Win }]);
    }
}
