//! That a preview says what a check of the changed registry says, call by call.

use std::collections::BTreeMap;

use vidimus::contract::Checker;
use vidimus::domain::call::Call;
use vidimus::domain::class::Class;
use vidimus::domain::ids::{InvariantId, ToolName};
use vidimus::domain::invariant::{Expected, Invariant};
use vidimus::domain::json::{Json, JsonType};
use vidimus::domain::registry::{Registry, ToolContract};
use vidimus::review::preview::{Change, Changes, Spot};
use vidimus::study::{Chosen, Ledger, Replayed, Unwatched};

/// A call with the place of the registry that judges it.
struct Judged {
    spot: Spot,
    judge: usize,
    call: Call,
}

/// How many previews were compared, and in how many something changed.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    pub(crate) previews: usize,
    pub(crate) with_change: usize,
    pub(crate) with_gain: usize,
    pub(crate) with_other: usize,
}

/// Rejects and edits every single rule; panics where the preview and a real check differ.
pub(crate) fn compare(ledgers: &[Ledger], chosen: &Chosen) -> Compared {
    let replayed = Replayed::new(ledgers, chosen, &Unwatched).unwrap();
    let calls = calls(ledgers, chosen);
    let mut rules: BTreeMap<InvariantId, (ToolName, Vec<Option<Invariant>>)> = BTreeMap::new();
    for (tool, contract) in chosen.against.registries().flat_map(|named| &named.registry.tools) {
        for rule in &contract.invariants {
            let changes = || std::iter::once(None).chain(edits(rule, contract, &calls).into_iter().map(Some)).collect();
            rules.entry(rule.id.clone()).or_insert_with(|| (tool.clone(), changes()));
        }
    }
    let mut compared = Compared::default();
    let mut by_tool: BTreeMap<ToolName, Vec<(&Judged, Told)>> = BTreeMap::new();
    for judged in &calls {
        let registry = chosen.against.registries().nth(judged.judge).unwrap();
        let before = told(registry.checker(&judged.call.tool), &judged.call);
        by_tool.entry(judged.call.tool.clone()).or_default().push((judged, before));
    }
    for (id, (tool, changes)) in rules {
        // An id stands for one tool: the calls of others cannot change.
        let of_tool = by_tool.get(&tool).map(Vec::as_slice).unwrap_or_default();
        for change in changes {
            let changes = Changes::from([(id.clone(), change)]);
            let expected = really(chosen, &changes, &tool, of_tool);
            let preview = replayed.preview(&changes, ledgers, chosen, &Unwatched).unwrap();
            let found: BTreeMap<Spot, Change> = preview.calls.iter().map(|call| (call.spot, call.change)).collect();
            assert_eq!(found, expected, "{changes:?}");
            let any = |change| usize::from(expected.values().any(|found| *found == change));
            compared.previews += 1;
            compared.with_change += usize::from(!expected.is_empty());
            compared.with_gain += any(Change::Gained);
            compared.with_other += any(Change::Other);
        }
    }
    compared
}

fn calls(ledgers: &[Ledger], chosen: &Chosen) -> Vec<Judged> {
    let mut calls = Vec::new();
    for (number, ledger) in (0u32..).zip(ledgers) {
        for entry in ledger.index.calls().iter().filter(|entry| entry.has_result()) {
            let Some((judge, _)) = chosen.judge_of(&ledger.episode_of(entry).unwrap().task_or_id()) else { continue };
            let spot = Spot { ledger: number, episode: entry.episode, step: entry.step() };
            calls.push(Judged { spot, judge, call: ledger.call(entry).unwrap() });
        }
    }
    calls
}

/// The registry with the changes made in it.
pub(crate) fn changed(registry: &Registry, changes: &Changes) -> Registry {
    let mut registry = registry.clone();
    for contract in registry.tools.values_mut() {
        contract.invariants.retain_mut(|rule| match changes.get(&rule.id) {
            None => true,
            Some(None) => false,
            Some(Some(edited)) => {
                *rule = edited.clone();
                true
            }
        });
    }
    registry
}

/// What a receipt says: all of a violation but the id of its rule.
type Told = Vec<(Class, String, Json, Json, String)>;

fn told(checker: Option<&Checker>, call: &Call) -> Told {
    let violations = checker.map(|checker| checker.check(&call.arguments, call.result.as_ref().unwrap()));
    violations.into_iter().flatten().map(|it| (it.class, it.path, it.expected, it.observed, it.detail)).collect()
}

/// Checks the calls of a tool by the registries as they become; `before` has what they say as they are.
fn really(chosen: &Chosen, changes: &Changes, tool: &ToolName, calls: &[(&Judged, Told)]) -> BTreeMap<Spot, Change> {
    let of = |registry: Registry| registry.tools.get(tool).map(|contract| Checker::new(tool, contract));
    let registries = chosen.against.registries().map(|named| only(&named.registry, tool));
    let after: Vec<Option<Checker>> = registries.map(|registry| of(changed(&registry, changes))).collect();
    let change = |(judged, one): &(&Judged, Told)| {
        let other = told(after[judged.judge].as_ref(), &judged.call);
        let change = match (one.is_empty(), other.is_empty()) {
            (true, false) => Change::Gained,
            (false, true) => Change::Lost,
            _ if *one != other => Change::Other,
            _ => return None,
        };
        Some((judged.spot, change))
    };
    calls.iter().filter_map(change).collect()
}

/// The contract of one tool alone.
fn only(registry: &Registry, tool: &ToolName) -> Registry {
    let tools = registry.tools.iter().filter(|(name, _)| *name == tool);
    let tools = tools.map(|(name, contract)| (name.clone(), contract.clone())).collect();
    Registry { tools, ..Registry::default() }
}

/// The edits a person could make of a rule, and one or two that let less pass.
fn edits(rule: &Invariant, contract: &ToolContract, calls: &[Judged]) -> Vec<Invariant> {
    let with = |expected: Expected| Invariant { expected, ..rule.clone() };
    match &rule.expected {
        Expected::Values(values) => {
            let texts = calls.iter().filter_map(|judged| judged.call.result.as_ref()).map(ToString::to_string);
            let seen = texts.flat_map(|text| text.split('"').map(str::to_owned).collect::<Vec<_>>());
            let fresh = seen.filter(|text| text.len() > 2 && !values.contains(text)).take(2000);
            let wide: Vec<String> = values.iter().cloned().chain(fresh).collect();
            vec![with(Expected::Values(wide)), with(Expected::Values(values[1..].to_vec()))]
        }
        Expected::Fields(names) => {
            let more = names.iter().cloned().chain(["error".to_owned(), "note".to_owned()]).collect();
            vec![with(Expected::Fields(more)), with(Expected::Fields(names[1..].to_vec()))]
        }
        Expected::Types(types) => {
            let all = [JsonType::Null, JsonType::String, JsonType::Object, JsonType::Array];
            let more = types.iter().copied().chain(all).collect();
            vec![with(Expected::Types(more)), with(Expected::Types(vec![JsonType::Boolean]))]
        }
        Expected::Relation(relation) => {
            let guards = contract.invariants.iter().find_map(|other| match (&other.expected, other.class) {
                (Expected::Values(values), Class::Category) => {
                    let path = other.path.path().clone();
                    Some(vidimus::domain::invariant::Guard::new(path, values[..1].to_vec()))
                }
                _ => None,
            });
            let mut one = relation.clone();
            one.when = guards;
            let mut other = relation.clone();
            other.when = None;
            other.b += 1.0;
            vec![with(Expected::Relation(one)), with(Expected::Relation(other))]
        }
        _ => Vec::new(),
    }
}
