//! The card of an invariant under review: everything needed to decide on it, as a page whose lines lead on.

use std::collections::{BTreeMap, BTreeSet};

use super::App;
use crate::app::data::{CallRef, RuleRef};
use crate::app::window::{View, Window};
use crate::domain::ids::InvariantId;
use crate::domain::invariant::Invariant;
use crate::lens::queue::Entry;
use crate::lens::verdict::{self, Told};
use crate::page::{Kind, Page, Role};
use crate::review::preview::Fire;
use crate::words::{self, counted};

/// So many calls of one sort are listed.
const MOST_CALLS: usize = 500;

/// So many of the most frequent texts are told.
const MOST_SEEN: usize = 3;

/// Where a line of the card leads.
#[derive(Clone, Debug)]
pub(super) enum Lead {
    /// To the rule on the registries screen.
    Rule,
    /// To another invariant in the queue.
    Other(RuleRef),
    /// To a call on which the rule is broken.
    Call(CallRef),
}

impl App {
    /// Makes the card of the invariant under the cursor anew.
    pub(in crate::app) fn refresh_card(&mut self) {
        let rule = self.review.screen.queue.selected().cloned();
        let page = rule.as_ref().map(|rule| self.card(rule).0).unwrap_or_default();
        let screen = &mut self.review.screen;
        if screen.card_of == rule {
            if screen.card.page != page {
                screen.card.set_page(page);
            }
        } else {
            screen.card = Window::new(View::Card, page);
            // The card is read from its top.
            screen.card.move_to(0);
            if let Some(left) = std::mem::replace(&mut screen.card_of, rule) {
                self.review.leave_contest(&left);
            }
        }
    }

    /// The card of an invariant, and where its lines lead.
    pub(super) fn card(&self, rule: &RuleRef) -> (Page, Vec<Lead>) {
        let judged = &self.review.judged;
        let Some((known, registry)) = judged.known(rule).zip(judged.contents()) else {
            return (Page::default(), Vec::new());
        };
        let sibling = |id: &InvariantId| RuleRef { tool: rule.tool.clone(), invariant: id.clone() };
        let other = |id: &InvariantId| Some((judged.rule(&sibling(id))?, self.review_mark(&sibling(id))));
        let told = Told {
            known,
            registry,
            other: &other,
            is_saving: self.review.is_saving(rule),
            is_frozen: judged.registry().is_some_and(|id| self.seal_words(id).is_some()),
            drift: self.drift_of(&rule.tool),
            contest: self.review.contest(rule).map(|contest| contest.sentence.as_str()),
        };
        let (mut page, leads) = verdict::card(&told, |page| self.firing_lines(page, rule, known.entry));
        let leads = leads.into_iter().map(|lead| match lead {
            verdict::Lead::Rule => Lead::Rule,
            verdict::Lead::Other(id) => Lead::Other(sibling(&id)),
        });
        let mut leads = leads.collect();
        self.call_lines(&mut page, &mut leads, rule);
        (page, leads)
    }

    /// How it does on the calls of the loaded ledgers, and what would change if it were rejected.
    fn firing_lines(&self, page: &mut Page, rule: &RuleRef, entry: &Entry) {
        if self.data.ledgers.is_empty() {
            return page.item("no ledger is loaded to try it on; open both: vidimus TRACES registry.json");
        }
        if self.is_gathering() {
            let (done, all) = self.gathered();
            page.item(format!("{done} of {all} calls looked at so far"));
        }
        page.push(Kind::Item, vec![verdict::cleanly(entry)]);
        let faulted = self.broken_calls(rule).into_iter().filter(|(call, _)| self.is_faulted(*call)).count();
        page.item(match faulted {
            0 => "with a fault label: broken on none".to_owned(),
            count => format!("with a fault label: broken on {}", counted(count, "call")),
        });
        if let Some(sentence) = self.preview_without(rule) {
            page.item(sentence);
        }
    }

