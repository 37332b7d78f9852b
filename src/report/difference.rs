//! The difference of two calls, printed.

use std::io;

use super::page::pages;
use super::{Column, Format, Out, Table};
use crate::domain::json::{Json, Object};
use crate::lens::difference::{CallDifference, CallName};
use crate::words;

/// The columns of changes as data.
const CHANGES: [Column; 6] = [
    Column::words("part", "part"),
    Column::words("what", "what"),
    Column::words("place", "place"),
    Column::words("place_before", "place before"),
    Column::words("before", "before"),
    Column::words("after", "after"),
];

/// Prints the difference of two calls: in text and Markdown as a page, in JSON and CSV one row a change.
pub fn difference(found: &CallDifference, format: Format, out: &mut Out) -> io::Result<()> {
    if matches!(format, Format::Text | Format::Md) {
        return pages(&[found.page()], format, out);
    }
    let mut table = Table::new("changes", &CHANGES);
    table.rows = found
        .changes()
        .map(|(part, change)| {
            vec![
                part.name().into(),
                change.what.word().into(),
                words::place("", change.place()).into(),
                words::place("", &change.before).into(),
                change.what.before().cloned().into(),
                change.what.after().cloned().into(),
            ]
        })
        .collect();
    let name = |call: &CallName| -> Json {
        Object::new().with("episode", call.episode.as_str()).with("step", call.step.0).into()
    };
    table.facts.insert("tool", found.tools.1.as_str());
    table.facts.insert("before", name(&found.before));
    table.facts.insert("after", name(&found.after));
    table.facts.insert("results_compared", found.result.is_some());
    out.table(&table, format)
}
