//! Arguments that break the schema of their tool.

use super::{EpisodeLabel, Finding};
use crate::digest::build::{Context, Told};
use crate::digest::schema;

pub(super) fn find(told: &Told<'_>, context: &Context<'_>) -> Vec<Finding> {
    let Some(schemas) = context.schemas else { return Vec::new() };
    let broken = told.calls.iter().enumerate().filter_map(|(step, seen)| {
        let tool = &seen.call.tool;
        // Described in several ways: which of them was in force is not known.
        let described = schemas.tools.get(tool).filter(|_| !schemas.ambiguous.contains(tool))?;
        let what = schema::first_breach(described.input.as_ref()?, &seen.arguments)?;
        Some(Finding::new(EpisodeLabel::SchemaBreak, [step], format!("{tool}: {what}")))
    });
    broken.collect()
}
