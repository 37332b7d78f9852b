//! A pair as a row of fields: the one row behind the list on screen, `vidimus pairs` and filters such as
//! `outcome:loss where:at -kind:order`.

use super::filter::{Row, RowFilter};
use crate::domain::json::Json;
use crate::pair::{Braid, Cell, Kind, Pair, Run};

/// The fields of a pair, in the order of [`values`].
pub const FIELDS: [&str; 30] = [
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
    "disputed",
    "author",
    "at",
    "blind",
    "why",
    "note",
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
    /// Who says what, where people differ: `Mia: other`.
    pub disputed: &'a [String],
    /// Who gave the label, or the last one where people differ.
    pub author: Option<&'a str>,
    /// When.
    pub at: Option<&'a str>,
    /// Whether arms and outcomes were hidden from them.
    pub is_blind: Option<bool>,
    /// Why the guess is what it is.
    pub why: Option<&'a str>,
    /// What people noted.
    pub notes: &'a [String],
}

/// What the two runs say of something that is no part of a stratum; nothing where they differ, as in the field that
/// tells the arms apart.
#[must_use]
pub fn common<T: PartialEq>(first: Option<T>, second: Option<T>) -> Option<T> {
    match (first, second) {
        (Some(one), Some(other)) if one != other => None,
        (one, other) => one.or(other),
    }
}

/// The stratum that both runs name; where they do not name the same one, both: such a pair is in no line of a stratum.
#[must_use]
pub fn stratum(first: &Run, second: &Run) -> Option<String> {
    let name = |run: &Run| run.stratum.as_deref().unwrap_or("–").to_owned();
    match (&first.stratum, &second.stratum) {
        (None, None) => None,
        (one, other) if one == other => Some(name(first)),
        _ => Some(format!("{} / {}", name(first), name(second))),
    }
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
        text(common(first.model.as_ref(), second.model.as_ref()).map(crate::domain::ids::ModelName::as_str)),
        common(first.trial, second.trial).into(),
        text(stratum(first, second).as_deref()),
        text(first.study.as_deref()),
        files.into(),
        first.episode.as_str().into(),
        second.episode.as_str().into(),
        pair.outcome.name().into(),
        Cell::of(first.completed, second.completed).name().into(),
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
        list(known.disputed),
        text(known.author),
        text(known.at),
        known.is_blind.into(),
        text(known.why),
        list(known.notes),
    ]
}

fn list(texts: &[String]) -> Json {
    match texts {
        [] => Json::Null,
        all => all.iter().map(|said| Json::from(said.as_str())).collect::<Vec<_>>().into(),
    }
}

/// Pairs as rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pairs;

impl Row for Pairs {
    type Values = [Json; FIELDS.len()];
    const FIELDS: &'static [&'static str] = &FIELDS;
}

/// A filter over pairs.
pub type PairFilter = RowFilter<Pairs>;
