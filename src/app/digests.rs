//! What every loaded episode left behind, read in the background: episode by episode, and only once something needs
//! it, since it reads every payload. A ledger that grows has only those read anew that grew.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::App;
use super::data::{Data, LedgerId, LedgerSlot};
use super::effect::Effect;
use crate::diff::tools::Snapshot;
use crate::digest::{Context, EpisodeDigest, Happened, digest};
use crate::domain::episode::Record;
use crate::domain::ids::{Step, TaskId, ToolName};
use crate::format::record;
use crate::index::{EpisodeEntry, Span};
use crate::lens::{findings, hazards};
use crate::page::Page;
use crate::recovery::Substitutes;

/// One piece ends after so many records …
const PIECE: usize = 2_000;
/// … or after so many bytes, whichever comes first; but never before one episode is whole.
const PIECE_BYTES: u64 = 4_000_000;
/// Data with at most so many calls is read whether or not somebody asks.
const AT_ONCE: usize = 20_000;

/// Whether episodes are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// Where there are few, once nothing else is to be done.
    #[default]
    IfSmall,
    /// Something needs them.
    Always,
}

/// What is known of one ledger.
#[derive(Clone, Debug, Default)]
pub struct Digests {
    /// Answers of an older generation are dropped.
    generation: u64,
    /// By place of the episode; nothing where it was not read yet.
    known: Vec<Option<Known>>,
    /// How many of them were read with what is loaded now: asked for with every frame, so it is counted as they come.
    current: usize,
    /// Every episode before this place was read as it is now.
    looked: usize,
    is_running: bool,
    /// How often episodes were taken.
    taken: u64,
}

/// What was read of one episode.
#[derive(Clone, Debug)]
struct Known {
    generation: u64,
    extent: Extent,
    digest: Arc<EpisodeDigest>,
}

/// How much of an episode there was: one that has another extent is read anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    calls: usize,
    messages: usize,
    header: Option<Span>,
    outcome: Option<Span>,
    /// Whether it called nothing where another episode of its task did.
    others_called: bool,
}

/// The tasks in which some episode called a tool; made anew when there are other calls.
#[derive(Clone, Debug, Default)]
pub struct Called {
    calls: usize,
    tasks: Arc<BTreeSet<TaskId>>,
}

impl Called {
    fn renew(&mut self, ledgers: &[LedgerSlot]) {
        let calls = ledgers.iter().map(|slot| slot.index.calls().len()).sum();
        if calls != self.calls {
            let episodes = ledgers.iter().flat_map(|slot| slot.index.episodes());
            let tasks = episodes.filter(|entry| !entry.calls.is_empty()).map(EpisodeEntry::task_or_id);
            *self = Self { calls, tasks: Arc::new(tasks.collect()) };
        }
    }
}

impl Extent {
    fn of(entry: &EpisodeEntry, called: &Called) -> Self {
        Self {
            others_called: entry.calls.is_empty() && called.tasks.contains(&entry.task_or_id()),
            calls: entry.calls.len(),
            messages: entry.messages.len(),
            header: entry.header,
            outcome: entry.outcome.map(|outcome| outcome.span),
        }
    }
}

/// Episodes to be read, to be carried out on another thread with [`DigestPiece::carry_out`].
#[derive(Clone, Debug)]
pub struct DigestPiece {
    /// The ledger.
    pub ledger: LedgerId,
    /// Goes back with the answer.
    pub generation: u64,
    /// Subs(τ), as far as a recovery file is loaded.
    pub substitutes: Arc<Substitutes>,
    /// What the tools say of their arguments, as far as a snapshot is loaded.
    pub schemas: Option<Arc<Snapshot>>,
    /// The episodes.
    pub episodes: Vec<DigestOrder>,
}

/// One episode to be read.
#[derive(Clone, Debug)]
pub struct DigestOrder {
    /// The place in the index.
    pub place: usize,
    /// Goes back with the answer.
    pub extent: Extent,
    /// The tools advertised to the agent, as far as its header says so.
    pub advertised: Option<Arc<[ToolName]>>,
    /// Its records in the order in which they happened.
    pub records: Vec<Span>,
}

/// One episode that was read: its place, how much of it there was, and what it left behind.
pub type Digested = (usize, Extent, Arc<EpisodeDigest>);

impl DigestPiece {
    /// Reads the episodes; `read` gives the bytes of a record. A record that cannot be read is said to be so where it is
    /// looked at.
    pub fn carry_out(&self, mut read: impl FnMut(LedgerId, Span) -> Option<Vec<u8>>) -> Vec<Digested> {
        let episodes = self.episodes.iter().map(|order| {
            let lines = order.records.iter().filter_map(|span| read(self.ledger, *span));
            let records: Vec<Record> = lines.filter_map(|line| record::parse_record(&line).ok()).collect();
            (order.place, order.extent, Arc::new(self.digest(order, &records)))
        });
        episodes.collect()
    }

