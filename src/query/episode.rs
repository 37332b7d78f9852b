//! An episode as a row of fields: the one row behind the list on screen, `vidimus episodes` and filters.

use super::filter::{Row, RowFilter};
use crate::digest::{EpisodeDigest, EpisodeLabel};
use crate::domain::json::Json;
use crate::index::{EpisodeEntry, Index};

/// The fields of an episode, in the order of [`values`].
pub const FIELDS: [&str; 15] = [
    "file",
    "episode",
    "task",
    "arm",
    "model",
    "trial",
    "stratum",
    "completed",
    "outcome",
    "calls",
    "receipts",
    "fired",
    "faults",
    "tool",
    SYMPTOM,
];

/// The field that only those have whose payloads were read.
pub const SYMPTOM: &str = "symptom";

/// The values of an episode, in the order of [`FIELDS`].
pub type Values = [Json; FIELDS.len()];

/// What is known of an episode besides its entry in the index.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// The number of calls on which a replayed rule fires, if they were replayed.
    pub fired: Option<usize>,
    /// What it left behind, if its payloads were read.
    pub digest: Option<&'a EpisodeDigest>,
}

/// The values of [`FIELDS`]: null where the ledger does not say. `fired` is the number of calls on which a
/// replayed rule fires, `tool` the list of the tools that were called, `symptom` what stands out, most telling first.
pub fn values(file: &str, index: &Index, episode: &EpisodeEntry, known: Known<'_>) -> Values {
    let tools: std::collections::BTreeSet<&str> = episode
        .calls
        .iter()
        .filter_map(|place| Some(index.tool(index.calls().get(*place as usize)?).as_str()))
        .collect();
    [
        file.into(),
        episode.id.as_str().into(),
        episode.task_or_id().as_str().into(),
        episode.arm.as_ref().map(|arm| Json::from(arm.as_str())).into(),
        episode.model.as_ref().map(|model| Json::from(model.as_str())).into(),
        episode.trial.into(),
        episode.stratum.clone().into(),
        episode.completed().into(),
        episode.completed().map(|completed| if completed { "completed" } else { "failed" }).into(),
        episode.calls.len().into(),
        u64::from(episode.receipts).into(),
        known.fired.into(),
        u64::from(episode.faults).into(),
        tools.into_iter().collect::<Vec<_>>().into(),
        known
            .digest
            .map(|digest| Json::from(digest.telling().into_iter().map(EpisodeLabel::name).collect::<Vec<_>>()))
            .into(),
    ]
}

/// A value as texts that a filter can ask for: the elements of a list, `yes` and `no`; an unknown one is none.
#[must_use]
pub fn texts(value: &Json) -> Vec<String> {
    match value {
        Json::Null => Vec::new(),
        Json::Bool(value) => vec![if *value { "yes".into() } else { "no".into() }],
        Json::String(text) => vec![text.clone()],
        Json::Array(items) => items.iter().flat_map(texts).collect(),
        other => vec![other.to_string()],
    }
}

/// Episodes as rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Episodes;

impl Row for Episodes {
    type Values = Values;
    const FIELDS: &'static [&'static str] = &FIELDS;
}

/// A filter over episodes.
pub type EpisodeFilter = RowFilter<Episodes>;

impl EpisodeFilter {
    /// Whether an episode passes.
    pub fn passes(&self, file: &str, index: &Index, episode: &EpisodeEntry, known: Known<'_>) -> bool {
        self.passes_with(|| values(file, index, episode, known))
    }
}
