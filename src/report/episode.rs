//! A whole episode, printed.

use std::io;

use super::page::pages;
use super::{Format, Out};
use crate::domain::json::Json;
use crate::lens::transcript::{Transcript, json, page, table};
use crate::page::Page;
use crate::query::episode::Values;

/// Prints an episode: in text and Markdown as it went, in JSON with everything, in CSV one row a call. `fields` are
/// those of the list of episodes.
pub fn episode(transcript: &Transcript, fields: Values, format: Format, out: &mut Out) -> io::Result<()> {
    match format {
        Format::Text | Format::Md => pages(&[page(transcript)], format, out),
        Format::Json => out.json(&json(transcript, fields)),
        Format::Csv => out.table(&table(transcript), format),
    }
}

/// Prints a witness card: in JSON as an object, in CSV a row a line.
pub fn witness(card: &Page, data: &Json, format: Format, out: &mut Out) -> io::Result<()> {
    match format {
        Format::Text | Format::Md => pages(std::slice::from_ref(card), format, out),
        Format::Json => out.json(data),
        Format::Csv => out.table(&card.as_table("card"), format),
    }
}
