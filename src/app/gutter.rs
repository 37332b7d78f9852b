//! The whole episode at a glance: what stands out, summed over as many stretches as there are columns.

use super::data::LedgerSlot;
use super::scan::{Purpose, Scan, Which};
use super::screen::stepper::StepperScreen;
use super::{App, recorded_action};
use crate::contract::explicit_error;
use crate::domain::class::Class;
use crate::domain::json::Json;
use crate::index::CallEntry;
use crate::lens::taint::Kind;
use crate::recovery::NextAction;

/// What stands out at a call; the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// A recorded receipt.
    Receipt,
    /// A result that is an error by its own words.
    Error,
    /// A rule that fires when the call is replayed.
    Replayed,
    /// What the agent did right after a recorded receipt; never [`NextAction::None`].
    Action(NextAction),
    /// The value that is followed stands here.
    Taint(Kind),
    /// The tool has the letters that `/` looks for, or the last search found something here.
    Found,
    /// A fault label of the study.
    Fault,
}

/// The line of the gutter that shows a mark: what happened, what matches, what the labels say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lane {
    /// Receipts, errors, firings, and what the agent did after a receipt.
    Events,
    /// Where a followed value stands, and tools that were looked for.
    Matches,
    /// The study's labels, once somebody asked for them.
    Labels,
}

impl Mark {
    /// The line it stands on.
    pub const fn lane(self) -> Lane {
        match self {
            Self::Receipt | Self::Error | Self::Replayed | Self::Action(_) => Lane::Events,
            Self::Taint(_) | Self::Found => Lane::Matches,
            Self::Fault => Lane::Labels,
        }
    }

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Receipt => "receipt",
            Self::Error => "error",
            Self::Replayed => "replayed",
            Self::Action(NextAction::Listed) => "listed",
            Self::Action(NextAction::Other) => "other",
            Self::Action(NextAction::Retry) => "retry",
            Self::Action(NextAction::None) => "none",
            Self::Taint(_) => "value",
            Self::Found => "match",
            Self::Fault => "fault label",
        }
    }
}

/// Whether the study's labels are on screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// Nothing tells which calls carry one.
    #[default]
    Hidden,
    /// Somebody asked to see them.
    Shown,
}

/// A stretch of the episode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The first of its calls, by step.
    pub from: usize,
    /// The call after its last.
    pub to: usize,
    /// Every kind of mark on its calls, the strongest first.
    pub marks: Vec<Mark>,
}

impl Cell {
    /// Its strongest mark on a line.
    pub fn on(&self, lane: Lane) -> Option<Mark> {
        self.marks.iter().copied().find(|mark| mark.lane() == lane)
    }
}

/// Sums marks, each with its step, over at most so many stretches of equal length.
pub fn sum(calls: usize, columns: usize, marks: impl IntoIterator<Item = (usize, Mark)>) -> Vec<Cell> {
    let columns = columns.min(calls);
    let edge = |column: usize| column * calls / columns.max(1);
    let mut cells: Vec<_> =
        (0..columns).map(|column| Cell { from: edge(column), to: edge(column + 1), marks: Vec::new() }).collect();
    for (step, mark) in marks {
        let place = cells.partition_point(|cell| cell.to <= step);
        if let Some(cell) = cells.get_mut(place)
            && let Err(at) = cell.marks.binary_search(&mark)
        {
            cell.marks.insert(at, mark);
        }
    }
    cells
}

impl App {
    /// The open episode in at most so many stretches.
    pub fn gutter(&self, columns: usize) -> Vec<Cell> {
        let Some(stepper) = &self.stepper else { return Vec::new() };
        let Some(slot) = self.data.ledger(stepper.episode.ledger) else { return Vec::new() };
        let rows = stepper.calls.rows();
        let mut marks = Vec::new();
        let sought = &stepper.find.sought;
        // Tools are few: each is asked once, however many calls there are.
        let tools: Vec<bool> = if sought.is_empty() {
            Vec::new()
        } else {
            slot.index.tools().iter().map(|tool| sought.is_in(tool.as_str())).collect()
        };
        for (step, place) in rows.iter().enumerate() {
            let Some(entry) = slot.index.calls().get(*place as usize) else { continue };
            if entry.has_receipt() {
                marks.push((step, Mark::Receipt));
            }
            if tools.get(entry.tool as usize) == Some(&true) {
                marks.push((step, Mark::Found));
            }
            if self.labels == Labels::Shown && entry.has_fault() {
                marks.push((step, Mark::Fault));
            }
        }
        let (first, last) = (rows.first().copied().unwrap_or(1), rows.last().copied().unwrap_or(0));
        if first <= last {
            for (place, _) in slot.replay.fired.range(first..=last) {
                if let Ok(step) = rows.binary_search(place) {
                    marks.push((step, if self.is_error(slot, *place) { Mark::Error } else { Mark::Replayed }));
                }
            }
        }
        for (place, call) in &stepper.read {
            let (Ok(step), Ok(call)) = (rows.binary_search(place), call) else { continue };
            let is_error = call.result.as_ref().map(Json::as_result).is_some_and(|it| explicit_error(&it).is_some());
            if is_error {
                marks.push((step, Mark::Error));
            }
            if let Some(action) = recorded_action(slot, *place, call)
                && action != NextAction::None
            {
                marks.push((step + 1, Mark::Action(action)));
            }
        }
        for (record, _) in self.scan(Purpose::Search).map(Scan::found).unwrap_or_default() {
            if let Which::Call(place) = record.which
                && record.of() == stepper.episode
                && let Ok(step) = rows.binary_search(&place)
            {
                marks.push((step, Mark::Found));
            }
        }
        if let Some(following) = self.following() {
            marks.extend(following.steps().map(|(step, kind)| (step, Mark::Taint(kind))));
        }
        sum(rows.len(), columns, marks)
    }

