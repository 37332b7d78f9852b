//! `required_field` and `known_fields`.

use super::Findings;
use crate::contract::evidence;
use crate::contract::tree::{Tree, samples_of};
use crate::domain::class::Class;
use crate::domain::invariant::Expected;
use crate::domain::path::Term;

/// A field name seen in fewer samples may be an accident: the set is then no rule.
const NAME_SAMPLES: u64 = 2;

pub(super) fn mine(results: &Tree<'_>, found: &mut Findings<'_>) {
    for node in results.nodes.iter().filter(|node| node.objects > 0 && !node.is_map) {
        let support = samples_of(node.object_instances().map(|(instance, _)| instance));
        if found.is_enough(support, "required_field") {
            for field in results.fields(node).filter(|field| field.instances.len() == node.objects) {
                found.keep(Class::RequiredField, Term::At(field.path.clone()), support, Expected::Nothing, None);
            }
        }
        if !node.fields.is_empty() && found.is_enough(support, "known_fields") {
            let mut names: Vec<(String, u64)> = results
                .fields(node)
                .map(|field| (field.field_name().to_owned(), samples_of(field.instances.iter())))
                .collect();
            if names.iter().any(|(_, samples)| *samples < NAME_SAMPLES) {
                continue;
            }
            names.sort_unstable();
            let evidence = found.evidence(|| evidence::of_fields(&names));
            let names = names.into_iter().map(|(name, _)| name).collect();
            found.keep(Class::KnownFields, Term::At(node.path.clone()), support, Expected::Fields(names), evidence);
        }
    }
}
