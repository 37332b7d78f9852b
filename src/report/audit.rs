//! An audit, printed.

use std::io;

use super::page::pages;
use super::{Format, Out};
use crate::audit::Audit;
use crate::lens::audit::{json, page, table};

/// Prints an audit: in text and Markdown the page of the terminal UI, in CSV one row a figure.
pub fn audit(audit: &Audit, format: Format, out: &mut Out) -> io::Result<()> {
    match format {
        Format::Text | Format::Md => pages(&[page(audit)], format, out),
        Format::Json => out.json(&json(audit)),
        Format::Csv => out.table(&table(audit), format),
    }
}
