//! The coverage of registries' tools, with the results of ledgers laid over one another.

use std::collections::{BTreeMap, BTreeSet};

use super::ledger::Meter;
use super::{Ledger, NamedRegistry, StudyError, known};
use crate::domain::ids::ToolName;
use crate::domain::json::Json;
use crate::lens::coverage::{Coverage, Shape};

/// After how many calls a meter is told again.
const TOLD_EVERY: usize = 256;

/// The coverage of every tool by every registry, each with the registry's name; of `tool` alone if one is named. A
/// tool that only ledgers know has no rule.
pub fn coverage(
    registries: &[NamedRegistry],
    ledgers: &[Ledger],
    tool: Option<&ToolName>,
    meter: &dyn Meter,
) -> Result<Vec<(String, Coverage)>, StudyError> {
    let called = ledgers.iter().flat_map(|ledger| ledger.index.tools());
    let ruled = registries.iter().flat_map(|named| named.registry.tools.keys());
    let all: BTreeSet<&ToolName> = called.chain(ruled).collect();
    if let Some(tool) = tool {
        known("tool", tool.as_str(), "these files", all.iter().map(|name| name.as_str()))?;
    }
    let tools: Vec<&ToolName> = all.into_iter().filter(|it| tool.is_none_or(|tool| tool == *it)).collect();
    let maps = |named: &NamedRegistry, tool: &ToolName| {
        named.registry.tools.get(tool).map(|contract| contract.maps.clone()).unwrap_or_default()
    };
    let mut shapes: BTreeMap<&ToolName, Vec<Shape>> = BTreeMap::new();
    for tool in &tools {
        shapes.insert(tool, registries.iter().map(|named| Shape::new(&maps(named, tool))).collect());
    }
    for ledger in ledgers {
        read(
            ledger,
            meter,
            &mut |tool, result| {
                for shape in shapes.get_mut(tool).into_iter().flatten() {
                    shape.add(result);
                }
            },
            &tools,
        )?;
    }
    let mut out = Vec::new();
    for (place, named) in registries.iter().enumerate() {
        for tool in &tools {
            let shape = shapes.get(*tool).and_then(|shapes| shapes.get(place)).cloned().unwrap_or_default();
            out.push((named.name.clone(), Coverage::new(tool, named.registry.tools.get(*tool), shape)));
        }
    }
    Ok(out)
}

/// Reads the results of some tools.
fn read(
    ledger: &Ledger,
    meter: &dyn Meter,
    each: &mut dyn FnMut(&ToolName, &Json),
    tools: &[&ToolName],
) -> Result<(), StudyError> {
    let calls = ledger.index.calls();
    meter.begin(&format!("reading results of {}", ledger.file.name()), Some(calls.len() as u64));
    for (place, entry) in calls.iter().enumerate() {
        if place % TOLD_EVERY == 0 {
            meter.reached(place as u64);
        }
        let tool = ledger.index.tool(entry);
        if entry.has_result() && tools.contains(&tool) {
            each(tool, &ledger.call(entry)?.result.unwrap_or_default());
        }
    }
    Ok(())
}
