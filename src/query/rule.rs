//! Invariants under review as rows to filter and to sort: `class:category reasons:shape fires>0 -standing:accepted`.
//! The screen and `vidimus review` read the same fields in the same orders.

use super::filter::{Row, RowFilter};
use super::order::next_of;
use crate::domain::json::Json;

/// The fields that an invariant under review can be filtered by.
pub const FIELDS: [&str; 18] = [
    "id",
    "tool",
    "class",
    "path",
    "standing",
    "left",
    "suspicion",
    "reasons",
    "under",
    "support",
    "fires",
    "folds",
    "implied",
    "marked",
    "comment",
    "author",
    "rule",
    "why",
];

/// The filter to begin with: what is undecided, changed since it was decided, or waived until a day that is over.
pub const LEFT: &str = "left:yes";

/// Invariants under review as rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules;

impl Row for Rules {
    type Values = [Json; FIELDS.len()];
    const FIELDS: &'static [&'static str] = &FIELDS;
}

/// A filter over invariants under review.
pub type RuleFilter = RowFilter<Rules>;

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
    /// Most firings on clean calls first.
    Firings,
    /// In the fewest folds first.
    Folds,
}

impl Sort {
    /// Every one, in the order of going round.
    pub const ALL: [Self; 6] = [Self::Suspicion, Self::Tool, Self::Class, Self::Support, Self::Firings, Self::Folds];

    /// The field that it sorts by.
    #[must_use]
    pub const fn field(self) -> &'static str {
        match self {
            Self::Suspicion => "suspicion",
            Self::Tool => "tool",
            Self::Class => "class",
            Self::Support => "support",
            Self::Firings => "fires",
            Self::Folds => "folds",
        }
    }

    /// The one that sorts by a field.
    #[must_use]
    pub fn by_field(field: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sort| sort.field() == field)
    }

    /// The next one round.
    #[must_use]
    pub fn next(self) -> Self {
        next_of(&Self::ALL, self)
    }

    /// The order in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Suspicion => "most suspicious first",
            Self::Tool => "by tool",
            Self::Class => "by class",
            Self::Support => "least support first",
            Self::Firings => "most firings on clean calls first",
            Self::Folds => "in the fewest folds first",
        }
    }
}
