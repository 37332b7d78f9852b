//! A frequency table as a page, each value a line that leads to what has it; and as rows and columns.

use super::{Frequency, Row};
use crate::domain::json::Json;
use crate::page::{Align, Column, Kind, Page, Role, Table};
use crate::words::{cell, counted};

/// The columns of a value, of its rate, and of the bar, which narrow windows may cut.
const VALUE: usize = 24;
const RATE: usize = 22;
const BAR: usize = 10;
/// At most so many values have a line; the rest are counted.
const SHOWN: usize = 500;

/// The columns of the table as data.
const COLUMNS: [Column; 6] = [
    Column::words("value", "value"),
    Column::numbers("count", "count"),
    Column::numbers("share", "share"),
    Column::numbers("completed", "completed"),
    Column::numbers("known", "of"),
    Column::numbers("rate", "rate"),
];

/// The page of a frequency table. Links are numbered like its rows; `state` says how far the counting is.
#[must_use]
pub fn page(frequency: &Frequency, state: Option<&str>) -> Page {
    let mut page = Page::new(format!("values of {}", frequency.field));
    let values = frequency.rows.iter().filter(|row| row.value.is_some()).count();
    let mut summary = format!("{} in {}", counted(values, "value"), counted(frequency.total, frequency.unit.name()));
    if let Some(state) = state {
        summary = format!("{summary} · {state}");
    }
    page.text(summary);
    if frequency.rows.is_empty() {
        return page;
    }
    let unit = format!("{}s", frequency.unit.name());
    let heading = format!("{:<VALUE$} {unit:>9} {:>7}  {:<RATE$}", "value", "share", "completed episodes");
    let cells = |cells: [&str; 4], is_heading: bool, page: &mut Page| {
        let sides = [Align::Left, Align::Right, Align::Right, Align::Right];
        page.as_cells(sides.into_iter().zip(cells), is_heading);
    };
    page.push(Kind::Row, vec![(Role::Muted, heading)]);
    cells(["value", &unit, "share", "completed episodes"], true, &mut page);
    let most = frequency.rows.iter().map(|row| row.count).max().unwrap_or(0);
    for (link, row) in frequency.rows.iter().enumerate().take(SHOWN) {
        let (role, value) = match &row.value {
            Some(value) => (Role::Value, value.as_str()),
            None => (Role::Muted, "(not known)"),
        };
        let bar = (row.count * BAR).checked_div(most).unwrap_or(0).max(1);
        let share = share(row.count, frequency.total);
        let pieces = vec![
            (role, padded(value)),
            (Role::Text, format!(" {:>9} {share:>7}  ", row.count)),
            (Role::Muted, format!("{:<RATE$} ", rate(row))),
            (Role::Listed, "█".repeat(bar)),
        ];
        page.link(Kind::Row, pieces, link);
        cells([value, &row.count.to_string(), &share, &rate(row)], false, &mut page);
    }
    if frequency.rows.len() > SHOWN {
        page.muted(format!("and {} more values, each as rare or rarer", frequency.rows.len() - SHOWN));
    }
    page
}

/// The table as rows and columns.
#[must_use]
pub fn table(frequency: &Frequency) -> Table {
    let mut table = Table::new("values", &COLUMNS);
    table.rows.extend(frequency.rows.iter().map(|row| {
        let (completed, known) = row.completed;
        vec![
            row.value.clone().into(),
            row.count.into(),
            rounded(row.count, frequency.total),
            completed.into(),
            known.into(),
            rounded(completed, known),
        ]
    }));
    table.facts.insert("field", frequency.field.as_str());
    table.facts.insert("unit", frequency.unit.name());
    table.facts.insert("of", frequency.total);
    table
}

/// A share as a number with four digits behind the point; unknown of nothing.
fn rounded(count: usize, of: usize) -> Json {
    let tenths = (count * 100_000).checked_div(of).map(|share| (share + 5) / 10);
    match tenths {
        Some(share) => crate::domain::json::read(&format!("{}.{:04}", share / 10_000, share % 10_000))
            .map_or(Json::Null, |read| read.value),
        None => Json::Null,
    }
}

/// `12.5%`.
fn share(count: usize, of: usize) -> String {
    match (count * 10_000).checked_div(of).map(|share| (share + 5) / 10) {
        Some(share) => format!("{}.{}%", share / 10, share % 10),
        None => "undefined".into(),
    }
}

/// `61.7% (74 of 120)`: a rate carries its n.
fn rate(row: &Row) -> String {
    let (completed, known) = row.completed;
    format!("{} ({completed} of {known})", share(completed, known))
}

/// A value in exactly the width of its column, on one line.
fn padded(value: &str) -> String {
    let line: String = value.chars().take(400).map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    cell(&crate::safe::visible(&line), VALUE)
}
