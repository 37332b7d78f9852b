//! What an episode left behind, call by call, small enough to be kept for every loaded episode: hashes, not payloads.
//!
//! Nothing in here depends on a registry: what a replay fires is laid beside it by those who ask.

mod build;
mod conflict;
mod hazard;
mod label;
mod refusal;
mod schema;
mod usage;

use std::sync::Arc;

use crate::domain::ids::ToolName;
use crate::receipt::ReceiptSchema;
use crate::recovery::NextAction;

pub use build::{Context, Happened, digest, value_hash};
pub use conflict::Conflict;
pub use hazard::{Family, Hazard, Lasting, hazards, hazards_at, replayed_hazard_at};
pub use label::{EpisodeLabel, Finding};
pub use schema::unsupported;

/// An episode.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EpisodeDigest {
    /// Its calls, by step.
    pub calls: Vec<CallDigest>,
    /// How many results came with something recorded as a receipt that is none: in no number of receipts.
    pub not_receipts: u32,
    /// What it cost, as far as its outcome says so.
    pub usage: Usage,
    /// What stands out in it, in the order of [`EpisodeLabel::ALL`], then by step.
    pub labels: Vec<Finding>,
    /// Where two tools that stand in for each other said different things, by step.
    pub conflicts: Vec<Conflict>,
}

impl EpisodeDigest {
    /// What stands out in it, each label once, the most telling first.
    #[must_use]
    pub fn telling(&self) -> Vec<EpisodeLabel> {
        let has = |label: &EpisodeLabel| self.labels.iter().any(|finding| finding.label == *label);
        EpisodeLabel::TELLING.into_iter().filter(has).collect()
    }
}

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub struct CallDigest {
    /// The tool.
    pub tool: ToolName,
    /// A hash of the arguments as SPEC 2 reads them; their order and the spelling of numbers do not count.
    pub arguments: u64,
    /// The like of the result; nothing if the call never returned.
    pub result: Option<u64>,
    /// Whether the tool itself says that it failed (SPEC 3, step 1), and how.
    pub error: Option<ErrorKind>,
    /// The receipt that was delivered with it.
    pub receipt: Option<ReceiptDigest>,
    /// The type of the injected fault, for audits only.
    pub fault: Option<Arc<str>>,
}

/// What an explicit error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ErrorKind {
    /// The arguments were refused.
    Refused,
    /// Anything else.
    Failed,
}

/// A delivered receipt; nothing in here was computed again, but for `next`.
#[derive(Clone, Debug, PartialEq)]
pub struct ReceiptDigest {
    /// Its shape, if it is one of SPEC 6.
    pub schema: Option<ReceiptSchema>,
    /// The codes of the violations it names, as written.
    pub codes: Vec<Arc<str>>,
    /// The recovery tools it lists; nothing where its shape has no list.
    pub recovery_tools: Option<Vec<ToolName>>,
    /// What the agent did next (SPEC 7).
    pub next: NextAction,
}

/// What an episode cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Usage {
    /// Tokens read by the model.
    pub input_tokens: Option<u64>,
    /// Tokens written by it.
    pub output_tokens: Option<u64>,
    /// In US dollars.
    pub cost_usd: Option<f64>,
}
