//! What is remembered of a visit to a set of files, as a text; and how the next visit takes it up again.
//!
//! Everything is tied to identities, so that what is gone is simply passed over. Positions are taken up as the
//! files are read, and given up as soon as a key is pressed: then the person is somewhere already.

use super::action::Action;
use super::data::{LedgerId, RegistryId};
use super::effect::Effect;
use super::filter::Filtered;
use super::screen::episodes::Column;
use super::screen::registries::{self, RuleSort, ToolSort};
use super::spot::Spot;
use super::spot::json::{row_from_json, row_to_json};
use super::{App, Tab};
use crate::domain::json::{Json, Object, read};

/// The format of the text.
const FORMAT: &str = "vidimus.session/1";

/// Which visits belong together, and what of the last one is not taken up yet.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// The paths that were opened; nothing if this visit is not to be remembered.
    paths: Option<Vec<String>>,
    wanted: Wanted,
    /// The theme that the person chose.
    theme: Option<String>,
    /// Something happened that shall be remembered even if the program is killed.
    is_unsaved: bool,
}

/// Positions that wait for their files.
#[derive(Clone, Debug, Default)]
struct Wanted {
    tab: Option<Tab>,
    list: Option<Spot>,
    call: Option<Spot>,
    rules: Option<Spot>,
}

impl App {
    /// A visit begins: of these paths, with what was remembered of the last one.
    pub(super) fn begin_session(&mut self, paths: Vec<String>, text: Option<&str>, with_theme: bool) -> Vec<Effect> {
        let read = text.filter(|text| !text.trim().is_empty()).map(|text| self.take_up(&paths, text));
        self.session.paths = Some(paths);
        match read {
            None => Vec::new(),
            Some(Ok(theme)) => theme.filter(|_| with_theme).map(|theme| self.take_theme(theme)).unwrap_or_default(),
            Some(Err(why)) => {
                // Marks that a newer or another program can read are not written over.
                self.session.paths = None;
                let sentence = format!(
                    "what was remembered of the last visit is not used: {why}; its file in the state folder stays as it \
                     is, so this visit is not remembered"
                );
                self.say(sentence.clone());
                self.notice = Some(sentence);
                Vec::new()
            }
        }
    }

    /// What is to be remembered of this visit; nothing if it is not to be.
    pub fn session_text(&self) -> Option<String> {
        let paths = self.session.paths.as_ref()?;
        let paths: Vec<Json> = paths.iter().map(|path| Json::from(path.as_str())).collect();
        let marks = self
            .marks
            .iter()
            .fold(Object::new(), |marks, (letter, spot)| marks.with(letter.to_string(), spot.to_json()));
        let tab = Tab::ALL.iter().find(|(tab, ..)| *tab == self.tab).map(|(_, _, name)| *name);
        let mut closed: Vec<Json> = Vec::new();
        let folds = self.stepper.as_ref().map_or(&self.folds, |stepper| &stepper.closed);
        closed.extend(folds.iter().map(row_to_json));
        let given = Filtered::ALL.iter().fold(Object::new(), |given, list| {
            let texts = self.remembered.of(*list).iter().map(|text| Json::from(text.as_str()));
            given.with(list.name(), texts.collect::<Vec<_>>())
        });
        // What could not be taken up, since its file is not read yet, is not forgotten for that.
        let wanted = &self.session.wanted;
        let list = wanted
            .list
            .clone()
            .unwrap_or_else(|| Spot::List(self.episodes.list.selected().and_then(|row| self.episode_key(*row))));
        let call = wanted.call.clone().or_else(|| self.stepper.as_ref().and_then(|stepper| self.call_spot(stepper)));
        let rules = wanted.rules.clone().unwrap_or_else(|| self.rules_spot());
        let episodes = Object::new()
            .with("at", list.to_json())
            .with("filter", self.episodes.filter.as_str())
            .with("sort", self.episodes.sort.name())
            .with("reversed", self.episodes.reversed);
        let registries = Object::new()
            .with("at", rules.to_json())
            .with("tool_filter", self.registries.tool_filter.as_str())
            .with("rule_filter", self.registries.rule_filter.as_str())
            .with("sort", self.registries.sort.name())
            .with("reversed", self.registries.reversed)
            .with("rule_sort", self.registries.rule_sort.name())
            .with("rules_reversed", self.registries.rules_reversed);
        let text = Object::new()
            .with("format", FORMAT)
            .with("paths", paths)
            .with("screen", tab)
            .with("episodes", episodes)
            .with("call", call.map(|call| call.to_json()))
            .with("folds", closed)
            .with("registries", registries)
            .with("review", self.review_memory())
            .with("pairs", self.pairs_memory())
            .with("study", self.study_memory())
            .with("given", given)
            .with("marks", marks)
            .with("commands", self.used.iter().map(|action| Json::from(action.name())).collect::<Vec<_>>())
            .with("theme", self.session.theme.clone());
        Some(format!("{}\n", Json::from(text)))
    }

