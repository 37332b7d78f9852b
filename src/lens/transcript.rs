//! A whole episode, message by message and call by call: what was said, what was called, what was delivered with a
//! result, and what the agent did next.

mod page;
mod rows;

pub use page::page;
pub use rows::{json, table};

use std::collections::BTreeMap;
use std::sync::Arc;

use super::hazards::{self, Told as Hazardous};
use super::{At, Seen};
use crate::contract::Checker;
use crate::digest::{EpisodeDigest, Finding};
use crate::domain::call::Call;
use crate::domain::class::Class;
use crate::domain::episode::Message;
use crate::domain::ids::{Step, ToolName};
use crate::domain::registry::Registry;
use crate::domain::violation::Violation;
use crate::index::{EpisodeEntry, Index};
use crate::link::{Link, Target};
use crate::receipt::{self, Recorded};
use crate::recovery::{NextAction, classify_next};
use crate::words;

/// An episode with its payloads.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// The ledger's file name.
    pub file: String,
    /// What is known of the episode.
    pub episode: EpisodeEntry,
    /// The registry that the calls were replayed against, if one was.
    pub registry: Option<String>,
    /// What happened, in order.
    pub entries: Vec<Entry>,
    /// How many of its records could not be read.
    pub unreadable: usize,
    /// What stands out in it; nothing where nobody looked.
    pub findings: Option<Vec<Finding>>,
}

/// One thing that happened.
#[derive(Clone, Debug)]
pub enum Entry {
    /// Something was said.
    Message(Arc<Message>),
    /// A tool was called.
    Call(Box<Told>),
}

/// A call and what is to be told of it.
#[derive(Clone, Debug)]
pub struct Told {
    /// Its place in the episode.
    pub step: Step,
    /// The call.
    pub call: Arc<Call>,
    /// What was delivered with it.
    pub recorded: Option<Recorded>,
    /// What breaks when it is replayed, each with its sentence.
    pub broken: Vec<(Violation, String)>,
    /// The tool of the next call.
    pub next: Option<ToolName>,
    /// What the agent did next in the light of the recorded receipt.
    pub action: Option<NextAction>,
    /// What kind of fault it points at, where somebody looked.
    pub hazards: Vec<Hazardous>,
}

impl Transcript {
    /// Tells an episode; `seen` are its messages and calls in order, as far as they could be read, and the registry
    /// is the one that judges its task.
    #[must_use]
    pub fn new(
        file: &str,
        index: &Index,
        episode: &EpisodeEntry,
        seen: &[(At, Seen)],
        registry: Option<(&str, &Registry)>,
    ) -> Self {
        let entries = seen.iter().filter_map(|(at, seen)| match (at, seen) {
            (_, Seen::Message(message)) => Some(Entry::Message(Arc::clone(message))),
            (At::Call(step), Seen::Call(call)) => {
                let next = episode.calls.get(step.0 + 1).and_then(|place| index.calls().get(*place as usize));
                let next = next.map(|entry| index.tool(entry).clone());
                Some(Entry::Call(Box::new(Told::new(*step, call, next, registry.map(|(_, registry)| registry)))))
            }
            (At::Message { .. }, Seen::Call(_)) => None,
        });
        let entries: Vec<Entry> = entries.collect();
        let unreadable = (episode.calls.len() + episode.messages.len()).saturating_sub(entries.len());
        let registry = registry.map(|(name, _)| name.to_owned());
        Self { file: file.to_owned(), episode: episode.clone(), registry, entries, unreadable, findings: None }
    }

    /// The same with what stands out in it, and the kind of fault that each call points at.
    #[must_use]
    pub fn with_digest(mut self, digest: &EpisodeDigest) -> Self {
        self.findings = Some(digest.labels.clone());
        let broken: BTreeMap<Step, Vec<Class>> = self
            .calls()
            .map(|told| (told.step, told.broken.iter().map(|(violation, _)| violation.class).collect()))
            .collect();
        let fires = |step: Step| broken.get(&step).cloned().unwrap_or_default();
        let fires = self.registry.is_some().then_some(&fires as &hazards::Fires<'_>);
        for entry in &mut self.entries {
            if let Entry::Call(told) = entry {
                told.hazards = hazards::at(digest, told.step, fires);
            }
        }
        self
    }

    /// The link to one of its calls.
    #[must_use]
    pub fn link(&self, step: Step) -> Link {
        Link { file: self.file.clone(), target: Target::Call(self.episode.id.clone(), step) }
    }

    /// The calls.
    pub fn calls(&self) -> impl Iterator<Item = &Told> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Call(told) => Some(&**told),
            Entry::Message(_) => None,
        })
    }
}

impl Told {
    fn new(step: Step, call: &Arc<Call>, next: Option<ToolName>, registry: Option<&Registry>) -> Self {
        let recorded = call.receipt.as_ref().map(receipt::read);
        let action = recorded.as_ref().map(|recorded| {
            let listed = recorded.known().and_then(|known| known.recovery_tools.as_deref()).unwrap_or_default();
            classify_next(&call.tool, listed, next.as_ref())
        });
        let contract = registry.and_then(|registry| registry.tools.get(&call.tool));
        let broken = contract.zip(call.result.as_ref()).map(|(contract, result)| {
            let violations = Checker::new(&call.tool, contract).check(&call.arguments, result);
            let told = violations.into_iter().map(|violation| {
                let rule = contract.invariants.iter().find(|rule| rule.id == violation.invariant);
                let sentence = words::violation(&violation, rule);
                (violation, sentence)
            });
            told.collect()
        });
        Self {
            step,
            call: Arc::clone(call),
            recorded,
            broken: broken.unwrap_or_default(),
            next,
            action,
            hazards: Vec::new(),
        }
    }

    /// The recovery tools that the recorded receipt lists.
    #[must_use]
    pub fn recovery_tools(&self) -> &[ToolName] {
        let known = self.recorded.as_ref().and_then(Recorded::known);
        known.and_then(|known| known.recovery_tools.as_deref()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
