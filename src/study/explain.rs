//! The autopsy of one call: what broke and by how much, what held, what no rule looks at, what was delivered and
//! what the agent did next. Recorded and replayed are kept apart: the one was read, the other is computed here.

use std::collections::BTreeSet;

use super::{Chosen, Ledger, StudyError};
use crate::contract::{Hop, Judgement, Place, Verdict};
use crate::domain::call::Call;
use crate::domain::ids::{EpisodeId, Step, ToolName};
use crate::domain::invariant::Invariant;
use crate::domain::json::Json;
use crate::domain::path::{Path, Segment};
use crate::domain::violation::Violation;
use crate::index::EpisodeEntry;
use crate::receipt::{self, Recorded};
use crate::recovery::{NextAction, Substitutes, classify_next};
use crate::words;

/// Everything that is to be said of one call.
#[derive(Clone, Debug)]
pub struct Autopsy {
    /// The ledger's file name.
    pub file: String,
    /// The registry's file name.
    pub registry: String,
    /// The episode.
    pub episode: EpisodeEntry,
    /// The place of the call in it.
    pub step: Step,
    /// The call as recorded.
    pub call: Call,
    /// The tool of the next call, if there is one.
    pub next: Option<ToolName>,
    /// What was delivered with the call, if anything.
    pub recorded: Option<RecordedReceipt>,
    /// Whether the registry has a contract for the tool.
    pub has_contract: bool,
    /// What breaks when the call is replayed against the registry.
    pub broken: Vec<Broken>,
    /// The recovery tools a receipt would list now, and what the agent did next in their light; nothing without a
    /// violation or without a recovery file.
    pub replayed_recovery: Option<Recovery>,
    /// What every invariant of the tool says of the result, in registry order.
    pub judged: Vec<Judged>,
    /// Paths of values that no rule looks at.
    pub unguarded: Vec<Path>,
}

/// One violation with its words.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The violation.
    pub violation: Violation,
    /// The invariant that broke.
    pub invariant: Option<Invariant>,
    /// The conclusion.
    pub sentence: String,
    /// The rule with this call's numbers and the distance to passing, for rules that have one.
    pub equation: Option<String>,
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
    /// R, in the order of Subs(τ).
    pub tools: Vec<ToolName>,
    /// What the agent did next in their light.
    pub next: NextAction,
}

/// Explains one call. `episode` is an id, or the beginning of one that no other id shares.
pub fn explain(
    ledgers: &[Ledger],
    episode: &str,
    step: Step,
    chosen: &Chosen,
    substitutes: Option<&Substitutes>,
) -> Result<Autopsy, StudyError> {
    let (ledger, place, episode) = find(ledgers, episode)?;
    let mut calls = ledger.index.calls_of(place).map(|(_, entry)| entry).skip(step.0);
    let entry = calls.next().ok_or_else(|| no_step(episode, step))?;
    let next = calls.next().map(|entry| ledger.index.tool(entry).clone());
    let call = ledger.call(entry)?;
    let task = episode.task_or_id();
    let (registry, _) =
        chosen.of(&task).ok_or_else(|| StudyError::Request(format!("no registry judges the task {task}")))?;

    let contract = registry.registry.tools.get(&call.tool);
    let checker = registry.checker(&call.tool).filter(|_| call.result.is_some());
    let result = call.result.clone().unwrap_or_default();
    let violations = checker.map(|checker| checker.check(&call.arguments, &result)).unwrap_or_default();
    let judgements = checker.map(|checker| checker.judge(&call.arguments, &result)).unwrap_or_default();
    let invariants = contract.map(|contract| contract.invariants.as_slice()).unwrap_or_default();

    let maps = contract.map(|contract| contract.maps.as_slice()).unwrap_or_default();
    let unguarded = if call.result.is_some() { unguarded(&result.as_result(), &judgements, maps) } else { Vec::new() };
    let judged = judgements.iter().filter_map(|judgement| {
        let invariant = invariants.get(judgement.invariant)?.clone();
        Some(Judged { invariant, verdict: judgement.verdict })
    });
    let judged = judged.collect();
    let broken: Vec<Broken> = violations
        .into_iter()
        .map(|violation| {
            let invariant = invariants.iter().find(|invariant| invariant.id == violation.invariant).cloned();
            Broken {
                sentence: words::violation(&violation, invariant.as_ref()),
                equation: invariant.as_ref().and_then(|invariant| words::equation(&violation, invariant)),
                violation,
                invariant,
            }
        })
        .collect();
    let action = |tools: &[ToolName]| classify_next(&call.tool, tools, next.as_ref());
    let recorded = call.receipt.as_ref().map(|recorded| {
        let receipt = receipt::read(recorded);
        let tools = receipt.known().and_then(|known| known.recovery_tools.clone()).unwrap_or_default();
        RecordedReceipt { next: action(&tools), receipt }
    });
    let replayed_recovery = substitutes.filter(|_| !broken.is_empty()).map(|substitutes| {
        let tools = substitutes.recovery_tools(&call.tool, episode.tools.as_deref());
        Recovery { next: action(&tools), tools }
    });
    Ok(Autopsy {
        file: ledger.file.name(),
        registry: registry.name.clone(),
        episode: episode.clone(),
        step,
        next,
        recorded,
        has_contract: contract.is_some(),
        broken,
        replayed_recovery,
        judged,
        unguarded,
        call,
    })
}

