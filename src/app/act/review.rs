//! What keys do in a review.

use crate::app::action::Action;
use crate::app::effect::Effect;
use crate::app::window::View;
use crate::app::{App, Tab};
use crate::review::Verdict;

impl App {
    /// Does what belongs to the review; nothing if the action is another one.
    pub(super) fn act_in_review(&mut self, action: Action) -> Option<Vec<Effect>> {
        let is_here = self.tab == Tab::Review;
        match action {
            Action::Accept => return Some(self.decide(&Verdict::Accepted)),
            Action::AcceptFollowing => return Some(self.accept_with_what_follows()),
            Action::Reject => return Some(self.decide(&Verdict::Rejected)),
            Action::Confirm => return Some(self.confirm()),
            Action::Undo | Action::Redo | Action::NextLeft if self.tab == Tab::Pairs => return None,
            Action::Undo => return Some(self.undo(false)),
            Action::Redo => return Some(self.undo(true)),
            Action::ShowReview => self.show_tab(Tab::Review),
            Action::Edit => self.ask_edit(),
            Action::Waive => self.ask_waiver(false),
            Action::WaiveAll => self.ask_waiver(true),
            Action::Comment => self.ask_comment(),
            Action::ToggleMark => self.toggle_mark(),
            Action::AcceptAll => self.ask_bulk(Verdict::Accepted, String::new()),
            Action::RejectAll => self.ask_bulk(Verdict::Rejected, String::new()),
            Action::NextLeft => self.next_left(true),
            Action::ToggleImplied => self.toggle_implied(),
            Action::Preview => self.open_preview(),
            Action::Audit => self.open_audit(),
            Action::ToolDrift => self.open_drift(),
            Action::Diff => self.ask_other_registry(),
            Action::Freeze => self.open_freeze(),
            Action::Verify => self.open_verify(),
            Action::ListLeft => self.open_window(View::Left),
            Action::SetReviewer => self.ask_reviewer(),
            // Over the screen they turn what the window shows.
            Action::NextRegistry | Action::PreviousRegistry if self.window().is_some() => return None,
            Action::NextRegistry if is_here => self.turn_reviewed(true),
            Action::PreviousRegistry if is_here => self.turn_reviewed(false),
            Action::Why if is_here => self.open_window(View::Reasons),
            _ => return None,
        }
        Some(Vec::new())
    }
}
