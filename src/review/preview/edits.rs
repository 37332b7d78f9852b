//! What edited rules find, on the calls of their tools.

use std::collections::BTreeMap;

use super::look::Found;
use super::{Changes, Table};
use crate::contract::Checker;
use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::invariant::Invariant;
use crate::domain::json::Json;
use crate::domain::registry::ToolContract;

/// Edited rules, ready to look at calls on any thread. The same edited rule stands in every fold, so which fold judges
/// a call makes no difference here.
#[derive(Clone, Debug, Default)]
pub struct Edits {
    tools: BTreeMap<ToolName, (Vec<InvariantId>, Checker)>,
}

impl Edits {
    /// The edited ones of some changes; a rule is of the tool whose contract in the table has it.
    #[must_use]
    pub fn new(table: &Table, changes: &Changes) -> Self {
        let mut of_tool: BTreeMap<ToolName, Vec<(&InvariantId, &Invariant)>> = BTreeMap::new();
        for (id, edited) in changes.iter().filter_map(|(id, change)| Some((id, change.as_ref()?))) {
            for tool in table.tools_with(id) {
                of_tool.entry(tool.clone()).or_default().push((id, edited));
            }
        }
        let tools = of_tool.into_iter().map(|(tool, edited)| {
            let (ids, invariants) = edited.into_iter().map(|(id, edited)| (id.clone(), edited.clone())).unzip();
            let checker = Checker::new(&tool, &ToolContract { invariants, ..ToolContract::default() });
            (tool, (ids, checker))
        });
        Self { tools: tools.collect() }
    }

    /// The tools whose calls must be looked at again; none if nothing is edited.
    pub fn tools(&self) -> impl Iterator<Item = &ToolName> {
        self.tools.keys()
    }

    /// Looks at a call of one of the tools.
    #[must_use]
    pub fn look(&self, tool: &ToolName, arguments: &Json, result: &Json) -> Vec<Found> {
        let Some((_, checker)) = self.tools.get(tool) else { return Vec::new() };
        let broken = checker.broken(arguments, result);
        broken.by_rule.iter().map(|(rule, violation)| Found::new(*rule, violation)).collect()
    }

    /// What of a look is of one rule.
    pub(super) fn of_rule<'f>(
        &self,
        tool: &ToolName,
        id: &InvariantId,
        found: &'f [Found],
    ) -> impl Iterator<Item = Found> + use<'f> {
        let ids = self.tools.get(tool).map(|(ids, _)| ids.as_slice()).unwrap_or_default();
        let place = ids.iter().position(|known| known == id).map(super::look::number);
        found.iter().copied().filter(move |found| Some(found.rule) == place)
    }
}
