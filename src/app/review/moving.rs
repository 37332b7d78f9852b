//! Moving on the review screen: rows, panes, registries, in and back.

use super::card::Lead;
use crate::app::data::RuleRef;
use crate::app::screen::review::{Implied, LEFT, Pane, Sort};
use crate::app::spot::{FileKey, Spot};
use crate::app::{App, Tab};
use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::json::{Json, Object};

/// What is said to whoever follows a line of the card.
pub(super) const BACK: &str = "esc goes back to the review, as it is";

impl App {
    /// Moves in the pane that has the cursor.
    pub(in crate::app) fn move_in_review(&mut self, rows: isize) {
        self.review.is_begun = true;
        match self.review.screen.pane {
            Pane::Queue => {
                self.review.screen.queue.move_by(rows);
                self.refresh_card();
            }
            Pane::Card => self.review.screen.card.move_by(rows),
        }
    }

    /// The row that moving starts from.
    pub(in crate::app) fn place_in_review(&self) -> usize {
        match self.review.screen.pane {
            Pane::Queue => self.review.screen.queue.place(),
            Pane::Card => self.review.screen.card.place(),
        }
    }

    /// From the queue into the card; from a line of the card to where it leads.
    pub(in crate::app) fn enter_review(&mut self) {
        let Some(rule) = self.review.screen.queue.selected().cloned() else { return };
        if self.review.screen.pane == Pane::Queue {
            self.review.screen.pane = Pane::Card;
            self.notice = Some("the keys move in the card now; esc goes back to the queue".into());
            return;
        }
        let leads = self.review.screen.card.link();
        let Some(lead) = leads.and_then(|link| self.card(&rule).1.get(link).cloned()) else {
            self.notice = Some("this line leads nowhere".into());
            return;
        };
        match lead {
            Lead::Rule => {
                let registry = self.review.judged.registry();
                self.use_registry(registry);
                self.show_rule(&rule);
                self.review.shown_rule = Some(rule);
                self.notice = Some(BACK.into());
            }
            Lead::Other(other) => self.show_in_queue(&other),
            Lead::Call(call) => self.open_from_review(call),
        }
    }

    /// From the rule on the registries screen back to its card; false if that is not where it was opened.
    pub(in crate::app) fn return_to_review(&mut self) -> bool {
        let is_of_card = self.review.shown_rule.is_some() && self.review.shown_rule == self.registries.rule();
        if is_of_card {
            self.come_back_to_review();
        }
        is_of_card
    }

    /// The screen as it was left.
    pub(in crate::app) fn come_back_to_review(&mut self) {
        self.review.shown_rule = None;
        self.tab = Tab::Review;
        self.refresh_review();
    }

    /// Back: out of the card, then without marks, then to the filter to begin with.
    pub(in crate::app) fn back_in_review(&mut self) -> bool {
        let screen = &mut self.review.screen;
        if screen.pane == Pane::Card {
            screen.pane = Pane::Queue;
        } else if !screen.marked.is_empty() {
            screen.marked.clear();
            self.notice = Some("nothing is marked any more".into());
        } else if screen.filter.trim() == screen.home {
            return false;
        } else {
            screen.home.clone_into(&mut screen.filter);
            self.refresh_queue();
        }
        true
    }

    /// Shows what follows from others in rows of its own, or folds it away.
    pub(in crate::app) fn toggle_implied(&mut self) {
        let screen = &mut self.review.screen;
        screen.implied = match screen.implied {
            Implied::Folded => Implied::Shown,
            Implied::Shown => Implied::Folded,
        };
        let is_folded = screen.implied == Implied::Folded;
        self.refresh_queue();
        self.notice = Some(if is_folded {
            "what follows from another rule is folded under it".to_owned()
        } else {
            "what follows from another rule has a row of its own".to_owned()
        });
    }

