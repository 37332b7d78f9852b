//! Where each invariant of a registry stands.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::content::ContentHash;
use super::decision::{Decision, Judged, Subject, Verdict};
use super::journal::Journal;
use crate::domain::class::Class;
use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::invariant::Invariant;
use crate::domain::registry::Registry;
use crate::journal::Day;

/// Where an invariant stands, with the decision that put it there.
#[derive(Clone, Debug)]
pub enum Standing {
    /// Nobody has decided.
    Undecided,
    /// It stays as it is.
    Accepted(Arc<Decision>),
    /// It goes.
    Rejected(Arc<Decision>),
    /// It stays with a change: the decision, and the invariant that results.
    Edited(Arc<Decision>, Box<Invariant>),
    /// It is left out for now; never beyond the day that [`Verdict::Waived`] names.
    Waived(Arc<Decision>),
    /// It was waived until a day that is over: to be decided again.
    WaiverOver(Arc<Decision>),
    /// It is not what was judged: to be decided again. The last decision on another version of it, with that version
    /// in its [`Subject`].
    Changed(Arc<Decision>),
}

impl Standing {
    /// Whether it has to be decided (again).
    #[must_use]
    pub fn is_left(&self) -> bool {
        matches!(self, Self::Undecided | Self::WaiverOver(_) | Self::Changed(_))
    }

    /// The name in files and tables.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Undecided => "undecided",
            Self::Accepted(_) => "accepted",
            Self::Rejected(_) => "rejected",
            Self::Edited(..) => "edited",
            Self::Waived(_) => "waived",
            Self::WaiverOver(_) => "waiver_over",
            Self::Changed(_) => "changed",
        }
    }

    /// The decision behind it.
    #[must_use]
    pub fn decision(&self) -> Option<&Arc<Decision>> {
        match self {
            Self::Undecided => None,
            Self::Accepted(it)
            | Self::Rejected(it)
            | Self::Edited(it, _)
            | Self::Waived(it)
            | Self::WaiverOver(it)
            | Self::Changed(it) => Some(it),
        }
    }

    /// The version that was judged, where it is not the one that stands in the registry.
    #[must_use]
    pub fn judged(&self) -> Option<&Subject> {
        match self {
            Self::Changed(decision) => decision.subject(),
            _ => None,
        }
    }
}

/// One invariant of the registry under review.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its tool.
    pub tool: ToolName,
    /// Its place among the tool's invariants.
    pub place: usize,
    /// Its id.
    pub id: InvariantId,
    /// Its class.
    pub class: Class,
    /// Where it stands.
    pub standing: Standing,
    /// What was said of it, oldest first; of other versions of it, too.
    pub comments: Vec<Arc<Decision>>,
}

impl Row {
    /// Why it was decided so: the reason of the decision, else what was said of the rule; nothing where neither is there.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        let decision = self.standing.decision()?;
        let said = || self.comments.iter().map(|comment| comment.reason.as_str()).collect::<Vec<_>>().join("; ");
        let why = if decision.reason.is_empty() { said() } else { decision.reason.clone() };
        (!why.is_empty()).then_some(why)
    }
}

/// An invariant that was judged and is no longer there.
#[derive(Clone, Debug)]
pub struct Orphan {
    /// The last decision on it, with the invariant as it was judged.
    pub decision: Arc<Decision>,
}

/// How many invariants there are, and how many are left to decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// All.
    pub all: usize,
    /// Left to decide.
    pub left: usize,
}

/// A registry held against the journal of its review.
#[derive(Clone, Debug, Default)]
pub struct Review {
    /// One row an invariant, tools by name, each tool's invariants as in the registry.
    pub rows: Vec<Row>,
    /// What was judged and vanished, by tool and id.
    pub orphans: Vec<Orphan>,
}

