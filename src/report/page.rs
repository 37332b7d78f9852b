//! Pages, printed: the very text that a window of the terminal UI shows.

use std::io;

use super::{Format, Out};
use crate::page::Page;

/// Prints pages one after the other; in text each under its title if there are several.
pub(super) fn pages(pages: &[Page], format: Format, out: &mut Out) -> io::Result<()> {
    for (place, page) in pages.iter().enumerate() {
        if place > 0 {
            out.text("\n")?;
        }
        match format {
            Format::Md => out.text(&page.as_markdown())?,
            _ if pages.len() > 1 => out.text(&format!("{}\n{}", crate::safe::visible(&page.title), page.as_text()))?,
            _ => out.text(&page.as_text())?,
        }
    }
    Ok(())
}
