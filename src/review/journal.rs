//! The journal of a review (`<registry>.review.jsonl`): what decisions on invariants add to [`crate::journal`].

mod line;

pub use line::decision_on;

use super::decision::{Decision, Judged, Subject, Verdict};
pub use crate::journal::{JournalError, lines};
use crate::journal::{Refusal, Signature};

/// The decisions of a review, as far as its file was read.
pub type Journal = crate::journal::Journal<Judged>;

/// The first line of a review file, with its newline.
#[must_use]
pub fn header() -> String {
    crate::journal::header::<Judged>()
}

impl Journal {
    /// A decision on one invariant; the sentence says why it cannot be made.
    pub fn judge(&self, subject: Subject, verdict: Verdict, reason: &str, by: &Signature) -> Result<Decision, Refusal> {
        by.is_fit()?;
        verdict.is_fit_on(&by.at.day())?;
        verdict.is_fit(&subject.rule, reason)?;
        Ok(self.decide(Judged { subject: Box::new(subject), verdict }, reason, by))
    }

    /// The same decision on many invariants, as a bulk. Nothing is decided unless it fits every one of them.
    pub fn judge_all(
        &self,
        subjects: Vec<Subject>,
        verdict: &Verdict,
        reason: &str,
        by: &Signature,
    ) -> Result<Vec<Decision>, Refusal> {
        by.is_fit()?;
        verdict.is_fit_on(&by.at.day())?;
        for subject in &subjects {
            verdict.is_fit(&subject.rule, reason)?;
        }
        let judged = |subject| Judged { subject: Box::new(subject), verdict: verdict.clone() };
        Ok(self.decide_all(subjects.into_iter().map(judged).collect(), reason, by))
    }
}

#[cfg(test)]
mod tests;
