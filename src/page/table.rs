//! A view as rows and columns, and its four printed forms.

use unicode_width::UnicodeWidthStr;

use super::Format;
use crate::domain::json::{Json, Object};
use crate::safe::{visible, visible_lines};
use crate::words::clip;

/// A column of text is at most so wide, so that one long name does not push all rows apart; the last one is as long as
/// it is, and every other form has all of it.
const WIDEST: usize = 80;

/// What stands where a value is not known.
const UNKNOWN: &str = "–";

/// On which side a column's values stand in text and Markdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// One column of a view.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The key in JSON and the heading in CSV.
    pub key: &'static str,
    /// The heading for people.
    pub heading: &'static str,
    /// Where values stand.
    pub align: Align,
    /// Whether text and Markdown show it; JSON and CSV always do, and so does a Markdown that is whole.
    pub is_shown: bool,
    /// Whether text has it in a line of its own below the row, where it may be long.
    pub is_below: bool,
}

impl Column {
    /// A column of words.
    #[must_use]
    pub const fn words(key: &'static str, heading: &'static str) -> Self {
        Self { key, heading, align: Align::Left, is_shown: true, is_below: false }
    }

    /// A column of sentences, below the row.
    #[must_use]
    pub const fn below(key: &'static str, heading: &'static str) -> Self {
        Self { is_below: true, ..Self::words(key, heading) }
    }

    /// A column of numbers.
    #[must_use]
    pub const fn numbers(key: &'static str, heading: &'static str) -> Self {
        Self { key, heading, align: Align::Right, is_shown: true, is_below: false }
    }
}

/// A view as data: the same rows in every format.
#[derive(Clone, Debug)]
pub struct Table {
    /// The key of the rows in JSON.
    pub name: &'static str,
    /// The columns.
    pub columns: Vec<Column>,
    /// One value per column in each row.
    pub rows: Vec<Vec<Json>>,
    /// Whether Markdown has every column that says something, by its key, as CSV has.
    pub is_markdown_whole: bool,
    /// What stands beside the rows in JSON (counts of what was read and of what was not).
    pub facts: Object,
}

impl Table {
    /// A view without rows yet.
    #[must_use]
    pub fn new(name: &'static str, columns: &[Column]) -> Self {
        Self { name, columns: columns.to_vec(), rows: Vec::new(), is_markdown_whole: false, facts: Object::new() }
    }

    /// The same, and its Markdown leaves out no column in which a row says something.
    #[must_use]
    pub fn with_whole_markdown(self) -> Self {
        Self { is_markdown_whole: true, ..self }
    }

    /// Leaves out those of these columns of which no row says anything; data keeps them.
    pub fn hide_idle(&mut self, keys: &[&str]) {
        for (place, column) in self.columns.iter_mut().enumerate().filter(|(_, column)| keys.contains(&column.key)) {
            let mut cells = self.rows.iter().filter_map(|row| row.get(place));
            column.is_shown &= cells.any(|cell| *cell != Json::Null);
        }
    }

    /// The view in one of its printed forms, ending in a newline unless it is empty.
    #[must_use]
    pub fn print(&self, format: Format) -> String {
        match format {
            Format::Text => self.text(),
            Format::Json => format!("{}\n", self.json()),
            Format::Csv => self.csv(),
            Format::Md => self.markdown(),
        }
    }

    fn json(&self) -> Json {
        let row = |cells: &Vec<Json>| -> Json {
            let members = self.columns.iter().zip(cells).map(|(column, cell)| (column.key, cell.clone()));
            members.collect::<Object>().into()
        };
        let mut whole = Object::new().with(self.name, self.rows.iter().map(row).collect::<Vec<Json>>());
        for (key, value) in self.facts.iter() {
            whole.insert(key, value.clone());
        }
        whole.into()
    }

