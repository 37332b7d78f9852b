//! What a review shows of one invariant, printed.

use std::io;

use super::page::pages;
use super::{Format, Out};
use crate::page::Page;

/// Prints a card: in JSON and CSV a row a line.
pub fn card(card: &Page, format: Format, out: &mut Out) -> io::Result<()> {
    match format {
        Format::Text | Format::Md => pages(std::slice::from_ref(card), format, out),
        Format::Json | Format::Csv => out.table(&card.as_table("card"), format),
    }
}
