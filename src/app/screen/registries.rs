//! Screen 1: the contracts of one registry, tool by tool, rule by rule (UI.md).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::app::data::{CallRef, Data, Fired, LedgerId, LedgerSlot, RegistryId, RuleRef};
use crate::app::list::List;
use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::invariant::Invariant;
use crate::domain::registry::ToolContract;
use crate::lens::lists;
use crate::query::contract::ContractFilter;
use crate::query::fuzzy::Fuzzy;
use crate::query::order;
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

    /// How it is called on screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Firings => "firings",
            Self::Samples => "samples",
            Self::Rules => "rules",
        }
    }
}

/// What rules are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RuleSort {
    /// By class, as the registry has them.
    #[default]
    Class,
    /// By path.
    Path,
    /// The least support first.
    Support,
    /// Most firings first.
    Firings,
    /// The most suspicious first, as the review has them.
    Suspicion,
}

impl RuleSort {
    /// Every one, in the order of going round.
    pub const ALL: [Self; 5] = [Self::Class, Self::Path, Self::Support, Self::Firings, Self::Suspicion];

    /// How it is called on screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Class => "class",
            Self::Path => "path",
            Self::Support => "support",
            Self::Firings => "firings",
            Self::Suspicion => "suspicion",
        }
    }
}

/// A filter of tools or rules: the language of every list, but plain words are looked for letter by letter, and those
/// that match best come first.
struct Filter {
    typed: ContractFilter,
    words: Fuzzy,
}

/// Where a row stands among those that match words: the lowest first.
type Rank = (usize, std::cmp::Reverse<i64>);

impl Filter {
    /// What is being typed may not be a filter yet; the prompt says so and everything is shown.
    fn new(text: &str) -> Self {
        let (typed, words) = ContractFilter::parse_with_words(text).unwrap_or_default();
        Self { typed, words: Fuzzy::new(&words) }
    }

    /// Where a rule stands among those that match the words: first those whose path or class has them as they are, then
    /// those of which that is said, then those that only have their letters in order.
    fn rank(&self, rule: &Invariant) -> Option<Rank> {
        let texts = [rule.path.to_string(), rule.class.to_string(), rule_text(rule)];
        let ranks = texts.iter().zip([0, 0, 1]).filter_map(|(text, is_said)| {
            let (rough, score) = self.words.rank(text)?;
            let is_spread = usize::from(!self.words.stands_in(text));
            Some(((is_spread * 2 + is_said) * 1_000 + rough, score))
        });
        ranks.min()
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
    /// Whether their order is turned round.
    pub reversed: bool,
    /// What rules are sorted by.
    pub rule_sort: RuleSort,
    /// Whether their order is turned round.
    pub rules_reversed: bool,
    /// What the review knows against the rules of the tool under the cursor, where they are sorted by that.
    pub weights: BTreeMap<InvariantId, u32>,
    /// The filter of the tools.
    pub tool_filter: String,
    /// The filter of the rules.
    pub rule_filter: String,
    /// How often each rule fires in all loaded ledgers.
    pub counts: BTreeMap<RuleRef, u64>,
}

impl RegistriesScreen {
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
        let Some(slot) = registry.and_then(|id| data.registry(id)) else { return Vec::new() };
        let Some(registry) = &slot.registry else { return Vec::new() };
        let filter = Filter::new(&self.tool_filter);
        let tools = registry.tools.iter();
        let mut tools: Vec<_> = tools
            .filter_map(|(tool, contract)| {
                Some((self.rank(&filter, data, &slot.name, tool, contract)?, tool, contract))
            })
            .collect();
        match self.sort {
            ToolSort::Name => {}
            ToolSort::Firings => tools.sort_by_key(|(_, tool, _)| std::cmp::Reverse(self.tool_count(tool))),
            ToolSort::Samples => tools.sort_by_key(|(_, _, contract)| std::cmp::Reverse(contract.samples)),
            ToolSort::Rules => tools.sort_by_key(|(_, _, contract)| std::cmp::Reverse(contract.invariants.len())),
        }
        if self.reversed {
            tools.reverse();
        }
        tools.sort_by_key(|(rank, _, _)| *rank);
        tools.into_iter().map(|(_, tool, _)| tool.clone()).collect()
    }

    /// Whether a tool passes: it, or one of its rules. Words that stand in its name come before those in its rules.
    fn rank(
        &self,
        filter: &Filter,
        data: &Data,
        registry: &str,
        tool: &ToolName,
        contract: &ToolContract,
    ) -> Option<Rank> {
        let rules = || contract.invariants.iter();
        let passes = filter.typed.is_empty()
            || rules().any(|rule| filter.typed.passes_with(|| self.row(data, registry, tool, contract, rule)))
            || (contract.invariants.is_empty()
                && filter.typed.passes_with(|| lists::tool_row(registry, tool, contract)));
        let by_name = filter.words.rank(tool.as_str());
        // In the many words of a rule letters in order are found everywhere: there, words have to stand as they are.
        let by_rule = || {
            let texts = rules().map(|rule| format!("{} {}", rule.class, rule.path));
            let ranks = texts.filter(|text| filter.words.stands_in(text)).filter_map(|text| filter.words.rank(&text));
            ranks.min().map(|(rough, score)| (rough + 1_000, score))
        };
        by_name.or_else(by_rule).filter(|_| passes)
    }