    fn digest(&self, order: &DigestOrder, records: &[Record]) -> EpisodeDigest {
        let context = Context {
            advertised: order.advertised.as_deref(),
            substitutes: Some(&*self.substitutes).filter(|substitutes| !substitutes.tools.is_empty()),
            schemas: self.schemas.as_deref(),
            others_called: order.extent.others_called,
        };
        digest(records.iter().map(Happened::from), &context)
    }
}

impl Digests {
    /// Takes what an episode left behind.
    fn take(&mut self, place: usize, extent: Extent, digest: Arc<EpisodeDigest>) {
        if self.known.len() <= place {
            self.known.resize(place + 1, None);
        }
        let generation = self.generation;
        if let Some(known) = self.known.get_mut(place) {
            let was_current = known.as_ref().is_some_and(|known| known.generation == generation);
            self.current += usize::from(!was_current);
            *known = Some(Known { generation, extent, digest });
        }
    }

    /// Whether an episode was read as it is now.
    fn is_current(&self, place: usize, extent: Extent) -> bool {
        let known = self.known.get(place).and_then(Option::as_ref);
        known.is_some_and(|known| known.generation == self.generation && known.extent == extent)
    }

    /// Another number wherever something else is known.
    pub(super) fn version(&self) -> (u64, u64) {
        (self.generation, self.taken)
    }

    /// Nothing is known any more.
    fn restart(&mut self) {
        *self = Self { generation: self.generation + 1, ..Self::default() };
    }

    /// Everything is to be read again; until then what is known stays, so that nobody's work is interrupted.
    fn outdate(&mut self) {
        let known = std::mem::take(&mut self.known);
        self.restart();
        self.known = known;
    }
}

impl LedgerSlot {
    /// Whether it is there as a whole, and none of its episodes is being read.
    fn waits_for_digests(&self) -> bool {
        self.complete && !self.digests.is_running
    }

    /// What one of its episodes left behind, once it was read.
    pub fn digest(&self, place: usize) -> Option<&Arc<EpisodeDigest>> {
        Some(&self.digests.known.get(place)?.as_ref()?.digest)
    }
}

impl Data {
    /// What an episode left behind, once it was read.
    pub fn digest_of(&self, ledger: LedgerId, episode: usize) -> Option<&Arc<EpisodeDigest>> {
        self.ledger(ledger)?.digest(episode)
    }

    /// How many episodes were read for what they left behind, and how many there are.
    pub fn digest_progress(&self) -> (usize, usize) {
        let of = |slot: &LedgerSlot| (slot.digests.current, slot.index.episodes().len());
        self.ledgers.iter().map(of).fold((0, 0), |(done, all), (count, episodes)| (done + count, all + episodes))
    }

    /// Whether every loaded episode was read as it is now.
    pub fn is_digested(&self) -> bool {
        self.ledgers.iter().all(|slot| !slot.digests.is_running && slot.digests.looked >= slot.index.episodes().len())
    }

    fn order_of(slot: &LedgerSlot, place: usize, entry: &EpisodeEntry, extent: Extent) -> (DigestOrder, u64) {
        let records = slot.index.records_of(entry);
        let bytes = records.iter().map(|span| u64::from(span.len)).sum();
        let advertised = entry.tools.clone();
        (DigestOrder { place, extent, advertised, records }, bytes)
    }
}

impl App {
    /// Something needs what episodes left behind: from now on all of them are read.
    pub fn need_digests(&mut self) {
        self.digests = Wanted::Always;
    }

    /// Everything is read again: what it depends on is another.
    pub(super) fn restart_digests(&mut self) {
        self.data.ledgers.iter_mut().for_each(|slot| slot.digests.outdate());
    }

    /// A ledger is read anew: its episodes are other ones.
    pub(super) fn void_digests(&mut self, ledger: LedgerId) {
        if let Some(slot) = self.data.ledger_mut(ledger) {
            slot.digests.restart();
        }
        // What a list showed of one number was of the old episodes.
        if self.show_all_episodes() {
            self.notice = Some("the file was rewritten: the list shows every episode again".into());
        }
    }

    /// More of a ledger was read: any of its episodes may have grown.
    pub(super) fn look_for_grown(&mut self, ledger: LedgerId) {
        if let Some(slot) = self.data.ledger_mut(ledger) {
            slot.digests.looked = 0;
        }
    }

