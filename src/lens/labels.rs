//! Labels of discordant pairs as a list, and how far two sets of them agree: what the screen, `vidimus labels` and the
//! exports say alike.

mod agreement;
mod vocabulary;

pub use agreement::{agreement, agreement_json};
pub use vocabulary::vocabulary;

use sha2::{Digest, Sha256};

use crate::digest::EpisodeDigest;
use crate::domain::ids::EpisodeId;
use crate::domain::json::{Json, Object};
use crate::label::blind::{Blind, HIDDEN};
use crate::label::guess::guess;
use crate::label::{Facts, Guess, Labels, Mark, PairId, PairLabel, Parting, What, content};
use crate::page::{Column, Table};
use crate::pair::{Braid, Pair, PairOutcome, Pairing, Run};

/// A pair that came out differently, ready to be labelled.
#[derive(Clone, Debug)]
pub struct Case {
    /// The pair.
    pub id: PairId,
    /// What told it: task, model, trial, as far as they are known.
    pub key: Object,
    /// What a label of it is tied to.
    pub content: String,
    /// How the second arm did.
    pub outcome: PairOutcome,
    /// The first guess.
    pub guess: Option<Guess>,
    /// The episodes with their arms, first and second.
    pub sides: [(EpisodeId, String); 2],
}

impl Case {
    /// A pair as a case; nothing if its two did not come out differently.
    #[must_use]
    pub fn new(pairing: &Pairing, runs: &[Run], pair: &Pair, digests: [&EpisodeDigest; 2]) -> Option<Self> {
        if !matches!(pair.outcome, PairOutcome::Win | PairOutcome::Loss) {
            return None;
        }
        let (first, second) = (runs.get(pair.first)?, runs.get(pair.second)?);
        let side = |run: &Run| {
            let arm = run.value(&pairing.plan.axis).map_or_else(String::new, std::borrow::Cow::into_owned);
            (run.episode.clone(), arm)
        };
        let sides = [side(first), side(second)];
        let mut key = Object::new().with("task", first.task.as_str());
        if let Some(model) = &first.model {
            key.insert("model", model.as_str());
        }
        if let Some(trial) = first.trial {
            key.insert("trial", trial);
        }
        let completed = [first.completed, second.completed];
        let facts = Facts {
            digests,
            completed,
            parting: Parting::of(&Braid::new(digests[0], digests[1])),
            is_exhausted: [false, false],
            is_false: None,
        };
        let [one, other] = sides.clone();
        Some(Self {
            id: PairId::new(one, other),
            key,
            content: content([(digests[0], completed[0]), (digests[1], completed[1])]),
            outcome: pair.outcome,
            guess: guess(&facts),
            sides,
        })
    }

    /// A short name that tells the pair without telling an arm.
    #[must_use]
    pub fn name(&self) -> String {
        name(&self.id)
    }

    /// What to write down of it.
    #[must_use]
    pub fn mark(&self, what: What) -> Mark {
        Mark { pair: self.id.clone(), key: self.key.clone(), content: self.content.clone(), what }
    }

    /// A label for it, with the guess beside it.
    #[must_use]
    pub fn label(&self, label: PairLabel, is_blind: bool) -> Mark {
        self.mark(What::Label { label, guess: self.guess.clone(), is_blind })
    }
}

/// A short name of a pair: 12 hex digits.
#[must_use]
pub fn name(pair: &PairId) -> String {
    let [one, other] = pair.sides();
    let text = [one.0.as_str(), &one.1, other.0.as_str(), &other.1].map(Json::from);
    let hash = Sha256::digest(Json::from(text.to_vec()).to_string());
    let first = hash.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes));
    format!("{:012x}", first >> 16)
}

/// The list without rows.
#[must_use]
pub fn table() -> Table {
    let hidden = |key| Column { is_shown: false, ..Column::words(key, key) };
    Table::new(
        "pairs",
        &[
            Column::words("pair", "pair"),
            Column::words("task", "task"),
            Column::words("model", "model"),
            Column::numbers("trial", "trial"),
            Column::words("outcome", "outcome"),
            hidden("first_arm"),
            hidden("first"),
            hidden("second_arm"),
            hidden("second"),
            Column::words("guess", "guess"),
            Column::words("label", "label"),
            Column::words("state", "state"),
            Column::words("author", "by"),
            hidden("at"),
            hidden("blind"),
            Column::below("why", "why guessed"),
            Column::below("note", "note"),
        ],
    )
}

/// The row of a case. Blind, what would sway the person is hidden until the pair has its label.
#[must_use]
pub fn row(case: &Case, labels: &Labels, blind: Option<Blind>) -> Vec<Json> {
    let standing = labels.standing(&case.id, &case.content);
    let said = standing.said();
    let blind = blind.filter(|_| standing.label().is_none());
    let open = |text: &str| Json::from(if blind.is_some() { HIDDEN } else { text });
    let maybe = |text: Option<&str>| text.map_or(Json::Null, Json::from);
    let of_key = |key: &str| case.key.get(key).cloned().unwrap_or(Json::Null);
    // What a label said is shown with it, even after the calls have changed; blind, only that there is one.
    let what = said.and_then(|said| said.judgement()).map(|mark| &mark.what);
    let (label, was_blind) = match what {
        Some(What::Label { label, is_blind, .. }) if blind.is_none() => (Some(label.name()), Some(*is_blind)),
        _ => (None, None),
    };
    let notes = labels.get(&case.id).map(|of| of.notes.as_slice()).unwrap_or_default();
    let notes: Vec<&str> = notes.iter().map(|said| said.reason.as_str()).collect();
    let [first, second] = &case.sides;
    let guess = case.guess.as_ref();
    vec![
        case.name().into(),
        of_key("task"),
        of_key("model"),
        of_key("trial"),
        open(case.outcome.name()),
        open(&first.1),
        open(first.0.as_str()),
        open(&second.1),
        open(second.0.as_str()),
        guess.map_or(Json::Null, |guess| open(guess.label.name())),
        maybe(label),
        standing.name().into(),
        maybe(said.map(|said| said.author.as_str())),
        maybe(said.map(|said| said.at.as_str())),
        was_blind.map_or(Json::Null, Json::from),
        guess.map_or(Json::Null, |guess| open(&guess.reason)),
        if notes.is_empty() { Json::Null } else { notes.join(" / ").into() },
    ]
}

#[cfg(test)]
mod tests;