    /// What happens now shall be remembered even if the program is killed.
    pub(super) fn remember(&mut self) {
        self.session.is_unsaved = true;
    }

    /// The order to remember what is on screen, if something happened that must not be lost.
    pub(super) fn save_session(&mut self) -> Option<Effect> {
        std::mem::take(&mut self.session.is_unsaved).then(|| self.session_text().map(Effect::SaveSession)).flatten()
    }

    fn take_up(&mut self, paths: &[String], text: &str) -> Result<Option<String>, String> {
        let json = read(text).map_err(|error| error.to_string())?.value;
        let format = json.get("format").and_then(Json::as_str).unwrap_or_default();
        if format != FORMAT {
            return Err(format!("its format is {format:?}, and this program knows {FORMAT:?}"));
        }
        let of: Vec<&str> =
            json.get("paths").and_then(Json::as_array).unwrap_or_default().iter().filter_map(Json::as_str).collect();
        if of != paths {
            return Err(format!("it is of other files: {}", of.join(", ")));
        }
        let text =
            |part: &str, key: &str| json.get(part).and_then(|it| it.get(key)?.as_str()).unwrap_or_default().to_owned();
        let spot = |json: Option<&Json>| json.and_then(Spot::from_json);
        self.episodes.filter = text("episodes", "filter");
        let sort = text("episodes", "sort");
        self.episodes.sort = Column::ALL.into_iter().find(|column| column.name() == sort).unwrap_or_default();
        let is = |part: &str, key: &str| json.get(part).and_then(|it| it.get(key)?.as_bool()).unwrap_or(false);
        self.episodes.reversed = is("episodes", "reversed");
        self.registries.tool_filter = text("registries", "tool_filter");
        self.registries.rule_filter = text("registries", "rule_filter");
        let sort = text("registries", "sort");
        self.registries.sort = ToolSort::ALL.into_iter().find(|it| it.name() == sort).unwrap_or_default();
        self.registries.reversed = is("registries", "reversed");
        let sort = text("registries", "rule_sort");
        self.registries.rule_sort = RuleSort::ALL.into_iter().find(|it| it.name() == sort).unwrap_or_default();
        self.registries.rules_reversed = is("registries", "rules_reversed");
        if let Some(review) = json.get("review") {
            self.take_up_review(review);
        }
        if let Some(study) = json.get("study") {
            self.take_up_study(study);
        }
        if let Some(pairs) = json.get("pairs") {
            self.take_up_pairs(pairs);
        }
        let closed = json.get("folds").and_then(Json::as_array).unwrap_or_default();
        self.folds = closed.iter().filter_map(row_from_json).collect();
        if let Some(marks) = json.get("marks").and_then(Json::as_object) {
            let letter = |name: &str| name.chars().next().filter(|it| it.is_alphabetic() && name.chars().count() == 1);
            self.marks = marks.iter().filter_map(|(name, at)| Some((letter(name)?, Spot::from_json(at)?))).collect();
        }
        for list in Filtered::ALL {
            let given = json.get("given").and_then(|it| it.get(list.name())?.as_array()).unwrap_or_default();
            given.iter().filter_map(Json::as_str).for_each(|text| self.remembered.add(list, text));
        }
        let used = json.get("commands").and_then(Json::as_array).unwrap_or_default();
        self.used = used.iter().filter_map(|name| Action::from_name(name.as_str()?)).collect();
        let screen = json.get("screen").and_then(Json::as_str);
        self.session.wanted = Wanted {
            tab: Tab::ALL.iter().find(|(_, _, name)| Some(*name) == screen).map(|(tab, ..)| *tab),
            list: spot(json.get("episodes").and_then(|it| it.get("at"))),
            call: spot(json.get("call")),
            rules: spot(json.get("registries").and_then(|it| it.get("at"))),
        };
        let theme = json.get("theme").and_then(Json::as_str);
        Ok(theme.map(str::to_owned))
    }

