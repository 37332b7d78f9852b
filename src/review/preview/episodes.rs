//! What a preview must know of episodes: which are clean, and which make a pair.

use std::collections::BTreeMap;

use super::table::Spot;
use crate::pair::{Pair, Run, against_each};

/// One episode of one ledger.
#[derive(Clone, Debug)]
pub struct Episode {
    /// The ledger, as a number that whoever asks understands.
    pub ledger: u32,
    /// The place of the episode in it.
    pub episode: u32,
    /// Whether none of its calls carries a fault label.
    pub is_clean: bool,
    /// What decides with which other it pairs.
    pub run: Run,
}

/// The episodes of all ledgers, and their pairs.
#[derive(Clone, Debug, Default)]
pub struct Episodes {
    list: Vec<Episode>,
    places: BTreeMap<(u32, u32), usize>,
    pairs: Vec<Pair>,
    /// By episode: the pairs it is in.
    pairs_of: Vec<Vec<usize>>,
}

impl Episodes {
    /// Pairs the episodes up, over all ledgers.
    #[must_use]
    pub fn new(list: Vec<Episode>) -> Self {
        let runs: Vec<Run> = list.iter().map(|episode| episode.run.clone()).collect();
        let pairs = against_each(&runs);
        let mut pairs_of = vec![Vec::new(); list.len()];
        for (number, pair) in pairs.iter().enumerate() {
            for place in [pair.first, pair.second] {
                pairs_of.get_mut(place).into_iter().for_each(|of: &mut Vec<usize>| of.push(number));
            }
        }
        let places = list.iter().enumerate().map(|(place, it)| ((it.ledger, it.episode), place));
        Self { places: places.collect(), list, pairs, pairs_of }
    }

    /// The episode of a call.
    #[must_use]
    pub fn of(&self, spot: Spot) -> Option<&Episode> {
        self.list.get(*self.places.get(&(spot.ledger, spot.episode))?)
    }

    /// How many pairs there are.
    #[must_use]
    pub fn pair_count(&self) -> usize {
        self.pairs.len()
    }

    /// The two episodes of a pair.
    #[must_use]
    pub fn both(&self, pair: Pair) -> Option<(&Episode, &Episode)> {
        Some((self.list.get(pair.first)?, self.list.get(pair.second)?))
    }

    /// The pairs that a call is in.
    pub(super) fn pairs_with(&self, spot: Spot) -> impl Iterator<Item = Pair> + '_ {
        let place = self.places.get(&(spot.ledger, spot.episode));
        let of = place.and_then(|place| self.pairs_of.get(*place)).map(Vec::as_slice).unwrap_or_default();
        of.iter().filter_map(|number| self.pairs.get(*number).copied())
    }
}
