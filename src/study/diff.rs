//! Two registries, two sets of folds, or two snapshots of tools, compared.

use std::collections::BTreeMap;
use std::path::Path;

use super::StudyError;
use crate::diff::tools::{self, Drift, Snapshot, drift};
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

/// What two paths had in common.
#[derive(Debug)]
pub enum Compare {
    /// Both hold registries: each pair, and what differs.
    Registries(Vec<Compared>),
    /// Both describe tools: what became of them, under the names of the files.
    Tools {
        /// `old.json → new.json`.
        title: String,
        /// What differs.
        drift: Drift,
    },
}

/// Compares what is at two paths; what it is, is told by its content.
pub fn diff(old: &Path, new: &Path) -> Result<Compare, StudyError> {
    let (before, after) = (snapshot(old)?, snapshot(new)?);
    let title = |old: &FoundFile, new: &FoundFile| format!("{} → {}", old.name(), new.name());
    match (before, after) {
        (Some((old, before)), Some((new, after))) => {
            Ok(Compare::Tools { title: title(&old, &new), drift: drift(&before, &after) })
        }
        (None, None) => Ok(Compare::Registries(registries(old, new)?)),
        (one, _) => {
            let (tools, other) = if one.is_some() { (old, new) } else { (new, old) };
            Err(StudyError::Request(format!(
                "{} describes tools and {} does not; compare two registries, or two lists of tools",
                tools.display(),
                other.display()
            )))
        }
    }
}

/// The tools that a file describes; nothing for a registry, a folder, or another file.
fn snapshot(path: &Path) -> Result<Option<(FoundFile, Snapshot)>, StudyError> {
    if path.is_dir() {
        return Ok(None);
    }
    let file = FoundFile::look(path)?;
    if matches!(file.kind, Kind::Registry | Kind::Recovery) {
        return Ok(None);
    }
    let snapshot = tools::read(&file.bytes()?);
    Ok(snapshot.map(|snapshot| (file, snapshot)))
}

/// Compares two registries, or the registries of two folders one by one: fold with fold, else by the file's name. One
/// registry is compared with each of many.
fn registries(old: &Path, new: &Path) -> Result<Vec<Compared>, StudyError> {
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
    let read = |file: &FoundFile| match file.kind {
        Kind::Other(_) => {
            let what =
                "this is neither a registry nor a list of tools; a registry comes from `vidimus mine`, a list of \
                        tools is an MCP tools/list answer or an OpenAI tool list"
                    .to_owned();
            Err(FileError::Content { path: file.path.clone(), what }.into())
        }
        _ => Ok((file.name(), read_registry(file)?.0)),
    };
    files.iter().map(read).collect()
}
