//! Filters: one for each list, typed in one prompt, completed, recalled.

use crate::app::data::RuleRef;
use crate::app::filter::{FilterPrompt, Filtered};
use crate::app::keys::Scope;
use crate::app::screen::{registries, stepper};
use crate::app::{App, Overlay};
use crate::digest::EpisodeLabel;
use crate::lens::lists;
use crate::query::complete;
use crate::query::contract::{self, ContractFilter};
use crate::query::episode::{self, EpisodeFilter};
use crate::query::lang::QueryError;
use crate::query::pair;
use crate::query::rule::{self, RuleFilter};

/// Values of a field are looked for in so many episodes at most, since somebody waits.
const LOOKED_AT: usize = 20_000;

impl App {
    pub(in crate::app) fn open_filter(&mut self) {
        let is_typing = self.filter_prompt.is_some();
        if let Some(before) = self.looked_for().filter(|_| !is_typing).map(str::to_owned) {
            self.filter_prompt = Some(FilterPrompt::new(Filtered::Lines, before));
            return self.mark_lines_origin();
        }
        if !self.overlays.is_empty() {
            self.notice = Some("this window has nothing to look through; Esc closes it".into());
            return;
        }
        if self.tab == crate::app::Tab::Study {
            self.notice = Some("there are no numbers yet to look through".into());
            return;
        }
        if let Some(stepper) = &mut self.stepper
            && stepper.pane == stepper::Pane::Receipt
            && self.tab == crate::app::Tab::Episodes
        {
            stepper.pane = stepper::Pane::Tree;
        }
        let mut prompt = FilterPrompt::new(self.filtered(), self.filter().to_owned());
        // What is typed on narrows the queue further; it is never part of the last word.
        if prompt.list == Filtered::Queue && !prompt.before.is_empty() && !prompt.before.ends_with(' ') {
            prompt.input = tui_input::Input::new(format!("{} ", prompt.before));
            prompt.is_recalled = false;
        }
        self.filter_prompt = Some(prompt);
        self.mark_find_origin();
    }

    /// What is being filtered, or would be by `/`.
    pub fn filtered(&self) -> Filtered {
        if let Some(prompt) = &self.filter_prompt {
            return prompt.list;
        }
        match (self.base_scope(), self.registries.pane) {
            (Scope::Registries, registries::Pane::Tools) => Filtered::Tools,
            (Scope::Registries, _) => Filtered::Rules,
            (Scope::Review, _) => Filtered::Queue,
            (Scope::Pairs, _) => Filtered::Pairs,
            (Scope::Stepper, _) => Filtered::Calls,
            (Scope::Study, _) => Filtered::Lines,
            _ => Filtered::Episodes,
        }
    }

    /// The filter of the list that has the cursor.
    pub fn filter(&self) -> &str {
        match self.filtered() {
            Filtered::Tools => &self.registries.tool_filter,
            Filtered::Rules => &self.registries.rule_filter,
            Filtered::Queue => &self.review.screen.filter,
            Filtered::Episodes => &self.episodes.filter,
            Filtered::Pairs => &self.pairs.screen.filter,
            Filtered::Calls => self.stepper.as_ref().map_or("", |stepper| &stepper.find.text),
            Filtered::Everywhere => &self.searching.text,
            Filtered::Lines => self.looked_for().unwrap_or_default(),
        }
    }

    /// How many rows of the list that has the cursor pass its filter, and how many there are.
    pub fn filter_count(&self) -> (usize, usize) {
        match self.filtered() {
            Filtered::Tools => {
                let registry = self.registry.and_then(|id| self.data.registry(id)?.registry.as_ref());
                (self.registries.tools.rows().len(), registry.map_or(0, |registry| registry.tools.len()))
            }
            Filtered::Rules => {
                let registry = self.registry.and_then(|id| self.data.registry(id)?.registry.as_ref());
                let tool = self.registries.tools.selected();
                let contract = registry.zip(tool).and_then(|(registry, tool)| registry.tools.get(tool));
                (self.registries.rules.rows().len(), contract.map_or(0, |contract| contract.invariants.len()))
            }
            Filtered::Queue => (self.review.screen.queue.rows().len(), self.review_count().all),
            Filtered::Episodes => {
                let all = self.data.ledgers.iter().map(|slot| slot.index.episodes().len()).sum();
                (self.episodes.list.rows().len(), all)
            }
            Filtered::Pairs => {
                let all = self.pairs.pairing().map_or(0, |pairing| pairing.pairs.len());
                (self.pairs.screen.list.rows().len(), all)
            }
            Filtered::Calls => self.stepper.as_ref().map_or((0, 0), |stepper| stepper.find.count),
            Filtered::Everywhere => (0, 0),
            Filtered::Lines => self.found_in_lines().unwrap_or_default(),
        }
    }

