//! The question that one key says yes to, and whether it was read.
//!
//! Keys may come faster than frames: a `y` that was pressed before the question stood on screen is no answer to it.

use std::cell::RefCell;

use crate::app::App;

/// The question on screen; nothing as long as nothing was drawn at all.
#[derive(Clone, Debug, Default)]
pub struct Shown(RefCell<Option<String>>);

impl Shown {
    /// Remembers which question the frame shows, if it shows one.
    pub fn set_drawn(&self, question: Option<String>) {
        self.0.replace(Some(question.unwrap_or_default()));
    }

    fn is_drawn(&self, question: &str) -> bool {
        self.0.borrow().as_ref().is_none_or(|drawn| drawn == question)
    }

    /// It was answered: the same words stand for another question next time.
    fn forget(&self) {
        if let Some(drawn) = self.0.borrow_mut().as_mut() {
            drawn.clear();
        }
    }
}

impl App {
    /// What waits for a key that says yes.
    pub fn question(&self) -> Option<String> {
        self.freeze_question().or_else(|| Some(self.review.bulk.as_ref()?.question()))
    }

    /// Whether a yes answers what stands on screen; else it does nothing, and the question stays.
    pub(super) fn is_answer(&mut self) -> bool {
        let is_read = self.question().is_none_or(|question| self.question_shown.is_drawn(&question));
        if is_read {
            self.question_shown.forget();
        } else {
            self.notice = Some("The question was not shown yet when you said yes: read it, then say it again".into());
        }
        is_read
    }
}
