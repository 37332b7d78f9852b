//! A registry and its review, as a command works on them.

use std::collections::BTreeMap;
use std::path::Path;

use super::{Against, Chosen, Ledger, Meter, NamedRegistry, Replayed, StudyError};
use crate::domain::ids::InvariantId;
use crate::domain::registry::Registry;
use crate::files::ReviewFile;
use crate::lens::queue::{self, Entries, Entry, Known, Mark, entries, held_out};
use crate::lens::verdict::{self, Told};
use crate::page::Page;
use crate::query::rule::{RuleFilter, Sort};
use crate::review::preview::Firing;
use crate::review::suspicion::{Suspicions, suspicions};
use crate::review::{Day, Decision, Review, Row, Subject};
use crate::seal::recorded;

/// What a review is told besides the registry: the folds of the same cross-fit, and what [`clean_firings`] counted.
pub type Evidence = (Vec<NamedRegistry>, BTreeMap<InvariantId, Firing>);

/// How each rule does on clean calls, each judged by the fold that never saw its task; `own` is the registry under
/// review.
pub fn clean_firings(
    ledgers: &[Ledger],
    chosen: &Chosen,
    own: &NamedRegistry,
    meter: &dyn Meter,
) -> Result<BTreeMap<InvariantId, Firing>, StudyError> {
    Ok(Replayed::beside(ledgers, chosen, Some(own), meter)?.table.firings())
}

/// The same without folds, where the registry under review is the one that judges; gives it back.
pub fn clean_firings_alone(
    ledgers: &[Ledger],
    own: NamedRegistry,
    meter: &dyn Meter,
) -> Result<(NamedRegistry, BTreeMap<InvariantId, Firing>), StudyError> {
    let chosen = Against::One(Box::new(own)).deal(ledgers);
    let firings = Replayed::beside(ledgers, &chosen, None, meter)?.table.firings();
    let own = chosen.against.into_registries().pop();
    Ok((own.ok_or_else(|| StudyError::Request("the registry that judges is gone".to_owned()))?, firings))
}

/// A registry, the decisions on it, and where that leaves every invariant.
#[derive(Debug)]
pub struct Reviewed {
    /// The registry under review.
    pub named: NamedRegistry,
    /// The folds it is compared with, if there are any.
    folds: Vec<NamedRegistry>,
    file: ReviewFile,
    /// Where every invariant stands.
    pub review: Review,
    /// What speaks against every invariant.
    pub suspicions: Suspicions,
    firings: BTreeMap<InvariantId, Firing>,
    today: Day,
}

impl Reviewed {
    /// Opens the review file of a registry.
    pub fn open(named: NamedRegistry, journal: &Path, evidence: Evidence, today: Day) -> Result<Self, StudyError> {
        let (folds, firings) = evidence;
        let file = ReviewFile::open(journal)?;
        let recorded = recorded(&named.registry);
        let of_folds: Vec<&Registry> = folds.iter().map(|fold| &fold.registry).collect();
        let review = recorded.unwrap_or_else(|| Review::of(&named.registry, &of_folds, file.journal(), &today));
        let suspicions = suspicions(&named.registry, &of_folds, &held_out(&firings));
        Ok(Self { named, folds, file, review, suspicions, firings, today })
    }

    /// The review file.
    #[must_use]
    pub fn file(&self) -> &ReviewFile {
        &self.file
    }

    /// What else is known of every invariant.
    #[must_use]
    pub fn entries(&self) -> Entries {
        let folds: Vec<&Registry> = self.folds.iter().map(|fold| &fold.registry).collect();
        entries(&self.review, &self.suspicions, &folds, &self.firings)
    }

    /// The invariants that pass a filter, in an order.
    pub fn chosen<'a>(&'a self, entries: &'a Entries, filter: &RuleFilter, sort: Sort) -> Vec<Known<'a>> {
        let known = |key| Known::of(key, &self.named.registry, &self.review, &self.suspicions, entries);
        queue::chosen(self.suspicions.order().iter().filter_map(known), filter, sort)
    }

    /// The card of an invariant, with what `on_calls` says of its calls.
    pub fn card(&self, row: &Row, on_calls: impl FnOnce(&mut Page, &Entry)) -> Option<Page> {
        let (registry, entries) = (&self.named.registry, self.entries());
        let key = |id: &InvariantId| (row.tool.clone(), id.clone());
        let known = |id: &InvariantId| Known::of(&key(id), registry, &self.review, &self.suspicions, &entries);
        let other = |id: &InvariantId| known(id).map(|it| (it.rule, Mark::of(&it.row.standing)));
        let is_frozen = registry.seal.is_some();
        let told = Told {
            known: known(&row.id)?,
            registry,
            other: &other,
            is_saving: false,
            is_frozen,
            contest: None,
            drift: None,
        };
        Some(verdict::card(&told, |page| on_calls(page, told.known.entry)).0)
    }

    /// The row of an id, or of the beginning of one that begins no other.
    pub fn find(&self, id: &str) -> Result<&Row, StudyError> {
        let mut rows = self.review.rows.iter().filter(|row| row.id.as_str().starts_with(id));
        let exact = self.review.rows.iter().find(|row| row.id.as_str() == id);
        match (exact, rows.next(), rows.next()) {
            (Some(row), ..) | (None, Some(row), None) => Ok(row),
            (None, None, _) => Err(StudyError::Request(format!(
                "there is no invariant {id} in {}; `vidimus review` lists their ids",
                self.named.name
            ))),
            (None, Some(_), Some(_)) => {
                Err(StudyError::Request(format!("several ids begin with {id}; write more of it")))
            }
        }
    }

    /// The invariant of a row, to be judged.
    pub fn subject(&self, row: &Row) -> Result<Subject, StudyError> {
        let contract = self.named.registry.tools.get(&row.tool);
        let rule = contract.and_then(|contract| contract.invariants.get(row.place));
        let gone = |id: &InvariantId| StudyError::Request(format!("there is no invariant {id}"));
        Ok(Subject::new(&row.tool, rule.ok_or_else(|| gone(&row.id))?))
    }

    /// Why it takes no decisions, if it does not: it is frozen.
    #[must_use]
    pub fn refusal(&self) -> Option<String> {
        let seal = self.named.registry.seal.as_ref()?;
        let source = seal.manifest.get("source").and_then(|source| source.get("name")?.as_str());
        let source = source.map(|name| format!(" ({name})")).unwrap_or_default();
        Some(format!(
            "{} is frozen: its review is closed, and nothing was saved; decide on the registry that it was made \
             from{source}, and freeze that again",
            self.named.name
        ))
    }

    /// Saves decisions, and looks again at where everything stands.
    pub fn save(&mut self, decisions: &[Decision]) -> Result<(), StudyError> {
        if let Some(refusal) = self.refusal() {
            return Err(StudyError::Request(refusal));
        }
        self.file.append(decisions)?;
        let folds: Vec<&Registry> = self.folds.iter().map(|fold| &fold.registry).collect();
        self.review = Review::of(&self.named.registry, &folds, self.file.journal(), &self.today);
        Ok(())
    }
}
