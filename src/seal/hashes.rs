//! What is hashed, so that a difference has a name.

use crate::domain::invariant::Invariant;
use crate::domain::json::{Json, Object};
use crate::domain::registry::{Registry, ToolContract};
use crate::format::registry::{invariant_json, to_json};

/// The hash of a registry without its seal.
#[must_use]
pub fn registry_hash(registry: &Registry) -> String {
    to_json(&unsealed(registry)).fingerprint()
}

/// The hash of the contracts of a registry alone: wherever they come from, and whoever sealed them.
#[must_use]
pub fn contracts_hash(registry: &Registry) -> String {
    to_json(&Registry { tools: registry.tools.clone(), ..Registry::default() }).fingerprint()
}

/// The hash of one invariant, its evidence and further keys included.
#[must_use]
pub fn rule_hash(rule: &Invariant) -> String {
    invariant_json(rule).fingerprint()
}

/// The hash of a contract without its invariants: calls, samples, maps and further keys.
pub(super) fn contract_hash(contract: &ToolContract) -> String {
    let bare = ToolContract { invariants: Vec::new(), ..contract.clone() };
    let registry = Registry { tools: [("tool".into(), bare)].into(), ..Registry::default() };
    to_json(&registry).fingerprint()
}

/// The hash of everything else: where the registry comes from, and further keys.
pub(super) fn rest_hash(registry: &Registry) -> String {
    let bare = Registry { tools: std::collections::BTreeMap::new(), ..unsealed(registry) };
    to_json(&bare).fingerprint()
}

/// An invariant as a manifest shows it: without evidence and further keys.
pub(super) fn shown(rule: &Invariant) -> Json {
    invariant_json(&Invariant { evidence: None, extra: Object::new(), ..rule.clone() })
}

fn unsealed(registry: &Registry) -> Registry {
    Registry { seal: None, ..registry.clone() }
}
