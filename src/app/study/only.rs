//! A list that shows what is behind one number and nothing else.

use std::collections::BTreeSet;

/// The rows that one number counts.
#[derive(Clone, Debug)]
pub struct Only<K> {
    /// What the number is of, in words.
    pub what: String,
    rows: BTreeSet<K>,
}

impl<K: Ord> Only<K> {
    /// These rows.
    pub fn new(what: String, rows: impl IntoIterator<Item = K>) -> Self {
        Self { what, rows: rows.into_iter().collect() }
    }

    /// Whether a row is among them.
    pub fn has(&self, row: &K) -> bool {
        self.rows.contains(row)
    }

    /// The rows, in order.
    pub fn rows(&self) -> impl Iterator<Item = &K> {
        self.rows.iter()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.rows.len()
    }
}
