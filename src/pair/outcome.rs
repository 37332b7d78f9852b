//! How the second arm of a pair did beside the first, and how many pairs did so.

/// How the second arm of a pair did beside the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PairOutcome {
    /// The second completes and the first does not.
    Win,
    /// The reverse.
    Loss,
    /// Both complete, or neither does.
    Tie,
    /// Of one of the two it is not known.
    Unknown,
}

impl PairOutcome {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Tie => "tie",
            Self::Unknown => "unknown",
        }
    }

    pub(super) fn of(first: Option<bool>, second: Option<bool>) -> Self {
        match (first, second) {
            (Some(false), Some(true)) => Self::Win,
            (Some(true), Some(false)) => Self::Loss,
            (Some(_), Some(_)) => Self::Tie,
            _ => Self::Unknown,
        }
    }
}

/// The 2×2 table of some pairs; every pair is in exactly one of the counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Both complete.
    pub both: usize,
    /// Only the second completes.
    pub wins: usize,
    /// Only the first completes.
    pub losses: usize,
    /// Neither completes.
    pub neither: usize,
    /// Of one of the two it is not known whether it completed: in no cell of the table.
    pub unknown: usize,
}

impl Counts {
    /// All pairs, those of unknown outcome too.
    #[must_use]
    pub const fn all(&self) -> usize {
        self.known() + self.unknown
    }

    /// The pairs in the four cells.
    #[must_use]
    pub const fn known(&self) -> usize {
        self.both + self.wins + self.losses + self.neither
    }

    /// Takes in a pair.
    pub(super) fn add(&mut self, first: Option<bool>, second: Option<bool>) {
        let count = match (first, second) {
            (Some(true), Some(true)) => &mut self.both,
            (Some(false), Some(true)) => &mut self.wins,
            (Some(true), Some(false)) => &mut self.losses,
            (Some(false), Some(false)) => &mut self.neither,
            _ => &mut self.unknown,
        };
        *count += 1;
    }
}