    fn take_theme(&mut self, name: String) -> Vec<Effect> {
        let (names, at) = &mut self.themes;
        let Some(found) = names.iter().position(|it| *it == name) else { return Vec::new() };
        *at = found;
        self.session.theme = Some(name.clone());
        vec![Effect::UseTheme(name)]
    }

    /// Whether the person chose a theme, now or at the last visit.
    pub(super) fn has_chosen_theme(&self) -> bool {
        self.session.theme.is_some()
    }

    /// The person chose a theme.
    pub(super) fn theme_chosen(&mut self, name: &str) {
        self.session.theme = Some(name.to_owned());
    }

    /// A key was pressed: whatever was not taken up yet is given up.
    pub(super) fn end_taking_up(&mut self) {
        self.session.wanted = Wanted::default();
    }

    /// The tab of the last visit, if something is there to show.
    pub(super) fn wanted_tab(&self) -> Option<Tab> {
        self.session.wanted.tab.filter(|tab| match tab {
            Tab::Registries | Tab::Review => !self.data.registries.is_empty(),
            Tab::Episodes | Tab::Pairs | Tab::Study => !self.data.ledgers.is_empty(),
        })
    }

    /// More of a ledger was read: takes up the positions in it.
    pub(super) fn take_up_ledger(&mut self, ledger: LedgerId, complete: bool) {
        if let Some(Spot::List(Some((file, episode)))) = &self.session.wanted.list
            && self.ledger_of(file) == Some(ledger)
        {
            let found = self.episode_of(file, episode);
            if found.is_some_and(|row| self.episodes.list.select(&row)) || complete {
                self.session.wanted.list = None;
            }
        }
        if let Some(Spot::Call { ledger: file, episode, step, row }) = &self.session.wanted.call
            && self.ledger_of(file) == Some(ledger)
        {
            let found = self.episode_of(file, episode);
            let calls =
                found.and_then(|it| Some(self.data.ledger(ledger)?.index.episodes().get(it.place)?.calls.len()));
            // The episode may be there, and the step still to come.
            let is_there = calls.is_some_and(|calls| step.is_none_or(|step| step < calls));
            let (step, row) = (step.unwrap_or_default(), row.clone());
            if let Some(episode) = found.filter(|_| is_there || complete) {
                self.reopen(episode, step);
                self.stand_on(step, row);
                self.say_where_left_off();
            }
            if is_there || complete {
                self.session.wanted.call = None;
            }
        }
    }

    /// Nobody who starts a program anew expects to stand inside an episode: says so, which registry was chosen, and
    /// the way out.
    fn say_where_left_off(&mut self) {
        let many = self.data.registries.len() > 1;
        let registry = self.registry.filter(|_| many).and_then(|id| self.data.registry(id)).map(|slot| &slot.name);
        let episode = self.stepper.as_ref().and_then(|stepper| {
            let entry = self.data.ledger(stepper.episode.ledger)?.index.episodes().get(stepper.episode.place)?;
            let trial = entry.trial.map(|trial| format!(", trial {trial}")).unwrap_or_default();
            Some(format!("task {}{trial}, call {}", entry.task_or_id(), stepper.calls.place()))
        });
        let out = if episode.is_some() { "; esc leads to the list" } else { "" };
        let registry = registry.map(|name| format!("registry {name}"));
        let parts: Vec<String> = episode.into_iter().chain(registry).collect();
        if !parts.is_empty() {
            self.notice = Some(format!("back where you left off: {}{out}", parts.join(", ")));
        }
    }

    /// A registry was read: takes up the position in it.
    pub(super) fn take_up_registry(&mut self, registry: RegistryId) {
        let Some(Spot::Rules { registry: Some(file), tool, rule }) = &self.session.wanted.rules else { return };
        if self.registry_of(file) != Some(registry) {
            return;
        }
        let (tool, rule) = (tool.clone(), rule.clone());
        self.session.wanted.rules = None;
        self.use_registry(Some(registry));
        self.say_where_left_off();
        self.registries.refresh(&self.data, self.registry);
        if let Some(tool) = tool
            && self.registries.tools.select(&tool)
        {
            self.registries.refresh_rules(&self.data, self.registry);
            if let Some(rule) = rule
                && self.registries.rules.select(&rule)
            {
                self.registries.pane = registries::Pane::Rules;
            }
            self.registries.refresh_firings(&self.data);
        }
    }
}
