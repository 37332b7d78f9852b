//! How the second arm of a pair did beside the first, and how many pairs did so.

/// Where a pair stands in the 2×2 table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Both complete.
    Both,
    /// Only the second completes.
    Win,
    /// Only the first completes.
    Loss,
    /// Neither completes.
    Neither,
    /// Of one of the two it is not known: in no cell.
    Unknown,
}

impl Cell {
    /// Where a pair stands whose two completed so.
    #[must_use]
    pub const fn of(first: Option<bool>, second: Option<bool>) -> Self {
        match (first, second) {
            (Some(true), Some(true)) => Self::Both,
            (Some(false), Some(true)) => Self::Win,
            (Some(true), Some(false)) => Self::Loss,
            (Some(false), Some(false)) => Self::Neither,
            _ => Self::Unknown,
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Neither => "neither",
            Self::Unknown => "unknown",
        }
    }
}

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
        match Cell::of(first, second) {
            Cell::Win => Self::Win,
            Cell::Loss => Self::Loss,
            Cell::Both | Cell::Neither => Self::Tie,
            Cell::Unknown => Self::Unknown,
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
        let count = match Cell::of(first, second) {
            Cell::Both => &mut self.both,
            Cell::Win => &mut self.wins,
            Cell::Loss => &mut self.losses,
            Cell::Neither => &mut self.neither,
            Cell::Unknown => &mut self.unknown,
        };
        *count += 1;
    }
}
