//! The review of a registry: what was decided, what speaks against each invariant, and what is left to do.
//!
//! Decisions go out as orders ([`order::Order`]) and count once the answer is there, so that the screen never says
//! more than the file. Until then their rows say that they are being saved.

mod ask;
mod bulk;
mod card;
mod decide;
mod evidence;
mod left;
mod moving;
pub mod order;
mod others;
mod preview;
mod queue;
mod waiver;

pub use crate::lens::queue::{Entry, Mark};
pub use bulk::Bulk;
pub(super) use bulk::Dropped;
pub use decide::Outcome;
pub use evidence::{Evidence, Looked};
pub use others::Contest;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::App;
use super::data::{RegistryId, RuleRef};
use super::keys::Scope;
use super::screen::review::{LEFT, ReviewScreen};
use crate::contract::is_of_inputs;
use crate::domain::registry::Registry;
use crate::lens::queue::{Entries, held_out};
use crate::review::suspicion::{Suspicions, suspicions};
use crate::review::{Decided, Journal, Moment, Review, Verdict};
use crate::seal::recorded;

/// The decisions on one registry, as far as they are known.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Where they lie, as a person would name it.
    pub place: String,
    /// What was read last.
    pub journal: Arc<Journal>,
    /// Why nothing can be read or written there, if so.
    pub problem: Option<String>,
}

/// Decisions on their way to the disk.
#[derive(Clone, Debug)]
struct Saving {
    number: u64,
    registry: RegistryId,
    rules: Vec<RuleRef>,
    verdict: Option<Verdict>,
}

/// From what the order of the rules was made: as long as it is the same, decisions move nothing.
#[derive(Clone, Debug, Default)]
struct Weighed {
    folds: Vec<Arc<Registry>>,
    /// Which state of the evidence.
    looks: u64,
}

/// What follows from the decisions on one registry; made anew when one of its parts is another.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    of: Option<(RegistryId, Arc<Registry>)>,
    /// Where each invariant stands.
    pub review: Review,
    /// What speaks against each.
    pub suspicions: Suspicions,
    entries: Entries,
    /// In which order the suspicious ones come.
    order: Vec<RuleRef>,
    weighed: Weighed,
}

/// The state of reviewing.
#[derive(Clone, Debug, Default)]
pub struct Reviewing {
    /// The screen.
    pub screen: ReviewScreen,
    /// Who decides; empty while that is not known.
    pub author: String,
    /// The time that was told last.
    pub now: Moment,
    /// What waits for a key that says yes.
    pub bulk: Option<Bulk>,
    /// How many rules of the queue are folded under others.
    pub folded: usize,
    /// The rule that was looked at on the registries screen from its card: the way back leads there.
    pub(super) shown_rule: Option<RuleRef>,
    /// The rule under the cursor when the order was settled, until somebody moves.
    settled_at: Option<RuleRef>,
    /// Whether the person has moved or decided: until then the cursor stays on the most suspicious rule.
    is_begun: bool,
    /// The registry that was chosen for review, if one was.
    chosen: Option<RegistryId>,
    journals: BTreeMap<RegistryId, Kept>,
    contests: BTreeMap<RegistryId, BTreeMap<RuleRef, Contest>>,
    judged: Judged,
    evidence: Evidence,
    saving: Vec<Saving>,
    orders: u64,
    asking: Option<ask::Asking>,
    pub(super) forecasts: preview::Forecasts,
}

impl Reviewing {
    /// Somebody has moved.
    pub(super) fn moved(&mut self) {
        self.settled_at = None;
    }

    /// What is known of the review of a registry.
    #[must_use]
    pub fn kept(&self, registry: RegistryId) -> Option<&Kept> {
        self.journals.get(&registry)
    }

    /// Where everything stands in the registry under review.
    #[must_use]
    pub fn judged(&self) -> &Judged {
        &self.judged
    }

    /// What was seen of firings on clean calls.
    #[must_use]
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// The calls of a ledger are other ones.
    pub(super) fn forget(&mut self, ledger: super::data::LedgerId) {
        self.evidence.forget(ledger);
        self.forecasts.forget_previews();
    }

    /// What is known of an invariant of the registry under review.
    #[must_use]
    pub fn entry(&self, rule: &RuleRef) -> Option<&Entry> {
        self.judged.entry(rule)
    }

    /// Whether a decision on an invariant is on its way to the disk.
    #[must_use]
    pub fn is_saving(&self, rule: &RuleRef) -> bool {
        self.saving.iter().any(|saving| Some(saving.registry) == self.judged.registry() && saving.rules.contains(rule))
    }
}

impl Judged {
    /// Whether the order was made of this very registry and these folds.
    fn is_of(&self, id: RegistryId, registry: &Arc<Registry>, folds: &[Arc<Registry>]) -> bool {
        let is_same = self.of.as_ref().is_some_and(|(before, it)| *before == id && Arc::ptr_eq(it, registry));
        let before = &self.weighed.folds;
        is_same && before.len() == folds.len() && before.iter().zip(folds).all(|(one, other)| Arc::ptr_eq(one, other))
    }

    /// The registry under review.
    #[must_use]
    pub fn registry(&self) -> Option<RegistryId> {
        self.of.as_ref().map(|(id, _)| *id)
    }
}

