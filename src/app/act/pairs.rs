//! What keys do with pairs.

use crate::app::action::Action;
use crate::app::effect::Effect;
use crate::app::window::View;
use crate::app::{Among, App, Tab};

impl App {
    /// Does what belongs to pairs; nothing if the action is another one.
    pub(super) fn act_on_pairs(&mut self, action: Action) -> Option<Vec<Effect>> {
        match action {
            Action::ShowPairs => self.show_tab(Tab::Pairs),
            Action::GoToPair => self.go_to_pair(),
            Action::ChoosePairing => self.open_finder(Among::Pairings),
            Action::NextArms => self.turn_arms(true),
            Action::PreviousArms => self.turn_arms(false),
            Action::SwapArms => self.swap_arms(),
            Action::NextDifference => self.next_difference(true),
            Action::PreviousDifference => self.next_difference(false),
            Action::ToggleFold if self.is_in_braid() && self.window().is_none() => self.toggle_prefix(),
            Action::NextEpisode if self.is_in_braid() => self.turn_pair(self.times()),
            Action::PreviousEpisode if self.is_in_braid() => self.turn_pair(-self.times()),
            Action::Conversation if self.is_in_braid() => self.open_said(false),
            Action::FinalAnswer if self.is_in_braid() => self.open_said(true),
            Action::ConfirmLabel => return Some(self.confirm_guess()),
            Action::ChooseLabel => self.ask_label(),
            Action::Note => self.ask_note(),
            Action::Undo if self.tab == Tab::Pairs => return Some(self.undo_label(false)),
            Action::Redo if self.tab == Tab::Pairs => return Some(self.undo_label(true)),
            Action::NextLeft if self.tab == Tab::Pairs => self.next_unlabelled(),
            Action::ToggleBlind => self.toggle_blind(),
            Action::Agreement => self.open_window(View::Agreement),
            Action::Vocabulary => self.open_window(View::Vocabulary),
            _ => return None,
        }
        Some(Vec::new())
    }
}
