//! A ledger as a table of offsets: what is in which episode, and where its payload stands.
//!
//! A worker feeds bytes to an [`Indexer`], which gives [`Batch`]es; whoever shows the ledger owns an [`Index`]
//! and applies them. Payload (arguments, result, receipt, texts) stays in the file until it is looked at:
//! [`crate::format::record::parse_call`] on the bytes of a call's [`Span`]. Pure: no IO, no threads.

mod batch;
mod entry;
mod head;
mod indexer;

pub use batch::Batch;
pub use entry::{BadLine, CallEntry, EpisodeEntry, LineNote, OutcomeEntry, Span};
pub use indexer::{Indexer, KEPT_SENTENCES};

use std::collections::{BTreeSet, HashMap};

use crate::domain::ids::{EpisodeId, ToolName};

/// Episodes of which the header could not be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Headless {
    /// How many have calls.
    pub episodes: u64,
    /// How many calls these are.
    pub calls: u64,
}

/// Everything known of a ledger without its payload.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Index {
    study: Option<String>,
    tools: Vec<ToolName>,
    episodes: Vec<EpisodeEntry>,
    /// For [`Index::find`] alone; never iterated.
    places: HashMap<EpisodeId, usize>,
    calls: Vec<CallEntry>,
    /// How many calls each tool has.
    tool_calls: Vec<usize>,
    bad_lines: Vec<BadLine>,
    /// The episodes of which a header could not be read.
    bad_headers: BTreeSet<EpisodeId>,
    bad_count: u64,
    notes: Vec<LineNote>,
    note_count: u64,
    lines: u64,
    indexed: u64,
    pending: u64,
}

impl Index {
    /// An index of nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The study's name, from the format line.
    #[must_use]
    pub fn study(&self) -> Option<&str> {
        self.study.as_deref()
    }

    /// The episodes, in order of first mention.
    #[must_use]
    pub fn episodes(&self) -> &[EpisodeEntry] {
        &self.episodes
    }

    /// The calls of all episodes, in file order.
    #[must_use]
    pub fn calls(&self) -> &[CallEntry] {
        &self.calls
    }

    /// The tool of a call.
    #[must_use]
    pub fn tool(&self, call: &CallEntry) -> &ToolName {
        // Every number was given out together with its name.
        static NONE: std::sync::LazyLock<ToolName> = std::sync::LazyLock::new(|| ToolName::from(""));
        self.tools.get(call.tool as usize).unwrap_or(&NONE)
    }

    /// The names of all tools called, in order of first call; [`CallEntry::tool`] is a place in it.
    #[must_use]
    pub fn tools(&self) -> &[ToolName] {
        &self.tools
    }

    /// How many calls a tool has.
    #[must_use]
    pub fn call_count_of(&self, tool: &ToolName) -> usize {
        let number = self.tools.iter().position(|name| name == tool);
        number.and_then(|number| self.tool_calls.get(number)).copied().unwrap_or(0)
    }

    /// The calls of an episode (a place in [`Index::episodes`]), by step, each with its place in [`Index::calls`].
    pub fn calls_of(&self, episode: usize) -> impl DoubleEndedIterator<Item = (usize, &CallEntry)> + Clone {
        let places = self.episodes.get(episode).map_or(&[][..], |episode| &episode.calls);
        places.iter().map(|place| *place as usize).filter_map(|place| Some((place, self.calls.get(place)?)))
    }

    /// Where the records of an episode stand, in the order in which they happened: its header, messages and calls, its
    /// outcome.
    #[must_use]
    pub fn records_of(&self, episode: &EpisodeEntry) -> Vec<Span> {
        let mut records: Vec<Span> = episode.header.into_iter().collect();
        let mut messages = episode.messages.iter().peekable();
        for (step, place) in (0_u32..).zip(&episode.calls) {
            while let Some((span, _)) = messages.next_if(|(_, before)| *before <= step) {
                records.push(*span);
            }
            records.extend(self.calls.get(*place as usize).map(CallEntry::span));
        }
        records.extend(messages.map(|(span, _)| *span));
        records.extend(episode.outcome.map(|outcome| outcome.span));
        records
    }

    /// The place of an episode in [`Index::episodes`].
    #[must_use]
    pub fn find(&self, id: &EpisodeId) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// Lines that are no valid record: the first of them; see [`Index::bad_count`].
    #[must_use]
    pub fn bad_lines(&self) -> &[BadLine] {
        &self.bad_lines
    }

    /// How many lines are no valid record.
    #[must_use]
    pub fn bad_count(&self) -> u64 {
        self.bad_count
    }

    /// The episodes with calls that have no header but one that cannot be read, so that their task is not known; and how
    /// many calls they have.
    #[must_use]
    pub fn headless(&self) -> Headless {
        let episodes = self.bad_headers.iter().filter_map(|id| self.episodes.get(self.find(id)?));
        let headless = episodes.filter(|episode| episode.header.is_none() && !episode.calls.is_empty());
        headless.fold(Headless::default(), |sum, episode| Headless {
            episodes: sum.episodes + 1,
            calls: sum.calls + episode.calls.len() as u64,
        })
    }

    /// What had to be mended: the first notes; see [`Index::note_count`].
    #[must_use]
    pub fn notes(&self) -> &[LineNote] {
        &self.notes
    }

    /// How many notes there are.
    #[must_use]
    pub fn note_count(&self) -> u64 {
        self.note_count
    }

    /// How many whole lines were read.
    #[must_use]
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// How many bytes were read, up to and with the last newline.
    #[must_use]
    pub fn indexed(&self) -> u64 {
        self.indexed
    }

    /// How many bytes stand after the last newline: a record still being written. 0 if there is none.
    #[must_use]
    pub fn pending(&self) -> u64 {
        self.pending
    }
}

#[cfg(test)]
mod tests;
