//! Windows wider than the screen, and windows that go from receipt to receipt with the call under them.

use crate::app::action::Action;
use crate::app::conversation::Wanted;
use crate::app::keys::Scope;
use crate::app::window::View;
use crate::app::{App, Overlay, Tab, pages};

/// So many columns go by at a time.
const COLUMNS: isize = 8;

impl App {
    /// Scrolls the window on top to the right; where nothing is cut, the key goes in as everywhere.
    pub(in crate::app) fn scroll_right(&mut self) {
        let by = COLUMNS * self.times();
        match self.overlays.last() {
            Some(Overlay::Page(window)) if window.is_wide() => window.scroll(by),
            None if self.tab == Tab::Study && self.studying.screen.window.is_wide() => {
                self.studying.screen.window.scroll(by);
            }
            None if self.is_in_table() => self.move_across_table(self.times()),
            None if self.is_in_braid() => self.change_strand(true),
            _ => self.enter(),
        }
    }

    /// Scrolls the window on top to the left; from the left edge the key goes back as everywhere.
    pub(in crate::app) fn scroll_left(&mut self) {
        let by = COLUMNS * self.times();
        match self.overlays.last() {
            Some(Overlay::Page(window)) if window.is_wide() && window.left() > 0 => window.scroll(-by),
            None if self.tab == Tab::Study && self.studying.screen.window.left() > 0 => {
                self.studying.screen.window.scroll(-by);
            }
            None if self.is_in_table() => self.move_across_table(-self.times()),
            None if self.is_in_braid() => self.change_strand(false),
            _ => self.back(),
        }
    }

    /// From a window of one call to the next receipt, and the same window for that call.
    ///
    /// Where a text is looked for in a window, its next match comes first: that is what was asked for last.
    pub(in crate::app) fn step_in_window(&mut self, action: Action) {
        if self.next_line_match(action == Action::NextReceipt) {
            return;
        }
        let Some(overlay) = self.overlays.last() else { return self.step_to(action) };
        let view = match overlay {
            Overlay::Page(window) => Some(window.view.clone()),
            _ => None,
        };
        if !self.is_about_call(overlay) {
            self.notice = Some("this window is not about one call, so there is no next receipt to show in it".into());
            return;
        }
        let here = |app: &Self| app.stepper.as_ref().map(|stepper| (stepper.episode, stepper.calls.place()));
        let (before, pane) = (here(self), self.stepper.as_ref().map(|stepper| stepper.pane));
        let row = self.stepper.as_ref().and_then(|stepper| stepper.tree.selected().cloned());
        self.step_to(action);
        if here(self) == before {
            return;
        }
        // The line of the tree stays the same one, so that a value is shown beside its like.
        if let Some((stepper, pane)) = self.stepper.as_mut().zip(pane) {
            stepper.pane = pane;
            if let Some(row) = row {
                stepper.tree.select(&row);
            }
        }
        let old = self.overlays.pop();
        let count = self.overlays.len();
        match view {
            None => self.show_value(),
            Some(View::Witness) => pages::witness::open(self),
            Some(View::Similar) => self.open_similar(),
            Some(View::Difference) => self.open_difference(),
            Some(View::Raw) => self.open_raw(),
            Some(View::Coverage) => self.open_coverage(),
            Some(View::Conversation) => self.open_conversation(Wanted::Here),
            Some(view) => self.open_window(view),
        }
        if self.overlays.len() == count && old.is_some() {
            let step = self.stepper.as_ref().map_or(0, |stepper| stepper.calls.place());
            let why = self.notice.take().unwrap_or_else(|| "it has nothing to show there".into());
            self.notice = Some(format!("at call {step}: {why}"));
        }
    }
}

impl App {
    /// Whether what lies over the screen tells of the call in the stepper.
    pub(in crate::app) fn is_about_call(&self, overlay: &Overlay) -> bool {
        let tells = match overlay {
            Overlay::Page(window) => is_of_call(&window.view),
            overlay => matches!(overlay, Overlay::Reader(_)),
        };
        tells && self.base_scope() == Scope::Stepper
    }
}

/// Whether a window tells of the call in the stepper.
fn is_of_call(view: &View) -> bool {
    matches!(
        view,
        View::Why | View::Witness | View::Similar | View::Difference | View::Raw | View::Coverage | View::Conversation
    )
}
