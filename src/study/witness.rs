//! One violation as a card.

use super::explain::{find, no_step};
use super::{Chosen, Ledger, StudyError};
use crate::domain::ids::Step;
use crate::domain::json::Json;
use crate::format::registry;
use crate::lens::redact::Rule;
use crate::lens::witness::{self, Input, Witness};
use crate::link::{Link, Target};
use crate::page::Page;
use crate::recovery::Substitutes;

/// The card of a call's first violation, for people and for programs; an error where nothing breaks.
pub fn witness(
    ledgers: &[Ledger],
    (episode, step): (&str, Step),
    chosen: &Chosen,
    substitutes: Option<&Substitutes>,
    redact: &[Rule],
) -> Result<(Page, Json), StudyError> {
    let (ledger, place, entry) = find(ledgers, episode)?;
    let mut calls = ledger.index.calls_of(place).map(|(_, call)| call).skip(step.0);
    let call = ledger.call(calls.next().ok_or_else(|| no_step(entry, step))?)?;
    let next = calls.next().map(|call| ledger.index.tool(call).clone());
    let task = entry.task_or_id();
    let (named, _) =
        chosen.of(&task).ok_or_else(|| StudyError::Request(format!("no registry judges the task {task}")))?;
    let rules = named.registry.tools.get(&call.tool).map(|contract| contract.invariants.as_slice()).unwrap_or_default();
    let checked = named.checker(&call.tool).zip(call.result.as_ref());
    let violations = checked.map(|(checker, result)| checker.check(&call.arguments, result)).unwrap_or_default();
    let tools = substitutes.map(|it| it.recovery_tools(&call.tool, entry.tools.as_deref())).unwrap_or_default();
    let file = ledger.file.name();
    let card = Witness {
        link: Link { file: file.clone(), target: Target::Call(entry.id.clone(), step) },
        call: &call,
        violations: &violations,
        rules,
        recovery_tools: &tools,
        next: next.as_ref(),
        inputs: vec![
            Input::ledger(file, ledger.file.sha256().ok()),
            Input::registry(named.name.as_str(), &registry::to_json(&named.registry)),
        ],
    };
    let nothing =
        || StudyError::Request(format!("no rule breaks on step {step} of {}: there is nothing to witness", entry.id));
    witness::page(&card, redact).zip(witness::json(&card, redact)).ok_or_else(nothing)
}
