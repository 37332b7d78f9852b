//! The pairs among everything that is loaded: made when somebody looks at them, and again when the files change.

mod beside;
mod braid;
mod laying;
mod moving;
mod places;
mod plan;
mod said;

pub(super) use beside::named;

use std::collections::HashMap;
use std::sync::Arc;

use laying::{Laid, Seats};

use super::data::LedgerId;
use super::screen::braid::BraidScreen;
use super::screen::episodes::EpisodeRef;
use super::screen::pairs::{Cell, PairKey, PairsScreen, Sort};
use super::{App, Tab};
use crate::digest::EpisodeDigest;
use crate::domain::json::Json;
use crate::index::EpisodeEntry;
use crate::label::{PairLabel, Standing};
use crate::lens::labels::{Behind, Case, disputants, note_texts};
use crate::lens::runs::runs;
use crate::pair::{Braid, Kind, Pair, Pairing, Plan, Run};
use crate::query::lang::QueryError;
use crate::query::pair::{FIELDS, Known, PairFilter, values};

/// So many episodes are paired before anybody asks for pairs; of more that takes time.
const SOON: usize = 2_000;

/// The fields that tell what blind labelling hides.
const HIDDEN: [&str; 9] =
    ["file", "first", "second", "outcome", "cell", "first_completed", "second_completed", "receipts", "first_receipts"];

/// The fields of what is said of a pair that stay hidden, too: a filter by one would leave only labelled pairs.
const SAID: [&str; 3] = ["guess", "why", "disputed"];

/// The kinds of difference that tell which arm is which.
const ONLY: [Kind; 2] = [Kind::OnlyFirst, Kind::OnlySecond];

/// What is known of a pair.
#[derive(Clone, Debug)]
pub struct PairFacts<'a> {
    /// How the second did beside the first.
    pub pair: &'a Pair,
    /// The run of the first arm, and that of the second.
    pub runs: [&'a Run; 2],
    /// How many receipts each got.
    pub receipts: [u32; 2],
    /// How they part, once both were read.
    pub braid: Option<&'a Braid>,
    /// What it is taken for: its label, or what is guessed while it has none.
    pub label: Option<PairLabel>,
    /// Whether that is the guess.
    pub is_guess: bool,
    /// Whether it has a label, if the two came out differently.
    pub state: Option<&'static str>,
    /// Who says what, where people differ: `Mia: other`.
    pub disputed: Vec<String>,
    /// What is guessed, once both were read.
    pub guess: Option<PairLabel>,
    /// Why.
    pub why: Option<&'a str>,
    /// Who gave the label, when and how.
    pub behind: Behind<'a>,
    /// What people noted.
    pub notes: Vec<String>,
    /// Whether arms, outcome and guess are hidden.
    pub is_hidden: bool,
}

impl PairFacts<'_> {
    /// As a row to filter, to sort and to write.
    pub fn values(&self) -> [Json; FIELDS.len()] {
        let receipts = (self.receipts[0], self.receipts[1]);
        // As a field a label is what somebody said, and a guess is one.
        let label = self.label.filter(|_| !self.is_guess).map(PairLabel::name);
        let known = Known {
            receipts,
            braid: self.braid,
            label,
            guess: self.guess.map(PairLabel::name),
            state: self.state,
            disputed: &self.disputed,
            author: self.behind.author,
            at: self.behind.at,
            is_blind: self.behind.is_blind,
            why: self.why,
            notes: &self.notes,
        };
        let mut row = values(self.pair, self.runs[0], self.runs[1], &known);
        if self.is_hidden {
            // Neither the order nor a filter is to tell what the row does not.
            for (field, value) in FIELDS.iter().zip(&mut row) {
                if HIDDEN.contains(field) {
                    *value = Json::Null;
                }
                if ONLY.iter().any(|only| value.as_str() == Some(only.name())) {
                    *value = "only_one".into();
                }
            }
        }
        row
    }
}

/// What has to be made anew before it is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Stale {
    /// Nothing.
    No,
    /// The braids, and whatever is said of them.
    Braids,
    /// Everything.
    #[default]
    Runs,
}

/// The pairs, with their screen.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// The screen.
    pub screen: PairsScreen,
    /// How the person wants episodes paired.
    plan: Plan,
    runs: Arc<Vec<Run>>,
    /// The episodes behind the runs.
    episodes: Vec<EpisodeRef>,
    pairing: Option<Arc<Pairing>>,
    /// By place in the pairing.
    keys: Vec<PairKey>,
    /// By pair, its place; it is only looked up, for every column of every row.
    places: HashMap<PairKey, usize>,
    /// By place.
    laid: Vec<Option<Laid>>,
    seats: Seats,
    /// Where the last visit ended, until there are pairs.
    wanted: Option<super::spot::Spot>,
    stale: Stale,
    /// The pair that is open; over the list while it is there.
    pub open: Option<BraidScreen>,
    /// What its two episodes said, once somebody wanted to read it.
    said: Option<said::Said>,
    /// Whether it was opened just now, and nobody moved in it yet.
    is_fresh: bool,
}

