//! The queue: what is known of each invariant under review, which ones are shown, in which order.

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
use crate::lens::queue::{Entry, Known, Mark, chosen, entries};
use crate::lens::verdict::{sealed, standing_sentence};
use crate::query::rule::{FIELDS, RuleFilter};
use crate::review::preview::Firing;
use crate::review::suspicion::{Reason, Suspicions};
use crate::review::{Count, Review, Row, Standing};
use crate::words;

impl Judged {
    /// Joins what is known of each invariant.
    pub(super) fn new(
        of: (RegistryId, Arc<Registry>),
        review: Review,
        suspicions: Suspicions,
        folds: &[&Registry],
        firings: &BTreeMap<InvariantId, Firing>,
    ) -> Self {
        let entries = entries(&review, &suspicions, folds, firings);
        let order = suspicions.order().iter();
        let order = order.map(|(tool, id)| RuleRef { tool: tool.clone(), invariant: id.clone() }).collect();
        Self { of: Some(of), review, suspicions, entries, order, weighed: super::Weighed::default() }
    }

    /// The row of an invariant in the review.
    #[must_use]
    pub fn row(&self, rule: &RuleRef) -> Option<&Row> {
        self.review.rows.get(self.entry(rule)?.row)
    }

    /// What is known of an invariant beside its row.
    #[must_use]
    pub fn entry(&self, rule: &RuleRef) -> Option<&Entry> {
        self.entries.get(&(rule.tool.clone(), rule.invariant.clone()))
    }

    /// All that is known of an invariant.
    #[must_use]
    pub fn known(&self, rule: &RuleRef) -> Option<Known<'_>> {
        let key = (rule.tool.clone(), rule.invariant.clone());
        Known::of(&key, self.contents()?, &self.review, &self.suspicions, &self.entries)
    }

    /// The registry under review itself.
    #[must_use]
    pub fn contents(&self) -> Option<&Registry> {
        self.of.as_ref().map(|(_, registry)| &**registry)
    }

    /// The invariant itself.
    #[must_use]
    pub fn rule(&self, rule: &RuleRef) -> Option<&Invariant> {
        let row = self.row(rule)?;
        self.contents()?.tools.get(&row.tool)?.invariants.get(row.place)
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
        let contents = self.data.registry(registry)?.registry.as_ref()?;
        if contents.seal.is_some() {
            let (sentence, before) = sealed(contents, &rule.tool, &rule.invariant);
            let before = before.map(|before| format!("; as mined: {before}")).unwrap_or_default();
            return Some(format!("{sentence}{before}"));
        }
        let kept = self.review.kept(registry)?;
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
        // Whoever reads a card goes on reading it.
        if !self.review.is_begun && !screen.is_seen() {
            screen.queue.move_to(0);
        }
        let judged = &self.review.judged;
        screen.marked.retain(|rule| judged.entry(rule).is_some());
        self.refresh_card();
    }

    /// The rows, and how many are folded under them.
    fn queue_rows(&self) -> (Vec<RuleRef>, usize) {
        let judged = &self.review.judged;
        let screen = &self.review.screen;
        // What is being typed may not be a filter yet; the prompt says so and everything is shown.
        let filter = RuleFilter::parse(&screen.filter).unwrap_or_default();
        let known = judged.order.iter().filter_map(|rule| self.known_rule(rule));
        let named = |it: &Known<'_>| RuleRef { tool: it.row.tool.clone(), invariant: it.row.id.clone() };
        // What somebody decided otherwise is shown until it was looked at, whatever the filter hides.
        let is_contested = |it: &Known<'_>| self.review.is_contested(&named(it));
        let known = known.filter(|it| is_contested(it) || filter.passes_with(|| it.values()));
        let mut rows: Vec<RuleRef> = chosen(known, &RuleFilter::default(), screen.sort).iter().map(named).collect();
        let passing = rows.len();
        if screen.sort == Sort::Suspicion && screen.implied == Implied::Folded {
            let shown: BTreeSet<RuleRef> = rows.iter().cloned().collect();
            // What follows from a rule that nobody believes has to stand by itself.
            let is_gone = |over: &RuleRef| {
                let standing = judged.row(over).map(|row| &row.standing);
                matches!(standing, Some(Standing::Rejected(_) | Standing::Waived(_)))
            };
            rows.retain(|rule| {
                let under = judged.entry(rule).and_then(|entry| entry.under.clone());
                let over = under.map(|over| RuleRef { tool: rule.tool.clone(), invariant: over });
                self.review.is_contested(rule) || !over.is_some_and(|over| shown.contains(&over) && !is_gone(&over))
            });
        }
        let folded = passing - rows.len();
        (rows, folded)
    }

    /// All that is known of an invariant under review, its mark too.
    pub(in crate::app) fn known_rule(&self, rule: &RuleRef) -> Option<Known<'_>> {
        let known = self.review.judged.known(rule)?;
        Some(Known { is_marked: self.review.screen.marked.contains(rule), ..known })
    }

    /// The values of an invariant under review, in the order of the fields of its filter.
    pub(in crate::app) fn rule_values(&self, rule: &RuleRef) -> Option<[Json; FIELDS.len()]> {
        Some(self.known_rule(rule)?.values())
    }
}
