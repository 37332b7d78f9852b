//! Where somebody is, as an identity: what marks, the list of jumps and the next session come back to.
//!
//! A spot names files, episodes, tools and rules, never rows: it outlives reloads, other orders and filters.

pub(super) mod json;

use super::App;
use super::Tab;
use super::data::{LedgerId, LedgerSlot, RegistryId, RuleRef};
use super::screen::episodes::EpisodeRef;
use super::screen::{registries, stepper};
use super::tree::RowKey;
use crate::contract::Place;
use crate::domain::call::Part;
use crate::domain::ids::{EpisodeId, InvariantId, ToolName};
use crate::words;

/// A loaded file by its name; `nth` tells apart files of one name in several folders.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileKey {
    /// The name as on screen.
    pub name: String,
    /// How many files of that name come before it.
    pub nth: usize,
}

/// A place to come back to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// The list of episodes, at one of them unless it is empty.
    List(Option<(FileKey, EpisodeId)>),
    /// A call.
    Call {
        /// Its ledger.
        ledger: FileKey,
        /// Its episode.
        episode: EpisodeId,
        /// Its step; nothing in an episode without calls.
        step: Option<usize>,
        /// The line of its arguments or result, where the cursor stands on one.
        row: Option<RowKey>,
    },
    /// The review screen.
    Judging {
        /// The registry under review, if there is one.
        registry: Option<FileKey>,
        /// The rule under the cursor.
        rule: Option<(ToolName, InvariantId)>,
    },
    /// The pairs screen.
    Pair {
        /// The two episodes of the pair under the cursor, first arm first.
        at: Option<Box<[(FileKey, EpisodeId); 2]>>,
        /// Whether it is open.
        is_open: bool,
    },
    /// The study screen.
    Study {
        /// The number under the cursor, as what it is of.
        row: Option<String>,
    },
    /// The registries screen.
    Rules {
        /// The registry on screen, if there is one.
        registry: Option<FileKey>,
        /// The tool under the cursor.
        tool: Option<ToolName>,
        /// The rule, where the cursor is among the rules of the tool.
        rule: Option<InvariantId>,
    },
}

/// A line of a call in words: `result.items[0].price`.
pub fn row_text(part: Part, place: &Place) -> String {
    words::place(part.name(), place)
}

impl Spot {
    /// Whether going from one to the other is more than moving in one list.
    pub fn is_elsewhere(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::List(_), Self::List(_)) | (Self::Study { .. }, Self::Study { .. }) => false,
            (Self::Pair { at, is_open }, Self::Pair { at: a, is_open: o }) => is_open != o || (*is_open && at != a),
            (Self::Call { ledger, episode, .. }, Self::Call { ledger: l, episode: e, .. }) => {
                (ledger, episode) != (l, e)
            }
            (Self::Judging { registry, .. }, Self::Judging { registry: r, .. }) => registry != r,
            (Self::Rules { registry, tool, rule }, Self::Rules { registry: r, tool: t, rule: u }) => {
                registry != r || (rule.is_some() && u.is_some() && tool != t)
            }
            _ => true,
        }
    }
}

impl App {
    /// Where the cursor is.
    pub fn spot(&self) -> Spot {
        match (self.tab, &self.stepper) {
            (Tab::Registries, _) => self.rules_spot(),
            (Tab::Review, _) => self.review_spot(),
            (Tab::Pairs, _) => self.pair_spot(),
            (Tab::Study, _) => Spot::Study { row: self.study_row() },
            (Tab::Episodes, Some(stepper)) => self.call_spot(stepper).unwrap_or(Spot::List(None)),
            (Tab::Episodes, None) => Spot::List(self.episodes.list.selected().and_then(|row| self.episode_key(*row))),
        }
    }

    /// Where the registries screen is.
    pub(super) fn rules_spot(&self) -> Spot {
        let rule = self.registries.rules.selected().filter(|_| self.registries.pane != registries::Pane::Tools);
        Spot::Rules {
            registry: self.registry.and_then(|id| self.registry_key(id)),
            tool: self.registries.tools.selected().cloned(),
            rule: rule.cloned(),
        }
    }

    /// Where the open episode is.
    pub(super) fn call_spot(&self, stepper: &stepper::StepperScreen) -> Option<Spot> {
        let (ledger, episode) = self.episode_key(stepper.episode)?;
        let step = stepper.calls.selected().map(|_| stepper.calls.place());
        let row = stepper.tree.selected().filter(|_| stepper.pane == stepper::Pane::Tree).cloned();
        Some(Spot::Call { ledger, episode, step, row })
    }

    /// The lasting name of an episode.
    pub fn episode_key(&self, episode: EpisodeRef) -> Option<(FileKey, EpisodeId)> {
        let slot = self.data.ledger(episode.ledger)?;
        Some((self.ledger_key(slot), slot.index.episodes().get(episode.place)?.id.clone()))
    }

    /// The lasting name of a ledger.
    pub fn ledger_key(&self, slot: &LedgerSlot) -> FileKey {
        let before = self.data.ledgers.iter().take_while(|other| other.id != slot.id);
        FileKey { name: slot.name.clone(), nth: before.filter(|other| other.name == slot.name).count() }
    }

