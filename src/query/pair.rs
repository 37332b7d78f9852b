//! A pair as a row of fields: the one row behind the list on screen, `vidimus pairs` and filters such as
//! `outcome:loss where:at -kind:order`.

use super::lang::{Query, QueryError};
use crate::domain::json::Json;
use crate::pair::{Braid, Kind, Pair, Run};

/// The fields of a pair, in the order of [`values`].
pub const FIELDS: [&str; 24] = [
    "task",
    "model",
    "trial",
    "stratum",
    "study",
    "file",
    "first",
    "second",
    "outcome",
    "cell",
    "first_completed",
    "second_completed",
    "receipts",
    "first_receipts",
    "kind",
    "step",
    "where",
    "agent_kind",
    "agent_step",
    "agent_where",
    "meets",
    "label",
    "guess",
    "state",
];

/// What is known of a pair besides its two runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// How many receipts the first got and how many the second.
    pub receipts: (u32, u32),
    /// The two side by side, once their calls are read.
    pub braid: Option<&'a Braid>,
    /// The label, where the pair has one.
    pub label: Option<&'a str>,
    /// What is guessed, where the two came out differently.
    pub guess: Option<&'a str>,
    /// Whether it is labelled, where the two came out differently.
    pub state: Option<&'a str>,
}

/// The values of [`FIELDS`]: null where they are not known. `first` and `second` are the ids of the episodes,
/// `receipts` those of the second; `kind`, `step` and `where` tell the first difference, with an `agent_` that of what
/// the agents did; `kind` is `same` where there is none.
#[must_use]
pub fn values(pair: &Pair, first: &Run, second: &Run, known: &Known<'_>) -> [Json; FIELDS.len()] {
    let text = |text: Option<&str>| Json::from(text.map(Json::from));
    let parting = known.braid.and_then(|braid| braid.parting);
    let choice = known.braid.and_then(|braid| braid.choice);
    let kind_of = |of: Option<Kind>| text(known.braid.map(|_| of.map_or("same", Kind::name)));
    let files = if first.file == second.file { vec![&*first.file] } else { vec![&*first.file, &*second.file] };
    [
        first.task.as_str().into(),
        text(first.model.as_ref().map(crate::domain::ids::ModelName::as_str)),
        first.trial.into(),
        text(first.stratum.as_deref().or(second.stratum.as_deref())),
        text(first.study.as_deref()),
        files.into(),
        first.episode.as_str().into(),
        second.episode.as_str().into(),
        pair.outcome.name().into(),
        cell(first.completed, second.completed).into(),
        first.completed.into(),
        second.completed.into(),
        u64::from(known.receipts.1).into(),
        u64::from(known.receipts.0).into(),
        kind_of(parting.map(|it| it.kind)),
        parting.map(|it| it.step).into(),
        text(known.braid.and_then(Braid::place).map(crate::pair::Where::name)),
        kind_of(choice.map(|it| it.kind)),
        choice.map(|it| it.step).into(),
        text(known.braid.and_then(Braid::choice_place).map(crate::pair::Where::name)),
        known.braid.filter(|braid| braid.parting.is_some()).map(|braid| braid.meeting.is_some()).into(),
        text(known.label),
        text(known.guess),
        text(known.state),
    ]
}

/// The cell of the 2×2 table that a pair is in.
#[must_use]
pub const fn cell(first: Option<bool>, second: Option<bool>) -> &'static str {
    match (first, second) {
        (Some(true), Some(true)) => "both",
        (Some(false), Some(true)) => "win",
        (Some(true), Some(false)) => "loss",
        (Some(false), Some(false)) => "neither",
        _ => "unknown",
    }
}

/// A filter over pairs, ready to be asked.
#[derive(Clone, Debug, Default)]
pub struct PairFilter(Option<Query>);

impl PairFilter {
    /// Reads a filter; an empty one lets everything pass.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        if text.trim().is_empty() {
            return Ok(Self(None));
        }
        Query::parse(text, &FIELDS).map(|query| Self(Some(query)))
    }

    /// Whether a row passes; its values are in the order of [`FIELDS`].
    #[must_use]
    pub fn passes(&self, values: &[Json; FIELDS.len()]) -> bool {
        let Some(query) = &self.0 else { return true };
        let row: Vec<(&str, &Json)> = FIELDS.into_iter().zip(values).collect();
        query.matches(&row)
    }

    /// Which characters of a field's value the filter asked for.
    #[must_use]
    pub fn found_in(&self, field: &str, shown: &str) -> Vec<std::ops::Range<usize>> {
        self.0.as_ref().map(|query| query.found_in(field, shown)).unwrap_or_default()
    }
}
