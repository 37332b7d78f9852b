//! The card of an invariant under review: everything needed to decide on it, as a page whose lines lead on.

use super::App;
use crate::app::data::{CallRef, RuleRef};
use crate::app::window::{View, Window};
use crate::domain::invariant::Invariant;
use crate::lens::spread::spread;
use crate::lens::verdict::standing_sentence;
use crate::page::{Kind, Page, Role};
use crate::review::Standing;
use crate::review::preview::Cleanly;
use crate::words::{self, counted};

/// So many calls of one sort are listed.
const MOST_CALLS: usize = 40;

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

/// A card in the making: each line that leads somewhere is counted.
#[derive(Default)]
struct Making {
    page: Page,
    leads: Vec<Lead>,
}

impl Making {
    fn lead(&mut self, kind: Kind, role: Role, text: String, lead: Lead) {
        self.page.link(kind, vec![(role, text)], self.leads.len());
        self.leads.push(lead);
    }
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
            screen.card_of = rule;
        }
    }

    /// The card of an invariant, and where its lines lead.
    pub(super) fn card(&self, rule: &RuleRef) -> (Page, Vec<Lead>) {
        let mut making = Making::default();
        let judged = &self.review.judged;
        let (Some(it), Some(row), Some(entry)) = (judged.rule(rule), judged.row(rule), self.review.entry(rule)) else {
            return (Page::default(), Vec::new());
        };
        making.page.title = format!("{} · {} · {}", rule.tool, it.class, it.path);
        making.lead(Kind::Text, Role::Title, words::rule(it), Lead::Rule);
        self.standing_lines(&mut making, rule, it, &row.standing);
        if let Some(over) = &entry.under {
            let sentence = judged.rule(over).map(words::rule).unwrap_or_default();
            making.lead(Kind::Text, Role::Muted, format!("it follows from: {sentence}"), Lead::Other(over.clone()));
        }
        self.reason_lines(&mut making, rule);
        evidence_lines(&mut making, it);
        // In fewer than all of them is a reason above.
        if let Some((with, all)) = entry.folds.filter(|(with, all)| with == all) {
            making.page.item(format!("it stands in {with} of {all} folds"));
        }
        self.firing_lines(&mut making, rule);
        self.preview_lines(&mut making, rule);
        if !entry.implies.is_empty() {
            making.page.heading("What follows from it");
            for other in &entry.implies {
                let mark = self.review_mark(other).word();
                let sentence = judged.rule(other).map(words::rule).unwrap_or_default();
                making.lead(Kind::Item, Role::Text, format!("{sentence} ({mark})"), Lead::Other(other.clone()));
            }
        }
        if !row.comments.is_empty() {
            making.page.heading("Comments");
            for comment in &row.comments {
                let day = comment.at.split('T').next().unwrap_or_default();
                making.page.item(format!("{} ({}, {day})", comment.reason, comment.author));
            }
        }
        self.call_lines(&mut making, rule);
        (making.page, making.leads)
    }

    /// Where it stands; of one that changed both versions.
    fn standing_lines(&self, making: &mut Making, rule: &RuleRef, it: &Invariant, now: &Standing) {
        if self.review.is_saving(rule) {
            making.page.push(Kind::Text, vec![(Role::News, "the decision on it is being saved".into())]);
        }
        let role = match now {
            Standing::Undecided => Role::Muted,
            Standing::Changed(_) | Standing::WaiverOver(_) => Role::Changed,
            Standing::Rejected(_) => Role::Broken,
            _ => Role::Held,
        };
        let is_frozen = self.review.judged.registry().is_some_and(|id| self.seal_words(id).is_some());
        let (role, words) = if is_frozen {
            (Role::Muted, "it is frozen; the command verify shows what was decided".to_owned())
        } else {
            (role, standing_sentence(now))
        };
        making.page.push(Kind::Text, vec![(role, words)]);
        if let Standing::Edited(_, result) = now {
            making.page.item(format!("with the change: {}", words::rule(result)));
        }
        if let Some(before) = now.judged() {
            making
                .page
                .push(Kind::Item, vec![(Role::Removed, "before: ".into()), (Role::Text, words::rule(&before.rule))]);
            making.page.push(Kind::Item, vec![(Role::Added, "now:    ".into()), (Role::Text, words::rule(it))]);
        }
    }

    /// Every reason of suspicion as a sentence.
    fn reason_lines(&self, making: &mut Making, rule: &RuleRef) {
        let reasons = self.review.judged.reasons(rule);
        making.page.heading("Why look at it");
        if reasons.is_empty() {
            making.page.item("nothing speaks against it");
        }
        for reason in reasons {
            let role = if reason.weight > 0 { Role::Text } else { Role::Muted };
            making.page.push(Kind::Item, vec![(role, reason.sentence.clone())]);
        }
    }

    /// On which calls it is broken, clean ones first.
    fn firing_lines(&self, making: &mut Making, rule: &RuleRef) {
        making.page.heading("On the calls of the loaded ledgers");
        if self.data.ledgers.is_empty() {
            making.page.item("no ledger is loaded to try it on; open both: vidimus TRACES registry.json");
            return;
        }
        let Some(entry) = self.review.entry(rule) else { return };
        if self.is_gathering() {
            let (done, all) = self.gathered();
            making.page.item(format!("{done} of {all} calls looked at so far"));
        }
        let broken = |cleanly: Cleanly| format!("broken on {} of {}", cleanly.fires, counted(cleanly.reached, "call"));
        if entry.folds.is_some() {
            let held_out = entry.firing.held_out;
            let role = if held_out.fires > 0 { Role::Broken } else { Role::Text };
            let sentence = if held_out.reached == 0 {
                "clean: not tried (0 of 0): no fold that has the rule judges a call on which it looks at something"
                    .to_owned()
            } else {
                format!("clean, each judged by the fold that never saw its task: {}", broken(held_out))
            };
            making.page.push(Kind::Item, vec![(role, sentence)]);
        } else {
            let sentence = format!(
                "clean: {}; without folds these may be the very calls it was mined from",
                broken(entry.firing.clean)
            );
            making.page.item(sentence);
        }
        let faulted = self.broken_calls(rule).into_iter().filter(|(call, _)| self.is_faulted(*call)).count();
        making.page.item(match faulted {
            0 => "with a fault label: broken on none".to_owned(),
            count => format!("with a fault label: broken on {}", counted(count, "call")),
        });
    }

    /// The calls on which it is broken, to go to: clean ones first.
    fn call_lines(&self, making: &mut Making, rule: &RuleRef) {
        let (faulted, others): (Vec<_>, Vec<_>) =
            self.broken_calls(rule).into_iter().partition(|(call, _)| self.is_faulted(*call));
        if faulted.is_empty() && others.is_empty() {
            return;
        }
        making.page.heading("Where it is broken (enter goes there)");
        for (what, calls) in [("clean", others), ("faulted", faulted)] {
            let count = calls.len();
            for (call, is_reported) in calls.into_iter().take(MOST_CALLS) {
                let first = if is_reported { "" } else { ", which another rule reports first" };
                let text = format!("{what}: {}{first}", self.call_words(call));
                making.lead(Kind::Item, Role::Replayed, text, Lead::Call(call));
            }
            if count > MOST_CALLS {
                making.page.muted(format!("{} more {what}", count - MOST_CALLS));
            }
        }
    }

    /// The calls of the tool on which the rule is broken, and whether a check says so there.
    fn broken_calls(&self, rule: &RuleRef) -> Vec<(CallRef, bool)> {
        let fires = self.review.evidence().table().fires_of(&rule.invariant);
        let calls = fires.iter().filter_map(|fire| Some((self.call_at(fire.spot)?, fire.is_reported)));
        // One invariant may stand in the contracts of several tools; its card is of one.
        calls.filter(|(call, _)| self.tool_of(*call) == Some(&rule.tool)).collect()
    }

    /// What would change if the invariant were rejected.
    fn preview_lines(&self, making: &mut Making, rule: &RuleRef) {
        if let Some(sentence) = self.preview_without(rule) {
            making.page.item(sentence);
        }
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

/// What the clean samples looked like.
fn evidence_lines(making: &mut Making, it: &Invariant) {
    making.page.heading("What it was mined from");
    if let Some(basis) = &it.basis {
        making.page.item(format!("declared by a {basis}, not learned from samples"));
        return;
    }
    let samples = counted(it.support, "clean sample");
    making.page.item(format!("held in all {samples} that reached it"));
    if let Some(evidence) = words::evidence(it).filter(|evidence| !evidence.starts_with("it held")) {
        making.page.item(evidence);
    }
    for row in spread(it, None) {
        making.page.push(Kind::Row, row);
    }
}
