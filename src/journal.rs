//! An append-only file of decisions: every one ever made, in the order of its file; nothing is ever taken out.
//!
//! The file is JSON Lines: a header `{"format":"vidimus.review/1"}`, then one decision a line. What is decided is
//! somebody else's ([`Judgement`]): a review of contracts, the labels of pairs. The file is only ever appended to, by
//! several programs at once if need be, so:
//!
//! - an undo is a line of its own that names what it undoes;
//! - a last line that was not written to its end is no decision, and is told ([`Journal::is_torn`]);
//! - any other line that is not understood is counted with its number ([`Journal::bad`]) and stays where it is;
//! - a line that stands there twice, by its id, counts once: two files of one kind can simply be joined.
//!
//! Nothing here knows the time or who sits at the keyboard: both are passed in with [`Signature`].

mod day;
mod line;
mod name;

pub use day::{Day, Moment};
pub use line::{header, optional, signed, text};
pub use name::reviewer_name;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::domain::ids::DecisionId;
use crate::domain::json::Object;

/// What the decisions of a kind of file are about.
pub trait Judgement: Clone {
    /// The `format` of the file.
    const FORMAT: &'static str;
    /// What the file is called before the word "file".
    const KIND: &'static str;
    /// The key of the text that goes with a decision.
    const TEXT: &'static str;

    /// What the line calls it under `verdict`; `undo` is taken.
    fn name(&self) -> &'static str;
    /// Writes the rest of it into the line.
    fn write(&self, line: &mut Object);
    /// Reads it back, taking its keys out of the line; the sentence says what is wrong with it.
    fn read(name: &str, line: &mut Object, text: &str) -> Result<Self, String>;
}

/// One line of a file: a decision, by whom, when and why.
#[derive(Clone, Debug)]
pub struct Signed<J> {
    /// What names it, for an undo.
    pub id: DecisionId,
    /// What was done.
    pub act: Act<J>,
    /// Why, or the comment itself; may be empty where no reason is demanded.
    pub reason: String,
    /// Who decided.
    pub author: String,
    /// When, as RFC 3339 in UTC.
    pub at: String,
    /// What the decisions of one bulk share: they were not judged one by one, and an undo that names it takes all back.
    pub bulk: Option<DecisionId>,
    /// Keys of the line that this version does not know.
    pub extra: Object,
}

impl<J> Signed<J> {
    /// What it judges; an undo judges nothing.
    #[must_use]
    pub fn judgement(&self) -> Option<&J> {
        match &self.act {
            Act::Judge(judgement) => Some(judgement),
            Act::Undo(_) => None,
        }
    }
}

/// What a decision does.
#[derive(Clone, Debug)]
pub enum Act<J> {
    /// It judges something, or comments on it.
    Judge(J),
    /// It takes back every earlier decision of that name, or of the bulk of that name. An undo can be undone, too.
    Undo(DecisionId),
}

/// Why something cannot be decided so, as a sentence for a person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(String);

impl Refusal {
    /// A refusal with that sentence.
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self(what.into())
    }
}

/// Who decides, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The person's name.
    pub author: String,
    /// The time, read at the edge of the program.
    pub at: Moment,
}

/// The decisions of a file, as far as it was read.
#[derive(Clone, Debug)]
pub struct Journal<J> {
    decisions: Vec<Arc<Signed<J>>>,
    /// Beside each decision: whether nothing takes it back.
    in_force: Vec<bool>,
    /// The place of each decision, by its name.
    ids: BTreeMap<DecisionId, usize>,
    bad: Vec<BadLine>,
    lines: usize,
    has_header: bool,
    is_torn: bool,
}

impl<J> Default for Journal<J> {
    fn default() -> Self {
        Self {
            decisions: Vec::new(),
            in_force: Vec::new(),
            ids: BTreeMap::new(),
            bad: Vec::new(),
            lines: 0,
            has_header: false,
            is_torn: false,
        }
    }
}

/// A line that is no decision of this version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

/// Why a file is no journal of that kind and version; the sentence says what it is and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct JournalError(String);

impl<J: Judgement> Journal<J> {
    /// Reads a whole file; no bytes are an empty journal.
    pub fn parse(bytes: &[u8]) -> Result<Self, JournalError> {
        let mut journal = Self::default();
        journal.read(bytes)?;
        Ok(journal)
    }

