//! Which registry judges which task: one for all, or the fold that never saw it (SPEC 3, cross-fitting).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::{Ledger, StudyError};
use crate::contract::{Checker, folds_of};
use crate::domain::ids::{TaskId, ToolName};
use crate::domain::json::Note;
use crate::domain::registry::{Fold, Registry};
use crate::files::{FileError, FoundFile, Kind, discover, read_registry};
use crate::index::EpisodeEntry;

/// A registry, ready to check, under its file's name.
#[derive(Debug)]
pub struct NamedRegistry {
    /// The file's name without its folder.
    pub name: String,
    /// The contracts.
    pub registry: Registry,
    /// What was mended while reading it.
    pub notes: Vec<Note>,
    checkers: BTreeMap<ToolName, Checker>,
}

impl NamedRegistry {
    /// Reads a registry.
    pub fn read(file: &FoundFile) -> Result<Self, StudyError> {
        let (registry, notes) = read_registry(file)?;
        let checkers = registry.tools.iter().map(|(tool, contract)| (tool.clone(), Checker::new(tool, contract)));
        Ok(Self { name: file.name(), checkers: checkers.collect(), registry, notes })
    }

    /// The checker of a tool, if there is a contract for it.
    #[must_use]
    pub fn checker(&self, tool: &ToolName) -> Option<&Checker> {
        self.checkers.get(tool)
    }
}

/// The registries to check with.
#[derive(Debug)]
pub enum Against {
    /// One registry for every task.
    One(Box<NamedRegistry>),
    /// A full set of folds, by index.
    Folds(Vec<NamedRegistry>),
}

impl Against {
    /// One registry file.
    pub fn registry(path: &Path) -> Result<Self, StudyError> {
        Ok(Self::One(Box::new(NamedRegistry::read(&FoundFile::look(path)?)?)))
    }

    /// A folder with every fold of a cross-fit: told by `source.fold`, or where a registry names no source by
    /// the file's name, `fold-0.json` and so on.
    pub fn crossfit(folder: &Path) -> Result<Self, StudyError> {
        let found = discover(&[folder.to_owned()]);
        let mut folds: BTreeMap<usize, NamedRegistry> = BTreeMap::new();
        let mut count = None;
        for file in found.files.iter().filter(|file| file.kind == Kind::Registry) {
            let named = NamedRegistry::read(file)?;
            let fold = named.registry.source.fold;
            let Some(index) = fold.map(|fold| fold.index).or_else(|| index_in_name(&file.path)) else { continue };
            if let Some(Fold { count: told, .. }) = fold
                && *count.get_or_insert(told) != told
            {
                return Err(request(
                    folder,
                    "it mixes folds of different counts; keep each cross-fit in a folder of its own",
                ));
            }
            if let Some(other) = folds.insert(index, named) {
                let what = format!("fold {index} is there twice, once as {}; keep one of the two", other.name);
                return Err(request(folder, &what));
            }
        }
        if folds.is_empty() {
            return Err(match found.problems.into_iter().next() {
                Some(problem) => problem.into(),
                None => {
                    request(folder, "there are no folds in it; write them with `vidimus mine PATH --folds 5 -o FOLDER`")
                }
            });
        }
        let count = count.unwrap_or(folds.len());
        if let Some(missing) = (0..count).find(|index| !folds.contains_key(index)) {
            let what = format!(
                "fold {missing} of {count} is missing; write all folds again with `vidimus mine --folds {count}`"
            );
            return Err(request(folder, &what));
        }
        if folds.len() > count {
            return Err(request(folder, &format!("there are more folds in it than the {count} they speak of")));
        }
        Ok(Self::Folds(folds.into_values().collect()))
    }

    /// All registries, folds by index.
    pub fn registries(&self) -> impl Iterator<Item = &NamedRegistry> {
        match self {
            Self::One(one) => std::slice::from_ref(&**one).iter(),
            Self::Folds(folds) => folds.iter(),
        }
    }

    /// Finds for each task of these ledgers the fold that never saw it.
    #[must_use]
    pub fn deal(self, ledgers: &[Ledger]) -> Chosen {
        let (dealt, is_guessed) = match &self {
            Self::One(_) => (BTreeMap::new(), false),
            Self::Folds(folds) => {
                let held_out: BTreeMap<TaskId, usize> = folds
                    .iter()
                    .enumerate()
                    .flat_map(|(index, fold)| {
                        fold.registry.source.held_out.iter().map(move |task| (task.clone(), index))
                    })
                    .collect();
                if held_out.is_empty() {
                    let episodes = ledgers.iter().flat_map(|ledger| ledger.index.episodes());
                    let tasks: BTreeSet<TaskId> = episodes.map(EpisodeEntry::task_or_id).collect();
                    (folds_of(&tasks, folds.len()), true)
                } else {
                    (held_out, false)
                }
            }
        };
        Chosen { against: self, dealt, is_guessed }
    }
}

/// Registries with every task dealt to one of them.
#[derive(Debug)]
pub struct Chosen {
    /// The registries.
    pub against: Against,
    dealt: BTreeMap<TaskId, usize>,
    /// Whether the folds do not name the tasks they have never seen, so that the tasks at hand were dealt anew.
    pub is_guessed: bool,
}

impl Chosen {
    /// The registry that judges a task: of folds the one that holds it out, and for a task that no fold was mined
    /// from the first, which has not seen it either.
    #[must_use]
    pub fn of(&self, task: &TaskId) -> Option<&NamedRegistry> {
        match &self.against {
            Against::One(one) => Some(one),
            Against::Folds(folds) => folds.get(self.dealt.get(task).copied().unwrap_or(0)),
        }
    }
}

/// The N of `fold-N.json`.
fn index_in_name(path: &Path) -> Option<usize> {
    path.file_stem()?.to_str()?.strip_prefix("fold-")?.parse().ok()
}

fn request(folder: &Path, what: &str) -> StudyError {
    FileError::Content { path: PathBuf::from(folder), what: what.to_owned() }.into()
}
