//! Labels of discordant pairs as a list, and how far two sets of them agree: what the screen, `vidimus labels` and the
//! exports say alike.

mod agreement;
mod given;
mod sheet;
mod vocabulary;

pub use agreement::{Sides, agreement, agreement_json, kappa_words};
pub use given::{Given, given, given_json};
pub use sheet::{said_in, sheet};
pub use vocabulary::vocabulary;

use sha2::{Digest, Sha256};

use crate::digest::{EpisodeDigest, EpisodeLabel};
use crate::domain::ids::EpisodeId;
use crate::domain::json::{Json, Object};
use crate::label::blind::{Blind, HIDDEN};
use crate::label::guess::guess;
use crate::label::{Entry, Facts, Guess, Labels, Mark, PairId, PairLabel, Parting, Side, Standing, What, content};
use crate::page::{Column, Table};
use crate::pair::{Braid, Field, Pair, PairOutcome, Pairing, Run};
use crate::words::counted;

/// How a dispute ends.
pub const SETTLED: &str = "It is settled once all give the same label, or take theirs back.";

/// A pair that came out differently, ready to be labelled.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its two among the runs that were paired.
    pub pair: Pair,
    /// What names it.
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
    /// How many calls each made.
    pub calls: [usize; 2],
}

impl Case {
    /// A pair as a case, its two laid side by side; nothing if they did not come out differently.
    #[must_use]
    pub fn new(
        pairing: &Pairing,
        runs: &[Run],
        pair: &Pair,
        digests: [&EpisodeDigest; 2],
        braid: &Braid,
    ) -> Option<Self> {
        if !matches!(pair.outcome, PairOutcome::Win | PairOutcome::Loss) {
            return None;
        }
        let (first, second) = (runs.get(pair.first)?, runs.get(pair.second)?);
        let side = |run: &Run| {
            let arm = run.value(&pairing.plan.axis).map_or_else(String::new, std::borrow::Cow::into_owned);
            (run.episode.clone(), arm)
        };
        let sides = [side(first), side(second)];
        // In a field that is none of the key the two may differ: then neither value is that of the pair.
        let keys = |wanted: &Field| pairing.plan.key().any(|field| field == wanted);
        let mut key = Object::new().with("task", first.task.as_str());
        if let Some(model) = first.model.as_ref().filter(|_| keys(&Field::Model)) {
            key.insert("model", model.as_str());
        }
        if let Some(trial) = first.trial.filter(|_| keys(&Field::Trial)) {
            key.insert("trial", trial);
        }
        let is_exhausted =
            |digest: &EpisodeDigest| digest.labels.iter().any(|it| it.label == EpisodeLabel::BudgetExhausted);
        let completed = [first.completed, second.completed];
        let facts = Facts {
            digests,
            completed,
            parting: Parting::of(braid),
            is_exhausted: digests.map(is_exhausted),
            is_false: None,
        };
        let [one, other] = sides.clone();
        Some(Self {
            pair: *pair,
            id: PairId::new(one, other),
            key,
            content: content([(digests[0], completed[0]), (digests[1], completed[1])]),
            outcome: pair.outcome,
            guess: guess(&facts),
            sides,
            calls: digests.map(|digest| digest.calls.len()),
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
    pub fn label(&self, label: PairLabel, blind: Option<Blind>) -> Mark {
        self.mark(What::Label { label, guess: self.guess.clone(), blind })
    }

    /// The same to be counted, by its place among the pairs and where it stands.
    #[must_use]
    pub fn entry<'l>(&'l self, pair: u32, standing: Standing<'l>) -> Entry<'l> {
        let side = if self.outcome == PairOutcome::Win { Side::Won } else { Side::Lost };
        Entry { pair, id: &self.id, side, standing, guess: self.guess.as_ref().map(|guess| guess.label) }
    }

    /// Its sides (0 the first arm, 1 the second) as they are called A and B.
    #[must_use]
    pub fn drawn(&self, blind: Blind) -> [usize; 2] {
        if blind.is_first_a(&self.id, &self.sides[0]) { [0, 1] } else { [1, 0] }
    }

    /// Whether the run of a side completed.
    #[must_use]
    pub fn is_done(&self, side: usize) -> bool {
        (self.outcome == PairOutcome::Win) == (side == 1)
    }

    /// Whether a person who labels blind is not to know yet how it came out.
    #[must_use]
    pub fn is_hidden(&self, labels: &Labels) -> bool {
        !matches!(labels.standing(&self.id, &self.content), Standing::Labelled(_) | Standing::Disputed(_))
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

/// The columns that hide what a blind person is not to know; a filter by one would leave only labelled pairs.
pub const SECRET: [&str; 8] = ["outcome", "first_arm", "first", "second_arm", "second", "guess", "why", "disputed"];

/// The list without rows; blind, it has the two sides under their drawn names.
#[must_use]
pub fn table(is_blind: bool) -> Table {
    let hidden = |key| Column { is_shown: false, ..Column::words(key, key) };
    let table = Table::new(
        "pairs",
        &[
            Column::words("pair", "pair"),
            Column::words("task", "task"),
            Column::words("model", "model"),
            Column::numbers("trial", "trial"),
            Column::words("outcome", "outcome"),
            Column { is_shown: is_blind, ..Column::words("side_a", "A") },
            Column { is_shown: is_blind, ..Column::words("side_b", "B") },
            hidden("first_arm"),
            hidden("first"),
            hidden("second_arm"),
            hidden("second"),
            Column::words("guess", "guess"),
            Column::words("label", "label"),
            Column::words("state", "state"),
            Column::words("author", "by"),
            Column::below("disputed", "disputed"),
            hidden("at"),
            hidden("blind"),
            Column::below("why", "why guessed"),
            Column::below("note", "note"),
        ],
    );
    table.with_whole_markdown()
}

/// The row of a case. Blind, what would sway the person is hidden until the pair has its label.
#[must_use]
pub fn row(case: &Case, labels: &Labels, blind: Option<Blind>) -> Vec<Json> {
    let standing = labels.standing(&case.id, &case.content);
    let said = standing.said();
    let is_hidden = blind.is_some() && case.is_hidden(labels);
    let open = |text: &str| Json::from(if is_hidden { HIDDEN } else { text });
    let maybe = |text: Option<&str>| text.map_or(Json::Null, Json::from);
    let of_key = |key: &str| case.key.get(key).cloned().unwrap_or(Json::Null);
    // What a label said is shown with it, even after the calls have changed; blind, only that there is one.
    let label = said.and_then(|said| said.judgement()).and_then(|mark| match mark.what {
        What::Label { label, .. } if !is_hidden => Some(label.name()),
        _ => None,
    });
    let behind = Behind::of(&standing);
    let (label, disputed) = match disputants(&standing).as_slice() {
        [] => (label, None),
        several => (None, Some(several.join(" / "))),
    };
    let notes = note_texts(notes(labels, &case.id));
    let [first, second] = &case.sides;
    let sides = blind.map(|blind| case.drawn(blind).map(|side| side_words(case, side, is_hidden)));
    let side = |place: usize| maybe(sides.as_ref().and_then(|sides| sides.get(place)).map(String::as_str));
    let guess = case.guess.as_ref();
    vec![
        case.name().into(),
        of_key("task"),
        of_key("model"),
        of_key("trial"),
        open(case.outcome.name()),
        side(0),
        side(1),
        open(&first.1),
        open(first.0.as_str()),
        open(&second.1),
        open(second.0.as_str()),
        guess.map_or(Json::Null, |guess| open(guess.label.name())),
        maybe(label),
        standing.name().into(),
        maybe(behind.author),
        disputed.map_or(Json::Null, |said| open(&said)),
        maybe(behind.at),
        behind.is_blind.filter(|_| !is_hidden).into(),
        // A line that says `hidden` below every row would tell nothing more.
        guess.filter(|_| !is_hidden).map_or(Json::Null, |guess| guess.reason.as_str().into()),
        if notes.is_empty() { Json::Null } else { open(&notes.join(" / ")) },
    ]
}

/// What stands behind the label in force, or behind the last one where people differ.
#[derive(Clone, Copy, Debug, Default)]
pub struct Behind<'l> {
    /// Who gave it.
    pub author: Option<&'l str>,
    /// When.
    pub at: Option<&'l str>,
    /// Whether it was given blind.
    pub is_blind: Option<bool>,
}

impl<'l> Behind<'l> {
    /// What stands behind a label.
    #[must_use]
    pub fn of(standing: &Standing<'l>) -> Self {
        let Some(said) = standing.said() else { return Self::default() };
        let is_blind = said.judgement().and_then(|mark| match &mark.what {
            What::Label { blind, .. } => Some(blind.is_some()),
            What::Note => None,
        });
        Self { author: Some(&said.author), at: Some(&said.at), is_blind }
    }
}

/// What people noted of a pair, oldest first, each with who said it.
#[must_use]
pub fn notes(labels: &Labels, pair: &PairId) -> Vec<(String, String)> {
    let notes = labels.get(pair).map(|of| of.notes.as_slice()).unwrap_or_default();
    notes.iter().map(|said| (said.author.clone(), said.reason.clone())).collect()
}

/// Notes as they are written down: where several people noted something, each with who said it.
#[must_use]
pub fn note_texts(notes: Vec<(String, String)>) -> Vec<String> {
    let is_one = notes.windows(2).all(|two| matches!(two, [(one, _), (other, _)] if one == other));
    notes.into_iter().map(|(author, text)| if is_one { text } else { format!("{author}: {text}") }).collect()
}

/// Who says what of a disputed pair: `Mia: other`; else nothing.
#[must_use]
pub fn disputants(standing: &Standing<'_>) -> Vec<String> {
    standing.disputants().into_iter().map(|(author, label)| format!("{author}: {}", label.name())).collect()
}

/// What stands of a side in a blind list: how many calls it made, and once that is no secret whose it is.
fn side_words(case: &Case, side: usize, is_hidden: bool) -> String {
    let calls = counted(case.calls.get(side).copied().unwrap_or_default(), "call");
    match case.sides.get(side) {
        Some((_, arm)) if !is_hidden => {
            format!("{arm}, {}, {calls}", if case.is_done(side) { "completed" } else { "failed" })
        }
        _ => calls,
    }
}

#[cfg(test)]
mod tests;
