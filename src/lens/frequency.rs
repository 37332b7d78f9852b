//! How often each value of a field occurs, and how the episodes with it ended.

mod field;
mod page;

pub use field::{CallField, FieldError, FieldValues};
pub use page::{page, table};

use std::collections::{BTreeMap, BTreeSet};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Episodes, each once for every value it has.
    Episodes,
    /// Calls, each once for every value it has.
    Calls,
}

impl Unit {
    /// One of it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Episodes => "episode",
            Self::Calls => "call",
        }
    }
}

/// One value, or that there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The value as text; nothing where the field is not there or not known.
    pub value: Option<String>,
    /// How many have it.
    pub count: usize,
    /// How many of the episodes with it were completed, of so many whose outcome is known.
    pub completed: (usize, usize),
}

/// The values of a field, most frequent first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frequency {
    /// The field.
    pub field: String,
    /// What is counted.
    pub unit: Unit,
    /// How many were looked at.
    pub total: usize,
    /// The values.
    pub rows: Vec<Row>,
}

/// The episodes with a value: by a number that tells them apart, and how each ended.
type Episodes = BTreeSet<(usize, Option<bool>)>;

/// Counts values one after the other.
#[derive(Clone, Debug)]
pub struct Counter {
    field: String,
    unit: Unit,
    total: usize,
    values: BTreeMap<Option<String>, (usize, Episodes)>,
}

impl Counter {
    /// A counter of nothing.
    pub fn new(field: impl Into<String>, unit: Unit) -> Self {
        Self { field: field.into(), unit, total: 0, values: BTreeMap::new() }
    }

    /// Takes the values of one episode or call; `episode` tells its episode apart from others.
    pub fn add(&mut self, values: &[String], episode: usize, completed: Option<bool>) {
        self.total += 1;
        let distinct: BTreeSet<Option<&String>> = values.iter().map(Some).collect();
        let distinct = if distinct.is_empty() { BTreeSet::from([None]) } else { distinct };
        for value in distinct {
            let (count, episodes) = self.values.entry(value.cloned()).or_default();
            *count += 1;
            episodes.insert((episode, completed));
        }
    }

    /// The table: most frequent first, equal ones in the order of their values.
    #[must_use]
    pub fn finish(&self) -> Frequency {
        let row = |(value, (count, episodes)): (&Option<String>, &(usize, Episodes))| {
            let known = episodes.iter().filter(|(_, completed)| completed.is_some()).count();
            let completed = episodes.iter().filter(|(_, completed)| *completed == Some(true)).count();
            Row { value: value.clone(), count: *count, completed: (completed, known) }
        };
        let mut rows: Vec<Row> = self.values.iter().map(row).collect();
        // Numbers in the order of numbers; the order of texts is that of the map.
        rows.sort_by(|one, other| {
            let number = |row: &Row| row.value.as_deref().and_then(|value| value.parse::<f64>().ok());
            let by_number = match (number(one), number(other)) {
                (Some(one), Some(other)) => one.total_cmp(&other),
                (one, other) => one.is_none().cmp(&other.is_none()),
            };
            other.count.cmp(&one.count).then(by_number)
        });
        Frequency { field: self.field.clone(), unit: self.unit, total: self.total, rows }
    }
}

#[cfg(test)]
mod tests;
