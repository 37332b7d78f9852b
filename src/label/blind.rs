//! Blind labelling: which run is called A is drawn, and nothing says which arm it was or how it ended.

use super::mark::PairId;
use crate::rng::{Rng, key};

/// What hides, until a pair has its label, what would sway the person who gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blind {
    /// The seed of the draw: the same seed hides a pair in the same way.
    pub seed: u64,
}

/// The seed where none is asked for: a pair is hidden in the same way at every visit.
pub const SEED: u64 = 1;

/// What stands where something is hidden.
pub const HIDDEN: &str = "hidden";

impl Blind {
    /// Which of the two sides (0 the first arm, 1 the second) is called A; the other one is B. It is drawn for each pair
    /// by itself, and is the same whichever of its arms is called the first.
    #[must_use]
    pub fn is_first_a(self, pair: &PairId, first: &(crate::domain::ids::EpisodeId, String)) -> bool {
        let [one, two] = pair.sides();
        let keys = [key(one.0.as_str()), key(&one.1), key(two.0.as_str()), key(&two.1)];
        let is_one_a = Rng::of(self.seed, &keys).percent(50);
        (one == first) == is_one_a
    }
}
