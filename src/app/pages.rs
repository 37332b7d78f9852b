//! The text of each window, from the state.

mod help;
mod log;
mod why;
pub(super) mod witness;

use super::action::Action;
use super::keys::Scope;
use super::window::View;
use super::{App, Overlay};
use crate::lens::taint;
use crate::page::Page;

/// So many places of one sort are listed in a window.
const MOST_PLACES: usize = 200;

impl App {
    /// The page that a window shows now; nothing if it shall keep the one it has.
    pub(super) fn page_of(&self, view: &View) -> Option<Page> {
        match view {
            View::Help(scope) => {
                let page = match self.below_help() {
                    Some(Overlay::Page(window)) => Some(&window.page),
                    _ => None,
                };
                Some(help::page(&self.keymap, *scope, page, &|action| self.is_of_use(*scope, action)))
            }
            View::Why => self.stepper.as_ref().map(|_| why::page(self)),
            View::Changes => Some(log::changes(self)),
            View::Log => Some(log::messages(self)),
            View::Taint => self.following().map(|following| taint::page(&following.trails(), MOST_PLACES)),
            View::Conversation => self.conversation_page(),
            View::Findings => self.findings_page(),
            View::Search => Some(self.search_page()),
            View::Fields => Some(Self::fields_page()),
            View::Frequency => self.frequency_page(),
            View::CallsWith => self.calls_with_page(),
            View::CommandLine => Some(self.command_line_page()),
            View::Marks => Some(self.marks_page()),
            View::Coverage => self.coverage_page(),
            View::Witness => witness::page(self),
            View::Reasons => Some(Self::reasons_page()),
            View::Left => Some(self.left_page()),
            View::Preview => self.preview_page(),
            View::Audit => Some(self.audit_page()),
            View::Diff => self.diff_page(),
            View::Drift => self.drift_page(),
            View::Freeze => self.freeze_page(),
            View::Verify => self.verify_page(),
            View::Beside => self.beside_page(),
            View::Said => self.said_page(),
            View::Agreement => Some(self.agreement_page()),
            View::Vocabulary => Some(crate::lens::labels::vocabulary()),
            View::Similar | View::Difference | View::Raw | View::Card | View::BraidRow | View::Study => None,
        }
    }

    /// What a window of keys is opened over.
    fn below_help(&self) -> Option<&Overlay> {
        let is_help = |overlay: &&Overlay| match overlay {
            Overlay::Page(window) => matches!(window.view, View::Help(_)),
            _ => false,
        };
        self.overlays.iter().rev().find(|overlay| !is_help(overlay))
    }

    /// Whether an action does something in the window that it is told of; elsewhere every one of its scope does.
    fn is_of_use(&self, scope: Scope, action: Action) -> bool {
        let Some(overlay) = self.below_help().filter(|_| scope == Scope::Overlay) else { return true };
        let view = match overlay {
            Overlay::Page(window) => Some(&window.view),
            _ => None,
        };
        match action {
            Action::NextReceipt | Action::PreviousReceipt => self.is_about_call(overlay),
            Action::NextRegistry | Action::PreviousRegistry => view == Some(&View::Coverage),
            Action::Redact => view == Some(&View::Witness),
            _ => true,
        }
    }

    /// Goes where a line of a window leads.
    pub(super) fn lead(&mut self, view: &View, link: usize) {
        match view {
            View::Taint => self.go_to_hit(link),
            View::Conversation => self.follow_turn(link),
            View::Findings => self.follow_finding(link),
            View::Search => self.open_hit(link),
            View::Fields => self.count_field(link),
            View::Frequency => self.drill(link),
            View::CallsWith => self.open_call_with(link),
            View::Marks => {
                if let Some(letter) = self.marks.keys().nth(link).copied() {
                    self.go_to_mark(letter);
                }
            }
            View::Left => self.follow_left(link),
            View::Preview => self.follow_preview(link),
            View::Audit => self.follow_audit(link),
            View::Diff => self.follow_diff(link),
            View::Drift => self.follow_drift(link),
            View::Freeze => self.follow_freeze(link),
            View::Verify => self.follow_verify(link),
            View::Beside => self.follow_beside(link),
            View::Said => self.follow_said(link),
            View::Coverage => self.go_to_covering_rule(link),
            View::Similar => self.go_to_similar(link),
            View::Difference => self.go_to_place(link),
            View::Why => why::follow(self, link),
            View::Help(_)
            | View::Changes
            | View::Log
            | View::Raw
            | View::CommandLine
            | View::Witness
            | View::Card
            | View::BraidRow
            | View::Study
            | View::Agreement
            | View::Vocabulary
            | View::Reasons => {
                self.notice = Some("this line leads nowhere".into());
            }
        }
    }
}
