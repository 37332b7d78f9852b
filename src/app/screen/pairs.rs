//! Screen 4: the 2×2 table of pairs, what stands beside it, and the list of pairs (UI.md).

use std::cell::RefCell;

use crate::app::data::LedgerId;
use crate::app::drawn::Drawn;
use crate::app::list::List;
use crate::app::study::Only;
use crate::domain::ids::EpisodeId;
use crate::domain::json::Json;
use crate::query::order;
use crate::query::pair::FIELDS;

/// A pair by its two episodes, first arm first: it outlives reloads and other orders.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairKey {
    /// The episode of the first arm.
    pub first: (LedgerId, EpisodeId),
    /// The episode of the second.
    pub second: (LedgerId, EpisodeId),
}

/// The panes, from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pane {
    /// The table.
    Table,
    /// The pairs.
    #[default]
    List,
}

/// A count that can be opened: the four cells of the table, and what is in none of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cell {
    /// Both complete.
    Both,
    /// Only the first completes.
    #[default]
    Losses,
    /// Only the second completes.
    Wins,
    /// Neither does.
    Neither,
    /// Of one of the two it is not known.
    Unknown,
    /// Runs without a partner.
    Unmatched,
    /// Runs that another one of the same key stands for.
    Duplicates,
    /// Runs that only another study has a partner for.
    Mixed,
    /// Runs of arms that are not looked at.
    Elsewhere,
}

/// The counts beside the table, from the top.
pub const BESIDE: [Cell; 5] = [Cell::Unknown, Cell::Unmatched, Cell::Duplicates, Cell::Mixed, Cell::Elsewhere];

impl Cell {
    /// Row and column: two by two, and those beside them in the third column.
    const fn at(self) -> (usize, usize) {
        match self {
            Self::Both => (0, 0),
            Self::Losses => (0, 1),
            Self::Wins => (1, 0),
            Self::Neither => (1, 1),
            Self::Unknown => (0, 2),
            Self::Unmatched => (1, 2),
            Self::Duplicates => (2, 2),
            Self::Mixed => (3, 2),
            Self::Elsewhere => (4, 2),
        }
    }

    /// The cell so many rows and columns away; at the edges the last one there is. `None` below the last row.
    #[must_use]
    pub fn moved(self, rows: isize, columns: isize) -> Option<Self> {
        let (row, column) = self.at();
        let column = column.saturating_add_signed(columns).min(2);
        let last = if column == 2 { BESIDE.len() - 1 } else { 1 };
        let row = if rows == 0 { row.min(last) } else { row.saturating_add_signed(rows) };
        match (row, column) {
            (row, _) if row > last => None,
            (0, 0) => Some(Self::Both),
            (0, 1) => Some(Self::Losses),
            (1, 0) => Some(Self::Wins),
            (1, 1) => Some(Self::Neither),
            (row, _) => BESIDE.get(row).copied(),
        }
    }

    /// The word by which pairs are filtered to it; nothing for runs that make no pair.
    #[must_use]
    pub const fn word(self) -> Option<&'static str> {
        match self {
            Self::Both => Some("both"),
            Self::Losses => Some("loss"),
            Self::Wins => Some("win"),
            Self::Neither => Some("neither"),
            Self::Unknown => Some("unknown"),
            Self::Unmatched | Self::Duplicates | Self::Mixed | Self::Elsewhere => None,
        }
    }

    /// What it counts, in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Both => "both completed",
            Self::Losses => "lost",
            Self::Wins => "won",
            Self::Neither => "neither completed",
            Self::Unknown => "outcome unknown",
            Self::Unmatched => "without a partner",
            Self::Duplicates => "twice in one arm",
            Self::Mixed => "partner in another study",
            Self::Elsewhere => "in other arms",
        }
    }
}

/// What pairs are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// Losses, then wins, then the others.
    #[default]
    Outcome,
    /// By task.
    Task,
    /// By model.
    Model,
    /// By trial.
    Trial,
    /// By stratum.
    Stratum,
    /// Most receipts first.
    Receipts,
    /// What parts first stands first.
    Step,
    /// By what the first difference is.
    Kind,
    /// By label, or what is guessed.
    Label,
    /// The order of the files.
    File,
}

