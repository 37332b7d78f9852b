//! The audit itself, call by call.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::clean::{Clean, Outcomes};
use super::fault::Fault;
use super::gap::{self, Gap, Gaps, Why, why};
use super::inject::{Faulted, Ineligible, inject};
use super::material::Material;
use super::outline::Outline;
use super::recall::{Recall, first_new};
use crate::contract::{Basis, Checker, explicit_error};
use crate::domain::ids::{EpisodeId, Step, ToolName};
use crate::domain::json::Json;
use crate::domain::path::Path;
use crate::domain::registry::ToolContract;
use crate::rng::{Rng, key};

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The seed of all choices.
    pub seed: u64,
    /// How many faults of a kind are put into one result at most, each at a place of its own choice.
    pub per_call: u64,
    /// The faults.
    pub faults: Vec<Fault>,
}

impl Default for Plan {
    fn default() -> Self {
        Self { seed: 1, per_call: 1, faults: Fault::all().collect() }
    }
}

/// One clean outcome.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The episode.
    pub episode: &'a EpisodeId,
    /// The place of the call in it.
    pub step: Step,
    /// The tool.
    pub tool: &'a ToolName,
    /// The arguments, as recorded.
    pub arguments: &'a Json,
    /// The result, as recorded.
    pub result: &'a Json,
}

/// Who judges an outcome.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'a> {
    /// The contract, ready to check.
    pub checker: &'a Checker,
    /// The contract.
    pub contract: &'a ToolContract,
    /// By what right.
    pub basis: Basis,
    /// The same contract without the decisions of a review, where they are applied.
    pub before: Option<Before<'a>>,
}

/// A contract as it was mined, before the decisions of a review.
#[derive(Clone, Copy, Debug)]
pub struct Before<'a> {
    /// The contract, ready to check.
    pub checker: &'a Checker,
    /// The contract.
    pub contract: &'a ToolContract,
}

/// The decisions of a review that were applied to the contracts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The hash of what they change.
    pub sha256: String,
    /// How many rules are rejected.
    pub rejected: u64,
    /// How many are waived.
    pub waived: u64,
    /// How many are edited.
    pub edited: u64,
    /// How many nobody has decided: they stay as they are.
    pub left: u64,
}

/// One of the registries that judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contracts {
    /// Which fold of a cross-fit it is.
    pub fold: Option<usize>,
    /// The hash of its contracts, before decisions were applied.
    pub sha256: String,
}

/// A faulted copy with its label.
#[derive(Clone, Copy, Debug)]
pub struct Labelled<'a> {
    /// The fault.
    pub fault: Fault,
    /// The how-manieth of its kind in this result, from 0.
    pub draw: u64,
    /// The copy.
    pub faulted: &'a Faulted,
    /// Where the fault is.
    pub path: &'a Path,
    /// Whether it was caught; nothing without a contract.
    pub is_caught: Option<bool>,
}

/// What an audit found.
#[derive(Clone, Debug)]
pub struct Audit {
    /// What was asked for.
    pub plan: Plan,
    /// The registries that judged.
    pub registries: Vec<Contracts>,
    /// The decisions that were applied, and how the clean results fare without them.
    pub applied: Option<(Applied, Outcomes)>,
    /// Receipts on clean results.
    pub clean: Clean,
    /// What became of each fault, in the order of the table.
    pub recall: Vec<Recall>,
    /// Where faults were missed, and why; the biggest gap first.
    pub gaps: Vec<Gap>,
}

/// An audit under way.
#[derive(Clone, Debug)]
pub struct Auditor {
    plan: Plan,
    registries: Vec<Contracts>,
    /// Shared by all that work on one audit.
    materials: Arc<BTreeMap<ToolName, Material>>,
    applied: Option<(Applied, Outcomes)>,
    clean: Clean,
    recall: Vec<Recall>,
    gaps: Gaps,
}

impl Auditor {
    /// An audit of nothing yet; `materials` are the clean results of each tool.
    #[must_use]
    pub fn new(mut plan: Plan, materials: BTreeMap<ToolName, Material>) -> Self {
        plan.faults.sort_unstable();
        plan.faults.dedup();
        let recall = plan.faults.iter().map(|fault| Recall::new(*fault)).collect();
        Self {
            plan,
            registries: Vec::new(),
            materials: Arc::new(materials),
            applied: None,
            clean: Clean::default(),
            recall,
            gaps: Gaps::default(),
        }
    }

    /// Says that the contracts which judge are those that the decisions of a review leave.
    #[must_use]
    pub fn with(mut self, applied: Option<Applied>) -> Self {
        self.applied = applied.map(|applied| (applied, Outcomes::default()));
        self
    }

