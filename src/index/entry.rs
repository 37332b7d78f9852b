//! The rows of an index.

use std::fmt;
use std::sync::Arc;

use crate::domain::episode::ShortFields;
use crate::domain::ids::{Arm, EpisodeId, ModelName, Step, TaskId, ToolName};

/// Where a line stands in its ledger, without its newline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The offset of its first byte.
    pub offset: u64,
    /// Its length in bytes.
    pub len: u32,
}

/// One call, without its payload; 32 bytes, as there may be millions.
#[derive(Clone, Copy, Debug)]
pub struct CallEntry {
    offset: u64,
    len: u32,
    /// The place of its episode in the index.
    pub episode: u32,
    step: u32,
    /// The place of its tool in [`super::Index::tools`].
    pub tool: u32,
    ms: f32,
    flags: u8,
}

/// What is marked on a call.
const RECEIPT: u8 = 1;
const FAULT: u8 = 2;
const RESULT: u8 = 4;

/// What a line says of a call, besides where it belongs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    pub(super) receipt: bool,
    pub(super) fault: bool,
    pub(super) result: bool,
    pub(super) ms: Option<f64>,
}

impl CallEntry {
    pub(super) fn new(span: Span, episode: u32, step: u32, tool: u32, marks: Marks) -> Self {
        let flag = |set: bool, flag: u8| if set { flag } else { 0 };
        #[expect(clippy::cast_possible_truncation, reason = "single precision is enough for a column of a list")]
        let ms = marks.ms.map_or(f32::NAN, |ms| ms as f32);
        let flags = flag(marks.receipt, RECEIPT) | flag(marks.fault, FAULT) | flag(marks.result, RESULT);
        Self { offset: span.offset, len: span.len, episode, step, tool, ms, flags }
    }

    /// Where its line stands.
    #[must_use]
    pub fn span(&self) -> Span {
        Span { offset: self.offset, len: self.len }
    }

    /// Its place within its episode.
    #[must_use]
    pub fn step(&self) -> Step {
        Step(self.step as usize)
    }

    /// Whether a receipt was recorded with it.
    #[must_use]
    pub fn has_receipt(&self) -> bool {
        self.flags & RECEIPT != 0
    }

    /// Whether it carries a fault label.
    #[must_use]
    pub fn has_fault(&self) -> bool {
        self.flags & FAULT != 0
    }

    /// Whether it has a result; without one it never returned.
    #[must_use]
    pub fn has_result(&self) -> bool {
        self.flags & RESULT != 0
    }

    /// How long it took, in milliseconds, to single precision.
    #[must_use]
    pub fn ms(&self) -> Option<f32> {
        (!self.ms.is_nan()).then_some(self.ms)
    }
}

/// Equal also if neither has a time.
impl PartialEq for CallEntry {
    fn eq(&self, other: &Self) -> bool {
        let key = |call: &Self| (call.offset, call.len, call.episode, call.step, call.tool, call.flags);
        key(self) == key(other) && self.ms() == other.ms()
    }
}

/// One episode, without its payload.
#[derive(Clone, Debug, PartialEq)]
pub struct EpisodeEntry {
    /// Unique within the ledger.
    pub id: EpisodeId,
    /// The task.
    pub task: Option<TaskId>,
    /// The arm.
    pub arm: Option<Arm>,
    /// The model.
    pub model: Option<ModelName>,
    /// Which of several tries at the same task.
    pub trial: Option<i64>,
    /// The study's own grouping.
    pub stratum: Option<String>,
    /// What else the header says in a few characters: names and values, in its order; nothing if nothing.
    pub others: Option<ShortFields>,
    /// The tools advertised to the agent; unknown if absent.
    pub tools: Option<Arc<[ToolName]>>,
    /// Where its header stands; it has none if its id was only met on other records.
    pub header: Option<Span>,
    /// Where its messages stand, each with the number of calls before it.
    pub messages: Vec<(Span, u32)>,
    /// Its calls, by step: places in [`super::Index::calls`].
    pub calls: Vec<u32>,
    /// How it ended, once that is recorded.
    pub outcome: Option<OutcomeEntry>,
    /// How many of its calls got a receipt.
    pub receipts: u32,
    /// How many of its calls carry a fault label; 0 means that the episode is clean (SPEC 3).
    pub faults: u32,
}

impl EpisodeEntry {
    /// An episode of which nothing but the id is known.
    pub(super) fn bare(id: EpisodeId) -> Self {
        Self {
            id,
            task: None,
            arm: None,
            model: None,
            trial: None,
            stratum: None,
            others: None,
            tools: None,
            header: None,
            messages: Vec::new(),
            calls: Vec::new(),
            outcome: None,
            receipts: 0,
            faults: 0,
        }
    }

    /// The task, or the episode's own id where the ledger names none.
    #[must_use]
    pub fn task_or_id(&self) -> TaskId {
        self.task.clone().unwrap_or_else(|| TaskId::from(self.id.as_str()))
    }

    /// Whether the task was completed; nothing if that is not recorded.
    #[must_use]
    pub fn completed(&self) -> Option<bool> {
        self.outcome.as_ref().and_then(|outcome| outcome.completed)
    }
}

/// How an episode ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutcomeEntry {
    /// Whether the task was completed.
    pub completed: Option<bool>,
    /// The study's score.
    pub score: Option<f64>,
    /// Where the record stands.
    pub span: Span,
}

/// A line that is no valid record: counted, shown, skipped (SPEC 8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// The line, from 1.
    pub line: u64,
    /// The column, in characters from 1, where that is known.
    pub column: Option<usize>,
    /// What is wrong and what to do, for a person.
    pub what: String,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            Some(column) => write!(f, "line {}, column {column}: {}", self.line, self.what),
            None => write!(f, "line {}: {}", self.line, self.what),
        }
    }
}

/// Something that was mended in a line that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineNote {
    /// The line, from 1.
    pub line: u64,
    /// What was mended, for a person.
    pub what: String,
}

impl fmt::Display for LineNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}
