//! Decisions that need words: an edit, a waiver, a comment; and the reviewer's name.

use std::collections::BTreeMap;
use std::sync::Arc;

use tui_input::Input;

use super::{Dropped, waiver};
use crate::app::data::{CallRef, RuleRef};
use crate::app::effect::Effect;
use crate::app::scan::{Purpose, RecordRef, Which};
use crate::app::{App, Ask, Asked, Overlay};
use crate::contract::Checker;
use crate::domain::invariant::{Expected, Invariant};
use crate::domain::json::push_escaped;
use crate::domain::registry::{Registry, ToolContract};
use crate::lens::{Answer, Question, Seen};
use crate::review::{ContentHash, Day, Edit, Editable, Subject, Verdict, editable, reviewer_name, types};
use crate::words;

/// A waiver holds so long unless another day is typed.
const DAYS: u64 = 90;

/// What the answer that is being typed is for.
#[derive(Clone, Debug)]
pub(super) struct Asking {
    pub(super) rules: Vec<RuleRef>,
    is_bulk: bool,
    /// Each rule as the person saw it when the question was asked.
    seen: Vec<Option<ContentHash>>,
    /// Values that calls had where the rule was broken, the most frequent first.
    offers: Vec<String>,
}

impl App {
    /// Asks for the change of the rule under the cursor; one that cannot be changed says why.
    pub(in crate::app) fn ask_edit(&mut self) {
        let Some((rule, it)) = self.rule_to_decide() else { return };
        match editable(&it) {
            Err(refusal) => self.notice = Some(refusal.to_string()),
            Ok(what) => {
                let (asked, text) = match (what, &it.expected) {
                    (Editable::Values, _) => (Asked::EditValues, String::new()),
                    (Editable::Fields, _) => (Asked::EditFields, String::new()),
                    (Editable::Types, _) => (Asked::EditTypes, String::new()),
                    (Editable::Guard, Expected::Relation(relation)) => {
                        let guard = relation.when.as_ref().map(|guard| {
                            let values: Vec<String> = guard.values.iter().map(|value| quoted(value)).collect();
                            format!("{}: {}", guard.path, values.join(", "))
                        });
                        (Asked::EditGuard, guard.unwrap_or_default())
                    }
                    (Editable::Guard, _) => (Asked::EditGuard, String::new()),
                };
                self.ask_words(asked, vec![rule.clone()], false, text);
                if what != Editable::Guard {
                    self.look_for_offers(&rule, &it);
                }
            }
        }
    }

    /// Asks until when, and why, the rule is not to be enforced.
    pub(in crate::app) fn ask_waiver(&mut self, is_bulk: bool) {
        let rules = if is_bulk {
            self.bulk_rules().0
        } else {
            self.rule_to_decide().map(|(rule, _)| rule).into_iter().collect()
        };
        if rules.is_empty() {
            self.notice = Some("there is nothing to waive here".into());
            return;
        }
        let until = self.review.now.later(DAYS).day();
        self.ask_words(Asked::Waiver, rules, is_bulk, format!("{until} "));
    }

    /// Asks for a comment.
    pub(in crate::app) fn ask_comment(&mut self) {
        let Some((rule, _)) = self.rule_to_decide() else { return };
        self.ask_words(Asked::Comment, vec![rule], false, String::new());
    }

    /// Asks who decides.
    pub(in crate::app) fn ask_reviewer(&mut self) {
        let author = self.review.author.clone();
        self.ask_words(Asked::Reviewer, Vec::new(), false, author);
    }

    fn rule_to_decide(&mut self) -> Option<(RuleRef, Invariant)> {
        if let Some(why) = self.review_refusal() {
            self.notice = Some(format!("nothing can be decided: {why}"));
            return None;
        }
        let rule = self.review.screen.queue.selected().cloned();
        if rule.as_ref().is_some_and(|rule| !self.is_before_eyes(rule)) {
            return None;
        }
        let found = rule.and_then(|rule| Some((rule.clone(), self.review.judged.rule(&rule)?.clone())));
        if found.is_none() {
            self.notice = Some("there is nothing to decide here".into());
        }
        found
    }

    /// Something was typed: of two days in a row the one that was typed last counts, and takes the place of the one
    /// that stood there.
    pub(in crate::app) fn typed_answer(&mut self) {
        let Some(Overlay::Ask(ask)) = self.overlays.last_mut() else { return };
        if let Some(rest) = waiver::behind_first_day(ask.input.value()).filter(|_| ask.what == Asked::Waiver) {
            ask.input = Input::new(rest.to_owned());
        }
    }

    fn ask_words(&mut self, what: Asked, rules: Vec<RuleRef>, is_bulk: bool, text: String) {
        let seen = rules.iter().map(|rule| self.review.judged.rule(rule).map(|it| content(rule, it))).collect();
        self.review.asking = Some(Asking { rules, is_bulk, seen, offers: Vec::new() });
        self.overlays.push(Overlay::Ask(Ask::new(what, Input::new(text))));
    }

