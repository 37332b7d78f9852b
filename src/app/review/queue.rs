//! The queue: what is known of each invariant under review, which ones are shown, in which order.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Judged;
use crate::app::App;
use crate::app::data::{RegistryId, RuleRef};
use crate::app::screen::review::{Implied, Sort};
use crate::domain::ids::InvariantId;
use crate::domain::invariant::Invariant;
use crate::domain::json::Json;
use crate::domain::registry::Registry;
use crate::lens::verdict::standing_sentence;
use crate::query::rule::{FIELDS, RuleFilter};
use crate::review::preview::Firing;
use crate::review::suspicion::{Reason, Suspicions};
use crate::review::{Count, Review, Row, Standing};
use crate::words;

/// What is known of one invariant under review.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its place among the rows of the review.
    pub row: usize,
    /// How it does on clean calls; nothing where no call was looked at.
    pub firing: Firing,
    /// In how many of the loaded folds it stands: (in, of).
    pub folds: Option<(usize, usize)>,
    /// The invariant from which it follows.
    pub under: Option<RuleRef>,
    /// Those that follow from it.
    pub implies: Vec<RuleRef>,
}

/// The sign of an invariant in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nobody has decided.
    Undecided,
    /// It stays.
    Accepted,
    /// It goes.
    Rejected,
    /// It stays with a change.
    Edited,
    /// It is left out for now.
    Waived,
    /// It has to be decided again, as it is not what was judged.
    Changed,
    /// It has to be decided again, as the time of its waiver is over.
    WaiverOver,
    /// A decision is on its way to the disk.
    Saving,
}

impl Mark {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Undecided => "undecided",
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Edited => "edited",
            Self::Waived => "waived",
            Self::Changed => "changed since it was decided",
            Self::WaiverOver => "its waiver is over",
            Self::Saving => "saving",
        }
    }

    fn of(standing: &Standing) -> Self {
        match standing {
            Standing::Undecided => Self::Undecided,
            Standing::Accepted(_) => Self::Accepted,
            Standing::Rejected(_) => Self::Rejected,
            Standing::Edited(..) => Self::Edited,
            Standing::Waived(_) => Self::Waived,
            Standing::WaiverOver(_) => Self::WaiverOver,
            Standing::Changed(_) => Self::Changed,
        }
    }
}

impl Judged {
    /// Joins what is known of each invariant.
    pub(super) fn new(
        of: (RegistryId, Arc<Registry>),
        review: Review,
        suspicions: Suspicions,
        folds: &[&Registry],
        firings: &BTreeMap<InvariantId, Firing>,
    ) -> Self {
        let key = |row: &Row| RuleRef { tool: row.tool.clone(), invariant: row.id.clone() };
        let stands: Vec<BTreeSet<_>> = folds
            .iter()
            .map(|fold| {
                let tools = fold.tools.iter();
                tools.flat_map(|(tool, it)| it.invariants.iter().map(move |rule| (tool, &rule.id))).collect()
            })
            .collect();
        let mut entries: BTreeMap<RuleRef, Entry> = BTreeMap::new();
        for (place, row) in review.rows.iter().enumerate() {
            let with = stands.iter().filter(|fold| fold.contains(&(&row.tool, &row.id))).count();
            let under = suspicions.of(&row.tool, &row.id).and_then(|it| it.under.clone());
            entries.insert(
                key(row),
                Entry {
                    row: place,
                    firing: firings.get(&row.id).copied().unwrap_or_default(),
                    folds: (!folds.is_empty()).then_some((with, folds.len())),
                    under: under.map(|invariant| RuleRef { tool: row.tool.clone(), invariant }),
                    implies: Vec::new(),
                },
            );
        }
        let under: Vec<_> =
            entries.iter().filter_map(|(rule, entry)| Some((entry.under.clone()?, rule.clone()))).collect();
        for (over, rule) in under {
            if let Some(entry) = entries.get_mut(&over) {
                entry.implies.push(rule);
            }
        }
        let order = suspicions.order().iter();
        let order = order.map(|(tool, id)| RuleRef { tool: tool.clone(), invariant: id.clone() }).collect();
        Self { of: Some(of), review, suspicions, entries, order }
    }

    /// The row of an invariant in the review.
    #[must_use]
    pub fn row(&self, rule: &RuleRef) -> Option<&Row> {
        self.review.rows.get(self.entries.get(rule)?.row)
    }

    /// The invariant itself.
    #[must_use]
    pub fn rule(&self, rule: &RuleRef) -> Option<&Invariant> {
        let row = self.row(rule)?;
        self.of.as_ref()?.1.tools.get(&row.tool)?.invariants.get(row.place)
    }

    /// What speaks against an invariant, the heaviest first.
    #[must_use]
    pub fn reasons(&self, rule: &RuleRef) -> &[Reason] {
        self.suspicions.of(&rule.tool, &rule.invariant).map(|it| it.reasons.as_slice()).unwrap_or_default()
    }

    /// How many changed since they were decided.
    #[must_use]
    pub fn changed(&self) -> usize {
        self.review.rows.iter().filter(|row| matches!(row.standing, Standing::Changed(_))).count()
    }
}

impl App {
    /// The sign of an invariant under review.
    pub fn review_mark(&self, rule: &RuleRef) -> Mark {
        if self.review.is_saving(rule) {
            return Mark::Saving;
        }
        self.review.judged.row(rule).map_or(Mark::Undecided, |row| Mark::of(&row.standing))
    }