    /// The calls on which it is broken, to go to: clean ones first.
    fn call_lines(&self, page: &mut Page, leads: &mut Vec<Lead>, rule: &RuleRef) {
        let (faulted, others): (Vec<_>, Vec<_>) =
            self.broken_calls(rule).into_iter().partition(|(call, _)| self.is_faulted(*call));
        let (it, mut told) = (self.review.judged.rule(rule), BTreeSet::new());
        if faulted.is_empty() && others.is_empty() {
            return;
        }
        page.heading("Where it is broken (enter goes there)");
        for (seen, count) in most_seen(others.iter().chain(&faulted).map(|(_, fire)| fire)) {
            page.muted(format!("on {}: {seen}", counted(count, "call")));
        }
        for (what, calls) in [("clean", others), ("faulted", faulted)] {
            let count = calls.len();
            for (call, fire) in calls.into_iter().take(MOST_CALLS) {
                let first = if fire.is_reported { "" } else { ", which another rule reports first" };
                let text = format!("{what}: {}: {}{first}", self.call_words(call), fire.seen);
                page.link(Kind::Item, vec![(Role::Replayed, text)], leads.len());
                leads.push(Lead::Call(call));
                let judged = self.judge_of_fire(&fire, &rule.invariant);
                let other = judged.filter(|(_, other)| it.is_some_and(|it| it.expected != other.expected));
                // Of one fold it is said once.
                if let Some((judge, other)) = other.filter(|_| told.insert((fire.judge, fire.own))) {
                    page.muted(format!("  {}", self.fold_says(call, &judge, other, fire.own)));
                }
            }
            if count > MOST_CALLS {
                let more = count - MOST_CALLS;
                let text = format!("{more} more {what}: enter opens the rule, with all its firings beside it");
                page.link(Kind::Item, vec![(Role::Muted, text)], leads.len());
                leads.push(Lead::Rule);
            }
        }
    }

    /// What a fold expects instead of what the rule under review does.
    fn fold_says(&self, call: CallRef, judge: &str, other: &Invariant, own: Option<bool>) -> String {
        let slot = self.data.ledger(call.ledger);
        let task = slot.and_then(|slot| {
            let entry = slot.index.calls().get(call.place as usize)?;
            Some(slot.index.episodes().get(entry.episode as usize)?.task_or_id())
        });
        let task = task.map(|task| format!(", which never saw task {task},")).unwrap_or_default();
        let own = match own {
            Some(false) => "; accepted as it stands, this rule would not have fired here",
            Some(true) => "; this rule would have fired here, too",
            None => "",
        };
        format!("{judge}{task} has another version: {}{own}", words::rule(other))
    }

    /// The calls of the tool on which the rule is broken, and what is known of it there.
    fn broken_calls(&self, rule: &RuleRef) -> Vec<(CallRef, Fire)> {
        let fires = self.review.evidence().table().fires_of(&rule.invariant);
        let calls = fires.iter().filter_map(|fire| Some((self.call_at(fire.spot)?, fire.clone())));
        // One invariant may stand in the contracts of several tools; its card is of one.
        calls.filter(|(call, _)| self.tool_of(*call) == Some(&rule.tool)).collect()
    }

    fn tool_of(&self, call: CallRef) -> Option<&crate::domain::ids::ToolName> {
        let slot = self.data.ledger(call.ledger)?;
        Some(slot.index.tool(slot.index.calls().get(call.place as usize)?))
    }

    pub(super) fn is_faulted(&self, call: CallRef) -> bool {
        let slot = self.data.ledger(call.ledger);
        slot.and_then(|slot| slot.index.calls().get(call.place as usize))
            .is_some_and(crate::index::CallEntry::has_fault)
    }

    /// `call 3 of task 12, arm clean, study.jsonl`.
    pub(super) fn call_words(&self, call: CallRef) -> String {
        let Some(slot) = self.data.ledger(call.ledger) else { return String::new() };
        let Some(entry) = slot.index.calls().get(call.place as usize) else { return String::new() };
        let Some(episode) = slot.index.episodes().get(entry.episode as usize) else { return String::new() };
        let arm = episode.arm.as_ref().map(|arm| format!(", {arm}")).unwrap_or_default();
        // Of one task there may be many episodes.
        let model = episode.model.as_ref().map(|model| format!(", {model}")).unwrap_or_default();
        let trial = episode.trial.map(|trial| format!(", trial {trial}")).unwrap_or_default();
        let file = if self.data.ledgers.len() > 1 { format!(", {}", slot.name) } else { String::new() };
        format!("call {} of task {}{arm}{model}{trial}{file}", entry.step(), episode.task_or_id())
    }
}

/// What is seen most often where a rule is broken; nothing where hardly anything comes twice.
fn most_seen<'f>(fires: impl Iterator<Item = &'f Fire>) -> Vec<(&'f str, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for fire in fires {
        *counts.entry(&*fire.seen).or_default() += 1;
    }
    let mut counts: Vec<(&str, usize)> = counts.into_iter().filter(|(_, count)| *count > 1).collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts.truncate(MOST_SEEN);
    counts
}
