//! Screen 3, one level in: an episode call by call (UI.md, "Frame").

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::episodes::EpisodeRef;
use crate::app::data::RuleRef;
use crate::app::detail::CallDetail;
use crate::app::list::List;
use crate::app::tree::{RowKey, TreeRow};
use crate::contract::Verdict;
use crate::domain::call::Call;
use crate::query::text::Sought;

/// The panes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pane {
    /// The calls of the episode.
    #[default]
    Calls,
    /// Arguments and result of the call under the cursor.
    Tree,
    /// The receipt.
    Receipt,
}

/// A text that is looked for among the calls or the fields.
#[derive(Clone, Debug, Default)]
pub struct Find {
    /// As typed.
    pub text: String,
    /// As read.
    pub sought: Sought,
    /// At which match the cursor is, from 1, of how many.
    pub count: (usize, usize),
    /// The call and the row under the cursor when the prompt opened.
    pub origin: (Option<u32>, Option<RowKey>),
}

/// The state of the screen.
#[derive(Clone, Debug)]
pub struct StepperScreen {
    /// The episode.
    pub episode: EpisodeRef,
    /// Which pane has the cursor.
    pub pane: Pane,
    /// Its calls, as places in the index of the ledger.
    pub calls: List<u32>,
    /// The rows of the call under the cursor, once it is read.
    pub rows: Vec<TreeRow>,
    /// The row of the tree under the cursor; as many rows as `rows`, in the same order.
    pub tree: List<RowKey>,
    /// The folded parts; kept from call to call, since places of one tool are the same.
    pub closed: BTreeSet<RowKey>,
    /// How far the receipt is scrolled, in lines; the view clamps it to the text.
    pub receipt_scroll: usize,
    /// The call under the cursor, judged; nothing while it is being read.
    pub detail: Option<CallDetail>,
    /// Payloads that have been read: those near the cursor, and those with a receipt.
    pub read: BTreeMap<u32, Result<Arc<Call>, String>>,
    /// The line that the tree is to stand on once the call is read.
    pub wanted_row: Option<RowKey>,
    /// The line that the tree was put on since a rule broke there, until somebody moves in it.
    pub led_to: Option<RowKey>,
    /// The call whose rows are laid out.
    pub laid_out: Option<u32>,
    /// Where it was opened: the way back leads there.
    pub from: Option<Origin>,
    /// Calls that came in below while the cursor was elsewhere.
    pub waiting: usize,
    /// What is looked for.
    pub find: Find,
}

/// Where an episode can be opened besides the list of episodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Among the firings of a rule.
    Firings(RuleRef),
    /// In a pair.
    Pair,
    /// In the card of a rule under review.
    Review,
}

impl StepperScreen {
    /// Why no call can be shown yet, or never: an episode without calls has none to wait for.
    pub fn why_no_call(&self) -> &'static str {
        if self.calls.rows().is_empty() {
            "The agent called no tool in this episode."
        } else {
            "The call is still being read."
        }
    }

    /// The call after the one under the cursor, if it has been read.
    pub fn next_call(&self) -> Option<&Arc<Call>> {
        let next = self.calls.rows().get(self.calls.place() + 1)?;
        self.read.get(next)?.as_ref().ok()
    }

    /// Opens an episode.
    pub fn new(episode: EpisodeRef, calls: Vec<u32>) -> Self {
        let mut screen = Self {
            episode,
            pane: Pane::Calls,
            calls: List::default(),
            rows: Vec::new(),
            tree: List::default(),
            closed: BTreeSet::new(),
            receipt_scroll: 0,
            detail: None,
            read: BTreeMap::new(),
            wanted_row: None,
            led_to: None,
            laid_out: None,
            from: None,
            waiting: 0,
            find: Find::default(),
        };
        screen.calls.set_rows(calls);
        screen
    }

    /// Puts the tree of a call on the first line where a rule broke, so that it is seen without scrolling; if nothing
    /// broke, back on its top, unless somebody chose the line.
    pub(in crate::app) fn lead_to_broken(&mut self) {
        let call = self.detail.as_ref().map(|detail| detail.place);
        if self.rows.is_empty() || std::mem::replace(&mut self.laid_out, call) == call {
            return;
        }
        // Whoever went into the tree before the call was read has not chosen a line either.
        if self.pane == Pane::Tree && self.tree.place() > 0 {
            return;
        }
        let is_broken = |row: &TreeRow| row.broken_inside || row.marks.iter().any(|it| it.verdict == Verdict::Broken);
        match self.rows.iter().position(is_broken) {
            Some(at) => {
                self.tree.lead_to(at);
                self.led_to = self.tree.selected().cloned();
            }
            None if self.led_to.take().is_some() => self.tree.lead_to(0),
            None => {}
        }
    }

    /// The row of the tree under the cursor.
    pub fn row(&self) -> Option<&TreeRow> {
        self.rows.get(self.tree.place())
    }
}
