//! The difference of two registries, invariant by invariant: what is new, what is gone, and which way the rest went.
//! The order of tools, keys and invariants never counts, nor how a number is spelled.

mod compare;
mod sentence;
pub mod tools;

use std::collections::BTreeMap;

use crate::domain::class::Class;
use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::invariant::Invariant;
use crate::domain::registry::Registry;

/// Which way an invariant went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It lets more results pass than before.
    Widened,
    /// It lets fewer results pass than before.
    Narrowed,
    /// Some results that passed break it now, and the other way round.
    Moved,
    /// A coefficient changed by more than the miner's tolerance.
    Beyond,
    /// It is written differently and judges the same: a coefficient within the miner's tolerance, or integer for
    /// number.
    Within,
    /// Only the samples behind it changed, or whether it was learned or declared.
    Support,
}

impl Kind {
    /// Every kind, in the order in which they are told.
    pub const ALL: [Self; 8] = [
        Self::Added,
        Self::Removed,
        Self::Widened,
        Self::Narrowed,
        Self::Moved,
        Self::Beyond,
        Self::Within,
        Self::Support,
    ];

    /// Its name for programs and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Widened => "widened",
            Self::Narrowed => "narrowed",
            Self::Moved => "moved",
            Self::Beyond => "beyond",
            Self::Within => "within",
            Self::Support => "support",
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// What it is called among words.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Moved => "changed both ways",
            Self::Beyond => "changed beyond tolerance",
            Self::Within => "changed within tolerance",
            Self::Support => "other support only",
            kind => kind.name(),
        }
    }

    /// Whether some result is judged differently: neither `Within` nor `Support`.
    #[must_use]
    pub fn judges_differently(self) -> bool {
        !matches!(self, Self::Within | Self::Support)
    }
}

/// One invariant that differs.
#[derive(Clone, Debug)]
pub struct Change {
    /// The tool.
    pub tool: ToolName,
    /// Which way it went.
    pub kind: Kind,
    /// The invariant as it was, without its evidence; nothing if it is new.
    pub before: Option<Invariant>,
    /// The invariant as it is, without its evidence; nothing if it is gone.
    pub after: Option<Invariant>,
}

impl Change {
    /// The invariant as it is, or as it was before it went.
    #[must_use]
    pub fn rule(&self) -> Option<&Invariant> {
        self.after.as_ref().or(self.before.as_ref())
    }

    /// The invariant's id.
    #[must_use]
    pub fn id(&self) -> Option<&InvariantId> {
        self.rule().map(|rule| &rule.id)
    }

    /// What changed, as a sentence without a full stop.
    #[must_use]
    pub fn sentence(&self) -> String {
        sentence::of(self.before.as_ref(), self.after.as_ref())
    }
}

/// All that differs between two registries.
#[derive(Clone, Debug, Default)]
pub struct Difference {
    /// The invariants that differ, in registry order.
    pub changes: Vec<Change>,
    /// How many invariants of each tool are the same.
    pub same_of: BTreeMap<ToolName, usize>,
}

/// What tells an invariant from every other: its tool, class, places, and its number among those that share them
/// (more than one only in a file that no miner wrote).
type Key = (ToolName, Class, String, Option<String>, usize);

/// Compares two registries.
#[must_use]
pub fn difference(old: &Registry, new: &Registry) -> Difference {
    let (old, mut new) = (rules(old), rules(new));
    let mut found: BTreeMap<Key, Change> = BTreeMap::new();
    let mut same_of: BTreeMap<ToolName, usize> = BTreeMap::new();
    let kept = |rule: &Invariant| Invariant { evidence: None, ..rule.clone() };
    for (key, before) in old {
        let after = new.remove(&key);
        let Some(kind) = after.map_or(Some(Kind::Removed), |after| compare::kind(before, after)) else {
            *same_of.entry(key.0).or_default() += 1;
            continue;
        };
        let change = Change { tool: key.0.clone(), kind, before: Some(kept(before)), after: after.map(kept) };
        found.insert(key, change);
    }
    for (key, after) in new {
        let change = Change { tool: key.0.clone(), kind: Kind::Added, before: None, after: Some(kept(after)) };
        found.insert(key, change);
    }
    Difference { changes: found.into_values().collect(), same_of }
}

fn rules(registry: &Registry) -> BTreeMap<Key, &Invariant> {
    let mut rules = BTreeMap::new();
    for (tool, contract) in &registry.tools {
        for rule in &contract.invariants {
            let mut key = (tool.clone(), rule.class, rule.path.to_string(), rule.expected.id_part(), 0);
            while rules.contains_key(&key) {
                key.4 += 1;
            }
            rules.insert(key, rule);
        }
    }
    rules
}

impl Difference {
    /// How many invariants are the same.
    #[must_use]
    pub fn same(&self) -> usize {
        self.same_of.values().sum()
    }

    /// How many invariants went that way.
    #[must_use]
    pub fn count(&self, kind: Kind) -> usize {
        self.changes.iter().filter(|change| change.kind == kind).count()
    }

    /// What differs in one tool.
    #[must_use]
    pub fn of_tool(&self, tool: &ToolName) -> Self {
        let changes = self.changes.iter().filter(|change| change.tool == *tool).cloned().collect();
        let same_of = self.same_of.iter().filter(|(name, _)| *name == tool);
        Self { changes, same_of: same_of.map(|(name, count)| (name.clone(), *count)).collect() }
    }

    /// Whether some result is judged differently.
    #[must_use]
    pub fn judges_differently(&self) -> bool {
        self.changes.iter().any(|change| change.kind.judges_differently())
    }

    /// In one line: `+12 −3 ~5 (2 narrowed, 1 within tolerance)`; the number after `~` counts all that judge
    /// differently and are neither new nor gone.
    #[must_use]
    pub fn summary(&self) -> String {
        self.summary_with(None)
    }

    /// The same with something else that is to be known, among what stands in the brackets.
    #[must_use]
    pub fn summary_with(&self, more: Option<String>) -> String {
        let (added, removed) = (self.count(Kind::Added), self.count(Kind::Removed));
        let told = [
            (Kind::Widened, "widened"),
            (Kind::Narrowed, "narrowed"),
            (Kind::Moved, "changed both ways"),
            (Kind::Beyond, "with a coefficient beyond tolerance"),
            (Kind::Within, "within tolerance"),
            (Kind::Support, "with other support only"),
        ];
        let counts = told.map(|(kind, word)| (kind, self.count(kind), word));
        let differ: usize =
            counts.iter().filter(|(kind, ..)| kind.judges_differently()).map(|(_, count, _)| count).sum();
        let parts: Vec<String> = counts
            .iter()
            .filter(|(_, count, _)| *count > 0)
            .map(|(_, count, word)| format!("{count} {word}"))
            .chain(more)
            .collect();
        let parts = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
        format!("+{added} −{removed} ~{differ}{parts}")
    }
}

#[cfg(test)]
mod tests;
