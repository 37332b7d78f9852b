//! Which tasks are kept from which registry (SPEC 3, cross-fitting).

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};

use crate::domain::ids::{InvariantId, TaskId, ToolName};
use crate::domain::invariant::{Expected, Invariant};
use crate::domain::registry::{Registry, Source};

/// By what right a registry judges a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// It is no fold: it judges every task.
    Whole,
    /// It is the fold that held the task out.
    HeldOut,
    /// All folds of its set are there and none holds the task out: none was mined from it.
    NewTask,
    /// No fold that is there holds the task out, and some are not there, or do not say what they hold out:
    /// it may have been mined from this very task.
    Unsure,
}

impl Basis {
    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::HeldOut => "held_out",
            Self::NewTask => "new_task",
            Self::Unsure => "unsure",
        }
    }
}

/// Which of some registries judges a task, and by what right, if `chosen` is the one that is named, or on screen: the
/// fold that holds the task out among those that judge with `chosen` ([`judges_with`]), else `chosen` itself.
/// Registries are named by their place.
#[must_use]
pub fn judge_of<'r>(
    registries: impl Iterator<Item = &'r Registry> + Clone,
    chosen: usize,
    task: &TaskId,
) -> Option<(usize, Basis)> {
    let own = registries.clone().nth(chosen)?;
    let holds = |source: &Source| source.held_out.binary_search(task).is_ok();
    if own.source.fold.is_some() && holds(&own.source) {
        return Some((chosen, Basis::HeldOut));
    }
    let mut there = BTreeSet::new();
    for (place, registry) in judges_with(registries, chosen) {
        if registry.source.fold.is_some() && holds(&registry.source) {
            return Some((place, Basis::HeldOut));
        }
        let fold = registry.source.fold.as_ref().filter(|_| !registry.source.held_out.is_empty());
        there.extend(fold.map(|fold| fold.index));
    }
    Some(match &own.source.fold {
        // What is whole has seen at least the tasks that its folds have seen.
        None => (chosen, Basis::Whole),
        Some(fold) if there.len() == fold.count => (chosen, Basis::NewTask),
        Some(_) => (chosen, Basis::Unsure),
    })
}

/// The registries that judge if `chosen` is on screen, with their places: the folds of its set. A registry of all
/// tasks leaves the judging to the folds of the same files, for it has seen those tasks; a frozen one does not, since
/// people may have changed what it says.
pub fn judges_with<'r>(
    registries: impl Iterator<Item = &'r Registry> + Clone,
    chosen: usize,
) -> impl Iterator<Item = (usize, &'r Registry)> {
    let own = registries.clone().nth(chosen);
    let leader = own.filter(|own| own.source.fold.is_none() && own.seal.is_none()).and_then(|own| {
        let is_fold = |it: &&Registry| it.source.fold.is_some() && is_of_inputs(&own.source, &it.source);
        registries.clone().find(is_fold)
    });
    let leader = leader.or(own);
    registries.enumerate().filter(move |(place, it)| match leader {
        Some(leader) if leader.source.fold.is_some() => is_of_set(&leader.source, &it.source),
        _ => *place == chosen,
    })
}

/// In how many folds of the set of `chosen` a rule stands as it does there: (in, of those that are there); nothing if
/// `chosen` is no fold. A rule of the same id that expects something else is another one here.
#[must_use]
pub fn folds_with<'r>(
    registries: impl Iterator<Item = &'r Registry> + Clone,
    chosen: usize,
    tool: &ToolName,
    rule: &InvariantId,
) -> Option<(usize, usize)> {
    let chosen = registries.clone().nth(chosen)?;
    let own = &chosen.source;
    own.fold.as_ref()?;
    let of = |registry: &'r Registry| registry.tools.get(tool)?.invariants.iter().find(|it| it.id == *rule);
    let told = of(chosen);
    let stands =
        |registry: &'r Registry| of(registry).is_some_and(|it| told.is_none_or(|told| says_the_same(it, told)));
    let folds = registries.filter(|registry| is_of_set(own, &registry.source));
    Some(folds.fold((0, 0), |(with, all), registry| (with + usize::from(stands(registry)), all + 1)))
}