impl Sort {
    /// Every one, in the order of going round.
    pub const ALL: [Self; 10] = [
        Self::Outcome,
        Self::Task,
        Self::Model,
        Self::Trial,
        Self::Stratum,
        Self::Receipts,
        Self::Step,
        Self::Kind,
        Self::Label,
        Self::File,
    ];

    /// The field that it sorts by; the order of the files is that of `file`.
    #[must_use]
    pub const fn field(self) -> &'static str {
        match self {
            Self::Outcome => "outcome",
            Self::Task => "task",
            Self::Model => "model",
            Self::Trial => "trial",
            Self::Stratum => "stratum",
            Self::Receipts => "receipts",
            Self::Step => "step",
            Self::Kind => "kind",
            Self::Label => "label",
            Self::File => "file",
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
        order::next_of(&Self::ALL, self)
    }

    /// The order in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Outcome => "losses first, then wins",
            Self::Task => "by task",
            Self::Model => "by model",
            Self::Trial => "by trial",
            Self::Stratum => "by stratum",
            Self::Receipts => "most receipts first",
            Self::Step => "earliest difference first",
            Self::Kind => "by first difference",
            Self::Label => "by label",
            Self::File => "in file order",
        }
    }

    /// What a row is put in order by where that is the outcome.
    #[must_use]
    pub fn outcome_key(outcome: Option<&str>) -> order::Key {
        let order = ["loss", "win", "unknown"];
        let at = outcome.and_then(|outcome| order.iter().position(|known| *known == outcome));
        (i64::try_from(at.unwrap_or(order.len())).unwrap_or(i64::MAX), String::new())
    }

    /// What a row is put in order by; its values are in the order of [`FIELDS`].
    #[must_use]
    pub fn key(self, values: &[Json; FIELDS.len()]) -> order::Key {
        let of = |field: &str| FIELDS.iter().position(|name| *name == field).and_then(|at| values.get(at));
        let mut value = of(self.field()).unwrap_or(&Json::Null);
        if self == Self::Label && *value == Json::Null {
            // The column shows the guess until there is a label.
            value = of("guess").unwrap_or(&Json::Null);
        }
        match self {
            Self::File => (0, String::new()),
            Self::Outcome => Self::outcome_key(value.as_str()),
            _ => order::by_value(self.field(), value),
        }
    }
}

/// The state of the screen.
#[derive(Clone, Debug, Default)]
pub struct PairsScreen {
    /// Which pane has the cursor.
    pub pane: Pane,
    /// The cell under the cursor of the table.
    pub cell: Cell,
    /// The pairs that pass the filter.
    pub list: List<PairKey>,
    /// The filter.
    pub filter: String,
    /// What the list shows of one number of the study, if it shows that.
    pub only: Option<Only<PairKey>>,
    /// What the list is sorted by.
    pub sort: Sort,
    /// Whether the order is turned round.
    pub reversed: bool,
    /// Where the cells stand on screen.
    drawn: RefCell<Vec<(Drawn, Cell)>>,
}

impl PairsScreen {
    /// Remembers where a cell stands on screen.
    pub fn set_drawn(&self, drawn: Drawn, cell: Cell) {
        self.drawn.borrow_mut().push((drawn, cell));
    }

    /// Nothing of it is on screen.
    pub(in crate::app) fn forget_drawn(&self) {
        self.drawn.borrow_mut().clear();
        self.list.forget_drawn();
    }

    /// The cell that stands in a cell of the terminal.
    pub(in crate::app) fn cell_at(&self, column: u16, row: u16) -> Option<Cell> {
        let drawn = self.drawn.borrow();
        drawn.iter().find(|(drawn, _)| drawn.row(column, row).is_some()).map(|(_, cell)| *cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_reached_and_the_way_down_leads_out() {
        assert_eq!(Cell::Both.moved(0, 1), Some(Cell::Losses));
        assert_eq!(Cell::Losses.moved(1, 0), Some(Cell::Neither));
        assert_eq!(Cell::Neither.moved(0, -1), Some(Cell::Wins));
        assert_eq!(Cell::Wins.moved(0, 2), Some(Cell::Unmatched));
        assert_eq!(Cell::Elsewhere.moved(0, -1), Some(Cell::Neither));
        assert_eq!(Cell::Wins.moved(1, 0), None);
        assert_eq!(Cell::Unmatched.moved(1, 0), Some(Cell::Duplicates));
        assert_eq!(Cell::Both.moved(-1, -1), Some(Cell::Both));
    }
}
