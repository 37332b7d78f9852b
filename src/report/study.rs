//! The numbers of a study, printed.

use std::io;

use super::page::pages;
use super::{Format, Out};
use crate::lens::study::{Study, json, page, table};

/// Prints a study: in text and Markdown the page of the terminal UI, in CSV one row a figure.
pub fn study(study: &Study<'_>, format: Format, out: &mut Out) -> io::Result<()> {
    match format {
        Format::Text | Format::Md => pages(&[page(study).0], format, out),
        Format::Json => out.json(&json(study)),
        Format::Csv => out.table(&table(study), format),
    }
}
