//! The structural difference of two JSON values: what was added, removed, changed or moved on the way from the one
//! to the other. The spelling of numbers and the order of keys never count; the elements of arrays are paired by
//! the best alignment, so that one element more at the front is one addition and not a change of every element.

mod align;
mod apply;
mod calls;

pub use apply::applied;
pub(in crate::lens) use calls::line;
pub use calls::{CallDifference, CallName};

use crate::contract::{Hop, Place};
use crate::domain::json::{Json, JsonType};

/// One difference.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Where it is in the first value; of an addition, where that stands which it was added to.
    pub before: Place,
    /// Where it is in the second value; of a removal, where that stands which it was taken out of.
    pub after: Place,
    /// What is different there.
    pub what: What,
}

/// What is different at a place.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// Only the second value has it.
    Added(Json),
    /// Only the first value has it.
    Removed(Json),
    /// Both have it, of one type, with different contents.
    Changed(Json, Json),
    /// Both have it, of different types (an integer and a number are of one).
    TypeChanged(Json, Json),
    /// An element of an array stands at another index, out of the order of the others; what changed inside it
    /// stands in changes of its own.
    Moved,
}

impl What {
    /// The word for it, the same in every format.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Added(_) => "added",
            Self::Removed(_) => "removed",
            Self::Changed(..) => "changed",
            Self::TypeChanged(..) => "type changed",
            Self::Moved => "moved",
        }
    }

    /// The value in the first document.
    #[must_use]
    pub fn before(&self) -> Option<&Json> {
        match self {
            Self::Removed(value) | Self::Changed(value, _) | Self::TypeChanged(value, _) => Some(value),
            Self::Added(_) | Self::Moved => None,
        }
    }

    /// The value in the second document.
    #[must_use]
    pub fn after(&self) -> Option<&Json> {
        match self {
            Self::Added(value) | Self::Changed(_, value) | Self::TypeChanged(_, value) => Some(value),
            Self::Removed(_) | Self::Moved => None,
        }
    }
}

impl Change {
    /// Where to look: the place in the second value, of a removal that in the first.
    #[must_use]
    pub fn place(&self) -> &[Hop] {
        if matches!(self.what, What::Removed(_)) { &self.before } else { &self.after }
    }
}

/// The changes that lead from one value to the other, in document order of the first, additions after what they
/// stand beside; none exactly if the values are equal.
#[must_use]
pub fn difference(before: &Json, after: &Json) -> Vec<Change> {
    let mut walk = Walk { before: Place::new(), after: Place::new(), changes: Vec::new() };
    walk.values(before, after);
    walk.changes
}

struct Walk {
    before: Place,
    after: Place,
    changes: Vec<Change>,
}

impl Walk {
    fn values(&mut self, before: &Json, after: &Json) {
        match (before, after) {
            (Json::Object(_), Json::Object(_)) => self.objects(before, after),
            (Json::Array(old), Json::Array(new)) => self.arrays(old, new),
            _ if before == after => {}
            _ => {
                let (old, new) = (before.clone(), after.clone());
                let what =
                    if is_one_type(before, after) { What::Changed(old, new) } else { What::TypeChanged(old, new) };
                self.push(what);
            }
        }
    }

    fn objects(&mut self, before: &Json, after: &Json) {
        let members = |value: &Json| value.as_object().cloned().unwrap_or_default();
        let (old, new) = (members(before), members(after));
        for (key, value) in old.iter() {
            let (here, there) = (Hop::Key(key.to_owned()), new.get(key));
            self.enter(Some(here.clone()), there.map(|_| here), |walk| match there {
                Some(other) => walk.values(value, other),
                None => walk.push(What::Removed(value.clone())),
            });
        }
        for (key, value) in new.iter().filter(|(key, _)| old.get(key).is_none()) {
            self.enter(None, Some(Hop::Key(key.to_owned())), |walk| {
                walk.push(What::Added(value.clone()));
            });
        }
    }

    fn arrays(&mut self, old: &[Json], new: &[Json]) {
        let alignment = align::align(old, new);
        for (from, value) in old.iter().enumerate() {
            let paired = alignment.pair_of(from).and_then(|pair| Some((pair, new.get(pair.to)?)));
            match paired {
                None => self.enter(Some(Hop::Index(from)), None, |walk| {
                    walk.push(What::Removed(value.clone()));
                }),
                Some((pair, other)) => self.enter(Some(Hop::Index(from)), Some(Hop::Index(pair.to)), |walk| {
                    if pair.is_moved {
                        walk.push(What::Moved);
                    }
                    walk.values(value, other);
                }),
            }
        }
        for (to, value) in alignment.added().filter_map(|to| Some((to, new.get(to)?))) {
            self.enter(None, Some(Hop::Index(to)), |walk| walk.push(What::Added(value.clone())));
        }
    }

    fn enter(&mut self, before: Option<Hop>, after: Option<Hop>, inside: impl FnOnce(&mut Self)) {
        let depths = (self.before.len(), self.after.len());
        self.before.extend(before);
        self.after.extend(after);
        inside(self);
        self.before.truncate(depths.0);
        self.after.truncate(depths.1);
    }

    fn push(&mut self, what: What) {
        self.changes.push(Change { before: self.before.clone(), after: self.after.clone(), what });
    }
}

/// Whether two values are of one type, integers and numbers being one.
fn is_one_type(a: &Json, b: &Json) -> bool {
    let coarse = |value: &Json| match value.kind() {
        JsonType::Integer => JsonType::Number,
        kind => kind,
    };
    coarse(a) == coarse(b)
}

#[cfg(test)]
mod tests;