    /// Reads what was appended: gives how many bytes are done with. A last line without its newline is looked at, but
    /// not done with: pass it again with what comes behind it.
    pub fn read(&mut self, bytes: &[u8]) -> Result<usize, JournalError> {
        let whole = memchr::memrchr(b'\n', bytes).map_or(0, |at| at + 1);
        let (done, rest) = bytes.split_at_checked(whole).unwrap_or((bytes, &[]));
        for line in done.split_inclusive(|byte| *byte == b'\n') {
            self.lines += 1;
            if let Err(what) = self.line(line)? {
                self.bad.push(BadLine { line: self.lines, what });
            }
        }
        // A line that is whole but for its newline says all that it has to say.
        self.is_torn = self.line(rest)?.is_err();
        let is_header_begun = bytes.len() < header::<J>().len() && header::<J>().as_bytes().starts_with(bytes);
        if !self.has_header && !is_header_begun && !bytes.trim_ascii().is_empty() {
            let (kind, header) = (J::KIND, header::<J>());
            let what = format!("this is no {kind} file: there is no line {} in it; name another file", header.trim());
            return Err(JournalError(what));
        }
        self.mend();
        Ok(whole)
    }

    fn line(&mut self, bytes: &[u8]) -> Result<Result<(), String>, JournalError> {
        if bytes.trim_ascii().is_empty() {
            return Ok(Ok(()));
        }
        match line::read(bytes) {
            Ok(line::Line::Header(format)) if format == J::FORMAT => self.has_header = true,
            Ok(line::Line::Header(format)) => {
                let what = format!(
                    "the format is {format:?}, a {} file's is {:?}; name another file, or use the version that wrote it",
                    J::KIND,
                    J::FORMAT
                );
                return if self.has_header { Ok(Err(what)) } else { Err(JournalError(what)) };
            }
            Ok(line::Line::Signed(decision)) => self.add(Arc::new(*decision)),
            Err(what) => return Ok(Err(what)),
        }
        Ok(Ok(()))
    }

    fn add(&mut self, decision: Arc<Signed<J>>) {
        if let Entry::Vacant(place) = self.ids.entry(decision.id.clone()) {
            place.insert(self.decisions.len());
            self.decisions.push(decision);
        }
    }

    /// From the last line to the first: an undo that nothing takes back takes back what stands before it.
    fn mend(&mut self) {
        let mut undone: BTreeSet<&DecisionId> = BTreeSet::new();
        let mut in_force = Vec::with_capacity(self.decisions.len());
        for decision in self.decisions.iter().rev() {
            let stands =
                !undone.contains(&decision.id) && !decision.bulk.as_ref().is_some_and(|id| undone.contains(id));
            if let (true, Act::Undo(of)) = (stands, &decision.act) {
                undone.insert(of);
            }
            in_force.push(stands);
        }
        in_force.reverse();
        self.in_force = in_force;
    }

    /// Every decision of the file, undos and what they undo among them, in its order.
    #[must_use]
    pub fn decisions(&self) -> &[Arc<Signed<J>>] {
        &self.decisions
    }

    /// The decisions that nothing takes back, in their order; undos are among them.
    pub fn in_force(&self) -> impl DoubleEndedIterator<Item = &Arc<Signed<J>>> {
        self.decisions.iter().zip(&self.in_force).filter(|(_, stands)| **stands).map(|(decision, _)| decision)
    }

    /// The lines that were not understood.
    #[must_use]
    pub fn bad(&self) -> &[BadLine] {
        &self.bad
    }

    /// Whether the last line was not written to its end, so that its decision is not among these.
    #[must_use]
    pub fn is_torn(&self) -> bool {
        self.is_torn
    }

    /// The numbers of all lines that do not count: those that were not understood, and one that was not written to its
    /// end.
    #[must_use]
    pub fn unread(&self) -> Vec<usize> {
        self.bad.iter().map(|bad| bad.line).chain(self.is_torn.then_some(self.lines + 1)).collect()
    }

    /// Whether the file has its header; one that has not gets it with the next decision.
    #[must_use]
    pub fn has_header(&self) -> bool {
        self.has_header
    }

