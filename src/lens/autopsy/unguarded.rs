//! Which values of a result no rule looks at.

use std::collections::BTreeSet;

use crate::contract::{Hop, Judgement, Place};
use crate::domain::json::Json;
use crate::domain::path::{Path, Segment};

/// The paths of values that no rule looks at, sorted. `maps` are the contract's map-like paths.
pub(super) fn unguarded(result: &Json, judgements: &[Judgement], maps: &[Path]) -> Vec<Path> {
    let looked_at: BTreeSet<&Place> = judgements.iter().flat_map(|it| &it.places).map(|(place, _)| place).collect();
    let mut paths = BTreeSet::new();
    leaves(result, &mut Place::new(), &Path::root(), maps, &mut |place, path| {
        if !looked_at.contains(place) {
            paths.insert(path.clone());
        }
    });
    paths.into_iter().collect()
}

/// Visits every value that has none below it, with its place and its path.
fn leaves(value: &Json, place: &mut Place, path: &Path, maps: &[Path], visit: &mut dyn FnMut(&Place, &Path)) {
    match value {
        Json::Array(items) if !items.is_empty() => {
            let path = path.child(Segment::Elements);
            for (index, item) in items.iter().enumerate() {
                place.push(Hop::Index(index));
                leaves(item, place, &path, maps, visit);
                place.pop();
            }
        }
        Json::Object(members) if !members.is_empty() => {
            let is_map = maps.contains(path);
            for (key, member) in members.iter() {
                let path = if is_map { path.child(Segment::Values) } else { path.field(key) };
                place.push(Hop::Key(key.to_owned()));
                leaves(member, place, &path, maps, visit);
                place.pop();
            }
        }
        _ => visit(place, path),
    }
}
