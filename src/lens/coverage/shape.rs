//! Many results laid over one another.

use std::collections::{BTreeSet, HashMap};

use crate::contract::explicit_error;
use crate::domain::json::{Json, JsonType};
use crate::domain::path::{Path, Segment};

/// From so many different members on an object's further ones are not entered: they are data, not fields.
const MEMBERS: usize = 400;

/// The places of the results of one tool.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    root: Node,
    maps: Vec<Path>,
    results: usize,
    errors: usize,
}

/// One place.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    /// What stands there.
    pub(super) types: BTreeSet<JsonType>,
    /// In how many results something stands there.
    pub(super) results: usize,
    /// The result that was counted last.
    last: usize,
    inside: Vec<(Segment, Node)>,
    numbers: HashMap<Segment, usize>,
}

impl Node {
    /// Whether nothing is inside.
    pub(super) fn is_field(&self) -> bool {
        self.inside.is_empty()
    }

    fn child(&mut self, segment: Segment) -> Option<&mut Self> {
        let number = match self.numbers.get(&segment) {
            Some(number) => *number,
            None if self.inside.len() >= MEMBERS => return None,
            None => {
                let number = self.inside.len();
                self.numbers.insert(segment.clone(), number);
                self.inside.push((segment, Self::default()));
                number
            }
        };
        self.inside.get_mut(number).map(|(_, node)| node)
    }

    fn add(&mut self, value: &Json, path: &Path, maps: &[Path], result: usize) {
        self.types.insert(coarse(value.kind()));
        if self.last != result {
            (self.last, self.results) = (result, self.results + 1);
        }
        match value {
            Json::Array(items) if !items.is_empty() => {
                let path = path.child(Segment::Elements);
                if let Some(node) = self.child(Segment::Elements) {
                    for item in items {
                        node.add(item, &path, maps, result);
                    }
                }
            }
            Json::Object(members) => {
                let is_map = maps.contains(path);
                for (key, member) in members.iter() {
                    let segment = if is_map { Segment::Values } else { Segment::Field(key.into()) };
                    let path = path.child(segment.clone());
                    if let Some(node) = self.child(segment) {
                        node.add(member, &path, maps, result);
                    }
                }
            }
            _ => {}
        }
    }

    fn visit(&self, path: &Path, depth: usize, visit: &mut dyn FnMut(&Path, usize, &Self)) {
        visit(path, depth.saturating_sub(1), self);
        for (segment, node) in &self.inside {
            node.visit(&path.child(segment.clone()), depth + 1, visit);
        }
    }
}

impl Shape {
    /// A shape without results; `maps` are the map-like paths that the contract names.
    #[must_use]
    pub fn new(maps: &[Path]) -> Self {
        Self { maps: maps.to_vec(), ..Self::default() }
    }

    /// Lays one more result over the others; an explicit error is only counted.
    pub fn add(&mut self, result: &Json) {
        let result = result.as_result();
        if explicit_error(&result).is_some() {
            self.errors += 1;
            return;
        }
        self.results += 1;
        self.root.add(&result, &Path::root(), &self.maps, self.results);
    }

    /// How many results there are, explicit errors aside.
    #[must_use]
    pub fn results(&self) -> usize {
        self.results
    }

    /// How many were explicit errors.
    #[must_use]
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// Sees to it that a place is there.
    pub(super) fn enter(&mut self, path: &Path) {
        let mut node = &mut self.root;
        for segment in path.segments() {
            match node.child(segment.clone()) {
                Some(below) => node = below,
                None => return,
            }
        }
    }

    /// Visits every place, each before those inside it.
    pub(super) fn visit(&self, visit: &mut dyn FnMut(&Path, usize, &Node)) {
        self.root.visit(&Path::root(), 0, visit);
    }
}

/// A type with integers as numbers.
pub(super) fn coarse(kind: JsonType) -> JsonType {
    if kind == JsonType::Integer { JsonType::Number } else { kind }
}
