//! What a full-text search found, as rows: one a place.

use super::{Column, Table};
use crate::domain::json::Json;
use crate::lens::search::Spot;
use crate::query::episode;
use crate::study::{FoundRecord, Ledger};

/// The fields of the episode that stand before the place.
const EPISODE: [&str; 7] = ["file", "episode", "task", "arm", "model", "trial", "completed"];

/// The places that were found. In text and Markdown a row has the file, the episode, the call and the place; filters
/// and the formats for programs know more of the episode.
#[must_use]
pub fn search(ledgers: &[Ledger], found: &[FoundRecord]) -> Table {
    let mut columns: Vec<Column> = EPISODE
        .into_iter()
        .map(|field| Column { is_shown: matches!(field, "file" | "episode"), ..Column::words(field, field) })
        .collect();
    columns.extend([
        Column::numbers("step", "step"),
        Column::words("tool", "tool"),
        Column { is_shown: false, ..Column::words("part", "part") },
        Column::words("place", "place"),
        Column::words("found", "found"),
    ]);
    let mut table = Table::new("places", &columns);
    let mut left_out = 0;
    for record in found {
        let Some(ledger) = ledgers.get(record.ledger) else { continue };
        let Some(entry) = ledger.index.episodes().get(record.episode) else { continue };
        let values = episode::values(&ledger.file.name(), &ledger.index, entry, episode::Known::default());
        let of_episode: Vec<Json> = EPISODE
            .iter()
            .filter_map(|field| values.get(episode::FIELDS.iter().position(|name| name == field)?).cloned())
            .collect();
        left_out += record.hits.more;
        for hit in &record.hits.told {
            let part = match &hit.spot {
                Spot::Value(part, _) => part.name(),
                Spot::Receipt(_) => "receipt",
                Spot::Message(_) => "message",
            };
            let mut row = of_episode.clone();
            row.extend([
                record.call.as_ref().map(|(step, _)| Json::from(step.0)).into(),
                record.call.as_ref().map(|(_, tool)| Json::from(tool.as_str())).into(),
                part.into(),
                hit.spot.in_words().into(),
                hit.excerpt.as_str().into(),
            ]);
            table.rows.push(row);
        }
    }
    table.facts.insert("records", found.len());
    table.facts.insert("left_out", left_out);
    table
}
