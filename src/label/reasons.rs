//! Why the pairs of a study were won and lost, counted: what people said, what is only guessed, and how far the two
//! agree. One count for the study, for `vidimus labels` and for the screens.

use std::collections::BTreeMap;

use super::agreement::Comparison;
use super::mark::{PairId, What};
use super::standing::Standing;
use super::word::PairLabel;

/// A pair that came out differently, as it is counted.
#[derive(Clone, Debug)]
pub struct Entry<'l> {
    /// Its place among the pairs.
    pub pair: u32,
    /// Its name.
    pub id: &'l PairId,
    /// How the second arm did.
    pub side: Side,
    /// Where it stands.
    pub standing: Standing<'l>,
    /// What is guessed of it now.
    pub guess: Option<PairLabel>,
}

/// How a pair came out for the second arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// Only the second arm completed.
    Won,
    /// Only the first did.
    Lost,
}

impl Side {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
        }
    }
}

/// Who says why a pair came out as it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// People, who are at one.
    Person,
    /// People, who differ: so there is no one label.
    Dispute,
    /// The rules alone.
    Rule,
    /// Nobody: it has no label, and the rules have no guess.
    Nobody,
}

impl Source {
    /// The name in data.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Dispute => "dispute",
            Self::Rule => "rule",
            Self::Nobody => "nobody",
        }
    }

    /// The words in tables.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Person => "labelled",
            Self::Dispute => "disputed",
            Self::Rule => "only guessed",
            Self::Nobody => "no guess",
        }
    }
}

/// The pairs behind each number, by their places.
#[derive(Clone, Debug, Default)]
pub struct Reasons {
    /// All that came out differently.
    pub pairs: Vec<u32>,
    /// Those with a label in force.
    pub labelled: Vec<u32>,
    /// Of these, those whose label was given while arms, outcomes and guesses were hidden.
    pub blind: Vec<u32>,
    /// Those on which people differ.
    pub disputed: Vec<u32>,
    /// Those labelled when their calls or outcomes were others: they count as if nobody had said anything.
    pub changed: Vec<u32>,
    /// All once more, each where it belongs: by outcome, by who says it, and by what they say.
    pub why: BTreeMap<(Side, Source, Option<PairLabel>), Vec<u32>>,
    /// Those with a label beside which a guess stood: label and guess are the same.
    pub as_guessed: Vec<u32>,
    /// Likewise, and they are not.
    pub not_as_guessed: Vec<u32>,
    /// The labels in force beside what was guessed when they were given.
    pub comparison: Comparison,
}

impl Reasons {
    /// Counts.
    #[must_use]
    pub fn of<'l>(entries: impl IntoIterator<Item = Entry<'l>>) -> Self {
        let mut reasons = Self::default();
        entries.into_iter().for_each(|entry| reasons.count(&entry));
        reasons
    }

    fn count(&mut self, entry: &Entry<'_>) {
        self.pairs.push(entry.pair);
        let (source, label) = match &entry.standing {
            Standing::Labelled(_) => (Source::Person, entry.standing.label()),
            Standing::Disputed(_) => (Source::Dispute, None),
            Standing::Changed(_) | Standing::Unlabelled if entry.guess.is_some() => (Source::Rule, entry.guess),
            Standing::Changed(_) | Standing::Unlabelled => (Source::Nobody, None),
        };
        self.why.entry((entry.side, source, label)).or_default().push(entry.pair);
        match &entry.standing {
            Standing::Labelled(said) => {
                self.labelled.push(entry.pair);
                if let Some(What::Label { label, guess, blind }) = said.judgement().map(|mark| &mark.what) {
                    self.blind.extend(blind.map(|_| entry.pair));
                    let guess = guess.as_ref().map(|guess| guess.label);
                    self.comparison.count(entry.id, guess, *label);
                    if let Some(guess) = guess {
                        let side = if guess == *label { &mut self.as_guessed } else { &mut self.not_as_guessed };
                        side.push(entry.pair);
                    }
                }
            }
            Standing::Disputed(_) => {
                self.disputed.push(entry.pair);
                self.comparison.disputed += 1;
            }
            Standing::Changed(_) => self.changed.push(entry.pair),
            Standing::Unlabelled => {}
        }
    }

    /// The pairs with a label beside which a guess stood, in their order.
    #[must_use]
    pub fn compared(&self) -> Vec<u32> {
        let mut all = [self.as_guessed.as_slice(), &self.not_as_guessed].concat();
        all.sort_unstable();
        all
    }

    /// How many came out that way.
    #[must_use]
    pub fn on(&self, side: Side) -> u64 {
        self.why.iter().filter(|((of, ..), _)| *of == side).map(|(_, pairs)| pairs.len() as u64).sum()
    }
}
