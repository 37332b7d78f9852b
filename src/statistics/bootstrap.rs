//! The percentile bootstrap over tasks (Efron and Tibshirani 1993, chapters 8 and 13): tasks are drawn again with
//! replacement, each with all its models, as the runs of one task are not independent.

use std::collections::BTreeMap;

use super::{Interval, as_double, signed};
use crate::rng::{Rng, key};

/// How often the tasks are drawn again.
pub const RESAMPLES: u32 = 200_000;

/// From so many tasks on they are drawn by kind: one by one, a hundred thousand tasks would take minutes.
const MANY: usize = 1_000;

/// The pairs of one task, over the models that ran both arms of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cluster {
    /// Wins minus losses.
    pub sum: i64,
    /// How many pairs.
    pub pairs: u64,
}

/// The mean difference over all pairs, in points; undefined without a pair.
#[must_use]
pub fn mean_points(clusters: &[Cluster]) -> Option<f64> {
    ratio(clusters.iter().map(|it| it.sum).sum(), clusters.iter().map(|it| it.pairs).sum())
}

/// The 95 % interval of [`mean_points`], in points: draw as many tasks as there are, with replacement, `resamples`
/// times; the ends are the r-th smallest and the r-th largest mean, r = ⌈resamples / 40⌉ (the 5000th of 200,000).
///
/// The seed and the order of the tasks fix the result: put them in the order of their names. Sums are whole
/// numbers and each mean is one division, so it comes out the same on every machine; swapping the arms mirrors it. Of
/// a thousand tasks or more only how often each kind is drawn is drawn: other numbers from the seed, with the same chances.
/// Tasks without a pair are left out; undefined without a task.
#[must_use]
pub fn bootstrap(clusters: &[Cluster], seed: u64, resamples: u32) -> Option<Interval> {
    let clusters: Vec<Cluster> = clusters.iter().copied().filter(|it| it.pairs > 0).collect();
    if clusters.is_empty() || resamples == 0 {
        return None;
    }
    let mut rng = Rng::of(seed, &[key("bootstrap")]);
    let mut means: Vec<f64> = if clusters.len() < MANY {
        (0..resamples).filter_map(|_| resampled(&clusters, &mut rng)).collect()
    } else {
        let kinds = kinds(&clusters);
        (0..resamples).filter_map(|_| resampled_by_kind(&kinds, &mut rng)).collect()
    };
    let rank = usize::try_from(resamples.div_ceil(40)).ok()?;
    let last = means.len().checked_sub(rank)?;
    let low = *means.select_nth_unstable_by(rank - 1, f64::total_cmp).1;
    let high = *means.select_nth_unstable_by(last, f64::total_cmp).1;
    Some(Interval { low, high })
}

/// The mean of one drawing.
fn resampled(clusters: &[Cluster], rng: &mut Rng) -> Option<f64> {
    let (mut sum, mut pairs) = (0, 0);
    for _ in clusters {
        let drawn = usize::try_from(rng.below(clusters.len() as u64)).ok().and_then(|place| clusters.get(place))?;
        sum += drawn.sum;
        pairs += drawn.pairs;
    }
    ratio(sum, pairs)
}

/// Tasks with the same sum and as many pairs are alike. How many there are of each kind, in the order in which the first
/// of each comes, so that swapping the arms changes nothing but signs.
fn kinds(clusters: &[Cluster]) -> Vec<(Cluster, u64)> {
    let mut places: BTreeMap<(i64, u64), usize> = BTreeMap::new();
    let mut kinds: Vec<(Cluster, u64)> = Vec::new();
    for cluster in clusters {
        let place = *places.entry((cluster.sum, cluster.pairs)).or_insert(kinds.len());
        match kinds.get_mut(place) {
            Some((_, count)) => *count += 1,
            None => kinds.push((*cluster, 1)),
        }
    }
    kinds
}

/// The mean of one drawing, which is told by how often each kind of task was drawn: of what the kinds before it leave
/// over, each task that is left is as likely.
fn resampled_by_kind(kinds: &[(Cluster, u64)], rng: &mut Rng) -> Option<f64> {
    let mut tasks: u64 = kinds.iter().map(|(_, count)| count).sum();
    let mut throws = tasks;
    let (mut sum, mut pairs) = (0, 0);
    for (kind, count) in kinds {
        let drawn = rng.successes(throws, *count, tasks);
        (throws, tasks) = (throws - drawn, tasks - count);
        sum += kind.sum * i64::try_from(drawn).unwrap_or(i64::MAX);
        pairs += kind.pairs * drawn;
    }
    ratio(sum, pairs)
}