impl Review {
    /// Holds a registry against a journal, on a day (waivers end).
    ///
    /// A decision counts for exactly the content it was made on: the last one on that content that was not undone. An
    /// invariant without one, of which another content was judged, has changed. So several registries can share one
    /// journal: name the others (the folds of the same cross-fit), and what stands in them is no orphan.
    #[must_use]
    pub fn of(registry: &Registry, others: &[&Registry], journal: &Journal, today: &Day) -> Self {
        let told = Told::new(journal);
        let mut rows = Vec::with_capacity(registry.invariant_count());
        for (tool, contract) in &registry.tools {
            for (place, rule) in contract.invariants.iter().enumerate() {
                let key = (tool.clone(), rule.id.clone());
                let told = told.by_rule.get(&key);
                rows.push(Row {
                    standing: told.map_or(Standing::Undecided, |told| told.standing(tool, rule, today)),
                    comments: told.map(|told| told.comments.clone()).unwrap_or_default(),
                    tool: tool.clone(),
                    place,
                    id: key.1,
                    class: rule.class,
                });
            }
        }
        let there: BTreeSet<(&ToolName, &InvariantId)> = std::iter::once(&registry)
            .chain(others)
            .flat_map(|registry| &registry.tools)
            .flat_map(|(tool, contract)| contract.invariants.iter().map(move |rule| (tool, &rule.id)))
            .collect();
        let gone = told.by_rule.iter().filter(|((tool, id), _)| !there.contains(&(tool, id)));
        let orphans = gone.filter_map(|(_, told)| told.last.clone()).map(|decision| Orphan { decision }).collect();
        Self { rows, orphans }
    }

    /// How many are left, of all.
    #[must_use]
    pub fn count(&self) -> Count {
        counted(&self.rows, |_| ()).remove(&()).unwrap_or_default()
    }

    /// How many are left, per tool.
    #[must_use]
    pub fn by_tool(&self) -> BTreeMap<ToolName, Count> {
        counted(&self.rows, |row| row.tool.clone())
    }

    /// How many are left, per class.
    #[must_use]
    pub fn by_class(&self) -> BTreeMap<Class, Count> {
        counted(&self.rows, |row| row.class)
    }

    /// How many stand where, by [`Standing::name`].
    #[must_use]
    pub fn by_standing(&self) -> BTreeMap<&'static str, usize> {
        let names = self.rows.iter().map(|row| row.standing.name());
        names.fold(BTreeMap::new(), |mut counts, name| {
            *counts.entry(name).or_default() += 1;
            counts
        })
    }
}

fn counted<K: Ord>(rows: &[Row], key: impl Fn(&Row) -> K) -> BTreeMap<K, Count> {
    let mut counts: BTreeMap<K, Count> = BTreeMap::new();
    for row in rows {
        let count = counts.entry(key(row)).or_default();
        count.all += 1;
        count.left += usize::from(row.standing.is_left());
    }
    counts
}

/// What a journal says, by invariant.
struct Told {
    by_rule: BTreeMap<(ToolName, InvariantId), OfRule>,
}

#[derive(Default)]
struct OfRule {
    /// The last decision on each content.
    by_content: BTreeMap<ContentHash, Arc<Decision>>,
    /// The last decision on any.
    last: Option<Arc<Decision>>,
    comments: Vec<Arc<Decision>>,
}

impl Told {
    fn new(journal: &Journal) -> Self {
        let mut by_rule: BTreeMap<(ToolName, InvariantId), OfRule> = BTreeMap::new();
        for decision in journal.in_force() {
            let Some(Judged { subject, verdict }) = decision.judgement() else { continue };
            let told = by_rule.entry((subject.tool.clone(), subject.id().clone())).or_default();
            if *verdict == Verdict::Comment {
                told.comments.push(Arc::clone(decision));
            } else {
                told.by_content.insert(subject.content.clone(), Arc::clone(decision));
                told.last = Some(Arc::clone(decision));
            }
        }
        Self { by_rule }
    }
}

impl OfRule {
    fn standing(&self, tool: &ToolName, rule: &Invariant, today: &Day) -> Standing {
        let Some(decision) = self.by_content.get(&ContentHash::of(tool, rule)) else {
            return self.last.clone().map_or(Standing::Undecided, Standing::Changed);
        };
        let decision = Arc::clone(decision);
        let Some(verdict) = decision.verdict() else { return Standing::Undecided };
        match verdict {
            Verdict::Accepted => Standing::Accepted(decision),
            Verdict::Rejected => Standing::Rejected(decision),
            Verdict::Waived { until } if until < today => Standing::WaiverOver(decision),
            Verdict::Waived { .. } => Standing::Waived(decision),
            // The journal has seen to it that the edit fits this content.
            Verdict::Edited(edit) => match edit.apply(rule) {
                Ok(result) => Standing::Edited(decision, Box::new(result)),
                Err(_) => Standing::Changed(decision),
            },
            Verdict::Comment => Standing::Undecided,
        }
    }
}

#[cfg(test)]
mod tests;
