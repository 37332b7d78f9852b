//! Lines that are asked for: the name of a file to write, a link to go to.

use tui_input::Input;

use crate::app::action::Action;
use crate::app::effect::Effect;
use crate::app::keys::Scope;
use crate::app::{App, Ask, Asked, Overlay};
use crate::link::Link;

impl App {
    /// Asks for the name of the file to write.
    pub(super) fn ask_file(&mut self) {
        let open = self.pairs.open.as_ref().filter(|_| self.base_scope() == Scope::Braid && self.overlays.is_empty());
        if let Some(why) = open.and_then(|open| self.why_hidden(&open.pair)) {
            self.notice = Some(why.into());
            return;
        }
        let input = Input::new(self.document_name());
        self.overlays.push(Overlay::Ask(Ask::new(Asked::File, input)));
    }

    /// Asks for a link.
    pub(super) fn ask_link(&mut self) {
        self.overlays.push(Overlay::Ask(Ask::new(Asked::Link, Input::default())));
    }

    /// After a key that begins a line of text, where none began: whoever types on without looking types into a box that
    /// says why, until Enter or Esc, and no letter of it is taken as a command.
    pub(super) fn hold_typing(&mut self, action: Action, windows: usize) {
        let is_refused = action.begins_line()
            && self.overlays.len() <= windows
            && !matches!(self.scope(), Scope::Prompt | Scope::Mark | Scope::Confirm);
        if let Some(why) = self.notice.clone().filter(|_| is_refused) {
            let ask = Ask { refusal: Some(why), ..Ask::new(Asked::Refused, Input::default()) };
            self.overlays.push(Overlay::Ask(ask));
        }
    }

    /// Takes the answer; the question stays until it is answered well.
    pub(super) fn answer(&mut self, ask: Ask) -> Vec<Effect> {
        let answer = ask.input.value().trim().to_owned();
        // Without a condition a relation is claimed always.
        if ask.what == Asked::EditGuard {
            return self.answer_review(ask);
        }
        if answer.is_empty() {
            return Vec::new();
        }
        match ask.what {
            Asked::Waiver
            | Asked::Comment
            | Asked::EditValues
            | Asked::EditFields
            | Asked::EditTypes
            | Asked::EditGuard
            | Asked::Reviewer => self.answer_review(ask),
            Asked::Note | Asked::OtherNote => self.answer_note(answer),
            Asked::Refused => {
                self.notice = Some("what was typed was for nothing: no key of it was taken as a command".into());
                Vec::new()
            }
            Asked::Link => {
                let gone =
                    Link::parse(&answer).map_err(|error| error.to_string()).and_then(|link| self.go_to_link(&link));
                if let Err(why) = gone {
                    self.notice = Some(why);
                    self.overlays.push(Overlay::Ask(ask));
                }
                Vec::new()
            }
            Asked::File => {
                let may_replace = ask.is_there.as_deref() == Some(&*answer);
                // What is on screen is what is below the question.
                let effects = self.write_to(&answer, may_replace);
                self.overlays.push(Overlay::Ask(ask));
                effects
            }
        }
    }

    /// The file was written.
    pub(in crate::app) fn written(&mut self, path: &str, bytes: usize) {
        self.overlays.retain(|overlay| !matches!(overlay, Overlay::Ask(ask) if ask.what == Asked::File));
        let sentence = format!("written: {path} ({bytes} bytes)");
        self.notice = Some(sentence.clone());
        self.say(sentence);
    }

    /// The file is there already.
    pub(in crate::app) fn is_there(&mut self, path: String) {
        self.notice = Some(format!("{path} exists; press enter again to replace it"));
        if let Some(Overlay::Ask(ask)) = self.overlays.last_mut() {
            ask.is_there = Some(path);
        }
    }
}
