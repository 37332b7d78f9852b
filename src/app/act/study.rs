//! What keys do with the numbers of a study.

use crate::app::action::Action;
use crate::app::effect::Effect;
use crate::app::{App, Tab};

/// A large turn of the dial, in hundredths.
const LARGE: i32 = 10;

impl App {
    /// Does what belongs to the study; nothing if the action is another one.
    pub(super) fn act_on_study(&mut self, action: Action) -> Option<Vec<Effect>> {
        let is_here = self.tab == Tab::Study && self.overlays.is_empty();
        let times = i32::try_from(self.times()).unwrap_or(i32::MAX);
        match action {
            Action::ShowStudy => self.show_tab(Tab::Study),
            Action::ToggleBranches => self.toggle_branches(),
            Action::OneMorePair => self.toggle_sensitivity(),
            Action::LowerPrevalence => self.turn_prevalence(times.saturating_neg()),
            Action::RaisePrevalence => self.turn_prevalence(times),
            Action::LowerPrevalenceMore => self.turn_prevalence(times.saturating_mul(-LARGE)),
            Action::RaisePrevalenceMore => self.turn_prevalence(times.saturating_mul(LARGE)),
            Action::NextSection => self.turn_section(true),
            Action::PreviousSection => self.turn_section(false),
            Action::PoolStudies => self.toggle_pooling(),
            Action::NextSort if is_here => self.turn_grouping(true),
            Action::ReverseSort if is_here => self.turn_grouping(false),
            _ => return None,
        }
        Some(Vec::new())
    }
}