/// The episode of that id, or the only one whose id begins so.
pub(super) fn find<'l>(
    ledgers: &'l [Ledger],
    wanted: &str,
) -> Result<(&'l Ledger, usize, &'l EpisodeEntry), StudyError> {
    let id = EpisodeId::from(wanted);
    let all = || {
        let each = |ledger: &'l Ledger| ledger.index.episodes().iter().enumerate().map(move |it| (ledger, it.0, it.1));
        ledgers.iter().flat_map(each)
    };
    let exact: Vec<_> = all().filter(|(_, _, episode)| episode.id == id).collect();
    let found = if exact.is_empty() {
        all().filter(|(_, _, episode)| episode.id.as_str().starts_with(wanted)).collect()
    } else {
        exact
    };
    match found.as_slice() {
        [one] => Ok(*one),
        [] => {
            let some: Vec<&str> = all().take(3).map(|(_, _, episode)| episode.id.as_str()).collect();
            let what = match some.as_slice() {
                [] => format!("there is no episode {wanted:?}: the ledger has none at all"),
                some => format!(
                    "there is no episode {wanted:?}; ids look like {}; `vidimus episodes` lists them all",
                    some.join(", ")
                ),
            };
            Err(StudyError::Request(what))
        }
        several => {
            let some: Vec<&str> = several.iter().take(5).map(|(_, _, episode)| episode.id.as_str()).collect();
            Err(StudyError::Request(format!(
                "{} episodes are called {wanted:?} or begin so: {}…; write more of the id, or name one file",
                several.len(),
                some.join(", ")
            )))
        }
    }
}

pub(super) fn no_step(episode: &EpisodeEntry, step: Step) -> StudyError {
    let what = match episode.calls.len() {
        0 => "it has no calls".to_owned(),
        count => format!("its steps are 0 to {}", count - 1),
    };
    StudyError::Request(format!("the episode {} has no step {step}; {what}", episode.id))
}

/// The paths of values that no rule looks at.
fn unguarded(result: &Json, judgements: &[Judgement], maps: &[Path]) -> Vec<Path> {
    let looked_at: BTreeSet<&Place> = judgements.iter().flat_map(|it| &it.places).map(|(place, _)| place).collect();
    let mut paths = BTreeSet::new();
    leaves(result, &mut Place::new(), &Path::root(), maps, &mut |place, path| {
        if !looked_at.contains(place) {
            paths.insert(path.clone());
        }
    });
    paths.into_iter().collect()
}

/// Visits every value that has none below it, with its place and its path.
fn leaves(value: &Json, place: &mut Place, path: &Path, maps: &[Path], visit: &mut dyn FnMut(&Place, &Path)) {
    match value {
        Json::Array(items) if !items.is_empty() => {
            let path = path.child(Segment::Elements);
            for (index, item) in items.iter().enumerate() {
                place.push(Hop::Index(index));
                leaves(item, place, &path, maps, visit);
                place.pop();
            }
        }
        Json::Object(members) if !members.is_empty() => {
            let is_map = maps.contains(path);
            for (key, member) in members.iter() {
                let path = if is_map { path.child(Segment::Values) } else { path.field(key) };
                place.push(Hop::Key(key.to_owned()));
                leaves(member, place, &path, maps, visit);
                place.pop();
            }
        }
        _ => visit(place, path),
    }
}
