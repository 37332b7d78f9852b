//! The vocabulary as a page.

use crate::label::PairLabel;
use crate::page::Page;

/// Every label with what it means and when it is not to be used.
#[must_use]
pub fn vocabulary() -> Page {
    let mut page = Page::new("labels of pairs");
    page.text("Why the two runs of a pair came out differently. A pair gets one label; the vocabulary is fixed, so that people can be compared.");
    for label in PairLabel::ALL {
        page.heading(format!("{} ({})", label.name(), label.words()));
        page.item(label.meaning());
        page.item(label.not_when());
    }
    page
}
