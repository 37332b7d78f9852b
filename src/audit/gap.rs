//! What would catch the faults that were missed: the fields, and why no rule looks at them.

use std::collections::BTreeMap;
use std::fmt;

use super::auditor::Judge;
use super::fault::Fault;
use super::inject::{Change, Faulted};
use super::material::Material;
use crate::contract::{MineOptions, Tokens, path_of};
use crate::domain::class::Class;
use crate::domain::ids::ToolName;
use crate::domain::invariant::Invariant;
use crate::domain::json::Json;
use crate::domain::path::Path;
use crate::domain::registry::ToolContract;
use crate::domain::violation::Violation;

/// From so many different values on a text is no category (SPEC 3).
const CATEGORY_VALUES: usize = 12;

/// Why a fault was missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// No contract for the tool.
    NoContract,
    /// Results that are plain texts.
    PlainText,
    /// A rule of the class that could tell is there, and what the fault made passes.
    Passes(Class),
    /// The rule that could tell was rejected or waived.
    LeftOut(Class),
    /// The clean result breaks the rule that could tell, too.
    AlreadyBroken(Class),
    /// A map-like object.
    MapLike,
    /// Fewer samples than the rule of that class needs.
    FewSamples(Class, u64),
    /// A text with more values than a category has.
    ManyValues,
    /// A field named as free text.
    FreeText,
    /// Enough samples, and in some of them no rule of that class holds.
    NotAlways(Class),
    /// Rules look at shape only.
    ShapeOnly,
    /// No rule at all.
    Nobody,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoContract => "the registry that judges it has no contract for the tool",
            Self::PlainText => "the result is a plain text, in which only an explicit error can be told",
            Self::Passes(class) => return write!(f, "its {class} rule lets the faulted value pass"),
            Self::LeftOut(class) => return write!(f, "its {class} rule was rejected or waived in the review"),
            Self::AlreadyBroken(class) => return write!(f, "its {class} rule is broken by the clean result already"),
            Self::MapLike => "it is in a map with free keys, whose members are no fields",
            Self::FewSamples(class, least) => {
                return write!(f, "fewer than the {least} samples that a {class} rule needs at a field of such a name");
            }
            Self::ManyValues => "a text with more than 12 different values is no category",
            Self::FreeText => "its name is that of free values (a text, a name, an id, a date), which are no category",
            Self::NotAlways(class) => return write!(f, "no {class} rule holds here in all clean samples"),
            Self::ShapeOnly => "only its presence and type are judged, not its value",
            Self::Nobody => "no rule looks here",
        })
    }
}

/// One field at which faults were missed, for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The tool.
    pub tool: ToolName,
    /// Where the faults were.
    pub path: Path,
    /// Why they were missed.
    pub why: Why,
    /// How many of each fault were missed.
    pub missed: BTreeMap<Fault, u64>,
}

impl Gap {
    /// How many faults were missed.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.missed.values().sum()
    }
}

/// Missed faults, being gathered.
#[derive(Clone, Debug, Default)]
pub(super) struct Gaps(BTreeMap<(ToolName, Path, Why), BTreeMap<Fault, u64>>);

impl Gaps {
    pub(super) fn count(&mut self, tool: &ToolName, path: Path, why: Why, fault: Fault) {
        *self.0.entry((tool.clone(), path, why)).or_default().entry(fault).or_default() += 1;
    }

    pub(super) fn add(&mut self, more: Self) {
        for (place, missed) in more.0 {
            let sum = self.0.entry(place).or_default();
            for (fault, count) in missed {
                *sum.entry(fault).or_default() += count;
            }
        }
    }

    /// The gaps, the biggest first.
    pub(super) fn finish(self) -> Vec<Gap> {
        let gaps = self.0.into_iter().map(|((tool, path, why), missed)| Gap { tool, path, why, missed });
        let mut gaps: Vec<Gap> = gaps.collect();
        gaps.sort_by_key(|gap| std::cmp::Reverse(gap.count()));
        gaps
    }
}

/// A clean result, and what its contract says of it.
#[derive(Clone, Copy)]
pub(super) struct Clean<'a> {
    pub(super) result: &'a Json,
    pub(super) violations: &'a [Violation],
}

