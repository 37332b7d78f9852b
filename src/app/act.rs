//! What keys and commands do.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind};
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler;

use super::action::Action;
use super::effect::Effect;
use super::keys::{Scope, lookup};
use super::list::List;
use super::screen::{registries, stepper};
use super::{App, Overlay, Prompt, Scroll, Tab, palette_rows};

/// Rows that a page moves, when nothing better is known: the body of the screen less two.
const FRAME_ROWS: u16 = 6;

impl App {
    pub(super) fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        if key.kind == KeyEventKind::Release {
            return Vec::new();
        }
        let scope = self.scope();
        if scope != Scope::Prompt
            && let KeyCode::Char(digit) = key.code
            && key.modifiers.is_empty()
            && let Some(digit) = digit.to_digit(10)
            && (self.count.is_some() || !Tab::ALL.iter().any(|(_, tab, _)| tab.to_digit(10) == Some(digit)))
            && (digit > 0 || self.count.is_some())
        {
            let count = self.count.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize);
            self.count = Some(count.min(9_999_999));
            return Vec::new();
        }
        self.notice = None;
        match lookup(scope, key) {
            Some(action) => {
                let effects = self.act(action);
                self.count = None;
                effects
            }
            None if scope == Scope::Prompt => {
                self.typed(&Event::Key(key));
                Vec::new()
            }
            None => {
                self.count = None;
                Vec::new()
            }
        }
    }

    pub(super) fn pasted(&mut self, text: &str) -> Vec<Effect> {
        if self.scope() == Scope::Prompt {
            for c in text.chars().filter(|c| !c.is_control()) {
                self.typed(&Event::Key(KeyEvent::from(KeyCode::Char(c))));
            }
        }
        Vec::new()
    }

    pub(super) fn wheeled(&mut self, lines: i16) -> Vec<Effect> {
        self.move_by(isize::from(lines));
        Vec::new()
    }

    /// A click on a tab of the first line opens it; elsewhere the view's layout is not known here.
    pub(super) fn clicked(&mut self, column: u16, row: u16) -> Vec<Effect> {
        if row != 0 {
            return Vec::new();
        }
        // The title line is ` vidimus  1 Registries  3 Episodes …`.
        let mut left = 10;
        for (tab, _, name) in Tab::ALL {
            let right = left + 2 + u16::try_from(name.len()).unwrap_or(u16::MAX);
            if (left..right).contains(&column) {
                self.show_tab(tab);
            }
            left = right + 2;
        }
        Vec::new()
    }

    pub(super) fn act(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Quit => return self.quit(),
            Action::Suspend => return vec![Effect::Suspend],
            Action::Redraw => return vec![Effect::Redraw],
            Action::NextTheme => return self.next_theme(),
            Action::Submit => return self.submit(),
            Action::Enter => self.enter(),
            Action::Back => self.back(),
            Action::Down => self.move_by(self.times()),
            Action::Up => self.move_by(-self.times()),
            Action::PageDown => self.move_by(self.page() * self.times()),
            Action::PageUp => self.move_by(-self.page() * self.times()),
            Action::First => self.move_to(0),
            Action::Last => self.move_to(self.count.map_or(usize::MAX, |line| line.saturating_sub(1))),
            Action::NextPane => self.turn_pane(true),
            Action::PreviousPane => self.turn_pane(false),
            Action::Filter => self.open_filter(),
            Action::ShowRegistries => self.show_tab(Tab::Registries),
            Action::ShowEpisodes => self.show_tab(Tab::Episodes),
            Action::NextRegistry => self.turn_registry(true),
            Action::PreviousRegistry => self.turn_registry(false),
            Action::NextChange => self.next_change(),
            Action::NextSort => self.next_sort(),
            Action::ReverseSort => {
                self.episodes.reversed = !self.episodes.reversed;
                self.episodes.refresh(&self.data);
            }
            Action::NextReceipt => self.next_receipt(true),
            Action::PreviousReceipt => self.next_receipt(false),
            Action::NextError => self.next_firing(true),
            Action::PreviousError => self.next_firing(false),
            Action::NextEpisode => self.turn_episode(self.times()),
            Action::PreviousEpisode => self.turn_episode(-self.times()),
            Action::ToggleFold => self.toggle_fold(),
            Action::ToggleAllFolds => self.toggle_all_folds(),
            Action::GoToRule => self.go_to_rule(),
            Action::Why => self.overlays.push(Overlay::Why(Scroll(0))),
            Action::Changes => self.overlays.push(Overlay::Changes(Scroll(0))),
            Action::Log => self.overlays.push(Overlay::Log(Scroll(self.log.len()))),
            Action::Help => {
                let scope = self.scope();
                self.overlays.push(Overlay::Help(scope, Scroll(0)));
            }
            Action::Palette => {
                let mut rows = List::default();
                rows.set_rows((0..palette_rows(self.scope(), "").len()).collect());
                self.overlays.push(Overlay::Palette(Prompt::default(), rows));
            }
        }
        Vec::new()
    }

    fn quit(&mut self) -> Vec<Effect> {
        if self.overlays.pop().is_some() {
            return Vec::new();
        }
        vec![Effect::Quit]
    }

    fn next_theme(&mut self) -> Vec<Effect> {
        let (names, at) = &mut self.themes;
        if names.is_empty() {
            return Vec::new();
        }
        *at = (*at + 1) % names.len();
        let name = names.get(*at).cloned().unwrap_or_default();
        self.notice = Some(format!("theme: {name}"));
        vec![Effect::UseTheme(name)]
    }

    fn times(&self) -> isize {
        self.count.and_then(|count| isize::try_from(count).ok()).unwrap_or(1)
    }

    fn page(&self) -> isize {
        isize::try_from(self.size.1.saturating_sub(FRAME_ROWS).max(2)).unwrap_or(2) - 1
    }

    /// The scope under the windows: where a command of the palette applies.
    pub fn base_scope(&self) -> Scope {
        match (self.tab, &self.stepper) {
            (Tab::Registries, _) => Scope::Registries,
            (Tab::Episodes, Some(_)) => Scope::Stepper,
            (Tab::Episodes, None) => Scope::Episodes,
        }
    }

    fn move_by(&mut self, rows: isize) {
        if let Some(overlay) = self.overlays.last_mut() {
            match overlay {
                Overlay::Palette(_, list) => list.move_by(rows),
                Overlay::Help(_, scroll) | Overlay::Why(scroll) | Overlay::Changes(scroll) | Overlay::Log(scroll) => {
                    scroll.0 = scroll.0.saturating_add_signed(rows);
                }
            }
            return;
        }
        match self.base_scope() {
            Scope::Registries => {
                match self.registries.pane {
                    registries::Pane::Tools => self.registries.tools.move_by(rows),
                    registries::Pane::Rules => self.registries.rules.move_by(rows),
                    registries::Pane::Firings => self.registries.firings.move_by(rows),
                }
                self.rule_moved();
            }
            Scope::Stepper => self.step_by(rows),
            _ => self.episodes.list.move_by(rows),
        }
    }

    fn move_to(&mut self, place: usize) {
        if let Some(Overlay::Help(_, scroll) | Overlay::Why(scroll) | Overlay::Changes(scroll) | Overlay::Log(scroll)) =
            self.overlays.last_mut()
        {
            scroll.0 = place.min(100_000);
            return;
        }
        let place = isize::try_from(place).unwrap_or(isize::MAX);
        self.move_by(isize::MIN / 2);
        self.move_by(place);
    }

    fn step_by(&mut self, rows: isize) {
        let Some(stepper) = &mut self.stepper else { return };
        match stepper.pane {
            stepper::Pane::Calls => {
                let before = stepper.calls.selected().copied();
                stepper.calls.move_by(rows);
                if stepper.calls.selected().copied() != before {
                    stepper.receipt_scroll = 0;
                    if stepper.calls.place() + 1 == stepper.calls.rows().len() {
                        stepper.waiting = 0;
                    }
                    self.show_call();
                }
            }
            stepper::Pane::Tree => stepper.tree.move_by(rows),
            stepper::Pane::Receipt => {
                stepper.receipt_scroll = stepper.receipt_scroll.saturating_add_signed(rows).min(10_000);
            }
        }
    }

    /// The cursor of the registries screen moved: the panes to its right follow, and what it stands on has
    /// been looked at.
    fn rule_moved(&mut self) {
        match self.registries.pane {
            registries::Pane::Tools => self.registries.refresh_rules(&self.data, self.registry),
            registries::Pane::Rules => self.registries.refresh_firings(&self.data),
            registries::Pane::Firings => {}
        }
        self.mark_seen();
    }

    fn mark_seen(&mut self) {
        if self.registries.pane == registries::Pane::Tools {
            return;
        }
        let Some(rule) = self.registries.rule() else { return };
        if let Some(slot) = self.data.registries.iter_mut().find(|slot| Some(slot.id) == self.registry) {
            slot.unseen.remove(&rule);
        }
    }

    fn enter(&mut self) {
        if !self.overlays.is_empty() {
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
                            self.open_call(call);
                        }
                    }
                    registries::Pane::Tools => {}
                }
                self.mark_seen();
            }
            Scope::Stepper => {
                let Some(stepper) = &mut self.stepper else { return };
                match stepper.pane {
                    stepper::Pane::Calls => stepper.pane = stepper::Pane::Tree,
                    stepper::Pane::Tree => self.toggle_fold(),
                    stepper::Pane::Receipt => self.overlays.push(Overlay::Why(Scroll(0))),
                }
            }
            _ => {
                if let Some(episode) = self.episodes.list.selected().copied() {
                    self.open_episode(episode);
                }
            }
        }
    }

    fn back(&mut self) {
        if let Some(prompt) = self.filter_prompt.take() {
            self.set_filter(prompt.before);
            return;
        }
        if self.overlays.pop().is_some() {
            return;
        }
        match self.base_scope() {
            Scope::Registries => match self.registries.pane {
                registries::Pane::Tools => self.clear_filter(),
                registries::Pane::Rules => {
                    if !self.clear_filter() {
                        self.registries.pane = registries::Pane::Tools;
                    }
                    true
                }
                registries::Pane::Firings => {
                    self.registries.pane = registries::Pane::Rules;
                    true
                }
            },
            Scope::Stepper => {
                match &mut self.stepper {
                    Some(stepper) if stepper.pane != stepper::Pane::Calls => stepper.pane = stepper::Pane::Calls,
                    _ => self.stepper = None,
                }
                true
            }
            _ => self.clear_filter(),
        };
    }

    fn turn_pane(&mut self, forward: bool) {
        fn turn<P: Copy + PartialEq>(all: [P; 3], now: P, forward: bool) -> P {
            let at = all.iter().position(|pane| *pane == now).unwrap_or_default();
            all.get((at + if forward { 1 } else { 2 }) % 3).copied().unwrap_or(now)
        }
        match (self.base_scope(), &mut self.stepper) {
            (Scope::Registries, _) => {
                use registries::Pane::{Firings, Rules, Tools};
                let next = turn([Tools, Rules, Firings], self.registries.pane, forward);
                let empty = next == Firings && self.registries.firings.rows().is_empty();
                self.registries.pane = if empty { turn([Tools, Rules, Firings], next, forward) } else { next };
                self.mark_seen();
            }
            (Scope::Stepper, Some(stepper)) => {
                use stepper::Pane::{Calls, Receipt, Tree};
                stepper.pane = turn([Calls, Tree, Receipt], stepper.pane, forward);
            }
            _ => {}
        }
    }

    fn show_tab(&mut self, tab: Tab) {
        self.tab = tab;
        self.chosen_tab = true;
        self.overlays.clear();
    }

    fn turn_registry(&mut self, forward: bool) {
        let loaded: Vec<_> =
            self.data.registries.iter().filter(|slot| slot.registry.is_some()).map(|slot| slot.id).collect();
        let at = loaded.iter().position(|id| Some(*id) == self.registry).unwrap_or_default();
        let step = if forward { 1 } else { loaded.len().saturating_sub(1) };
        let Some(next) = loaded.get((at + step) % loaded.len().max(1)).copied() else {
            self.notice = Some("no registry is loaded: name a registry file when you start vidimus".into());
            return;
        };
        if Some(next) == self.registry {
            self.notice = Some("only one registry is loaded".into());
            return;
        }
        self.registry = Some(next);
        self.restart_replay();
        self.registries.refresh(&self.data, self.registry);
        self.show_call();
        let name = self.data.registry(next).map(|slot| slot.name.clone()).unwrap_or_default();
        self.notice = Some(format!("registry: {name}"));
    }

    fn next_change(&mut self) {
        let unseen = self.registries.unseen(&self.data, self.registry);
        let (rows, here) = (self.registries.rules.rows(), self.registries.rules.place());
        let found = (1..=rows.len()).map(|step| (here + step) % rows.len()).find(|at| unseen.contains(&rows[*at]));
        match found {
            Some(at) => {
                self.registries.pane = registries::Pane::Rules;
                self.registries.rules.move_to(at);
                self.rule_moved();
            }
            None => self.notice = Some("no rule of this tool changed since you looked".into()),
        }
    }

    fn next_sort(&mut self) {
        if self.base_scope() == Scope::Registries {
            self.registries.sort = self.registries.sort.next();
            self.registries.refresh(&self.data, self.registry);
            self.notice = Some(format!("tools sorted by {}", self.registries.sort.name()));
        } else {
            let columns = super::screen::episodes::Column::ALL;
            let at = columns.iter().position(|column| *column == self.episodes.sort).unwrap_or_default();
            self.episodes.sort = columns.get((at + 1) % columns.len()).copied().unwrap_or_default();
            self.episodes.refresh(&self.data);
            self.notice = Some(format!("episodes sorted by {}", self.episodes.sort.name()));
        }
    }

    fn turn_episode(&mut self, rows: isize) {
        let before = self.episodes.list.place();
        if let Some(stepper) = &self.stepper {
            self.episodes.list.select(&stepper.episode);
        }
        self.episodes.list.move_by(rows);
        if self.episodes.list.place() == before {
            self.notice = Some("no further episode in the list".into());
            return;
        }
        if let Some(episode) = self.episodes.list.selected().copied() {
            self.open_episode(episode);
        }
    }

    fn toggle_fold(&mut self) {
        let Some(stepper) = &mut self.stepper else { return };
        let Some(row) = stepper.row() else { return };
        let key = row.key.clone();
        if row.fold == super::tree::Fold::Leaf {
            return;
        }
        if !stepper.closed.remove(&key) {
            stepper.closed.insert(key);
        }
        self.lay_out();
    }

    fn toggle_all_folds(&mut self) {
        let Some(stepper) = &mut self.stepper else { return };
        if stepper.closed.is_empty() {
            let inner = stepper.rows.iter().filter(|row| row.depth == 1 && row.fold != super::tree::Fold::Leaf);
            let keys: Vec<_> = inner.map(|row| row.key.clone()).collect();
            stepper.closed.extend(keys);
        } else {
            stepper.closed.clear();
        }
        self.lay_out();
    }

    fn open_filter(&mut self) {
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

    fn set_filter(&mut self, filter: String) {
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

    fn clear_filter(&mut self) -> bool {
        let had = !self.filter().is_empty();
        if had {
            self.set_filter(String::new());
        }
        had
    }

    fn typed(&mut self, event: &Event) {
        if let Some(prompt) = &mut self.filter_prompt {
            prompt.input.handle_event(event);
            let filter = prompt.input.value().to_owned();
            self.notice = None;
            self.set_filter(filter);
            return;
        }
        let scope = self.base_scope();
        if let Some(Overlay::Palette(prompt, rows)) = self.overlays.last_mut() {
            prompt.input.handle_event(event);
            rows.set_rows((0..palette_rows(scope, prompt.input.value()).len()).collect());
            rows.move_to(0);
        }
    }

    fn submit(&mut self) -> Vec<Effect> {
        if self.filter_prompt.take().is_some() {
            return Vec::new();
        }
        let scope = self.base_scope();
        let Some(Overlay::Palette(prompt, rows)) = self.overlays.last() else { return Vec::new() };
        let chosen = rows.selected().and_then(|at| palette_rows(scope, prompt.input.value()).get(*at).copied());
        self.overlays.pop();
        chosen.map(|row| self.act(row.action)).unwrap_or_default()
    }
}
