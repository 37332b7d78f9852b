//! One decision: of which invariant, what, by whom, when and why.

use super::content::ContentHash;
use super::edit::Edit;
use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::invariant::Invariant;
use crate::domain::json::Object;
use crate::journal::{Day, Refusal, Signed};

/// One line of a review file.
pub type Decision = Signed<Judged>;

/// An invariant, and what is said of it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The invariant.
    pub subject: Box<Subject>,
    /// What is said.
    pub verdict: Verdict,
}

impl Decision {
    /// The invariant that it judges; an undo judges none.
    #[must_use]
    pub fn subject(&self) -> Option<&Subject> {
        self.judgement().map(|judged| &*judged.subject)
    }

    /// What it says of an invariant; an undo says nothing.
    #[must_use]
    pub fn verdict(&self) -> Option<&Verdict> {
        self.judgement().map(|judged| &judged.verdict)
    }
}

/// The invariant that was judged, as it was then: so that both versions can be shown when it has changed.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The tool.
    pub tool: ToolName,
    /// The invariant as judged, without its evidence.
    pub rule: Invariant,
    /// What the decision is tied to.
    pub content: ContentHash,
}

impl Subject {
    /// An invariant of a tool as it stands.
    #[must_use]
    pub fn new(tool: &ToolName, rule: &Invariant) -> Self {
        let content = ContentHash::of(tool, rule);
        let rule = Invariant { evidence: None, extra: Object::new(), ..rule.clone() };
        Self { tool: tool.clone(), rule, content }
    }

    /// The invariant's id.
    #[must_use]
    pub fn id(&self) -> &InvariantId {
        &self.rule.id
    }
}

/// What is said of an invariant.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It is a contract of the tool, as it stands.
    Accepted,
    /// It is an accident of the sample.
    Rejected,
    /// It is one with this change.
    Edited(Edit),
    /// It is not to be enforced for now: left out of what is frozen until the day is over, then undecided again.
    /// The reason is never empty.
    Waived {
        /// The last day on which the waiver holds.
        until: Day,
    },
    /// Nothing is decided; the text is in the reason and never empty.
    Comment,
}

impl Verdict {
    /// The name in the file.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Accepted => "accept",
            Self::Rejected => "reject",
            Self::Edited(_) => "edit",
            Self::Waived { .. } => "waive",
            Self::Comment => "comment",
        }
    }

    /// Whether it can be given on that day; the sentence says why not. What was decided earlier stays in force.
    pub fn is_fit_on(&self, today: &Day) -> Result<(), Refusal> {
        match self {
            Self::Waived { until } if until < today => Err(Refusal::new(format!(
                "a waiver until {until} is over already, as today is {today}; name today or a later day"
            ))),
            _ => Ok(()),
        }
    }

    /// Whether it can be given of a rule with that reason; the sentence says why not.
    pub fn is_fit(&self, rule: &Invariant, reason: &str) -> Result<(), Refusal> {
        match self {
            Self::Edited(edit) => edit.apply(rule).map(|_| ()),
            Self::Waived { .. } if reason.trim().is_empty() => {
                Err(Refusal::new("a waiver needs a reason: say why the rule is not to be enforced for now"))
            }
            Self::Waived { .. } if Day::parse(reason.trim()).is_some() => Err(Refusal::new(format!(
                "{} is a day and no reason: say why the rule is not to be enforced for now",
                reason.trim()
            ))),
            Self::Comment if reason.trim().is_empty() => Err(Refusal::new("the comment is empty; nothing was saved")),
            _ => Ok(()),
        }
    }
}