    fn text(&self) -> String {
        let mut cells = self.cells(|cell| visible(cell).into_owned());
        let beside: Vec<usize> = (0..).zip(self.shown()).filter(|(_, it)| !it.is_below).map(|(at, _)| at).collect();
        let narrow = beside.split_last().map_or(&[][..], |(_, narrow)| narrow);
        for row in &mut cells {
            let long = row.iter_mut().enumerate().filter(|(at, cell)| narrow.contains(at) && cell.width() > WIDEST);
            long.for_each(|(_, cell)| *cell = clip(cell, WIDEST));
        }
        let width = |place: usize| {
            let widest = cells.iter().filter_map(|row| row.get(place)).map(|cell| cell.width());
            widest.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.shown().count()).map(width).collect();
        let mut out = String::new();
        for (place, row) in cells.iter().enumerate() {
            let mut line = String::new();
            let beside = row.iter().zip(self.shown()).zip(&widths);
            for ((cell, column), width) in beside.filter(|((_, column), _)| !column.is_below) {
                let space = " ".repeat(width.saturating_sub(cell.width()));
                match column.align {
                    Align::Left => line.extend([cell, space.as_str(), "  "]),
                    Align::Right => line.extend([space.as_str(), cell, "  "]),
                }
            }
            out.push_str(line.trim_end());
            out.push('\n');
            let below = row.iter().zip(self.shown()).filter(|(cell, column)| column.is_below && *cell != UNKNOWN);
            // They are named where they stand.
            for (cell, column) in below.take_while(|_| place > 0) {
                out.extend(["    ", column.heading, ": ", cell, "\n"]);
            }
        }
        out
    }

    fn markdown(&self) -> String {
        if self.is_markdown_whole {
            let column = |column: &Column| Column { heading: column.key, is_shown: true, ..*column };
            let mut whole =
                Self { is_markdown_whole: false, columns: self.columns.iter().map(column).collect(), ..self.clone() };
            let keys: Vec<&str> = self.columns.iter().map(|column| column.key).collect();
            if !self.rows.is_empty() {
                whole.hide_idle(&keys);
            }
            return whole.markdown();
        }
        let cells = self.cells(super::escaped);
        let mut out = String::new();
        for (place, row) in cells.iter().enumerate() {
            out.extend(["| ", &row.join(" | "), " |\n"]);
            if place == 0 {
                out.push_str(&super::grid::rule(self.shown().map(|column| column.align)));
            }
        }
        out
    }

    fn csv(&self) -> String {
        let keys = self.columns.iter().map(|column| column.key.to_owned()).collect();
        let rows = self.rows.iter().map(|row| row.iter().map(|cell| no_formula(plain(cell, ""))).collect::<Vec<_>>());
        let mut out = String::new();
        for row in std::iter::once::<Vec<String>>(keys).chain(rows) {
            // Line breaks stay, within quotes; to get every byte of a value there is JSON.
            let cells: Vec<String> = row.iter().map(|cell| quoted(&visible_lines(cell))).collect();
            out.push_str(&cells.join(","));
            out.push_str("\r\n");
        }
        out
    }

    /// The columns of text and Markdown.
    fn shown(&self) -> impl Iterator<Item = &Column> + Clone {
        self.columns.iter().filter(|column| column.is_shown)
    }

    /// Headings and rows of the columns shown, as text.
    fn cells(&self, safe: impl Fn(&str) -> String) -> Vec<Vec<String>> {
        let headings = self.shown().map(|column| column.heading.to_owned()).collect();
        let row = |row: &Vec<Json>| {
            let shown = self.columns.iter().zip(row).filter(|(column, _)| column.is_shown);
            shown.map(|(_, cell)| safe(&plain(cell, UNKNOWN))).collect()
        };
        std::iter::once(headings).chain(self.rows.iter().map(row)).collect()
    }
}

/// A value as a person reads it in a cell.
fn plain(value: &Json, unknown: &str) -> String {
    match value {
        Json::Null => unknown.to_owned(),
        Json::Bool(true) => "yes".to_owned(),
        Json::Bool(false) => "no".to_owned(),
        Json::String(text) => text.clone(),
        Json::Array(items) => items.iter().map(|item| plain(item, unknown)).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// A text as a spreadsheet is to have it: what it would take for a formula begins with an apostrophe.
fn no_formula(cell: String) -> String {
    // `-inf` is a number to us, and a name to a spreadsheet.
    let is_number = || cell.contains(|c: char| c.is_ascii_digit()) && cell.parse::<f64>().is_ok();
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) && !is_number();
    if is_formula { format!("'{cell}") } else { cell }
}

/// A CSV field; quoted where it must be.
fn quoted(cell: &str) -> String {
    if cell.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

#[cfg(test)]
mod tests;