    pub(in crate::app) fn set_filter(&mut self, filter: String) {
        match self.filtered() {
            Filtered::Tools => {
                self.take_error(ContractFilter::parse_with_words(&filter).err());
                self.registries.tool_filter = filter;
                self.registries.refresh(&self.data, self.registry);
                // Whoever types looks for the best, which stands first.
                if self.filter_prompt.is_some() && !self.registries.tool_filter.trim().is_empty() {
                    self.registries.tools.move_to(0);
                    self.registries.refresh_rules(&self.data, self.registry);
                }
            }
            Filtered::Rules => {
                self.take_error(ContractFilter::parse_with_words(&filter).err());
                self.registries.rule_filter = filter;
                self.registries.refresh(&self.data, self.registry);
                if self.filter_prompt.is_some() && !self.registries.rule_filter.trim().is_empty() {
                    self.registries.rules.move_to(0);
                    self.registries.refresh_firings(&self.data);
                }
            }
            Filtered::Queue => {
                self.take_error(RuleFilter::parse(&filter).err());
                self.review.screen.filter = filter;
                self.refresh_queue();
            }
            Filtered::Episodes => {
                self.take_error(EpisodeFilter::parse(&filter).err());
                self.episodes.set_filter(&self.data, filter);
            }
            Filtered::Pairs => {
                self.take_error(self.read_pair_filter(&filter).err());
                self.set_pair_filter(filter);
            }
            Filtered::Calls => self.find(filter),
            Filtered::Lines => self.find_in_lines(filter),
            // It begins with Enter.
            Filtered::Everywhere => {}
        }
    }

    /// What is wrong with a filter is told where it is typed, else in a notice.
    fn take_error(&mut self, error: Option<QueryError>) {
        if let Some(prompt) = &mut self.filter_prompt {
            prompt.error = error;
        } else if let Some(error) = error {
            self.notice = Some(error.to_string());
        }
    }

    pub(in crate::app) fn clear_filter(&mut self) -> bool {
        let had = !self.filter().is_empty();
        if had {
            self.set_filter(String::new());
        }
        had
    }

    /// Takes the filter that was typed; one that is none stays on the line with what is wrong.
    pub(in crate::app) fn submit_filter(&mut self) {
        let finds = matches!(self.filtered(), Filtered::Calls | Filtered::Lines);
        if finds && !self.filter().trim().is_empty() && self.filter_count().1 == 0 {
            self.notice = Some(self.why_not_found());
            return;
        }
        let Some(prompt) = self.filter_prompt.take_if(|prompt| prompt.error.is_none()) else { return };
        self.remembered.add(prompt.list, prompt.input.value());
        if prompt.list == Filtered::Everywhere {
            self.search(prompt.input.value());
        }
    }

    /// An older filter, or a newer one; in a window the line above or below.
    pub(in crate::app) fn walk_filters(&mut self, is_older: bool) {
        if matches!(self.overlays.last(), Some(Overlay::Find(_))) {
            return self.move_by(if is_older { -1 } else { 1 });
        }
        let Some(prompt) = &mut self.filter_prompt else { return };
        if prompt.walk(self.remembered.of(prompt.list), is_older) {
            let filter = prompt.input.value().to_owned();
            self.set_filter(filter);
        } else if is_older {
            self.notice = Some("no older filter is remembered for this list".into());
        }
    }

