//! Freezing: a registry with only what was accepted and edited, and a seal that says so; and holding a frozen registry
//! against its seal again.
//!
//! The seal stands in the registry itself, under the key `seal` that other programs keep or pass over, so that the
//! contracts and what vouches for them cannot be parted, and are replaced in one rename. It holds the manifest and the
//! hash of the manifest; the manifest holds the hash of the registry without its seal, and of every invariant.
//! All hashes are SHA-256 over canonical JSON (RFC 8785, [`Json::canonical`](crate::domain::json::Json::canonical))
//! of what a reader understands: neither the order of keys, tools and rules counts, nor how a number is spelled.

mod audited;
mod freeze;
mod hashes;
mod recorded;
mod verify;

pub use audited::{AUDIT, is_audit_of};
pub use freeze::{Freezing, Frozen, NotFrozen, Undecided, freeze};
pub use hashes::{contracts_hash, registry_hash, rule_hash};
pub use recorded::recorded;
pub use verify::{Against, Finding, Verification, Wrong, before_edit, verify};

use crate::domain::registry::Registry;

/// The `format` of a manifest.
pub const FORMAT: &str = "vidimus.frozen/1";

/// Whether a registry is frozen: it is opened to read, and not written over.
#[must_use]
pub fn is_frozen(registry: &Registry) -> bool {
    registry.seal.is_some()
}

#[cfg(test)]
mod tests;
