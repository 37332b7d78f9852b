//! All samples of a tool laid over one another: one node a path, holding what stood there (SPEC 2).

use std::collections::HashMap;

use super::lexicon::Tokens;
use crate::domain::json::{Json, JsonType, Object};
use crate::domain::path::{Path, Segment};

/// From how many distinct keys on an object can be map-like.
const MAP_KEYS: usize = 8;

/// One value at a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instance<'a> {
    /// The sample it is from.
    pub(super) sample: usize,
    /// Which instance of the parent path it stands in.
    pub(super) owner: usize,
    pub(super) value: &'a Json,
}

/// One path with all its instances, in the order of samples, then of the document.
#[derive(Debug)]
pub(super) struct Node<'a> {
    pub(super) path: Path,
    /// Tokens of the path's last field; none for a path without a field.
    pub(super) tokens: Tokens,
    pub(super) is_field_only: bool,
    pub(super) is_map: bool,
    pub(super) instances: Vec<Instance<'a>>,
    /// The fields below it, as places of nodes, in order of first appearance; none if map-like.
    pub(super) fields: Vec<usize>,
    /// How many instances are objects.
    pub(super) objects: usize,
}

impl<'a> Node<'a> {
    fn new(path: Path, instances: Vec<Instance<'a>>) -> Self {
        let tokens = path.last_field().map(Tokens::of).unwrap_or_default();
        let is_field_only = path.is_field_only();
        Self { path, tokens, is_field_only, is_map: false, instances, fields: Vec::new(), objects: 0 }
    }

    /// The instances that are not null.
    pub(super) fn non_null(&self) -> impl Iterator<Item = &Instance<'a>> {
        self.instances.iter().filter(|instance| !instance.value.is_null())
    }

    /// The instances that are objects.
    pub(super) fn object_instances(&self) -> impl Iterator<Item = (&Instance<'a>, &'a Object)> {
        self.instances.iter().filter_map(|instance| Some((instance, instance.value.as_object()?)))
    }

    /// The name of the field that the path ends in.
    pub(super) fn field_name(&self) -> &str {
        match self.path.segments().last() {
            Some(Segment::Field(name)) => name,
            _ => "",
        }
    }
}

/// The paths of all samples.
#[derive(Debug, Default)]
pub(super) struct Tree<'a> {
    pub(super) nodes: Vec<Node<'a>>,
}

/// What stands at a field of one path's objects.
struct Field<'a> {
    name: &'a str,
    instances: Vec<Instance<'a>>,
}

impl<'a> Tree<'a> {
    /// Lays results over one another; `maps` says whether objects can be map-like (those of arguments
    /// cannot).
    pub(super) fn new(values: impl Iterator<Item = &'a Json>, maps: bool) -> Self {
        let instances = values.enumerate().map(|(sample, value)| Instance { sample, owner: 0, value }).collect();
        let mut tree = Self { nodes: vec![Node::new(Path::root(), instances)] };
        let mut next = 0;
        while next < tree.nodes.len() {
            tree.expand(next, maps);
            next += 1;
        }
        tree
    }

    /// Adds the paths right below a node.
    fn expand(&mut self, place: usize, maps: bool) {
        let Some(node) = self.nodes.get(place) else { return };
        let path = node.path.clone();
        let mut elements = Vec::new();
        let mut fields = Fields::default();
        let mut objects = 0;
        for (owner, instance) in node.instances.iter().enumerate() {
            match instance.value {
                Json::Array(items) => {
                    elements.extend(items.iter().map(|value| Instance { sample: instance.sample, owner, value }));
                }
                Json::Object(object) => {
                    objects += 1;
                    fields.add(instance.sample, owner, object);
                }
                _ => {}
            }
        }
        let is_map = maps && fields.are_map_like(objects);
        let values = is_map.then(|| {
            let members = node
                .instances
                .iter()
                .enumerate()
                .filter_map(|(owner, instance)| Some((owner, instance.sample, instance.value.as_object()?)));
            members
                .flat_map(|(owner, sample, object)| {
                    object.iter().map(move |(_, value)| Instance { sample, owner, value })
                })
                .collect()
        });
        if !elements.is_empty() {
            self.nodes.push(Node::new(path.child(Segment::Elements), elements));
        }
        let mut below = Vec::new();
        if let Some(values) = values {
            self.nodes.push(Node::new(path.child(Segment::Values), values));
        } else {
            for field in fields.found {
                below.push(self.nodes.len());
                self.nodes.push(Node::new(path.field(field.name), field.instances));
            }
        }
        if let Some(node) = self.nodes.get_mut(place) {
            node.is_map = is_map;
            node.fields = below;
            node.objects = objects;
        }
    }

    /// The nodes of a node's fields.
    pub(super) fn fields(&self, node: &Node<'a>) -> impl Iterator<Item = &Node<'a>> {
        node.fields.iter().filter_map(|place| self.nodes.get(*place))
    }
}

/// The fields of one path's objects, in order of first appearance.
#[derive(Default)]
struct Fields<'a> {
    found: Vec<Field<'a>>,
    places: HashMap<&'a str, usize>,
}

impl<'a> Fields<'a> {
    fn add(&mut self, sample: usize, owner: usize, object: &'a Object) {
        for (order, (name, value)) in object.iter().enumerate() {
            // Objects of one path mostly share the order of their keys: look there before hashing.
            let guess = self.found.get(order).filter(|field| field.name == name).map(|_| order);
            let place = guess.unwrap_or_else(|| {
                let new = self.found.len();
                *self.places.entry(name).or_insert_with(|| {
                    self.found.push(Field { name, instances: Vec::new() });
                    new
                })
            });
            if let Some(field) = self.found.get_mut(place) {
                field.instances.push(Instance { sample, owner, value });
            }
        }
    }

    /// SPEC 2: at least 8 distinct keys, none in half or more of the objects, and non-null values of at
    /// most one type.
    fn are_map_like(&self, objects: usize) -> bool {
        let rare = |field: &Field<'_>| field.instances.len() * 2 < objects;
        if self.found.len() < MAP_KEYS || !self.found.iter().all(rare) {
            return false;
        }
        let mut kinds = self.found.iter().flat_map(|field| &field.instances).filter_map(|one| coarse_kind(one.value));
        let first = kinds.next();
        kinds.all(|kind| Some(kind) == first)
    }
}

/// The type of a value with integers as numbers; nothing for null.
pub(super) fn coarse_kind(value: &Json) -> Option<JsonType> {
    match value.kind() {
        JsonType::Null => None,
        JsonType::Integer => Some(JsonType::Number),
        kind => Some(kind),
    }
}

/// In how many samples the instances stand; they come in the order of samples.
pub(super) fn samples_of<'i, 'a: 'i>(instances: impl Iterator<Item = &'i Instance<'a>>) -> u64 {
    let mut last = None;
    let mut count = 0;
    for instance in instances {
        if last != Some(instance.sample) {
            last = Some(instance.sample);
            count += 1;
        }
    }
    count
}
