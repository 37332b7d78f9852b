//! How often each label was given, and what was noted where none of them fits.

use std::collections::BTreeMap;

use crate::domain::json::{Json, Object};
use crate::label::PairLabel;
use crate::page::Page;
use crate::words::counted;

/// So many pairs are named where one note stands at several.
const NAMED: usize = 4;

/// The label in force of a pair.
#[derive(Clone, Debug)]
pub struct Given {
    /// The short name of the pair.
    pub pair: String,
    /// The label.
    pub label: PairLabel,
    /// What was noted.
    pub notes: Vec<String>,
}

/// The labels that were given, most frequent first, each with its pairs.
fn by_label(given: &[Given]) -> Vec<(PairLabel, Vec<&Given>)> {
    let of = |label: PairLabel| (label, given.iter().filter(|it| it.label == label).collect::<Vec<_>>());
    let mut all: Vec<_> = PairLabel::ALL.map(of).into_iter().filter(|(_, pairs)| !pairs.is_empty()).collect();
    all.sort_by_key(|(_, pairs)| std::cmp::Reverse(pairs.len()));
    all
}

/// The notes of pairs, each with the names of those that have it; those without a note stand under nothing.
fn by_note<'g>(pairs: &[&'g Given]) -> BTreeMap<String, Vec<&'g str>> {
    let mut all: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for it in pairs {
        all.entry(it.notes.join(" / ")).or_default().push(&it.pair);
    }
    all
}

/// Writes how often each label was given; of `other` what was noted, so that its pairs are told apart.
pub fn given(given: &[Given], page: &mut Page) {
    if given.is_empty() {
        return;
    }
    page.heading("How often each label was given");
    for (label, pairs) in by_label(given) {
        page.item(format!("{}: {}", label.name(), counted(pairs.len(), "pair")));
        for (note, names) in by_note(&pairs).iter().filter(|_| label == PairLabel::Other) {
            let more = if names.len() > NAMED { format!(" and {} more", names.len() - NAMED) } else { String::new() };
            let named = names.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ") + &more;
            let what = if note.is_empty() { "without a note".to_owned() } else { format!("noted \"{note}\"") };
            page.item(format!("    {what}: {named}"));
        }
    }
}

/// The same as data.
#[must_use]
pub fn given_json(given: &[Given]) -> Json {
    let label = |(label, pairs): (PairLabel, Vec<&Given>)| {
        let notes = by_note(&pairs).into_iter().filter(|_| label == PairLabel::Other).map(|(note, pairs)| {
            let note = if note.is_empty() { Json::Null } else { Json::from(note) };
            let pairs: Vec<Json> = pairs.into_iter().map(Json::from).collect();
            Json::from(Object::new().with("note", note).with("pairs", pairs))
        });
        let object = Object::new().with("label", label.name()).with("pairs", pairs.len() as u64);
        let notes: Vec<Json> = notes.collect();
        Json::from(if notes.is_empty() { object } else { object.with("notes", notes) })
    };
    by_label(given).into_iter().map(label).collect::<Vec<Json>>().into()
}