    /// Takes an answer; the question stays until it is answered well.
    pub(in crate::app) fn answer_review(&mut self, ask: Ask) -> Vec<Effect> {
        let typed = ask.input.value().trim().to_owned();
        let Some(asking) = self.review.asking.clone() else { return Vec::new() };
        let taken = match ask.what {
            Asked::Reviewer => {
                match reviewer_name(&typed) {
                    Ok(author) => {
                        self.notice = Some(format!("decisions and labels are signed by {author} from now on"));
                        self.review.author = author;
                        // Blind, what is hidden depends on who looks.
                        self.labellers_changed();
                    }
                    Err(refusal) => {
                        self.notice = Some(refusal.to_string());
                        self.overlays.push(Overlay::Ask(ask));
                    }
                }
                return Vec::new();
            }
            Asked::Comment => Ok((Verdict::Comment, typed)),
            Asked::Waiver => waiver::read(&typed, self.review.now),
            _ => {
                let rule = asking.rules.first().and_then(|rule| self.review.judged.rule(rule));
                let edit = rule.map(|rule| Edit::typed(rule, &typed).map_err(|refusal| refusal.to_string()));
                let edit = edit.unwrap_or_else(|| Err("the rule is no longer there".to_owned()));
                match edit {
                    Ok(edit) if ask.is_there.as_ref() != Some(&typed) => match self.doubt_of(&asking, &edit) {
                        Some(doubt) => {
                            self.notice = Some(format!("NOT saved: {doubt}. Enter again saves it all the same"));
                            self.overlays.push(Overlay::Ask(Ask { is_there: Some(typed), ..ask }));
                            return Vec::new();
                        }
                        None => Ok((Verdict::Edited(edit), String::new())),
                    },
                    edit => edit.map(|edit| (Verdict::Edited(edit), String::new())),
                }
            }
        };
        match taken {
            Err(why) => {
                self.notice = Some(why);
                let mut ask = ask;
                if ask.what == Asked::Waiver && Day::parse(ask.input.value().trim_end()).is_some() {
                    // The reason goes behind the day, and not on with it.
                    ask.input = Input::new(format!("{} ", ask.input.value().trim_end()));
                }
                self.overlays.push(Overlay::Ask(ask));
                Vec::new()
            }
            Ok((verdict, reason)) if asking.is_bulk => {
                self.ask_bulk(verdict, reason);
                Vec::new()
            }
            Ok((verdict, reason)) => self.decide_on(&asking.rules, &verdict, &reason, false),
        }
    }

    /// What speaks against an edit of the rule that is asked about.
    pub(super) fn doubt_of(&self, asking: &Asking, edit: &Edit) -> Option<String> {
        let rule = asking.rules.first()?;
        edit.doubt(self.review.judged.contents()?.tools.get(&rule.tool)?)
    }

    /// An answer to a question about other texts counts for nothing: the question goes, unless the rules that it is
    /// about are in this registry as they were.
    pub(super) fn leave_question_of_other(&mut self, registry: &Registry) {
        let Some(asking) = &self.review.asking else { return };
        let now = |rule: &RuleRef| {
            let contract = registry.tools.get(&rule.tool)?;
            let it = contract.invariants.iter().find(|it| it.id == rule.invariant)?;
            Some(content(rule, it))
        };
        if asking.rules.iter().map(now).eq(asking.seen.iter().cloned()) {
            return;
        }
        self.review.asking = None;
        let is_asked = |overlay: &Overlay| matches!(overlay, Overlay::Ask(ask) if ask.what.is_of_rules());
        if self.overlays.iter().any(is_asked) {
            self.overlays.retain(|overlay| !is_asked(overlay));
            // What is typed on was meant for the question, and for no key of the screen.
            self.dropped = Some(Dropped::Text);
            let sentence = "the registry was rewritten meanwhile, and the rule is another one now: the question was \
                            dropped and nothing was decided; esc goes on, then look at it and ask again";
            self.say(sentence.to_owned());
            self.notice = Some(sentence.to_owned());
        }
    }

    /// Looks at the calls on which the rule is broken for what it would have to allow.
    fn look_for_offers(&mut self, rule: &RuleRef, it: &Invariant) {
        let contract = ToolContract { invariants: vec![it.clone()], ..ToolContract::default() };
        let question = Offered { checker: Checker::new(&rule.tool, &contract), rule: it.clone() };
        let mut calls: Vec<CallRef> = self.data.firings(rule).collect();
        let fires = self.review.evidence().table().fires_of(&rule.invariant);
        calls.extend(fires.iter().filter_map(|fire| self.call_at(fire.spot)));
        calls.sort_unstable();
        calls.dedup();
        let records = calls.into_iter().filter(|call| !self.is_faulted(*call)).filter_map(|call| {
            let entry = self.data.ledger(call.ledger)?.index.calls().get(call.place as usize)?;
            Some(RecordRef { ledger: call.ledger, episode: entry.episode, which: Which::Call(call.place) })
        });
        let records = records.collect();
        self.start_scan(Purpose::Offers, Arc::new(question), records);
    }

