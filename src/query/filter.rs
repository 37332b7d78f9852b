//! A filter over the rows of one list, ready to be asked; every list has the same one over fields of its own.

use std::marker::PhantomData;
use std::ops::Range;

use super::lang::{Query, QueryError};
use crate::domain::json::Json;

/// What a row can be asked for.
pub trait Row {
    /// A value for each of the fields.
    type Values: AsRef<[Json]>;
    /// The fields, in the order of the values.
    const FIELDS: &'static [&'static str];
}

/// Whether every row that passes `after` passes `before`, too, as far as can be told: while words alone are typed on,
/// whatever has more of them has the fewer.
#[must_use]
pub fn narrows(before: &str, after: &str) -> bool {
    let is_plain = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == ' ');
    !before.trim().is_empty() && is_plain(before) && is_plain(after) && after.starts_with(before)
}

/// A filter over rows.
#[derive(Clone, Debug, Default)]
pub struct RowFilter<R>(Option<Query>, PhantomData<R>);

impl<R: Row> RowFilter<R> {
    /// Reads a filter; an empty one lets everything pass.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        let query = if text.trim().is_empty() { None } else { Some(Query::parse(text, R::FIELDS)?) };
        Ok(Self(query, PhantomData))
    }

    /// Reads a filter that may not ask for some of the fields, for they are hidden.
    pub fn parse_without(text: &str, hidden: &[&str]) -> Result<Self, QueryError> {
        let query = if text.trim().is_empty() { None } else { Some(Query::parse_without(text, R::FIELDS, hidden)?) };
        Ok(Self(query, PhantomData))
    }

    /// Reads a filter whose plain words are looked for letter by letter, by somebody else: the filter without them, and
    /// the words with spaces between.
    pub fn parse_with_words(text: &str) -> Result<(Self, String), QueryError> {
        let (query, words) = Query::parse_with_words(text, R::FIELDS)?;
        Ok((Self(Some(query).filter(|query| !query.is_empty()), PhantomData), words.join(" ")))
    }

    /// Whether everything passes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Whether it asks for a field by its name.
    #[must_use]
    pub fn asks(&self, field: &str) -> bool {
        self.0.as_ref().is_some_and(|query| query.asks(field))
    }

    /// Whether what it says of a row can depend on one of these fields.
    #[must_use]
    pub fn reads(&self, fields: &[&str]) -> bool {
        self.0.as_ref().is_some_and(|query| query.asks_for_text() || fields.iter().any(|field| query.asks(field)))
    }

    /// Which characters of a field's value the filter asked for.
    #[must_use]
    pub fn found_in(&self, field: &str, shown: &str) -> Vec<Range<usize>> {
        self.0.as_ref().map(|query| query.found_in(field, shown)).unwrap_or_default()
    }

    /// Whether a row passes; its values are made only if something is asked.
    pub fn passes_with(&self, values: impl FnOnce() -> R::Values) -> bool {
        let Some(query) = &self.0 else { return true };
        let values = values();
        let row: Vec<(&str, &Json)> = R::FIELDS.iter().copied().zip(values.as_ref()).collect();
        query.matches(&row)
    }
}
