//! Why an invariant may be an accident of the sample: explained reasons, each with its numbers.

mod implied;
mod numbers;
mod relation;
mod shape;
mod values;

use std::collections::BTreeMap;

use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::invariant::Invariant;
use crate::domain::registry::Registry;
use crate::review::preview::Cleanly;

/// What makes one suspicious; in the order of weight when equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// It fired on clean calls that it was not mined from.
    Fired,
    /// Explicit errors were set aside when it was mined: of `no_error`, which fires on each of them.
    SetAside,
    /// It does not stand in all folds of the cross-fit.
    Folds,
    /// Category values shaped like identifiers, dates, times or UUIDs.
    Shape,
    /// Two small whole numbers that may agree by coincidence.
    SmallIntegers,
    /// A bound above zero on whole numbers that come near zero, or count something.
    NearZero,
    /// A relation whose sides hardly vary.
    LittleVariance,
    /// Category values that stand on few samples.
    FewWitnesses,
    /// A field that was the same in all samples.
    Constant,
    /// Hardly more support than its class demands.
    Threshold,
    /// How often it may be broken in truth, though it never was here.
    RuleOfThree,
    /// It follows from another.
    Implied,
}

impl Kind {
    /// Every kind, in order: to sort and filter by.
    pub const ALL: [Self; 12] = [
        Self::Fired,
        Self::SetAside,
        Self::Folds,
        Self::Shape,
        Self::SmallIntegers,
        Self::NearZero,
        Self::LittleVariance,
        Self::FewWitnesses,
        Self::Constant,
        Self::Threshold,
        Self::RuleOfThree,
        Self::Implied,
    ];

    /// The name in files, tables and filters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fired => "fired",
            Self::SetAside => "set_aside",
            Self::Folds => "folds",
            Self::Shape => "shape",
            Self::SmallIntegers => "small_integers",
            Self::NearZero => "near_zero",
            Self::LittleVariance => "little_variance",
            Self::FewWitnesses => "few_witnesses",
            Self::Constant => "constant",
            Self::Threshold => "threshold",
            Self::RuleOfThree => "rule_of_three",
            Self::Implied => "implied",
        }
    }
}

/// One reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What it is about.
    pub kind: Kind,
    /// From 0 (worth knowing) to 100 (look at it first); the weights of one invariant add up.
    pub weight: u32,
    /// The reason as a sentence without a full stop, with its numbers.
    pub sentence: String,
}

impl Reason {
    fn new(kind: Kind, weight: u32, sentence: impl Into<String>) -> Self {
        Self { kind, weight, sentence: sentence.into() }
    }
}

/// Everything that speaks against one invariant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suspicion {
    /// The heaviest first; the rule-of-three bound or what was set aside is always among them, so that the list is not
    /// empty unless the rule was declared by a schema.
    pub reasons: Vec<Reason>,
    /// The sum of their weights.
    pub weight: u32,
    /// The invariant of the same tool under which this one is shown folded: who believes that one, believes this one.
    /// Never one that is folded itself.
    pub under: Option<InvariantId>,
}

/// How often a rule fired on clean calls that the registry was not mined from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Firings {
    /// Clean held-out calls on which it fired.
    pub fired: u64,
    /// Clean held-out calls of the tool that were checked.
    pub of: u64,
    /// Of those on which it fired: where a fold's version of it did, and the rule as it stands would not have.
    pub allowed: u64,
}

impl From<Cleanly> for Firings {
    fn from(it: Cleanly) -> Self {
        Self { fired: it.fires, of: it.reached, allowed: it.allowed }
    }
}

/// What speaks against every invariant of a registry.
#[derive(Clone, Debug, Default)]
pub struct Suspicions {
    by_rule: BTreeMap<(ToolName, InvariantId), Suspicion>,
    order: Vec<(ToolName, InvariantId)>,
}

impl Suspicions {
    /// What speaks against one invariant.
    #[must_use]
    pub fn of(&self, tool: &ToolName, id: &InvariantId) -> Option<&Suspicion> {
        // The map's keys are owned pairs.
        self.by_rule.get(&(tool.clone(), id.clone()))
    }

    /// Every invariant, the most suspicious first; those that are folded under another right behind it. Equal weights
    /// stand in registry order.
    #[must_use]
    pub fn order(&self) -> &[(ToolName, InvariantId)] {
        &self.order
    }
}

/// Looks at every invariant of a registry.
///
/// `folds` are the registries of the same cross-fit, where there are any (the registry itself may be among them);
/// `firings` says how often rules fired on clean held-out calls, of those that could.
#[must_use]
pub fn suspicions(registry: &Registry, folds: &[&Registry], firings: &BTreeMap<InvariantId, Firings>) -> Suspicions {
    let mut all = Suspicions::default();
    let mut groups: BTreeMap<(ToolName, InvariantId), Group> = BTreeMap::new();
    for (tool, contract) in &registry.tools {
        let implied = implied::implied(&contract.invariants);
        for (place, rule) in contract.invariants.iter().enumerate() {
            let mut reasons = Vec::new();
            reasons.extend(firings.get(&rule.id).and_then(numbers::fired));
            reasons.extend(numbers::folds(folds, tool, rule));
            reasons.extend(numbers::support(&registry.source, contract, rule));
            reasons.extend(values::values(rule));
            reasons.extend(relation::relation(rule, &contract.invariants));
            let follows = implied.get(&place);
            reasons.extend(follows.map(|follows| Reason::new(Kind::Implied, 0, follows.sentence.clone())));
            reasons.sort_by(|one, other| other.weight.cmp(&one.weight).then(one.kind.cmp(&other.kind)));
            let weight = reasons.iter().map(|reason| reason.weight).sum();
            let under = follows.and_then(|follows| contract.invariants.get(follows.from)).map(|from| from.id.clone());
            let head = (tool.clone(), under.clone().unwrap_or_else(|| rule.id.clone()));
            groups.entry(head).or_insert_with(|| Group::at(place)).take(rule, weight, under.is_some());
            all.by_rule.insert((tool.clone(), rule.id.clone()), Suspicion { reasons, weight, under });
        }
    }
    let mut groups: Vec<((ToolName, InvariantId), Group)> = groups.into_iter().collect();
    groups.sort_by(|((one_tool, _), one), ((other_tool, _), other)| {
        other.weight.cmp(&one.weight).then_with(|| (one_tool, one.place).cmp(&(other_tool, other.place)))
    });
    for ((tool, _), mut group) in groups {
        // A stable sort: what is equal stays in registry order.
        group.members.sort_by_key(|(is_under, weight, _)| (*is_under, std::cmp::Reverse(*weight)));
        all.order.extend(group.members.into_iter().map(|(_, _, id)| (tool.clone(), id)));
    }
    all
}

/// An invariant and those that are folded under it; as suspicious as the most suspicious of them.
struct Group {
    /// The first of them in the registry.
    place: usize,
    weight: u32,
    /// Whether it is folded, its weight, its id.
    members: Vec<(bool, u32, InvariantId)>,
}

impl Group {
    fn at(place: usize) -> Self {
        Self { place, weight: 0, members: Vec::new() }
    }

    fn take(&mut self, rule: &Invariant, weight: u32, is_under: bool) {
        self.weight = self.weight.max(weight);
        self.members.push((is_under, weight, rule.id.clone()));
    }
}

#[cfg(test)]
mod tests;
