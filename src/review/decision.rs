//! One decision: of which invariant, what, by whom, when and why.

use super::content::ContentHash;
use super::day::{Day, Moment};
use super::edit::{Edit, Refusal};
use crate::domain::ids::{DecisionId, InvariantId, ToolName};
use crate::domain::invariant::Invariant;
use crate::domain::json::Object;

/// One line of a review file.
#[derive(Clone, Debug)]
pub struct Decision {
    /// What names it, for an undo.
    pub id: DecisionId,
    /// What was done.
    pub act: Act,
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

impl Decision {
    /// The invariant that it judges; an undo judges none.
    #[must_use]
    pub fn subject(&self) -> Option<&Subject> {
        match &self.act {
            Act::Judge(subject, _) => Some(subject),
            Act::Undo(_) => None,
        }
    }

    /// What it says of an invariant; an undo says nothing.
    #[must_use]
    pub fn verdict(&self) -> Option<&Verdict> {
        match &self.act {
            Act::Judge(_, verdict) => Some(verdict),
            Act::Undo(_) => None,
        }
    }
}

/// What a decision does.
#[derive(Clone, Debug)]
pub enum Act {
    /// It judges an invariant, or comments on it.
    Judge(Box<Subject>, Verdict),
    /// It takes back every earlier decision of that name, or of the bulk of that name. An undo can be undone, too.
    Undo(DecisionId),
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

    /// Whether it can be given of a rule with that reason; the sentence says why not.
    pub fn is_fit(&self, rule: &Invariant, reason: &str) -> Result<(), Refusal> {
        match self {
            Self::Edited(edit) => edit.apply(rule).map(|_| ()),
            Self::Waived { .. } if reason.trim().is_empty() => {
                Err(Refusal::new("a waiver needs a reason: say why the rule is not to be enforced for now"))
            }
            Self::Comment if reason.trim().is_empty() => Err(Refusal::new("the comment is empty; nothing was saved")),
            _ => Ok(()),
        }
    }
}

/// Who decides, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The reviewer's name.
    pub author: String,
    /// The time, read at the edge of the program.
    pub at: Moment,
}