    /// The strongest event of a call.
    pub fn event_at(&self, stepper: &StepperScreen, slot: &LedgerSlot, place: u32) -> Option<Mark> {
        if slot.index.calls().get(place as usize).is_some_and(CallEntry::has_receipt) {
            return Some(Mark::Receipt);
        }
        let read = stepper.read.get(&place).and_then(|call| call.as_ref().ok());
        let result = read.and_then(|call| call.result.as_ref()).map(Json::as_result);
        if result.is_some_and(|result| explicit_error(&result).is_some()) || self.is_error(slot, place) {
            return Some(Mark::Error);
        }
        slot.replay.fired.contains_key(&place).then_some(Mark::Replayed)
    }

    /// Whether any call of the loaded files carries a fault label; of a single call or episode nothing is told unasked.
    pub fn has_labels(&self) -> bool {
        self.data.ledgers.iter().flat_map(|slot| slot.index.episodes()).any(|episode| episode.faults > 0)
    }

    /// Shows or hides the study's labels.
    pub(super) fn show_labels(&mut self) {
        let (labels, said) = match self.labels {
            Labels::Hidden => (Labels::Shown, "the study's fault labels are shown; no monitor and no agent sees them"),
            Labels::Shown => (Labels::Hidden, "the study's fault labels are hidden"),
        };
        self.labels = labels;
        let said = if self.has_labels() { said } else { "no call of the loaded files carries a fault label" };
        self.notice = Some(said.into());
        self.refresh_windows();
    }

    /// Whether the rule that no result is an error by its own words fires on a call when it is replayed.
    fn is_error(&self, slot: &LedgerSlot, place: u32) -> bool {
        let Some(fired) = slot.replay.fired.get(&place) else { return false };
        fired.iter().any(|fired| {
            let registry = self.data.registry(fired.registry).and_then(|it| it.registry.as_ref());
            let tool = slot.index.calls().get(place as usize).map(|entry| slot.index.tool(entry));
            let contract = registry.zip(tool).and_then(|(registry, tool)| registry.tools.get(tool));
            let rule = contract.and_then(|it| it.invariants.iter().find(|rule| rule.id == fired.invariant));
            rule.is_some_and(|rule| rule.class == Class::NoError)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_episode_has_a_cell_for_each_call() {
        let cells = sum(3, 40, [(1, Mark::Replayed), (1, Mark::Receipt), (2, Mark::Action(NextAction::Listed))]);
        assert_eq!(cells.len(), 3);
        assert_eq!(cells[1].marks, [Mark::Receipt, Mark::Replayed]);
        assert_eq!(cells[2].on(Lane::Events), Some(Mark::Action(NextAction::Listed)));
        assert_eq!((cells[0].on(Lane::Events), cells[1].on(Lane::Labels)), (None, None));
    }

    /// Ten calls on four cells: 0 1 | 2 3 4 | 5 6 | 7 8 9.
    #[test]
    fn a_cell_of_a_long_episode_sums_a_stretch() {
        let marks = [(1, Mark::Fault), (4, Mark::Replayed), (2, Mark::Error), (9, Mark::Receipt), (7, Mark::Replayed)];
        let cells = sum(10, 4, marks);
        let edges: Vec<_> = cells.iter().map(|cell| (cell.from, cell.to)).collect();
        assert_eq!(edges, [(0, 2), (2, 5), (5, 7), (7, 10)]);
        assert_eq!(cells[1].marks, [Mark::Error, Mark::Replayed]);
        assert_eq!((cells[0].on(Lane::Events), cells[0].on(Lane::Labels)), (None, Some(Mark::Fault)));
        assert_eq!(cells[3].on(Lane::Events), Some(Mark::Receipt));
    }

    #[test]
    fn nothing_to_show_is_no_cell() {
        assert_eq!(sum(0, 10, []), []);
        assert_eq!(sum(10, 0, [(1, Mark::Receipt)]), []);
        assert_eq!(sum(1, 1, [(5, Mark::Receipt)])[0].marks, []);
    }
}
