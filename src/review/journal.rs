//! The journal of a review: every decision ever made, in the order of its file; nothing is ever taken out.
//!
//! The file is JSON Lines, `<registry>.review.jsonl`: a header `{"format":"vidimus.review/1"}`, then one decision a line
//! ([`line`]). It is only ever appended to, by several programs at once if need be, so:
//!
//! - an undo is a line of its own that names what it undoes;
//! - a last line that was not written to its end is no decision, and is told ([`Journal::is_torn`]);
//! - any other line that is not understood is counted with its number ([`Journal::bad`]) and stays where it is;
//! - a line that stands there twice, by its id, counts once: two files of one review can simply be joined.

mod line;

pub use line::{decision_on, header};

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::content::hex;
use super::decision::{Act, Decision, Signature, Subject, Verdict};
use super::edit::Refusal;
use crate::domain::ids::DecisionId;

/// The `format` of a review file.
pub const FORMAT: &str = "vidimus.review/1";

/// The decisions of a review, as far as its file was read.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    decisions: Vec<Arc<Decision>>,
    /// Beside each decision: whether nothing takes it back.
    in_force: Vec<bool>,
    /// The place of each decision, by its name.
    ids: BTreeMap<DecisionId, usize>,
    bad: Vec<BadLine>,
    lines: usize,
    has_header: bool,
    is_torn: bool,
}

/// A line that is no decision of this version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

/// Why a file is no review file of this version; the sentence says what it is and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct JournalError(String);

impl Journal {
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
        let is_header_begun = bytes.len() < header().len() && header().as_bytes().starts_with(bytes);
        if !self.has_header && !is_header_begun && !bytes.trim_ascii().is_empty() {
            let what = format!("this is no review file: there is no line {} in it; name another file", header().trim());
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
            Ok(line::Line::Header(format)) if format == FORMAT => self.has_header = true,
            Ok(line::Line::Header(format)) => {
                let what = format!(
                    "the format is {format:?}, a review file's is \"{FORMAT}\"; name another file, or use the version \
                     that wrote it"
                );
                return if self.has_header { Ok(Err(what)) } else { Err(JournalError(what)) };
            }
            Ok(line::Line::Decision(decision)) => self.add(Arc::new(*decision)),
            Err(what) => return Ok(Err(what)),
        }
        Ok(Ok(()))
    }

    fn add(&mut self, decision: Arc<Decision>) {
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
    pub fn decisions(&self) -> &[Arc<Decision>] {
        &self.decisions
    }

    /// The decisions that nothing takes back, in their order; undos are among them.
    pub fn in_force(&self) -> impl DoubleEndedIterator<Item = &Arc<Decision>> {
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

    /// Whether the file has its header; one that has not gets it with the next decision.
    #[must_use]
    pub fn has_header(&self) -> bool {
        self.has_header
    }

    /// A decision on one invariant; the sentence says why it cannot be made.
    pub fn judge(&self, subject: Subject, verdict: Verdict, reason: &str, by: &Signature) -> Result<Decision, Refusal> {
        verdict.is_fit(&subject.rule, reason)?;
        Ok(Self::signed(self.decisions.len(), Act::Judge(Box::new(subject), verdict), reason, by, None))
    }

    /// The same decision on many invariants, marked as a bulk; an undo that names [`Decision::bulk`] takes all of it
    /// back. Nothing is decided unless it fits every one of them.
    pub fn judge_all(
        &self,
        subjects: Vec<Subject>,
        verdict: &Verdict,
        reason: &str,
        by: &Signature,
    ) -> Result<Vec<Decision>, Refusal> {
        for subject in &subjects {
            verdict.is_fit(&subject.rule, reason)?;
        }
        let from = self.decisions.len();
        let ids = subjects.iter().map(|subject| subject.id().as_str()).collect::<Vec<_>>().join("\n");
        let bulk = name(&format!("bulk\n{from}\n{}\n{}\n{ids}", by.author, by.at));
        let decisions = subjects.into_iter().enumerate().map(|(place, subject)| {
            Self::signed(from + place, Act::Judge(Box::new(subject), verdict.clone()), reason, by, Some(bulk.clone()))
        });
        Ok(decisions.collect())
    }

    /// Takes back a decision, a bulk or an undo, by its name.
    pub fn undo(&self, of: &DecisionId, reason: &str, by: &Signature) -> Result<Decision, Refusal> {
        let named = |decision: &Decision| decision.id == *of || decision.bulk.as_ref() == Some(of);
        if !self.decisions.iter().any(|decision| named(decision)) {
            return Err(Refusal::new(format!("there is no decision {of} in the review")));
        }
        if !self.in_force().any(|decision| named(decision)) {
            return Err(Refusal::new(format!("the decision {of} is taken back already")));
        }
        Ok(Self::signed(self.decisions.len(), Act::Undo(of.clone()), reason, by, None))
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
    fn level(&self, decision: &Decision) -> usize {
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
    pub fn take(&mut self, decisions: impl IntoIterator<Item = Decision>) {
        decisions.into_iter().for_each(|decision| self.add(Arc::new(decision)));
        self.mend();
    }

    /// The number goes into the name, so that the same decision made twice within a second is two.
    fn signed(number: usize, act: Act, reason: &str, by: &Signature, bulk: Option<DecisionId>) -> Decision {
        let mut decision = Decision {
            id: DecisionId::from(""),
            act,
            reason: reason.trim().to_owned(),
            author: by.author.clone(),
            at: by.at.to_string(),
            bulk,
            extra: crate::domain::json::Object::new(),
        };
        decision.id = name(&format!("{number}\n{}", line::print(&decision)));
        decision
    }
}

/// The bytes to append for these decisions, one a line.
#[must_use]
pub fn lines<'d>(decisions: impl IntoIterator<Item = &'d Decision>) -> String {
    decisions.into_iter().map(line::print).collect()
}

/// The first 16 hex digits of SHA-256.
fn name(text: &str) -> DecisionId {
    let digest = Sha256::digest(text.as_bytes());
    DecisionId::from(hex(digest.get(..8).unwrap_or_default()))
}

#[cfg(test)]
mod tests;
