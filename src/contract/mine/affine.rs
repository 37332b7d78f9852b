//! `affine`: y = a·x + b between two numbers, sums or lengths, always or under some categories.

use std::cell::OnceCell;

use super::Findings;
use crate::contract::evidence;
use crate::contract::exact_sum::exact_sum;
use crate::contract::lexicon::IDENTIFIER;
use crate::contract::tree::{Node, Tree};
use crate::domain::class::Class;
use crate::domain::invariant::{Expected, Guard, Relation};
use crate::domain::json::{Json, Number};
use crate::domain::path::{Path, Term};

/// How far a relation may be off in training, relative to max(1, |y|).
const TOLERANCE: f64 = Relation::TOLERANCE;
/// The fewest distinct values on each side, and of x under a guard.
const DISTINCT: usize = 3;
/// The fewest distinct x of a relation that is no equality.
const DISTINCT_GENERAL: usize = 5;
/// The fewest samples of each value of a guard.
const GUARD_VALUE_SAMPLES: u64 = 5;
/// How many values the category of a guard may have.
const GUARD_VALUES: std::ops::RangeInclusive<usize> = 2..=6;

/// One side of a relation: per sample a finite double, or NaN where it is absent.
struct Column {
    term: Term,
    text: String,
    is_aggregate: bool,
    values: Vec<f64>,
}

/// A category that a relation may depend on: per sample the place of its value.
struct GuardColumn {
    path: Path,
    values: Vec<String>,
    cells: Vec<Option<usize>>,
}

pub(super) fn mine(results: &Tree<'_>, found: &mut Findings<'_>) {
    let mut columns = columns(results, found);
    columns.sort_by(|a, b| a.text.cmp(&b.text));
    // Most tools have no pair that gets as far as needing a guard.
    let guards = OnceCell::new();
    for (place, x) in columns.iter().enumerate() {
        for y in columns.iter().skip(place + 1) {
            let Some(pair) = Pair::new(x, y, found) else { continue };
            if let Some((a, b)) = pair.relation(found) {
                let relation = Relation { y: y.term.clone(), a, b, when: None };
                keep(&pair, relation, pair.cells.len() as u64, |_| true, found);
                continue;
            }
            if !pair.may_be_guarded(found) {
                continue;
            }
            let guards: &Vec<GuardColumn> = guards.get_or_init(|| guard_columns(results, found));
            if let Some((guard, chosen, support)) = guards.iter().find_map(|guard| pair.guarded(guard, found)) {
                let values = chosen.iter().filter_map(|value| guard.values.get(*value).cloned()).collect();
                let when = Some(Guard::new(guard.path.clone(), values));
                let relation = Relation { y: y.term.clone(), a: 1.0, b: 0.0, when };
                let is_listed = |cell: &Cell| guard.value(cell.sample).is_some_and(|value| chosen.contains(&value));
                keep(&pair, relation, support, is_listed, found);
            }
        }
    }
}

fn keep(
    pair: &Pair<'_>,
    relation: Relation,
    support: u64,
    is_listed: impl Fn(&Cell) -> bool,
    found: &mut Findings<'_>,
) {
    let pairs = pair.cells.iter().filter(|cell| is_listed(cell)).map(|cell| [Json::from(cell.x), Json::from(cell.y)]);
    let evidence = found.evidence(|| evidence::of_pairs(pairs));
    found.keep(Class::Affine, pair.x.term.clone(), support, Expected::Relation(relation), evidence);
}

/// One sample that has both sides.
struct Cell {
    sample: usize,
    x: f64,
    y: f64,
}

impl Cell {
    fn fits(&self, a: f64, b: f64) -> bool {
        (a * self.x + b - self.y).abs() <= TOLERANCE * self.y.abs().max(1.0)
    }
}

struct Pair<'c> {
    x: &'c Column,
    cells: Vec<Cell>,
}

