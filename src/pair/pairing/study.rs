//! Which study a run belongs to, as far as pairing goes.

use std::collections::BTreeMap;

use super::Plan;
use crate::pair::{Field, Run};

/// A study: runs of different ones do not pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Study<'a> {
    /// Studies are the arms.
    Any,
    /// The one that a file names.
    Named(&'a str),
    /// A file that names none and has both arms is one by itself: two foreign files number their tasks alike.
    File(&'a str),
    /// A file that names none.
    Unknown,
}

/// The study of each of some runs, which stand with their side.
pub(super) fn of<'a>(runs: &'a [Run], sides: &[(usize, usize)], plan: &Plan) -> Vec<Study<'a>> {
    if plan.axis == Field::Study {
        return vec![Study::Any; sides.len()];
    }
    let mut sides_of: BTreeMap<&str, [bool; 2]> = BTreeMap::new();
    for (place, side) in sides {
        if let Some(has) = runs.get(*place).and_then(|run| sides_of.entry(&run.file).or_default().get_mut(*side)) {
            *has = true;
        }
    }
    let study = |run: &'a Run| match &run.study {
        Some(name) => Study::Named(name),
        None if sides_of.get(&*run.file) == Some(&[true; 2]) => Study::File(&run.file),
        None => Study::Unknown,
    };
    sides.iter().map(|(place, _)| runs.get(*place).map_or(Study::Unknown, study)).collect()
}