/// Why a fault in a copy of a clean result was missed by a contract.
pub(super) fn why(fault: Fault, clean: Clean<'_>, faulted: &Faulted, judge: Judge<'_>, material: &Material) -> Why {
    let Judge { contract, before, .. } = judge;
    let places = faulted.changes.iter().map(|change| change.place.as_slice());
    // A field that is new has no rule of its own: the object it came into has.
    let places = places.map(|place| match (fault, place.split_last()) {
        (Fault::UnexpectedField, Some((_, object))) => object,
        _ => place,
    });
    let paths: Vec<Path> = places.map(|place| path_of(place, &contract.maps)).collect();
    let looks_here = |rule: &&Invariant| rule.looks_at(&paths);
    let rules = || contract.invariants.iter().filter(looks_here);
    let stays = |rule: &Invariant| contract.invariants.iter().any(|left| left.id == rule.id);
    let mut mined = before.iter().flat_map(|before| &before.contract.invariants).filter(looks_here);
    if clean.result.as_str().is_some() {
        return Why::PlainText;
    }
    let is_at = |broken: &&Violation| paths.iter().any(|path| path.as_str() == broken.path);
    if let Some(broken) = clean.violations.iter().filter(is_at).find(|broken| could_tell(fault, broken.class)) {
        return Why::AlreadyBroken(broken.class);
    }
    if let Some(rule) = rules().find(|rule| could_tell(fault, rule.class)) {
        return Why::Passes(rule.class);
    }
    if let Some(rule) = mined.find(|rule| could_tell(fault, rule.class) && !stays(rule)) {
        return Why::LeftOut(rule.class);
    }
    if paths.iter().any(|path| is_in_map(fault, path, contract)) {
        return Why::MapLike;
    }
    let name = paths.first().and_then(Path::last_field).unwrap_or_default();
    let support = rules().map(|rule| rule.support).max().unwrap_or(contract.samples);
    let class = class_of(fault);
    if let Some(class) = class
        && let least = least_support(class, name)
        && support < least
    {
        return Why::FewSamples(class, least);
    }
    let was_text = |change: &Change| change.before.as_ref().is_some_and(|it| it.as_str().is_some());
    if class.is_none_or(|class| class == Class::Category) && faulted.changes.iter().all(was_text) {
        let mut own = faulted.changes.iter().filter_map(|change| material.field(&change.place));
        if own.any(|field| field.distinct() > CATEGORY_VALUES) {
            return Why::ManyValues;
        }
        if Tokens::of(name).is_free_text() {
            return Why::FreeText;
        }
    }
    match class {
        Some(class) => Why::NotAlways(class),
        None if rules().next().is_some() => Why::ShapeOnly,
        None => Why::Nobody,
    }
}

/// The class of the rule that is made for a fault; none where any rule of values may happen to tell.
fn class_of(fault: Fault) -> Option<Class> {
    Some(match fault {
        Fault::TypeFlip => Class::StableType,
        Fault::MissingField => Class::RequiredField,
        Fault::UnexpectedField => Class::KnownFields,
        Fault::OutOfSetCategory | Fault::StaleDeclaredState => Class::Category,
        Fault::NonPositiveValue => Class::Positive,
        Fault::BrokenRelation => Class::Affine,
        Fault::EchoMismatch | Fault::RefIdSubstitution => Class::Echo,
        Fault::DateDisorder => Class::DateOrder,
        _ => return None,
    })
}

/// Whether a rule of a class at the very place could tell a fault.
fn could_tell(fault: Fault, class: Class) -> bool {
    match (fault, class_of(fault)) {
        (Fault::ErrorBody, _) => class.judges_shape(),
        // A failure that does not call itself an error is no explicit one.
        (Fault::VacuousExecSwallow | Fault::CauseStrippedHttpPayload, _) => {
            class.judges_shape() && class != Class::NoError
        }
        (_, Some(own)) if own.judges_shape() => class == own,
        _ => !class.judges_shape(),
    }
}

/// Whether a place is a member of a map-like object, where rules of fields do not reach.
fn is_in_map(fault: Fault, path: &Path, contract: &ToolContract) -> bool {
    match fault {
        Fault::UnexpectedField => contract.maps.contains(path),
        Fault::MissingField => path.parent().is_some_and(|parent| contract.maps.contains(&parent)),
        _ => false,
    }
}

/// The least support of a rule of a class at a field of that name.
fn least_support(class: Class, name: &str) -> u64 {
    let tokens = Tokens::of(name);
    let threshold = match class {
        Class::Category if !tokens.is_category() => "category_unnamed",
        Class::Positive if !tokens.is_positive() => "positive_unnamed",
        _ => class.name(),
    };
    MineOptions::default().threshold(threshold)
}