/// The filter to begin with: of a frozen registry nothing is left.
fn home(registry: &Registry) -> &'static str {
    if registry.seal.is_some() { "" } else { LEFT }
}

impl App {
    /// Whether the registry under review is frozen: there is nothing to decide, and everything to look at.
    pub fn is_review_frozen(&self) -> bool {
        self.review.judged.contents().is_some_and(|registry| registry.seal.is_some())
    }

    /// Which keys work on the review screen.
    pub(super) fn review_scope(&self) -> Scope {
        if self.is_review_frozen() { Scope::Frozen } else { Scope::Review }
    }

    /// What the decisions do to the contracts; those that a frozen registry remembers have been done.
    pub(super) fn decided(&self) -> Decided {
        if self.is_review_frozen() { Decided::default() } else { Decided::of(&self.review.judged.review) }
    }

    /// The registry under review: the one that was chosen; else the one on screen, or in the place of a fold the
    /// first one that was mined from all tasks of the same files.
    pub fn reviewed(&self) -> Option<RegistryId> {
        let is_loaded = |id: &RegistryId| self.data.registry(*id).is_some_and(|slot| slot.registry.is_some());
        if let Some(chosen) = self.review.chosen.filter(is_loaded) {
            return Some(chosen);
        }
        let shown = self.registry.filter(is_loaded)?;
        let registry = self.data.registry(shown)?.registry.as_ref()?;
        if registry.source.fold.is_none() {
            return Some(shown);
        }
        let mut slots = self.data.registries.iter();
        let whole = slots.find(|slot| {
            let other = slot.registry.as_ref();
            other.is_some_and(|other| {
                // One that was frozen of it is no longer to be judged.
                let is_whole = other.source.fold.is_none() && other.seal.is_none();
                is_whole && is_of_inputs(&registry.source, &other.source)
            })
        });
        Some(whole.map_or(shown, |slot| slot.id))
    }

    /// The loaded folds of the files that a registry was mined from.
    pub(super) fn folds_of(&self, registry: &Registry) -> Vec<(RegistryId, Arc<Registry>)> {
        let slots = self.data.registries.iter().filter_map(|slot| Some((slot.id, slot.registry.as_ref()?)));
        let folds =
            slots.filter(|(_, other)| other.source.fold.is_some() && is_of_inputs(&registry.source, &other.source));
        folds.map(|(id, fold)| (id, Arc::clone(fold))).collect()
    }

    /// Why the registry under review takes no decisions, if it does not.
    pub fn review_refusal(&self) -> Option<String> {
        let slot = self.data.registry(self.review.judged.registry()?)?;
        if slot.registry.as_ref().is_some_and(|registry| registry.seal.is_some()) {
            return Some(format!(
                "{} is frozen: it is read-only, and its review is closed; [ and ] go to the registry it was made from, \
                 if that is open",
                slot.name
            ));
        }
        if slot.generations.is_earlier() {
            return Some(format!("an earlier generation of {} is on screen, only to look at", slot.name));
        }
        match self.review.kept(slot.id) {
            None => Some(format!("the decisions on {} are not read yet", slot.name)),
            Some(kept) => kept.problem.clone(),
        }
    }

    /// Takes everything about the review anew from what is loaded.
    pub(super) fn refresh_review(&mut self) {
        self.review.forecasts.forget_said();
        let Some((id, registry)) =
            self.reviewed().and_then(|id| Some((id, Arc::clone(self.data.registry(id)?.registry.as_ref()?))))
        else {
            self.review.judged = Judged::default();
            self.drop_confirm();
            self.leave_question_of_other(&Registry::default());
            self.refresh_queue();
            return;
        };
        // What was asked about was what stood there: a yes to something else counts for nothing.
        let is_other = self.review.judged.of.as_ref().is_some_and(|(_, before)| !Arc::ptr_eq(before, &registry));
        if is_other {
            self.drop_confirm();
        }
        self.leave_question_of_other(&registry);
        let folds = self.folds_of(&registry);
        self.review.evidence.take_registries(id, &registry, &folds);
        let empty = Arc::default();
        let journal = self.review.kept(id).map_or(&empty, |kept| &kept.journal);
        let of_journal = || Review::of(&registry, &[], journal, &self.review.now.day());
        let review = recorded(&registry).unwrap_or_else(of_journal);
        self.review.screen.use_home(home(&registry));
        let weighed =
            Weighed { folds: folds.into_iter().map(|(_, fold)| fold).collect(), looks: self.review.evidence.state() };
        let is_same = self.review.judged.is_of(id, &registry, &weighed.folds)
            && (self.review.judged.weighed.looks == weighed.looks || self.is_gathering());
        if is_same {
            self.review.judged.review = review;
        } else {
            self.weigh((id, registry), review, weighed);
        }
        self.refresh_queue();
        self.renew_previews();
    }

    /// Says anew what speaks against each rule, and so in which order they come.
    fn weigh(&mut self, of: (RegistryId, Arc<Registry>), review: Review, weighed: Weighed) {
        let firings = self.review.evidence.firings();
        let folds: Vec<&Registry> = weighed.folds.iter().map(|fold| &**fold).collect();
        let suspicions = suspicions(&of.1, &folds, &held_out(&firings));
        self.review.judged = Judged::new(of, review, suspicions, &folds, &firings);
        self.review.judged.weighed = weighed;
    }
}
