//! What the agent did after a receipt, and how that ended (SPEC 7, SPEC 9).

use std::collections::BTreeMap;

use super::{Group, Row, Tally, placed};
use crate::digest::ReceiptDigest;
use crate::domain::ids::ToolName;
use crate::receipt::ReceiptSchema;
use crate::recovery::NextAction;

/// The receipts after which one thing was done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    /// The receipts.
    pub receipts: Group,
    /// Of those in episodes whose outcome is known: the ones in completed episodes. The unit is the receipt.
    pub completed: Tally,
}

/// Receipts by what the agent did next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// All of them.
    pub all: Branch,
    /// By action, in the order of [`NextAction::ALL`].
    pub branches: [Branch; 4],
}

impl Recovery {
    /// Those after which this was done.
    #[must_use]
    pub fn branch(&self, action: NextAction) -> &Branch {
        let [listed, other, retry, none] = &self.branches;
        match action {
            NextAction::Listed => listed,
            NextAction::Other => other,
            NextAction::Retry => retry,
            NextAction::None => none,
        }
    }

    /// The share of receipts after which this was done.
    #[must_use]
    pub fn share(&self, action: NextAction) -> Tally {
        Tally { hits: self.branch(action).receipts.clone(), of: self.all.receipts.clone() }
    }

    fn add(&mut self, at: (u32, usize), action: NextAction, completed: Option<bool>) {
        let branches = NextAction::ALL.iter().zip(&mut self.branches);
        let of_action = branches.filter(|(known, _)| **known == action).map(|(_, branch)| branch);
        for branch in of_action.chain([&mut self.all]) {
            branch.receipts.add_call(at);
            if let Some(completed) = completed {
                branch.completed.count_call(at, completed);
            }
        }
    }
}

/// Recovery actions as a whole and by what the receipts are of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recoveries {
    /// Every receipt.
    pub overall: Recovery,
    /// By model.
    pub by_model: BTreeMap<String, Recovery>,
    /// By the tool whose result had the receipt.
    pub by_tool: BTreeMap<ToolName, Recovery>,
    /// By code; a receipt with several codes is in several rows, one without any in a row that says so.
    pub by_code: BTreeMap<String, Recovery>,
}

/// The rows of tables by code that a receipt is in: its codes, each once, or what kind of receipt it is where its shape
/// names none.
pub(super) fn code_names(receipt: &ReceiptDigest) -> Vec<String> {
    let mut names: Vec<String> = receipt.codes.iter().map(ToString::to_string).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        names.push(format!("no code ({})", receipt.schema.map_or("unknown shape", ReceiptSchema::name)));
    }
    names
}

/// Counts what was done after the delivered receipts.
#[must_use]
pub fn recovery(rows: &[Row<'_>]) -> Recoveries {
    let mut found = Recoveries::default();
    for (place, row) in placed(rows) {
        for (step, call) in row.digest.iter().flat_map(|digest| digest.calls.iter().enumerate()) {
            let Some(receipt) = &call.receipt else { continue };
            let (next, completed) = (receipt.next, row.completed);
            found.overall.add((place, step), next, completed);
            found.by_model.entry(row.model_name().to_owned()).or_default().add((place, step), next, completed);
            found.by_tool.entry(call.tool.clone()).or_default().add((place, step), next, completed);
            for name in code_names(receipt) {
                found.by_code.entry(name).or_default().add((place, step), next, completed);
            }
        }
    }
    found
}
