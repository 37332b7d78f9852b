//! What is true of a generated study and stands in none of its files: why each pair ended as it did.

use super::fault::Persistence;
use crate::domain::ids::{EpisodeId, ModelName, TaskId, ToolName};
use crate::recovery::NextAction;

/// What an agent meant to do after a receipt; what it did next is `recovery`'s to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reaction {
    /// It took a listed tool.
    Listed,
    /// It called the same tool again.
    Retried,
    /// It looked somewhere else first.
    Detour,
    /// It went on as if nothing were.
    Ignored,
    /// It ended without an answer.
    GaveUp,
}

/// One receipt and what came of it.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The tool whose result had the receipt.
    pub tool: ToolName,
    /// What the agent meant to do.
    pub reaction: Reaction,
    /// The tool whose value it used in place of the flagged one.
    pub took: Option<ToolName>,
}

/// The fault that struck a pair.
#[derive(Clone, Debug)]
pub struct Struck {
    /// The tool that broke.
    pub tool: ToolName,
    /// How, as in the labels of the ledger.
    pub kind: &'static str,
    /// For how long.
    pub persistence: Persistence,
}

/// One task of one model in both arms.
#[derive(Clone, Debug)]
pub struct PairTruth {
    /// The task.
    pub task: TaskId,
    /// The model.
    pub model: ModelName,
    /// The stratum, as in the ledger.
    pub stratum: String,
    /// The episodes: baseline, then advisory.
    pub episodes: [EpisodeId; 2],
    /// The fault; nothing in P0.
    pub fault: Option<Struck>,
    /// Whether they completed: baseline, then advisory.
    pub completed: [bool; 2],
    /// The receipts of the advisory episode.
    pub turns: Vec<Turn>,
}

impl PairTruth {
    /// Won by the advisory arm.
    #[must_use]
    pub fn is_win(&self) -> bool {
        self.completed == [false, true]
    }

    /// Lost by it.
    #[must_use]
    pub fn is_loss(&self) -> bool {
        self.completed == [true, false]
    }

    /// A receipt on a run that nothing has broken.
    #[must_use]
    pub fn is_false_alarm(&self) -> bool {
        self.fault.is_none() && !self.turns.is_empty()
    }

    /// The tool that rescued a win: the last one whose value was used in place of a flagged one.
    #[must_use]
    pub fn rescued_by(&self) -> Option<&ToolName> {
        self.turns.iter().rev().find_map(|turn| turn.took.as_ref()).filter(|_| self.is_win())
    }

    /// What a loss was lost by: the last reaction to a receipt.
    #[must_use]
    pub fn lost_by(&self) -> Option<Reaction> {
        self.turns.last().map(|turn| turn.reaction).filter(|_| self.is_loss())
    }
}

/// The truth of a study.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    /// How many tasks there are.
    pub tasks: usize,
    /// How many episodes.
    pub episodes: u64,
    /// How many calls.
    pub calls: u64,
    /// How many receipts.
    pub receipts: u64,
    /// How many receipts name at least two recovery tools.
    pub receipts_with_choice: u64,
    /// How often each next action was taken after a receipt, in the order of [`NextAction::ALL`].
    pub next_actions: [u64; 4],
    /// Every pair, in file order.
    pub pairs: Vec<PairTruth>,
}

impl Truth {
    pub(super) fn count(&mut self, action: NextAction) {
        for (known, count) in NextAction::ALL.iter().zip(&mut self.next_actions) {
            *count += u64::from(*known == action);
        }
    }
}
