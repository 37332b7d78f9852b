//! What the clean results of a tool have in common: from here faults take their values, and here it is decided
//! what a category, a relation or an order of dates is, whatever the audited registry says.

use std::collections::{BTreeMap, BTreeSet};

use super::inject::text::longest_text;
use crate::contract::{Checker, Hop, MineOptions, Observation, Tokens, mine_tool, path_of};
use crate::domain::class::Class;
use crate::domain::ids::ToolName;
use crate::domain::invariant::{Expected, Invariant};
use crate::domain::json::{Json, JsonType};
use crate::domain::path::{Path, Segment};
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
        self.keep(place, (arguments.clone(), result.clone()));
    }

    fn keep(&mut self, place: (u64, String), call: (Json, Json)) {
        self.calls.insert(place, call);
        if self.calls.len() > KEPT {
            self.calls.pop_last();
        }
    }

    /// Adds what was gathered of other calls of the tool.
    pub fn join(&mut self, more: Self) {
        for (place, call) in more.calls {
            self.keep(place, call);
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
    /// Every path of a result, the root first.
    fields: Vec<Field>,
    names: BTreeSet<String>,
    /// Distinct and sorted.
    longest: Vec<String>,
    relations: Checker,
}

/// One path of the results, and what stands there.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) path: Path,
    /// Of the last name on the path.
    pub(super) tokens: Tokens,
    /// The orders of dates that all results keep in the objects here: the names of the earlier and the later one.
    pub(super) orders: Vec<(String, String)>,
    is_map: bool,
    /// The fields below it by name, as places in [`Material::fields`]; of a map-like object all are one.
    below: BTreeMap<String, usize>,
    /// The elements, if arrays stand here.
    elements: Option<usize>,
    /// The members of a map-like object.
    members: Option<usize>,
    /// The distinct plain values, in the order of their texts.
    values: BTreeMap<JsonType, Vec<(String, Json)>>,
    /// How many plain values there are, alike or not.
    count: usize,
}

impl Field {
    fn new(path: Path, maps: &[Path], orders: &[Invariant]) -> Self {
        let orders = orders.iter().filter_map(|rule| {
            let (earlier, Expected::Later(later)) = (rule.path.path(), &rule.expected) else { return None };
            let is_here = earlier.parent().as_ref() == Some(&path);
            is_here.then_some((earlier.last_field()?.to_owned(), later.last_field()?.to_owned()))
        });
        Self {
            tokens: path.last_field().map(Tokens::of).unwrap_or_default(),
            orders: orders.collect(),
            is_map: maps.contains(&path),
            below: BTreeMap::new(),
            elements: None,
            members: None,
            values: BTreeMap::new(),
            count: 0,
            path,
        }
    }

    /// The distinct values of a type, in the order of their texts.
    pub(super) fn values(&self, kind: JsonType) -> impl Iterator<Item = &Json> + Clone {
        self.values.get(&kind).into_iter().flatten().map(|(_, value)| value)
    }

    /// How many distinct plain values there are.
    pub(super) fn distinct(&self) -> usize {
        self.values.values().map(Vec::len).sum()
    }

    /// Whether the values come back: at least two for each different one.
    pub(super) fn repeats(&self) -> bool {
        self.count > 0 && self.distinct() * 2 <= self.count
    }
}

impl Material {
    /// Reads the distinct clean results of a tool.
    fn new(tool: &ToolName, calls: &[Observation<'_>]) -> Self {
        let own = mine_tool(tool, calls, &loosest());
        let of = |class| own.invariants.iter().filter(move |rule| rule.class == class).cloned().collect::<Vec<_>>();
        let relations = ToolContract { invariants: of(Class::Affine), ..ToolContract::default() };
        let orders = of(Class::DateOrder);
        let mut material = Self {
            fields: vec![Field::new(Path::root(), &own.maps, &orders)],
            maps: own.maps,
            names: BTreeSet::new(),
            longest: calls.iter().filter_map(|call| longest_text(call.result)).map(str::to_owned).collect(),
            relations: Checker::new(tool, &relations),
        };
        material.longest.sort_unstable();
        material.longest.dedup();
        for call in calls {
            material.add(0, call.result, &orders);
        }
        for values in material.fields.iter_mut().flat_map(|field| field.values.values_mut()) {
            values.sort_by(|(one, _), (other, _)| one.cmp(other));
            values.dedup_by(|(one, _), (other, _)| one == other);
        }
        material
    }

    fn add(&mut self, at: usize, value: &Json, orders: &[Invariant]) {
        match value {
            Json::Object(members) => {
                for (name, value) in members.iter() {
                    if !self.names.contains(name) {
                        self.names.insert(name.to_owned());
                    }
                    let below = self.below(at, Some(name), orders);
                    self.add(below, value, orders);
                }
            }
            Json::Array(items) => {
                for value in items {
                    let below = self.below(at, None, orders);
                    self.add(below, value, orders);
                }
            }
            Json::Null => {}
            plain => {
                if let Some(field) = self.fields.get_mut(at) {
                    field.count += 1;
                    field.values.entry(plain.kind()).or_default().push((plain.to_string(), plain.clone()));
                }
            }
        }
    }

    /// The place of the field below another one: of a name, or of the elements.
    fn below(&mut self, at: usize, name: Option<&str>, orders: &[Invariant]) -> usize {
        let next = self.fields.len();
        let Some(field) = self.fields.get_mut(at) else { return at };
        let known = match name {
            None => field.elements,
            Some(_) if field.is_map => field.members,
            Some(name) => field.below.get(name).copied(),
        };
        if let Some(known) = known {
            return known;
        }
        let path = match name {
            None => field.path.child(Segment::Elements),
            Some(_) if field.is_map => field.path.child(Segment::Values),
            Some(name) => field.path.field(name),
        };
        match name {
            None => field.elements = Some(next),
            Some(_) if field.is_map => field.members = Some(next),
            Some(name) => {
                field.below.insert(name.to_owned(), next);
            }
        }
        let new = Field::new(path, &self.maps, orders);
        self.fields.push(new);
        next
    }

    /// The results themselves.
    pub(super) fn root(&self) -> &Field {
        // There is one from the beginning.
        &self.fields[0]
    }

    /// The elements of a field.
    pub(super) fn elements(&self, of: &Field) -> Option<&Field> {
        self.fields.get(of.elements?)
    }

    /// The member of a field.
    pub(super) fn member(&self, of: &Field, name: &str) -> Option<&Field> {
        let place = if of.is_map { of.members } else { of.below.get(name).copied() };
        self.fields.get(place?)
    }

    /// The field of a place; nothing if its path is in no result.
    pub(super) fn field(&self, place: &[Hop]) -> Option<&Field> {
        place.iter().try_fold(self.root(), |field, hop| match hop {
            Hop::Index(_) => self.elements(field),
            Hop::Key(name) => self.member(field, name),
        })
    }

    /// The path of a place.
    #[must_use]
    pub fn path(&self, place: &[Hop]) -> Path {
        self.field(place).map_or_else(|| path_of(place, &self.maps), |field| field.path.clone())
    }

    /// Whether any object of any result has a field of that name.
    pub(super) fn has_field(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// The longest text of each result, distinct and sorted.
    pub(super) fn longest_texts(&self) -> impl Iterator<Item = &str> {
        self.longest.iter().map(String::as_str)
    }

    /// The linear relations that all results keep.
    pub(super) fn relations(&self) -> &Checker {
        &self.relations
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
