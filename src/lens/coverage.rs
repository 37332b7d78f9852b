//! A tool's coverage: the shape of its results and, per field, the rules that look there, so that what nobody looks
//! at stands out.

mod folds;
mod page;
mod shape;

pub use page::{page, page_among};
pub use shape::Shape;

use std::collections::BTreeSet;

use crate::domain::class::Class;
use crate::domain::ids::ToolName;
use crate::domain::invariant::{Expected, Invariant};
use crate::domain::json::JsonType;
use crate::domain::path::{Path, Segment};
use crate::domain::registry::ToolContract;

/// What is looked at in the results of one tool.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// The tool.
    pub tool: ToolName,
    /// The rules of the tool, in registry order; none without a contract.
    pub rules: Vec<Invariant>,
    /// The samples the rules were learned from; nothing without a contract.
    pub samples: Option<u64>,
    /// The calls that those were taken from, and how many of them were set aside as explicit errors.
    pub calls: (u64, u64),
    /// How many results the shape was read from, besides the rules.
    pub results: usize,
    /// How many more results were explicit errors, which have no shape.
    pub errors: usize,
    /// Every place of the results, each before those inside it.
    pub places: Vec<Covered>,
}

/// One place of the results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// Where it is.
    pub path: Path,
    /// How deep below the root, whose members have 0.
    pub depth: usize,
    /// Its name, or `[]` or `{}`; `the result` for the root.
    pub name: String,
    /// The types that stand there, integers as numbers; as read, or as the rules say where nothing was read.
    pub types: BTreeSet<JsonType>,
    /// In how many of the results it is there.
    pub results: usize,
    /// Whether it is a field: a place with nothing inside.
    pub is_field: bool,
    /// How it is guarded.
    pub guard: Guard,
    /// The rules that look there, as places in [`Coverage::rules`], those of values first.
    pub rules: Vec<usize>,
}

/// How a place is guarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Guard {
    /// A rule judges its value.
    Value,
    /// Rules judge only that it is there, and of which type it is.
    Shape,
    /// No rule looks at it.
    Nobody,
}

impl Guard {
    /// The word for it in every format.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Shape => "shape",
            Self::Nobody => "nobody",
        }
    }

    fn of(rules: impl Iterator<Item = Class>) -> Self {
        rules.map(|class| if class.judges_shape() { Self::Shape } else { Self::Value }).min().unwrap_or(Self::Nobody)
    }
}

impl Coverage {
    /// The coverage of a tool by a contract; `shape` holds the results that were read, if any.
    #[must_use]
    pub fn new(tool: &ToolName, contract: Option<&ToolContract>, mut shape: Shape) -> Self {
        let rules = contract.map(|contract| contract.invariants.as_slice()).unwrap_or_default();
        for rule in rules {
            for path in rule.places().iter().chain(&named_by(rule)) {
                shape.enter(path);
            }
        }
        let mut looked_at: Vec<(Path, usize)> = Vec::new();
        for (at, rule) in rules.iter().enumerate() {
            looked_at.extend(rule.places().into_iter().map(|path| (path, at)));
        }
        looked_at.sort_by(|(a, x), (b, y)| a.cmp(b).then(x.cmp(y)));
        let mut places = Vec::new();
        shape.visit(&mut |path, depth, node| {
            let first = looked_at.partition_point(|(other, _)| other < path);
            let here = looked_at.get(first..).unwrap_or_default().iter().take_while(|(other, _)| other == path);
            let mut here: Vec<usize> = here.map(|(_, at)| *at).collect();
            let class = |at: &usize| rules.get(*at).map_or(Class::NoError, |rule| rule.class);
            here.sort_by_key(|at| (class(at).judges_shape(), *at));
            let types = if node.types.is_empty() { types_by(rules, &here) } else { node.types.clone() };
            places.push(Covered {
                name: name_of(path),
                depth,
                types,
                results: node.results,
                is_field: node.is_field(),
                guard: Guard::of(here.iter().map(class)),
                rules: here,
                path: path.clone(),
            });
        });
        // A root that only holds others says nothing by itself.
        places.retain(|place| !place.path.is_root() || place.is_field || !place.rules.is_empty());
        Self {
            tool: tool.clone(),
            rules: rules.iter().map(|rule| Invariant { evidence: None, ..rule.clone() }).collect(),
            samples: contract.map(|contract| contract.samples),
            calls: contract.map(|contract| (contract.calls, contract.set_aside)).unwrap_or_default(),
            results: shape.results(),
            errors: shape.errors(),
            places,
        }
    }

    /// The fields: the places with nothing inside.
    pub fn fields(&self) -> impl Iterator<Item = &Covered> + Clone {
        self.places.iter().filter(|place| place.is_field)
    }

    /// The fields that are guarded so.
    pub fn guarded(&self, guard: Guard) -> impl Iterator<Item = &Covered> + Clone {
        self.fields().filter(move |field| field.guard == guard)
    }
}

/// The places that a rule says exist, without looking at them.
fn named_by(rule: &Invariant) -> Vec<Path> {
    match &rule.expected {
        Expected::Fields(names) => names.iter().map(|name| rule.path.path().field(name)).collect(),
        Expected::Relation(relation) => relation.when.iter().map(|guard| guard.path.clone()).collect(),
        _ => Vec::new(),
    }
}

/// The types that the rules at a place expect.
fn types_by(rules: &[Invariant], here: &[usize]) -> BTreeSet<JsonType> {
    let rules = here.iter().filter_map(|at| rules.get(*at));
    rules
        .flat_map(|rule| match (&rule.expected, rule.class) {
            (Expected::Types(types), _) => types.iter().map(|kind| shape::coarse(*kind)).collect(),
            (_, Class::KnownFields) => vec![JsonType::Object],
            _ => Vec::new(),
        })
        .collect()
}

fn name_of(path: &Path) -> String {
    match path.segments().last() {
        None => "the result".to_owned(),
        Some(Segment::Field(name)) => name.to_string(),
        Some(Segment::Elements) => "[]".to_owned(),
        Some(Segment::Values) => "{}".to_owned(),
    }
}

#[cfg(test)]
mod tests;
