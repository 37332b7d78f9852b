//! Searching every call and message of some ledgers for a text.

use super::Ledger;
use super::ledger::Meter;
use crate::domain::ids::{Step, ToolName};
use crate::lens::search::{Hits, in_call, in_message};
use crate::lens::{At, Seen};
use crate::query::text::Sought;

/// A call or message in which the text stands.
#[derive(Clone, Debug)]
pub struct FoundRecord {
    /// Which of the ledgers.
    pub ledger: usize,
    /// The place of the episode in its index.
    pub episode: usize,
    /// The step and the tool of a call; nothing for a message.
    pub call: Option<(Step, ToolName)>,
    /// Where it stands.
    pub hits: Hits,
}

/// Searches the ledgers, episode by episode.
#[must_use]
pub fn search(ledgers: &[Ledger], sought: &Sought, meter: &dyn Meter) -> Vec<FoundRecord> {
    let mut found = Vec::new();
    for (ledger, opened) in ledgers.iter().enumerate() {
        let episodes = opened.index.episodes();
        meter.begin(&format!("searching {}", opened.file.name()), Some(episodes.len() as u64));
        for (episode, entry) in episodes.iter().enumerate() {
            meter.reached(episode as u64);
            for (at, seen) in opened.seen(entry) {
                let (hits, call) = match (&seen, at) {
                    (Seen::Call(call), At::Call(step)) => (in_call(sought, call), Some((step, call.tool.clone()))),
                    (Seen::Message(message), _) => (in_message(sought, message), None),
                    (Seen::Call(_), At::Message { .. }) => continue,
                };
                found.extend(hits.map(|hits| FoundRecord { ledger, episode, call, hits }));
            }
        }
    }
    found
}
