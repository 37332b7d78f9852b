//! What speaks against a relation of two numbers.

use super::{Kind, Reason};
use crate::contract::evidence::Evidence;
use crate::domain::class::Class;
use crate::domain::invariant::{Expected, Invariant};
use crate::domain::json::{Json, Number};
use crate::domain::path::Term;
use crate::words::number;

/// Up to here a whole number is small: a few such values agree easily.
const SMALL: f64 = 10.0;
/// How little, of its size, a side varies that hardly does.
const LITTLE: f64 = 0.02;
/// Which share of its values lies in one step of the histogram of a side that hardly varies.
const CROWDED: f64 = 0.95;

/// What one side was in the samples.
struct Side {
    name: String,
    min: f64,
    max: f64,
    is_whole: bool,
    /// Of the values in the fullest step of a histogram, and of all.
    crowd: Option<(u64, u64)>,
    /// Whether more than three samples tell it.
    is_known: bool,
}

/// What speaks against a relation; `rules` are those of the tool, which know more of its two sides.
pub(super) fn relation(rule: &Invariant, rules: &[Invariant]) -> Vec<Reason> {
    let Expected::Relation(relation) = &rule.expected else { return Vec::new() };
    let pairs = rule.evidence.as_ref().map(Evidence::read).unwrap_or_default().pairs;
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for [x, y] in &pairs {
        left.extend(x.as_number().map(Number::double));
        right.extend(y.as_number().map(Number::double));
    }
    let (Some(x), Some(y)) = (side(&rule.path, rules, &left), side(&relation.y, rules, &right)) else {
        return Vec::new();
    };
    small(&x, &y).into_iter().chain([&x, &y].into_iter().find_map(little)).collect()
}

fn small(x: &Side, y: &Side) -> Option<Reason> {
    let is_small = |side: &Side| side.is_whole && side.min.abs() <= SMALL && side.max.abs() <= SMALL;
    if !is_small(x) || !is_small(y) {
        return None;
    }
    let span = |side: &Side| format!("{} was {} to {}", side.name, number(side.min), number(side.max));
    let is_known = x.is_known && y.is_known;
    let shown = if is_known { "" } else { " in the samples shown" };
    let sentence = format!(
        "both sides are small whole numbers{shown} ({}, {}): such numbers agree by coincidence",
        span(x),
        span(y)
    );
    Some(Reason::new(Kind::SmallIntegers, if is_known { 35 } else { 25 }, sentence))
}

fn little(side: &Side) -> Option<Reason> {
    if !side.is_known {
        return None;
    }
    let size = side.min.abs().max(side.max.abs());
    let sentence = if side.max - side.min <= LITTLE * size {
        format!("{} hardly varied: it was {} to {}", side.name, number(side.min), number(side.max))
    } else {
        let (most, all) = side.crowd?;
        #[expect(clippy::cast_precision_loss, reason = "counts of values")]
        let share = most as f64 / all as f64;
        if share < CROWDED || most == all {
            return None;
        }
        format!("{} hardly varied: {most} of its {all} values lie in one tenth of its range", side.name)
    };
    Some(Reason::new(Kind::LittleVariance, 25, sentence))
}

/// By the rule of the tool that knows its range, else by the pairs of the relation itself.
fn side(term: &Term, rules: &[Invariant], shown: &[f64]) -> Option<Side> {
    let known =
        matches!(term, Term::At(_)).then(|| rules.iter().filter(|other| other.path == *term)).into_iter().flatten();
    let range = known
        .filter(|other| matches!(other.class, Class::Positive | Class::StableType))
        .filter_map(|other| other.evidence.as_ref().map(Evidence::read))
        .find_map(|seen| Some((seen.range.clone()?, seen)));
    let name = term.to_string();
    let double = |value: &Json| value.as_number().map(Number::double);
    if let Some((range, seen)) = range {
        let (min, max) = (double(&range.min)?, double(&range.max)?);
        let whole = [min, max].into_iter().chain(seen.examples.iter().filter_map(double)).chain(shown.iter().copied());
        let is_whole = whole.into_iter().all(|value| value.fract() == 0.0);
        let all: u64 = seen.histogram.iter().sum();
        let crowd = seen.histogram.iter().max().map(|most| (*most, all)).filter(|_| all > 0);
        return Some(Side { name, min, max, is_whole, crowd, is_known: true });
    }
    let min = shown.iter().copied().reduce(f64::min)?;
    let max = shown.iter().copied().reduce(f64::max)?;
    let is_whole = shown.iter().all(|value| value.fract() == 0.0);
    Some(Side { name, min, max, is_whole, crowd: None, is_known: false })
}