impl Pairs {
    /// How the episodes were paired; nothing before they were looked at.
    pub fn pairing(&self) -> Option<&Pairing> {
        self.pairing.as_deref()
    }

    /// The runs that were paired, in the order of the files.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The pairs, in the order of the files.
    pub fn keys(&self) -> &[PairKey] {
        &self.keys
    }

    /// The runs, shared.
    pub(super) fn shared_runs(&self) -> &Arc<Vec<Run>> {
        &self.runs
    }

    /// The pairing, shared: as long as it is the same one, so are the pairs.
    pub(super) fn shared_pairing(&self) -> Option<&Arc<Pairing>> {
        self.pairing.as_ref()
    }

    /// The episodes behind the runs, in their order.
    pub(super) fn episodes_of_runs(&self) -> &[EpisodeRef] {
        &self.episodes
    }

    /// How the person wants episodes paired.
    pub(super) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// In which fields the two of a pair agree: `task, model and trial`.
    pub fn key_words(&self) -> String {
        self.pairing.as_deref().map(plan::key_words).unwrap_or_default()
    }

    /// The names of the two arms.
    pub fn arms(&self) -> Option<[&str; 2]> {
        self.pairing.as_ref()?.plan.arms.as_ref().map(|[first, second]| [&**first, &**second])
    }

    /// The two arms in sentences: `advisory`; `trial 1` where another field has the arms.
    pub fn named_arms(&self) -> Option<[String; 2]> {
        self.pairing.as_ref()?.named_arms()
    }

    /// A pair by its key.
    pub fn pair(&self, key: &PairKey) -> Option<&Pair> {
        self.pairing.as_ref()?.pairs.get(*self.places.get(key)?)
    }

    fn laid(&self, key: &PairKey) -> Option<&Laid> {
        self.laid.get(*self.places.get(key)?)?.as_ref()
    }

    /// How the two of a pair part, once both were read.
    pub fn braid(&self, key: &PairKey) -> Option<&Arc<Braid>> {
        self.laid(key).map(|laid| &laid.braid)
    }

    /// A pair as something to label, if its two came out differently.
    pub fn case(&self, key: &PairKey) -> Option<&Arc<Case>> {
        self.laid(key)?.case.as_ref()
    }

    /// What the two of a pair left behind, once both were read.
    pub fn digests(&self, key: &PairKey) -> Option<&[Arc<EpisodeDigest>; 2]> {
        self.laid(key).map(|laid| &laid.digests)
    }

    /// The episodes of a pair.
    pub fn episodes(&self, key: &PairKey) -> Option<[EpisodeRef; 2]> {
        let pair = self.pair(key)?;
        Some([*self.episodes.get(pair.first)?, *self.episodes.get(pair.second)?])
    }

    /// How many there are in a cell.
    pub fn count(&self, cell: Cell) -> usize {
        let Some(pairing) = &self.pairing else { return 0 };
        match cell {
            Cell::Both => pairing.counts.both,
            Cell::Losses => pairing.counts.losses,
            Cell::Wins => pairing.counts.wins,
            Cell::Neither => pairing.counts.neither,
            Cell::Unknown => pairing.counts.unknown,
            Cell::Unmatched => pairing.unmatched.len(),
            Cell::Duplicates => pairing.duplicates.len(),
            Cell::Mixed => pairing.mixed.len(),
            Cell::Elsewhere => pairing.elsewhere.len(),
        }
    }
}

impl App {
    /// The pairs are other ones now: files changed.
    pub(super) fn outdate_pairs(&mut self) {
        self.pairs.stale = Stale::Runs;
    }

    /// Makes anew what is out of date, where somebody looks at pairs and the files are there as a whole.
    pub(super) fn renew_pairs(&mut self) {
        if matches!(self.tab, Tab::Pairs | Tab::Study) {
            self.need_digests();
            self.make_pairs();
            // A pair over two files is there once both are.
            if self.data.found && self.pairs.stale == Stale::No {
                self.stand_on_wanted_pair();
            }
        } else if self.data.found
            && self.data.ledgers.iter().map(|slot| slot.index.episodes().len()).sum::<usize>() <= SOON
        {
            // The status line says on every screen how many are in no pair.
            self.make_pairs();
        }
    }

    /// Makes anew what is out of date.
    pub(super) fn make_pairs(&mut self) {
        if self.pairs.stale == Stale::No || self.data.ledgers.iter().any(|slot| !slot.complete) {
            return;
        }
        let is_other = self.pairs.stale == Stale::Runs;
        self.pairs.stale = Stale::No;
        if is_other {
            self.pair_up();
            self.lay_all();
            self.count_labels();
            self.refresh_pairs();
            self.read_pair_again();
        } else {
            self.lay_read();
            self.list_what_was_read();
        }
        self.refresh_braid();
    }

