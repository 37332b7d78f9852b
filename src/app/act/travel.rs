//! From screen to screen: in, back, to a tab, to another registry or order.

use crate::app::data::RegistryId;
use crate::app::keys::Scope;
use crate::app::screen::review::Pane;
use crate::app::screen::{registries, stepper};
use crate::app::window::View;
use crate::app::{App, Tab};

impl App {
    pub(in crate::app) fn enter(&mut self) {
        if let Some(note) = self.held_window() {
            self.notice = Some(note);
            return;
        }
        if let Some(window) = self.window() {
            if let Some(link) = window.link() {
                let view = window.view.clone();
                self.follow_link(&view, link);
            } else if window.page.has_links() {
                self.notice = Some("this line leads nowhere; tab goes to the next one that does".into());
            }
            return;
        }
        match self.base_scope() {
            Scope::Registries => {
                match self.registries.pane {
                    registries::Pane::Tools if !self.registries.rules.rows().is_empty() => {
                        self.registries.pane = registries::Pane::Rules;
                    }
                    registries::Pane::Rules if !self.registries.firings.rows().is_empty() => {
                        self.registries.pane = registries::Pane::Firings;
                    }
                    registries::Pane::Rules => {
                        self.notice = Some("this rule fires on no loaded call".into());
                    }
                    registries::Pane::Firings => {
                        if let Some(call) = self.registries.firings.selected().copied() {
                            let from = self.registries.rule();
                            self.open_call(call);
                            if let Some(stepper) = &mut self.stepper {
                                stepper.from = from.map(stepper::Origin::Firings);
                            }
                            self.notice = Some("esc goes back to the firings of the rule".into());
                        }
                    }
                    registries::Pane::Tools => {}
                }
                self.mark_seen();
            }
            Scope::Review => self.enter_review(),
            Scope::Pairs => self.enter_pairs(),
            Scope::Braid => self.enter_braid(),
            Scope::Study => self.enter_study(),
            Scope::Stepper => {
                let Some(stepper) = &mut self.stepper else { return };
                match stepper.pane {
                    stepper::Pane::Calls => stepper.pane = stepper::Pane::Tree,
                    stepper::Pane::Tree => self.enter_value(),
                    stepper::Pane::Receipt => self.open_window(View::Why),
                }
            }
            _ => {
                if let Some(episode) = self.episodes.list.selected().copied() {
                    self.open_listed(episode);
                }
            }
        }
    }

    pub(in crate::app) fn back(&mut self) {
        if self.is_help_of_typing() {
            self.overlays.pop();
            return;
        }
        if let Some(prompt) = &self.filter_prompt {
            let before = prompt.before.clone();
            self.notice = None;
            self.set_filter(before);
            self.filter_prompt = None;
            return;
        }
        if self.stop_search() || self.leave_lines() {
            return;
        }
        if self.overlays.pop().is_some() {
            return;
        }
        match self.base_scope() {
            Scope::Registries => match self.registries.pane {
                registries::Pane::Tools => self.clear_filter() || self.return_to_window(),
                registries::Pane::Rules => {
                    if !self.clear_filter() && !self.return_to_window() && !self.return_to_review() {
                        self.registries.pane = registries::Pane::Tools;
                    }
                    true
                }
                registries::Pane::Firings => {
                    self.registries.pane = registries::Pane::Rules;
                    true
                }
            },
            Scope::Review => self.back_in_review(),
            Scope::Pairs => self.back_in_pairs(),
            Scope::Braid => self.back_in_braid(),
            Scope::Study => false,
            Scope::Stepper if self.clear_filter() => {
                self.notice = Some("nothing is looked for any more; esc again goes back".into());
                true
            }
            Scope::Stepper => {
                let is_following = self.following().is_some();
                let is_led_here = self.is_led_here();
                match &mut self.stepper {
                    Some(stepper) if stepper.pane != stepper::Pane::Calls => {
                        stepper.pane = stepper::Pane::Calls;
                        let next = if is_following {
                            "ends the following"
                        } else if is_led_here {
                            "leads back to the window"
                        } else {
                            match &stepper.from {
                                Some(stepper::Origin::Firings(_)) => "leads back to the firings of the rule",
                                Some(stepper::Origin::Review) => "leads back to the review",
                                Some(stepper::Origin::Pair) => "leads back to the pair",
                                None => "leads to the list of episodes",
                            }
                        };
                        self.notice = Some(format!("in the list of calls; esc again {next}"));
                    }
                    _ if is_following => {
                        self.stop_following();
                        self.notice = Some("nothing is followed any more; esc again goes back".into());
                    }
                    _ => {
                        let from = self.stepper.as_ref().and_then(|stepper| stepper.from.clone());
                        if self.return_to_window() {
                            if self.tab != Tab::Episodes {
                                self.close_episode();
                            }
                            return;
                        }
                        self.close_episode();
                        match from {
                            Some(stepper::Origin::Firings(rule)) if self.registries.rule() == Some(rule.clone()) => {
                                self.tab = Tab::Registries;
                            }
                            Some(stepper::Origin::Review) => self.come_back_to_review(),
                            Some(stepper::Origin::Pair) => self.tab = Tab::Pairs,
                            _ => {}
                        }
                    }
                }
                true
            }
            _ => self.clear_filter() || self.come_back_to_study(),
        };
    }