    /// Says which registries judge.
    #[must_use]
    pub fn by(mut self, registries: Vec<Contracts>) -> Self {
        self.registries = registries;
        self
    }

    /// What was asked for.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Audits one clean outcome; each faulted copy is shown to `labelled`.
    pub fn audit(&mut self, subject: Subject<'_>, judge: Option<Judge<'_>>, labelled: &mut dyn FnMut(Labelled<'_>)) {
        let (arguments, result) = (subject.arguments.as_arguments(), subject.result.as_result());
        let clean = judge.map(|judge| judge.checker.check(&arguments, &result));
        if let Some((_, before)) = &mut self.applied {
            let checker = judge.map(|judge| judge.before.map_or(judge.checker, |before| before.checker));
            before.count(checker.map(|checker| checker.check(&arguments, &result)).as_deref());
        }
        self.clean.count(subject.tool, clean.as_deref().zip(judge.map(|judge| judge.basis)));
        let Some(material) = self.materials.get(subject.tool) else { return };
        let is_error = explicit_error(&result).is_some();
        let outline = Outline::of(&arguments, &result, material);
        for recall in &mut self.recall {
            if is_error {
                *recall.ineligible.entry(Ineligible::ExplicitError).or_default() += 1;
                continue;
            }
            let mut before: Vec<Json> = Vec::new();
            for draw in 0..self.plan.per_call.max(1) {
                let mut rng = stream(self.plan.seed, &subject, recall.fault, draw);
                let faulted = match inject(recall.fault, &outline, &mut rng) {
                    Ok(faulted) => faulted,
                    // No draw finds what another did not: eligibility is no matter of chance.
                    Err(reason) => {
                        *recall.ineligible.entry(reason).or_default() += 1;
                        break;
                    }
                };
                if before.contains(&faulted.result) {
                    continue;
                }
                let path = material.path(faulted.place());
                let mut is_caught = None;
                if let Some((judge, clean)) = judge.zip(clean.as_deref()) {
                    let violations = judge.checker.check(&arguments, &faulted.result);
                    let first = first_new(clean, &violations).map(|violation| violation.class);
                    recall.count(first);
                    is_caught = Some(first.is_some());
                    if first.is_none() {
                        let clean = gap::Clean { result: &result, violations: clean };
                        let why = why(recall.fault, clean, &faulted, judge, material);
                        self.gaps.count(subject.tool, path.clone(), why, recall.fault);
                    }
                } else {
                    recall.uncovered += 1;
                    self.gaps.count(subject.tool, Path::root(), Why::NoContract, recall.fault);
                }
                labelled(Labelled { fault: recall.fault, draw, faulted: &faulted, path: &path, is_caught });
                before.push(faulted.result);
            }
        }
    }

    /// Another auditor for a share of the same outcomes, who has seen none yet; [`Self::join`] takes in what it found.
    #[must_use]
    pub fn helper(&self) -> Self {
        Self {
            applied: self.applied.as_ref().map(|(applied, _)| (applied.clone(), Outcomes::default())),
            clean: Clean::default(),
            recall: self.plan.faults.iter().map(|fault| Recall::new(*fault)).collect(),
            gaps: Gaps::default(),
            ..self.clone()
        }
    }

    /// Adds what a helper found. All of it is counts: who looked at which outcome makes no difference.
    pub fn join(&mut self, helper: Self) {
        if let (Some((_, before)), Some((_, more))) = (&mut self.applied, helper.applied) {
            before.add(more);
        }
        self.clean.add(helper.clean);
        for (recall, more) in self.recall.iter_mut().zip(helper.recall) {
            recall.add(more);
        }
        self.gaps.add(helper.gaps);
    }

    /// Counts outcomes that are not audited, because a fault was injected into their episode.
    pub fn leave_out(&mut self, outcomes: u64) {
        self.clean.left_out += outcomes;
    }

    /// What was found.
    #[must_use]
    pub fn finish(self) -> Audit {
        Audit {
            plan: self.plan,
            registries: self.registries,
            applied: self.applied,
            clean: self.clean,
            recall: self.recall,
            gaps: self.gaps.finish(),
        }
    }
}

/// The stream of one choice: it depends on what is faulted, never on what came before.
fn stream(seed: u64, subject: &Subject<'_>, fault: Fault, draw: u64) -> Rng {
    let step = u64::try_from(subject.step.0).unwrap_or_default();
    let keys = [key(subject.episode.as_str()), step, key(subject.tool.as_str()), key(fault.name()), draw];
    Rng::of(seed, &keys)
}
