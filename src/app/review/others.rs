//! What others decide while the review is on screen: who decided otherwise on what, against what stood there before.

use std::collections::BTreeSet;

use crate::app::App;
use crate::app::data::{RegistryId, RuleRef};
use crate::domain::ids::DecisionId;
use crate::lens::verdict::said;
use crate::review::{Act, Decision, Journal, Review, Row};
use crate::words::{self, counted};

/// A rule on which somebody decided otherwise than was decided before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    /// Who decided what, and against what.
    pub sentence: String,
    /// Whether nobody has looked at it yet.
    pub is_unseen: bool,
}

impl super::Reviewing {
    /// What others decided on a rule under review against what stood there.
    #[must_use]
    pub fn contest(&self, rule: &RuleRef) -> Option<&Contest> {
        self.contests.get(&self.judged.registry()?)?.get(rule)
    }

    /// Whether somebody decided otherwise on it and nobody has looked at that yet.
    #[must_use]
    pub fn is_contested(&self, rule: &RuleRef) -> bool {
        self.contest(rule).is_some_and(|contest| contest.is_unseen)
    }

    /// Whoever goes on to another rule has looked at this one.
    pub(super) fn leave_contest(&mut self, rule: &RuleRef) {
        let of = self.judged.registry().and_then(|id| self.contests.get_mut(&id));
        if let Some(contest) = of.and_then(|of| of.get_mut(rule)) {
            contest.is_unseen = false;
        }
    }
}

impl App {
    /// Compares what stands in a review with what stood there before the decisions of others; `own` are those of this
    /// screen. Gives what to say, if somebody decided otherwise.
    pub(super) fn take_contests(
        &mut self,
        id: RegistryId,
        before: &Journal,
        after: &Journal,
        own: &[Decision],
    ) -> Option<String> {
        let known: BTreeSet<&DecisionId> = before.decisions().iter().map(|it| &it.id).collect();
        let is_own = |decision: &Decision| own.iter().any(|it| it.id == decision.id);
        let new: Vec<&Decision> = after.decisions().iter().map(|it| &**it).collect();
        let new: Vec<&Decision> = new.into_iter().filter(|it| !known.contains(&it.id) && !is_own(it)).collect();
        // A file that was only joined or cut says nothing of what people decide.
        if new.is_empty() {
            return None;
        }
        let registry = self.data.registry(id)?.registry.clone()?;
        let day = self.review.now.day();
        let rows = |journal| Review::of(&registry, &[], journal, &day).rows;
        let (old, now) = (rows(before), rows(after));
        let mut told = Vec::new();
        for (old, now) in old.iter().zip(&now) {
            let rule = RuleRef { tool: now.tool.clone(), invariant: now.id.clone() };
            let is_of =
                |it: &&Decision| it.subject().is_some_and(|it| it.tool == rule.tool && *it.id() == rule.invariant);
            let sentence = match own.iter().find(is_of) {
                // This screen decided last: what came in between no longer counts, and is told.
                Some(own) => {
                    new.iter().rev().copied().find(is_of).filter(|it| it.verdict() != own.verdict()).map(|it| {
                        let what = it.verdict().map_or("judged", said);
                        format!(
                            "{} had {what} it at {}; your decision is the later one and counts",
                            self.who(it),
                            time(it)
                        )
                    })
                }
                None => self.contest_of(old, now, &new).map(|what| {
                    let it = registry.tools.get(&rule.tool).and_then(|contract| contract.invariants.get(now.place));
                    format!("{what} {}: {}", rule.tool, it.map(words::rule).unwrap_or_default())
                }),
            };
            told.extend(sentence.map(|sentence| (rule, sentence)));
        }
        let first = told.first()?.1.clone();
        let more = match told.len() - 1 {
            0 => String::new(),
            more => format!("; and on {} more, marked in the queue", counted(more, "rule")),
        };
        let contests = self.review.contests.entry(id).or_default();
        contests.extend(told.into_iter().map(|(rule, sentence)| (rule, Contest { sentence, is_unseen: true })));
        Some(format!("{first}{more}"))
    }

    /// Who decided otherwise on one rule: a sentence that ends before the rule; nothing if nobody did.
    fn contest_of(&self, old: &Row, now: &Row, new: &[&Decision]) -> Option<String> {
        let before = old.standing.decision().filter(|_| !old.standing.is_left())?;
        let had = before.verdict().map_or("judged", said);
        let whose = if before.author == self.review.author { "you" } else { before.author.as_str() };
        let had = format!("{whose} had {had} at {}", time(before));
        match now.standing.decision().filter(|_| !now.standing.is_left()) {
            Some(after) if after.verdict() == before.verdict() => None,
            Some(after) => {
                let what = after.verdict().map_or("judged", said);
                let is_ours = after.author == self.review.author;
                let way = if is_ours { "u takes it back" } else { "decide again if you disagree" };
                Some(format!("{} {what} what {had}; the later one counts, {way}:", self.who(after)))
            }
            None => {
                let undo = new.iter().rev().find(|it| matches!(it.act, Act::Undo(_)))?;
                Some(format!("{} took back what {had}:", self.who(undo)))
            }
        }
    }

    fn who(&self, decision: &Decision) -> String {
        if decision.author == self.review.author {
            "you, on another screen,".to_owned()
        } else {
            decision.author.clone()
        }
    }
}

/// The minute of a decision, as its line has it: in UTC.
fn time(decision: &Decision) -> &str {
    decision.at.split('T').nth(1).and_then(|time| time.get(..5)).unwrap_or(&decision.at)
}
