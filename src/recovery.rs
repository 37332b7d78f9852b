//! Recovery tools: Subs(τ), which of them an episode advertises, and what the agent did next (SPEC 7).

use std::collections::BTreeMap;

use crate::domain::ids::ToolName;
use crate::domain::json::Object;

/// Subs(τ) of every tool that has any: static, task-agnostic, in file order without repeats.
#[derive(Clone, Debug, Default)]
pub struct Substitutes {
    /// Subs(τ) by τ.
    pub tools: BTreeMap<ToolName, Vec<ToolName>>,
    /// Keys of the file that this version does not know.
    pub extra: Object,
}

impl Substitutes {
    /// R = Subs(τ) ∩ the tools advertised in the episode, in the order of Subs(τ). Where the episode
    /// does not say what it advertised, nothing is known to be callable and R is empty.
    pub fn recovery_tools(&self, tool: &ToolName, advertised: Option<&[ToolName]>) -> Vec<ToolName> {
        let _ = (tool, advertised);
        todo!()
    }
}

/// What the agent did after a receipt (SPEC 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NextAction {
    /// Another tool of R.
    Listed,
    /// Any other tool.
    Other,
    /// The same tool again.
    Retry,
    /// No further tool call.
    None,
}

/// Classifies the next tool call of the episode (SPEC 7); `next` is its tool, if there is one.
pub fn classify_next(tool: &ToolName, recovery_tools: &[ToolName], next: Option<&ToolName>) -> NextAction {
    let _ = (tool, recovery_tools, next);
    todo!()
}