/// What became of a rule in a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InFold {
    /// It expects the same.
    Same,
    /// A rule of its id expects something else.
    Other,
    /// It was not learned.
    Missing,
}

/// What became of a rule of `chosen` in each fold that judges with it ([`judges_with`]), with the places of the folds;
/// empty if there are none.
#[must_use]
pub fn in_folds<'r>(
    registries: impl Iterator<Item = &'r Registry> + Clone,
    chosen: usize,
    tool: &ToolName,
    rule: &InvariantId,
) -> Vec<(usize, InFold)> {
    let of = |registry: &'r Registry| registry.tools.get(tool)?.invariants.iter().find(|it| it.id == *rule);
    let told = registries.clone().nth(chosen).and_then(of);
    let folds = judges_with(registries, chosen).filter(|(_, registry)| registry.source.fold.is_some());
    let became = |fold: &'r Registry| match (of(fold), told) {
        (None, _) => InFold::Missing,
        (Some(it), Some(told)) if !says_the_same(it, told) => InFold::Other,
        _ => InFold::Same,
    };
    folds.map(|(place, fold)| (place, became(fold))).collect()
}

/// Whether two rules of one id expect the same; the coefficients of a relation come from different samples in each
/// fold, and are the same within the tolerance of SPEC 3.
fn says_the_same(one: &Invariant, other: &Invariant) -> bool {
    match (&one.expected, &other.expected) {
        (Expected::Relation(x), Expected::Relation(y)) => x.y == y.y && x.when == y.when && x.has_coefficients_of(y),
        (x, y) => x == y,
    }
}

/// Whether two folds are of one cross-fit: as many folds, of the same files, with the same thresholds.
#[must_use]
pub fn is_of_set(one: &Source, other: &Source) -> bool {
    let count = |source: &Source| source.fold.as_ref().map(|fold| fold.count);
    count(one).is_some() && count(one) == count(other) && is_of_inputs(one, other)
}