fn ratio(sum: i64, pairs: u64) -> Option<f64> {
    (pairs > 0).then(|| 100.0 * signed(sum) / as_double(pairs))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_each(sums: &[i64]) -> Vec<Cluster> {
        sums.iter().map(|sum| Cluster { sum: *sum, pairs: 1 }).collect()
    }

    #[test]
    fn the_mean_is_over_pairs_and_not_over_tasks() {
        let clusters = [Cluster { sum: 2, pairs: 2 }, Cluster { sum: -1, pairs: 6 }, Cluster::default()];
        assert_eq!(mean_points(&clusters), Some(12.5));
        assert_eq!((mean_points(&[]), bootstrap(&[Cluster::default()], 1, 100)), (None, None));
    }

    /// Of one task there is one drawing; of two tasks there are four, each mean with a chance of 1/4 or 1/2.
    #[test]
    fn drawings_that_can_be_counted() {
        let same = |low: f64, high: f64| Some(Interval { low, high });
        assert_eq!(bootstrap(&[Cluster { sum: 1, pairs: 4 }], 3, 1000), same(25.0, 25.0));
        assert_eq!(bootstrap(&one_each(&[1, -1]), 3, 1000), same(-100.0, 100.0));
        // Two pairs of a task come together: 4 + 4, 4 + 1 or 1 + 1 pairs.
        let uneven = [Cluster { sum: 4, pairs: 4 }, Cluster { sum: 0, pairs: 1 }];
        assert_eq!(bootstrap(&uneven, 3, 1000), same(0.0, 100.0));
    }

    /// Eighty tasks of one pair with 20 wins: the mean of a drawing is binomial(80, 1/4) / 80. Its 2.5 % and 97.5 %
    /// quantiles are 13 and 28 (P(X ≤ 12) = .0221, P(X ≤ 13) = .0423, P(X ≤ 27) = .9721, P(X ≤ 28) = .9846).
    #[test]
    fn ends_are_the_quantiles_of_the_binomial() {
        let mut sums = [0; 80];
        sums[..20].fill(1);
        let ends = bootstrap(&one_each(&sums), 20_260_101, RESAMPLES);
        assert_eq!(ends, Some(Interval { low: 1300.0 / 80.0, high: 2800.0 / 80.0 }));
    }

    /// The same of 1012 tasks, which are drawn by kind: quantiles 226 and 280 (P(X ≤ 225) = .0219, P(X ≤ 226) = .0261,
    /// P(X ≤ 279) = .9718, P(X ≤ 280) = .9761, in whole numbers). Each lies three standard errors of a share of 200,000
    /// or more from .025 or .975.
    #[test]
    fn ends_of_many_tasks_are_the_quantiles_of_the_binomial() {
        let mut sums = [0; 1012];
        sums[700..953].fill(1);
        let ends = bootstrap(&one_each(&sums), 7, RESAMPLES);
        assert_eq!(ends, Some(Interval { low: 22600.0 / 1012.0, high: 28000.0 / 1012.0 }));
    }

    /// Drawn one by one or by kind, the ends are as far apart and around the same mean; uneven tasks, too.
    #[test]
    fn kinds_of_tasks_are_drawn_as_often_as_tasks() {
        let clusters: Vec<_> =
            (0..1500_i64).map(|i| Cluster { sum: i % 5 - 1, pairs: 3 + i.unsigned_abs() % 4 }).collect();
        let (mut one_by_one, mut by_kind) = (Rng::of(1, &[]), Rng::of(2, &[]));
        let kinds = kinds(&clusters);
        assert_eq!((kinds.len(), kinds.iter().map(|(_, count)| count).sum()), (20, 1500));
        let moments = |mut draw: Box<dyn FnMut() -> f64 + '_>| {
            let drawn: Vec<f64> = (0..4_000).map(|_| draw()).collect();
            let mean = drawn.iter().sum::<f64>() / 4_000.0;
            (mean, (drawn.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / 4_000.0).sqrt())
        };
        let (mean, width) = moments(Box::new(|| resampled(&clusters, &mut one_by_one).unwrap()));
        let (other_mean, other_width) = moments(Box::new(|| resampled_by_kind(&kinds, &mut by_kind).unwrap()));
        // Four standard errors: of a mean σ/√4000, of a deviation σ/√8000, each of a difference of two.
        assert!((mean - other_mean).abs() < 4.0 * width * (2.0_f64 / 4_000.0).sqrt(), "{mean} {other_mean}");
        assert!((width - other_width).abs() < 4.0 * width * (2.0_f64 / 8_000.0).sqrt(), "{width} {other_width}");
        let swapped: Vec<_> = clusters.iter().map(|it| Cluster { sum: -it.sum, ..*it }).collect();
        let (ends, other) = (bootstrap(&clusters, 5, 400).unwrap(), bootstrap(&swapped, 5, 400).unwrap());
        assert_eq!((other.low, other.high), (-ends.high, -ends.low));
    }

    #[test]
    fn the_seed_is_all_the_chance_there_is_and_swapping_mirrors() {
        let clusters: Vec<_> =
            (0..57_i64).map(|i| Cluster { sum: i % 5 - 1, pairs: 3 + i.unsigned_abs() % 3 }).collect();
        let swapped: Vec<_> = clusters.iter().map(|it| Cluster { sum: -it.sum, ..*it }).collect();
        let ends = bootstrap(&clusters, 5, 2000).unwrap();
        // As drawn by another implementation of the generator, in rational arithmetic: 34 of 231 and 39 of 116.
        assert_eq!(ends, Interval { low: 3400.0 / 231.0, high: 3900.0 / 116.0 });
        assert_eq!(bootstrap(&swapped, 5, 2000), Some(Interval { low: -ends.high, high: -ends.low }));
        assert_ne!(bootstrap(&clusters, 6, 2000), Some(ends));
        let mean = mean_points(&clusters).unwrap();
        assert!(ends.low < mean && mean < ends.high);
    }
}
