//! A whole episode.

use super::digests::Around;
use super::explain::find;
use super::{Chosen, Ledger, StudyError};
use crate::lens::transcript::Transcript;
use crate::query::episode::{self, Known, Values};

/// Tells an episode, named by its id or the beginning of it, with its row in the list of episodes; replayed where
/// registries are given.
pub fn episode(
    ledgers: &[Ledger],
    wanted: &str,
    chosen: Option<&Chosen>,
    around: &Around<'_>,
) -> Result<(Transcript, Values), StudyError> {
    let (ledger, _, entry) = find(ledgers, wanted)?;
    let judge = chosen.and_then(|chosen| chosen.of(&entry.task_or_id()));
    let judge = judge.map(|(named, _)| (named.name.as_str(), &named.registry));
    let file = ledger.file.name();
    let transcript = Transcript::new(&file, &ledger.index, entry, &ledger.seen(entry), judge);
    let digest = around.digest(entry, &ledger.readable(entry));
    let transcript = transcript.with_digest(&digest);
    let fired = chosen.map(|_| transcript.calls().filter(|told| !told.broken.is_empty()).count());
    Ok((transcript, episode::values(&file, &ledger.index, entry, Known { fired, digest: Some(&digest) })))
}
