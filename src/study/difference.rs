//! One call against an earlier one.

use super::explain::{find, no_step};
use super::{Ledger, StudyError};
use crate::domain::call::Call;
use crate::domain::ids::Step;
use crate::index::CallEntry;
use crate::lens::difference::{CallDifference, CallName};

/// Compares a call with another one; without a name of it, with the previous call of the same tool in the episode.
/// Episodes are named by their id, or the beginning of one.
pub fn difference(
    ledgers: &[Ledger],
    (episode, step): (&str, Step),
    with: Option<(&str, Step)>,
) -> Result<CallDifference, StudyError> {
    let (ledger, place, entry) = find(ledgers, episode)?;
    let calls: Vec<&CallEntry> = ledger.index.calls_of(place).map(|(_, entry)| entry).collect();
    let after = *calls.get(step.0).ok_or_else(|| no_step(entry, step))?;
    let after = (CallName { episode: entry.id.clone(), step }, ledger.call(after)?);
    let before = match with {
        Some((episode, step)) => named(ledgers, episode, step)?,
        None => {
            let tool = &after.1.tool;
            let earlier = calls.iter().take(step.0).enumerate().rev();
            let Some((at, call)) = earlier.into_iter().find(|(_, call)| ledger.index.tool(call) == tool) else {
                return Err(StudyError::Request(format!(
                    "no earlier call of {tool} in this episode; name another call with --with EPISODE STEP"
                )));
            };
            (CallName { episode: entry.id.clone(), step: Step(at) }, ledger.call(call)?)
        }
    };
    Ok(CallDifference::new((before.0, &before.1), (after.0, &after.1)))
}

fn named(ledgers: &[Ledger], episode: &str, step: Step) -> Result<(CallName, Call), StudyError> {
    let (ledger, place, entry) = find(ledgers, episode)?;
    let call = ledger.index.calls_of(place).nth(step.0).ok_or_else(|| no_step(entry, step))?;
    Ok((CallName { episode: entry.id.clone(), step }, ledger.call(call.1)?))
}
