//! The autopsy of one call: what broke and by how much, what held, what no rule looks at, what was delivered and
//! what the agent did next. Recorded and replayed are kept apart: the one was read, the other is computed here.

mod asks;
mod calm;
mod nearest;
mod page;
pub mod truth;
mod unguarded;

pub use asks::asks_else;
pub use calm::calm;
pub use nearest::{Distance, Nearest, Search, Weighed};
pub use page::{Leads, RIGHT, is_same, page, plainly, said, sign_of};
use unguarded::Unguarded;

use std::sync::Arc;

use super::difference::{Change, difference};
use super::hazards::Told as Hazardous;
use crate::contract::{Basis, Checker, Verdict};
use crate::domain::call::Call;
use crate::domain::class::Class;
use crate::domain::ids::{InvariantId, Step, ToolName};
use crate::domain::invariant::Invariant;
use crate::domain::path::Path;
use crate::domain::registry::ToolContract;
use crate::domain::violation::Violation;
use crate::index::EpisodeEntry;
use crate::receipt::{self, Recorded};
use crate::recovery::{NextAction, Substitutes, classify_next};

/// A call with all that is known around it.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The ledger's file name.
    pub file: &'a str,
    /// The episode.
    pub episode: &'a EpisodeEntry,
    /// The place of the call in it.
    pub step: Step,
    /// The call as recorded.
    pub call: &'a Arc<Call>,
    /// The tool of the next call, if there is one.
    pub next: Option<&'a ToolName>,
    /// That call itself, if it is at hand.
    pub next_call: Option<&'a Call>,
    /// The registry that judges; nothing if none is there.
    pub judge: Option<&'a Judge<'a>>,
    /// Which tools can stand in for which; nothing without a recovery file.
    pub substitutes: Option<&'a Substitutes>,
    /// Whether any call of the loaded traces carries a fault label.
    pub has_labels: bool,
}

/// The registry that judges a call.
#[derive(Clone, Debug)]
pub struct Judge<'a> {
    /// The registry's file name.
    pub name: &'a str,
    /// By what right it judges.
    pub basis: Basis,
    /// Its contract for the tool, if it has one.
    pub contract: Option<&'a ToolContract>,
    /// In how many folds each invariant of the contract stands, in registry order: (in, of); nothing without folds.
    pub folds: Vec<Option<(usize, usize)>>,
}

impl<'a> Judge<'a> {
    /// A judge; `folds` says in how many folds an invariant stands.
    pub fn new(
        name: &'a str,
        basis: Basis,
        contract: Option<&'a ToolContract>,
        folds: impl Fn(&InvariantId) -> Option<(usize, usize)>,
    ) -> Self {
        let invariants = contract.map(|contract| contract.invariants.as_slice()).unwrap_or_default();
        Self { name, basis, contract, folds: invariants.iter().map(|invariant| folds(&invariant.id)).collect() }
    }
}

/// Everything that is to be said of one call.
#[derive(Clone, Debug)]
pub struct Autopsy {
    /// The ledger's file name.
    pub file: String,
    /// The episode; without its lists of records.
    pub episode: EpisodeEntry,
    /// How many calls it has.
    pub calls: usize,
    /// The place of the call in it.
    pub step: Step,
    /// The call as recorded.
    pub call: Arc<Call>,
    /// The tool of the next call, if there is one.
    pub next: Option<ToolName>,
    /// What the next call asks otherwise than this one, in words; nothing if it asks the same or is not at hand.
    pub asks_else: Option<String>,
    /// What was delivered with the call, if anything.
    pub recorded: Option<RecordedReceipt>,
    /// The registry that judges the call now, if there is one: its name, and by what right.
    pub judge: Option<(String, Basis)>,
    /// Whether the registry has a contract for the tool.
    pub has_contract: bool,
    /// What breaks when the call is replayed against the registry.
    pub broken: Vec<Broken>,
    /// Why nothing breaks, if so, in a sentence.
    pub calm: String,
    /// The recovery tools a receipt would list now, and what the agent did next in their light; nothing without a
    /// violation or without a recovery file.
    pub replayed_recovery: Option<Recovery>,
    /// What every invariant of the tool says of the result, in registry order.
    pub judged: Vec<Judged>,
    /// Paths of values that no rule looks at.
    pub unguarded: Vec<Path>,
    /// Paths of values of which rules judge only that they are there, and their type.
    pub shape_only: Vec<Path>,
    /// What kind of fault it points at; nothing where its episode was not read.
    pub hazards: Vec<Hazardous>,
    /// The nearest clean sample.
    pub likeness: Likeness,
    /// Whether any call of the loaded traces carries a fault label.
    pub has_labels: bool,
}

/// One violation.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The violation.
    pub violation: Violation,
    /// The invariant that broke.
    pub invariant: Option<Invariant>,
    /// In how many folds the invariant stands: (in, of); nothing without folds.
    pub folds: Option<(usize, usize)>,
}

/// What one invariant says.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The invariant.
    pub invariant: Invariant,
    /// Whether it held, broke or was not reached.
    pub verdict: Verdict,
}

/// A receipt that the ledger recorded.
#[derive(Clone, Debug)]
pub struct RecordedReceipt {
    /// What it says.
    pub receipt: Recorded,
    /// What the agent did next, in the light of the tools it lists.
    pub next: NextAction,
}

/// Recovery tools and what became of them.
#[derive(Clone, Debug)]
pub struct Recovery {
    /// R, in the order of Subs(τ); nothing if the ledger does not say which tools were advertised.
    pub tools: Option<Vec<ToolName>>,
    /// What the agent did next in their light.
    pub next: NextAction,
}