    /// How many are left to decide in the registry under review, of how many.
    pub fn review_count(&self) -> Count {
        self.review.judged.review.count()
    }

    /// Where a rule of a loaded registry stands in its review: a sentence; nothing while its decisions are not read.
    pub fn review_state(&self, registry: RegistryId, rule: &RuleRef) -> Option<String> {
        let kept = self.review.kept(registry)?;
        let contents = self.data.registry(registry)?.registry.as_ref()?;
        // Of one rule only: the others need not be looked at.
        let contract = contents.tools.get(&rule.tool)?;
        let mut one = contract.clone();
        one.invariants.retain(|it| it.id == rule.invariant);
        let tools = [(rule.tool.clone(), one)].into_iter().collect();
        let one = Registry { tools, ..Registry::default() };
        let review = Review::of(&one, &[contents], &kept.journal, &self.review.now.day());
        let row = review.rows.first()?;
        let now = match &row.standing {
            Standing::Edited(_, result) => format!("; now: {}", words::rule(result)),
            _ => String::new(),
        };
        Some(format!("{}{now}", standing_sentence(&row.standing)))
    }

    /// Takes the rows of the queue anew: cursor and marks stay on their identities.
    pub(in crate::app) fn refresh_queue(&mut self) {
        let (rows, folded) = self.queue_rows();
        self.review.folded = folded;
        let screen = &mut self.review.screen;
        screen.queue.set_rows(rows);
        if !self.review.is_begun {
            screen.queue.move_to(0);
        }
        let entries = &self.review.judged.entries;
        screen.marked.retain(|rule| entries.contains_key(rule));
        self.refresh_card();
    }

    /// The rows, and how many are folded under them.
    fn queue_rows(&self) -> (Vec<RuleRef>, usize) {
        let judged = &self.review.judged;
        let screen = &self.review.screen;
        // What is being typed may not be a filter yet; the prompt says so and everything is shown.
        let filter = RuleFilter::parse(&screen.filter).unwrap_or_default();
        let mut rows: Vec<RuleRef> = judged
            .order
            .iter()
            .filter(|rule| self.rule_values(rule).is_some_and(|values| filter.passes(&values)))
            .cloned()
            .collect();
        let passing = rows.len();
        if screen.sort == Sort::Suspicion && screen.implied == Implied::Folded {
            let shown: BTreeSet<RuleRef> = rows.iter().cloned().collect();
            rows.retain(|rule| {
                let under = judged.entries.get(rule).and_then(|entry| entry.under.as_ref());
                !under.is_some_and(|over| shown.contains(over))
            });
        }
        let folded = passing - rows.len();
        let entry = |rule: &RuleRef| judged.entries.get(rule);
        match screen.sort {
            Sort::Suspicion => {}
            Sort::Tool => rows.sort_by_key(|rule| entry(rule).map(|entry| entry.row)),
            Sort::Class => rows.sort_by_key(|rule| judged.row(rule).map(|row| row.class)),
            Sort::Support => rows.sort_by_key(|rule| judged.rule(rule).map(|it| it.support)),
            Sort::Firings => rows.sort_by_key(|rule| Reverse(entry(rule).map(|entry| entry.firing.held_out.fires))),
            Sort::Folds => {
                rows.sort_by_key(|rule| entry(rule).and_then(|entry| entry.folds).map_or(0, |(with, _)| with));
            }
        }
        (rows, folded)
    }

    /// The values of an invariant under review, in the order of the fields of its filter.
    pub(in crate::app) fn rule_values(&self, rule: &RuleRef) -> Option<[Json; FIELDS.len()]> {
        let judged = &self.review.judged;
        let entry = judged.entries.get(rule)?;
        let row = judged.review.rows.get(entry.row)?;
        let it = judged.rule(rule)?;
        let suspicion = judged.suspicions.of(&rule.tool, &rule.invariant);
        let reasons = suspicion.map(|it| it.reasons.as_slice()).unwrap_or_default();
        let reasons = reasons.iter().map(|reason| Json::from(reason.kind.name())).collect::<Vec<_>>();
        let comments = row.comments.iter().map(|comment| Json::from(comment.reason.as_str())).collect::<Vec<_>>();
        let author = row.standing.decision().map(|decision| decision.author.as_str());
        let number = |count: usize| Json::from(u64::try_from(count).unwrap_or(u64::MAX));
        let firing = if entry.folds.is_some() { entry.firing.held_out } else { entry.firing.clean };
        Some([
            Json::from(rule.tool.as_str()),
            Json::from(row.class.name()),
            Json::from(it.path.to_string()),
            Json::from(words::short_rule(it)),
            Json::from(rule.invariant.as_str()),
            Json::from(row.standing.name()),
            Json::from(row.standing.is_left()),
            Json::from(u64::from(suspicion.map_or(0, |it| it.weight))),
            Json::from(reasons),
            entry.under.as_ref().map_or(Json::Null, |under| Json::from(under.invariant.as_str())),
            Json::from(it.support),
            Json::from(firing.fires),
            entry.folds.map_or(Json::Null, |(with, _)| number(with)),
            number(entry.implies.len()),
            Json::from(self.review.screen.marked.contains(rule)),
            Json::from(comments),
            author.map_or(Json::Null, Json::from),
        ])
    }
}
