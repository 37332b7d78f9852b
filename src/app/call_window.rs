//! Which calls of the open episode must be read: those around the cursor and those with a receipt.

use super::App;
use super::detail::CallDetail;
use super::effect::Effect;
use crate::app::data::LedgerId;
use crate::domain::call::Call;
use std::sync::Arc;

/// So many calls before and after the cursor are read ahead, so that stepping never waits.
const AHEAD: usize = 8;
/// At most so many receipts of an episode are read for their marks in the call list, nearest first.
const RECEIPTS: usize = 512;
/// Above so many payloads, those far from the cursor are let go.
const KEPT: usize = 1024;

impl App {
    /// Orders the payloads that the stepper shows and that are neither there nor on their way.
    pub(super) fn wanted_calls(&mut self) -> Vec<Effect> {
        let Some(stepper) = &self.stepper else { return Vec::new() };
        let ledger = stepper.episode.ledger;
        let Some(slot) = self.data.ledger(ledger) else { return Vec::new() };
        let rows = stepper.calls.rows();
        let place = stepper.calls.place();
        let near = rows.iter().skip(place.saturating_sub(AHEAD)).take(2 * AHEAD + 1);
        let with_receipt = rows.iter().skip(place.saturating_sub(RECEIPTS / 2)).take(RECEIPTS);
        let with_receipt = with_receipt
            .filter(|row| slot.index.calls().get(**row as usize).is_some_and(crate::index::CallEntry::has_receipt));
        let on_their_way = self.asked.get(&ledger);
        let mut wanted: Vec<u32> =
            stepper.calls.selected().into_iter().chain(near).chain(with_receipt).copied().collect();
        wanted.retain(|row| !stepper.read.contains_key(row) && !on_their_way.is_some_and(|asked| asked.contains(row)));
        let mut seen = std::collections::BTreeSet::new();
        wanted.retain(|row| seen.insert(*row));
        if wanted.is_empty() {
            return Vec::new();
        }
        let span = |row: &u32| Some((*row, slot.index.calls().get(*row as usize)?.span()));
        let calls: Vec<_> = wanted.iter().filter_map(span).collect();
        self.asked.entry(ledger).or_default().extend(wanted);
        vec![Effect::ReadCalls { ledger, generation: slot.generation, calls }]
    }

    /// Takes payloads that arrived.
    pub(super) fn calls_read(
        &mut self,
        ledger: LedgerId,
        generation: u64,
        calls: Vec<(u32, Result<Arc<Call>, String>)>,
    ) {
        if self.data.ledger(ledger).is_none_or(|slot| slot.generation != generation) {
            return;
        }
        if let Some(asked) = self.asked.get_mut(&ledger) {
            asked.retain(|row| !calls.iter().any(|(place, _)| place == row));
        }
        let Some(stepper) = self.stepper.as_mut().filter(|stepper| stepper.episode.ledger == ledger) else { return };
        stepper.read.extend(calls);
        if stepper.read.len() > KEPT
            && let Some(cursor) = stepper.calls.selected().copied()
        {
            let near = u32::try_from(KEPT / 4).unwrap_or(u32::MAX);
            stepper.read.retain(|row, _| row.abs_diff(cursor) < near);
        }
        if stepper.detail.is_none() {
            self.show_call();
        }
    }

    /// Judges the call under the cursor anew and lays out its rows; the cursor in the tree stays.
    pub(super) fn show_call(&mut self) {
        let Some(stepper) = &mut self.stepper else { return };
        let found = stepper.calls.selected().copied().and_then(|place| match stepper.read.get(&place) {
            Some(Ok(call)) => Some((place, Arc::clone(call))),
            _ => None,
        });
        let slot = self.data.ledger(stepper.episode.ledger);
        stepper.detail =
            found.zip(slot).map(|((place, call), slot)| CallDetail::new(&self.data, slot, place, call, self.registry));
        self.lay_out();
    }

    /// Lays out the rows of the call under the cursor.
    pub(super) fn lay_out(&mut self) {
        let Some(stepper) = &mut self.stepper else { return };
        stepper.rows = stepper.detail.as_ref().map(|detail| detail.rows(&stepper.closed)).unwrap_or_default();
        stepper.tree.set_rows(stepper.rows.iter().map(|row| row.key.clone()).collect());
        if !stepper.rows.is_empty()
            && let Some((part, mut place)) = stepper.wanted_row.take()
        {
            // A place that is not there gives way to the nearest one above it.
            while !stepper.tree.rows().contains(&(part, place.clone())) && place.pop().is_some() {}
            stepper.tree.select(&(part, place));
            stepper.laid_out = stepper.detail.as_ref().map(|detail| detail.place);
            stepper.led_to = None;
        }
        stepper.lead_to_broken();
    }
}
