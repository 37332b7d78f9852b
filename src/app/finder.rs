//! One prompt over many things: what is typed is looked for in all of them, and Enter does or opens the best one.

mod anything;
mod commands;

use tui_input::Input;

use super::App;
use super::action::Action;
use super::data::{RegistryId, RuleRef};
use super::effect::Effect;
use super::list::List;
use super::screen::episodes::EpisodeRef;
use super::{Overlay, Tab};
use crate::domain::ids::ToolName;
use crate::query::fuzzy::Fuzzy;

/// At most so many rows are shown: nobody reads on, and typing one more letter is quicker.
const SHOWN: usize = 200;

/// Of so many that match at a quick look the best are found by a close one, so that no letter has to be waited for.
const SCORED: usize = 2_000;

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// Every action.
    Commands,
    /// Tools, rules and episodes.
    Anything,
    /// Registries to compare the one on screen with.
    Registries,
    /// Ways to pair the episodes.
    Pairings,
    /// The vocabulary of labels.
    Labels,
    /// The orders of a list.
    Orders,
}

impl Among {
    /// What is looked for, over the window.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Commands => "commands",
            Self::Anything => "go to anything",
            Self::Registries => "compare with",
            Self::Pairings => "which episodes make a pair",
            Self::Labels => "why the two came out differently",
            Self::Orders => "by what the list is sorted",
        }
    }

    /// What is said where nothing is found.
    pub const fn nothing(self) -> &'static str {
        match self {
            Self::Commands => "no command has these letters in this order",
            Self::Anything => "no tool, rule, episode or pair has these letters in this order",
            Self::Registries => "no registry has these letters in this order",
            Self::Pairings => "no way of pairing has these letters in this order",
            Self::Labels => "no label has these letters in this order",
            Self::Orders => "the list is not sorted by anything with these letters in this order",
        }
    }
}

/// Something that can be found.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// What kind of thing it is.
    pub kind: &'static str,
    /// Its text.
    pub text: String,
    /// Another name by which it is found.
    pub name: String,
    /// What stands at its end: its keys, or where it is.
    pub after: String,
    /// Why it cannot be chosen now.
    pub barred: Option<&'static str>,
    /// What choosing it does.
    pub goal: Goal,
}

/// What choosing a candidate does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// It is done.
    Do(Action),
    /// It is shown on the registries screen.
    Tool(RegistryId, ToolName),
    /// It is shown on the registries screen.
    Rule(RegistryId, RuleRef),
    /// It is opened.
    Episode(EpisodeRef),
    /// The episodes are paired so.
    Pair(crate::pair::Plan),
    /// The pair under the cursor gets this label.
    Label(crate::label::PairLabel),
    /// The pair is opened.
    OpenPair(super::screen::pairs::PairKey),
    /// The registry on screen is compared with it.
    Compare(super::comparing::Side),
    /// The list is sorted so.
    Sort(super::sorting::Sorted, usize),
}

/// The prompt, and what was found.
#[derive(Clone, Debug)]
pub struct Finder {
    /// What is looked for.
    pub among: Among,
    /// What is typed.
    pub input: Input,
    /// All there is.
    all: Vec<Candidate>,
    /// The places of those that match, in the order of `all`.
    matching: Vec<u32>,
    /// What was typed when those were found.
    typed: String,
    /// What was typed behind the name of a command.
    argument: String,
    /// The places of the rows on screen, best first.
    pub list: List<u32>,
}

impl Finder {
    fn new(among: Among, all: Vec<Candidate>) -> Self {
        let mut finder = Self {
            among,
            input: Input::default(),
            matching: Vec::new(),
            all,
            typed: String::new(),
            argument: String::new(),
            list: List::default(),
        };
        finder.start();
        finder
    }

    /// Everything matches what is empty, in the order given.
    fn start(&mut self) {
        self.matching = (0..u32::try_from(self.all.len()).unwrap_or(u32::MAX)).collect();
        self.list.set_rows(self.matching.iter().copied().take(SHOWN).collect());
        self.list.move_to(0);
    }

    /// Looks for what is typed now. Whatever goes on from what was typed before can only match fewer.
    pub(super) fn look(&mut self) {
        let typed = self.input.value().trim().to_owned();
        if typed == self.typed {
            return;
        }
        if !typed.starts_with(&self.typed) || self.typed.is_empty() {
            self.matching = (0..u32::try_from(self.all.len()).unwrap_or(u32::MAX)).collect();
        }
        self.typed.clone_from(&typed);
        self.argument.clear();
        if typed.is_empty() {
            return self.start();
        }
        let fuzzy = Fuzzy::new(&typed);
        let all = &self.all;
        let mut rough = Vec::with_capacity(self.matching.len());
        self.matching.retain(|at| {
            let found = all.get(*at as usize).and_then(|candidate| candidate.rough(&fuzzy));
            rough.extend(found.map(|score| (score, *at)));
            found.is_some()
        });
        if rough.len() > SCORED {
            rough.select_nth_unstable(SCORED);
            rough.truncate(SCORED);
        }
        let score = |at: u32| {
            let candidate = all.get(at as usize)?;
            let score = candidate.score(&fuzzy, &typed)?;
            Some((std::cmp::Reverse((candidate.barred.is_none(), score)), at))
        };
        let mut scored: Vec<_> = rough.into_iter().filter_map(|(_, at)| score(at)).collect();
        if scored.len() > SHOWN {
            scored.select_nth_unstable(SHOWN);
            scored.truncate(SHOWN);
        }
        scored.sort_unstable();
        if scored.is_empty() && self.among == Among::Commands {
            return self.look_for_name(&typed);
        }
        self.list.set_rows(scored.into_iter().map(|(_, at)| at).collect());
        self.list.move_to(0);
    }

