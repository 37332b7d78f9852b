//! What the clean results of a tool have in common: from here faults take their values, and here it is decided
//! what a category, a relation or an order of dates is, whatever the audited registry says.

use std::collections::{BTreeMap, BTreeSet};

use super::inject::{sites, text::longest_text};
use crate::contract::{Checker, Hop, MineOptions, Observation, mine_tool, path_of};
use crate::domain::class::Class;
use crate::domain::ids::ToolName;
use crate::domain::invariant::Invariant;
use crate::domain::json::Json;
use crate::domain::path::Path;
use crate::domain::registry::ToolContract;
use crate::rng::key;

/// So many distinct calls of a tool are kept at most: those whose texts have the least hashes, so that the order in
/// which they come never counts.
const KEPT: usize = 1000;

/// The clean results of one tool, being gathered.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    calls: BTreeMap<(u64, String), (Json, Json)>,
}

impl Gathered {
    /// Adds a call, both values parsed (SPEC 2).
    pub fn add(&mut self, arguments: &Json, result: &Json) {
        let text = format!("{arguments}\n{result}");
        let place = (key(&text), text);
        let is_beyond = self.calls.len() >= KEPT && self.calls.last_key_value().is_some_and(|(last, _)| *last < place);
        if is_beyond || self.calls.contains_key(&place) {
            return;
        }
        self.calls.insert(place, (arguments.clone(), result.clone()));
        if self.calls.len() > KEPT {
            self.calls.pop_last();
        }
    }

    /// Reads them.
    #[must_use]
    pub fn material(&self, tool: &ToolName) -> Material {
        let calls: Vec<Observation<'_>> =
            self.calls.values().map(|(arguments, result)| Observation { arguments, result }).collect();
        Material::new(tool, &calls)
    }
}

/// The clean results of one tool, read.
#[derive(Clone, Debug)]
pub struct Material {
    maps: Vec<Path>,
    /// By path, the distinct plain values, each under its text.
    values: BTreeMap<Path, Values>,
    fields: BTreeSet<String>,
    longest: BTreeSet<String>,
    relations: Checker,
    date_orders: Vec<Invariant>,
}

/// The plain values at one path.
#[derive(Clone, Debug, Default)]
struct Values {
    distinct: BTreeMap<String, Json>,
    count: usize,
}

impl Material {
    /// Reads the distinct clean results of a tool.
    fn new(tool: &ToolName, calls: &[Observation<'_>]) -> Self {
        let own = mine_tool(tool, calls, &loosest());
        let of = |class| own.invariants.iter().filter(move |rule| rule.class == class).cloned().collect::<Vec<_>>();
        let relations = ToolContract { invariants: of(Class::Affine), ..ToolContract::default() };
        let mut material = Self {
            maps: own.maps.clone(),
            values: BTreeMap::new(),
            fields: BTreeSet::new(),
            longest: BTreeSet::new(),
            relations: Checker::new(tool, &relations),
            date_orders: of(Class::DateOrder),
        };
        for call in calls {
            material.add(call.result);
        }
        material
    }

    fn add(&mut self, result: &Json) {
        self.longest.extend(longest_text(result).map(str::to_owned));
        for site in sites(result) {
            match site.value {
                Json::Object(members) => self.fields.extend(members.iter().map(|(name, _)| name.to_owned())),
                Json::Array(_) | Json::Null => {}
                plain => {
                    let values = self.values.entry(path_of(&site.place, &self.maps)).or_default();
                    values.count += 1;
                    values.distinct.entry(plain.to_string()).or_insert_with(|| plain.clone());
                }
            }
        }
    }

    /// The path of a place.
    #[must_use]
    pub fn path(&self, place: &[Hop]) -> Path {
        path_of(place, &self.maps)
    }

    /// The distinct plain values at a path, in the order of their texts.
    pub fn values(&self, path: &Path) -> impl Iterator<Item = &Json> + use<'_> {
        self.values.get(path).into_iter().flat_map(|values| values.distinct.values())
    }

    /// Whether the values at a path come back: at least two for each different one.
    pub(super) fn repeats(&self, path: &Path) -> bool {
        self.values.get(path).is_some_and(|values| values.distinct.len() * 2 <= values.count)
    }

    /// Whether any object of any result has a field of that name.
    pub(super) fn has_field(&self, name: &str) -> bool {
        self.fields.contains(name)
    }

    /// The longest text of each result, distinct and sorted.
    pub(super) fn longest_texts(&self) -> impl Iterator<Item = &str> {
        self.longest.iter().map(String::as_str)
    }

    /// The linear relations that all results keep.
    pub(super) fn relations(&self) -> &Checker {
        &self.relations
    }

    /// The orders of dates that all results keep.
    pub(super) fn date_orders(&self) -> &[Invariant] {
        &self.date_orders
    }
}

/// The least support with which a relation still says something.
fn loosest() -> MineOptions {
    let least = [
        ("affine", 3),
        ("affine_aggregate", 3),
        ("affine_general", 5),
        ("affine_guarded", 5),
        ("date_order", 2),
        ("date_order_unnamed", 2),
    ];
    let thresholds = least.into_iter().map(|(name, support)| (name.to_owned(), support)).collect();
    MineOptions { thresholds, no_evidence: true }
}
