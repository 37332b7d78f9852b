//! `date_order`: the first of two dates of one object is not after the second.

use super::Findings;
use crate::contract::date::Date;
use crate::contract::evidence;
use crate::contract::lexicon::is_date_pair;
use crate::contract::tree::{Node, Tree};
use crate::domain::class::Class;
use crate::domain::invariant::Expected;
use crate::domain::json::Json;
use crate::domain::path::Term;

/// A date field: each non-null value is a date.
struct DateField<'n, 'a> {
    node: &'n Node<'a>,
    /// The dates in order, each with the place of its object.
    dates: Vec<Dated<'a>>,
}

#[derive(Clone, Copy)]
struct Dated<'a> {
    owner: usize,
    sample: usize,
    date: Date,
    value: &'a Json,
}

pub(super) fn mine(results: &Tree<'_>, found: &mut Findings<'_>) {
    for node in results.nodes.iter().filter(|node| node.fields.len() >= 2) {
        let fields: Vec<DateField<'_, '_>> = results.fields(node).filter_map(date_field).collect();
        for (first_place, first) in fields.iter().enumerate() {
            for (second_place, second) in fields.iter().enumerate() {
                if first_place != second_place {
                    mine_pair(first, second, found);
                }
            }
        }
    }
}

fn date_field<'n, 'a>(node: &'n Node<'a>) -> Option<DateField<'n, 'a>> {
    let mut dates = Vec::new();
    for instance in node.non_null() {
        let date = Date::parse(instance.value.as_str()?)?;
        dates.push(Dated { owner: instance.owner, sample: instance.sample, date, value: instance.value });
    }
    (!dates.is_empty()).then_some(DateField { node, dates })
}

fn mine_pair(first: &DateField<'_, '_>, second: &DateField<'_, '_>, found: &mut Findings<'_>) {
    let mut difference = None;
    let (mut varied, mut support, mut last) = (false, 0, None);
    for (one, other) in both(&first.dates, &second.dates) {
        let apart = other.date.micros - one.date.micros;
        if one.date.kind != other.date.kind || apart < 0 {
            return;
        }
        varied |= *difference.get_or_insert(apart) != apart;
        if last != Some(one.sample) {
            (support, last) = (support + 1, Some(one.sample));
        }
    }
    let named = is_date_pair(first.node.field_name(), second.node.field_name());
    if !varied || !found.is_enough(support, if named { "date_order" } else { "date_order_unnamed" }) {
        return;
    }
    let pairs = both(&first.dates, &second.dates).map(|(one, other)| [one.value.clone(), other.value.clone()]);
    let evidence = found.evidence(|| evidence::of_pairs(pairs));
    found.keep(
        Class::DateOrder,
        Term::At(first.node.path.clone()),
        support,
        Expected::Later(second.node.path.clone()),
        evidence,
    );
}

/// The pairs of dates that stand in the same object; both lists are in the order of the objects.
fn both<'d, 'a>(
    first: &'d [Dated<'a>],
    second: &'d [Dated<'a>],
) -> impl Iterator<Item = (&'d Dated<'a>, &'d Dated<'a>)> {
    let mut rest = second.iter().peekable();
    first.iter().filter_map(move |one| {
        while rest.next_if(|other| other.owner < one.owner).is_some() {}
        rest.next_if(|other| other.owner == one.owner).map(|other| (one, other))
    })
}
