//! Changes carried out: the check that a difference says everything.

use std::collections::{BTreeMap, BTreeSet};

use super::{Change, What};
use crate::contract::Hop;
use crate::domain::json::{Json, Object};

/// The value that the changes lead to; changes that do not fit the value are left out.
#[must_use]
pub fn applied(before: &Json, changes: &[Change]) -> Json {
    let changes: Vec<&Change> = changes.iter().collect();
    at(before, 0, &changes)
}

/// `changes` are those at or below this value, whose place in the first is `depth` hops long.
fn at(value: &Json, depth: usize, changes: &[&Change]) -> Json {
    let mut here = changes.iter().filter(|change| change.before.len() == depth);
    let replaced = here.find_map(|change| match &change.what {
        What::Changed(_, new) | What::TypeChanged(_, new) => Some(new),
        What::Added(_) | What::Removed(_) | What::Moved => None,
    });
    if let Some(new) = replaced {
        return new.clone();
    }
    let below = Below::new(depth, changes);
    match value {
        Json::Object(members) => Json::Object(object(members, depth, &below)),
        Json::Array(items) => Json::Array(array(items, depth, &below)),
        other => other.clone(),
    }
}

/// Changes below a value, by the member they concern.
struct Below<'a> {
    /// Changes inside members that both values have, and moves, by the hop in the first.
    inside: BTreeMap<&'a Hop, Vec<&'a Change>>,
    removed: BTreeSet<&'a Hop>,
    /// In the order of the second.
    added: BTreeMap<&'a Hop, &'a Json>,
}

impl<'a> Below<'a> {
    fn new(depth: usize, changes: &[&'a Change]) -> Self {
        let mut below = Self { inside: BTreeMap::new(), removed: BTreeSet::new(), added: BTreeMap::new() };
        for change in changes {
            match (&change.what, change.before.get(depth)) {
                (What::Added(value), None) => {
                    below.added.extend(change.after.last().map(|hop| (hop, value)));
                }
                (What::Removed(_), Some(hop)) if change.before.len() == depth + 1 => {
                    below.removed.insert(hop);
                }
                (_, Some(hop)) => below.inside.entry(hop).or_default().push(change),
                _ => {}
            }
        }
        below
    }

    fn member(&self, hop: &Hop, value: &Json, depth: usize) -> Json {
        self.inside.get(hop).map_or_else(|| value.clone(), |changes| at(value, depth + 1, changes))
    }
}

fn object(members: &Object, depth: usize, below: &Below<'_>) -> Object {
    let mut new = Object::new();
    for (key, value) in members.iter() {
        let hop = Hop::Key(key.to_owned());
        if !below.removed.contains(&hop) {
            new.insert(key, below.member(&hop, value, depth));
        }
    }
    for (hop, value) in &below.added {
        if let Hop::Key(key) = hop {
            new.insert(key.clone(), (*value).clone());
        }
    }
    new
}

/// Added and moved elements stand at their new index; the others fill the rest in their old order.
fn array(items: &[Json], depth: usize, below: &Below<'_>) -> Vec<Json> {
    let mut placed: BTreeMap<usize, Json> = BTreeMap::new();
    let mut kept = Vec::new();
    for (index, value) in items.iter().enumerate() {
        let hop = Hop::Index(index);
        if below.removed.contains(&hop) {
            continue;
        }
        let new = below.member(&hop, value, depth);
        match below.inside.get(&hop).and_then(|changes| moved_to(changes, depth)) {
            Some(to) => {
                placed.insert(to, new);
            }
            None => kept.push(new),
        }
    }
    placed.extend(below.added.iter().filter_map(|(hop, value)| match hop {
        Hop::Index(index) => Some((*index, (*value).clone())),
        Hop::Key(_) => None,
    }));
    let count = kept.len() + placed.len();
    let mut kept = kept.into_iter();
    (0..count).filter_map(|index| placed.remove(&index).or_else(|| kept.next())).collect()
}

fn moved_to(changes: &[&Change], depth: usize) -> Option<usize> {
    let mut here = changes.iter().filter(|change| change.what == What::Moved && change.before.len() == depth + 1);
    match here.next()?.after.last()? {
        Hop::Index(to) => Some(*to),
        Hop::Key(_) => None,
    }
}
