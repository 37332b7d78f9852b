//! How the rules under review do on the calls of all ledgers: each call judged by the fold that never saw its task, or
//! by the registry itself where there are no folds.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::app::data::{CallRef, LedgerId, RegistryId};
use crate::app::effect::{Effect, ReplayPiece};
use crate::app::screen::review::Sort;
use crate::app::{App, Tab};
use crate::contract::Basis;
use crate::domain::ids::InvariantId;
use crate::domain::registry::Registry;
use crate::review::preview::{At, Firing, Look, Spot, Table};
use crate::words::counted;

/// What each rule finds on one call: the call's place in the index, the registry that judged it, and what it found.
pub type Looked = (u32, RegistryId, Look);

/// A registry that judges.
type Judge = (RegistryId, Arc<Registry>);

/// What was found so far.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// The registries that judge, in the order of the table; the one under review, or its folds.
    judges: Vec<Judge>,
    /// The registry under review, where it is none of them.
    own: Option<Judge>,
    /// One of them, to ask for the judge of a task.
    chosen: Option<RegistryId>,
    table: Arc<Table>,
    /// Answers to an older question are dropped.
    generation: u64,
    /// Another number for another table.
    state: u64,
    ledgers: BTreeMap<LedgerId, Progress>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    checked: u32,
    is_running: bool,
}

impl Evidence {
    /// What is broken on which call.
    #[must_use]
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// The registries that judge the calls, in the order of the table.
    #[must_use]
    pub fn judges(&self) -> &[Judge] {
        &self.judges
    }

    /// A number that is another one once the table says something else.
    pub(super) fn state(&self) -> u64 {
        self.state
    }

    /// How every rule does on clean calls.
    pub(super) fn firings(&self) -> BTreeMap<InvariantId, Firing> {
        self.table.firings()
    }

    /// Begins anew if the registries are other ones.
    pub(super) fn take_registries(
        &mut self,
        id: RegistryId,
        registry: &Arc<Registry>,
        folds: &[(RegistryId, Arc<Registry>)],
    ) {
        let own = [(id, Arc::clone(registry))];
        let judges = if folds.is_empty() { &own[..] } else { folds };
        let own = (!folds.is_empty()).then(|| (id, Arc::clone(registry)));
        let is_same = |(a, b): (&Judge, &Judge)| a.0 == b.0 && Arc::ptr_eq(&a.1, &b.1);
        let all = |judges: &[Judge], own: &Option<Judge>| [judges, own.as_slice()].concat();
        let (now, before) = (all(judges, &own), all(&self.judges, &self.own));
        if now.len() == before.len() && now.iter().zip(&before).all(is_same) {
            return;
        }
        self.own = own;
        self.judges = judges.to_vec();
        self.chosen = judges.first().map(|(id, _)| *id);
        self.table = Arc::new(Table::new(judges.iter().map(|(_, registry)| &**registry)));
        self.generation += 1;
        self.state += 1;
        self.ledgers.clear();
    }

    /// The calls of a ledger are other ones.
    pub(in crate::app) fn forget(&mut self, ledger: LedgerId) {
        Arc::make_mut(&mut self.table).forget(ledger.0);
        self.ledgers.remove(&ledger);
        self.state += 1;
        // What is under way is of the ledger before; the others go on where they were.
        self.generation += 1;
        self.ledgers.values_mut().for_each(|progress| progress.is_running = false);
    }
}

impl App {
    /// Whether calls are left to be looked at for the review.
    pub fn is_gathering(&self) -> bool {
        let evidence = &self.review.evidence;
        evidence.chosen.is_some()
            && self.data.ledgers.iter().any(|slot| {
                let checked = evidence.ledgers.get(&slot.id).map_or(0, |progress| progress.checked);
                (checked as usize) < slot.index.calls().len()
            })
    }

    /// How many calls have been looked at for the review, and how many there are.
    pub fn gathered(&self) -> (usize, usize) {
        let checked = self.review.evidence.ledgers.values().map(|progress| progress.checked as usize).sum();
        (checked, self.data.ledgers.iter().map(|slot| slot.index.calls().len()).sum())
    }