    /// The next episodes to be read in each ledger that is there as a whole.
    pub(super) fn next_digests(&mut self) -> Vec<Effect> {
        if self.episodes.asks_labels() {
            self.need_digests();
        }
        let calls: usize = self.data.ledgers.iter().map(|slot| slot.index.calls().len()).sum();
        // What judges calls comes first: it is on every screen.
        let is_idle = self.data.found && (self.registry.is_none() || !self.data.is_replaying());
        if self.digests == Wanted::IfSmall && (calls > AT_ONCE || !is_idle) {
            return self.digest_open().into_iter().collect();
        }
        if self.data.is_digested() {
            return Vec::new();
        }
        let (substitutes, schemas) = (Arc::clone(&self.data.substitutes), self.newest_tools());
        if !self.data.ledgers.iter().any(LedgerSlot::waits_for_digests) {
            // While files are still being read, which tasks call tools changes with every batch.
            return Vec::new();
        }
        self.data.called.renew(&self.data.ledgers);
        let called = &self.data.called;
        let mut effects = Vec::new();
        for slot in self.data.ledgers.iter_mut().filter(|slot| slot.waits_for_digests()) {
            let mut episodes = Vec::new();
            let (mut records, mut bytes) = (0, 0);
            while let Some(entry) = slot.index.episodes().get(slot.digests.looked) {
                let place = slot.digests.looked;
                let extent = Extent::of(entry, called);
                if !slot.digests.is_current(place, extent) {
                    let (order, size) = Data::order_of(slot, place, entry, extent);
                    (records, bytes) = (records + order.records.len(), bytes + size);
                    if !episodes.is_empty() && (records > PIECE || bytes > PIECE_BYTES) {
                        break;
                    }
                    episodes.push(order);
                }
                slot.digests.looked += 1;
            }
            if episodes.is_empty() {
                continue;
            }
            slot.digests.is_running = true;
            let (ledger, generation) = (slot.id, slot.digests.generation);
            let substitutes = Arc::clone(&substitutes);
            let schemas = schemas.clone();
            effects.push(Effect::Digest(DigestPiece { ledger, generation, substitutes, schemas, episodes }));
        }
        effects
    }

    /// The open episode alone, where all of them are not wanted.
    fn digest_open(&mut self) -> Option<Effect> {
        let open = self.stepper.as_ref()?.episode;
        self.data.ledger(open.ledger).filter(|slot| slot.waits_for_digests())?;
        self.data.called.renew(&self.data.ledgers);
        let called = self.data.called.clone();
        let (substitutes, schemas) = (Arc::clone(&self.data.substitutes), self.newest_tools());
        let slot = self.data.ledger_mut(open.ledger)?;
        let entry = slot.index.episodes().get(open.place)?;
        let extent = Extent::of(entry, &called);
        if slot.digests.is_current(open.place, extent) {
            return None;
        }
        let episodes = vec![Data::order_of(slot, open.place, entry, extent).0];
        slot.digests.is_running = true;
        let (ledger, generation) = (slot.id, slot.digests.generation);
        Some(Effect::Digest(DigestPiece { ledger, generation, substitutes, schemas, episodes }))
    }

    /// What the open episode left behind, once it was read.
    pub fn open_digest(&self) -> Option<&Arc<EpisodeDigest>> {
        let open = self.stepper.as_ref()?.episode;
        self.data.digest_of(open.ledger, open.place)
    }

    /// What kind of fault the call in the stepper points at, once its episode was read.
    pub fn hazards_here(&self) -> Vec<hazards::Told> {
        let told = || {
            let stepper = self.stepper.as_ref()?;
            let slot = self.data.ledger(stepper.episode.ledger)?;
            let entry = slot.index.episodes().get(stepper.episode.place)?;
            let step = slot.index.calls().get(stepper.detail.as_ref()?.place as usize)?.step();
            // This is asked with every frame: only calls that matter are looked at.
            let judge = self.judge_in(entry);
            let classes = |Step(at): Step| self.fired_on(slot, judge, *entry.calls.get(at)?);
            let fires = |step: Step| classes(step).unwrap_or_default();
            let fires = self.registry.is_some().then_some(&fires as &hazards::Fires<'_>);
            Some(hazards::at(self.open_digest()?, step, fires))
        };
        told().unwrap_or_default()
    }

    /// The window of what stands out in the open episode.
    pub(super) fn findings_page(&self) -> Option<Page> {
        self.stepper.as_ref()?;
        Some(self.open_digest().map_or_else(
            || {
                let mut page = Page::new(findings::TITLE);
                page.muted("The episode is still being read.");
                page
            },
            |digest| findings::page(digest),
        ))
    }

    /// From a piece of evidence to its call.
    pub(super) fn follow_finding(&mut self, step: usize) {
        self.overlays.clear();
        self.jumps();
        self.stand_on(step, None);
    }

    /// Takes episodes that were read; an answer to an older question is dropped.
    pub(super) fn digested(&mut self, ledger: LedgerId, generation: u64, digested: Vec<Digested>) {
        self.were_read(ledger, digested.iter().map(|(place, ..)| *place));
        let Some(slot) = self.data.ledger_mut(ledger).filter(|slot| slot.digests.generation == generation) else {
            return;
        };
        slot.digests.is_running = false;
        slot.digests.taken += 1;
        let is_done = slot.digests.looked >= slot.index.episodes().len();
        for (place, extent, digest) in digested {
            slot.digests.take(place, extent, digest);
        }
        // Rows that move under the cursor while it reads on help nobody; what was asked for by its label comes at once.
        if self.episodes.asks_labels() || (is_done && !self.episodes.filter.trim().is_empty()) {
            self.episodes.refresh(&self.data);
        }
    }
}

#[cfg(test)]
mod tests;
