//! Two registries, two sets of folds, or two snapshots of tools, compared.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{StudyError, known};
use crate::diff::tools::{self, Drift, Snapshot, drift};
use crate::diff::{Difference, difference};
use crate::domain::ids::ToolName;
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

/// Compares what is at two paths, of one tool if one is named; what it is, is told by its content.
pub fn diff(old: &Path, new: &Path, tool: Option<&ToolName>) -> Result<Compare, StudyError> {
    // Looked at once: what comes through a pipe comes once.
    let (old_file, new_file) = (looked_at(old)?, looked_at(new)?);
    let (before, after) = (snapshot(old_file.as_ref())?, snapshot(new_file.as_ref())?);
    let title = |old: &FoundFile, new: &FoundFile| format!("{} → {}", old.name(), new.name());
    match (before, after) {
        (Some((old, before)), Some((new, after))) => {
            let (title, drift) = (title(&old, &new), drift(&before, &after));
            let Some(tool) = tool else { return Ok(Compare::Tools { title, drift }) };
            is_known(tool, "either list", before.tools.keys().chain(after.tools.keys()))?;
            Ok(Compare::Tools { title, drift: drift.of_tool(tool) })
        }
        (None, None) => Ok(Compare::Registries(registries((old, old_file), (new, new_file), tool)?)),
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

/// The file at a path; nothing for a folder.
fn looked_at(path: &Path) -> Result<Option<FoundFile>, StudyError> {
    Ok(if path.is_dir() { None } else { Some(FoundFile::look(path)?) })
}

/// The tools that a file describes; nothing for a registry, a folder, or another file.
fn snapshot(file: Option<&FoundFile>) -> Result<Option<(FoundFile, Snapshot)>, StudyError> {
    let Some(file) = file else { return Ok(None) };
    if matches!(file.kind, Kind::Registry | Kind::Recovery) {
        return Ok(None);
    }
    let snapshot = tools::read(&file.bytes()?);
    Ok(snapshot.map(|snapshot| (file.clone(), snapshot)))
}

/// Compares two registries, or the registries of two folders one by one: fold with fold, else by the file's name. One
/// registry is compared with each of many.
fn registries(
    old: (&Path, Option<FoundFile>),
    new: (&Path, Option<FoundFile>),
    tool: Option<&ToolName>,
) -> Result<Vec<Compared>, StudyError> {
    let (old, new) = (read(old)?, read(new)?);
    let mut pairs = paired(&old, &new);
    if let Some(tool) = tool {
        let tools = old.iter().chain(&new).flat_map(|(_, registry)| registry.tools.keys());
        is_known(tool, "either registry", tools)?;
        for pair in &mut pairs {
            pair.difference = pair.difference.of_tool(tool);
        }
    }
    Ok(pairs)
}

fn is_known<'n>(tool: &ToolName, there: &str, names: impl Iterator<Item = &'n ToolName>) -> Result<(), StudyError> {
    let names: BTreeSet<&str> = names.map(ToolName::as_str).collect();
    known("tool", tool.as_str(), there, names)
}

fn paired(old: &[Named], new: &[Named]) -> Vec<Compared> {
    if let ([one], [_, ..]) | ([_, ..], [one]) = (old, new) {
        let is_old = old.len() == 1;
        let others = if is_old { new } else { old };
        let pairs = others.iter().map(|other| if is_old { (one, other) } else { (other, one) });
        return pairs.map(|(old, new)| compared(Some(old), Some(new))).collect();
    }
    let all = || old.iter().chain(new);
    let place = |(name, registry): &Named| match &registry.source.fold {
        Some(fold) if all().all(|(_, registry)| registry.source.fold.is_some()) => Place::Fold(fold.index),
        _ => Place::Name(name.clone()),
    };
    let mut pairs: BTreeMap<Place, (Option<&Named>, Option<&Named>)> = BTreeMap::new();
    for named in old {
        pairs.entry(place(named)).or_default().0.get_or_insert(named);
    }
    for named in new {
        pairs.entry(place(named)).or_default().1.get_or_insert(named);
    }
    pairs.into_values().map(|(old, new)| compared(old, new)).collect()
}

fn compared(old: Option<&Named>, new: Option<&Named>) -> Compared {
    let none = Registry::default();
    let registry = |named: Option<&Named>| named.map_or_else(|| none.clone(), |(_, registry)| registry.clone());
    let name = |named: Option<&Named>| named.map(|(name, _)| name.clone());
    Compared { old: name(old), new: name(new), difference: difference(&registry(old), &registry(new)) }
}

fn read((path, file): (&Path, Option<FoundFile>)) -> Result<Vec<Named>, StudyError> {
    let files = if let Some(file) = file {
        vec![file]
    } else {
        let mut found = discover(&[path.to_owned()]);
        if !found.problems.is_empty() {
            return Err(found.problems.swap_remove(0).into());
        }
        found.files.into_iter().filter(|file| file.kind == Kind::Registry).collect()
    };
    if files.is_empty() {
        let what = "there is no registry in this folder; mine one with `vidimus mine PATH -o FILE`".to_owned();
        return Err(FileError::Content { path: path.to_owned(), what }.into());
    }
    let read = |file: &FoundFile| match file.kind {
        Kind::Other(_) | Kind::Tools => {
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