    /// A rule as a row of fields.
    fn row(
        &self,
        data: &Data,
        registry: &str,
        tool: &ToolName,
        contract: &ToolContract,
        rule: &Invariant,
    ) -> Vec<crate::domain::json::Json> {
        let reference = RuleRef { tool: tool.clone(), invariant: rule.id.clone() };
        let firings = self.counts.get(&reference).copied().unwrap_or(0);
        lists::rule_row(registry, tool, contract, rule, (!data.ledgers.is_empty()).then_some(firings))
    }

    fn rule_rows(&self, data: &Data, registry: Option<RegistryId>) -> Vec<InvariantId> {
        let Some(slot) = registry.and_then(|id| data.registry(id)) else { return Vec::new() };
        let of_tool = |tool| Some((tool, slot.registry.as_ref()?.tools.get(tool)?));
        let Some((tool, contract)) = self.tools.selected().and_then(of_tool) else { return Vec::new() };
        let filter = Filter::new(&self.rule_filter);
        let passes = |rule: &Invariant| filter.typed.passes_with(|| self.row(data, &slot.name, tool, contract, rule));
        let ranked = |rule| Some((filter.rank(rule)?, rule));
        let mut rules: Vec<(Rank, &Invariant)> =
            contract.invariants.iter().filter(|rule| passes(rule)).filter_map(ranked).collect();
        let count = |rule: &Invariant| {
            self.counts.get(&RuleRef { tool: tool.clone(), invariant: rule.id.clone() }).copied().unwrap_or(0)
        };
        let weight = |rule: &Invariant| self.weights.get(&rule.id).copied().unwrap_or(0);
        match self.rule_sort {
            RuleSort::Class => {}
            RuleSort::Path => rules.sort_by_cached_key(|(_, rule)| order::by_text(Some(rule.path.to_string()))),
            RuleSort::Support => rules.sort_by_key(|(_, rule)| rule.support),
            RuleSort::Firings => rules.sort_by_cached_key(|(_, rule)| std::cmp::Reverse(count(rule))),
            RuleSort::Suspicion => rules.sort_by_key(|(_, rule)| std::cmp::Reverse(weight(rule))),
        }
        if self.rules_reversed {
            rules.reverse();
        }
        rules.sort_by_key(|(rank, _)| *rank);
        rules.into_iter().map(|(_, rule)| rule.id.clone()).collect()
    }

    /// The rules of the tool under the cursor that a reload changed and nobody has looked at.
    pub fn unseen(&self, data: &Data, registry: Option<RegistryId>) -> BTreeSet<InvariantId> {
        let Some(slot) = registry.and_then(|id| data.registry(id)) else { return BTreeSet::new() };
        let of_tool = slot.unseen.keys().filter(|rule| self.tools.selected() == Some(&rule.tool));
        of_tool.map(|rule| rule.invariant.clone()).collect()
    }
}

/// Which characters of the name of a tool a filter asked for.
pub fn asked_for_tool(name: &str, filter: &str) -> Vec<Range<usize>> {
    let filter = Filter::new(filter);
    let found = [filter.words.ranges(name), filter.typed.found_in("tool", name)].concat();
    crate::query::text::joined(found)
}

/// Which characters of a rule's class and of its path a filter asked for.
pub fn asked_for(rule: &Invariant, filter: &str) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let filter = Filter::new(filter);
    let found = filter.words.ranges(&rule_text(rule));
    let (class, path) = (rule.class.to_string(), rule.path.to_string());
    let places = class.chars().count() + 1;
    let within = |part: Range<usize>, typed: Vec<Range<usize>>| {
        let cut = found.iter().map(|range| range.start.max(part.start)..range.end.min(part.end));
        let cut = cut.filter(|range| range.start < range.end);
        let cut = cut.map(|range| range.start - part.start..range.end - part.start);
        crate::query::text::joined(cut.chain(typed).collect())
    };
    (
        within(0..places - 1, filter.typed.found_in("class", &class)),
        within(places..places + path.chars().count(), filter.typed.found_in("path", &path)),
    )
}

/// What a filter looks at in a rule: its class, its path and the rule in words.
fn rule_text(rule: &Invariant) -> String {
    format!("{} {} {}", rule.class, rule.path, words::rule(rule))
}
