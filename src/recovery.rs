//! Recovery tools: Subs(τ), which of them an episode advertises, and what the agent did next (SPEC 7).
//!
//! [`build`] reads a tools file and, if there is one, an alternatives file.
//!
//! The **tools file** declares substitutes, as a map `{"tool": ["substitute", …]}` or on the tools
//! themselves: a list of tools, or a `tools/list` answer (`{"tools": […]}`, with or without its JSON-RPC
//! wrapper), each tool with `substitutes` beside its `name`, in its `function`, in its `annotations`, or in
//! its `_meta` (there also as `any.prefix/substitutes`).
//!
//! The **alternatives file** lists groups of paths that reach the same end. A path is a list of tools, the
//! first of which is its entry tool; two paths of one group are siblings:
//!
//! ```json
//! {"groups": [{"name": "a stock's price", "paths": [["search_ticker", "get_stock_nasdaq"], ["get_stock_yahoo"]]}]}
//! ```
//!
//! A tool of one path gets the entry tools of the group's other paths. Also read: a bare list of groups, a
//! map from a group's name to the group, a group that is its list of paths, a one-tool path as a string in
//! a list that is known to hold paths, and steps that are objects with `name` or `tool` (recorded calls). A list of
//! lists of strings is refused: it may be one group of paths or many groups of one-tool paths.

mod build;
mod file;

pub use build::{BuildError, build};
pub use file::{FORMAT, FormatError};

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
    #[must_use]
    pub fn recovery_tools(&self, tool: &ToolName, advertised: Option<&[ToolName]>) -> Vec<ToolName> {
        let (Some(declared), Some(advertised)) = (self.tools.get(tool), advertised) else { return Vec::new() };
        declared.iter().filter(|name| advertised.contains(name)).cloned().collect()
    }

    /// Adds to Subs(τ) at the end, without repeats.
    fn add(&mut self, tool: &ToolName, substitutes: impl IntoIterator<Item = ToolName>) {
        for name in substitutes {
            let declared = self.tools.entry(tool.clone()).or_default();
            if !declared.contains(&name) {
                declared.push(name);
            }
        }
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

impl NextAction {
    /// Every action, in the order in which they are counted (SPEC 10).
    pub const ALL: [Self; 4] = [Self::Listed, Self::Other, Self::Retry, Self::None];

    /// The name in files and tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Listed => "listed",
            Self::Other => "other",
            Self::Retry => "retry",
            Self::None => "none",
        }
    }
}

/// Classifies the next tool call of the episode (SPEC 7); `next` is its tool, if there is one.
#[must_use]
pub fn classify_next(tool: &ToolName, recovery_tools: &[ToolName], next: Option<&ToolName>) -> NextAction {
    match next {
        None => NextAction::None,
        // Before the list: R may name τ itself, and calling it again is a retry all the same.
        Some(next) if next == tool => NextAction::Retry,
        Some(next) if recovery_tools.contains(next) => NextAction::Listed,
        Some(_) => NextAction::Other,
    }
}

/// Walks the calls of one episode in order, each its tool and, if it got a receipt, that receipt's
/// recovery tools; gives what the agent did next for each call with a receipt, nothing for the others.
#[must_use]
pub fn next_actions(calls: &[(&ToolName, Option<&[ToolName]>)]) -> Vec<Option<NextAction>> {
    let next = calls.iter().skip(1).map(|(tool, _)| Some(*tool)).chain([None]);
    calls
        .iter()
        .zip(next)
        .map(|((tool, receipt), next)| receipt.map(|tools| classify_next(tool, tools, next)))
        .collect()
}

#[cfg(test)]
mod tests;
