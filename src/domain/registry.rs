//! Contracts of many tools, from one source (SPEC 4).

use std::collections::BTreeMap;

use super::ids::{TaskId, ToolName};
use super::invariant::Invariant;
use super::json::Object;

/// The contracts of many tools, from one source.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    /// Where the contracts come from.
    pub source: Source,
    /// The contract of each tool.
    pub tools: BTreeMap<ToolName, ToolContract>,
    /// What vouches for it, if it is frozen: then it is opened to read, and not written over.
    pub seal: Option<Seal>,
    /// Keys of the file that this version does not know.
    pub extra: Object,
    /// Keys that stand twice in one object of the file: other programs may keep the first value where this one keeps
    /// the last, and so read another registry.
    pub doubled: Vec<String>,
}

impl Registry {
    /// How many invariants all tools have together.
    #[must_use]
    pub fn invariant_count(&self) -> usize {
        self.tools.values().map(|tool| tool.invariants.len()).sum()
    }

    /// An invariant by its id, whatever the tool.
    #[must_use]
    pub fn rule(&self, id: &super::ids::InvariantId) -> Option<&super::invariant::Invariant> {
        self.tools.values().flat_map(|tool| &tool.invariants).find(|rule| rule.id == *id)
    }
}

/// The seal of a frozen registry.
#[derive(Clone, Debug, Default)]
pub struct Seal {
    /// The hash of the manifest, which holds the hash of the registry.
    pub sha256: String,
    /// Who decided what, and what it was made from.
    pub manifest: Object,
    /// Keys of the seal that this version does not know.
    pub extra: Object,
}

impl Seal {
    /// Enough of the hash to tell one seal from another: its first 12 digits.
    #[must_use]
    pub fn short(&self) -> &str {
        self.sha256.get(..12).unwrap_or(&self.sha256)
    }
}

/// Where contracts come from: no clock, no host, no folder, so that the same inputs give the same file.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// `traces`, `records` or `schema`.
    pub kind: String,
    /// The files that were read, in the order they were read.
    pub inputs: Vec<Input>,
    /// `paper` or `extended`.
    pub vocabulary: Option<String>,
    /// The tasks of the fold, which this registry has never seen, sorted; empty unless cross-fitted.
    /// Recorded so that an episode is checked by the right fold whatever else is checked with it (SPEC 3).
    pub held_out: Vec<TaskId>,
    /// Which fold of how many, when cross-fitted.
    pub fold: Option<Fold>,
    /// Minimum supports, where they were set or differ from the paper's.
    pub thresholds: BTreeMap<String, u64>,
    /// Keys of the file that this version does not know.
    pub extra: Object,
}

/// One file that was read.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// The file's name, without its folder.
    pub name: String,
    /// Its SHA-256, in hex.
    pub sha256: String,
    /// Keys of the file that this version does not know.
    pub extra: Object,
}

impl Input {
    /// A file by its name and hash.
    #[must_use]
    pub fn new(name: impl Into<String>, sha256: impl Into<String>) -> Self {
        Self { name: name.into(), sha256: sha256.into(), extra: Object::new() }
    }
}

/// Whether both are the same file.
impl PartialEq for Input {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.sha256) == (&other.name, &other.sha256)
    }
}

impl Eq for Input {}

/// One fold of a cross-fit: mined from the tasks that are *not* in fold `index` (SPEC 3).
#[derive(Clone, Debug)]
pub struct Fold {
    /// From 0.
    pub index: usize,
    /// How many folds there are.
    pub count: usize,
    /// Keys of the file that this version does not know.
    pub extra: Object,
}

impl Fold {
    /// One fold of so many.
    #[must_use]
    pub fn new(index: usize, count: usize) -> Self {
        Self { index, count, extra: Object::new() }
    }
}

/// All invariants of one tool, and what they were mined from.
#[derive(Clone, Debug, Default)]
pub struct ToolContract {
    /// Calls with a result.
    pub calls: u64,
    /// Calls set aside as explicit errors.
    pub set_aside: u64,
    /// Distinct clean (arguments, result) pairs.
    pub samples: u64,
    /// Map-like paths, sorted.
    pub maps: Vec<super::path::Path>,
    /// The rules, by class, then path, then expectation.
    pub invariants: Vec<Invariant>,
    /// Keys of the file that this version does not know.
    pub extra: Object,
}
