//! How many of the injected faults the contracts catch.

use std::collections::BTreeMap;

use super::fault::Fault;
use super::inject::Ineligible;
use crate::domain::class::Class;
use crate::domain::violation::Violation;
use crate::statistics::Rate;

/// What became of one fault over all calls.
#[derive(Clone, Debug)]
pub struct Recall {
    /// The fault.
    pub fault: Fault,
    /// How many faults were put into results whose tool has a contract, and how many of them were caught.
    pub caught: Rate,
    /// The caught ones by the class of the first new violation, the one that a receipt names.
    pub by_class: BTreeMap<Class, u64>,
    /// How many faults were put into results whose tool has no contract: nothing can catch them.
    pub uncovered: u64,
    /// In how many clean results there was no place for it, by reason.
    pub ineligible: BTreeMap<Ineligible, u64>,
}

impl Recall {
    pub(super) fn new(fault: Fault) -> Self {
        Self { fault, caught: Rate::default(), by_class: BTreeMap::new(), uncovered: 0, ineligible: BTreeMap::new() }
    }

    /// Counts a fault under a contract; `first` is the class of its first new violation.
    pub(super) fn count(&mut self, first: Option<Class>) {
        self.caught.count(first.is_some());
        if let Some(class) = first {
            *self.by_class.entry(class).or_default() += 1;
        }
    }

    /// Adds what became of the same fault in other calls.
    pub(super) fn add(&mut self, more: Self) {
        self.caught.hits += more.caught.hits;
        self.caught.of += more.caught.of;
        self.uncovered += more.uncovered;
        for (class, count) in more.by_class {
            *self.by_class.entry(class).or_default() += count;
        }
        for (reason, count) in more.ineligible {
            *self.ineligible.entry(reason).or_default() += count;
        }
    }

    /// In how many clean results there was no place for it.
    #[must_use]
    pub fn ineligible(&self) -> u64 {
        self.ineligible.values().sum()
    }
}

/// The first violation of the faulted result that the clean one did not have by the same code and path: by this,
/// and by nothing else, a fault is caught.
#[must_use]
pub fn first_new<'v>(clean: &[Violation], faulted: &'v [Violation]) -> Option<&'v Violation> {
    let is_new = |new: &&Violation| !clean.iter().any(|old| (old.class, &old.path) == (new.class, &new.path));
    faulted.iter().find(is_new)
}
