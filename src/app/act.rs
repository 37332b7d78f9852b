//! What keys and commands do.

mod ask;
mod click;
mod copy;
mod filter;
mod find;
mod fold;
mod motion;
mod pairs;
mod review;
mod sideways;
mod study;
mod travel;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use tui_input::backend::crossterm::EventHandler;

use super::action::Action;
use super::conversation::Wanted;
use super::effect::{Effect, Program};
use super::keys::{Scope, name_of};
use super::window::View;
use super::{Among, App, Letter, Overlay, Tab, pages};

impl App {
    pub(super) fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        if key.kind == KeyEventKind::Release {
            return Vec::new();
        }
        let scope = self.scope();
        // On a screen that shows nothing, nothing is decided.
        if super::is_too_small(self.size)
            && !matches!(self.keymap.lookup(scope, key), Some(Action::Quit | Action::Suspend | Action::Redraw))
        {
            return Vec::new();
        }
        if !matches!(self.keymap.lookup(scope, key), Some(Action::Quit | Action::Suspend | Action::Redraw))
            && self.swallows(matches!(key.code, KeyCode::Enter | KeyCode::Esc))
        {
            return Vec::new();
        }
        if !matches!(scope, Scope::Prompt | Scope::Mark | Scope::Confirm)
            && let KeyCode::Char(digit) = key.code
            && key.modifiers.is_empty()
            && let Some(digit) = digit.to_digit(10)
            // A digit that is a key of this place, such as that of a tab, begins no count; it may go on with one.
            && (self.count.is_some() || (digit > 0 && self.keymap.lookup(scope, key).is_none()))
        {
            let count = self.count.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize);
            self.count = Some(count.min(9_999_999));
            return Vec::new();
        }
        self.notice = None;
        self.wanted_link = None;
        self.end_seeking();
        if key.code == KeyCode::Esc && self.leave_tour() {
            return Vec::new();
        }
        match self.keymap.lookup(scope, key) {
            None if scope == Scope::Mark => {
                let is_plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
                self.take_letter(key.code.as_char().filter(|_| is_plain));
                Vec::new()
            }
            Some(action) => {
                let effects = self.act(action);
                self.count = None;
                effects
            }
            None if scope == Scope::Confirm => {
                self.leave_bulk();
                self.count = None;
                Vec::new()
            }
            None if scope == Scope::Prompt => {
                self.typed(&Event::Key(key));
                Vec::new()
            }
            None => {
                self.count = None;
                if scope == Scope::Frozen && self.keymap.lookup(Scope::Review, key).is_some() {
                    self.notice = self.review_refusal().map(|why| format!("nothing was done: {why}"));
                }
                if self.notice.is_none() {
                    self.notice = name_of(key).map(|key| self.told_of_idle_key(scope, &key));
                }
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

    pub(super) fn act(&mut self, action: Action) -> Vec<Effect> {
        let windows = self.overlays.len();
        let effects = self.perform(action);
        self.stay_blind();
        self.hold_typing(action, windows);
        effects
    }

    fn perform(&mut self, action: Action) -> Vec<Effect> {
        self.again = self.again.filter(|again| *again == action);
        if self.letter.take().is_some() && action == Action::Back {
            return Vec::new();
        }
        if action != Action::Confirm && self.leave_bulk() && action == Action::Back {
            return Vec::new();
        }
        if let Some(effects) =
            self.act_in_review(action).or_else(|| self.act_on_study(action)).or_else(|| self.act_on_pairs(action))
        {
            return effects;
        }
        match action {
            Action::CloseOrQuit if self.overlays.pop().is_some() => {}
            Action::CloseOrQuit | Action::Quit => return vec![Effect::Quit],
            Action::Suspend => return vec![Effect::Suspend],
            Action::Redraw => return vec![Effect::Redraw],
            Action::NextTheme => return self.next_theme(),
            Action::ToggleMouse => return self.toggle_mouse(),
            Action::Copy => return self.copy(),
            Action::CopyLink => return self.copy_link(),
            Action::Write => self.ask_file(),
            Action::OpenInPager => return self.open_in(Program::Pager),
            Action::OpenInEditor => return self.open_in(Program::Editor),
            Action::GoToLink => self.ask_link(),
            Action::Submit => return self.submit(),
            Action::Enter => self.enter(),
            Action::Back => self.back(),
            Action::Down => self.move_by(self.times()),
            Action::Up => self.move_by(-self.times()),
            Action::PageDown => self.page_by(self.times()),
            Action::PageUp => self.page_by(-self.times()),
            Action::First => {
                self.jumps();
                self.move_to(0);
            }
            Action::Tour => self.begin_tour(),
            Action::Pause => return self.toggle_pause(),
            Action::Last => return self.last(),
            Action::NextPane => self.turn_pane(true),
            Action::PreviousPane => self.turn_pane(false),
            Action::Filter => self.open_filter(),
            Action::OlderFilter => self.walk_filters(true),
            Action::NewerFilter => self.walk_filters(false),
            Action::Frequency => self.count_values(),
            Action::Search => self.open_search(),
            Action::SearchValue => self.search_value(),
            Action::Complete if self.filter_prompt.is_none() => self.take_offer(),
            Action::Complete => self.complete_filter(),
            Action::NextMatch => self.next_match(true),
            Action::PreviousMatch => self.next_match(false),
            Action::ShowRegistries => self.show_tab(Tab::Registries),
            Action::ShowEpisodes => self.show_tab(Tab::Episodes),
            Action::NextRegistry => self.turn_registry(true),
            Action::EarlierGeneration => self.turn_generation(false),
            Action::LaterGeneration => self.turn_generation(true),
            Action::PreviousRegistry => self.turn_registry(false),
            Action::NextChange => self.next_change(),
            Action::NextSort | Action::ReverseSort | Action::ChooseSort => self.act_on_order(action),
            Action::NextReceipt | Action::PreviousReceipt => self.step_in_window(action),
            Action::NextError | Action::PreviousError => self.step_to(action),
            Action::ScrollRight => self.scroll_right(),
            Action::ScrollLeft => self.scroll_left(),
            Action::Redact => pages::witness::redact(self),
            Action::NextEpisode => self.turn_episode(self.times()),
            Action::PreviousEpisode => self.turn_episode(-self.times()),
            Action::ToggleFold => self.toggle_fold(),
            Action::ToggleAllFolds => self.toggle_all_folds(),
            Action::SetMark => self.ask_letter(Letter::Set),
            Action::GoToMark => self.ask_letter(Letter::GoTo),
            Action::ListMarks => self.open_window(View::Marks),
            Action::JumpBack => self.walk_jumps(false),
            Action::JumpForward => self.walk_jumps(true),
            Action::ShowValue => self.show_value(),
            Action::FollowValue => self.follow_value(),
            Action::ListReached => self.list_reached(),
            Action::Conversation => self.open_conversation(Wanted::Here),
            Action::FinalAnswer => self.open_conversation(Wanted::Answer),
            Action::ShowLabels => self.show_labels(),
            Action::GoToRule => self.go_to_rule(),
            Action::Coverage => self.open_coverage(),
            Action::Similar => self.open_similar(),
            Action::Difference => self.open_difference(),
            Action::Witness => pages::witness::open(self),
            Action::Raw => self.open_raw(),
            Action::StandsOut => self.open_window(View::Findings),
            Action::ShowCommandLine => self.open_window(View::CommandLine),
            Action::Why => self.open_window(View::Why),
            Action::Changes => self.open_window(View::Changes),
            Action::Log => self.open_window(View::Log),
            Action::Help => match self.window() {
                // Asked twice: that is enough of it.
                Some(window) if matches!(window.view, View::Help(_)) => self.overlays.truncate(self.overlays.len() - 1),
                _ => self.open_window(View::Help(self.scope())),
            },
            Action::Palette => self.open_finder(Among::Commands),
            Action::GoToAnything => self.open_finder(Among::Anything),
            // The rest belongs to the review.
            _ => {}
        }
        Vec::new()
    }

    fn next_theme(&mut self) -> Vec<Effect> {
        let (names, at) = &mut self.themes;
        if names.is_empty() {
            return Vec::new();
        }
        *at = (*at + 1) % names.len();
        let name = names.get(*at).cloned().unwrap_or_default();
        self.notice = Some(format!("theme: {name}"));
        self.theme_chosen(&name);
        vec![Effect::UseTheme(name)]
    }

    /// The scope under the windows: where a command of the palette applies.
    pub fn base_scope(&self) -> Scope {
        match (self.tab, &self.stepper) {
            (Tab::Registries, _) => Scope::Registries,
            (Tab::Review, _) => Scope::Review,
            (Tab::Episodes, Some(_)) => Scope::Stepper,
            (Tab::Episodes, None) => Scope::Episodes,
            (Tab::Pairs, _) if self.pairs.open.is_some() => Scope::Braid,
            (Tab::Pairs, _) => Scope::Pairs,
            (Tab::Study, _) => Scope::Study,
        }
    }

    fn typed(&mut self, event: &Event) {
        if let Some(prompt) = &mut self.filter_prompt {
            let before = prompt.input.value().to_owned();
            // As everywhere: what is typed takes the place of what was there; a motion or Backspace goes on with it.
            let is_letter = matches!(event, Event::Key(key) if key.code.as_char().is_some() && key.modifiers.difference(KeyModifiers::SHIFT).is_empty());
            if std::mem::take(&mut prompt.is_recalled) && is_letter {
                prompt.input.reset();
            }
            prompt.input.handle_event(event);
            let filter = prompt.input.value().to_owned();
            if filter == before {
                return;
            }
            prompt.changed();
            self.notice = None;
            self.set_filter(filter);
            return;
        }
        if let Some(Overlay::Find(finder)) = self.overlays.last_mut() {
            finder.input.handle_event(event);
            finder.look();
        }
        if let Some(Overlay::Ask(ask)) = self.overlays.last_mut() {
            ask.input.handle_event(event);
            self.typed_answer();
        }
    }

    fn submit(&mut self) -> Vec<Effect> {
        if self.filter_prompt.is_some() {
            self.submit_filter();
            return Vec::new();
        }
        if let Some(Overlay::Ask(ask)) = self.overlays.pop_if(|overlay| matches!(overlay, Overlay::Ask(_))) {
            return self.answer(ask);
        }
        self.choose_found()
    }
}
