//! The filter of the list that has the cursor.

use tui_input::Input;

use crate::app::keys::Scope;
use crate::app::screen::registries;
use crate::app::{App, Prompt};

impl App {
    pub(in crate::app) fn open_filter(&mut self) {
        if !self.overlays.is_empty() || self.base_scope() == Scope::Stepper {
            self.notice = Some("there is no list to filter here".into());
            return;
        }
        let before = self.filter().to_owned();
        self.filter_prompt = Some(Prompt { input: Input::new(before.clone()), before });
    }

    /// The filter of the list that has the cursor.
    pub fn filter(&self) -> &str {
        match (self.base_scope(), self.registries.pane) {
            (Scope::Registries, registries::Pane::Tools) => &self.registries.tool_filter,
            (Scope::Registries, _) => &self.registries.rule_filter,
            _ => &self.episodes.filter,
        }
    }

    pub(in crate::app) fn set_filter(&mut self, filter: String) {
        match (self.base_scope(), self.registries.pane) {
            (Scope::Registries, pane) => {
                let place = if pane == registries::Pane::Tools {
                    &mut self.registries.tool_filter
                } else {
                    &mut self.registries.rule_filter
                };
                *place = filter;
                self.registries.refresh(&self.data, self.registry);
            }
            _ => {
                if let Err(error) = crate::query::episode::EpisodeFilter::parse(&filter) {
                    self.notice = Some(error.to_string());
                }
                self.episodes.filter = filter;
                self.episodes.refresh(&self.data);
            }
        }
    }

    pub(in crate::app) fn clear_filter(&mut self) -> bool {
        let had = !self.filter().is_empty();
        if had {
            self.set_filter(String::new());
        }
        had
    }
}
