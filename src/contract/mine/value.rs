//! The rules about single values: `stable_type`, `positive` and `category`.

use std::collections::BTreeMap;

use super::Findings;
use crate::contract::date::Date;
use crate::contract::evidence;
use crate::contract::lexicon::SIGNED;
use crate::contract::tree::{Node, Tree, coarse_kind, samples_of};
use crate::domain::class::Class;
use crate::domain::invariant::Expected;
use crate::domain::json::{Json, JsonType};
use crate::domain::path::Term;

/// The most values a category can have …
const NAMED_VALUES: usize = 12;
/// … and without a telling name.
const UNNAMED_VALUES: usize = 8;
/// A value seen in fewer samples may be an accident: the set is then no category.
const VALUE_SAMPLES: u64 = 2;

pub(super) fn mine(results: &Tree<'_>, found: &mut Findings<'_>) {
    for node in &results.nodes {
        let Some(kind) = only_kind(node) else { continue };
        stable_type(node, kind, found);
        let support = samples_of(node.non_null());
        match kind {
            JsonType::Number => positive(node, support, found),
            JsonType::String => category(node, support, found),
            _ => {}
        }
    }
}

/// The one type of the non-null values, integers as numbers; nothing if there are several or none.
fn only_kind(node: &Node<'_>) -> Option<JsonType> {
    let mut kinds = node.instances.iter().filter_map(|instance| coarse_kind(instance.value));
    let first = kinds.next()?;
    kinds.all(|kind| kind == first).then_some(first)
}

fn stable_type(node: &Node<'_>, kind: JsonType, found: &mut Findings<'_>) {
    let support = samples_of(node.instances.iter());
    if !found.is_enough(support, "stable_type") {
        return;
    }
    let all_integers = || node.non_null().all(|instance| instance.value.kind() == JsonType::Integer);
    let kind = if kind == JsonType::Number && all_integers() { JsonType::Integer } else { kind };
    let mut types = vec![kind];
    if node.instances.iter().any(|instance| instance.value.is_null()) {
        types.push(JsonType::Null);
    }
    types.sort_unstable();
    let evidence = found.evidence(|| evidence::of_types(node));
    found.keep(Class::StableType, Term::At(node.path.clone()), support, Expected::Types(types), evidence);
}

fn positive(node: &Node<'_>, support: u64, found: &mut Findings<'_>) {
    let numbers = || node.non_null().filter_map(|instance| instance.value.as_number());
    if !numbers().all(|number| number.double() > 0.0) {
        return;
    }
    let named = node.tokens.is_positive();
    let threshold = if named { "positive" } else { "positive_unnamed" };
    if found.is_enough(support, threshold) && (named || !node.tokens.any_in(SIGNED)) {
        let evidence = found.evidence(|| evidence::of_numbers(numbers()));
        found.keep(Class::Positive, Term::At(node.path.clone()), support, Expected::Nothing, evidence);
    }
}

fn category(node: &Node<'_>, support: u64, found: &mut Findings<'_>) {
    let named = node.tokens.is_category();
    let (threshold, most) = if named { ("category", NAMED_VALUES) } else { ("category_unnamed", UNNAMED_VALUES) };
    if !found.is_enough(support, threshold) || (!named && node.tokens.is_free_text()) {
        return;
    }
    // Each value with the number of its samples and the last of them.
    let mut values: BTreeMap<&str, (u64, Option<usize>)> = BTreeMap::new();
    for instance in node.non_null() {
        let Json::String(text) = instance.value else { return };
        let (samples, last) = values.entry(text).or_default();
        if *last != Some(instance.sample) {
            (*samples, *last) = (*samples + 1, Some(instance.sample));
        }
        if values.len() > most {
            return;
        }
    }
    if values.iter().any(|(text, (samples, _))| *samples < VALUE_SAMPLES || Date::parse(text).is_some()) {
        return;
    }
    let evidence = found.evidence(|| evidence::of_values(values.iter().map(|(text, (samples, _))| (*text, *samples))));
    let values = values.into_keys().map(str::to_owned).collect();
    found.keep(Class::Category, Term::At(node.path.clone()), support, Expected::Values(values), evidence);
}