impl<'c> Pair<'c> {
    /// The samples that have both sides, if there are enough, and varied enough, for any relation.
    fn new(x: &'c Column, y: &Column, found: &Findings<'_>) -> Option<Self> {
        let both = x.values.iter().zip(&y.values).enumerate();
        let cells: Vec<Cell> = both
            .filter(|(_, (x, y))| !x.is_nan() && !y.is_nan())
            .map(|(sample, (x, y))| Cell { sample, x: *x, y: *y })
            .collect();
        let threshold = if x.is_aggregate || y.is_aggregate { "affine_aggregate" } else { "affine" };
        let fit = found.is_enough(cells.len() as u64, threshold)
            && has_distinct(cells.iter().map(|cell| cell.x), DISTINCT)
            && has_distinct(cells.iter().map(|cell| cell.y), DISTINCT);
        fit.then_some(Self { x, cells })
    }

    /// The slope and offset that hold in every sample, if they are an equality or seen often enough.
    #[expect(clippy::float_cmp, reason = "slope and offset were set to these very doubles")]
    fn relation(&self, found: &Findings<'_>) -> Option<(f64, f64)> {
        let first = self.cells.first()?;
        let mut far = first;
        for cell in &self.cells {
            if (cell.x - first.x).abs() > (far.x - first.x).abs() {
                far = cell;
            }
        }
        let slope = (far.y - first.y) / (far.x - first.x);
        let a = if (slope - 1.0).abs() <= TOLERANCE { 1.0 } else { slope };
        let offset = first.y - a * first.x;
        let b = if offset.abs() <= TOLERANCE * first.y.abs().max(1.0) { 0.0 } else { offset };
        if a == 0.0 || !self.cells.iter().all(|cell| cell.fits(a, b)) {
            return None;
        }
        let is_general = || {
            found.is_enough(self.cells.len() as u64, "affine_general")
                && has_distinct(self.cells.iter().map(|cell| cell.x), DISTINCT_GENERAL)
        };
        ((a == 1.0 && b == 0.0) || is_general()).then_some((a, b))
    }

    /// Whether x = y in as many samples as a guard must cover; most pairs are done with here.
    fn may_be_guarded(&self, found: &Findings<'_>) -> bool {
        found.is_enough(self.cells.iter().filter(|cell| cell.fits(1.0, 0.0)).count() as u64, "affine_guarded")
    }

    /// The values of a category under which x = y, and how many samples they cover.
    fn guarded<'g>(&self, guard: &'g GuardColumn, found: &Findings<'_>) -> Option<(&'g GuardColumn, Vec<usize>, u64)> {
        let mut tallies = vec![(0_u64, true); guard.values.len()];
        for cell in &self.cells {
            if let Some((samples, holds)) = guard.value(cell.sample).and_then(|value| tallies.get_mut(value)) {
                *samples += 1;
                *holds &= cell.fits(1.0, 0.0);
            }
        }
        let is_chosen = |(samples, holds): &(u64, bool)| *holds && *samples >= GUARD_VALUE_SAMPLES;
        let some_break = tallies.iter().any(|(_, holds)| !holds);
        let support = tallies.iter().filter(|tally| is_chosen(tally)).map(|(samples, _)| samples).sum();
        let chosen: Vec<usize> =
            tallies.iter().enumerate().filter(|(_, tally)| is_chosen(tally)).map(|(value, _)| value).collect();
        let listed =
            self.cells.iter().filter(|cell| guard.value(cell.sample).is_some_and(|value| chosen.contains(&value)));
        let kept = some_break
            && found.is_enough(support, "affine_guarded")
            && has_distinct(listed.map(|cell| cell.x), DISTINCT);
        kept.then_some((guard, chosen, support))
    }
}

impl GuardColumn {
    fn value(&self, sample: usize) -> Option<usize> {
        self.cells.get(sample).copied().flatten()
    }
}

/// Whether there are so many distinct doubles, at most [`DISTINCT_GENERAL`].
#[expect(clippy::float_cmp, reason = "SPEC 2 counts numbers distinct by their doubles")]
fn has_distinct(values: impl Iterator<Item = f64>, wanted: usize) -> bool {
    let mut seen = [0.0; DISTINCT_GENERAL];
    let mut found = 0;
    for value in values {
        let is_new = !seen.iter().take(found).any(|known| *known == value);
        if let Some(next) = seen.get_mut(found).filter(|_| is_new) {
            *next = value;
            found += 1;
        }
        if found >= wanted {
            return true;
        }
    }
    false
}

