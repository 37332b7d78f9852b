//! Screen 1: the contracts of one registry, tool by tool, rule by rule (UI.md).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::app::data::{CallRef, Data, Fired, LedgerId, LedgerSlot, RegistryId, RuleRef};
use crate::app::list::List;
use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::invariant::Invariant;
use crate::query::{fuzzy, order};
use crate::words;

/// The panes, from left to right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pane {
    /// The tools.
    #[default]
    Tools,
    /// The rules of the tool under the cursor.
    Rules,
    /// The calls on which the rule under the cursor fires.
    Firings,
}

/// What tools are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolSort {
    /// By name.
    #[default]
    Name,
    /// Most firings first.
    Firings,
    /// Most samples first.
    Samples,
    /// Most rules first.
    Rules,
}

impl ToolSort {
    /// Every one, in the order of going round.
    pub const ALL: [Self; 4] = [Self::Name, Self::Firings, Self::Samples, Self::Rules];

    /// The next one round.
    #[must_use]
    pub fn next(self) -> Self {
        order::next_of(&Self::ALL, self)
    }

    /// How it is called on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Firings => "firings",
            Self::Samples => "samples",
            Self::Rules => "rules",
        }
    }
}

/// The state of the screen.
#[derive(Clone, Debug, Default)]
pub struct RegistriesScreen {
    /// Which pane has the cursor.
    pub pane: Pane,
    /// The tools of the registry that pass the filter.
    pub tools: List<ToolName>,
    /// The rules of the tool that pass the filter, in class order.
    pub rules: List<InvariantId>,
    /// The calls on which the rule fires.
    pub firings: List<CallRef>,
    /// The rule whose firings those are.
    firings_of: Option<RuleRef>,
    /// What tools are sorted by.
    pub sort: ToolSort,
    /// The filter of the tools.
    pub tool_filter: String,
    /// The filter of the rules.
    pub rule_filter: String,
    /// How often each rule fires in all loaded ledgers.
    pub counts: BTreeMap<RuleRef, u64>,
}

impl RegistriesScreen {
    /// Puts the cursor on the tool that matches the filter best: one that begins with it, else the best by letters.
    pub(in crate::app) fn stand_on_best_tool(&mut self) {
        let typed = self.tool_filter.trim().to_lowercase();
        if typed.is_empty() {
            return;
        }
        let begins = |tool: &ToolName| tool.as_str().to_lowercase().starts_with(&typed);
        let rank = |tool: &ToolName| (begins(tool), fuzzy::score(tool.as_str(), &self.tool_filter));
        // The first of equals, as they stand.
        let best = self.tools.rows().iter().enumerate().rev().max_by_key(|(_, tool)| rank(tool)).map(|(at, _)| at);
        if let Some(at) = best {
            self.tools.move_to(at);
        }
    }

    /// The rule under the cursor.
    pub fn rule(&self) -> Option<RuleRef> {
        Some(RuleRef { tool: self.tools.selected()?.clone(), invariant: self.rules.selected()?.clone() })
    }

    /// How often the rules of a tool fire, all together.
    pub fn tool_count(&self, tool: &ToolName) -> u64 {
        let first = RuleRef { tool: tool.clone(), invariant: InvariantId::from("") };
        self.counts.range(first..).take_while(|(rule, _)| rule.tool == *tool).map(|(_, count)| count).sum()
    }

    /// Takes the rows anew from what is loaded; cursors stay on their identities.
    pub fn refresh(&mut self, data: &Data, registry: Option<RegistryId>) {
        let tools = self.tool_rows(data, registry);
        self.tools.set_rows(tools);
        self.refresh_rules(data, registry);
    }

    /// Takes the rules of the tool under the cursor anew, and the firings of the rule.
    pub fn refresh_rules(&mut self, data: &Data, registry: Option<RegistryId>) {
        let rules = self.rule_rows(data, registry);
        self.rules.set_rows(rules);
        self.refresh_firings(data);
    }

    /// Takes the firings of the rule under the cursor anew. While calls are being replayed those of before
    /// stay, so that the cursor has something to stand on.
    pub fn refresh_firings(&mut self, data: &Data) {
        let rule = self.rule();
        let mut firings: BTreeSet<_> = rule.as_ref().map(|rule| data.firings(rule).collect()).unwrap_or_default();
        if rule == self.firings_of && data.is_replaying() {
            firings.extend(self.firings.rows());
        }
        self.firings_of = rule;
        self.firings.set_rows(firings.into_iter().collect());
        self.leave_no_firings();
    }

