//! Whether a receipt leaves a choice: the audit that it advises and is no oracle (SPEC 7).

use std::collections::BTreeSet;

use super::{Group, Row, Tally, placed};
use crate::digest::{CallDigest, EpisodeDigest, ReceiptDigest};
use crate::domain::ids::ToolName;

/// What the delivered receipts list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// Of all receipts: those with two recovery tools or more.
    pub at_least_two: Tally,
    /// Those with exactly one.
    pub one: Group,
    /// Those whose list is empty.
    pub empty: Group,
    /// Those without a list, as their shape has none.
    pub no_list: Group,
    /// Of receipts that list something, in episodes that say what was advertised: those that list a tool which was not.
    pub not_advertised: Tally,
    /// Of receipts that list something: those that list nothing but the tool itself.
    pub only_itself: Tally,
    /// Of receipts that list something: those that list a tool which this episode had called earlier with the very
    /// arguments of the flagged call (the tool itself included), so that the advice was tried before it was given.
    pub already_tried: Tally,
}

/// Looks at what the delivered receipts list.
#[must_use]
pub fn choice(rows: &[Row<'_>]) -> Choice {
    let mut found = Choice::default();
    for (place, row) in placed(rows) {
        if let Some(digest) = row.digest {
            for (step, call) in digest.calls.iter().enumerate() {
                if let Some(receipt) = &call.receipt {
                    found.add(place, row, digest, (step, call, receipt));
                }
            }
        }
    }
    found
}

impl Choice {
    fn add(
        &mut self,
        place: u32,
        row: &Row<'_>,
        digest: &EpisodeDigest,
        (step, call, receipt): (usize, &CallDigest, &ReceiptDigest),
    ) {
        let (at, listed) = ((place, step), receipt.recovery_tools.as_deref());
        // R is a set: a tool that is named twice is one.
        let distinct = listed.map_or(0, |listed| listed.iter().collect::<BTreeSet<_>>().len());
        self.at_least_two.count_call(at, distinct >= 2);
        let listed = match listed {
            None => return self.no_list.add_call(at),
            Some([]) => return self.empty.add_call(at),
            Some(listed) => listed,
        };
        if distinct == 1 {
            self.one.add_call(at);
        }
        if let Some(advertised) = row.advertised {
            self.not_advertised.count_call(at, listed.iter().any(|tool| !advertised.contains(tool)));
        }
        self.only_itself.count_call(at, listed.iter().all(|tool| *tool == call.tool));
        let is_same = |earlier: &CallDigest| earlier.arguments == call.arguments && is_in(listed, &earlier.tool);
        self.already_tried.count_call(at, digest.calls.iter().take(step).any(is_same));
    }
}

fn is_in(listed: &[ToolName], tool: &ToolName) -> bool {
    listed.contains(tool)
}
