//! Which call of one episode is which of the other.

use std::collections::BTreeMap;

use super::{Kind, Row};
use crate::digest::CallDigest;
use crate::pair::sequence::{by_occurrence, growing, heaviest};

/// Up to so many cells the longest common subsequence is computed; above, the n-th of equal calls is the n-th.
const EXACT_CELLS: usize = 1_000_000;
/// How often what lies between two calls that stayed is looked at again.
const DEPTH: usize = 16;

/// The calls of one side as numbers, equal on both sides where tool and arguments are; and their tools.
#[derive(Default)]
struct Numbers {
    calls: Vec<u32>,
    tools: Vec<u32>,
}

/// The rows of two lists of calls. The other way round they are the same rows with their sides swapped.
pub(super) fn rows(a: &[CallDigest], b: &[CallDigest]) -> Vec<Row> {
    let [of_a, of_b] = numbers(a, b);
    // Ties are broken by looking at one side first; which one must not depend on how the two were given.
    let key = |calls: &'_ [CallDigest]| calls.iter().map(|it| (it.tool.clone(), it.arguments)).collect::<Vec<_>>();
    let is_swapped = (a.len(), key(a)) > (b.len(), key(b));
    let mut partners = Partners { of_a: vec![None; a.len()], has_b: vec![false; b.len()] };
    for (i, j) in oriented(is_swapped, &of_a.calls, &of_b.calls) {
        partners.pair(i, j, Link::InOrder);
    }
    let in_order: Vec<(usize, usize)> = partners.in_order().collect();
    partners.reordered(&of_a.calls, &of_b.calls);
    let (mut i, mut j) = (0, 0);
    for (end_i, end_j) in in_order.into_iter().chain([(a.len(), b.len())]) {
        let (free_a, free_b) = (partners.free_a(i, end_i), partners.free_b(j, end_j));
        let tools = oriented(is_swapped, &at(&of_a.tools, &free_a), &at(&of_b.tools, &free_b));
        partners.replaced(&free_a, &free_b, tools);
        (i, j) = (end_i + 1, end_j + 1);
    }
    partners.rows(a, b)
}

fn numbers(a: &[CallDigest], b: &[CallDigest]) -> [Numbers; 2] {
    let mut tools: BTreeMap<&str, u32> = BTreeMap::new();
    let mut calls: BTreeMap<(u32, u64), u32> = BTreeMap::new();
    // As many calls as fit into a u32 are beyond any memory.
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    [a, b].map(|side| {
        let mut numbers = Numbers::default();
        for call in side {
            let next = number(tools.len());
            let tool = *tools.entry(call.tool.as_str()).or_insert(next);
            let next = number(calls.len());
            numbers.tools.push(tool);
            numbers.calls.push(*calls.entry((tool, call.arguments)).or_insert(next));
        }
        numbers
    })
}

/// The values at some places.
fn at(all: &[u32], places: &[usize]) -> Vec<u32> {
    places.iter().filter_map(|place| all.get(*place).copied()).collect()
}

/// [`common`] of two lists, looked at from one side or from the other.
fn oriented(is_swapped: bool, a: &[u32], b: &[u32]) -> Vec<(usize, usize)> {
    if is_swapped { common(b, a).into_iter().map(|(j, i)| (i, j)).collect() } else { common(a, b) }
}