    /// A command's name, and something behind it.
    fn look_for_name(&mut self, typed: &str) {
        let (name, argument) = typed.split_once(' ').unwrap_or((typed, ""));
        let is_named = |at: &u32| self.row(*at).is_some_and(|row| row.name == name && !argument.is_empty());
        let found: Vec<u32> = (0..u32::try_from(self.all.len()).unwrap_or(u32::MAX)).filter(is_named).collect();
        if !found.is_empty() {
            argument.trim().clone_into(&mut self.argument);
        }
        self.list.set_rows(found);
        self.list.move_to(0);
    }

    /// There are other things now: what is typed is looked for in them, and the cursor stays on what it was on.
    fn renew(&mut self, all: Vec<Candidate>) {
        let of = |it: &Candidate| (it.kind, it.text.clone(), it.after.clone());
        let stood_on = self.list.selected().and_then(|at| self.row(*at)).map(of);
        self.all = all;
        self.typed.clear();
        self.start();
        self.look();
        let is_it = |at: &u32| self.row(*at).map(of) == stood_on;
        if let Some(place) = self.list.rows().iter().position(is_it) {
            self.list.move_to(place);
        }
    }

    /// A row on screen.
    pub fn row(&self, at: u32) -> Option<&Candidate> {
        self.all.get(at as usize)
    }

    /// How many match, and how many there are.
    pub fn counts(&self) -> (usize, usize) {
        (self.matching.len(), self.all.len())
    }
}

impl Candidate {
    fn rough(&self, fuzzy: &Fuzzy) -> Option<usize> {
        let by_text = fuzzy.rough(&self.text);
        if self.name.is_empty() {
            return by_text;
        }
        by_text.into_iter().chain(fuzzy.rough(&self.name)).min()
    }

    fn score(&self, fuzzy: &Fuzzy, typed: &str) -> Option<i64> {
        let by_text = fuzzy.score(&self.text);
        if self.name.is_empty() {
            return by_text;
        }
        // Who types the name as it stands means it, and so does who types whole words of it.
        let mut words = self.name.split_whitespace();
        let is_of_words = typed.split_whitespace().all(|typed| words.any(|word| word == typed));
        let exact = if self.name == typed || (self.kind == "episode" && is_of_words) { 1_000 } else { 0 };
        by_text.max(fuzzy.score(&self.name)).map(|score| score + exact)
    }
}

impl App {
    /// Opens the prompt.
    pub(super) fn open_finder(&mut self, among: Among) {
        let all = match among {
            Among::Commands => self.commands(),
            Among::Anything => self.anything(),
            Among::Registries => self.other_registries(),
            Among::Pairings => self.plans(),
            Among::Labels => self.label_choices(),
            Among::Orders => self.orders(false),
        };
        self.overlays.push(Overlay::Find(Box::new(Finder::new(among, all))));
    }

    /// A ledger is read anew: its episodes stand elsewhere, and an open prompt must not lead to those of before.
    pub(super) fn renew_finder(&mut self) {
        let is_open = |it: &Overlay| matches!(it, Overlay::Find(finder) if finder.among == Among::Anything);
        if !self.overlays.iter().any(is_open) {
            return;
        }
        let all = self.anything();
        for overlay in &mut self.overlays {
            if let Overlay::Find(finder) = overlay
                && finder.among == Among::Anything
            {
                finder.renew(all.clone());
            }
        }
    }

    /// Does or opens what the cursor is on.
    pub(super) fn choose_found(&mut self) -> Vec<Effect> {
        let Some(Overlay::Find(finder)) = self.overlays.last() else { return Vec::new() };
        let argument = finder.argument.clone();
        let Some(found) = finder.list.selected().and_then(|at| finder.row(*at)).cloned() else {
            self.overlays.pop();
            return Vec::new();
        };
        if found.goal == Goal::Do(Action::Coverage) && !argument.is_empty() {
            self.overlays.pop();
            self.command_used(Action::Coverage);
            self.open_coverage_of(&argument);
            return Vec::new();
        }
        if let Some(barred) = found.barred {
            self.notice = Some(format!("{:?} works {barred}", found.text));
            return Vec::new();
        }
        self.overlays.pop();
        match found.goal {
            Goal::Do(action) => {
                self.command_used(action);
                let effects = self.act(action);
                if !argument.is_empty() {
                    self.notice =
                        Some(format!("{argument:?} was left out: only coverage takes something behind its name"));
                }
                return effects;
            }
            Goal::Tool(registry, tool) => {
                self.jumps();
                self.show_tab(Tab::Registries);
                self.use_registry(Some(registry));
                self.show_tool(&tool);
            }
            Goal::Rule(registry, rule) => {
                self.jumps();
                self.show_tab(Tab::Registries);
                self.use_registry(Some(registry));
                self.show_rule(&rule);
            }
            Goal::Compare(side) => self.compare_with(side),
            Goal::Sort(list, place) => self.sort_by(list, place),
            Goal::Pair(plan) => self.use_plan(plan),
            Goal::Label(label) => return self.answer_label(label),
            Goal::OpenPair(pair) => {
                self.jumps();
                self.show_tab(Tab::Pairs);
                self.show_pair_in_list(&pair);
                self.open_pair(&pair);
            }
            Goal::Episode(episode) => {
                self.jumps();
                self.show_tab(Tab::Episodes);
                self.open_episode(episode);
                self.show_in_list(episode);
            }
        }
        Vec::new()
    }
}
