//! Which element of one array is which of another.

use std::collections::BTreeMap;

use crate::domain::json::Json;
use crate::pair::sequence::{by_occurrence, growing, heaviest};

/// Up to so many cells the best alignment is computed; above, elements are paired in order of appearance.
const EXACT_CELLS: usize = 1_000_000;
/// The same for elements that are compared by likeness, which costs more a cell.
const LIKE_CELLS: usize = 20_000;
/// Two values that are equal, in likeness.
const EQUAL: u64 = 1000;
/// Two different values of one type: something, so that a change in place is a change.
const SAME_TYPE: u64 = 200;
/// The least likeness of two elements at different ends of their arrays that are taken for one that moved.
const MOVED: u64 = 500;

/// The pairs of an alignment.
#[derive(Debug)]
pub(super) struct Alignment {
    /// For each old element, its new place.
    pairs: Vec<Option<Pair>>,
    /// The new elements that no old one became, ascending.
    added: Vec<usize>,
}

/// What an old element became.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// Its index in the new array.
    pub(super) to: usize,
    /// Whether it left the order that the others keep.
    pub(super) is_moved: bool,
}

impl Alignment {
    /// What an old element became, if it is still there.
    pub(super) fn pair_of(&self, from: usize) -> Option<Pair> {
        self.pairs.get(from).copied().flatten()
    }

    /// The new elements that no old one became.
    pub(super) fn added(&self) -> impl Iterator<Item = usize> {
        self.added.iter().copied()
    }
}

/// Aligns two arrays: equal elements in order, then equal ones elsewhere, which have moved; then alike ones between
/// those in order, then alike ones elsewhere.
pub(super) fn align(old: &[Json], new: &[Json]) -> Alignment {
    let mut found = Found { of_old: vec![None; old.len()], of_new: vec![None; new.len()] };
    equal_in_order(old, new, &mut found);
    equal_elsewhere(old, new, &mut found);
    alike_in_order(old, new, &mut found);
    alike_elsewhere(old, new, &mut found);
    Alignment { pairs: found.of_old, added: free(&found.of_new) }
}

/// The pairs so far, seen from both sides.
struct Found {
    of_old: Vec<Option<Pair>>,
    of_new: Vec<Option<usize>>,
}

impl Found {
    fn pair(&mut self, from: usize, to: usize, is_moved: bool) {
        if let (Some(old), Some(new)) = (self.of_old.get_mut(from), self.of_new.get_mut(to)) {
            (*old, *new) = (Some(Pair { to, is_moved }), Some(from));
        }
    }

    fn is_free(&self, from: usize, to: usize) -> bool {
        self.of_old.get(from).is_some_and(Option::is_none) && self.of_new.get(to).is_some_and(Option::is_none)
    }
}

/// The elements of one side without a pair.
fn free<T>(side: &[Option<T>]) -> Vec<usize> {
    side.iter().enumerate().filter(|(_, pair)| pair.is_none()).map(|(place, _)| place).collect()
}

fn equal_in_order(old: &[Json], new: &[Json], found: &mut Found) {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (old.get(start..).unwrap_or_default(), new.get(start..).unwrap_or_default());
    let end = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    for place in 0..start {
        found.pair(place, place, false);
    }
    for back in 1..=end {
        found.pair(old.len() - back, new.len() - back, false);
    }
    let old_middle = old_rest.get(..old_rest.len() - end).unwrap_or_default();
    let new_middle = new_rest.get(..new_rest.len() - end).unwrap_or_default();
    let (a, b) = numbered(old_middle.iter(), new_middle.iter());
    // Of several alignments that keep as many, the one that keeps most at their index.
    let weight = |i: usize, j: usize| if a.get(i) == b.get(j) { 2 * EXACT_CELLS as u64 + u64::from(i == j) } else { 0 };
    let pairs = if a.len().saturating_mul(b.len()) <= EXACT_CELLS {
        heaviest(a.len(), b.len(), weight)
    } else {
        growing(&by_occurrence(&a, &b))
    };
    for (i, j) in pairs {
        found.pair(start + i, start + j, false);
    }
}

/// Numbers for values, equal exactly where the values are.
fn numbered<'a>(old: impl Iterator<Item = &'a Json>, new: impl Iterator<Item = &'a Json>) -> (Vec<usize>, Vec<usize>) {
    // Values that are equal have equal keys; few others do.
    let mut buckets: BTreeMap<String, Vec<(usize, &Json)>> = BTreeMap::new();
    let mut count = 0;
    let mut number = |value: &'a Json| {
        let mut key = String::new();
        push_key(value, &mut key);
        let bucket = buckets.entry(key).or_default();
        if let Some((number, _)) = bucket.iter().find(|(_, other)| *other == value) {
            return *number;
        }
        count += 1;
        bucket.push((count, value));
        count
    };
    let a = old.map(&mut number).collect();
    (a, new.map(number).collect())
}