    /// The lasting name of a registry.
    pub fn registry_key(&self, id: RegistryId) -> Option<FileKey> {
        let name = &self.data.registry(id)?.name;
        let before = self.data.registries.iter().take_while(|other| other.id != id);
        Some(FileKey { name: name.clone(), nth: before.filter(|other| other.name == *name).count() })
    }

    /// The ledger of that name, if it is loaded.
    pub fn ledger_of(&self, key: &FileKey) -> Option<LedgerId> {
        self.data.ledgers.iter().filter(|slot| slot.name == key.name).nth(key.nth).map(|slot| slot.id)
    }

    /// The registry of that name, if it is loaded.
    pub fn registry_of(&self, key: &FileKey) -> Option<RegistryId> {
        self.data.registries.iter().filter(|slot| slot.name == key.name).nth(key.nth).map(|slot| slot.id)
    }

    /// The episode of that name, if it is loaded.
    pub fn episode_of(&self, ledger: &FileKey, episode: &EpisodeId) -> Option<EpisodeRef> {
        let ledger = self.ledger_of(ledger)?;
        Some(EpisodeRef { ledger, place: self.data.ledger(ledger)?.index.find(episode)? })
    }

    /// Goes to a spot; where a part of it is gone, as near as possible. False if there is nothing near.
    pub fn go(&mut self, spot: &Spot) -> bool {
        match spot {
            Spot::List(at) => {
                self.show_tab(Tab::Episodes);
                self.close_episode();
                if let Some(row) = at.as_ref().and_then(|(ledger, episode)| self.episode_of(ledger, episode)) {
                    self.show_in_list(row);
                }
                true
            }
            Spot::Call { ledger, episode, step, row } => {
                let Some(episode) = self.episode_of(ledger, episode) else { return false };
                self.show_tab(Tab::Episodes);
                if self.stepper.as_ref().is_none_or(|stepper| stepper.episode != episode) {
                    self.open_episode(episode);
                    self.episodes.list.select(&episode);
                }
                self.stand_on(step.unwrap_or_default(), row.clone());
                true
            }
            Spot::Study { row } => {
                self.show_tab(Tab::Study);
                self.want_row(row.clone());
                true
            }
            Spot::Pair { at, is_open } => self.go_to_pair_spot(at.as_deref(), *is_open),
            Spot::Judging { registry, rule } => self.go_to_review(registry.as_ref(), rule.as_ref()),
            Spot::Rules { registry, tool, rule } => {
                let registry = match registry {
                    Some(key) => match self.registry_of(key) {
                        Some(id) => Some(id),
                        None => return false,
                    },
                    None => self.registry,
                };
                self.use_registry(registry);
                self.go_to_tool(tool.as_ref(), rule.as_ref())
            }
        }
    }

    /// Puts the cursor of the list on an episode, without its filter if that hides it.
    pub(super) fn show_in_list(&mut self, row: EpisodeRef) {
        if !self.episodes.list.select(&row) && !self.episodes.filter.is_empty() {
            self.episodes.filter.clear();
            self.episodes.refresh(&self.data);
            self.episodes.list.select(&row);
        }
    }

    /// Puts the cursor of the open episode on a step, and on a line of it once that is read.
    pub(super) fn stand_on(&mut self, step: usize, row: Option<RowKey>) {
        let Some(stepper) = &mut self.stepper else { return };
        stepper.calls.move_to(step);
        stepper.receipt_scroll = 0;
        stepper.pane = if row.is_some() { stepper::Pane::Tree } else { stepper::Pane::Calls };
        // What stands around the line has to be open.
        if let Some((part, place)) = &row {
            stepper.closed.retain(|(p, around)| p != part || around.len() >= place.len() || !place.starts_with(around));
        }
        stepper.wanted_row = row;
        self.show_call();
    }

    /// Shows another registry, which also judges from now on.
    pub(super) fn use_registry(&mut self, registry: Option<RegistryId>) {
        if registry != self.registry {
            self.registry = registry;
            self.restart_replay();
            self.show_call();
        }
    }

    fn go_to_tool(&mut self, tool: Option<&ToolName>, rule: Option<&InvariantId>) -> bool {
        let Some(tool) = tool else {
            self.show_tab(Tab::Registries);
            return true;
        };
        let loaded = self.registry.and_then(|id| self.data.registry(id)?.registry.as_ref());
        let Some(contract) = loaded.and_then(|registry| registry.tools.get(tool)) else { return false };
        let found = rule.filter(|rule| contract.invariants.iter().any(|it| it.id == **rule)).cloned();
        let is_gone = rule.is_some() && found.is_none();
        self.overlays.clear();
        self.filter_prompt = None;
        match found {
            Some(invariant) => self.show_rule(&RuleRef { tool: tool.clone(), invariant }),
            None => self.show_tool(tool),
        }
        if is_gone {
            self.notice = Some(format!("that rule of {tool} is gone; this is what is left"));
        }
        true
    }
}
