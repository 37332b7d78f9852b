//! A ledger as a table of offsets: what is in which episode, and where its payload stands.
//!
//! A worker feeds bytes to an [`Indexer`], which gives [`Batch`]es; whoever shows the ledger owns an [`Index`]
//! and applies them. Payload (arguments, result, receipt, texts) stays in the file until it is looked at:
//! [`crate::format::record::parse_call`] on the bytes of a call's [`Span`]. Pure: no IO, no threads.

mod entry;
mod indexer;

pub use entry::{BadLine, CallEntry, EpisodeEntry, LineNote, OutcomeEntry, Span};
pub use indexer::Indexer;

use crate::domain::ids::{EpisodeId, ToolName};

/// Everything known of a ledger without its payload.
#[derive(Clone, Debug, Default)]
pub struct Index {
    study: Option<String>,
    tools: Vec<ToolName>,
    episodes: Vec<EpisodeEntry>,
    calls: Vec<CallEntry>,
    bad_lines: Vec<BadLine>,
    bad_count: u64,
    notes: Vec<LineNote>,
    note_count: u64,
    lines: u64,
    indexed: u64,
    pending: u64,
}

/// What an [`Indexer`] found since its last batch; opaque, for [`Index::apply`].
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// Whether everything known so far is void: the file was rewritten.
    pub restart: bool,
    tools: Vec<ToolName>,
}

impl Index {
    /// An index of nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes in a batch, cheaply; episodes and calls only ever get more, unless the batch says restart.
    pub fn apply(&mut self, batch: Batch) {
        let Batch { restart, tools } = batch;
        if restart {
            *self = Self::default();
        }
        self.tools.extend(tools);
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

    /// The calls of an episode (a place in [`Index::episodes`]), by step, each with its place in [`Index::calls`].
    pub fn calls_of(&self, episode: usize) -> impl ExactSizeIterator<Item = (usize, &CallEntry)> + Clone {
        let _ = episode;
        self.calls.iter().enumerate()
    }

    /// The place of an episode in [`Index::episodes`].
    #[must_use]
    pub fn find(&self, id: &EpisodeId) -> Option<usize> {
        self.episodes.iter().position(|episode| episode.id == *id)
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
