//! Screen 4, one level in: the two episodes of a pair, call by call.

use std::sync::Arc;

use super::pairs::PairKey;
use crate::app::list::List;
use crate::app::window::{View, Window};
use crate::domain::call::Call;
use crate::page::Page;
use crate::pair::{Braid, Kind, Row, Side};

/// From so many calls on that are the same one line tells them.
const FOLDED: usize = 2;

/// The panes, from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pane {
    /// The two strands.
    #[default]
    Strands,
    /// What differs in the row under the cursor.
    Row,
}

/// A line of the strands: by the steps of its calls, so that it stays what it is when the episodes grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strip {
    /// A row of the braid, by the steps of its two calls.
    Row(Option<usize>, Option<usize>),
    /// The calls that both begin with, folded: so many.
    Prefix(usize),
}

/// Whether what both begin with is folded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fold {
    /// It is.
    #[default]
    Closed,
    /// It is not.
    Open,
}

/// The state of an open pair.
#[derive(Clone, Debug)]
pub struct BraidScreen {
    /// Which pair.
    pub pair: PairKey,
    /// Which pane has the cursor.
    pub pane: Pane,
    /// Which of the two strands the cursor is on.
    pub side: Side,
    /// Whether what both begin with is folded.
    pub fold: Fold,
    /// The lines of the strands.
    pub strips: List<Strip>,
    /// What differs in the row under the cursor.
    pub row: Window,
    /// The calls of both, as far as they are read; those of the first arm first.
    pub calls: [Vec<Option<Arc<Call>>>; 2],
    /// Whether the second arm stands first, so that its place tells nothing.
    pub is_turned: bool,
    /// The two side by side as they stand here.
    pub braid: Option<Arc<Braid>>,
}

impl BraidScreen {
    /// A pair that was just opened.
    pub(in crate::app) fn new(pair: PairKey, is_turned: bool) -> Self {
        Self {
            pair,
            pane: Pane::default(),
            side: Side::Second,
            fold: Fold::default(),
            strips: List::default(),
            row: Window::new(View::BraidRow, Page::default()),
            calls: [Vec::new(), Vec::new()],
            is_turned,
            braid: None,
        }
    }

    /// Takes the lines anew; the cursor stays on its line.
    pub(in crate::app) fn refresh(&mut self, braid: &Braid) {
        let folded = if self.fold == Fold::Closed && braid.prefix >= FOLDED { braid.prefix } else { 0 };
        let prefix = Some(Strip::Prefix(folded)).filter(|_| folded > 0);
        let rows = braid.rows.iter().skip(folded).map(|row| Strip::Row(row.first, row.second));
        self.strips.set_rows(prefix.into_iter().chain(rows).collect());
    }

    /// The row of the braid under the cursor; of what is folded the first.
    pub fn at(&self, braid: &Braid) -> Option<usize> {
        self.row_of(braid, *self.strips.selected()?)
    }

    /// The row of the braid that a line stands for.
    pub fn row_of(&self, braid: &Braid, strip: Strip) -> Option<usize> {
        match strip {
            Strip::Prefix(_) => Some(0),
            Strip::Row(first, second) => braid.rows.iter().position(|row| (row.first, row.second) == (first, second)),
        }
    }

    /// Puts the cursor on a row of the braid, unfolding what hides it.
    pub(in crate::app) fn stand_on(&mut self, braid: &Braid, at: usize) {
        let Some(row) = braid.rows.get(at) else { return };
        let strip = Strip::Row(row.first, row.second);
        if !self.strips.select(&strip) {
            self.fold = Fold::Open;
            self.refresh(braid);
            self.strips.select(&strip);
        }
    }

    /// The rows that differ, those with a receipt and the one where the two meet again: what one goes to from one to
    /// the next.
    pub(in crate::app) fn landmarks(braid: &Braid, has_receipt: impl Fn(&Row) -> bool) -> impl Iterator<Item = usize> {
        let meeting = braid.meeting.map(|meeting| meeting.row);
        let rows = (0..).zip(&braid.rows);
        rows.filter(move |(at, row)| row.kind != Kind::Same || Some(*at) == meeting || has_receipt(row))
            .map(|(at, _)| at)
    }
}
