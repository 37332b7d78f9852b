//! Episodes and the records of a ledger (SPEC 8).

use std::sync::Arc;

use super::call::Call;
use super::ids::{Arm, EpisodeId, ModelName, TaskId, ToolName};
use super::json::Object;

/// Names and values of fields of a header that this version does not know and that take a few characters only.
pub type ShortFields = Arc<[(Arc<str>, Arc<str>)]>;

/// What is known of an episode from its header; only the id is sure.
#[derive(Clone, Debug)]
pub struct Episode {
    /// Unique within its ledger.
    pub id: EpisodeId,
    /// The task; episodes of one task go into one fold.
    pub task: Option<TaskId>,
    /// The arm.
    pub arm: Option<Arm>,
    /// The model.
    pub model: Option<ModelName>,
    /// Which of several tries at the same task.
    pub trial: Option<i64>,
    /// The study's own grouping.
    pub stratum: Option<String>,
    /// The tools advertised to the agent, in order; unknown if absent.
    pub tools: Option<Vec<ToolName>>,
    /// Keys of the record that this version does not know.
    pub extra: Object,
}

impl Episode {
    /// An episode of which nothing but the id is known.
    #[must_use]
    pub fn bare(id: EpisodeId) -> Self {
        Self { id, task: None, arm: None, model: None, trial: None, stratum: None, tools: None, extra: Object::new() }
    }

    /// The task, or the episode's own id where the ledger names none (each such episode is then a
    /// task by itself).
    #[must_use]
    pub fn task_or_id(&self) -> TaskId {
        self.task.clone().unwrap_or_else(|| TaskId::from(self.id.as_str()))
    }
}

/// Something said in an episode.
#[derive(Clone, Debug)]
pub struct Message {
    /// The episode.
    pub episode: EpisodeId,
    /// Who spoke: `user`, `assistant`, `system` …
    pub role: String,
    /// What was said.
    pub text: String,
    /// Keys of the record that this version does not know.
    pub extra: Object,
}

/// Whether that role is the agent's.
#[must_use]
pub fn is_agent(role: &str) -> bool {
    ["assistant", "agent", "model", "ai"].iter().any(|name| name.eq_ignore_ascii_case(role))
}

/// How an episode ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The episode.
    pub episode: EpisodeId,
    /// Whether the task was completed, by the study's own measure.
    pub completed: Option<bool>,
    /// The study's score.
    pub score: Option<f64>,
    /// Tokens and cost, as recorded.
    pub usage: Option<Object>,
    /// Keys of the record that this version does not know.
    pub extra: Object,
}

/// One line of a ledger.
#[derive(Clone, Debug)]
pub enum Record {
    /// An episode begins.
    Episode(Episode),
    /// Something was said.
    Message(Message),
    /// A tool was called.
    Call(Box<Call>),
    /// An episode ended.
    Outcome(Outcome),
}

impl Record {
    /// The episode the record belongs to.
    #[must_use]
    pub fn episode(&self) -> &EpisodeId {
        match self {
            Self::Episode(episode) => &episode.id,
            Self::Message(message) => &message.episode,
            Self::Call(call) => &call.episode,
            Self::Outcome(outcome) => &outcome.episode,
        }
    }
}
