//! A list that shows what is behind one number and nothing else.

use std::collections::BTreeMap;

/// The rows that one number counts.
#[derive(Clone, Debug)]
pub struct Only<K> {
    /// What the number is of, in words.
    pub what: String,
    /// Each with the step of the first call that counts in it, where calls are counted.
    rows: BTreeMap<K, Option<usize>>,
}

impl<K: Ord> Only<K> {
    /// These rows.
    pub fn new(what: String, rows: impl IntoIterator<Item = K>) -> Self {
        Self::with_steps(what, rows.into_iter().map(|row| (row, None)))
    }

    /// These rows, each with the first step that counts in it.
    pub fn with_steps(what: String, rows: impl IntoIterator<Item = (K, Option<usize>)>) -> Self {
        Self { what, rows: rows.into_iter().collect() }
    }

    /// The step of the first call that counts in a row.
    pub fn step(&self, row: &K) -> Option<usize> {
        self.rows.get(row).copied().flatten()
    }

    /// Whether a row is among them.
    pub fn has(&self, row: &K) -> bool {
        self.rows.contains_key(row)
    }

    /// The rows, in order.
    pub fn rows(&self) -> impl Iterator<Item = &K> {
        self.rows.keys()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.rows.len()
    }
}
