//! Bytes to batches.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::Batch;
use super::batch::{Event, HeaderEntry};
use super::entry::{BadLine, CallEntry, LineNote, Marks, OutcomeEntry, Span};
use super::head::{self, Head};
use crate::domain::episode::{Episode, Record, ShortFields};
use crate::domain::ids::{Arm, EpisodeId, ModelName, ToolName};
use crate::domain::json::{Json, Object, is_space, without_mark};
use crate::format::record::{self, Header, Line, NO_FORMAT_LINE, SECOND_FORMAT_LINE};

/// How many bad lines, and how many notes, are kept with their sentences; the rest is only counted.
pub const KEPT_SENTENCES: u64 = 1000;

/// Up to so many bytes of a member of a header that this version does not know are kept.
const SHORT: usize = 80;

/// Reads a ledger from its start, chunk by chunk; where the chunks are cut makes no difference.
#[derive(Clone, Debug, Default)]
pub struct Indexer {
    /// What stands after the last newline.
    partial: Vec<u8>,
    /// Where `partial` begins.
    start: u64,
    lines: u64,
    /// Whether a format line, or a record that had none before it, was met.
    begun: bool,
    episodes: HashMap<EpisodeId, u32>,
    /// Per episode, what was met of it.
    met: Vec<Met>,
    tools: HashMap<ToolName, u32>,
    names: Names,
    bad_count: u64,
    note_count: u64,
    batch: Batch,
}

#[derive(Clone, Debug, Default)]
struct Met {
    calls: u32,
    header: bool,
    outcome: bool,
}

/// Names that many headers share, each held once.
#[derive(Clone, Debug, Default)]
struct Names {
    keys: BTreeSet<Arc<str>>,
    arms: HashMap<Arm, Arm>,
    models: HashMap<ModelName, ModelName>,
    lists: HashMap<Vec<ToolName>, Arc<[ToolName]>>,
}

impl Indexer {
    /// At the start of a ledger.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// At the start of a ledger that was rewritten: its first batch says so.
    #[must_use]
    pub fn restarted() -> Self {
        Self { batch: Batch { restart: true, ..Batch::default() }, ..Self::default() }
    }

    /// Takes the next bytes of the ledger. A last line without newline is kept until the rest of it comes.
    pub fn feed(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some(end) = memchr::memchr(b'\n', rest) {
            let (line, after) = rest.split_at(end);
            if self.partial.is_empty() {
                self.line(line);
                self.start += line.len() as u64 + 1;
            } else {
                self.partial.extend_from_slice(line);
                let line = std::mem::take(&mut self.partial);
                self.line(&line);
                self.start += line.len() as u64 + 1;
                // The room is used again.
                self.partial = line;
                self.partial.clear();
            }
            rest = after.get(1..).unwrap_or_default();
        }
        self.partial.extend_from_slice(rest);
    }

    /// How many bytes were fed.
    #[must_use]
    pub fn fed(&self) -> u64 {
        self.start + self.partial.len() as u64
    }

    /// What was found since the last batch.
    pub fn take_batch(&mut self) -> Batch {
        self.batch.lines = self.lines;
        self.batch.indexed = self.start;
        self.batch.pending = self.partial.len() as u64;
        self.batch.bad_count = self.bad_count;
        self.batch.note_count = self.note_count;
        std::mem::take(&mut self.batch)
    }

    fn line(&mut self, line: &[u8]) {
        self.lines += 1;
        let mut span = Span { offset: self.start, len: 0 };
        let marked = line.len();
        let line = without_mark(line);
        span.offset += (marked - line.len()) as u64;
        if line.iter().all(|byte| is_space(char::from(*byte))) {
            return;
        }
        let Ok(len) = u32::try_from(line.len()) else {
            self.bad(None, "the line is longer than 4 GiB; split the record".into());
            return;
        };
        span.len = len;
        match head::read(line) {
            Some(Head::Call { episode, tool, marks }) => {
                self.begin();
                self.call(span, episode, tool, marks);
            }
            Some(Head::Message { episode }) => {
                self.begin();
                let episode = self.episode(episode);
                self.batch.events.push(Event::Message(episode, span));
            }
            None => self.unusual(line, span),
        }
    }

    /// A line that wants the full reader.
    fn unusual(&mut self, line: &[u8], span: Span) {
        let (line, notes) = match record::read_line(line) {
            Ok(read) => read,
            Err(error) => {
                self.bad(error.column(), error.to_string());
                self.batch.bad_headers.extend(error.header_of().cloned());
                return;
            }
        };
        for note in notes {
            self.note(note.to_string());
        }
        match line {
            Line::Header(header) => self.header(header),
            Line::Record(record) => {
                self.begin();
                self.record(record, span);
            }
        }
    }

    fn header(&mut self, header: Header) {
        if self.begun {
            self.note(SECOND_FORMAT_LINE.to_owned());
        }
        self.begun = true;
        if header.study.is_some() {
            self.batch.study = header.study;
        }
    }

    /// The first record begins the ledger, with or without a format line.
    fn begin(&mut self) {
        if !self.begun {
            self.begun = true;
            self.note(NO_FORMAT_LINE.to_owned());
        }
    }

