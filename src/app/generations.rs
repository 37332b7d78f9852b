//! The contents that a registry file had since the program began: a miner writes it again and again, and an earlier
//! one can be looked at, and judges while it is on screen.

use std::sync::Arc;

use super::App;
use super::data::RegistrySlot;
use crate::diff::{Difference, difference};
use crate::domain::registry::Registry;
use crate::format::registry::print;

/// At most so many contents are kept of a file.
const KEPT: usize = 8;

/// The contents that are kept of one file.
#[derive(Clone, Debug, Default)]
pub struct Generations {
    /// Each with its number, from 1; the newest is the last.
    kept: Vec<(usize, Arc<Registry>)>,
    /// The number of the one on screen, if that is not the newest.
    shown: Option<usize>,
    /// What the newest changed against the one on screen.
    newer: Option<String>,
}

impl Generations {
    /// Every content that is kept, with its number; the newest is the last.
    pub fn all(&self) -> &[(usize, Arc<Registry>)] {
        &self.kept
    }

    /// Takes what was read; gives what it changes against the one before, if there is one.
    fn take(&mut self, registry: &Arc<Registry>) -> Option<Difference> {
        let Some((number, newest)) = self.kept.last_mut() else {
            self.kept.push((1, Arc::clone(registry)));
            return None;
        };
        let difference = difference(newest, registry);
        if difference.changes.is_empty() {
            // Written in other words it is the same generation. Read again it is the very same: whoever worked with it
            // need not begin anew.
            if print(newest) != print(registry) {
                *newest = Arc::clone(registry);
            }
            return Some(difference);
        }
        let number = *number + 1;
        self.kept.push((number, Arc::clone(registry)));
        if self.kept.len() > KEPT {
            let shown = self.shown;
            if let Some(at) = self.kept.iter().position(|(number, _)| Some(*number) != shown) {
                self.kept.remove(at);
            }
        }
        Some(difference)
    }

    /// The one on screen: its place, its number and its content.
    fn current(&self) -> Option<(usize, usize, &Arc<Registry>)> {
        let is_it = |number: usize| self.shown.is_none_or(|shown| shown == number);
        let at = self.kept.iter().rposition(|(number, _)| is_it(*number))?;
        self.kept.get(at).map(|(number, registry)| (at, *number, registry))
    }

    /// Whether an earlier one than the newest is on screen.
    pub fn is_earlier(&self) -> bool {
        self.shown.is_some()
    }

    /// The number of the one on screen, and of the newest.
    pub fn numbers(&self) -> Option<(usize, usize)> {
        Some((self.current()?.1, self.kept.last()?.0))
    }

    fn compare(&mut self) {
        self.newer = match (self.current(), self.kept.last()) {
            (Some((_, _, shown)), Some((_, newest))) if self.shown.is_some() => {
                Some(difference(shown, newest).summary())
            }
            _ => None,
        };
    }
}

impl RegistrySlot {
    /// Takes what was read from the file; gives what it changes, and whether the content on screen is another now.
    pub(super) fn take(&mut self, registry: &Arc<Registry>) -> (Option<Difference>, bool) {
        let difference = self.generations.take(registry);
        self.generations.compare();
        let is_new = difference.as_ref().is_none_or(|difference| !difference.changes.is_empty());
        let is_shown = !self.generations.is_earlier();
        if is_shown {
            self.registry = self.generations.kept.last().map(|(_, newest)| Arc::clone(newest));
        }
        (difference, is_new && is_shown)
    }

    /// That an earlier generation is on screen, if so, and what came after it.
    pub fn banner(&self) -> Option<String> {
        let newer = self.generations.newer.as_ref()?;
        let (shown, newest) = self.generations.numbers()?;
        Some(format!(
            "{}: generation {shown} of {newest}, only to look at; the newest changes {newer}; }} goes on to it",
            self.name
        ))
    }
}

impl App {
    /// Shows an earlier content of the registry on screen, or a later one again; with a count, so many away.
    pub(super) fn turn_generation(&mut self, forward: bool) {
        let times = self.count.unwrap_or(1).max(1);
        let Some(slot) = self.data.registries.iter_mut().find(|slot| Some(slot.id) == self.registry) else {
            self.notice = Some("no registry is loaded: name a registry file when you start vidimus".into());
            return;
        };
        let generations = &mut slot.generations;
        let Some((at, number, _)) = generations.current() else {
            self.notice = Some(format!("{} could not be read yet", slot.name));
            return;
        };
        let last = generations.kept.len() - 1;
        let to = if forward { (at + times).min(last) } else { at.saturating_sub(times) };
        if to == at {
            let name = &slot.name;
            self.notice = Some(match (forward, number) {
                (true, _) => format!("this is the newest generation of {name}"),
                (false, 1) => format!("{name} was not rewritten before this: there is no earlier generation"),
                (false, _) => format!("earlier generations of {name} are not kept: only the last {KEPT} are"),
            });
            return;
        }
        generations.shown = generations.kept.get(to).map(|(number, _)| *number).filter(|_| to != last);
        generations.compare();
        let shown = generations.current().map(|(_, _, registry)| Arc::clone(registry));
        slot.registry = shown;
        if slot.banner().is_none() {
            self.notice = Some(format!("{}: the newest generation again", slot.name));
        }
        self.hold_seals();
        self.restart_replay();
        self.registries.refresh(&self.data, self.registry);
        self.show_call();
        self.refresh_windows();
    }
}
