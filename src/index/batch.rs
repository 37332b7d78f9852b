//! News from an indexer to an index.

use std::sync::Arc;

use super::Index;
use super::entry::{BadLine, CallEntry, EpisodeEntry, LineNote, OutcomeEntry, Span};
use crate::domain::episode::{Episode, ShortFields};
use crate::domain::ids::{EpisodeId, ToolName};

/// What an [`super::Indexer`] found since its last batch; for [`Index::apply`].
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// Whether everything known so far is void: the file was rewritten.
    pub restart: bool,
    pub(super) study: Option<String>,
    pub(super) tools: Vec<ToolName>,
    pub(super) events: Vec<Event>,
    pub(super) bad_lines: Vec<BadLine>,
    pub(super) bad_headers: Vec<EpisodeId>,
    pub(super) notes: Vec<LineNote>,
    // Totals since the start of the ledger.
    pub(super) lines: u64,
    pub(super) indexed: u64,
    pub(super) pending: u64,
    pub(super) bad_count: u64,
    pub(super) note_count: u64,
}

/// A header that was met.
#[derive(Clone, Debug)]
pub(super) struct HeaderEntry {
    /// Without its tools and without what this version does not know.
    pub(super) head: Episode,
    pub(super) others: Option<ShortFields>,
    pub(super) tools: Option<Arc<[ToolName]>>,
    pub(super) span: Span,
}

/// One thing that was met, in file order; numbers are places of episodes.
#[derive(Clone, Debug)]
pub(super) enum Event {
    /// A new episode.
    Episode(EpisodeId),
    /// The header of an episode.
    Header(u32, Box<HeaderEntry>),
    /// A call.
    Call(CallEntry),
    /// A message.
    Message(u32, Span),
    /// An outcome.
    Outcome(u32, OutcomeEntry),
}

impl Batch {
    /// Everything known so far is void, and nothing stands in its place: the file is gone.
    #[must_use]
    pub fn of_nothing() -> Self {
        Self { restart: true, ..Self::default() }
    }

    /// How many calls are in it.
    #[must_use]
    pub fn call_count(&self) -> usize {
        self.events.iter().filter(|event| matches!(event, Event::Call(_))).count()
    }

    /// How many episodes begin in it.
    #[must_use]
    pub fn episode_count(&self) -> usize {
        self.events.iter().filter(|event| matches!(event, Event::Episode(_))).count()
    }
}

impl Index {
    /// Takes in a batch, cheaply; episodes and calls only ever get more, unless the batch says restart.
    pub fn apply(&mut self, batch: Batch) {
        if batch.restart {
            *self = Self::default();
        }
        if batch.study.is_some() {
            self.study = batch.study;
        }
        self.tools.extend(batch.tools);
        self.bad_lines.extend(batch.bad_lines);
        self.bad_headers.extend(batch.bad_headers);
        self.notes.extend(batch.notes);
        (self.lines, self.indexed, self.pending) = (batch.lines, batch.indexed, batch.pending);
        (self.bad_count, self.note_count) = (batch.bad_count, batch.note_count);
        for event in batch.events {
            self.take(event);
        }
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Episode(id) => {
                self.places.insert(id.clone(), self.episodes.len());
                self.episodes.push(EpisodeEntry::bare(id));
            }
            Event::Header(place, header) => {
                let HeaderEntry { head, others, tools, span } = *header;
                if let Some(episode) = self.episodes.get_mut(place as usize) {
                    (episode.task, episode.arm, episode.model) = (head.task, head.arm, head.model);
                    (episode.trial, episode.stratum, episode.tools) = (head.trial, head.stratum, tools);
                    (episode.others, episode.header) = (others, Some(span));
                }
            }
            Event::Call(call) => {
                if let Some(episode) = self.episodes.get_mut(call.episode as usize) {
                    // As many calls as fit into a u32 are beyond any memory.
                    episode.calls.push(u32::try_from(self.calls.len()).unwrap_or(u32::MAX));
                    episode.receipts += u32::from(call.has_receipt());
                    episode.faults += u32::from(call.has_fault());
                }
                let tool = call.tool as usize;
                if self.tool_calls.len() <= tool {
                    self.tool_calls.resize(tool + 1, 0);
                }
                if let Some(count) = self.tool_calls.get_mut(tool) {
                    *count += 1;
                }
                self.calls.push(call);
            }
            Event::Message(place, span) => {
                if let Some(episode) = self.episodes.get_mut(place as usize) {
                    let before = u32::try_from(episode.calls.len()).unwrap_or(u32::MAX);
                    episode.messages.push((span, before));
                }
            }
            Event::Outcome(place, outcome) => {
                if let Some(episode) = self.episodes.get_mut(place as usize) {
                    episode.outcome = Some(outcome);
                }
            }
        }
    }
}