    fn record(&mut self, record: Record, span: Span) {
        match record {
            Record::Call(call) => {
                let marks = Marks {
                    receipt: call.has_receipt(),
                    fault: call.fault.is_some(),
                    result: call.result.is_some(),
                    ms: call.ms,
                };
                self.call(span, call.episode.as_str(), call.tool.as_str(), marks);
            }
            Record::Message(message) => {
                let episode = self.episode(message.episode.as_str());
                self.batch.events.push(Event::Message(episode, span));
            }
            Record::Episode(head) => self.head(head, span),
            Record::Outcome(outcome) => {
                let episode = self.episode(outcome.episode.as_str());
                if self.met_mut(episode).is_some_and(|met| std::mem::replace(&mut met.outcome, true)) {
                    self.note(format!(
                        "a second outcome of episode {:?}; the last one stands",
                        outcome.episode.as_str()
                    ));
                }
                let entry = OutcomeEntry { completed: outcome.completed, score: outcome.score, span };
                self.batch.events.push(Event::Outcome(episode, entry));
            }
        }
    }

    fn head(&mut self, head: Episode, span: Span) {
        let episode = self.episode(head.id.as_str());
        if self.met_mut(episode).is_some_and(|met| std::mem::replace(&mut met.header, true)) {
            self.note(format!("a second header of episode {:?}; the last one stands", head.id.as_str()));
        }
        let tools = head.tools.map(|tools| self.names.list(tools));
        let others = self.names.short(&head.extra);
        let head = Episode {
            arm: head.arm.map(|arm| self.names.arms.entry(arm.clone()).or_insert(arm).clone()),
            model: head.model.map(|model| self.names.models.entry(model.clone()).or_insert(model).clone()),
            tools: None,
            extra: Object::new(),
            ..head
        };
        self.batch.events.push(Event::Header(episode, Box::new(HeaderEntry { head, others, tools, span })));
    }

    fn call(&mut self, span: Span, episode: &str, tool: &str, marks: Marks) {
        let episode = self.episode(episode);
        let tool = self.tool(tool);
        let step = self.met_mut(episode).map_or(0, |met| {
            met.calls += 1;
            met.calls - 1
        });
        self.batch.events.push(Event::Call(CallEntry::new(span, episode, step, tool, marks)));
    }

    fn met_mut(&mut self, episode: u32) -> Option<&mut Met> {
        self.met.get_mut(episode as usize)
    }

    /// The place of an episode; a new one if it was not met before.
    fn episode(&mut self, id: &str) -> u32 {
        if let Some(place) = self.episodes.get(id) {
            return *place;
        }
        let (id, place) = (EpisodeId::from(id), place_of(self.met.len()));
        self.episodes.insert(id.clone(), place);
        self.met.push(Met::default());
        self.batch.events.push(Event::Episode(id));
        place
    }

    fn tool(&mut self, name: &str) -> u32 {
        if let Some(place) = self.tools.get(name) {
            return *place;
        }
        let (name, place) = (ToolName::from(name), place_of(self.tools.len()));
        self.tools.insert(name.clone(), place);
        self.batch.tools.push(name);
        place
    }

    fn bad(&mut self, column: Option<usize>, what: String) {
        self.bad_count += 1;
        if self.bad_count <= KEPT_SENTENCES {
            self.batch.bad_lines.push(BadLine { line: self.lines, column, what });
        }
    }

    fn note(&mut self, what: String) {
        self.note_count += 1;
        if self.note_count <= KEPT_SENTENCES {
            self.batch.notes.push(LineNote { line: self.lines, what });
        }
    }
}

impl Names {
    /// The members that are no lists and objects and take little room: what episodes can be grouped by.
    fn short(&mut self, members: &Object) -> Option<ShortFields> {
        let shared = |keys: &mut BTreeSet<Arc<str>>, key: &str| {
            keys.get(key).cloned().unwrap_or_else(|| {
                let key: Arc<str> = Arc::from(key);
                keys.insert(Arc::clone(&key));
                key
            })
        };
        let short = |(name, value): (&str, &Json)| {
            let value = match value {
                Json::String(text) => text.clone(),
                Json::Bool(_) | Json::Number(_) => value.to_string(),
                Json::Null | Json::Array(_) | Json::Object(_) => return None,
            };
            let is_short = name.len().max(value.len()) <= SHORT;
            // Names are few, values may be many.
            is_short.then(|| (shared(&mut self.keys, name), Arc::from(value)))
        };
        let short: Vec<_> = members.iter().filter_map(short).collect();
        (!short.is_empty()).then(|| short.into())
    }

    fn list(&mut self, tools: Vec<ToolName>) -> Arc<[ToolName]> {
        if let Some(list) = self.lists.get(&tools) {
            return Arc::clone(list);
        }
        let list: Arc<[ToolName]> = tools.clone().into();
        self.lists.insert(tools, Arc::clone(&list));
        list
    }
}

/// Ledgers of more than four thousand million episodes would be beyond any memory.
fn place_of(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
