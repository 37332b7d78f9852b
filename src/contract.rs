//! The engine of SPEC 2 to 5: pure functions over values, usable as a library.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::ids::{TaskId, ToolName};
use crate::domain::json::Json;
use crate::domain::registry::ToolContract;
use crate::domain::violation::Violation;

pub mod source;

/// One call with a result, as the engine sees it: both as recorded (the engine applies
/// [`Json::as_arguments`] and [`Json::as_result`] itself).
#[derive(Clone, Copy, Debug)]
pub struct Observation<'a> {
    /// The arguments as recorded.
    pub arguments: &'a Json,
    /// The raw result as recorded.
    pub result: &'a Json,
}

/// Choices of a miner; the default is the paper's vocabulary with its thresholds.
#[derive(Clone, Debug, Default)]
pub struct MineOptions {
    /// Minimum supports that differ from [`crate::domain::class::CLASSES`], by threshold name.
    pub thresholds: BTreeMap<String, u64>,
    /// Whether evidence is left out (faster; the contract is the same).
    pub no_evidence: bool,
}

/// Mines the contract of one tool from its calls in clean episodes, in order (SPEC 3, Algorithm 2).
pub fn mine_tool(tool: &ToolName, calls: &[Observation<'_>], options: &MineOptions) -> ToolContract {
    let _ = (tool, calls, options);
    todo!()
}

/// A contract made ready to check many results (SPEC 5, Algorithm 1).
#[derive(Clone, Debug)]
pub struct Checker {
    tool: ToolName,
}

impl Checker {
    /// Prepares a contract.
    pub fn new(tool: &ToolName, contract: &ToolContract) -> Self {
        let _ = contract;
        Self { tool: tool.clone() }
    }

    /// The violations of one result, in code order, then path. `arguments` and `result` as recorded.
    pub fn check(&self, arguments: &Json, result: &Json) -> Vec<Violation> {
        let _ = (&self.tool, arguments, result);
        todo!()
    }

    /// What each invariant says of one result, place by place, for a reader: one judgement per
    /// invariant, in registry order.
    pub fn judge(&self, arguments: &Json, result: &Json) -> Vec<Judgement> {
        let _ = (arguments, result);
        todo!()
    }
}

/// What one invariant says of one result.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The place of the invariant in its contract.
    pub invariant: usize,
    /// Whether it held, broke or was not reached.
    pub verdict: Verdict,
    /// The leaves it looked at, as concrete places of the (parsed) result, with what it says of each.
    pub places: Vec<(Place, Verdict)>,
}

/// The outcome of one rule at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The rule looked and was satisfied.
    Held,
    /// The rule broke.
    Broken,
    /// Nothing there for the rule to look at (absent path, null, another guard).
    NotReached,
}

/// A concrete place in a result: one key or index per level, from the root.
pub type Place = Vec<Hop>;

/// One level of a concrete place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hop {
    /// Into an object's member.
    Key(String),
    /// Into an array's element.
    Index(usize),
}

/// Whether a (parsed) result is an explicit error, and which top-level fields bear it (none for a text
/// error): SPEC 3, step 1.
pub fn explicit_error(result: &Json) -> Option<Vec<String>> {
    let _ = result;
    todo!()
}

/// SPEC 3, cross-fitting: the fold of each task; sorted by the SHA-256 of its id, dealt round-robin.
pub fn folds_of(tasks: &BTreeSet<TaskId>, count: usize) -> BTreeMap<TaskId, usize> {
    let _ = (tasks, count);
    todo!()
}
