//! Blind labelling: until a pair has its label, its arms are A and B and its outcome is hidden.

use super::PairKey;
use crate::app::App;
use crate::label::blind::{Blind, SEED};

/// The names of the two while arms are hidden.
const NAMES: [&str; 2] = ["A", "B"];

impl App {
    /// Begins to label blindly, or ends it.
    pub(in crate::app) fn toggle_blind(&mut self) {
        let is_blind = self.labelling.blind.is_some();
        self.labelling.blind = (!is_blind).then_some(Blind { seed: SEED });
        self.notice = Some(if is_blind {
            "arms, outcomes and guesses are shown again".into()
        } else {
            "blind: only pairs that came out differently are listed; arms are A and B, outcomes and guesses are hidden \
             until a pair has its label; b ends it"
                .into()
        });
        self.refresh_pairs();
        if let Some(open) = self.pairs.open.as_ref().map(|open| open.pair.clone()) {
            self.open_pair(&open);
        }
    }

    /// Whether labelling is blind.
    pub fn is_blind(&self) -> bool {
        self.labelling.blind.is_some()
    }

    /// Whether arms, outcome and guess of a pair are hidden now.
    pub fn is_hidden(&self, pair: &PairKey) -> bool {
        self.is_blind() && self.case(pair).is_some() && self.label_of(pair).is_none()
    }

    /// Why the episodes of a pair are not to be told, while they are not.
    pub(in crate::app) fn why_hidden(&self, pair: &PairKey) -> Option<&'static str> {
        let why = "blind: its episodes would tell arm and outcome: e labels the pair first, b ends blind labelling";
        self.is_hidden(pair).then_some(why)
    }

    /// The pair that keys are for.
    pub(in crate::app) fn pair_under_cursor(&self) -> Option<&PairKey> {
        self.pairs.open.as_ref().map(|open| &open.pair).or_else(|| self.pairs.screen.list.selected())
    }

    /// Whether there is a guess to confirm at the pair under the cursor.
    pub fn has_guess_here(&self) -> bool {
        self.pair_under_cursor()
            .is_some_and(|pair| !self.is_hidden(pair) && self.case(pair).is_some_and(|case| case.guess.is_some()))
    }

    /// Whether the second arm of a pair stands first, as it was drawn.
    pub(in crate::app) fn is_turned(&self, pair: &PairKey) -> bool {
        let Some((blind, case)) = self.labelling.blind.zip(self.case(pair)).filter(|_| self.is_hidden(pair)) else {
            return false;
        };
        !blind.is_first_a(&case.id, &case.sides[0])
    }

    /// What the two of a pair are called, first arm first.
    pub fn pair_names(&self, pair: &PairKey) -> Option<[&str; 2]> {
        let names = self.pairs.arms()?;
        if !self.is_hidden(pair) {
            return Some(names);
        }
        let [a, b] = NAMES;
        Some(if self.is_turned(pair) { [b, a] } else { [a, b] })
    }
}
