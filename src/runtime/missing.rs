//! Ledgers that went away from disk: some are written anew in a moment, others were deleted or have another name now.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// So long a ledger may be missing: who deletes a file to write it anew has done so by then.
const LINGER: Duration = Duration::from_secs(3);

/// The missing ones, each with since when.
#[derive(Default)]
pub(super) struct Missing(BTreeMap<PathBuf, Instant>);

impl Missing {
    /// One is missing from now on; whether that is new.
    pub(super) fn note(&mut self, path: &Path) -> bool {
        let is_new = !self.0.contains_key(path);
        self.0.entry(path.to_owned()).or_insert_with(Instant::now);
        is_new
    }

    /// How long to wait for the next one whose time is over; nothing if none is missing.
    pub(super) fn wait(&self) -> Option<Duration> {
        self.0.values().map(|since| LINGER.saturating_sub(since.elapsed())).min()
    }

    /// Those whose time is over; each is given once. One that is back is not missing.
    pub(super) fn over(&mut self) -> Vec<PathBuf> {
        self.0.retain(|path, _| !path.exists());
        let (over, left) = std::mem::take(&mut self.0).into_iter().partition(|(_, since)| since.elapsed() >= LINGER);
        self.0 = left;
        BTreeMap::into_keys(over).collect()
    }
}
