//! Blind labelling: until a pair has its label, its arms are A and B and its outcome is hidden.

use super::{Kept, PairKey};
use crate::app::filter::Filtered;
use crate::app::window::View;
use crate::app::{Among, App, Overlay, Tab};
use crate::label::blind::{Blind, SEED};
use crate::lens::labels::Case;

/// Why what was asked for is not shown.
pub(in crate::app) const ONLY_PAIRS: &str =
    "blind: only the pairs are shown, everything else could tell arms and outcomes; b ends blind labelling";

/// Whether a window can be looked at by somebody who is not to know arms and outcomes.
fn tells_nothing(window: &Overlay) -> bool {
    match window {
        Overlay::Page(window) => matches!(
            window.view,
            View::Help(_)
                | View::Log
                | View::CommandLine
                | View::Agreement
                | View::Vocabulary
                | View::Beside
                // It leaves out what tells, message by message.
                | View::Said
        ),
        Overlay::Find(finder) => {
            matches!(finder.among, Among::Commands | Among::Pairings | Among::Labels | Among::Orders)
        }
        Overlay::Ask(_) => true,
        Overlay::Reader(_) => false,
    }
}

/// The names of the two while arms are hidden.
const NAMES: [&str; 2] = ["A", "B"];

impl App {
    /// Begins to label blindly, or ends it.
    pub(in crate::app) fn toggle_blind(&mut self) {
        let is_blind = self.labelling.blind.is_some();
        self.labelling.blind = (!is_blind).then_some(Blind { seed: SEED });
        // Whoever comes back, even after the program was killed, comes back to what they saw.
        self.remember();
        self.notice = Some(if is_blind {
            "arms, outcomes and guesses are shown again".into()
        } else {
            "blind: only pairs that came out differently are listed; arms are A and B, outcomes and guesses are hidden \
             until a pair has its label; b ends it"
                .into()
        });
        self.drop_telling_filter();
        // What is behind one number of the study, such as who won, would tell it of every row.
        self.pairs.screen.only = None;
        self.count_labels();
        self.refresh_pairs();
        if let Some(open) = self.pairs.open.as_ref().map(|open| open.pair.clone()) {
            self.open_pair(&open);
        }
    }

    /// A filter by what is hidden goes, and that is told.
    fn drop_telling_filter(&mut self) {
        if self.is_blind() && self.read_pair_filter(&self.pairs.screen.filter).is_err() {
            let filter = std::mem::take(&mut self.pairs.screen.filter);
            let said = self.notice.take().unwrap_or_default();
            self.notice = Some(format!("the filter {filter} asked for what is hidden, and is gone; {said}"));
        }
    }

    /// Takes up blind labelling where the last visit left it.
    pub(in crate::app) fn take_up_blind(&mut self, seed: Option<u64>) {
        self.labelling.blind = seed.map(|seed| Blind { seed });
        if seed.is_some() {
            self.tab = Tab::Pairs;
            self.chosen_tab = true;
            self.drop_telling_filter();
        }
    }

    /// What A and B are drawn from, while labelling is blind.
    pub(in crate::app) fn blind_seed(&self) -> Option<u64> {
        self.labelling.blind.map(|blind| blind.seed)
    }

    /// While labelling is blind nothing is on screen but the pairs, and windows that tell nothing of single ones: this is
    /// the one place that decides, after whatever happened, so that no way leads past it.
    pub(in crate::app) fn stay_blind(&mut self) {
        if !self.is_blind() {
            return;
        }
        let windows = self.overlays.len();
        self.overlays.retain(tells_nothing);
        let is_searching =
            self.filter_prompt.take_if(|prompt| !matches!(prompt.list, Filtered::Pairs | Filtered::Lines)).is_some();
        let is_elsewhere = std::mem::replace(&mut self.tab, Tab::Pairs) != Tab::Pairs;
        let is_touring = self.leave_tour();
        if is_elsewhere || is_searching || is_touring || self.overlays.len() < windows {
            self.notice = Some(ONLY_PAIRS.into());
        }
    }

    /// Whether labelling is blind.
    pub fn is_blind(&self) -> bool {
        self.labelling.blind.is_some()
    }

    /// Whether arms, outcome, guess and what others say of a pair are hidden now: until the person themself labelled it.
    pub fn is_hidden(&self, pair: &PairKey) -> bool {
        let is_mine = |case: &Case| {
            let by_me = |kept: &Kept| kept.labels.label_by(&self.review.author, &case.id, &case.content);
            self.kept(pair).and_then(by_me).is_some()
        };
        self.is_blind() && self.case(pair).is_some_and(|case| !is_mine(case))
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
