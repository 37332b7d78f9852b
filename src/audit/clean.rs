//! How often contracts fire on clean results: false alarms, as far as the results are right.

use std::collections::BTreeMap;

use crate::contract::Basis;
use crate::domain::class::Class;
use crate::domain::ids::ToolName;
use crate::domain::violation::Violation;
use crate::statistics::Rate;

/// Outcomes (calls with a result), and how they fared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// All of them.
    pub all: u64,
    /// Those whose tool has a contract.
    pub covered: u64,
    /// Of these, those with a receipt because the result is an explicit error.
    pub explicit: u64,
    /// Of these, those with a receipt for anything else.
    pub silent: u64,
}

impl Outcomes {
    /// The share whose tool has a contract.
    #[must_use]
    pub fn coverage(self) -> Rate {
        Rate { hits: self.covered, of: self.all }
    }

    /// Those with a receipt, of those that were checked.
    #[must_use]
    pub fn receipts(self) -> Rate {
        Rate { hits: self.explicit + self.silent, of: self.covered }
    }

    /// Those with a receipt for an explicit error.
    #[must_use]
    pub fn explicit(self) -> Rate {
        Rate { hits: self.explicit, of: self.covered }
    }

    /// Those with a receipt for anything but an explicit error.
    #[must_use]
    pub fn silent(self) -> Rate {
        Rate { hits: self.silent, of: self.covered }
    }

    pub(super) fn add(&mut self, more: Self) {
        self.all += more.all;
        self.covered += more.covered;
        self.explicit += more.explicit;
        self.silent += more.silent;
    }

    pub(super) fn count(&mut self, violations: Option<&[Violation]>) {
        self.all += 1;
        let Some(violations) = violations else { return };
        self.covered += 1;
        if violations.iter().any(|violation| violation.class == Class::NoError) {
            self.explicit += 1;
        } else if !violations.is_empty() {
            self.silent += 1;
        }
    }
}

/// How often one code stands in receipts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodeCount {
    /// On so many outcomes.
    pub outcomes: u64,
    /// So many violations.
    pub violations: u64,
}

/// Receipts on clean results.
#[derive(Clone, Debug, Default)]
pub struct Clean {
    /// Over all tools.
    pub total: Outcomes,
    /// By tool.
    pub by_tool: BTreeMap<ToolName, Outcomes>,
    /// By class; only those that fire.
    pub by_class: BTreeMap<Class, CodeCount>,
    /// Outcomes of episodes with an injected fault, which are no clean ones (SPEC 3) and are counted nowhere else.
    pub left_out: u64,
    /// How many outcomes were judged by what right, by the name of [`Basis`].
    pub bases: BTreeMap<&'static str, u64>,
}

impl Clean {
    /// Counts one clean outcome: what its contract says of it, or nothing without a contract.
    pub(super) fn count(&mut self, tool: &ToolName, judged: Option<(&[Violation], Basis)>) {
        let violations = judged.map(|(violations, _)| violations);
        self.total.count(violations);
        match self.by_tool.get_mut(tool) {
            Some(outcomes) => outcomes.count(violations),
            None => self.by_tool.entry(tool.clone()).or_default().count(violations),
        }
        let Some((violations, basis)) = judged else { return };
        *self.bases.entry(basis.name()).or_default() += 1;
        let mut last = None;
        // They come in the order of their codes.
        for violation in violations {
            let counts = self.by_class.entry(violation.class).or_default();
            counts.violations += 1;
            counts.outcomes += u64::from(last != Some(violation.class));
            last = Some(violation.class);
        }
    }

    /// Adds what was counted of other outcomes.
    pub(super) fn add(&mut self, more: Self) {
        self.total.add(more.total);
        for (tool, outcomes) in more.by_tool {
            self.by_tool.entry(tool).or_default().add(outcomes);
        }
        for (class, counts) in more.by_class {
            let sum = self.by_class.entry(class).or_default();
            sum.outcomes += counts.outcomes;
            sum.violations += counts.violations;
        }
        self.left_out += more.left_out;
        for (basis, count) in more.bases {
            *self.bases.entry(basis).or_default() += count;
        }
    }

    /// Whether every outcome was judged by contracts that had not seen its task.
    #[must_use]
    pub fn is_held_out(&self) -> bool {
        let fair = [Basis::HeldOut.name(), Basis::NewTask.name()];
        self.bases.keys().all(|basis| fair.contains(basis))
    }
}
