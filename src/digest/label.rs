//! Labels of an episode: what stands out in its calls and messages alone, each with its evidence.
//!
//! A label points a person somewhere; it is no verdict on the agent. Every detector keeps silent where the episode
//! does not say enough.

mod budget;
mod claimed;
mod ignored;
mod memory;
mod repeated;
mod schema_break;
mod ungrounded;
mod unknown;

use std::fmt;

use super::CallDigest;
use super::build::{Context, Told};
use super::conflict::Standins;
use crate::domain::ids::Step;

/// What may stand out in an episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EpisodeLabel {
    /// The same call three times or more.
    RepeatedCall,
    /// A tool that was not advertised.
    UnknownTool,
    /// Arguments that break the tool's schema.
    SchemaBreak,
    /// An id that came from nowhere.
    UngroundedId,
    /// An explicit error that nothing took up.
    ErrorIgnored,
    /// The final answer claims what no call did.
    ClaimedWithoutSuccess,
    /// An answer without any call.
    AnsweredFromMemory,
    /// The run was cut off by a limit.
    BudgetExhausted,
}

impl EpisodeLabel {
    /// Every label.
    pub const ALL: [Self; 8] = [
        Self::RepeatedCall,
        Self::UnknownTool,
        Self::SchemaBreak,
        Self::UngroundedId,
        Self::ErrorIgnored,
        Self::ClaimedWithoutSuccess,
        Self::AnsweredFromMemory,
        Self::BudgetExhausted,
    ];

    /// The name in tables and filters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RepeatedCall => "repeated-call",
            Self::UnknownTool => "unknown-tool",
            Self::SchemaBreak => "schema-break",
            Self::UngroundedId => "ungrounded-id",
            Self::ErrorIgnored => "error-ignored",
            Self::ClaimedWithoutSuccess => "claimed-without-success",
            Self::AnsweredFromMemory => "answered-from-memory",
            Self::BudgetExhausted => "budget-exhausted",
        }
    }

    /// Every label, the most telling first: what a person would look at before the others.
    pub const TELLING: [Self; 8] = [
        Self::ClaimedWithoutSuccess,
        Self::ErrorIgnored,
        Self::UngroundedId,
        Self::SchemaBreak,
        Self::UnknownTool,
        Self::BudgetExhausted,
        Self::RepeatedCall,
        Self::AnsweredFromMemory,
    ];

    /// The name where there is little room.
    #[must_use]
    pub const fn short(self) -> &'static str {
        match self {
            Self::RepeatedCall => "repeated",
            Self::UnknownTool => "unknown tool",
            Self::SchemaBreak => "schema",
            Self::UngroundedId => "ungrounded",
            Self::ErrorIgnored => "ignored",
            Self::ClaimedWithoutSuccess => "claimed",
            Self::AnsweredFromMemory => "memory",
            Self::BudgetExhausted => "budget",
        }
    }

    /// The label of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|label| label.name() == name)
    }

    /// What it means, and what it does not.
    #[must_use]
    pub const fn says(self) -> &'static str {
        match self {
            Self::RepeatedCall => {
                "One tool was called three times or more with the same arguments; waiting for something to change looks the same."
            }
            Self::UnknownTool => {
                "A tool was called that was not advertised in the episode; where the ledger does not say what was advertised, nothing is said."
            }
            Self::SchemaBreak => {
                "The arguments of a call break what the tool's own schema says of them; only where a schema is known, and only the parts of it that are understood."
            }
            Self::UngroundedId => {
                "An argument that looks like an id stands in no earlier message of others and in no earlier result; it may still be right, for example if it was put together from parts."
            }
            Self::ErrorIgnored => {
                "A tool said that it failed, and nothing later calls it again, takes another tool for it or speaks of it; an error that did not matter looks the same."
            }
            Self::ClaimedWithoutSuccess => {
                "The final answer says that something was done, but no call of a tool that does it succeeded; told by words, so a tool with an unusual name is not recognised."
            }
            Self::AnsweredFromMemory => {
                "An answer was given without calling any tool, though tools were advertised or other episodes of the task called some; small talk looks the same."
            }
            Self::BudgetExhausted => {
                "The ledger says that the run was ended by a limit of steps, tokens, time or cost; where it says nothing, nothing is said."
            }
        }
    }

    fn find(
        self,
        told: &Told<'_>,
        calls: &[CallDigest],
        context: &Context<'_>,
        standins: &Standins<'_>,
    ) -> Vec<Finding> {
        match self {
            Self::RepeatedCall => repeated::find(calls),
            Self::UnknownTool => unknown::find(told, calls),
            Self::SchemaBreak => schema_break::find(told, context),
            Self::UngroundedId => ungrounded::find(told),
            Self::ErrorIgnored => ignored::find(told, calls, standins),
            Self::ClaimedWithoutSuccess => claimed::find(told, calls),
            Self::AnsweredFromMemory => memory::find(told, context),
            Self::BudgetExhausted => budget::find(told),
        }
    }
}

impl fmt::Display for EpisodeLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A label with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The label.
    pub label: EpisodeLabel,
    /// The calls it is about; none where it is about the whole episode.
    pub steps: Vec<Step>,
    /// The evidence in a sentence. Texts of the file stand in it as they are: whoever shows it makes it safe.
    pub what: String,
}

impl Finding {
    fn new(label: EpisodeLabel, steps: impl IntoIterator<Item = usize>, what: String) -> Self {
        Self { label, steps: steps.into_iter().map(Step).collect(), what }
    }
}

/// All that stands out.
pub(super) fn find(
    told: &Told<'_>,
    calls: &[CallDigest],
    context: &Context<'_>,
    standins: &Standins<'_>,
) -> Vec<Finding> {
    EpisodeLabel::ALL.into_iter().flat_map(|label| label.find(told, calls, context, standins)).collect()
}

#[cfg(test)]
mod tests;
