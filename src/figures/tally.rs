//! Counts that remember what they counted.

use crate::statistics::Rate;

/// How many there are, and the rows they are of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// How many; of one row there may be several, such as its receipts.
    pub count: u64,
    /// The places of the rows, ascending, each once.
    pub rows: Vec<u32>,
}

impl Group {
    /// Counts one more; rows come in their order.
    pub(super) fn add(&mut self, row: u32) {
        self.count += 1;
        if self.rows.last() != Some(&row) {
            self.rows.push(row);
        }
    }
}

/// A share, with the rows of both of its numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Those that count.
    pub hits: Group,
    /// Those among which they are.
    pub of: Group,
}

impl Tally {
    /// Counts one case.
    pub(super) fn count(&mut self, row: u32, is_hit: bool) {
        self.of.add(row);
        if is_hit {
            self.hits.add(row);
        }
    }

    /// The numbers alone.
    #[must_use]
    pub fn rate(&self) -> Rate {
        Rate { hits: self.hits.count, of: self.of.count }
    }
}
