//! The rules of registries as rows of fields: the one row behind the Registries screen and `vidimus registries`.

use super::filter::{Row, RowFilter};
use crate::domain::json::Json;

/// The fields of a rule, in the order of its values (`lens::lists::rule_row`).
pub const FIELDS: [&str; 9] = ["registry", "tool", "samples", "class", "path", "support", "firings", "rule", "id"];

/// Rules of registries as rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Contracts;

impl Row for Contracts {
    type Values = Vec<Json>;
    const FIELDS: &'static [&'static str] = &FIELDS;
}

/// A filter over rules of registries, without the plain words in it.
pub type ContractFilter = RowFilter<Contracts>;
