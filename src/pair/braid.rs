//! The braid: the calls of two episodes side by side, by tool, then by arguments; where they part, where they meet
//! again, and whether a receipt can be the cause. What is said between the calls is not compared.

mod align;
mod cause;

pub use cause::{Receipt, Side, Where};

use crate::digest::{CallDigest, EpisodeDigest};

/// How the two calls of a row stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The same call with the same result.
    Same,
    /// The same call with another result: the world, not the agent.
    OtherResult,
    /// The same tool with other arguments.
    OtherArguments,
    /// Another tool at this place.
    OtherTool,
    /// The same call, which the other episode made earlier or later among the others.
    OrderOnly,
    /// Only the first episode makes this call.
    OnlyFirst,
    /// Only the second one.
    OnlySecond,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Same,
        Self::OtherResult,
        Self::OtherArguments,
        Self::OtherTool,
        Self::OrderOnly,
        Self::OnlyFirst,
        Self::OnlySecond,
    ];

    /// The word in files and filters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::OtherResult => "result",
            Self::OtherArguments => "arguments",
            Self::OtherTool => "tool",
            Self::OrderOnly => "order",
            Self::OnlyFirst => "only_first",
            Self::OnlySecond => "only_second",
        }
    }

    /// Seen from the other side.
    #[must_use]
    pub const fn swapped(self) -> Self {
        match self {
            Self::OnlyFirst => Self::OnlySecond,
            Self::OnlySecond => Self::OnlyFirst,
            other => other,
        }
    }

    /// Whether the agents made the same call in the same order.
    #[must_use]
    pub const fn is_same_call(self) -> bool {
        matches!(self, Self::Same | Self::OtherResult)
    }
}

/// A row: one call of each side, or one of one side. Every call of both stands in exactly one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The step in the first episode.
    pub first: Option<usize>,
    /// The step in the second.
    pub second: Option<usize>,
    /// How they stand to each other.
    pub kind: Kind,
}

/// Where two episodes part. All calls before `step` are the same with the same results, in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The step, the same in both episodes.
    pub step: usize,
    /// The row of [`Braid::rows`] to look at.
    pub row: usize,
    /// What differs there. Where one episode has ended, `OnlyFirst` or `OnlySecond` with `is_end`.
    pub kind: Kind,
    /// Whether one of the two has ended at this step.
    pub is_end: bool,
}

/// Where two episodes meet again after they parted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The row.
    pub row: usize,
    /// The step in the first episode.
    pub first: usize,
    /// The step in the second.
    pub second: usize,
    /// How many calls in a row they then make alike.
    pub length: usize,
    /// Whether they do so to the end of both.
    pub is_to_the_end: bool,
}

/// Two episodes side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Braid {
    /// The rows, in the order of both episodes; a call that only changed its place stands where the first has it.
    pub rows: Vec<Row>,
    /// How many calls both begin with, with the same results.
    pub prefix: usize,
    /// Where they part; nothing if they are the same to the end.
    pub parting: Option<Parting>,
    /// Where the agents part: the first step at which they do not make the same call, whatever came back before.
    pub choice: Option<Parting>,
    /// Where they meet again after the parting.
    pub meeting: Option<Meeting>,
    /// The first receipt delivered in either of the two; of two at one step that of the second episode.
    pub receipt: Option<Receipt>,
}

impl Braid {
    /// Lays two episodes side by side.
    #[must_use]
    pub fn new(first: &EpisodeDigest, second: &EpisodeDigest) -> Self {
        let (a, b) = (&first.calls, &second.calls);
        let rows = align::rows(a, b);
        let same = |test: fn(Kind) -> bool| {
            let is_level = |(place, row): &(usize, &Row)| {
                test(row.kind) && row.first == Some(*place) && row.second == Some(*place)
            };
            rows.iter().enumerate().take_while(is_level).count()
        };
        let (prefix, calls) = (same(|kind| kind == Kind::Same), same(Kind::is_same_call));
        let parting = parting(&rows, a, b, prefix);
        Self {
            prefix,
            parting,
            choice: parting.and_then(|_| self::parting(&rows, a, b, calls)),
            meeting: parting.and_then(|parting| meeting(&rows, parting)),
            receipt: Receipt::first_of(a, b),
            rows,
        }
    }

    /// Where the parting lies, as seen from the first receipt.
    #[must_use]
    pub fn place(&self) -> Option<Where> {
        self.parting.map(|parting| Where::of(parting, self.receipt))
    }

    /// The same of where the agents part.
    #[must_use]
    pub fn choice_place(&self) -> Option<Where> {
        self.choice.map(|choice| Where::of(choice, self.receipt))
    }

    /// How many rows are of a kind.
    #[must_use]
    pub fn count(&self, kind: Kind) -> usize {
        self.rows.iter().filter(|row| row.kind == kind).count()
    }
}

/// What differs at a step up to which everything is the same.
fn parting(rows: &[Row], a: &[CallDigest], b: &[CallDigest], step: usize) -> Option<Parting> {
    let row_of = |side: fn(&Row) -> Option<usize>| rows.iter().position(|row| side(row) == Some(step));
    let is_end = step >= a.len() || step >= b.len();
    let (of_first, of_second) = (row_of(|row| row.first), row_of(|row| row.second));
    let kind_at = |row: usize| rows.get(row).map(|row| row.kind);
    let (row, kind) = match (of_first, of_second) {
        (None, None) => return None,
        (Some(row), None) => (row, Kind::OnlyFirst),
        (None, Some(row)) => (row, Kind::OnlySecond),
        (Some(row), Some(other)) if row == other => (row, kind_at(row)?),
        (Some(first), Some(second)) => match (kind_at(first)?, kind_at(second)?) {
            (Kind::OnlyFirst, _) => (first, Kind::OnlyFirst),
            (_, Kind::OnlySecond) => (second, Kind::OnlySecond),
            (kind, other) if kind == Kind::OrderOnly || other == Kind::OrderOnly => {
                (first.min(second), Kind::OrderOnly)
            }
            // Two rows that cross without being of equal calls do not exist.
            (kind, _) => (first.min(second), kind),
        },
    };
    Some(Parting { step, row, kind, is_end })
}

/// The first row after the parting in which both make the same call. Where the parting is one of order alone, a call
/// counts only once both have made the one that changed its place.
fn meeting(rows: &[Row], parting: Parting) -> Option<Meeting> {
    let calls = |row: &Row| Some((row.first?, row.second?)).filter(|_| row.kind.is_same_call());
    let step = parting.step;
    let is_moved = |row: &&Row| {
        let is_here = row.first == Some(step) || row.second == Some(step);
        parting.kind == Kind::OrderOnly && row.kind == Kind::OrderOnly && is_here
    };
    let moved: Vec<(usize, usize)> =
        rows.iter().filter(is_moved).filter_map(|row| Some((row.first?, row.second?))).collect();
    let is_past = |(first, second): (usize, usize)| {
        let is_settled = moved.iter().all(|(i, j)| first > *i && second > *j);
        first >= step && second >= step && (first, second) != (step, step) && is_settled
    };
    let row = rows.iter().position(|row| calls(row).is_some_and(is_past))?;
    let (first, second) = rows.get(row).and_then(calls)?;
    let rest = rows.get(row..).unwrap_or_default();
    let length = (0..).zip(rest).take_while(|(at, row)| calls(row) == Some((first + at, second + at))).count();
    Some(Meeting { row, first, second, length, is_to_the_end: length == rest.len() })
}

#[cfg(test)]
mod tests;
