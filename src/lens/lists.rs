//! The lists of the screens as rows and columns: episodes and rules.

use crate::domain::ids::ToolName;
use crate::domain::invariant::Invariant;
use crate::domain::json::Json;
use crate::domain::registry::ToolContract;
use crate::page::{Column, Table};
use crate::query::lang::{Query, QueryError};
use crate::query::{contract, episode, order};
use crate::words;

/// The list of episodes without rows; a row has the values of [`episode::values`]. The labels are shown where they
/// were looked for.
#[must_use]
pub fn episodes(with_labels: bool) -> Table {
    let mut table = Table::new("episodes", &episode::FIELDS.map(episode_column));
    for column in table.columns.iter_mut().filter(|column| column.key == episode::SYMPTOM) {
        column.is_shown = with_labels;
    }
    table
}

fn episode_column(field: &'static str) -> Column {
    match field {
        "trial" | "calls" | "receipts" | "fired" | "faults" => Column::numbers(field, field),
        // A list too long for a line; the formats for programs have it.
        "tool" => Column { is_shown: false, ..Column::words(field, field) },
        episode::SYMPTOM => Column::words(field, "symptoms"),
        _ => Column::words(field, field),
    }
}

/// The list of rules without rows.
#[must_use]
pub fn rules() -> Table {
    Table::new("invariants", &contract::FIELDS.map(rule_column))
}

fn rule_column(field: &'static str) -> Column {
    match field {
        "samples" | "support" | "firings" => Column::numbers(field, field),
        _ => Column::words(field, field),
    }
}

/// A row of the list of rules, with the values of [`contract::FIELDS`]; `firings` is the number of calls on which it fires, if calls were replayed.
#[must_use]
pub fn rule_row(
    registry: &str,
    tool: &ToolName,
    contract: &ToolContract,
    rule: &Invariant,
    firings: Option<u64>,
) -> Vec<Json> {
    vec![
        registry.into(),
        tool.as_str().into(),
        contract.samples.into(),
        rule.class.name().into(),
        rule.path.to_string().into(),
        rule.support.into(),
        firings.into(),
        words::rule(rule).into(),
        rule.id.as_str().into(),
    ]
}

/// The same of a tool that has no rule.
#[must_use]
pub fn tool_row(registry: &str, tool: &ToolName, contract: &ToolContract) -> Vec<Json> {
    let mut row = vec![Json::Null; contract::FIELDS.len()];
    row.splice(..3, [registry.into(), tool.as_str().into(), contract.samples.into()]);
    row
}

impl Table {
    /// Keeps the rows that a filter shows; in JSON, `total` says how many there were before.
    pub fn filter(&mut self, filter: Option<&str>) -> Result<(), QueryError> {
        let total = self.rows.len();
        if let Some(filter) = filter {
            let keys: Vec<&str> = self.columns.iter().map(|column| column.key).collect();
            let query = Query::parse(filter, &keys)?;
            self.rows.retain(|row| query.matches(&keys.iter().copied().zip(row).collect::<Vec<(&str, &Json)>>()));
        }
        self.facts.insert("shown", self.rows.len());
        self.facts.insert("total", total);
        Ok(())
    }

    /// Puts the rows in the order of a field, as the screen does; equal ones stay in the order of the file.
    pub fn sort(&mut self, field: Option<&str>, is_reversed: bool) {
        let place = field.and_then(|field| self.columns.iter().position(|column| column.key == field));
        if let Some((place, field)) = place.zip(field) {
            self.rows.sort_by_cached_key(|row| order::by_value(field, row.get(place).unwrap_or(&Json::Null)));
        }
        if is_reversed {
            self.rows.reverse();
        }
    }
}
