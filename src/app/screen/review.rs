//! Screen 2: the queue of invariants to be judged, and the card of the one under the cursor (UI.md).

use std::collections::BTreeSet;

use crate::app::data::RuleRef;
use crate::app::list::List;
use crate::app::window::{View, Window};
use crate::page::Page;

/// The filter to begin with: what is undecided, changed since it was decided, or waived until a day that is over.
pub const LEFT: &str = "left:yes";

/// The panes, from left to right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pane {
    /// The queue.
    #[default]
    Queue,
    /// Everything about the invariant under the cursor.
    Card,
}

/// What the queue is sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// The most suspicious first; what follows from another right behind it.
    #[default]
    Suspicion,
    /// By tool, as the registry has them.
    Tool,
    /// By class.
    Class,
    /// The least support first.
    Support,
    /// Most firings on clean calls it was not mined from first.
    Firings,
    /// In the fewest folds first.
    Folds,
}

impl Sort {
    /// Every one, in the order of going round.
    pub const ALL: [Self; 6] = [Self::Suspicion, Self::Tool, Self::Class, Self::Support, Self::Firings, Self::Folds];

    /// The next one round.
    #[must_use]
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|sort| *sort == self).unwrap_or_default();
        Self::ALL.get((at + 1) % Self::ALL.len()).copied().unwrap_or_default()
    }

    /// The order in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Suspicion => "most suspicious first",
            Self::Tool => "by tool",
            Self::Class => "by class",
            Self::Support => "least support first",
            Self::Firings => "most firings on held-out clean calls first",
            Self::Folds => "in the fewest folds first",
        }
    }
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
    /// Those that were marked, for a decision on all of them.
    pub marked: BTreeSet<RuleRef>,
    /// Whether what follows from another has rows of its own.
    pub implied: Implied,
    /// The card.
    pub card: Window,
    /// Whose card it is.
    pub card_of: Option<RuleRef>,
}

impl Default for ReviewScreen {
    fn default() -> Self {
        Self {
            pane: Pane::default(),
            queue: List::default(),
            sort: Sort::default(),
            filter: LEFT.to_owned(),
            marked: BTreeSet::new(),
            implied: Implied::default(),
            card: Window::new(View::Card, Page::default()),
            card_of: None,
        }
    }
}
