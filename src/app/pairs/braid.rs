//! A pair that is open: its strands, the row under the cursor, and the ways from there.

use std::sync::Arc;

use crate::app::App;
use crate::app::around::Whole;
use crate::app::keys::Scope;
use crate::app::labelling::ONLY_PAIRS;
use crate::app::scan::{Purpose, RecordRef, Which};
use crate::app::screen::braid::{BraidScreen, Fold, Pane};
use crate::app::screen::episodes::EpisodeRef;
use crate::app::screen::pairs::PairKey;
use crate::app::screen::stepper::Origin;
use crate::index::EpisodeEntry;
use crate::lens::braid::{self, Strand};
use crate::lens::{Answer, Seen};
use crate::pair::{Braid, Row, Side};

impl App {
    /// Opens a pair, at the place where the two part.
    pub(in crate::app) fn open_pair(&mut self, pair: &PairKey) {
        self.pairs.screen.list.select(pair);
        self.tab = crate::app::Tab::Pairs;
        self.chosen_tab = true;
        self.need_digests();
        self.pairs.open = Some(BraidScreen::new(pair.clone(), self.is_turned(pair)));
        self.pairs.is_fresh = true;
        self.read_pair();
        self.refresh_braid();
    }

    /// The files are other ones: what was read of the open pair may be.
    pub(super) fn read_pair_again(&mut self) {
        if let Some(open) = &mut self.pairs.open {
            open.calls = [Vec::new(), Vec::new()];
            self.read_pair();
        }
    }

    /// Leaves the open pair.
    pub(in crate::app) fn close_pair(&mut self) {
        self.pairs.open = None;
        self.pairs.said = None;
        self.drop_scan(Purpose::Braid);
        self.drop_scan(Purpose::Said);
    }

    /// Reads the calls of both episodes.
    fn read_pair(&mut self) {
        let Some(open) = &self.pairs.open else { return };
        let Some(episodes) = self.standing_episodes(&open.pair) else { return };
        let records = episodes.into_iter().flat_map(|episode| self.calls_of(episode)).collect();
        self.start_scan(Purpose::Braid, Arc::new(Whole), records);
    }

    fn calls_of(&self, episode: EpisodeRef) -> Vec<RecordRef> {
        let records = self.data.records_of(episode.ledger, episode.place).into_iter();
        records.filter(|record| matches!(record.which, Which::Call(_))).collect()
    }

    /// Takes the calls that were read since.
    pub(in crate::app) fn take_braid_calls(&mut self) {
        let found = self.take_found(Purpose::Braid);
        let Some(pair) = self.pairs.open.as_ref().map(|open| open.pair.clone()) else { return };
        let Some(episodes) = self.pairs.episodes(&pair) else { return };
        for (record, answer) in found {
            let (Which::Call(place), Answer::Record(Seen::Call(call))) = (record.which, answer) else { continue };
            let step = self.data.ledger(record.ledger).and_then(|slot| slot.index.calls().get(place as usize));
            let (Some(step), Some(side)) =
                (step.map(|call| call.step().0), episodes.iter().position(|it| *it == record.of()))
            else {
                continue;
            };
            let calls = self.pairs.open.as_mut().and_then(|open| open.calls.get_mut(side));
            if let Some(calls) = calls {
                if calls.len() <= step {
                    calls.resize(step + 1, None);
                }
                if let Some(at) = calls.get_mut(step) {
                    *at = Some(call);
                }
            }
        }
        self.refresh_braid();
    }

    /// Takes the lines of the open pair anew, and the row under the cursor.
    pub(in crate::app) fn refresh_braid(&mut self) {
        let Some(open) = &self.pairs.open else { return };
        if self.pairs.pair(&open.pair).is_none() {
            if self.pairs.stale == super::Stale::No {
                self.close_pair();
                self.notice = Some("the pair that was open is gone: its episodes make none any more".into());
            }
            return;
        }
        let Some((braid, [first, second])) = self.pairs.braid(&open.pair).zip(self.pairs.digests(&open.pair)) else {
            return;
        };
        let braid = if open.is_turned { Arc::new(Braid::new(second, first)) } else { Arc::clone(braid) };
        let is_fresh = std::mem::take(&mut self.pairs.is_fresh);
        if let Some(open) = &mut self.pairs.open {
            open.braid = Some(Arc::clone(&braid));
            open.refresh(&braid);
            if is_fresh {
                let at = braid.parting.map_or(0, |parting| parting.row);
                open.stand_on(&braid, at);
            }
        }
        self.refresh_braid_row();
    }