    /// More calls were looked at.
    pub(in crate::app) fn take_offers(&mut self) {
        let Some(scan) = self.scan(Purpose::Offers) else { return };
        let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
        for (_, answer) in scan.found() {
            if let Answer::Values(values) = answer {
                for value in values {
                    *counts.entry(value).or_default() += 1;
                }
            }
        }
        let mut offers: Vec<_> = counts.into_iter().collect();
        offers.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let offers = offers.into_iter().map(|(value, _)| value.clone()).collect();
        if let Some(asking) = &mut self.review.asking {
            asking.offers = offers;
        }
    }

    /// Puts the next value that is offered behind what was typed.
    pub(in crate::app) fn take_offer(&mut self) {
        let Some(Overlay::Ask(ask)) = self.overlays.last_mut() else { return };
        if !matches!(ask.what, Asked::EditValues | Asked::EditFields | Asked::EditTypes) {
            return;
        }
        let Some(asking) = &self.review.asking else { return };
        let typed = ask.input.value().trim_end().to_owned();
        let Some(next) = asking.offers.iter().map(|offer| quoted(offer)).find(|offer| !typed.contains(offer.as_str()))
        else {
            self.notice = Some("nothing (more) was seen on the calls where it is broken".into());
            return;
        };
        let comma = if typed.is_empty() || typed.ends_with(',') { "" } else { "," };
        let space = if typed.is_empty() { "" } else { " " };
        ask.input = Input::new(format!("{typed}{comma}{space}{next}"));
    }

    /// The rule that the question is about, whole: whoever answers signs all of it; or why nothing can be asked for.
    pub fn asked_about(&self, ask: &Ask) -> Option<String> {
        if ask.refusal.is_some() {
            return ask.refusal.clone();
        }
        let asking = self.review.asking.as_ref().filter(|_| ask.what.is_of_rules())?;
        let rule = asking.rules.first()?;
        let it = self.review.judged.rule(rule)?;
        let more = match asking.rules.len() {
            1 => String::new(),
            all => format!(", and {} more", all - 1),
        };
        Some(format!("{} · {} · {}: {}{more}", rule.tool, it.class, it.path, words::whole_rule(it)))
    }

    /// What is said under the answer being typed.
    pub fn said_of_answer(&self, ask: &Ask) -> String {
        let offers = self.review.asking.as_ref().map(|asking| asking.offers.as_slice()).unwrap_or_default();
        match ask.what {
            Asked::EditTypes => {
                format!("the types are {}; commas between; enter takes it, esc leaves", types())
            }
            Asked::EditValues | Asked::EditFields if offers.is_empty() => {
                "commas between; enter takes it, esc leaves".to_owned()
            }
            Asked::EditValues | Asked::EditFields => {
                let shown: Vec<String> = offers.iter().take(12).map(|offer| quoted(offer)).collect();
                format!("seen where it is broken, without a fault label (tab takes the next): {}", shown.join(", "))
            }
            Asked::EditGuard => "field: value, value; nothing claims it always; enter takes it".to_owned(),
            Asked::Waiver => waiver::said(ask.input.value()),
            Asked::OtherNote => {
                "it is labelled other; the counts (=) list these notes; enter keeps it, esc leaves it without"
                    .to_owned()
            }
            Asked::Refused => "what is typed here goes nowhere; enter or esc closes this".to_owned(),
            _ => "enter takes it, esc leaves".to_owned(),
        }
    }
}

/// What is judged of a rule: its evidence may be another one after a rewrite, and is no reason to ask again.
fn content(rule: &RuleRef, it: &Invariant) -> ContentHash {
    Subject::new(&rule.tool, it).content
}

/// A name as an edit is typed: in JSON quotes where it has to be.
fn quoted(name: &str) -> String {
    let is_plain = !name.is_empty() && name.trim() == name && !name.contains([',', '"', '\\']);
    if is_plain && !name.chars().any(char::is_control) {
        return name.to_owned();
    }
    let mut out = String::new();
    // Writing into a String cannot fail.
    push_escaped(&mut out, name).ok();
    out
}

/// Asks a call what the rule would have to allow to hold there.
#[derive(Debug)]
struct Offered {
    checker: Checker,
    rule: Invariant,
}

impl Question for Offered {
    fn ask(&self, seen: &Seen) -> Option<Answer> {
        let Seen::Call(call) = seen else { return None };
        let result = call.result.as_ref()?;
        let broken = self.checker.broken(&call.arguments, result).by_rule;
        let names: Vec<String> = broken.iter().filter_map(|(_, violation)| self.name(violation)).collect();
        (!names.is_empty()).then_some(Answer::Values(names))
    }
}

impl Offered {
    fn name(&self, violation: &crate::domain::violation::Violation) -> Option<String> {
        match editable(&self.rule).ok()? {
            Editable::Values | Editable::Types => violation.observed.as_str().map(str::to_owned),
            Editable::Fields => {
                let base = self.rule.path.to_string();
                let rest = violation.path.strip_prefix(&base).and_then(|rest| rest.strip_prefix('.'));
                Some(rest.unwrap_or(&violation.path).to_owned())
            }
            Editable::Guard => None,
        }
    }
}
