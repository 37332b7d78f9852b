//! The replay of all loaded calls against the loaded registries, piece by piece.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::App;
use super::data::{Fired, LedgerId, RegistryId};
use super::effect::{Effect, ReplayCall, ReplayPiece};
use super::screen::episodes::Column;
use super::screen::registries::{RuleSort, ToolSort};

/// So many calls are replayed in one piece: small enough to show progress, large enough to be quick.
const PIECE: usize = 5_000;

impl App {
    /// Begins again: the registries are other ones, or another one is on screen.
    pub(super) fn restart_replay(&mut self) {
        for slot in &mut self.data.ledgers {
            slot.replay.generation += 1;
            slot.replay.checked = 0;
            slot.replay.running = false;
            slot.replay.fired.clear();
        }
        self.registries.counts.clear();
    }

    /// The next piece to be replayed, if none is under way.
    pub(super) fn next_replay(&mut self) -> Vec<Effect> {
        let Some(selected) = self.registry else { return Vec::new() };
        let mut effects = Vec::new();
        for at in 0..self.data.ledgers.len() {
            let Some(piece) = self.piece(at, selected) else { continue };
            if let Some(slot) = self.data.ledgers.get_mut(at) {
                slot.replay.running = true;
            }
            effects.push(Effect::Replay(piece));
        }
        effects
    }

    fn piece(&self, at: usize, selected: RegistryId) -> Option<ReplayPiece> {
        let replay = &self.data.ledgers.get(at).filter(|slot| !slot.replay.running)?.replay;
        self.calls_from(at, replay.checked, selected)
    }

    /// The next calls of a ledger to be judged, from one on; nothing if none are left. `selected` judges, or the fold
    /// of its set that holds the task out.
    pub(super) fn calls_from(&self, at: usize, from: u32, selected: RegistryId) -> Option<ReplayPiece> {
        let slot = self.data.ledgers.get(at)?;
        let entries = slot.index.calls().get(from as usize..).filter(|entries| !entries.is_empty())?;
        let mut registries: Vec<(RegistryId, Arc<_>)> = Vec::new();
        let mut judges: BTreeMap<u32, Option<usize>> = BTreeMap::new();
        let mut calls = Vec::new();
        let mut checked = from;
        for (entry, place) in entries.iter().take(PIECE).zip(from..) {
            checked = place + 1;
            let judge = *judges.entry(entry.episode).or_insert_with(|| {
                let episode = slot.index.episodes().get(entry.episode as usize)?;
                let (judge, _) = self.data.judge_of(selected, &episode.task_or_id())?;
                let known = registries.iter().position(|(id, _)| *id == judge);
                known.or_else(|| {
                    registries.push((judge, Arc::clone(self.data.registry(judge)?.registry.as_ref()?)));
                    Some(registries.len() - 1)
                })
            });
            if let Some(judge) = judge {
                let tool = slot.index.tool(entry).clone();
                calls.push(ReplayCall { place, span: entry.span(), tool, judge });
            }
        }
        Some(ReplayPiece { ledger: slot.id, generation: slot.replay.generation, registries, own: None, calls, checked })
    }

    /// Takes a piece that is done; an answer to an older question is dropped.
    pub(super) fn replayed(&mut self, ledger: LedgerId, generation: u64, checked: u32, fired: Vec<(u32, Vec<Fired>)>) {
        let Some(slot) = self.data.ledger_mut(ledger).filter(|slot| slot.replay.generation == generation) else {
            return;
        };
        slot.replay.running = false;
        slot.replay.checked = checked;
        for (place, fired) in &fired {
            self.registries.count(slot, *place, fired);
        }
        slot.replay.fired.extend(fired);
        if self.data.is_replaying() {
            self.registries.refresh_firings(&self.data);
        } else {
            self.all_replayed();
        }
    }

    /// What depends on the firings of all calls is put in order.
    fn all_replayed(&mut self) {
        let screen = &self.registries;
        let is_filtered = !screen.tool_filter.is_empty() || !screen.rule_filter.is_empty();
        if is_filtered || screen.sort == ToolSort::Firings || screen.rule_sort == RuleSort::Firings {
            self.registries.refresh(&self.data, self.registry);
        } else {
            self.registries.refresh_firings(&self.data);
        }
        if !self.episodes.filter.is_empty() || self.episodes.sort == Column::Fired {
            self.episodes.refresh(&self.data);
        }
    }
}