    /// Reviews the next loaded registry, or the previous one.
    pub(in crate::app) fn turn_reviewed(&mut self, forward: bool) {
        let slots = self.data.registries.iter().filter(|slot| slot.registry.is_some());
        let loaded: Vec<_> = slots.map(|slot| slot.id).collect();
        let now = self.reviewed();
        let at = loaded.iter().position(|id| Some(*id) == now).unwrap_or_default();
        let step = if forward { 1 } else { loaded.len().saturating_sub(1) };
        let Some(next) = loaded.get((at + step) % loaded.len().max(1)).copied() else {
            self.notice = Some("no registry is loaded: name a registry file when you start vidimus".into());
            return;
        };
        if Some(next) == now {
            self.notice = Some("only one registry is loaded".into());
            return;
        }
        self.review.chosen = Some(next);
        self.review.is_begun = false;
        self.review.screen.marked.clear();
        self.refresh_review();
        let name = self.data.registry(next).map(|slot| slot.name.clone()).unwrap_or_default();
        self.notice = Some(format!("in review: {name}"));
    }

    /// What of the screen is remembered for the next visit.
    pub(in crate::app) fn review_memory(&self) -> Object {
        let screen = &self.review.screen;
        let filter = if screen.filter.trim() == screen.home { LEFT } else { screen.filter.as_str() };
        Object::new().with("filter", filter).with("sort", screen.sort.field())
    }

    /// Takes up what was remembered of the last visit.
    pub(in crate::app) fn take_up_review(&mut self, json: &Json) {
        let text = |key: &str| json.get(key).and_then(Json::as_str);
        let screen = &mut self.review.screen;
        if let Some(filter) = text("filter") {
            filter.clone_into(&mut screen.filter);
        }
        screen.sort = text("sort").and_then(Sort::by_field).unwrap_or_default();
    }

    /// Where the review screen is.
    pub(in crate::app) fn review_spot(&self) -> Spot {
        let rule = self.review.screen.queue.selected();
        Spot::Judging {
            registry: self.review.judged.registry().and_then(|id| self.registry_key(id)),
            rule: rule.map(|rule| (rule.tool.clone(), rule.invariant.clone())),
        }
    }

    /// Goes to a rule under review; false if its registry is not loaded.
    pub(in crate::app) fn go_to_review(
        &mut self,
        registry: Option<&FileKey>,
        rule: Option<&(ToolName, InvariantId)>,
    ) -> bool {
        let id = registry.and_then(|key| self.registry_of(key));
        if id.is_none() && registry.is_some() {
            return false;
        }
        self.review.chosen = id.or(self.review.chosen);
        self.show_tab(Tab::Review);
        if let Some((tool, invariant)) = rule {
            self.show_in_queue(&RuleRef { tool: tool.clone(), invariant: invariant.clone() });
        }
        true
    }

    /// Puts the cursor on a rule, whatever the folds and the filter hide.
    pub(in crate::app) fn show_in_queue(&mut self, rule: &RuleRef) {
        self.review.is_begun = true;
        if self.review.entry(rule).is_none() {
            self.notice = Some("that rule is gone".into());
            return;
        }
        if let Some(how) = self.uncover(rule) {
            self.notice = Some(how.into());
        }
        self.review.screen.pane = Pane::Queue;
    }

    /// Puts the cursor on a rule, and tells what had to be changed of the filter for that. Nothing more of it is given
    /// up than has to be.
    pub(super) fn uncover(&mut self, rule: &RuleRef) -> Option<&'static str> {
        let how = if self.can_select(rule) {
            None
        } else {
            let home = self.review.screen.home;
            home.clone_into(&mut self.review.screen.filter);
            self.refresh_queue();
            if self.can_select(rule) {
                Some("the filter hid it and is gone: / and up bring it back")
            } else {
                self.review.screen.filter = format!("id:{}", rule.invariant);
                self.refresh_queue();
                self.can_select(rule);
                Some("the filter hid it: esc brings back what is left")
            }
        };
        self.refresh_card();
        how
    }

    /// Puts the cursor on a rule that passes the filter, unfolded if it has to be.
    fn can_select(&mut self, rule: &RuleRef) -> bool {
        if self.review.screen.queue.select(rule) {
            return true;
        }
        let before = std::mem::replace(&mut self.review.screen.implied, Implied::Shown);
        self.refresh_queue();
        let is_there = self.review.screen.queue.select(rule);
        if !is_there {
            self.review.screen.implied = before;
            self.refresh_queue();
        }
        is_there
    }
}
