//! How far two sets of labels agree: a person and the guess, or two people.

use std::collections::{BTreeMap, BTreeSet};

use super::mark::PairId;
use super::standing::Labels;
use super::word::PairLabel;
use crate::statistics::{Agreement, agreement};

/// A pair that got two labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Both {
    /// The pair.
    pub pair: PairId,
    /// The label of the first, and of the second.
    pub labels: [PairLabel; 2],
}

/// Two sets of labels beside each other.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The pairs that both labelled, in the order of their names.
    pub both: Vec<Both>,
    /// How many pairs only the first labelled, and only the second.
    pub alone: [usize; 2],
    /// How many pairs both labelled, but not with the same calls and outcomes before them: counted nowhere else.
    pub other_content: usize,
    /// On how many pairs several people of one of the two sets differ, so that the set has no one label: counted nowhere
    /// else.
    pub disputed: usize,
}

impl Comparison {
    /// Counts the label of a pair, and the guess that stood beside it when it was given.
    pub(super) fn count(&mut self, pair: &PairId, guess: Option<PairLabel>, label: PairLabel) {
        match guess {
            Some(guess) => self.both.push(Both { pair: pair.clone(), labels: [guess, label] }),
            None => self.alone[1] += 1,
        }
    }

    /// Two people.
    #[must_use]
    pub fn of_people(first: &Labels, second: &Labels) -> Self {
        let content = |said: &super::mark::Said| said.judgement().map(|mark| mark.content.clone());
        let mut seconds: BTreeMap<_, _> =
            second.last().map(|(pair, label, said)| (pair, (label, content(said)))).collect();
        let disputed: BTreeSet<&PairId> = first.disputed().chain(second.disputed()).collect();
        seconds.retain(|pair, _| !disputed.contains(pair));
        let mut comparison = Self { disputed: disputed.len(), ..Self::default() };
        for (pair, label, said) in first.last().filter(|(pair, ..)| !disputed.contains(pair)) {
            match seconds.remove(pair) {
                None => comparison.alone[0] += 1,
                Some((_, of_second)) if of_second != content(said) => comparison.other_content += 1,
                Some((of_second, _)) => comparison.both.push(Both { pair: pair.clone(), labels: [label, of_second] }),
            }
        }
        comparison.alone[1] = seconds.len();
        comparison
    }

    /// Takes in what another file says.
    pub fn extend(&mut self, more: Self) {
        self.both.extend(more.both);
        for (count, more) in self.alone.iter_mut().zip(more.alone) {
            *count += more;
        }
        self.other_content += more.other_content;
        self.disputed += more.disputed;
    }

    /// How often each label of the first (row) met each label of the second (column), in the order of
    /// [`PairLabel::ALL`].
    #[must_use]
    pub fn matrix(&self) -> Vec<Vec<u64>> {
        let mut matrix = vec![vec![0; PairLabel::ALL.len()]; PairLabel::ALL.len()];
        for both in &self.both {
            let [row, column] = both.labels.map(PairLabel::place);
            if let Some(cell) = matrix.get_mut(row).and_then(|row| row.get_mut(column)) {
                *cell += 1;
            }
        }
        matrix
    }

    /// Agreement and Cohen's kappa.
    #[must_use]
    pub fn agreement(&self) -> Agreement {
        agreement(&self.matrix())
    }

    /// The pairs on which they differ.
    pub fn apart(&self) -> impl Iterator<Item = &Both> {
        self.both.iter().filter(|both| both.labels[0] != both.labels[1])
    }
}
