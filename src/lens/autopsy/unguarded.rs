//! Which values of a result no rule looks at.

use std::collections::{BTreeMap, BTreeSet};

use crate::contract::{Hop, Judgement, Place};
use crate::domain::json::Json;
use crate::domain::path::{Path, Segment};
use crate::domain::registry::ToolContract;

/// The paths of the values of a result that are not judged, sorted.
#[derive(Clone, Debug, Default)]
pub(super) struct Unguarded {
    /// No rule looks there.
    pub(super) nobody: Vec<Path>,
    /// Rules look only at whether something is there, and of which type it is.
    pub(super) shape_only: Vec<Path>,
}

/// Looks for values that are not judged by a contract; `judgements` are what its rules say of the result.
pub(super) fn unguarded(result: &Json, judgements: &[Judgement], contract: &ToolContract) -> Unguarded {
    let maps = &contract.maps;
    // By place, whether any rule judges the value there.
    let mut looked_at: BTreeMap<&Place, bool> = BTreeMap::new();
    for judgement in judgements {
        let judges_value = contract.invariants.get(judgement.invariant).is_some_and(|it| !it.class.judges_shape());
        for (place, _) in &judgement.places {
            *looked_at.entry(place).or_default() |= judges_value;
        }
    }
    let (mut nobody, mut shape, mut value) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    leaves(result, &mut Place::new(), &Path::root(), maps, &mut |place, path| {
        let paths = match looked_at.get(place) {
            None => &mut nobody,
            Some(false) => &mut shape,
            Some(true) => &mut value,
        };
        paths.insert(path.clone());
    });
    let shape_only = shape.into_iter().filter(|path| !nobody.contains(path) && !value.contains(path)).collect();
    Unguarded { nobody: nobody.into_iter().collect(), shape_only }
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
