//! Counting the values of a field over some ledgers.

use std::collections::BTreeSet;

use super::ledger::Meter;
use super::{Ledger, StudyError, known};
use crate::digest::EpisodeDigest;
use crate::domain::ids::ToolName;
use crate::lens::frequency::{CallField, Counter, Frequency, Unit};
use crate::query::episode::{self, EpisodeFilter, Known};

/// After how many calls a meter is told again.
const TOLD_EVERY: usize = 256;

/// Counts the values of a field of episodes, or of `tool:path` over calls, in the episodes that pass a filter.
/// `fired` counts the calls of each episode on which a replayed rule fires, and is empty where none was replayed;
/// `digests` says in the same way what each left behind.
pub fn frequency(
    ledgers: &[Ledger],
    fired: &[Vec<usize>],
    digests: &[Vec<EpisodeDigest>],
    field: &str,
    filter: &EpisodeFilter,
    meter: &dyn Meter,
) -> Result<Frequency, StudyError> {
    let known_of = |ledger: usize, episode: usize| Known {
        fired: fired.get(ledger).and_then(|fired| fired.get(episode)).copied(),
        digest: digests.get(ledger).and_then(|digests| digests.get(episode)),
    };
    let passes = |ledger: usize, episode: usize| {
        let Some(opened) = ledgers.get(ledger) else { return false };
        let known = known_of(ledger, episode);
        let entry = opened.index.episodes().get(episode);
        entry.is_some_and(|entry| filter.passes(&opened.file.name(), &opened.index, entry, known))
    };
    // Episodes of several ledgers are told apart by one number.
    let mut before = 0;
    if let Some(place) = episode::FIELDS.iter().position(|name| *name == field) {
        let mut counter = Counter::new(field, Unit::Episodes);
        for (ledger, opened) in ledgers.iter().enumerate() {
            let name = opened.file.name();
            for (at, entry) in opened.index.episodes().iter().enumerate() {
                if passes(ledger, at) {
                    let row = episode::values(&name, &opened.index, entry, known_of(ledger, at));
                    let texts = row.get(place).map(episode::texts).unwrap_or_default();
                    counter.add(&texts, before + at, entry.completed());
                }
            }
            before += opened.index.episodes().len();
        }
        return Ok(counter.finish());
    }
    let wanted = CallField::parse(field).map_err(|error| {
        StudyError::Request(format!("{error}. The fields of episodes are {}", episode::FIELDS.join(", ")))
    })?;
    let names: BTreeSet<&str> = ledgers.iter().flat_map(|opened| opened.index.tools()).map(ToolName::as_str).collect();
    known("tool", wanted.tool.as_str(), "the calls of these files", names)?;
    let mut counter = Counter::new(wanted.to_string(), Unit::Calls);
    for (ledger, opened) in ledgers.iter().enumerate() {
        let calls = opened.index.calls();
        meter.begin(&format!("counting {}", opened.file.name()), Some(calls.len() as u64));
        let shown: Vec<bool> = (0..opened.index.episodes().len()).map(|at| passes(ledger, at)).collect();
        for (place, entry) in calls.iter().enumerate() {
            if place % TOLD_EVERY == 0 {
                meter.reached(place as u64);
            }
            let at = entry.episode as usize;
            if *opened.index.tool(entry) == wanted.tool && shown.get(at) == Some(&true) {
                let completed = opened.episode_of(entry).and_then(crate::index::EpisodeEntry::completed);
                counter.add(&wanted.values(&opened.call(entry)?), before + at, completed);
            }
        }
        before += shown.len();
    }
    Ok(counter.finish())
}
