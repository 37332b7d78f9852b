//! An episode as a row of fields: the one row behind the list on screen, `vidimus episodes` and filters.

use super::lang::{Query, QueryError};
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
    LABEL,
];

/// The field that only those have whose payloads were read.
pub const LABEL: &str = "label";

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
/// replayed rule fires, `tool` the list of the tools that were called, `label` what stands out, most telling first.
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

/// A filter over episodes, ready to be asked.
#[derive(Clone, Debug, Default)]
pub struct EpisodeFilter(Option<Query>);

impl EpisodeFilter {
    /// Reads a filter; an empty one lets everything pass.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        if text.trim().is_empty() {
            return Ok(Self(None));
        }
        Query::parse(text, &FIELDS).map(|query| Self(Some(query)))
    }

    /// Whether it asks for a field by its name.
    pub fn asks(&self, field: &str) -> bool {
        self.0.as_ref().is_some_and(|query| query.asks(field))
    }

    /// Which characters of a field's value the filter asked for.
    pub fn found_in(&self, field: &str, shown: &str) -> Vec<std::ops::Range<usize>> {
        self.0.as_ref().map(|query| query.found_in(field, shown)).unwrap_or_default()
    }

    /// Whether an episode passes.
    pub fn passes(&self, file: &str, index: &Index, episode: &EpisodeEntry, known: Known<'_>) -> bool {
        let Some(query) = &self.0 else { return true };
        let values = values(file, index, episode, known);
        let row: Vec<(&str, &Json)> = FIELDS.into_iter().zip(&values).collect();
        query.matches(&row)
    }
}
