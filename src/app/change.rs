//! What a reload did to a registry: rule by rule, and in one line.

use std::collections::BTreeMap;

use super::data::{ChangeKind, RuleRef};
use crate::domain::invariant::{Expected, Invariant};
use crate::domain::registry::Registry;

/// The rules that differ between two registries; order and number spelling never count (UI.md, screen 2).
pub(super) fn changes(old: &Registry, new: &Registry) -> BTreeMap<RuleRef, ChangeKind> {
    let (old, new) = (rules(old), rules(new));
    let gone = old.keys().filter(|rule| !new.contains_key(rule)).map(|rule| (rule.clone(), ChangeKind::Removed));
    let other = new.iter().filter_map(|(rule, now)| {
        let kind = old.get(rule).map_or(Some(ChangeKind::Added), |before| kind(before, now))?;
        Some((rule.clone(), kind))
    });
    gone.chain(other).collect()
}

fn rules(registry: &Registry) -> BTreeMap<RuleRef, &Invariant> {
    let rules = registry.tools.iter().flat_map(|(tool, contract)| {
        contract.invariants.iter().map(|rule| (RuleRef { tool: tool.clone(), invariant: rule.id.clone() }, rule))
    });
    rules.collect()
}

fn kind(before: &Invariant, now: &Invariant) -> Option<ChangeKind> {
    if before.expected == now.expected {
        return (before.support != now.support).then_some(ChangeKind::Support);
    }
    Some(match (&before.expected, &now.expected) {
        (Expected::Fields(before), Expected::Fields(now)) | (Expected::Values(before), Expected::Values(now)) => {
            set_change(before, now)
        }
        (Expected::Types(before), Expected::Types(now)) => set_change(before, now),
        _ => ChangeKind::Changed,
    })
}

fn set_change<T: PartialEq>(before: &[T], now: &[T]) -> ChangeKind {
    let all_in = |small: &[T], large: &[T]| small.iter().all(|value| large.contains(value));
    match (all_in(before, now), all_in(now, before)) {
        (true, _) => ChangeKind::Widened,
        (_, true) => ChangeKind::Narrowed,
        _ => ChangeKind::Changed,
    }
}

/// `+12 −3 ~5 (2 narrowed)`; nothing if only supports changed.
pub(super) fn summary(changes: &BTreeMap<RuleRef, ChangeKind>) -> String {
    let count = |wanted: &[ChangeKind]| changes.values().filter(|kind| wanted.contains(kind)).count();
    let (added, removed) = (count(&[ChangeKind::Added]), count(&[ChangeKind::Removed]));
    let (widened, narrowed) = (count(&[ChangeKind::Widened]), count(&[ChangeKind::Narrowed]));
    let differ = widened + narrowed + count(&[ChangeKind::Changed]);
    let support = count(&[ChangeKind::Support]);
    let parts = [(widened, "widened"), (narrowed, "narrowed"), (support, "with other support only")];
    let parts: Vec<_> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    let parts = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
    format!("+{added} −{removed} ~{differ}{parts}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::class::Class;
    use crate::domain::ids::ToolName;
    use crate::domain::invariant::invariant_id;
    use crate::domain::json::Object;
    use crate::domain::path::Term;
    use crate::domain::registry::ToolContract;

    fn registry(rules: &[(Class, &str, u64, Expected)]) -> Registry {
        let tool = ToolName::from("t");
        let invariants = rules.iter().map(|(class, path, support, expected)| {
            let path = Term::parse(path).unwrap();
            let id = invariant_id(&tool, *class, &path, expected);
            let (class, support, expected) = (*class, *support, expected.clone());
            Invariant { id, class, path, support, expected, basis: None, evidence: None, extra: Object::new() }
        });
        let contract = ToolContract { invariants: invariants.collect(), ..ToolContract::default() };
        Registry { tools: [(tool, contract)].into(), ..Registry::default() }
    }

    fn values(values: &[&str]) -> Expected {
        Expected::Values(values.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn the_news_line_counts_each_kind_once() {
        let old = registry(&[
            (Class::Category, "a", 9, values(&["x", "y"])),
            (Class::Category, "b", 9, values(&["x", "y"])),
            (Class::Category, "c", 9, values(&["x"])),
            (Class::Positive, "gone", 9, Expected::Nothing),
            (Class::Positive, "more", 9, Expected::Nothing),
            (Class::Positive, "same", 9, Expected::Nothing),
        ]);
        let new = registry(&[
            (Class::Category, "a", 9, values(&["x", "y", "z"])),
            (Class::Category, "b", 9, values(&["x"])),
            (Class::Category, "c", 9, values(&["z"])),
            (Class::Positive, "more", 10, Expected::Nothing),
            (Class::Positive, "same", 9, Expected::Nothing),
            (Class::Echo, "new", 9, Expected::Nothing),
        ]);
        assert_eq!(summary(&changes(&old, &new)), "+1 −1 ~3 (1 widened, 1 narrowed, 1 with other support only)");
        assert_eq!(summary(&changes(&new, &new)), "+0 −0 ~0");
    }
}