    /// A decision; whether it may be made is for the caller to say.
    #[must_use]
    pub fn decide(&self, judgement: J, text: &str, by: &Signature) -> Signed<J> {
        Self::signed(self.decisions.len(), Act::Judge(judgement), text, by, None)
    }

    /// Many decisions, marked as a bulk: an undo that names [`Signed::bulk`] takes all of it back.
    #[must_use]
    pub fn decide_all(&self, judgements: Vec<J>, text: &str, by: &Signature) -> Vec<Signed<J>> {
        let from = self.decisions.len();
        let mut decisions: Vec<_> = judgements
            .into_iter()
            .enumerate()
            .map(|(place, judgement)| Self::signed(from + place, Act::Judge(judgement), text, by, None))
            .collect();
        let bulk = name(&format!("bulk\n{from}\n{}", lines(&decisions)));
        for decision in &mut decisions {
            decision.bulk = Some(bulk.clone());
        }
        decisions
    }

    /// Takes back a decision, a bulk or an undo, by its name.
    pub fn undo(&self, of: &DecisionId, text: &str, by: &Signature) -> Result<Signed<J>, Refusal> {
        by.is_fit()?;
        let named = |decision: &Signed<J>| decision.id == *of || decision.bulk.as_ref() == Some(of);
        if !self.decisions.iter().any(|decision| named(decision)) {
            return Err(Refusal::new(format!("there is no decision {of} in the {}", J::KIND)));
        }
        if !self.in_force().any(|decision| named(decision)) {
            return Err(Refusal::new(format!("the decision {of} is taken back already")));
        }
        Ok(Self::signed(self.decisions.len(), Act::Undo(of.clone()), text, by, None))
    }

    /// What `u` takes back: the last decision of that reviewer that still counts, by its name; of a bulk, all of it.
    #[must_use]
    pub fn last_of(&self, author: &str) -> Option<&DecisionId> {
        let mut own = self.in_force().rev().filter(|decision| decision.author == author);
        let last = own.find(|decision| matches!(decision.act, Act::Judge(..)))?;
        Some(last.bulk.as_ref().unwrap_or(&last.id))
    }

    /// What brings it back: the last undo of that reviewer that still counts, unless they have decided something since.
    #[must_use]
    pub fn last_undo_of(&self, author: &str) -> Option<&DecisionId> {
        let own = self.in_force().rev().filter(|decision| decision.author == author);
        let last =
            own.map(|decision| (decision, self.level(decision))).find(|(_, level)| *level == 0 || level % 2 == 1)?;
        (last.1 > 0).then_some(&last.0.id)
    }

    /// How many undos lead from it to a judgement: 1 takes one back, 2 brings it back, and so on.
    fn level(&self, decision: &Signed<J>) -> usize {
        let (mut level, mut act) = (0, &decision.act);
        while let Act::Undo(of) = act {
            level += 1;
            match self.ids.get(of).and_then(|place| self.decisions.get(*place)) {
                // Only a file made by hand leads round in circles.
                Some(named) if level <= self.decisions.len() => act = &named.act,
                _ => break,
            }
        }
        level
    }

    /// Takes in decisions whose lines are on disk.
    pub fn take(&mut self, decisions: impl IntoIterator<Item = Signed<J>>) {
        decisions.into_iter().for_each(|decision| self.add(Arc::new(decision)));
        self.mend();
    }

    /// The number goes into the name, so that the same decision made twice within a second is two.
    fn signed(number: usize, act: Act<J>, text: &str, by: &Signature, bulk: Option<DecisionId>) -> Signed<J> {
        let mut decision = Signed {
            id: DecisionId::from(""),
            act,
            reason: text.trim().to_owned(),
            author: by.author.trim().to_owned(),
            at: by.at.to_string(),
            bulk,
            extra: Object::new(),
        };
        decision.id = name(&format!("{number}\n{}", line::print(&decision)));
        decision
    }
}

/// The bytes to append for these decisions, one a line.
#[must_use]
pub fn lines<'d, J: Judgement + 'd>(decisions: impl IntoIterator<Item = &'d Signed<J>>) -> String {
    decisions.into_iter().map(line::print).collect()
}

/// The first 16 hex digits of SHA-256.
fn name(text: &str) -> DecisionId {
    let digest = Sha256::digest(text.as_bytes());
    let first = digest.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes));
    DecisionId::from(format!("{first:016x}"))
}
