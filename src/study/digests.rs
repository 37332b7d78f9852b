//! What every episode of some ledgers left behind, with what is known around it.

use std::collections::BTreeSet;

use super::ledger::Meter;
use super::{Ledger, StudyError};
use crate::diff::tools::Snapshot;
use crate::digest::{Context, EpisodeDigest, Happened, digest};
use crate::domain::episode::Record;
use crate::domain::ids::TaskId;
use crate::index::EpisodeEntry;
use crate::recovery::Substitutes;

/// What a digest depends on besides the records of its episode.
#[derive(Debug)]
pub struct Around<'a> {
    /// The tasks in which some episode called a tool.
    called: BTreeSet<TaskId>,
    substitutes: Option<&'a Substitutes>,
    schemas: Option<&'a Snapshot>,
}

impl<'a> Around<'a> {
    /// What is known around the episodes of some ledgers: Subs(τ), and what the tools say of their arguments.
    #[must_use]
    pub fn new(ledgers: &[Ledger], substitutes: Option<&'a Substitutes>, schemas: Option<&'a Snapshot>) -> Self {
        let all = ledgers.iter().flat_map(|ledger| ledger.index.episodes());
        let called = all.filter(|entry| !entry.calls.is_empty()).map(EpisodeEntry::task_or_id).collect();
        Self { called, substitutes, schemas }
    }

    /// Subs(τ).
    #[must_use]
    pub const fn substitutes(&self) -> Option<&'a Substitutes> {
        self.substitutes
    }

    /// Digests one episode.
    #[must_use]
    pub fn digest(&self, entry: &EpisodeEntry, records: &[Record]) -> EpisodeDigest {
        let context = Context {
            advertised: entry.tools.as_deref(),
            substitutes: self.substitutes,
            schemas: self.schemas,
            others_called: entry.calls.is_empty() && self.called.contains(&entry.task_or_id()),
        };
        digest(records.iter().map(Happened::from), &context)
    }
}

/// Reads every episode, by ledger and place.
pub fn digests(
    ledgers: &[Ledger],
    around: &Around<'_>,
    meter: &dyn Meter,
) -> Result<Vec<Vec<EpisodeDigest>>, StudyError> {
    let of_ledger = |ledger: &Ledger| {
        let episodes = ledger.index.episodes();
        meter.begin(&format!("reading the episodes of {}", ledger.file.name()), Some(episodes.len() as u64));
        let of_entry = |(place, entry): (usize, &EpisodeEntry)| {
            meter.reached(place as u64);
            Ok(around.digest(entry, &ledger.records(entry)?))
        };
        episodes.iter().enumerate().map(of_entry).collect()
    };
    ledgers.iter().map(of_ledger).collect()
}