/// Whether two registries were mined from the same files, with the same thresholds; from all of their tasks or not.
#[must_use]
pub fn is_of_inputs(one: &Source, other: &Source) -> bool {
    (&one.kind, &one.inputs, &one.vocabulary, &one.thresholds)
        == (&other.kind, &other.inputs, &other.vocabulary, &other.thresholds)
}

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
    use crate::domain::invariant::{Expected, Invariant};
    use crate::domain::path::Term;
    use crate::domain::registry::{Fold, Input, ToolContract};

    /// Worked by hand: `printf a | sha256sum` begins ca97…, b 3e23…, c 2e7d….
    #[test]
    fn tasks_are_dealt_in_the_order_of_their_digests() {
        let tasks: BTreeSet<TaskId> = ["a", "b", "c"].map(TaskId::from).into();
        let folds = folds_of(&tasks, 2);
        let fold = |task: &str| folds.get(task).copied();
        assert_eq!((fold("c"), fold("b"), fold("a")), (Some(0), Some(1), Some(0)));
        assert!(folds_of(&tasks, 0).is_empty());
    }

    /// A registry that holds out such tasks: fold `index` of `count`, of a file of that name.
    fn fold(file: &str, index: usize, count: usize, held_out: &[&str]) -> Registry {
        let mut registry = Registry::default();
        registry.source.inputs = vec![Input::new(file, "")];
        registry.source.fold = Some(Fold::new(index, count));
        registry.source.held_out = held_out.iter().map(|task| TaskId::from(*task)).collect();
        registry
    }

    fn judged(registries: &[Registry], chosen: usize, task: &str) -> Option<(usize, Basis)> {
        judge_of(registries.iter(), chosen, &TaskId::from(task))
    }

    #[test]
    fn a_task_is_judged_by_the_fold_of_the_same_set_that_held_it_out() {
        let folds = [
            fold("x", 0, 2, &["a", "c"]),
            fold("x", 1, 2, &["b"]),
            fold("y", 0, 2, &["b"]),
            fold("y", 1, 2, &["a"]),
            Registry::default(),
        ];
        for chosen in [0, 1] {
            assert_eq!(judged(&folds, chosen, "a"), Some((0, Basis::HeldOut)));
            assert_eq!(judged(&folds, chosen, "b"), Some((1, Basis::HeldOut)));
            assert_eq!(judged(&folds, chosen, "new"), Some((chosen, Basis::NewTask)));
        }
        assert_eq!(judged(&folds, 2, "a"), Some((3, Basis::HeldOut)), "the other set");
        assert_eq!(judged(&folds, 4, "a"), Some((4, Basis::Whole)));
        assert_eq!(judged(&folds, 9, "a"), None);
        assert_eq!(judged(&folds[..1], 0, "b"), Some((0, Basis::Unsure)), "fold 1 is not there");
        let silent = [fold("x", 0, 2, &[]), fold("x", 1, 2, &[])];
        assert_eq!(judged(&silent, 1, "a"), Some((1, Basis::Unsure)), "no fold says what it holds out");
    }

    /// What is whole has seen every task: it is looked at, and its folds judge; unless people have frozen it.
    #[test]
    fn a_whole_registry_leaves_the_judging_to_the_folds_of_the_same_files() {
        let whole = |file: &str| {
            let mut whole = fold(file, 0, 2, &[]);
            whole.source.fold = None;
            whole
        };
        let folds = [fold("x", 0, 2, &["a", "c"]), fold("x", 1, 2, &["b"]), whole("x"), whole("y")];
        assert_eq!(judged(&folds, 2, "a"), Some((0, Basis::HeldOut)));
        assert_eq!(judged(&folds, 2, "b"), Some((1, Basis::HeldOut)));
        assert_eq!(judged(&folds, 2, "new"), Some((2, Basis::Whole)));
        assert_eq!(judged(&folds, 3, "b"), Some((3, Basis::Whole)), "of another file");
        let places =
            |of: &[Registry], chosen| judges_with(of.iter(), chosen).map(|(place, _)| place).collect::<Vec<_>>();
        assert_eq!([0, 1, 2, 3].map(|chosen| places(&folds, chosen)), [vec![0, 1], vec![0, 1], vec![0, 1], vec![3]]);
        let mut frozen = folds;
        frozen[2].seal = Some(crate::domain::registry::Seal::default());
        assert_eq!((judged(&frozen, 2, "a"), places(&frozen, 2)), (Some((2, Basis::Whole)), vec![2]));
    }

    #[test]
    fn a_rule_is_counted_in_the_folds_of_one_set() {
        let tool = ToolName::from("get");
        let rule = InvariantId::from("r");
        let with = |mut registry: Registry| {
            let invariant = Invariant {
                id: rule.clone(),
                class: crate::domain::class::Class::Positive,
                path: Term::parse("a").unwrap(),
                support: 9,
                expected: Expected::Nothing,
                basis: None,
                evidence: None,
                extra: crate::domain::json::Object::new(),
            };
            let contract = ToolContract { invariants: vec![invariant], ..ToolContract::default() };
            registry.tools.insert(tool.clone(), contract);
            registry
        };
        let folds = [
            with(fold("x", 0, 3, &["a"])),
            fold("x", 1, 3, &["b"]),
            with(fold("x", 2, 3, &["c"])),
            with(fold("y", 0, 3, &["a"])),
            with(Registry::default()),
        ];
        let count = |chosen| folds_with(folds.iter(), chosen, &tool, &rule);
        assert_eq!((count(1), count(3), count(4)), (Some((2, 3)), Some((1, 1)), None));

        // The same id, but it expects something else.
        let mut folds = folds;
        let contract = folds[2].tools.get_mut(&tool).unwrap();
        contract.invariants[0].expected = Expected::Values(vec!["b".into()]);
        let count = |chosen| folds_with(folds.iter(), chosen, &tool, &rule);
        assert_eq!((count(0), count(2)), (Some((1, 3)), Some((1, 3))));
    }
}