/// Every term of the tool that could be a side of some relation.
fn columns(results: &Tree<'_>, found: &Findings<'_>) -> Vec<Column> {
    let mut columns = Vec::new();
    for node in &results.nodes {
        let is_numeric = node.non_null().all(|instance| matches!(instance.value, Json::Number(_)));
        if is_numeric && !node.tokens.any_in(IDENTIFIER) && !node.path.is_root() {
            let (term, values) = if node.is_field_only {
                (Term::At(node.path.clone()), scalars(node, found.samples))
            } else {
                (Term::Sum(node.path.clone()), sums(node, found.samples))
            };
            columns.push((term, values));
        }
        let has_arrays = || node.instances.iter().any(|instance| matches!(instance.value, Json::Array(_)));
        if (node.is_field_only || node.path.is_root()) && has_arrays() {
            columns.push((Term::Len(node.path.clone()), lengths(node, found.samples)));
        }
    }
    // A side that does not vary can be in no relation.
    let varied = columns
        .into_iter()
        .filter(|(_, values)| has_distinct(values.iter().copied().filter(|value| !value.is_nan()), DISTINCT));
    varied
        .map(|(term, values)| Column {
            text: term.to_string(),
            is_aggregate: !matches!(term, Term::At(_)),
            term,
            values,
        })
        .collect()
}

fn scalars(node: &Node<'_>, samples: usize) -> Vec<f64> {
    per_sample(
        samples,
        node.instances.iter().filter_map(|instance| {
            let double = instance.value.as_number()?.double();
            double.is_finite().then_some((instance.sample, double))
        }),
    )
}

#[expect(clippy::cast_precision_loss, reason = "no array in memory has 2^53 elements")]
fn lengths(node: &Node<'_>, samples: usize) -> Vec<f64> {
    per_sample(
        samples,
        node.instances.iter().filter_map(|instance| Some((instance.sample, instance.value.as_array()?.len() as f64))),
    )
}

fn sums(node: &Node<'_>, samples: usize) -> Vec<f64> {
    let of_one = node.instances.chunk_by(|a, b| a.sample == b.sample).filter_map(|instances| {
        let mut numbers = instances.iter().filter_map(|instance| instance.value.as_number()).peekable();
        numbers.peek()?;
        Some((instances.first()?.sample, exact_sum(numbers.map(Number::double))?))
    });
    per_sample(samples, of_one)
}

fn per_sample(samples: usize, values: impl Iterator<Item = (usize, f64)>) -> Vec<f64> {
    let mut column = vec![f64::NAN; samples];
    for (sample, value) in values {
        if let Some(cell) = column.get_mut(sample) {
            *cell = value;
        }
    }
    column
}

/// The kept categories at field-only paths with few values, in path order.
fn guard_columns(results: &Tree<'_>, found: &Findings<'_>) -> Vec<GuardColumn> {
    let mut guards = Vec::new();
    for rule in found.rules.iter().filter(|rule| rule.class == Class::Category) {
        let Expected::Values(values) = &rule.expected else { continue };
        let node = results.nodes.iter().find(|node| node.is_field_only && node.path == *rule.path.path());
        let Some(node) = node.filter(|_| GUARD_VALUES.contains(&values.len())) else { continue };
        let mut cells = vec![None; found.samples];
        for instance in &node.instances {
            let text = instance.value.as_str();
            let value = text.and_then(|text| values.binary_search_by(|value| value.as_str().cmp(text)).ok());
            if let Some(cell) = cells.get_mut(instance.sample) {
                *cell = value;
            }
        }
        guards.push(GuardColumn { path: node.path.clone(), values: values.clone(), cells });
    }
    guards.sort_by(|a, b| a.path.cmp(&b.path));
    guards
}