    /// The next pieces to be looked at; nothing before somebody reviews.
    pub(in crate::app) fn next_looks(&mut self) -> Vec<Effect> {
        let Some(chosen) = self.review.evidence.chosen.filter(|_| self.tab == Tab::Review) else { return Vec::new() };
        let (own, generation) = (self.review.evidence.own.clone(), self.review.evidence.generation);
        let mut effects = Vec::new();
        for at in 0..self.data.ledgers.len() {
            let Some(ledger) = self.data.ledgers.get(at).map(|slot| slot.id) else { continue };
            let progress = self.review.evidence.ledgers.get(&ledger).copied().unwrap_or_default();
            if progress.is_running {
                continue;
            }
            let Some(piece) = self.calls_from(at, progress.checked, chosen) else { continue };
            self.review.evidence.ledgers.insert(ledger, Progress { is_running: true, ..progress });
            effects.push(Effect::Look(ReplayPiece { generation, own: own.clone(), ..piece }));
        }
        effects
    }

    /// Takes a piece that is done.
    pub(in crate::app) fn looked(&mut self, ledger: LedgerId, generation: u64, checked: u32, looks: &[Looked]) {
        let Some(slot) = self.data.ledger(ledger).filter(|_| generation == self.review.evidence.generation) else {
            return;
        };
        // Taken out, so that it is not copied to be changed.
        let mut table = std::mem::take(&mut self.review.evidence.table);
        let adding = Arc::make_mut(&mut table);
        let evidence = &self.review.evidence;
        let mut held_out: BTreeMap<u32, bool> = BTreeMap::new();
        for (place, judge, look) in looks {
            let Some(entry) = slot.index.calls().get(*place as usize) else { continue };
            let Some(episode) = slot.index.episodes().get(entry.episode as usize) else { continue };
            let Some(judge) = evidence.judges.iter().position(|(id, _)| id == judge) else { continue };
            let is_held_out = *held_out.entry(entry.episode).or_insert_with(|| {
                let basis = evidence.chosen.and_then(|chosen| self.data.judge_of(chosen, &episode.task_or_id()));
                basis.is_some_and(|(_, basis)| matches!(basis, Basis::HeldOut | Basis::NewTask))
            });
            let spot = Spot { ledger: ledger.0, episode: entry.episode, step: entry.step() };
            let tool = slot.index.tool(entry);
            let (is_faulted, is_clean) = (entry.has_fault(), episode.faults == 0);
            adding.add(At { spot, judge, tool, is_faulted, is_clean, is_held_out }, look);
        }
        self.review.evidence.table = table;
        self.review.evidence.state += 1;
        self.review.evidence.ledgers.insert(ledger, Progress { checked, is_running: false });
        if !self.is_gathering() {
            self.refresh_review();
            self.tell_of_order();
        }
    }

    /// The order is final now: the cursor stayed where it was, others may have come before it.
    fn tell_of_order(&mut self) {
        let is_seen = self.review.screen.is_seen() && self.tab == Tab::Review;
        self.review.settled_at = self.review.screen.queue.selected().filter(|_| is_seen).cloned();
    }

    /// That others have come before the rule under the cursor; nothing once somebody has moved, or where there are none.
    pub fn said_of_order(&self) -> Option<String> {
        let screen = &self.review.screen;
        let is_here = self.review.settled_at.is_some() && self.review.settled_at.as_ref() == screen.queue.selected();
        let is_true = is_here && self.tab == Tab::Review && screen.sort == Sort::Suspicion && !self.is_gathering();
        let before = screen.queue.place();
        (is_true && before > 0).then(|| {
            let before = counted(before, "rule");
            format!("every call was looked at, the order is settled: {before} before this one (g goes to the first)")
        })
    }

    /// The loaded call at a spot.
    pub(super) fn call_at(&self, spot: Spot) -> Option<CallRef> {
        let slot = self.data.ledger(LedgerId(spot.ledger))?;
        let episode = slot.index.episodes().get(spot.episode as usize)?;
        Some(CallRef { ledger: slot.id, place: *episode.calls.get(spot.step.0)? })
    }
}
