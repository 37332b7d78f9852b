//! Invariants under review as rows to filter: `class:category reasons:shape fires>0 -standing:accepted`.

use super::lang::{Query, QueryError};
use crate::domain::json::Json;

/// The fields that an invariant under review can be filtered by.
pub const FIELDS: [&str; 17] = [
    "tool",
    "class",
    "path",
    "rule",
    "id",
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
];

/// A filter over invariants under review, ready to be asked.
#[derive(Clone, Debug, Default)]
pub struct RuleFilter(Option<Query>);

impl RuleFilter {
    /// Reads a filter; an empty one lets everything pass.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        if text.trim().is_empty() {
            return Ok(Self(None));
        }
        Query::parse(text, &FIELDS).map(|query| Self(Some(query)))
    }

    /// Whether a row passes; its values are in the order of [`FIELDS`].
    #[must_use]
    pub fn passes(&self, values: &[Json; FIELDS.len()]) -> bool {
        let Some(query) = &self.0 else { return true };
        let row: Vec<(&str, &Json)> = FIELDS.into_iter().zip(values).collect();
        query.matches(&row)
    }

    /// Which characters of a field's value the filter asked for.
    #[must_use]
    pub fn found_in(&self, field: &str, shown: &str) -> Vec<std::ops::Range<usize>> {
        self.0.as_ref().map(|query| query.found_in(field, shown)).unwrap_or_default()
    }
}
