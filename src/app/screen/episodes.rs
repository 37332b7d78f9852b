//! Screen 3: the list of episodes (UI.md).

use crate::app::data::{Data, LedgerId, LedgerSlot};
use crate::app::list::List;
use crate::app::study::Only;
use crate::index::EpisodeEntry;
use crate::query::filter::narrows;
use crate::query::{episode, order};

/// One episode: its ledger and its place in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EpisodeRef {
    /// The ledger.
    pub ledger: LedgerId,
    /// The place in `Index::episodes`, which never changes while the ledger only grows.
    pub place: usize,
}

macro_rules! columns {
    ($($(#[$doc:meta])* $name:ident: $text:literal,)*) => {
        /// The columns, in order; each can be sorted by.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Column {
            $($(#[$doc])* $name,)*
        }
        impl Column {
            /// Every column in order.
            pub const ALL: [Self; [$($text),*].len()] = [$(Self::$name),*];

            /// How it is called on screen.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

columns! {
    /// The order of the file.
    #[default]
    File: "file",
    /// The task.
    Task: "task",
    /// The arm.
    Arm: "arm",
    /// The model.
    Model: "model",
    /// The trial.
    Trial: "trial",
    /// The stratum.
    Stratum: "stratum",
    /// Completed, failed or unknown.
    Outcome: "outcome",
    /// The number of calls.
    Calls: "calls",
    /// The number of recorded receipts.
    Receipts: "receipts",
    /// The number of calls on which a replayed rule fires.
    Fired: "fired",
    /// What stands out.
    Labels: "symptoms",
    /// The name of the episode itself.
    Episode: "episode",
}

impl Column {
    /// The field behind it, as filters and commands call it; the order of the file has none.
    pub fn field(self) -> Option<&'static str> {
        match self {
            Self::File => None,
            Self::Outcome => Some("completed"),
            Self::Labels => Some(episode::SYMPTOM),
            other => Some(other.name()),
        }
    }
}

/// The state of the screen.
#[derive(Clone, Debug, Default)]
pub struct EpisodesScreen {
    /// The episodes that pass the filter.
    pub list: List<EpisodeRef>,
    /// The filter.
    pub filter: String,
    /// What the list shows of one number of the study, if it shows that.
    pub only: Option<Only<EpisodeRef>>,
    /// What the list is sorted by.
    pub sort: Column,
    /// Whether the order is turned round.
    pub reversed: bool,
}

impl EpisodesScreen {
    /// Whether the list cannot be made without the labels of all episodes.
    pub fn asks_labels(&self) -> bool {
        let asks = |filter: &str| {
            // Only a filter that names the field is read: this is asked after every key.
            filter.contains(episode::SYMPTOM)
                && episode::EpisodeFilter::parse(filter).is_ok_and(|filter| filter.asks(episode::SYMPTOM))
        };
        self.sort == Column::Labels || asks(&self.filter)
    }

    /// Takes the rows anew; the cursor stays on its episode.
    pub fn refresh(&mut self, data: &Data) {
        let mut rows: Vec<_> = data.ledgers.iter().flat_map(|slot| self.passing(slot, 0)).collect();
        if self.sort != Column::File {
            rows.sort_by_cached_key(|row| sort_key(data, *row, self.sort));
        }
        if self.reversed {
            rows.reverse();
        }
        self.list.set_rows(rows);
    }

    /// Takes another filter. While words are typed on, only the rows that are shown are asked again, so that typing
    /// stays fluid however many there are.
    pub fn set_filter(&mut self, data: &Data, filter: String) {
        let narrows = narrows(&self.filter, &filter);
        self.filter = filter;
        if !narrows {
            return self.refresh(data);
        }
        let filter = episode::EpisodeFilter::parse(&self.filter).unwrap_or_default();
        let passes = |row: &&EpisodeRef| {
            data.ledger(row.ledger).is_some_and(|slot| {
                let entry = slot.index.episodes().get(row.place);
                entry.is_some_and(|entry| filter.passes(&slot.name, &slot.index, entry, known(slot, row.place, entry)))
            })
        };
        let rows = self.list.rows().iter().filter(passes).copied().collect();
        self.list.set_rows(rows);
    }

    /// Adds the episodes of a ledger from a place on, where the order is that of the file.
    pub fn grow(&mut self, data: &Data, ledger: LedgerId, from: usize) {
        let is_last = data.ledgers.last().is_some_and(|slot| slot.id == ledger);
        if self.sort == Column::File && !self.reversed && is_last {
            let Some(slot) = data.ledger(ledger) else { return };
            let rows: Vec<_> = self.passing(slot, from).collect();
            self.list.extend(rows);
        } else {
            self.refresh(data);
        }
    }

    fn passing<'a>(&'a self, slot: &'a LedgerSlot, from: usize) -> impl Iterator<Item = EpisodeRef> + 'a {
        // What is being typed may not be a filter yet; the notice says so and everything is shown.
        let filter = episode::EpisodeFilter::parse(&self.filter).unwrap_or_default();
        let places = from..slot.index.episodes().len();
        places.filter_map(move |place| {
            let entry = slot.index.episodes().get(place)?;
            let row = EpisodeRef { ledger: slot.id, place };
            let is_behind = self.only.as_ref().is_none_or(|only| only.has(&row));
            let passes = is_behind && filter.passes(&slot.name, &slot.index, entry, known(slot, place, entry));
            passes.then_some(row)
        })
    }
}

/// What a row is put in order by.
fn sort_key(data: &Data, row: EpisodeRef, column: Column) -> order::Key {
    let Some(slot) = data.ledger(row.ledger) else { return order::by_text(None) };
    let Some(episode) = slot.index.episodes().get(row.place) else { return order::by_text(None) };
    match column {
        Column::File => (0, String::new()),
        Column::Task => order::by_text(Some(episode.task_or_id().to_string())),
        Column::Arm => order::by_text(episode.arm.as_ref().map(ToString::to_string)),
        Column::Model => order::by_text(episode.model.as_ref().map(ToString::to_string)),
        Column::Trial => order::by_text(episode.trial.map(|trial| trial.to_string())),
        Column::Stratum => order::by_text(episode.stratum.clone()),
        Column::Outcome => order::by_outcome(episode.completed()),
        Column::Calls => order::by_count(episode.calls.len()),
        Column::Receipts => order::by_count(episode.receipts as usize),
        Column::Fired => order::by_count(fired(slot, episode)),
        Column::Episode => order::by_text(Some(episode.id.to_string())),
        Column::Labels => order::by_labels(slot.digest(row.place).map(|digest| digest.telling().len())),
    }
}

/// What is known of an episode besides its entry.
pub fn known<'a>(slot: &'a LedgerSlot, place: usize, episode: &EpisodeEntry) -> episode::Known<'a> {
    episode::Known { fired: Some(fired(slot, episode)), digest: slot.digest(place).map(|digest| &**digest) }
}

/// On how many calls of an episode a replayed rule fires.
pub fn fired(slot: &LedgerSlot, episode: &EpisodeEntry) -> usize {
    if slot.replay.fired.is_empty() {
        return 0;
    }
    episode.calls.iter().filter(|place| slot.replay.fired.contains_key(place)).count()
}