/// A text that equal values share, whatever their spelling.
fn push_key(value: &Json, key: &mut String) {
    match value {
        Json::Number(number) => {
            // Minus zero is zero.
            key.push_str(&(number.double() + 0.0).to_bits().to_string());
        }
        Json::Array(items) => {
            key.push('[');
            for item in items {
                push_key(item, key);
                key.push(',');
            }
            key.push(']');
        }
        Json::Object(members) => {
            let mut names: Vec<(&str, &Json)> = members.iter().collect();
            names.sort_unstable_by_key(|(name, _)| *name);
            key.push('{');
            for (name, member) in names {
                key.extend([name, ":"]);
                push_key(member, key);
                key.push(',');
            }
            key.push('}');
        }
        other => key.push_str(&other.to_string()),
    }
}

/// Pairs equal elements that are left, whatever the order.
fn equal_elsewhere(old: &[Json], new: &[Json], found: &mut Found) {
    let (free_old, free_new) = (free(&found.of_old), free(&found.of_new));
    let values = |all, free: &'_ [usize]| free.iter().filter_map(move |at| <[Json]>::get(all, *at)).collect::<Vec<_>>();
    let (a, b) = (values(old, &free_old), values(new, &free_new));
    let (a, b) = numbered(a.into_iter(), b.into_iter());
    for (i, j) in by_occurrence(&a, &b) {
        if let (Some(from), Some(to)) = (free_old.get(i), free_new.get(j)) {
            found.pair(*from, *to, true);
        }
    }
}

/// Pairs elements that are alike between those that kept their order.
fn alike_in_order(old: &[Json], new: &[Json], found: &mut Found) {
    let kept = found.of_old.iter().enumerate().filter_map(|(from, pair)| Some((from, (*pair)?)));
    let kept: Vec<_> = kept.filter(|(_, pair)| !pair.is_moved).map(|(from, pair)| (from, pair.to)).collect();
    let (mut old_start, mut new_start) = (0, 0);
    for (from, to) in kept.into_iter().chain([(old.len(), new.len())]) {
        let free_old: Vec<_> = (old_start..from).filter(|at| matches!(found.of_old.get(*at), Some(None))).collect();
        let free_new: Vec<_> = (new_start..to).filter(|at| matches!(found.of_new.get(*at), Some(None))).collect();
        let like = |a: usize, b: usize| {
            let value = |all, free: &[usize], at: usize| free.get(at).and_then(|at| <[Json]>::get(all, *at));
            value(old, &free_old, a).zip(value(new, &free_new, b)).map_or(0, |(a, b)| likeness(a, b))
        };
        let pairs: Vec<_> = if free_old.len().saturating_mul(free_new.len()) <= LIKE_CELLS {
            heaviest(free_old.len(), free_new.len(), like)
        } else {
            let both = free_old.len().min(free_new.len());
            (0..both).map(|at| (at, at)).filter(|(a, b)| like(*a, *b) > 0).collect()
        };
        for (a, b) in pairs {
            if let (Some(from), Some(to)) = (free_old.get(a), free_new.get(b)) {
                found.pair(*from, *to, false);
            }
        }
        (old_start, new_start) = (from + 1, to + 1);
    }
}

/// Pairs elements that are left and much alike, whatever the order, the likest first.
fn alike_elsewhere(old: &[Json], new: &[Json], found: &mut Found) {
    let (free_old, free_new) = (free(&found.of_old), free(&found.of_new));
    if free_old.len().saturating_mul(free_new.len()) > LIKE_CELLS {
        return;
    }
    let all = free_old.iter().flat_map(|from| free_new.iter().map(move |to| (*from, *to)));
    let alike = all.filter_map(|(from, to)| {
        let like = likeness(old.get(from)?, new.get(to)?);
        (like >= MOVED).then_some((like, from, to))
    });
    let mut alike: Vec<_> = alike.collect();
    alike.sort_by_key(|(like, from, to)| (std::cmp::Reverse(*like), *from, *to));
    for (_, from, to) in alike {
        if found.is_free(from, to) {
            found.pair(from, to, true);
        }
    }
}

/// How alike two values are, from 0 to [`EQUAL`].
fn likeness(a: &Json, b: &Json) -> u64 {
    let share = |sum: u64, count: usize| if count == 0 { EQUAL } else { sum / count as u64 };
    match (a, b) {
        (Json::Object(a), Json::Object(b)) => {
            let shared = a.iter().filter_map(|(key, value)| Some(likeness(value, b.get(key)?)));
            let (count, sum) = shared.fold((0, 0), |(count, sum), like| (count + 1, sum + like));
            share(sum, a.len() + b.len() - count)
        }
        (Json::Array(a), Json::Array(b)) => {
            share(a.iter().zip(b).map(|(a, b)| likeness(a, b)).sum(), a.len().max(b.len()))
        }
        _ if a == b => EQUAL,
        _ if super::is_one_type(a, b) => SAME_TYPE,
        _ => 0,
    }
}
