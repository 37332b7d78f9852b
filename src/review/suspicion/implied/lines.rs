//! Numbers on one line: y = x and z = y, so z = x; y = 2·x and x above zero, so y is, too.

use std::collections::BTreeMap;

use super::{Found, Net};
use crate::domain::class::Class;
use crate::domain::invariant::{Expected, Invariant, Relation};

/// How far a coefficient may be off that is computed from others.
const TOLERANCE: f64 = 1e-6;

/// A term as a·first + b, where `first` is a term of its group.
#[derive(Clone, Copy)]
struct Line {
    group: usize,
    a: f64,
    b: f64,
}

/// The relations and positive numbers that follow from others.
pub(super) fn of_numbers(rules: &[Invariant]) -> Found {
    let relations: Vec<(usize, String, String, &Relation)> = rules
        .iter()
        .enumerate()
        .filter_map(|(place, rule)| match &rule.expected {
            Expected::Relation(relation) if relation.when.is_none() => {
                Some((place, rule.path.to_string(), relation.y.to_string(), relation))
            }
            _ => None,
        })
        .collect();
    let mut lines: BTreeMap<&str, Line> = BTreeMap::new();
    for (group, name) in relations.iter().flat_map(|(_, x, y, _)| [x, y]).enumerate() {
        lines.entry(name).or_insert(Line { group, a: 1.0, b: 0.0 });
    }
    let mut net = Net::new();
    let mut rest = Vec::new();
    // Equalities first: they are the simplest to follow.
    #[expect(clippy::float_cmp, reason = "the miner writes an equality as exactly 1 and 0 (SPEC 3)")]
    let (equal, other): (Vec<_>, Vec<_>) = relations.iter().partition(|(.., it)| it.a == 1.0 && it.b == 0.0);
    for (place, x, y, relation) in equal.into_iter().chain(other) {
        let (Some(of_x), Some(of_y)) = (lines.get(x.as_str()).copied(), lines.get(y.as_str()).copied()) else {
            continue;
        };
        if of_x.group == of_y.group {
            rest.push((*place, x, y, *relation));
            continue;
        }
        net.lead(x, *place, y);
        net.lead(y, *place, x);
        // y = a·x + b = a·(aₓ·f + bₓ) + b, and y = a_y·g + b_y: so g on the line of f.
        let (a, b) = (relation.a * of_x.a / of_y.a, (relation.a * of_x.b + relation.b - of_y.b) / of_y.a);
        for line in lines.values_mut().filter(|line| line.group == of_y.group) {
            *line = Line { group: of_x.group, a: line.a * a, b: line.a * b + line.b };
        }
    }
    let mut found = Found::new();
    for (place, x, y, relation) in rest {
        let is_near = |one: f64, other: f64| (one - other).abs() <= TOLERANCE * other.abs().max(1.0);
        let computed = between(&lines, x, y).filter(|(a, b)| is_near(*a, relation.a) && is_near(*b, relation.b));
        found.extend(computed.and_then(|_| Some((place, net.way(x, y)?))));
    }
    let mut heads: Vec<(usize, String)> = Vec::new();
    for (place, rule) in rules.iter().enumerate().filter(|(_, rule)| rule.class == Class::Positive) {
        let own = rule.path.to_string();
        let from = heads.iter().find_map(|(head, name)| {
            let (a, b) = between(&lines, name, &own)?;
            let mut from = vec![*head];
            from.extend(net.way(name_in(&lines, name)?, &own)?);
            (a > 0.0 && b >= 0.0).then_some(from)
        });
        match from {
            Some(from) => {
                found.insert(place, from);
            }
            None => heads.push((place, own)),
        }
    }
    found
}

/// The slope and offset that lead from one term to another on the same line.
fn between(lines: &BTreeMap<&str, Line>, x: &str, y: &str) -> Option<(f64, f64)> {
    let (x, y) = (lines.get(x)?, lines.get(y)?);
    let a = y.a / x.a;
    (x.group == y.group).then_some((a, y.b - a * x.b))
}

/// The name as the net knows it.
fn name_in<'n>(lines: &BTreeMap<&'n str, Line>, name: &str) -> Option<&'n str> {
    lines.get_key_value(name).map(|(name, _)| *name)
}
