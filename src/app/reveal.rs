//! From one thing to another: a firing to its call, a call's line to its rule, a receipt to the next.

use super::data::{CallRef, RuleRef};
use super::screen::episodes::EpisodeRef;
use super::screen::stepper::StepperScreen;
use super::screen::{registries, stepper};
use super::{App, Tab};
use crate::contract::Verdict;
use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::invariant::Invariant;
use crate::domain::path::Path;

impl App {
    /// Opens an episode at its first call.
    pub(super) fn open_episode(&mut self, episode: EpisodeRef) {
        let Some(slot) = self.data.ledger(episode.ledger) else { return };
        let Some(entry) = slot.index.episodes().get(episode.place) else { return };
        let mut screen = StepperScreen::new(episode, entry.calls.clone());
        screen.closed.clone_from(self.stepper.as_ref().map_or(&self.folds, |before| &before.closed));
        self.stepper = Some(screen);
        self.asked.remove(&episode.ledger);
        self.tab = Tab::Episodes;
        self.chosen_tab = true;
        self.show_call();
    }

    /// Leaves the open episode; what is folded stays so.
    pub(super) fn close_episode(&mut self) {
        if let Some(stepper) = self.stepper.take() {
            self.folds = stepper.closed;
        }
    }

    /// Opens the episode of a call, with the cursor on the call.
    pub(super) fn open_call(&mut self, call: CallRef) {
        let Some(slot) = self.data.ledger(call.ledger) else { return };
        let Some(entry) = slot.index.calls().get(call.place as usize) else { return };
        let episode = EpisodeRef { ledger: call.ledger, place: entry.episode as usize };
        self.open_episode(episode);
        self.episodes.list.select(&episode);
        if let Some(stepper) = &mut self.stepper {
            stepper.calls.select(&call.place);
        }
        self.show_call();
    }

    /// From the line of the result under the cursor, or else from what broke first, to its rule on the
    /// registries screen.
    pub(super) fn go_to_rule(&mut self) {
        let Some(stepper) = &self.stepper else { return };
        let Some(detail) = &stepper.detail else { return };
        let Some(judge) = &detail.judge else {
            self.notice = Some("no loaded registry judges this call".into());
            return;
        };
        let under_cursor = stepper.row().filter(|_| stepper.pane == stepper::Pane::Tree);
        let of_row = under_cursor.and_then(|row| row.marks.first().map(|mark| mark.invariant));
        let broken = detail.judgements.iter().find(|judgement| judgement.verdict == Verdict::Broken);
        let Some(at) = of_row.or_else(|| broken.map(|judgement| judgement.invariant)) else {
            self.notice = Some("no rule looks at this line".into());
            return;
        };
        let Some(invariant) = judge.rules.get(at).map(|rule| rule.id.clone()) else { return };
        let rule = RuleRef { tool: detail.call.tool.clone(), invariant };
        self.registry = Some(judge.id);
        self.show_rule(&rule);
    }

    /// Puts the registries screen on a tool of the registry on screen.
    pub(super) fn show_tool(&mut self, tool: &ToolName) {
        self.show_rule(&RuleRef { tool: tool.clone(), invariant: InvariantId::from("") });
        self.registries.pane = registries::Pane::Tools;
    }

    /// Puts the registries screen on what a tool's contract says of a field; where it says nothing, on the rule that
    /// looks at the least around it.
    pub(super) fn show_field(&mut self, tool: &ToolName, path: &Path) {
        let contract = self.registry.and_then(|id| self.data.registry(id)?.registry.as_ref()?.tools.get(tool));
        let rules = contract.map(|contract| contract.invariants.as_slice()).unwrap_or_default();
        let around = rules.iter().filter(|rule| path.segments().starts_with(rule.path.path().segments()));
        // The first of the deepest.
        let depth = |rule: &&Invariant| rule.path.path().segments().len();
        let Some(rule) = around.rev().max_by_key(depth) else {
            self.show_tool(tool);
            self.notice = Some(format!("no rule of {tool} looks at {path}, nor at what is around it"));
            return;
        };
        let (is_there, at, invariant) = (rule.path.path() == path, rule.path.to_string(), rule.id.clone());
        self.show_rule(&RuleRef { tool: tool.clone(), invariant });
        self.notice = (!is_there).then(|| format!("no rule looks at {path}; this one looks at {at}, around it"));
    }

    /// Puts the registries screen on a rule of the registry on screen.
    pub(super) fn show_rule(&mut self, rule: &RuleRef) {
        self.tab = Tab::Registries;
        self.chosen_tab = true;
        self.registries.tool_filter.clear();
        self.registries.rule_filter.clear();
        self.registries.refresh(&self.data, self.registry);
        self.registries.tools.select(&rule.tool);
        self.registries.refresh_rules(&self.data, self.registry);
        self.registries.rules.select(&rule.invariant);
        self.registries.refresh_firings(&self.data);
        self.registries.pane = registries::Pane::Rules;
    }
}
