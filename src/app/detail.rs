//! The call under the cursor, with everything that can be said of it; recorded and replayed apart.

use std::borrow::Cow;
use std::sync::Arc;

use super::data::{Data, LedgerSlot, RegistryId};
use super::tree::{self, RowKey, TreeRow};
use crate::contract::{Basis, Checker, Hop, Judgement, Place, Verdict};
use crate::domain::call::{Call, Part};
use crate::domain::ids::ToolName;
use crate::domain::invariant::Invariant;
use crate::domain::json::Json;
use crate::domain::path::{Path, Segment};
use crate::domain::violation::Violation;
use crate::lens::autopsy;
use crate::lens::lines::value_at;
use crate::page::Sign;
use crate::receipt::{self, Recorded};
use crate::recovery::{NextAction, classify_next};
use crate::words;

/// A call, read and judged.
#[derive(Clone, Debug)]
pub struct CallDetail {
    /// The place in the index.
    pub place: u32,
    /// The call as recorded.
    pub call: Arc<Call>,
    /// Its arguments as the engine sees them.
    pub arguments: Json,
    /// Its result as the engine sees it; nothing if the call never returned.
    pub result: Option<Json>,
    /// The receipt that was delivered, as recorded.
    pub recorded: Option<Recorded>,
    /// The registry that judges when replayed, with the rules of the tool; nothing if no registry may judge
    /// this episode or none knows the tool.
    pub judge: Option<Judge>,
    /// What each rule says of the result, in registry order.
    pub judgements: Vec<Judgement>,
    /// What breaks when replayed.
    pub violations: Vec<Violation>,
    /// Why nothing breaks, if so, in a sentence.
    pub calm: String,
    /// The recovery tools: those the recorded receipt lists, else Subs(τ) ∩ advertised.
    pub recovery_tools: Vec<ToolName>,
    /// Whether the recovery tools are those that the agent was shown.
    pub recovery_source: ReceiptSource,
    /// The tool of the next call of the episode.
    pub next: Option<ToolName>,
    /// What the agent did next, seen from the recovery tools above.
    pub action: NextAction,
}

/// Where a receipt comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReceiptSource {
    /// It was delivered to the agent and stands in the ledger.
    Recorded,
    /// It is what the loaded registry would say now.
    Replayed,
}

/// The registry that judges a replayed call.
#[derive(Clone, Debug)]
pub struct Judge {
    /// Which.
    pub id: RegistryId,
    /// By what right it judges this episode.
    pub basis: Basis,
    /// Its file name.
    pub name: String,
    /// The rules of the tool, in registry order.
    pub rules: Vec<Invariant>,
}

impl Judge {
    /// The rule that a violation broke.
    pub fn rule_of(&self, violation: &Violation) -> Option<&Invariant> {
        self.rules.iter().find(|rule| rule.id == violation.invariant)
    }
}

impl CallDetail {
    /// Reads and judges a call. `selected` is the registry on screen.
    pub fn new(data: &Data, slot: &LedgerSlot, place: u32, call: Arc<Call>, selected: Option<RegistryId>) -> Self {
        let entry = slot.index.calls().get(place as usize);
        let episode = entry.and_then(|entry| slot.index.episodes().get(entry.episode as usize));
        let arguments = call.arguments.as_arguments().into_owned();
        let result = call.result.as_ref().map(|result| result.as_result().into_owned());
        let judging = selected
            .zip(episode)
            .and_then(|(selected, episode)| data.judge_of(selected, &episode.task_or_id()))
            .and_then(|(judge, basis)| Some((data.registry(judge)?, basis)))
            .and_then(|(slot, basis)| Some((slot, basis, slot.registry.as_ref()?.tools.get(&call.tool))));
        let registry = judging.map(|(slot, _, contract)| (slot.name.as_str(), contract));
        let judging = judging.and_then(|(slot, basis, contract)| Some((slot, basis, contract?)));
        let (mut judgements, mut violations) = (Vec::new(), Vec::new());
        if let (Some((.., contract)), Some(result)) = (judging, &result) {
            let checker = Checker::new(&call.tool, contract);
            judgements = checker.judge(&arguments, result);
            violations = checker.check(&arguments, result);
        }
        let calm = if violations.is_empty() { autopsy::calm(&call, registry, &judgements) } else { String::new() };
        let judge = judging.map(|(slot, basis, contract)| Judge {
            id: slot.id,
            basis,
            name: slot.name.clone(),
            rules: contract.invariants.clone(),
        });
        let recorded = call.receipt.as_ref().map(receipt::read);
        let listed = recorded.as_ref().and_then(Recorded::known).and_then(|receipt| receipt.recovery_tools.clone());
        let recovery_source = if recorded.is_some() { ReceiptSource::Recorded } else { ReceiptSource::Replayed };
        let recovery_tools = match (&recorded, listed) {
            (_, Some(listed)) => listed,
            (Some(_), None) => Vec::new(),
            (None, None) => {
                data.substitutes.recovery_tools(&call.tool, episode.and_then(|episode| episode.tools.as_deref()))
            }
        };
        let next = next_tool(slot, place).cloned();
        let action = classify_next(&call.tool, &recovery_tools, next.as_ref());
        Self {
            place,
            call,
            arguments,
            result,
            recorded,
            judge,
            judgements,
            violations,
            calm,
            recovery_tools,
            recovery_source,
            next,
            action,
        }
    }