    fn refresh_braid_row(&mut self) {
        let page = self.pairs.open.as_ref().and_then(|open| {
            let braid = open.braid.as_ref()?;
            let strands = self.strands(open)?;
            Some(braid::row(braid, open.at(braid)?, &strands))
        });
        if let Some((open, page)) = self.pairs.open.as_mut().zip(page)
            && open.row.page != page
        {
            open.row.set_page(page);
        }
    }

    /// Puts the cursor on the row of a call, by the side it stands on.
    pub(super) fn stand_on_call_of_pair(&mut self, shown: usize, step: usize) {
        let Some((braid, _)) = self.open_braid() else { return };
        let step_of = |row: &Row| if shown == 0 { row.first } else { row.second };
        let at = braid.rows.iter().position(|row| step_of(row) == Some(step));
        if let Some((open, at)) = self.pairs.open.as_mut().zip(at) {
            open.pane = Pane::Strands;
            open.side = if shown == 0 { Side::First } else { Side::Second };
            open.stand_on(&braid, at);
        }
        self.braid_moved();
    }

    /// The two episodes of an open pair.
    pub fn strands<'a>(&'a self, open: &'a BraidScreen) -> Option<[Strand<'a>; 2]> {
        let names = self.pair_names(&open.pair)?;
        let [first, second] = self.pair_entries(&open.pair)?;
        let [of_first, of_second] = self.pairs.digests(&open.pair)?;
        let [calls, other_calls] = &open.calls;
        let is_hidden = self.is_hidden(&open.pair);
        let strand = |name, entry: &'a EpisodeEntry, digest, calls| Strand {
            name,
            episode: &entry.id,
            completed: entry.completed().filter(|_| !is_hidden),
            digest,
            calls,
        };
        let one = strand(names[0], first, &**of_first, calls.as_slice());
        let other = strand(names[1], second, &**of_second, other_calls.as_slice());
        Some(if open.is_turned { [other, one] } else { [one, other] })
    }

    fn open_braid(&self) -> Option<(Arc<Braid>, &BraidScreen)> {
        let open = self.pairs.open.as_ref()?;
        Some((Arc::clone(open.braid.as_ref()?), open))
    }

    /// Moves by rows.
    pub(in crate::app) fn move_in_braid(&mut self, rows: isize) {
        let Some(open) = &mut self.pairs.open else { return };
        match open.pane {
            Pane::Row => return open.row.move_by(rows),
            Pane::Strands => open.strips.move_by(rows),
        }
        self.braid_moved();
    }

    fn braid_moved(&mut self) {
        self.refresh_braid_row();
        if let Some(open) = &mut self.pairs.open {
            open.row.move_to(0);
        }
    }

    /// The place that moving starts from.
    pub(in crate::app) fn place_in_braid(&self) -> usize {
        self.pairs.open.as_ref().map_or(0, |open| match open.pane {
            Pane::Row => open.row.place(),
            Pane::Strands => open.strips.place(),
        })
    }

    /// The next difference, or the one before; the place where the two meet again counts as one.
    pub(in crate::app) fn next_difference(&mut self, forward: bool) {
        let times = self.count.unwrap_or(1).max(1);
        let Some((braid, open)) = self.open_braid() else { return };
        let here = open.at(&braid);
        let strands = self.strands(open);
        let has_receipt = |row: &Row| {
            strands.as_ref().is_some_and(|[one, other]| one.has_receipt(row.first) || other.has_receipt(row.second))
        };
        let marks: Vec<usize> = BraidScreen::landmarks(&braid, has_receipt).collect();
        let found = if forward {
            let mut later = marks.iter().filter(|at| here.is_none_or(|here| **at > here));
            later.nth(times - 1).or_else(|| marks.last().filter(|at| here.is_some_and(|here| **at > here)))
        } else {
            let mut earlier = marks.iter().rev().filter(|at| here.is_some_and(|here| **at < here));
            earlier.nth(times - 1).or_else(|| marks.first().filter(|at| here.is_some_and(|here| **at < here)))
        };
        let Some(at) = found.copied() else {
            let words = if forward {
                "no difference and no receipt further down"
            } else {
                "no difference and no receipt further up"
            };
            self.notice = Some(words.into());
            return;
        };
        if let Some(open) = &mut self.pairs.open {
            open.pane = Pane::Strands;
            open.stand_on(&braid, at);
        }
        self.braid_moved();
        let is_meeting = braid.meeting.is_some_and(|meeting| meeting.row == at);
        if is_meeting {
            self.notice = Some("here the two meet again".into());
        }
    }

    /// Folds or unfolds what both begin with.
    pub(in crate::app) fn toggle_prefix(&mut self) {
        let Some((braid, _)) = self.open_braid() else { return };
        if braid.prefix < 2 {
            self.notice = Some("nothing is folded: the two do not begin with several calls alike".into());
            return;
        }
        if let Some(open) = &mut self.pairs.open {
            let at = open.at(&braid);
            open.fold = if open.fold == Fold::Closed { Fold::Open } else { Fold::Closed };
            open.refresh(&braid);
            match at {
                Some(at) if open.fold == Fold::Open || at >= braid.prefix => open.stand_on(&braid, at),
                _ => open.strips.move_to(0),
            }
        }
        self.braid_moved();
    }

    /// To the other strand; at the outer edges the key goes in or back as everywhere.
    pub(in crate::app) fn change_strand(&mut self, forward: bool) {
        let Some(open) = self.pairs.open.as_mut().filter(|open| open.pane == Pane::Strands) else {
            return if forward { self.enter() } else { self.back() };
        };
        match (open.side, forward) {
            (Side::First, true) => open.side = Side::Second,
            (Side::Second, false) => open.side = Side::First,
            (Side::Second, true) => self.enter(),
            (Side::First, false) => self.back(),
        }
    }

    /// Whether the keys go to the strands of a pair.
    pub(in crate::app) fn is_in_braid(&self) -> bool {
        self.base_scope() == Scope::Braid
    }

    /// Opens the call under the cursor in its episode; what is folded is unfolded.
    pub(in crate::app) fn enter_braid(&mut self) {
        let Some((braid, open)) = self.open_braid() else { return };
        if matches!(open.strips.selected(), Some(crate::app::screen::braid::Strip::Prefix(_))) {
            return self.toggle_prefix();
        }
        let Some(row) = open.at(&braid).and_then(|at| braid.rows.get(at)) else { return };
        let (mine, other) = match open.side {
            Side::First => (row.first.map(|step| (0, step)), row.second.map(|step| (1, step))),
            Side::Second => (row.second.map(|step| (1, step)), row.first.map(|step| (0, step))),
        };
        let Some((side, step)) = mine.or(other) else { return };
        if self.is_blind() {
            self.notice = Some(ONLY_PAIRS.into());
            return;
        }
        let side = if open.is_turned { 1 - side } else { side };
        let Some(episode) = self.standing_episodes(&open.pair).and_then(|two| two.get(side).copied()) else {
            self.notice = Some("its file is being read anew: the episode is found again once all of it is read".into());
            return;
        };
        self.jumps();
        self.open_episode(episode);
        self.show_in_list(episode);
        self.stand_on(step, None);
        if let Some(stepper) = &mut self.stepper {
            stepper.from = Some(Origin::Pair);
        }
        self.notice = Some("esc goes back to the pair".into());
    }

    /// Esc: from the row to the strands, then to the list of pairs.
    pub(in crate::app) fn back_in_braid(&mut self) -> bool {
        if let Some(open) = self.pairs.open.as_mut().filter(|open| open.pane == Pane::Row) {
            open.pane = Pane::Strands;
        } else if !self.return_to_window() {
            self.close_pair();
        }
        true
    }

    /// The next pair of the list, or the one before.
    pub(in crate::app) fn turn_pair(&mut self, rows: isize) {
        let list = &mut self.pairs.screen.list;
        let before = list.place();
        list.move_by(rows);
        if list.place() == before {
            self.notice = Some("no further pair in the list".into());
            return;
        }
        if let Some(pair) = list.selected().cloned() {
            self.open_pair(&pair);
        }
    }
}
