//! What the rules of a contract find on one call, small enough to be kept for every call of a ledger.

use std::hash::{DefaultHasher, Hash, Hasher};

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::contract::Checker;
use crate::domain::json::Json;
use crate::domain::violation::Violation;
use crate::words;

/// So many columns of what was seen are kept.
const SEEN: usize = 120;

/// A violation as far as two of the same call must be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The place of its rule in the contract.
    pub rule: u32,
    /// A hash of its class and path: of what is reported once at most.
    pub(super) place: u64,
    /// A hash of everything that a receipt says of it.
    pub(super) print: u64,
}

/// What is told of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// What is there, in words.
    pub seen: Arc<str>,
    /// Whether the rule of the same id in the registry under review is broken there as well; nothing where that one
    /// judges itself, or has no such rule.
    pub own: Option<bool>,
}

/// What the rules of a contract find on one call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// What is reported of an explicit error; then nothing else is.
    pub(super) error: Vec<Found>,
    /// What each rule finds by itself, in the order of the contract.
    pub(super) found: Vec<Found>,
    /// What is told of those of the error, then of those of the rules.
    pub(super) told: Vec<Told>,
    /// The rules that looked at something.
    pub(super) reached: Vec<u32>,
}

impl Look {
    /// Looks at a call; `arguments` and `result` as recorded.
    #[must_use]
    pub fn new(checker: &Checker, arguments: &Json, result: &Json) -> Self {
        Self::beside(checker, None, arguments, result)
    }

    /// The same of a call that a fold judges; `own` is the contract of its tool in the registry under review.
    #[must_use]
    pub fn beside(checker: &Checker, own: Option<&Checker>, arguments: &Json, result: &Json) -> Self {
        let broken = checker.broken(arguments, result);
        let reached = broken.reached.iter().copied().map(number).collect();
        let is_broken = !broken.error.is_empty() || !broken.by_rule.is_empty();
        let own = own.filter(|_| is_broken).map(|own| (own, own.broken(arguments, result)));
        let of_own: BTreeSet<_> = own.iter().flat_map(|(_, own)| own.violations()).map(|it| &it.invariant).collect();
        let told = broken.violations().map(|violation| Told {
            seen: words::clip(&words::seen_there(violation), SEEN).into(),
            own: own
                .as_ref()
                .filter(|(own, _)| own.has(&violation.invariant))
                .map(|_| of_own.contains(&violation.invariant)),
        });
        Self {
            told: told.collect(),
            error: broken.error.iter().map(|violation| Found::new(0, violation)).collect(),
            found: broken.by_rule.iter().map(|(rule, violation)| Found::new(*rule, violation)).collect(),
            reached,
        }
    }

    /// Whether nothing is broken.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        self.error.is_empty() && self.found.is_empty()
    }
}

impl Found {
    pub(super) fn new(rule: usize, violation: &Violation) -> Self {
        let Violation { invariant: _, class, path, expected, observed, detail } = violation;
        let print = hash(&(class, path, expected.to_string(), observed.to_string(), detail));
        Self { rule: number(rule), place: hash(&(class, path)), print }
    }
}

/// The same in every run of the same program, as the hasher has no random key.
fn hash(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// No contract has more rules than this counts.
pub(super) fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}
