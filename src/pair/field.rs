//! What of an episode can key, group, or be an arm.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::domain::episode::ShortFields;
use crate::domain::ids::{Arm, EpisodeId, ModelName, TaskId};

/// What of an episode decides with which other it pairs, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The file it stands in.
    pub file: Arc<str>,
    /// Its id in there.
    pub episode: EpisodeId,
    /// The study that the file names.
    pub study: Option<Arc<str>>,
    /// The task; an episode without one is a task by itself.
    pub task: TaskId,
    /// The arm.
    pub arm: Option<Arm>,
    /// The model.
    pub model: Option<ModelName>,
    /// Which of several tries.
    pub trial: Option<i64>,
    /// The study's own grouping.
    pub stratum: Option<Arc<str>>,
    /// Whether the task was completed, if that is known.
    pub completed: Option<bool>,
    /// What else its header says: names and values.
    pub others: Option<ShortFields>,
}

impl Run {
    /// A run of which no more is known than its task, in a file without a name; it has the task's name too.
    #[must_use]
    pub fn bare(task: TaskId) -> Self {
        Self {
            file: Arc::from(""),
            episode: EpisodeId::from(task.as_str()),
            study: None,
            task,
            arm: None,
            model: None,
            trial: None,
            stratum: None,
            completed: None,
            others: None,
        }
    }

    /// What it says of a field, as a text.
    #[must_use]
    pub fn value(&self, field: &Field) -> Option<Cow<'_, str>> {
        let text = match field {
            Field::Task => self.task.as_str(),
            Field::Model => self.model.as_ref()?.as_str(),
            Field::Trial => return self.trial.map(|trial| Cow::Owned(trial.to_string())),
            Field::Arm => self.arm.as_ref()?.as_str(),
            Field::Stratum => self.stratum.as_deref()?,
            Field::Study => self.study.as_deref()?,
            Field::File => &self.file,
            Field::Other(name) => &self.others.as_ref()?.iter().find(|(known, _)| known == name)?.1,
        };
        Some(Cow::Borrowed(text))
    }
}

/// A field of the header of an episode, or of what stands around it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// The task.
    Task,
    /// The model.
    Model,
    /// Which of several tries.
    Trial,
    /// The arm.
    Arm,
    /// The study's own grouping.
    Stratum,
    /// The study that the file names.
    Study,
    /// The file.
    File,
    /// Any other key of the header with a short value.
    Other(Arc<str>),
}

impl Field {
    /// The fields that every ledger can have.
    pub const KNOWN: [Self; 7] =
        [Self::Task, Self::Model, Self::Trial, Self::Arm, Self::Stratum, Self::Study, Self::File];

    /// The field of a name.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self::KNOWN.into_iter().find(|field| field.name() == name).unwrap_or_else(|| Self::Other(Arc::from(name)))
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Task => "task",
            Self::Model => "model",
            Self::Trial => "trial",
            Self::Arm => "arm",
            Self::Stratum => "stratum",
            Self::Study => "study",
            Self::File => "file",
            Self::Other(name) => name,
        }
    }

    /// The fields that some runs have, the known ones first, then the others by name.
    #[must_use]
    pub fn all_of(runs: &[Run]) -> Vec<Self> {
        let others: std::collections::BTreeSet<&Arc<str>> = runs
            .iter()
            .filter_map(|run| run.others.as_ref())
            .flat_map(|all| all.iter().map(|(name, _)| name))
            .collect();
        let others = others.into_iter().map(|name| Self::Other(Arc::clone(name)));
        Self::KNOWN.into_iter().chain(others).collect()
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
