//! `echo`: a value of the result repeats a call argument.

use super::Findings;
use crate::contract::evidence;
use crate::contract::tree::{Node, Tree};
use crate::domain::class::Class;
use crate::domain::invariant::Expected;
use crate::domain::json::Json;
use crate::domain::path::{Path, Term};

/// What an echo compares: per sample the number or string at one path.
struct Column<'n, 'a> {
    path: &'n Path,
    values: Vec<Option<&'a Json>>,
}

pub(super) fn mine(results: &Tree<'_>, arguments: &Tree<'_>, found: &mut Findings<'_>) {
    let arguments = columns(arguments, found.samples);
    if arguments.is_empty() {
        return;
    }
    for result in columns(results, found.samples) {
        for argument in &arguments {
            mine_pair(&result, argument, found);
        }
    }
}

fn columns<'n, 'a>(tree: &'n Tree<'a>, samples: usize) -> Vec<Column<'n, 'a>> {
    let nodes =
        tree.nodes.iter().filter(|node| node.is_field_only && node.instances.iter().any(|one| is_scalar(one.value)));
    nodes.map(|node| Column { path: &node.path, values: column(node, samples) }).collect()
}

fn column<'a>(node: &Node<'a>, samples: usize) -> Vec<Option<&'a Json>> {
    let mut values = vec![None; samples];
    for instance in node.instances.iter().filter(|instance| is_scalar(instance.value)) {
        if let Some(place) = values.get_mut(instance.sample) {
            *place = Some(instance.value);
        }
    }
    values
}

/// Whether a value takes part in an echo: a number or a string.
pub(super) fn is_scalar(value: &Json) -> bool {
    matches!(value, Json::Number(_) | Json::String(_))
}

fn mine_pair(result: &Column<'_, '_>, argument: &Column<'_, '_>, found: &mut Findings<'_>) {
    let both =
        || result.values.iter().zip(&argument.values).filter_map(|(result, argument)| Some(((*result)?, (*argument)?)));
    let mut support = 0;
    for (result, argument) in both() {
        if result != argument {
            return;
        }
        support += 1;
    }
    let differs = |value: &Json, first: &Json| match (value, first) {
        // Counted distinct by their doubles (SPEC 2), where equality knows long integers apart.
        #[expect(clippy::float_cmp, reason = "SPEC 2 asks for equality of the doubles")]
        (Json::Number(value), Json::Number(first)) => value.double() != first.double(),
        _ => value != first,
    };
    let mut values = both().map(|(result, _)| result);
    let varied = values.next().is_some_and(|first| values.any(|value| differs(value, first)));
    // At least two distinct values, lest a constant look like an echo.
    if !varied || !found.is_enough(support, "echo") {
        return;
    }
    let evidence =
        found.evidence(|| evidence::of_pairs(both().map(|(result, argument)| [result.clone(), argument.clone()])));
    found.keep(
        Class::Echo,
        Term::At(result.path.clone()),
        support,
        Expected::Argument(argument.path.clone()),
        evidence,
    );
}
