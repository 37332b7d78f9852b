//! The two of every pair laid side by side, as their episodes are read. There may be a hundred thousand pairs, and
//! episodes come in a thousand pieces: with each piece only the pairs are looked at whose episodes are in it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use crate::app::App;
use crate::app::data::LedgerId;
use crate::app::screen::episodes::EpisodeRef;
use crate::app::screen::pairs::{PairKey, Sort};
use crate::digest::EpisodeDigest;
use crate::lens::labels::Case;
use crate::pair::{Braid, Pairing};
use crate::query::filter::narrows;

/// What was read of the two of a pair, and how they part.
#[derive(Clone, Debug)]
pub(super) struct Laid {
    pub(super) digests: [Arc<EpisodeDigest>; 2],
    pub(super) braid: Arc<Braid>,
    /// As something to label, if the two came out differently.
    pub(super) case: Option<Arc<Case>>,
}

/// Which episode is in which pair, and which of them were read since pairs were laid last.
#[derive(Clone, Debug, Default)]
pub(super) struct Seats {
    /// By ledger, its runs.
    runs: BTreeMap<LedgerId, Range<usize>>,
    /// By run, the place of its pair.
    pairs: Vec<Option<usize>>,
    read: BTreeSet<EpisodeRef>,
    /// How many pairs were laid.
    laid: usize,
    /// How many pairs were laid when the rows of the list were taken last.
    listed_at: usize,
}

impl Seats {
    /// For the episodes behind the runs, ledger by ledger as they lie in them.
    pub(super) fn new(episodes: &[EpisodeRef], pairing: &Pairing) -> Self {
        let mut runs: BTreeMap<LedgerId, Range<usize>> = BTreeMap::new();
        for (run, episode) in episodes.iter().enumerate() {
            runs.entry(episode.ledger).or_insert(run..run).end = run + 1;
        }
        let mut pairs = vec![None; episodes.len()];
        for (place, pair) in pairing.pairs.iter().enumerate() {
            for run in [pair.first, pair.second] {
                if let Some(seat) = pairs.get_mut(run) {
                    *seat = Some(place);
                }
            }
        }
        Self { runs, pairs, ..Self::default() }
    }

    /// The run of an episode.
    pub(super) fn run_of(&self, episode: EpisodeRef) -> Option<usize> {
        self.runs.get(&episode.ledger)?.clone().nth(episode.place)
    }

    /// The place of the pair of a run.
    pub(super) fn pair_of(&self, run: usize) -> Option<usize> {
        *self.pairs.get(run)?
    }
}

impl App {
    /// More is known of how the two of a pair part.
    pub(in crate::app) fn outdate_braids(&mut self) {
        self.pairs.stale = self.pairs.stale.max(super::Stale::Braids);
    }

    /// These episodes of a ledger were read, by their places.
    pub(in crate::app) fn were_read(&mut self, ledger: LedgerId, places: impl Iterator<Item = usize>) {
        self.pairs.seats.read.extend(places.map(|place| EpisodeRef { ledger, place }));
    }

    /// Lays the two of every pair side by side that were read.
    pub(super) fn lay_all(&mut self) {
        self.pairs.seats.read.clear();
        self.pairs.seats.laid = self.pairs.laid.iter().flatten().count();
        for place in 0..self.pairs.keys.len() {
            self.lay(place);
        }
    }

    /// Lays those side by side that were read since.
    pub(super) fn lay_read(&mut self) {
        let seats = &mut self.pairs.seats;
        let read = std::mem::take(&mut seats.read);
        let places: BTreeSet<usize> =
            read.into_iter().filter_map(|episode| seats.pair_of(seats.run_of(episode)?)).collect();
        for place in places {
            let Some(key) = self.pairs.keys.get(place).cloned() else { continue };
            self.count_label_of(&key, false);
            self.lay(place);
            self.count_label_of(&key, true);
        }
    }

    fn lay(&mut self, place: usize) -> Option<()> {
        let pairing = self.pairs.pairing.as_ref()?;
        let pair = pairing.pairs.get(place)?;
        let digest = |run: usize| {
            let episode = self.pairs.episodes.get(run)?;
            self.data.digest_of(episode.ledger, episode.place)
        };
        // What was read before stays until it is read again: whoever labels it is not interrupted.
        let (first, second) = (digest(pair.first)?, digest(pair.second)?);
        let known = self.pairs.laid.get(place)?.as_ref();
        if known.is_some_and(|laid| Arc::ptr_eq(&laid.digests[0], first) && Arc::ptr_eq(&laid.digests[1], second)) {
            return None;
        }
        let braid = Arc::new(Braid::new(first, second));
        let digests = [Arc::clone(first), Arc::clone(second)];
        let case = Case::new(pairing, &self.pairs.runs, pair, [first, second], &braid).map(Arc::new);
        let seat = self.pairs.laid.get_mut(place)?;
        self.pairs.seats.laid += usize::from(seat.is_none());
        *seat = Some(Laid { digests, braid, case });
        Some(())
    }

    /// Takes the rows of the list anew where what was read decides which they are, and in which order. While reading
    /// goes on, only once there is a good part more: it takes a look at every pair.
    pub(super) fn list_what_was_read(&mut self) {
        let screen = &self.pairs.screen;
        let is_free = screen.filter.trim().is_empty() && !matches!(screen.sort, Sort::Step | Sort::Kind | Sort::Label);
        if is_free && !self.is_blind() {
            return;
        }
        let Seats { laid, listed_at: before, .. } = self.pairs.seats;
        if self.data.is_digested() || laid > before + before / 4 {
            self.refresh_pairs();
        }
    }

    /// Takes another filter; while words are typed on, only the rows that are shown are asked again.
    pub(in crate::app) fn set_pair_filter(&mut self, filter: String) {
        let narrows = narrows(&self.pairs.screen.filter, &filter);
        self.pairs.screen.filter = filter;
        if !narrows {
            return self.refresh_pairs();
        }
        let filter = self.read_pair_filter(&self.pairs.screen.filter).unwrap_or_default();
        let passes = |key: &&PairKey| self.pair_facts(key).is_some_and(|facts| filter.passes_with(|| facts.values()));
        let rows = self.pairs.screen.list.rows().iter().filter(passes).cloned().collect();
        self.pairs.screen.list.set_rows(rows);
    }

    /// The rows of the list were taken.
    pub(super) fn has_listed(&mut self) {
        self.pairs.seats.listed_at = self.pairs.seats.laid;
    }
}