    pub(in crate::app) fn show_tab(&mut self, tab: Tab) {
        // Asked for from inside it, the screen is its list.
        if tab == Tab::Episodes && self.tab == tab && self.overlays.is_empty() {
            self.close_episode();
        }
        if tab == Tab::Pairs && self.tab == tab && self.overlays.is_empty() {
            self.close_pair();
        }
        if tab == Tab::Review {
            // Whoever comes by a tab begins at the queue.
            if self.tab != tab {
                self.review.screen.pane = Pane::Queue;
            }
            self.tab = tab;
            self.refresh_review();
        }
        // A tab is the whole list.
        match tab {
            Tab::Episodes => _ = self.show_all_episodes(),
            Tab::Pairs => _ = self.show_all_pairs(),
            _ => {}
        }
        self.tab = tab;
        self.chosen_tab = true;
        self.overlays.clear();
        // Whoever went elsewhere by a tab does not expect Esc to lead back to where the episode was opened.
        if let Some(stepper) = &mut self.stepper {
            stepper.from = None;
        }
        self.left_window = None;
        self.review.shown_rule = None;
        // What was typed so far stays as the filter of its list.
        self.filter_prompt = None;
    }

    pub(in crate::app) fn turn_registry(&mut self, forward: bool) {
        if let Some(window) = self.window() {
            match window.view {
                View::Coverage => self.turn_coverage(forward),
                _ => self.notice = Some("this window is not about one registry".into()),
            }
            return;
        }
        let Some(next) = self.data.beside(self.registry, forward) else {
            self.notice = Some("no registry is loaded: name a registry file when you start vidimus".into());
            return;
        };
        if Some(next) == self.registry {
            self.notice = Some("only one registry is loaded".into());
            return;
        }
        let before = self.registry;
        self.registry = Some(next);
        self.restart_replay();
        self.registries.refresh(&self.data, self.registry);
        self.show_call();
        self.notice = Some(self.who_judges(before, next, if forward { "[" } else { "]" }));
    }

    /// After another registry came on screen: whether it judges, for whoever looks at one may not know that it does.
    fn who_judges(&self, before: Option<RegistryId>, now: RegistryId, back: &str) -> String {
        let name = |id: RegistryId| self.data.registry(id).map(|slot| slot.name.as_str()).unwrap_or_default();
        let judges = self.data.judges_with(now);
        let judged = before.map(|before| self.data.judges_with(before)).unwrap_or_default();
        let now_name = name(now);
        match (judges.as_slice(), before) {
            ([judge], Some(before)) if *judge == now => {
                format!("{now_name} judges every call from now on; {back} goes back to {}", name(before))
            }
            ([_], _) => format!("registry: {now_name}"),
            (folds, _) if !folds.contains(&now) => {
                format!("{now_name}, only to look at: each task is judged by the fold that never saw it")
            }
            (folds, Some(before)) if *folds != *judged => {
                format!("{now_name} and its folds judge from now on; {back} goes back to {}", name(before))
            }
            _ => format!("{now_name}; each task is judged by the fold that never saw it, as before"),
        }
    }
}
