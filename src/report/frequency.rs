//! Frequencies, printed.

use std::io;

use super::page::pages;
use super::{Format, Out};
use crate::lens::frequency::{Frequency, page, table};

/// Prints a frequency table: in text with its bars, as in the terminal UI; else as rows and columns.
pub fn frequency(frequency: &Frequency, format: Format, out: &mut Out) -> io::Result<()> {
    match format {
        Format::Text => pages(&[page(frequency, None)], format, out),
        Format::Md | Format::Json | Format::Csv => out.table(&table(frequency), format),
    }
}
