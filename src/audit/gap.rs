//! What would catch the faults that were missed: the fields, and why no rule looks at them.

use std::collections::BTreeMap;
use std::fmt;

use super::fault::Fault;
use super::inject::Faulted;
use super::material::Material;
use crate::contract::{MineOptions, Tokens, path_of};
use crate::domain::class::Class;
use crate::domain::ids::ToolName;
use crate::domain::json::{Json, JsonType};
use crate::domain::path::Path;
use crate::domain::registry::ToolContract;

/// From so many different values on a text is no category (SPEC 3).
const CATEGORY_VALUES: usize = 12;

/// Why a fault was missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// No contract for the tool.
    NoContract,
    /// Fewer samples than a rule needs.
    FewSamples,
    /// Results that are plain texts.
    PlainText,
    /// A map-like object.
    MapLike,
    /// A rule of the class that could tell is there, and what the fault made passes.
    Passes(Class),
    /// A text with more values than a category has.
    ManyValues,
    /// A field named as free text.
    FreeText,
    /// Rules look at shape only.
    ShapeOnly,
    /// No rule at all.
    Nobody,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoContract => "there is no contract for the tool",
            Self::FewSamples => "too few samples for a rule that could tell",
            Self::PlainText => "the result is a plain text, in which only an explicit error can be told",
            Self::MapLike => "it is in a map with free keys, whose members are no fields",
            Self::Passes(class) => return write!(f, "its {class} rule lets the faulted value pass"),
            Self::ManyValues => "more than 12 different values: no category",
            Self::FreeText => "it is named as free text",
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

    /// The gaps, the biggest first.
    pub(super) fn finish(self) -> Vec<Gap> {
        let gaps = self.0.into_iter().map(|((tool, path, why), missed)| Gap { tool, path, why, missed });
        let mut gaps: Vec<Gap> = gaps.collect();
        gaps.sort_by_key(|gap| std::cmp::Reverse(gap.count()));
        gaps
    }
}

/// Why a fault in a copy of `clean` was missed by a contract.
pub(super) fn why(fault: Fault, clean: &Json, faulted: &Faulted, contract: &ToolContract, material: &Material) -> Why {
    let places = faulted.changes.iter().map(|change| change.place.as_slice());
    // A field that is new has no rule of its own: the object it came into has.
    let places = places.map(|place| match (fault, place.split_last()) {
        (Fault::UnexpectedField, Some((_, object))) => object,
        _ => place,
    });
    let paths: Vec<Path> = places.map(|place| path_of(place, &contract.maps)).collect();
    let rules = || contract.invariants.iter().filter(|rule| rule.places().iter().any(|path| paths.contains(path)));
    let wanted = |class: Class| could_tell(fault, class);
    if clean.as_str().is_some() {
        return Why::PlainText;
    }
    if let Some(rule) = rules().find(|rule| wanted(rule.class)) {
        return Why::Passes(rule.class);
    }
    if paths.iter().any(|path| is_in_map(fault, path, contract)) {
        return Why::MapLike;
    }
    if contract.samples < least_support(fault) {
        return Why::FewSamples;
    }
    let is_text =
        faulted.changes.iter().any(|change| change.before.as_ref().is_some_and(|it| it.kind() == JsonType::String));
    if is_text && wanted(Class::Category) {
        let is_free = |path: &Path| path.last_field().is_some_and(|name| Tokens::of(name).is_free_text());
        let mut own = faulted.changes.iter().map(|change| material.path(&change.place));
        if own.any(|path| material.values(&path).count() > CATEGORY_VALUES) {
            return Why::ManyValues;
        }
        if paths.iter().any(is_free) {
            return Why::FreeText;
        }
    }
    if rules().next().is_some() { Why::ShapeOnly } else { Why::Nobody }
}

/// Whether a rule of a class at the very place could tell a fault.
fn could_tell(fault: Fault, class: Class) -> bool {
    match fault {
        Fault::TypeFlip => class == Class::StableType,
        Fault::MissingField => class == Class::RequiredField,
        Fault::UnexpectedField => class == Class::KnownFields,
        Fault::NonPositiveValue => matches!(class, Class::Positive | Class::Affine),
        Fault::BrokenRelation => class == Class::Affine,
        Fault::DateDisorder => class == Class::DateOrder,
        Fault::ErrorBody | Fault::VacuousExecSwallow | Fault::CauseStrippedHttpPayload => class.judges_shape(),
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

/// The least support of any rule that could tell a fault.
fn least_support(fault: Fault) -> u64 {
    let options = MineOptions::default();
    let classes = Class::all().filter(|class| could_tell(fault, *class));
    let names = classes.flat_map(|class| class.row().thresholds).map(|(name, _)| options.threshold(name));
    names.min().unwrap_or(0)
}
