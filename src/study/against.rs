//! Which registry judges which task: one for all, or the fold that never saw it (SPEC 3, cross-fitting).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::{Ledger, StudyError};
use crate::contract::{self, Basis, Checker, folds_of, is_of_set};
use crate::domain::ids::{InvariantId, TaskId, ToolName};
use crate::domain::invariant::Invariant;
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
        Ok(Self { notes, ..Self::new(file.name(), registry) })
    }

    /// Makes a registry ready.
    #[must_use]
    pub fn new(name: String, registry: Registry) -> Self {
        let checkers = registry.tools.iter().map(|(tool, contract)| (tool.clone(), Checker::new(tool, contract)));
        Self { name, checkers: checkers.collect(), registry, notes: Vec::new() }
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
            let fold = named.registry.source.fold.as_ref().map(|fold| (fold.index, fold.count));
            let Some(index) = fold.map(|(index, _)| index).or_else(|| index_in_name(&file.path)) else { continue };
            if let Some((_, told)) = fold
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
        // A fold that says nothing of its place is told by its file's name alone.
        for (index, named) in &mut folds {
            named.registry.source.fold.get_or_insert_with(|| Fold::new(*index, count));
        }
        let sources = || folds.values().map(|named| &named.registry.source);
        if sources().zip(sources().skip(1)).any(|(one, next)| !is_of_set(one, next)) {
            let what = "it mixes folds of different cross-fits, mined from other files or with other thresholds; keep \
                        each cross-fit in a folder of its own";
            return Err(request(folder, what));
        }
        Ok(Self::Folds(folds.into_values().collect()))
    }

    /// Of the registries that lie among the ledgers those that judge: one alone, or the folds of the one set that all
    /// of them leave the judging to. Of others nobody says which is meant.
    #[must_use]
    pub fn found(mut registries: Vec<NamedRegistry>) -> Option<Self> {
        if registries.len() < 2 {
            return registries.pop().map(|one| Self::One(Box::new(one)));
        }
        let judges = |chosen: usize| -> BTreeSet<usize> {
            let all = registries.iter().map(|named| &named.registry);
            contract::judges_with(all, chosen).map(|(place, _)| place).collect()
        };
        let set = judges(0);
        if (1..registries.len()).any(|chosen| judges(chosen) != set) {
            return None;
        }
        let judging = registries.into_iter().enumerate().filter(|(place, _)| set.contains(place));
        let mut folds: Vec<NamedRegistry> = judging.map(|(_, named)| named).collect();
        folds.sort_by_key(|named| named.registry.source.fold.as_ref().map(|fold| fold.index));
        Some(Self::Folds(folds))
    }

    /// All registries, folds by index.
    pub fn registries(&self) -> impl Iterator<Item = &NamedRegistry> + Clone {
        match self {
            Self::One(one) => std::slice::from_ref(&**one).iter(),
            Self::Folds(folds) => folds.iter(),
        }
    }

    /// The same, to keep.
    #[must_use]
    pub fn into_registries(self) -> Vec<NamedRegistry> {
        match self {
            Self::One(one) => vec![*one],
            Self::Folds(folds) => folds,
        }
    }

    /// Makes ready to judge the tasks of these ledgers. Folds that do not say which tasks they hold out get the
    /// tasks at hand dealt anew.
    #[must_use]
    pub fn deal(mut self, ledgers: &[Ledger]) -> Chosen {
        let mut is_guessed = false;
        if let Self::Folds(folds) = &mut self
            && folds.iter().all(|fold| fold.registry.source.held_out.is_empty())
        {
            is_guessed = true;
            let episodes = ledgers.iter().flat_map(|ledger| ledger.index.episodes());
            let tasks: BTreeSet<TaskId> = episodes.map(EpisodeEntry::task_or_id).collect();
            // In the order of tasks, which a registry keeps to.
            for (task, fold) in folds_of(&tasks, folds.len()) {
                if let Some(fold) = folds.get_mut(fold) {
                    fold.registry.source.held_out.push(task);
                }
            }
        }
        Chosen { against: self, is_guessed }
    }
}

/// Registries that are ready to judge.
#[derive(Debug)]
pub struct Chosen {
    /// The registries.
    pub against: Against,
    /// Whether the folds do not name the tasks they have never seen, so that the tasks at hand were dealt anew.
    pub is_guessed: bool,
}

impl Chosen {
    /// The registry that judges a task, and by what right: the one named, or of a cross-fit what
    /// [`contract::judge_of`] says of the first fold.
    #[must_use]
    pub fn of(&self, task: &TaskId) -> Option<(&NamedRegistry, Basis)> {
        let (place, basis) = self.judge_of(task)?;
        Some((self.against.registries().nth(place)?, basis))
    }

    /// The same, as its place among [`Against::registries`].
    #[must_use]
    pub fn judge_of(&self, task: &TaskId) -> Option<(usize, Basis)> {
        contract::judge_of(self.registries(), 0, task)
    }

    /// In how many of the folds a rule stands as it does in `judge`, one of them: (in, of); nothing without a cross-fit.
    #[must_use]
    pub fn folds_with(&self, judge: &Registry, tool: &ToolName, rule: &InvariantId) -> Option<(usize, usize)> {
        let place = self.registries().position(|registry| std::ptr::eq(registry, judge))?;
        contract::folds_with(self.registries(), place, tool, rule).filter(|_| matches!(self.against, Against::Folds(_)))
    }

    /// Every rule once, by tool and in the order of the first registry that has it.
    #[must_use]
    pub fn rules(&self) -> Vec<(&ToolName, &Invariant)> {
        let mut of_tool: BTreeMap<&ToolName, Vec<&Invariant>> = BTreeMap::new();
        for (tool, contract) in self.registries().flat_map(|registry| &registry.tools) {
            let known = of_tool.entry(tool).or_default();
            for rule in &contract.invariants {
                if known.iter().all(|other| other.id != rule.id) {
                    known.push(rule);
                }
            }
        }
        of_tool.into_iter().flat_map(|(tool, rules)| rules.into_iter().map(move |rule| (tool, rule))).collect()
    }

    fn registries(&self) -> impl Iterator<Item = &Registry> + Clone {
        self.against.registries().map(|named| &named.registry)
    }
}

/// The N of `fold-N.json`.
pub(super) fn index_in_name(path: &Path) -> Option<usize> {
    path.file_stem()?.to_str()?.strip_prefix("fold-")?.parse().ok()
}

fn request(folder: &Path, what: &str) -> StudyError {
    FileError::Content { path: PathBuf::from(folder), what: what.to_owned() }.into()
}
