//! The review that a frozen registry remembers: where every rule stood when it was frozen, by its manifest.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::invariant::Invariant;
use crate::domain::json::{Json, Object};
use crate::domain::registry::Registry;
use crate::format::registry::invariant_from_json;
use crate::review::{Decision, Orphan, Review, Row, Standing, Subject, journal};

use super::before_edit;

/// The decisions that a frozen registry was made with; what they left out are the orphans. Nothing if the registry is
/// not frozen. A rule that the manifest does not name, or that a default kept, is one that nobody decided.
#[must_use]
pub fn recorded(registry: &Registry) -> Option<Review> {
    let manifest = &registry.seal.as_ref()?.manifest;
    let list = |key: &str| manifest.get(key).and_then(Json::as_array).unwrap_or_default();
    let mut entries: BTreeMap<(ToolName, InvariantId), &Json> = BTreeMap::new();
    for entry in list("invariants") {
        if let Some((tool, rule)) = named(entry) {
            entries.insert((tool, rule.id), entry);
        }
    }
    let mut review = Review::default();
    for (tool, contract) in &registry.tools {
        for (place, rule) in contract.invariants.iter().enumerate() {
            let key = (tool.clone(), rule.id.clone());
            let entry = entries.get(&key).copied();
            review.rows.push(Row {
                standing: entry.map_or(Standing::Undecided, |entry| standing(entry, tool, rule)),
                comments: entry.map(|entry| comments(entry, tool, rule)).unwrap_or_default(),
                tool: key.0,
                place,
                id: key.1,
                class: rule.class,
            });
        }
    }
    for entry in list("left_out") {
        let decision = named(entry).and_then(|(tool, rule)| decision(entry.get("decision")?, &tool, &rule));
        review.orphans.extend(decision.map(|decision| Orphan { decision: Arc::new(decision) }));
    }
    Some(review)
}

fn named(entry: &Json) -> Option<(ToolName, Invariant)> {
    let tool = ToolName::from(entry.get("tool")?.as_str()?);
    let rule = invariant_from_json(&tool, entry.get("invariant")?).ok()?;
    Some((tool, rule))
}

fn standing(entry: &Json, tool: &ToolName, rule: &Invariant) -> Standing {
    let before = before_edit(tool, entry);
    let judged = before.as_ref().unwrap_or(rule);
    let decision = entry.get("decision").and_then(|line| decision(line, tool, judged)).map(Arc::new);
    match (entry.get("standing").and_then(Json::as_str), decision) {
        (Some("accepted"), Some(decision)) => Standing::Accepted(decision),
        (Some("edited"), Some(decision)) => Standing::Edited(decision, Box::new(rule.clone())),
        _ => Standing::Undecided,
    }
}

fn comments(entry: &Json, tool: &ToolName, rule: &Invariant) -> Vec<Arc<Decision>> {
    let lines = entry.get("comments").and_then(Json::as_array).unwrap_or_default();
    lines.iter().filter_map(|line| decision(line, tool, rule)).map(Arc::new).collect()
}

/// A decision as a manifest has it, which does not say the tool and the rule again.
fn decision(line: &Json, tool: &ToolName, rule: &Invariant) -> Option<Decision> {
    let line: Object = line.as_object()?.clone();
    journal::decision_on(Subject::new(tool, rule), line).ok()
}