/// What is known of the nearest clean sample.
#[derive(Clone, Debug, Default)]
pub enum Likeness {
    /// Nobody looked for it, because no rule broke or none can say what is clean.
    #[default]
    NotSought,
    /// So many of so many other calls have been looked at.
    Seeking(usize, usize),
    /// The search has ended.
    Sought {
        /// How many other calls of the tool have a result.
        weighed: u64,
        /// On how many of them the same rules break nothing.
        clean: u64,
        /// The nearest of those.
        nearest: Option<Box<Likest>>,
    },
}

/// The nearest clean sample, beside the call.
#[derive(Clone, Debug)]
pub struct Likest {
    /// The file, episode and step it is from, in words.
    pub whence: Whence,
    /// What differs in the arguments, from the call to the sample.
    pub arguments: Vec<Change>,
    /// What differs in the result, from the call to the sample.
    pub result: Vec<Change>,
}

/// Where a call stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whence {
    /// The ledger's file name.
    pub file: String,
    /// The episode.
    pub episode: crate::domain::ids::EpisodeId,
    /// The place of the call in it.
    pub step: Step,
}

impl Likest {
    /// Lays a sample beside a call.
    #[must_use]
    pub fn new(whence: Whence, call: &Call, sample: &Call) -> Self {
        let result =
            |call: &Call| call.result.as_ref().map(|result| result.as_result().into_owned()).unwrap_or_default();
        Self {
            whence,
            arguments: difference(&call.arguments.as_arguments(), &sample.arguments.as_arguments()),
            result: difference(&result(call), &result(sample)),
        }
    }
}

impl Autopsy {
    /// Judges a call and puts together what is to be said of it; the nearest clean sample is sought elsewhere.
    #[must_use]
    pub fn of(case: Case<'_>) -> Self {
        let Case { file, episode, step, call, next, next_call, judge, substitutes, has_labels } = case;
        let contract = judge.and_then(|judge| judge.contract);
        let no_contract = ToolContract::default();
        let checker = contract.filter(|_| call.result.is_some()).map(|contract| Checker::new(&call.tool, contract));
        let result = call.result.clone().unwrap_or_default();
        let violations = checker.as_ref().map(|checker| checker.check(&call.arguments, &result)).unwrap_or_default();
        let judgements = checker.as_ref().map(|checker| checker.judge(&call.arguments, &result)).unwrap_or_default();
        let invariants = contract.map(|contract| contract.invariants.as_slice()).unwrap_or_default();

        let unguarded = match &call.result {
            // An explicit error is no answer whose fields could be judged.
            Some(_) if violations.iter().any(|it| it.class == Class::NoError) => Unguarded::default(),
            Some(_) => {
                let contract = contract.unwrap_or(&no_contract);
                unguarded::unguarded(&result.as_result(), &judgements, contract)
            }
            None => Unguarded::default(),
        };
        let registry = judge.map(|judge| (judge.name, judge.contract));
        let calm = if violations.is_empty() { calm(call, registry, &judgements) } else { String::new() };
        let judged = judgements.iter().filter_map(|judgement| {
            let invariant = invariants.get(judgement.invariant)?.clone();
            Some(Judged { invariant, verdict: judgement.verdict })
        });
        let folds = judge.map(|judge| judge.folds.as_slice()).unwrap_or_default();
        let broken: Vec<Broken> = violations
            .into_iter()
            .map(|violation| {
                let place = invariants.iter().position(|invariant| invariant.id == violation.invariant);
                let invariant = place.and_then(|place| invariants.get(place)).cloned();
                let folds = place.and_then(|place| folds.get(place).copied().flatten());
                Broken { violation, invariant, folds }
            })
            .collect();
        let action = |tools: &[ToolName]| classify_next(&call.tool, tools, next);
        let recorded = call.receipt.as_ref().map(|recorded| {
            let receipt = receipt::read(recorded);
            let tools = receipt.known().and_then(|known| known.recovery_tools.clone()).unwrap_or_default();
            RecordedReceipt { next: action(&tools), receipt }
        });
        let replayed_recovery = substitutes.filter(|_| !broken.is_empty()).map(|substitutes| {
            let tools = substitutes.recovery_tools(&call.tool, episode.tools.as_deref());
            Recovery { next: action(&tools), tools: episode.tools.as_ref().map(|_| tools) }
        });
        Self {
            file: file.to_owned(),
            calls: episode.calls.len(),
            episode: EpisodeEntry { calls: Vec::new(), messages: Vec::new(), ..episode.clone() },
            step,
            call: Arc::clone(call),
            next: next.cloned(),
            asks_else: next_call.and_then(|next| asks_else(call, next)),
            recorded,
            judge: judge.map(|judge| (judge.name.to_owned(), judge.basis)),
            has_contract: contract.is_some(),
            broken,
            calm,
            replayed_recovery,
            judged: judged.collect(),
            unguarded: unguarded.nobody,
            shape_only: unguarded.shape_only,
            hazards: Vec::new(),
            likeness: Likeness::NotSought,
            has_labels,
        }
    }

    /// How many invariants came to that verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.judged.iter().filter(|judged| judged.verdict == verdict).count()
    }

    /// Whether the result broke the rule that it is no explicit error, so that nothing else was checked.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.broken.iter().any(|broken| broken.violation.class == Class::NoError)
    }

    /// Whether a nearest clean sample is worth looking for: something broke or was said to have broken, and there
    /// are rules to say what is clean.
    #[must_use]
    pub fn wants_likeness(&self) -> bool {
        self.has_contract && self.call.result.is_some() && (!self.broken.is_empty() || self.recorded.is_some())
    }
}

#[cfg(test)]
mod tests;
