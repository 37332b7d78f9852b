//! Orders to write decisions down, and what becomes of them; whoever has files and a clock carries them out.

use crate::app::data::RegistryId;
use crate::domain::ids::DecisionId;
use crate::review::{Act, Decision, Journal, Moment, Signature, Subject, Verdict};

/// What is to be written down in the review of a registry.
#[derive(Clone, Debug)]
pub struct Order {
    /// The registry.
    pub registry: RegistryId,
    /// Goes back with the answer.
    pub number: u64,
    /// Who decides.
    pub author: String,
    /// What.
    pub what: Ordered,
}

/// What is decided.
#[derive(Clone, Debug)]
pub enum Ordered {
    /// One invariant.
    One(Box<Subject>, Verdict, String),
    /// Several at once.
    Bulk(Vec<Subject>, Verdict, String),
    /// The reviewer's last decision that counts is taken back; of a bulk, all of it.
    Undo,
    /// What they took back last counts again.
    Redo,
}

impl Order {
    /// The decisions to be appended to the journal as it is on disk now. The error is a sentence.
    pub fn decisions(&self, journal: &Journal, at: Moment) -> Result<Vec<Decision>, String> {
        let by = Signature { author: self.author.clone(), at };
        let decisions = match &self.what {
            Ordered::One(subject, verdict, reason) => {
                journal.judge((**subject).clone(), verdict.clone(), reason, &by).map(|decision| vec![decision])
            }
            Ordered::Bulk(subjects, verdict, reason) => journal.judge_all(subjects.clone(), verdict, reason, &by),
            Ordered::Undo => {
                let last = journal.last_of(&self.author).ok_or("you have decided nothing that could be taken back")?;
                journal.undo(last, "", &by).map(|decision| vec![decision])
            }
            Ordered::Redo => {
                let last = journal.last_undo_of(&self.author).ok_or("you have taken back nothing since you decided")?;
                journal.undo(last, "", &by).map(|decision| vec![decision])
            }
        };
        decisions.map_err(|refusal| refusal.to_string())
    }

    /// The judgements that an undo takes back, or brings back.
    #[must_use]
    pub fn behind<'j>(&self, journal: &'j Journal, decisions: &[Decision]) -> Vec<&'j Decision> {
        let Some(Act::Undo(of)) = decisions.first().map(|decision| &decision.act) else { return Vec::new() };
        let named = |of: &DecisionId| -> Vec<&'j Decision> {
            let named = |it: &&Decision| it.id == *of || it.bulk.as_ref() == Some(of);
            journal.decisions().iter().map(|it| &**it).filter(named).collect()
        };
        let undone = named(of);
        // An undo that is undone names the decisions behind it.
        match undone.first().map(|decision| &decision.act) {
            Some(Act::Undo(inner)) => named(inner),
            _ => undone,
        }
    }

    /// What happened, once the decisions are on disk: a sentence.
    #[must_use]
    pub fn told(&self, journal: &Journal, decisions: &[Decision]) -> String {
        let first = decisions.first();
        match (&self.what, first.map(|decision| &decision.act)) {
            (Ordered::Undo | Ordered::Redo, Some(Act::Undo(_))) => {
                let behind = self.behind(journal, decisions);
                let what = match behind.as_slice() {
                    [] => "a decision".to_owned(),
                    [one] => said(one),
                    [one, rest @ ..] => format!("{} and {} more", said(one), rest.len()),
                };
                let verb = if matches!(self.what, Ordered::Undo) { "taken back" } else { "counts again" };
                format!("{verb}: {what}")
            }
            (_, _) => match decisions {
                [] => "nothing was decided".to_owned(),
                [one] => said(one),
                [one, rest @ ..] => format!("{} and {} more", said(one), rest.len()),
            },
        }
    }
}

/// `accepted: get_price positive price`.
fn said(decision: &Decision) -> String {
    let Some((subject, verdict)) = decision.subject().zip(decision.verdict()) else {
        return "an undo".to_owned();
    };
    let what = match verdict {
        Verdict::Accepted => "accepted".to_owned(),
        Verdict::Rejected => "rejected".to_owned(),
        Verdict::Edited(_) => "edited".to_owned(),
        Verdict::Waived { until } => format!("waived until {until}"),
        Verdict::Comment => "commented".to_owned(),
    };
    let why = match verdict {
        Verdict::Waived { .. } => format!(", because: {}", decision.reason),
        _ => String::new(),
    };
    format!("{what}: {} {} {}{why}", subject.tool, subject.rule.class, subject.rule.path)
}