    fn pair_up(&mut self) {
        let slots = || self.data.ledgers.iter();
        let of_slot = |id: LedgerId, count: usize| (0..count).map(move |place| EpisodeRef { ledger: id, place });
        self.pairs.episodes = slots().flat_map(|slot| of_slot(slot.id, slot.index.episodes().len())).collect();
        self.pairs.runs = Arc::new(slots().flat_map(|slot| runs(&slot.name, &slot.index)).collect());
        let pairing = Pairing::new(&self.pairs.runs, &self.pairs.plan);
        let key = |pair: &Pair| {
            let id = |run: usize| {
                let episode = *self.pairs.episodes.get(run)?;
                Some((episode.ledger, self.entry(episode)?.id.clone()))
            };
            Some(PairKey { first: id(pair.first)?, second: id(pair.second)? })
        };
        self.pairs.keys = pairing.pairs.iter().filter_map(key).collect();
        let (before, mut laid) = (std::mem::take(&mut self.pairs.places), std::mem::take(&mut self.pairs.laid));
        let mut kept = |key: &PairKey| laid.get_mut(*before.get(key)?)?.take();
        self.pairs.laid = self.pairs.keys.iter().map(&mut kept).collect();
        self.pairs.places = self.pairs.keys.iter().cloned().zip(0..).collect();
        self.pairs.seats = Seats::new(&self.pairs.episodes, &pairing);
        self.pairs.pairing = Some(Arc::new(pairing));
    }

    /// Reads a filter of pairs; while labelling is blind it may not ask for what is hidden.
    pub fn read_pair_filter(&self, text: &str) -> Result<PairFilter, QueryError> {
        if !self.is_blind() {
            return PairFilter::parse(text);
        }
        let hidden: Vec<&str> = HIDDEN.into_iter().chain(SAID).collect();
        PairFilter::parse_without(text, &hidden)
    }

    /// Takes the rows of the list anew; the cursor stays on its pair.
    pub(super) fn refresh_pairs(&mut self) {
        // What is being typed may not be a filter yet; the notice says so and everything is shown.
        let filter = self.read_pair_filter(&self.pairs.screen.filter).unwrap_or_default();
        let is_all = self.pairs.screen.filter.trim().is_empty();
        let only = self.pairs.screen.only.as_ref();
        let passes = |key: &&PairKey| {
            only.is_none_or(|only| only.has(key))
                && (is_all || self.pair_facts(key).is_some_and(|facts| filter.passes_with(|| facts.values())))
        };
        // Blind, only what is to be labelled is listed.
        let is_listed = |key: &&PairKey| !self.is_blind() || self.case(key).is_some();
        let mut rows: Vec<PairKey> = self.pairs.keys.iter().filter(is_listed).filter(passes).cloned().collect();
        let sort = self.pairs.screen.sort;
        if sort != Sort::File {
            rows.sort_by_cached_key(|key| {
                self.pair_facts(key).map(|facts| match sort {
                    // The usual order needs no more of a row.
                    Sort::Outcome => Sort::outcome_key((!facts.is_hidden).then(|| facts.pair.outcome.name())),
                    _ => sort.key(&facts.values()),
                })
            });
        }
        if self.pairs.screen.reversed {
            rows.reverse();
        }
        self.pairs.screen.list.set_rows(rows);
        self.has_listed();
    }

    /// What is known of a pair.
    pub fn pair_facts(&self, key: &PairKey) -> Option<PairFacts<'_>> {
        let pair = self.pairs.pair(key)?;
        let entries = self.pair_entries(key)?;
        let (is_hidden, standing) = (self.is_hidden(key), self.label_standing(key));
        let label = standing.as_ref().and_then(Standing::label);
        let disputed = standing.as_ref().map(disputants).unwrap_or_default();
        let guessed = self.case(key).and_then(|case| case.guess.as_ref()).filter(|_| !is_hidden);
        let guess = guessed.map(|guess| guess.label);
        Some(PairFacts {
            pair,
            runs: [self.pairs.runs.get(pair.first)?, self.pairs.runs.get(pair.second)?],
            receipts: entries.map(|entry| entry.receipts),
            braid: self.pairs.braid(key).map(|braid| &**braid),
            label: label.or(guess.filter(|_| disputed.is_empty())),
            state: standing.as_ref().map(Standing::field),
            is_guess: label.is_none(),
            disputed,
            guess,
            why: guessed.map(|guess| guess.reason.as_str()),
            behind: standing.as_ref().map(Behind::of).unwrap_or_default(),
            notes: note_texts(self.notes_of(key)),
            is_hidden,
        })
    }

    /// The two episodes of a pair.
    pub fn pair_entries(&self, key: &PairKey) -> Option<[&EpisodeEntry; 2]> {
        let [first, second] = self.pairs.episodes(key)?;
        Some([self.entry(first)?, self.entry(second)?])
    }

    /// Where the two episodes of a pair stand, if they still do: a file that is being read anew may have others there.
    pub(super) fn standing_episodes(&self, key: &PairKey) -> Option<[EpisodeRef; 2]> {
        let ids = self.pair_entries(key)?.map(|entry| &entry.id);
        self.pairs.episodes(key).filter(|_| ids == [&key.first.1, &key.second.1])
    }

    /// An episode in the index of its ledger.
    pub(super) fn entry(&self, episode: EpisodeRef) -> Option<&EpisodeEntry> {
        self.data.ledger(episode.ledger)?.index.episodes().get(episode.place)
    }
}