/// What stands in both lists in one order, as places in growing order. Linear memory, but for lists short enough.
fn common(a: &[u32], b: &[u32]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut open = vec![((0, a.len()), (0, b.len()), 0)];
    while let Some(((mut i, mut end_i), (mut j, mut end_j), depth)) = open.pop() {
        while i < end_i && j < end_j && a.get(i) == b.get(j) {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        }
        while i < end_i && j < end_j && a.get(end_i - 1) == b.get(end_j - 1) {
            (end_i, end_j) = (end_i - 1, end_j - 1);
            pairs.push((end_i, end_j));
        }
        let (x, y) = (a.get(i..end_i).unwrap_or_default(), b.get(j..end_j).unwrap_or_default());
        if x.is_empty() || y.is_empty() {
            continue;
        }
        if x.len().saturating_mul(y.len()) <= EXACT_CELLS {
            let found = heaviest(x.len(), y.len(), |n, m| u64::from(x.get(n) == y.get(m)));
            pairs.extend(found.into_iter().map(|(n, m)| (i + n, j + m)));
            continue;
        }
        let found: Vec<_> = growing(&by_occurrence(x, y)).into_iter().map(|(n, m)| (i + n, j + m)).collect();
        pairs.extend(&found);
        if depth < DEPTH && !found.is_empty() {
            let (mut from, mut to) = (i, j);
            for (n, m) in found.into_iter().chain([(end_i, end_j)]) {
                open.push(((from, n), (to, m), depth + 1));
                (from, to) = (n + 1, m + 1);
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

/// How two calls came to stand in one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Link {
    InOrder,
    Reordered,
    Replaced,
}

/// Which calls belong together, as far as is found out.
struct Partners {
    of_a: Vec<Option<(usize, Link)>>,
    /// Which calls of the second side have a partner.
    has_b: Vec<bool>,
}

impl Partners {
    fn pair(&mut self, i: usize, j: usize, link: Link) {
        if let (Some(a), Some(b)) = (self.of_a.get_mut(i), self.has_b.get_mut(j)) {
            (*a, *b) = (Some((j, link)), true);
        }
    }

    fn in_order(&self) -> impl Iterator<Item = (usize, usize)> {
        let all = self.of_a.iter().enumerate();
        all.filter_map(|(i, partner)| partner.filter(|(_, link)| *link == Link::InOrder).map(|(j, _)| (i, j)))
    }

    fn free_a(&self, from: usize, to: usize) -> Vec<usize> {
        (from..to).filter(|i| matches!(self.of_a.get(*i), Some(None))).collect()
    }

    fn free_b(&self, from: usize, to: usize) -> Vec<usize> {
        (from..to).filter(|j| self.has_b.get(*j) == Some(&false)).collect()
    }

    /// Equal calls that changed their place among the others: the n-th of those that are left with the n-th.
    fn reordered(&mut self, a: &[u32], b: &[u32]) {
        let (free_a, free_b) = (self.free_a(0, a.len()), self.free_b(0, b.len()));
        for (n, m) in by_occurrence(&at(a, &free_a), &at(b, &free_b)) {
            if let (Some(i), Some(j)) = (free_a.get(n), free_b.get(m)) {
                self.pair(*i, *j, Link::Reordered);
            }
        }
    }

    /// What is left between two calls that stayed: the same tools in order, and between those one by one.
    fn replaced(&mut self, free_a: &[usize], free_b: &[usize], tools: Vec<(usize, usize)>) {
        let (mut n, mut m) = (0, 0);
        for (end_n, end_m) in tools.into_iter().chain([(free_a.len(), free_b.len())]) {
            let between = (n..end_n).zip(m..end_m);
            // At the end stands the same tool, or nothing.
            for (x, y) in between.chain([(end_n, end_m)]) {
                if let (Some(i), Some(j)) = (free_a.get(x), free_b.get(y)) {
                    self.pair(*i, *j, Link::Replaced);
                }
            }
            (n, m) = (end_n + 1, end_m + 1);
        }
    }

    /// The rows, each side in its order but for what changed its place.
    fn rows(&self, a: &[CallDigest], b: &[CallDigest]) -> Vec<Row> {
        let mut rows = Vec::with_capacity(a.len().max(b.len()));
        let mut next = 0;
        let only_second = |from: usize, to: usize| {
            let row = |j| Row { first: None, second: Some(j), kind: Kind::OnlySecond };
            self.free_b(from, to).into_iter().map(row)
        };
        for (i, call) in a.iter().enumerate() {
            let Some((j, link)) = self.of_a.get(i).copied().flatten() else {
                rows.push(Row { first: Some(i), second: None, kind: Kind::OnlyFirst });
                continue;
            };
            let other = b.get(j);
            let kind = match link {
                Link::Reordered => Kind::OrderOnly,
                Link::InOrder if other.is_some_and(|other| other.result == call.result) => Kind::Same,
                Link::InOrder => Kind::OtherResult,
                Link::Replaced if other.is_some_and(|other| other.tool == call.tool) => Kind::OtherArguments,
                Link::Replaced => Kind::OtherTool,
            };
            if link != Link::Reordered {
                rows.extend(only_second(next, j));
                next = j + 1;
            }
            rows.push(Row { first: Some(i), second: Some(j), kind });
        }
        rows.extend(only_second(next, b.len()));
        rows
    }
}
