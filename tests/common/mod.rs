//! What the tests on real data share.
#![allow(dead_code, reason = "each test file is a crate of its own and uses what it needs")]

use std::path::{Path, PathBuf};

/// The folder with `data/` and `conformance/`, named by `VIDIMUS_CORPUS`; without it the tests on real data
/// return early, with it a missing file is a failure.
pub(crate) fn corpus() -> Option<PathBuf> {
    std::env::var_os("VIDIMUS_CORPUS").map(PathBuf::from)
}

/// The text of a file that must be there.
pub(crate) fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
