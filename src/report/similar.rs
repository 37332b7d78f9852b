//! Similar calls, printed.

use std::io;

use super::page::pages;
use super::{Column, Format, Out, Table};
use crate::domain::json::Json;
use crate::lens::similar::{Mark, Similar, page};
use crate::study::Named;
use crate::words;

/// The columns of similar calls as data: one row a value.
const VALUES: [Column; 9] = [
    Column::words("file", "file"),
    Column::words("episode", "episode"),
    Column::numbers("step", "step"),
    Column::words("is_asked", "asked about"),
    Column::numbers("differing_arguments", "differing arguments"),
    Column::words("field", "field"),
    Column::words("value", "value"),
    Column::words("mark", "mark"),
    Column::words("usual", "usual"),
];

/// Prints similar calls: in text and Markdown as a page with a table, in JSON and CSV one row a call and field.
pub fn similar(similar: &Similar, names: &[Named], format: Format, out: &mut Out) -> io::Result<()> {
    if matches!(format, Format::Text | Format::Md) {
        let has_files = names.iter().any(|name| names.first().is_some_and(|first| first.file != name.file));
        let label = |name: &Named| {
            let file = if has_files { format!("{}: ", name.file) } else { String::new() };
            (format!("{file}{}", name.episode), name.step.0)
        };
        return pages(&[page(similar, &names.iter().map(label).collect::<Vec<_>>())], format, out);
    }
    let mut table = Table::new("values", &VALUES);
    for row in &similar.rows {
        let Some(name) = names.get(row.at) else { continue };
        for (column, cell) in similar.columns.iter().zip(&row.cells) {
            let usual = match &cell.mark {
                Mark::Plain => None,
                Mark::Odd(usual) | Mark::Differs(usual) => usual.clone(),
            };
            table.rows.push(vec![
                name.file.as_str().into(),
                name.episode.as_str().into(),
                name.step.0.into(),
                (row.at == 0).into(),
                row.arguments.len().into(),
                column.name.as_str().into(),
                cell.value.clone().into(),
                cell.mark.word().into(),
                usual.into(),
            ]);
        }
    }
    table.facts.insert("tool", similar.tool.as_str());
    table.facts.insert("calls", similar.rows.len());
    table.facts.insert("left_out", similar.left_out());
    let differing: Vec<Json> = similar
        .rows
        .iter()
        .map(|row| row.arguments.iter().map(|it| words::place("", it.place())).collect::<Vec<_>>().into())
        .collect();
    table.facts.insert("differing_arguments", differing);
    out.table(&table, format)
}
