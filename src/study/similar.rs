//! The other calls of a tool that are like one call.

use super::explain::{find, no_step};
use super::ledger::Meter;
use super::{Ledger, StudyError};
use crate::domain::call::Call;
use crate::domain::ids::{EpisodeId, Step};
use crate::lens::similar::{Similar, nearness};

/// After how many calls a meter is told again.
const TOLD_EVERY: usize = 256;

/// Where a call of the table stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The ledger's file name.
    pub file: String,
    /// The episode.
    pub episode: EpisodeId,
    /// The place of the call in it.
    pub step: Step,
}

/// Finds the calls that are like one call in all of the ledgers. Gives the table, and the name of each call in it.
pub fn similar(
    ledgers: &[Ledger],
    episode: &str,
    step: Step,
    meter: &dyn Meter,
) -> Result<(Similar, Vec<Named>), StudyError> {
    let (of, place, entry) = find(ledgers, episode)?;
    let (asked_at, call) = of.index.calls_of(place).nth(step.0).ok_or_else(|| no_step(entry, step))?;
    let asked = of.call(call)?;
    let arguments = asked.arguments.as_arguments().into_owned();
    let mut names = vec![Named { file: of.file.name(), episode: entry.id.clone(), step }];
    let mut calls: Vec<Call> = vec![asked];
    for ledger in ledgers {
        let all = ledger.index.calls();
        meter.begin(&format!("looking through {}", ledger.file.name()), Some(all.len() as u64));
        for (at, call) in all.iter().enumerate() {
            if at % TOLD_EVERY == 0 {
                meter.reached(at as u64);
            }
            let is_asked = std::ptr::eq(ledger, of) && at == asked_at;
            if is_asked || calls.first().is_none_or(|asked| *ledger.index.tool(call) != asked.tool) {
                continue;
            }
            let Some(episode) = ledger.episode_of(call) else { continue };
            let other = ledger.call(call)?;
            if nearness(&arguments, &other.arguments.as_arguments()).is_some() {
                names.push(Named { file: ledger.file.name(), episode: episode.id.clone(), step: call.step() });
                calls.push(other);
            }
        }
    }
    Ok((Similar::new(&calls.iter().collect::<Vec<_>>()), names))
}
