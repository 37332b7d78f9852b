//! One result seen along the paths of a contract: every path is walked once, whatever the number of rules
//! that speak of it.

use std::collections::HashMap;
use std::ops::Range;

use crate::contract::judgement::{Hop, Place};
use crate::domain::json::Json;
use crate::domain::path::{Path, Segment};

/// The paths of a contract, with all paths above them; a path stands after the one it is below.
#[derive(Clone, Debug)]
pub(super) struct Paths {
    steps: Vec<Option<(usize, Segment)>>,
    known: HashMap<Path, usize>,
}

impl Default for Paths {
    fn default() -> Self {
        Self { steps: vec![None], known: HashMap::from([(Path::root(), 0)]) }
    }
}

impl Paths {
    /// The number of a path.
    pub(super) fn number(&mut self, path: &Path) -> usize {
        if let Some(number) = self.known.get(path) {
            return *number;
        }
        let above = path.parent().map_or(0, |above| self.number(&above));
        let number = self.steps.len();
        self.steps.push(path.segments().last().map(|segment| (above, segment.clone())));
        self.known.insert(path.clone(), number);
        number
    }
}

/// A value in the result, and how it was come by.
struct Seen<'a> {
    value: &'a Json,
    /// The value it stands in, and under which name or index; none for the root.
    from: Option<(usize, Step<'a>)>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

/// A place of the result that a rule looked at.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spot<'a> {
    /// A value that is there, by its number in the view.
    Value(usize),
    /// A member of an object in the view, there or missing.
    Member(usize, &'a str),
}

/// The values of a result at each path of a contract, in document order.
pub(super) struct View<'a> {
    seen: Vec<Seen<'a>>,
    ranges: Vec<Range<usize>>,
}

impl<'a> View<'a> {
    pub(super) fn new(paths: &'a Paths, result: &'a Json) -> Self {
        let mut view =
            Self { seen: Vec::with_capacity(paths.steps.len()), ranges: Vec::with_capacity(paths.steps.len()) };
        for step in &paths.steps {
            let start = view.seen.len();
            match step {
                None => view.seen.push(Seen { value: result, from: None }),
                Some((above, segment)) => {
                    for owner in view.range(*above) {
                        view.step(owner, segment);
                    }
                }
            }
            view.ranges.push(start..view.seen.len());
        }
        view
    }

    fn step(&mut self, owner: usize, segment: &'a Segment) {
        let Some(value) = self.seen.get(owner).map(|seen| seen.value) else { return };
        match (segment, value) {
            (Segment::Field(name), Json::Object(object)) => {
                if let Some(value) = object.get(name) {
                    self.seen.push(Seen { value, from: Some((owner, Step::Key(name))) });
                }
            }
            (Segment::Elements, Json::Array(items)) => {
                let elements = items.iter().enumerate();
                self.seen
                    .extend(elements.map(|(place, value)| Seen { value, from: Some((owner, Step::Index(place))) }));
            }
            (Segment::Values, Json::Object(object)) => {
                let members = object.iter();
                self.seen.extend(members.map(|(name, value)| Seen { value, from: Some((owner, Step::Key(name))) }));
            }
            _ => {}
        }
    }

    /// The numbers of the values at a path.
    pub(super) fn range(&self, path: usize) -> Range<usize> {
        self.ranges.get(path).cloned().unwrap_or_default()
    }

    /// The values at a path, each with its number.
    pub(super) fn at(&self, path: usize) -> impl Iterator<Item = (usize, &'a Json)> + Clone {
        let range = self.range(path);
        let seen = self.seen.get(range.clone()).unwrap_or_default();
        range.zip(seen.iter().map(|seen| seen.value))
    }

    /// The only value at a path; nothing if there are several or none.
    pub(super) fn only(&self, path: usize) -> Option<&'a Json> {
        let mut values = self.at(path);
        let (_, value) = values.next()?;
        values.next().is_none().then_some(value)
    }

    /// Where a spot is in the result.
    pub(super) fn place(&self, spot: Spot<'_>) -> Place {
        let (mut number, last) = match spot {
            Spot::Value(number) => (number, None),
            Spot::Member(number, name) => (number, Some(Hop::Key(name.to_owned()))),
        };
        let mut place: Place = last.into_iter().collect();
        while let Some((owner, step)) = self.seen.get(number).and_then(|seen| seen.from) {
            place.push(match step {
                Step::Key(name) => Hop::Key(name.to_owned()),
                Step::Index(index) => Hop::Index(index),
            });
            number = owner;
        }
        place.reverse();
        place
    }
}