    /// The rows of the two trees.
    pub fn rows(&self, closed: &std::collections::BTreeSet<RowKey>) -> Vec<TreeRow> {
        tree::rows(&self.arguments, self.result.as_ref(), &self.judgements, closed)
    }

    /// The value of a row; nothing for a field that is missing.
    pub fn value(&self, (part, place): &RowKey) -> Option<Cow<'_, Json>> {
        value_at(self.part(*part)?, place)
    }

    /// The arguments or the result.
    pub fn part(&self, part: Part) -> Option<&Json> {
        match part {
            Part::Arguments => Some(&self.arguments),
            Part::Result => self.result.as_ref(),
        }
    }

    /// What a rule says, in the few words beside a value: as the rule of this place where it is, else as that
    /// of the other side.
    pub fn short_rule(&self, rule: &Invariant, key: &RowKey) -> String {
        let is_own = key.0 == Part::Result && is_at(rule.path.path(), &key.1);
        if is_own { words::short_rule(rule) } else { words::short_rule_there(rule) }
    }

    /// How a rule that broke is marked.
    pub fn sign_of(&self, invariant: usize) -> Sign {
        let broken = self.rule(invariant).and_then(|rule| self.violations.iter().find(|it| it.invariant == rule.id));
        broken.map_or(Sign::Replayed, |broken| autopsy::sign_of(broken, self.recorded.as_ref()))
    }

    /// How a folded part is marked in which rules broke: as told if the receipt names any of them.
    pub fn sign_inside(&self, place: &[Hop]) -> Sign {
        let is_below = |judgement: &&Judgement| {
            let mut broken = judgement.places.iter().filter(|(_, verdict)| *verdict == Verdict::Broken);
            broken.any(|(at, _)| at.starts_with(place))
        };
        let mut signs = self.judgements.iter().filter(is_below).map(|judgement| self.sign_of(judgement.invariant));
        if signs.any(|sign| sign == Sign::Receipt) { Sign::Receipt } else { Sign::Replayed }
    }

    /// The rule behind a mark.
    pub fn rule(&self, invariant: usize) -> Option<&Invariant> {
        self.judge.as_ref()?.rules.get(invariant)
    }
}

/// The tool of the call after this one in its episode.
pub fn next_tool(slot: &LedgerSlot, place: u32) -> Option<&ToolName> {
    let entry = slot.index.calls().get(place as usize)?;
    let episode = slot.index.episodes().get(entry.episode as usize)?;
    let next = episode.calls.get(entry.step().0 + 1)?;
    Some(slot.index.tool(slot.index.calls().get(*next as usize)?))
}

/// What the agent did after the recorded receipt of a call, for the marks in the call list.
pub fn recorded_action(slot: &LedgerSlot, place: u32, call: &Call) -> Option<NextAction> {
    let recorded = receipt::read(call.receipt.as_ref()?);
    let listed = recorded.known().and_then(|receipt| receipt.recovery_tools.clone()).unwrap_or_default();
    Some(classify_next(&call.tool, &listed, next_tool(slot, place)))
}

/// Whether a place is one that a path leads to.
fn is_at(path: &Path, place: &Place) -> bool {
    let segments = path.segments();
    segments.len() == place.len()
        && segments.iter().zip(place).all(|(segment, hop)| match (segment, hop) {
            (Segment::Field(name), Hop::Key(key)) => **name == **key,
            (Segment::Elements, Hop::Index(_)) | (Segment::Values, Hop::Key(_)) => true,
            _ => false,
        })
}
