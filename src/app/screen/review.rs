//! Screen 2: the queue of invariants to be judged, and the card of the one under the cursor (UI.md).

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::app::data::RuleRef;
use crate::app::list::List;
use crate::app::window::{View, Window};
use crate::page::Page;
pub use crate::query::rule::{LEFT, Sort};

/// The panes, from left to right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pane {
    /// The queue.
    #[default]
    Queue,
    /// Everything about the invariant under the cursor.
    Card,
}

/// Whether what follows from another invariant has rows of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Implied {
    /// It is folded under the other one, while that is in the queue.
    #[default]
    Folded,
    /// It stands behind the other one.
    Shown,
}

/// The state of the screen.
#[derive(Clone, Debug)]
pub struct ReviewScreen {
    /// Which pane has the cursor.
    pub pane: Pane,
    /// The invariants that pass the filter.
    pub queue: List<RuleRef>,
    /// What they are sorted by.
    pub sort: Sort,
    /// The filter.
    pub filter: String,
    /// The filter to go back to.
    pub home: &'static str,
    /// Those that were marked, for a decision on all of them.
    pub marked: BTreeSet<RuleRef>,
    /// Whether what follows from another has rows of its own.
    pub implied: Implied,
    /// The card.
    pub card: Window,
    /// Whose card it is.
    pub card_of: Option<RuleRef>,
    /// Whose card stands on the terminal; nothing before a first one was drawn.
    drawn: RefCell<Option<RuleRef>>,
}

impl ReviewScreen {
    /// Another registry has another filter to begin with; one that was typed stays.
    pub(in crate::app) fn use_home(&mut self, home: &'static str) {
        if self.home != home && self.filter.trim() == self.home {
            home.clone_into(&mut self.filter);
        }
        self.home = home;
    }

    /// The card is being drawn.
    pub fn set_drawn(&self) {
        self.drawn.borrow_mut().clone_from(&self.card_of);
    }

    /// Whether the card of a rule stands on the terminal, as far as anything was drawn there at all.
    #[must_use]
    pub fn is_drawn(&self, rule: &RuleRef) -> bool {
        self.drawn.borrow().as_ref().is_none_or(|drawn| drawn == rule)
    }

    /// Whether a person has the rule under the cursor before them.
    pub(in crate::app) fn is_seen(&self) -> bool {
        self.card_of.is_some() && *self.drawn.borrow() == self.card_of
    }
}

impl Default for ReviewScreen {
    fn default() -> Self {
        Self {
            pane: Pane::default(),
            queue: List::default(),
            sort: Sort::default(),
            filter: LEFT.to_owned(),
            home: LEFT,
            marked: BTreeSet::new(),
            implied: Implied::default(),
            card: Window::new(View::Card, Page::default()),
            card_of: None,
            drawn: RefCell::default(),
        }
    }
}
