//! The side file of a review.

use std::path::{Path, PathBuf};

use super::journal::{JournalFile, beside};
use crate::review::Judged;

/// A review file and what stands in it.
pub type ReviewFile = JournalFile<Judged>;

/// How a review file's name ends.
pub(super) const END: &str = ".review.jsonl";

/// The file where the decisions on a registry go: `registry.json` has `registry.json.review.jsonl` beside it.
#[must_use]
pub fn review_path(registry: &Path) -> PathBuf {
    beside(registry, END)
}
