//! The arms among some runs, and which two of them to hold against each other.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{ArmCount, Key, Plan};
use crate::pair::{Field, Run};

/// The arm that stands first wherever it is.
const BASELINE: &str = "baseline";
/// Of so many arms, those with most runs, each is held against each to find the two with most pairs.
const TRIED: usize = 32;

/// All arms: `baseline` first, then by number where all are numbers, else as met.
pub(super) fn all(runs: &[Run], axis: &Field) -> Vec<ArmCount> {
    let mut counts: BTreeMap<Cow<'_, str>, (usize, usize)> = BTreeMap::new();
    for (place, arm) in runs.iter().enumerate().filter_map(|(place, run)| Some((place, run.value(axis)?))) {
        counts.entry(arm).or_insert((place, 0)).1 += 1;
    }
    let number = |arm: &str| arm.parse::<i64>().ok();
    let are_numbers = counts.keys().all(|arm| number(arm).is_some());
    let mut arms: Vec<_> = counts.into_iter().collect();
    arms.sort_by_key(|(arm, (met, _))| (&**arm != BASELINE, number(arm).filter(|_| are_numbers), *met));
    arms.into_iter().map(|(arm, (_, runs))| ArmCount { name: Arc::from(&*arm), runs }).collect()
}

/// The two that make most pairs, `baseline` being one of them where it is an arm.
pub(super) fn choose(runs: &[Run], plan: &Plan, arms: &[ArmCount]) -> Option<[Arc<str>; 2]> {
    if let [first, second] = arms {
        return Some([first.name.clone(), second.name.clone()]);
    }
    let mut tried: Vec<usize> = (0..arms.len()).collect();
    tried.sort_by_key(|place| arms.get(*place).map(|arm| (&*arm.name != BASELINE, std::cmp::Reverse(arm.runs))));
    tried.truncate(TRIED);
    tried.sort_unstable();
    let places: BTreeMap<&str, usize> =
        tried.iter().filter_map(|place| Some((&*arms.get(*place)?.name, *place))).collect();
    let mut by_key: BTreeMap<(Key<'_>, Option<&str>), BTreeSet<usize>> = BTreeMap::new();
    for run in runs {
        let Some(place) = run.value(&plan.axis).and_then(|arm| places.get(&*arm).copied()) else { continue };
        let study = run.study.as_deref().filter(|_| !plan.mixes_studies && plan.axis != Field::Study);
        let key = plan.key().map(|field| run.value(field)).collect();
        by_key.entry((key, study)).or_default().insert(place);
    }
    let has_baseline = arms.first().is_some_and(|arm| &*arm.name == BASELINE);
    let mut counts: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for of_key in by_key.values() {
        for first in of_key.iter().take(if has_baseline { 1 } else { TRIED }) {
            for second in of_key.range(first + 1..) {
                *counts.entry((*first, *second)).or_default() += 1;
            }
        }
    }
    counts.retain(|(first, _), _| !has_baseline || *first == 0);
    // `max_by_key` gives the last of equals.
    let best = counts.into_iter().rev().max_by_key(|(_, count)| *count).map(|(two, _)| two);
    let (first, second) = best.or_else(|| Some((*tried.first()?, *tried.get(1)?)))?;
    Some([arms.get(first)?.name.clone(), arms.get(second)?.name.clone()])
}
