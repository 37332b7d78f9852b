//! Two registries, or two sets of folds, compared.

use std::collections::BTreeMap;
use std::path::Path;

use super::StudyError;
use crate::diff::{Difference, difference};
use crate::domain::registry::Registry;
use crate::files::{FileError, FoundFile, Kind, discover, read_registry};

/// Two registries under their names, and what differs.
#[derive(Debug)]
pub struct Compared {
    /// The older file's name; nothing if only the newer folder has such a registry.
    pub old: Option<String>,
    /// The newer file's name; nothing if only the older folder has such a registry.
    pub new: Option<String>,
    /// What differs; one that is missing counts as a registry without a rule.
    pub difference: Difference,
}

impl Compared {
    /// `old.json → new.json`.
    #[must_use]
    pub fn title(&self) -> String {
        let name = |name: &Option<String>| name.as_deref().unwrap_or("nothing").to_owned();
        format!("{} → {}", name(&self.old), name(&self.new))
    }
}

/// What two registries of two folders have in common: the fold, or else the file's name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Fold(usize),
    Name(String),
}

/// A registry and its file's name.
type Named = (String, Registry);

/// Compares two registries, or the registries of two folders one by one: fold with fold, else by the file's name. One
/// registry is compared with each of many.
pub fn diff(old: &Path, new: &Path) -> Result<Vec<Compared>, StudyError> {
    let (old, new) = (read(old)?, read(new)?);
    if let ([one], [_, ..]) | ([_, ..], [one]) = (old.as_slice(), new.as_slice()) {
        let is_old = old.len() == 1;
        let others = if is_old { &new } else { &old };
        let pairs = others.iter().map(|other| if is_old { (one, other) } else { (other, one) });
        return Ok(pairs.map(|(old, new)| compared(Some(old), Some(new))).collect());
    }
    let all = || old.iter().chain(&new);
    let place = |(name, registry): &Named| match registry.source.fold {
        Some(fold) if all().all(|(_, registry)| registry.source.fold.is_some()) => Place::Fold(fold.index),
        _ => Place::Name(name.clone()),
    };
    let mut pairs: BTreeMap<Place, (Option<&Named>, Option<&Named>)> = BTreeMap::new();
    for named in &old {
        pairs.entry(place(named)).or_default().0.get_or_insert(named);
    }
    for named in &new {
        pairs.entry(place(named)).or_default().1.get_or_insert(named);
    }
    Ok(pairs.into_values().map(|(old, new)| compared(old, new)).collect())
}

fn compared(old: Option<&Named>, new: Option<&Named>) -> Compared {
    let none = Registry::default();
    let registry = |named: Option<&Named>| named.map_or_else(|| none.clone(), |(_, registry)| registry.clone());
    let name = |named: Option<&Named>| named.map(|(name, _)| name.clone());
    Compared { old: name(old), new: name(new), difference: difference(&registry(old), &registry(new)) }
}

fn read(path: &Path) -> Result<Vec<Named>, StudyError> {
    let files = if path.is_dir() {
        let mut found = discover(&[path.to_owned()]);
        if !found.problems.is_empty() {
            return Err(found.problems.swap_remove(0).into());
        }
        found.files.into_iter().filter(|file| file.kind == Kind::Registry).collect()
    } else {
        vec![FoundFile::look(path)?]
    };
    if files.is_empty() {
        let what = "there is no registry in this folder; mine one with `vidimus mine PATH -o FILE`".to_owned();
        return Err(FileError::Content { path: path.to_owned(), what }.into());
    }
    files.iter().map(|file| Ok((file.name(), read_registry(file)?.0))).collect()
}
