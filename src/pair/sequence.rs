//! Common subsequences: what of two lists stands in both in the same order.

use std::collections::BTreeMap;

/// Pairs the n-th occurrence of each number with its n-th in the other list.
#[must_use]
pub fn by_occurrence<T: Ord + Copy>(a: &[T], b: &[T]) -> Vec<(usize, usize)> {
    let mut places: BTreeMap<T, Vec<usize>> = BTreeMap::new();
    for (place, number) in b.iter().enumerate().rev() {
        places.entry(*number).or_default().push(place);
    }
    let next = |(i, number)| Some((i, places.get_mut(number)?.pop()?));
    a.iter().enumerate().filter_map(next).collect()
}

/// The longest part of some pairs, given by their first, in which the second grows too.
#[must_use]
pub fn growing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // tails[n]: the pair at which the best run of n + 1 pairs ends; before[i]: the pair before pair i in its run.
    let mut tails: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    let second = |place: usize| pairs.get(place).map(|pair| pair.1);
    for (place, pair) in pairs.iter().enumerate() {
        let length = tails.partition_point(|tail| second(*tail) < Some(pair.1));
        before.push(length.checked_sub(1).and_then(|last| tails.get(last).copied()));
        match tails.get_mut(length) {
            Some(tail) => *tail = place,
            None => tails.push(place),
        }
    }
    let run = std::iter::successors(tails.last().copied(), |place| before.get(*place).copied().flatten());
    let mut run: Vec<_> = run.filter_map(|place| pairs.get(place).copied()).collect();
    run.reverse();
    run
}

/// The pairs in growing order whose weights add up to most; a weight of 0 pairs nothing. Takes memory for every cell.
#[must_use]
pub fn heaviest(rows: usize, columns: usize, weight: impl Fn(usize, usize) -> u64) -> Vec<(usize, usize)> {
    let width = columns + 1;
    // best[i * width + j]: the most that the elements from i and j on add up to.
    let mut best = vec![0_u64; (rows + 1) * width];
    let at = |best: &[u64], i: usize, j: usize| best.get(i * width + j).copied().unwrap_or(0);
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            let paired = weight(i, j);
            let paired = if paired == 0 { 0 } else { paired + at(&best, i + 1, j + 1) };
            let most = paired.max(at(&best, i + 1, j)).max(at(&best, i, j + 1));
            if let Some(cell) = best.get_mut(i * width + j) {
                *cell = most;
            }
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < rows && j < columns {
        let (here, paired) = (at(&best, i, j), weight(i, j));
        if paired > 0 && here == paired + at(&best, i + 1, j + 1) {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if here == at(&best, i + 1, j) {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}