    /// Completes the word before the cursor as far as it is sure, and shows how it can go on.
    pub(in crate::app) fn complete_filter(&mut self) {
        let Some(prompt) = &self.filter_prompt else { return };
        let Some(fields) = prompt.list.fields() else {
            self.notice = Some("any text can stand here: there is nothing to complete".into());
            return;
        };
        let list = prompt.list;
        let values = |field: &str| match list {
            Filtered::Queue => self.queue_values_of(field),
            Filtered::Tools | Filtered::Rules => self.contract_values_of(field),
            Filtered::Pairs => self.pair_values_of(field),
            _ => self.values_of(field),
        };
        let (text, cursor) = (prompt.input.value().to_owned(), prompt.input.cursor());
        let Some(found) = complete::complete(&text, cursor, fields, &values) else {
            self.notice = Some("no field, and no value of this field, begins like this".into());
            return;
        };
        let Some(prompt) = &mut self.filter_prompt else { return };
        let common = found.common();
        if common.chars().count() >= cursor.saturating_sub(found.from) {
            prompt.replace(found.from, &common);
        }
        prompt.choices = if found.choices.len() > 1 { found.choices } else { Vec::new() };
        let filter = prompt.input.value().to_owned();
        self.set_filter(filter);
    }

    /// The values that a field of the invariants under review has, in order.
    fn queue_values_of(&self, field: &str) -> Vec<String> {
        let Some(at) = rule::FIELDS.iter().position(|name| *name == field) else { return Vec::new() };
        let mut values = std::collections::BTreeSet::new();
        for row in &self.review.judged().review.rows {
            let rule = RuleRef { tool: row.tool.clone(), invariant: row.id.clone() };
            let row = self.rule_values(&rule);
            values.extend(row.as_ref().and_then(|row| row.get(at)).map(episode::texts).unwrap_or_default());
        }
        values.into_iter().collect()
    }

    /// The values that a field of the rules on screen has, in order.
    fn contract_values_of(&self, field: &str) -> Vec<String> {
        let Some(at) = contract::FIELDS.iter().position(|name| *name == field) else { return Vec::new() };
        let slot = self.registry.and_then(|id| self.data.registry(id));
        let Some((slot, registry)) = slot.and_then(|slot| Some((slot, slot.registry.as_ref()?))) else {
            return Vec::new();
        };
        let rules = registry.tools.iter().flat_map(|(tool, it)| it.invariants.iter().map(move |rule| (tool, it, rule)));
        let mut values = std::collections::BTreeSet::new();
        for (tool, contract, rule) in rules.take(LOOKED_AT) {
            let row = lists::rule_row(&slot.name, tool, contract, rule, None);
            values.extend(row.get(at).map(episode::texts).unwrap_or_default());
        }
        values.into_iter().collect()
    }

    /// The values that a field of the pairs has, in order.
    fn pair_values_of(&self, field: &str) -> Vec<String> {
        let Some(at) = pair::FIELDS.iter().position(|name| *name == field) else { return Vec::new() };
        let mut values = std::collections::BTreeSet::new();
        for facts in self.pairs.keys().iter().take(LOOKED_AT).filter_map(|key| self.pair_facts(key)) {
            values.extend(facts.values().get(at).map(episode::texts).unwrap_or_default());
        }
        values.into_iter().collect()
    }

    /// The values that a field has, in order.
    fn values_of(&self, field: &str) -> Vec<String> {
        let Some(at) = episode::FIELDS.iter().position(|name| *name == field) else { return Vec::new() };
        if field == episode::SYMPTOM {
            // They may not have been looked for yet.
            return EpisodeLabel::ALL.into_iter().map(|label| label.name().to_owned()).collect();
        }
        let mut values = std::collections::BTreeSet::new();
        let all = self
            .data
            .ledgers
            .iter()
            .flat_map(|slot| slot.index.episodes().iter().enumerate().map(move |it| (slot, it)));
        for (slot, (place, entry)) in all.take(LOOKED_AT) {
            let known = crate::app::screen::episodes::known(slot, place, entry);
            let row = episode::values(&slot.name, &slot.index, entry, known);
            values.extend(row.get(at).map(episode::texts).unwrap_or_default());
        }
        values.into_iter().collect()
    }
}
