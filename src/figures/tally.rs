//! Counts that remember what they counted.

use crate::statistics::Rate;

/// How many there are, and the rows they are of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// How many; of one row there may be several, such as its receipts.
    pub count: u64,
    /// The places of the rows, ascending, each once.
    pub rows: Vec<u32>,
    /// Where calls are counted, of each row the step of the first that is; else nothing.
    pub firsts: Vec<u32>,
}

impl Group {
    /// Rows, each of which counts once.
    #[must_use]
    pub fn of(rows: Vec<u32>) -> Self {
        Self { count: rows.len() as u64, rows, firsts: Vec::new() }
    }

    /// The step at which a row begins to count, by its place among them.
    #[must_use]
    pub fn first(&self, place: usize) -> Option<usize> {
        self.firsts.get(place).map(|step| *step as usize)
    }

    /// Counts one more; rows come in their order.
    pub(super) fn add(&mut self, row: u32) {
        self.count += 1;
        if self.rows.last() != Some(&row) {
            self.rows.push(row);
        }
    }

    /// Counts a call; calls come in their order, too.
    pub(super) fn add_call(&mut self, (row, step): (u32, usize)) {
        if self.rows.last() != Some(&row) {
            self.firsts.push(u32::try_from(step).unwrap_or(u32::MAX));
        }
        self.add(row);
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

    /// Counts one call.
    pub(super) fn count_call(&mut self, at: (u32, usize), is_hit: bool) {
        self.of.add_call(at);
        if is_hit {
            self.hits.add_call(at);
        }
    }

    /// The numbers alone.
    #[must_use]
    pub fn rate(&self) -> Rate {
        Rate { hits: self.hits.count, of: self.of.count }
    }
}