    /// A ledger is read anew: its calls are other ones.
    pub fn forget(&mut self, ledger: LedgerId, data: &Data) {
        let rows = self.firings.rows().iter().filter(|call| call.ledger != ledger).copied().collect();
        self.firings.set_rows(rows);
        self.leave_no_firings();
        self.counts.clear();
        for slot in &data.ledgers {
            for (place, fired) in &slot.replay.fired {
                self.count(slot, *place, fired);
            }
        }
    }

    /// Counts the rules that fired on a call.
    pub fn count(&mut self, slot: &LedgerSlot, place: u32, fired: &[Fired]) {
        let Some(entry) = slot.index.calls().get(place as usize) else { return };
        let tool = slot.index.tool(entry);
        for fired in fired {
            let rule = RuleRef { tool: tool.clone(), invariant: fired.invariant.clone() };
            *self.counts.entry(rule).or_default() += 1;
        }
    }

    fn leave_no_firings(&mut self) {
        if self.pane == Pane::Firings && self.firings.rows().is_empty() {
            self.pane = Pane::Rules;
        }
    }

    fn tool_rows(&self, data: &Data, registry: Option<RegistryId>) -> Vec<ToolName> {
        let Some(registry) = registry.and_then(|id| data.registry(id)?.registry.as_ref()) else { return Vec::new() };
        let filter = &self.tool_filter;
        let passes = |tool: &ToolName| filter.is_empty() || fuzzy::score(tool.as_str(), filter).is_some();
        let mut tools: Vec<_> = registry.tools.iter().filter(|(tool, _)| passes(tool)).collect();
        match self.sort {
            ToolSort::Name => {}
            ToolSort::Firings => tools.sort_by_key(|(tool, _)| std::cmp::Reverse(self.tool_count(tool))),
            ToolSort::Samples => tools.sort_by_key(|(_, contract)| std::cmp::Reverse(contract.samples)),
            ToolSort::Rules => tools.sort_by_key(|(_, contract)| std::cmp::Reverse(contract.invariants.len())),
        }
        tools.into_iter().map(|(tool, _)| tool.clone()).collect()
    }

    fn rule_rows(&self, data: &Data, registry: Option<RegistryId>) -> Vec<InvariantId> {
        let registry = registry.and_then(|id| data.registry(id)?.registry.as_ref());
        let Some(contract) = self.tools.selected().and_then(|tool| registry?.tools.get(tool)) else {
            return Vec::new();
        };
        let filter = &self.rule_filter;
        let passes = |rule: &&Invariant| filter.is_empty() || fuzzy::score(&rule_text(rule), filter).is_some();
        contract.invariants.iter().filter(passes).map(|rule| rule.id.clone()).collect()
    }

    /// The rules of the tool under the cursor that a reload changed and nobody has looked at.
    pub fn unseen(&self, data: &Data, registry: Option<RegistryId>) -> BTreeSet<InvariantId> {
        let Some(slot) = registry.and_then(|id| data.registry(id)) else { return BTreeSet::new() };
        let of_tool = slot.unseen.keys().filter(|rule| self.tools.selected() == Some(&rule.tool));
        of_tool.map(|rule| rule.invariant.clone()).collect()
    }
}

/// Which characters of a rule's class and of its path a filter asked for.
pub fn asked_for(rule: &Invariant, filter: &str) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let found = fuzzy::ranges(&rule_text(rule), filter);
    let class = rule.class.to_string().chars().count();
    let path = class + 1..class + 1 + rule.path.to_string().chars().count();
    let within = |part: Range<usize>| {
        let cut = found.iter().map(|range| range.start.max(part.start)..range.end.min(part.end));
        cut.filter(|range| range.start < range.end)
            .map(|range| range.start - part.start..range.end - part.start)
            .collect()
    };
    (within(0..class), within(path))
}

/// What a filter looks at in a rule: its class, its path and the rule in words.
fn rule_text(rule: &Invariant) -> String {
    format!("{} {} {}", rule.class, rule.path, words::rule(rule))
}
