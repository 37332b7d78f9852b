//! Links to where the cursor is, and back.

use super::App;
use super::spot::{FileKey, Spot};
use crate::domain::ids::Step;
use crate::link::{Link, Target};

impl App {
    /// The link that leads to what stands under the cursor.
    pub fn link(&self) -> Option<Link> {
        let (file, target) = match self.spot() {
            Spot::List(at) => {
                let (file, episode) = at?;
                (file, Target::Named(episode.as_str().to_owned()))
            }
            Spot::Call { ledger, episode, step: None, .. } => (ledger, Target::Named(episode.as_str().to_owned())),
            Spot::Call { ledger, episode, step: Some(step), row: None } => (ledger, Target::Call(episode, Step(step))),
            Spot::Call { ledger, episode, step: Some(step), row: Some((part, place)) } => {
                (ledger, Target::Value(episode, Step(step), part, place))
            }
            // A link would tell which arm stands first.
            Spot::Pair { .. } if self.pair_under_cursor().is_some_and(|pair| self.is_hidden(pair)) => return None,
            Spot::Pair { at, .. } => {
                let [(file, first), (other, second)] = *at?;
                let other = Some(other.name).filter(|name| *name != file.name);
                (file, Target::Pair(first, second, other))
            }
            // The study is of every file; the first one leads there.
            Spot::Study { row } => (self.ledger_key(self.data.ledgers.first()?), Target::Study(row)),
            Spot::Judging { registry, rule } => {
                (registry?, rule.map_or(Target::File, |(tool, rule)| Target::Rule(tool, rule)))
            }
            Spot::Rules { registry, tool, rule } => {
                let target = match (tool, rule) {
                    (Some(tool), Some(rule)) => Target::Rule(tool, rule),
                    (Some(tool), None) => Target::Named(tool.as_str().to_owned()),
                    (None, _) => Target::File,
                };
                (registry?, target)
            }
        };
        Some(Link { file: file.name, target })
    }

    /// Goes where a link leads. The error is a sentence.
    pub fn go_to_link(&mut self, link: &Link) -> Result<(), String> {
        let name = link.file_name();
        let spots = self.spots_of(link);
        if spots.is_empty() {
            let loaded: Vec<&str> = self.file_names().take(3).collect();
            return Err(format!("{name} is not loaded; loaded are {}", loaded.join(", ")));
        }
        for spot in &spots {
            if self.go(spot) {
                return self.check_arrival(link);
            }
        }
        Err(match &link.target {
            Target::File => format!("{name} cannot be shown"),
            Target::Study(_) => format!("there is no study of {name}"),
            Target::Named(what) => format!("there is no episode and no tool {what} in {name}"),
            Target::Pair(..) => format!("the two episodes of the pair are not loaded, or do not make a pair ({name})"),
            Target::Call(episode, _) | Target::Value(episode, ..) => format!("there is no episode {episode} in {name}"),
            Target::Rule(tool, _) => format!("there is no tool {tool} in {name}"),
        })
    }

    /// Goes to the link that the program was started with, once what it names is read.
    pub(super) fn follow_given_link(&mut self) {
        let Some(link) = self.wanted_link.take() else { return };
        let is_read = self.data.found && self.data.ledgers.iter().all(|slot| slot.complete);
        match self.go_to_link(&link) {
            Ok(()) => self.end_taking_up(),
            Err(why) if is_read => {
                self.end_taking_up();
                self.notice = Some(why);
            }
            Err(_) => self.wanted_link = Some(link),
        }
    }

    fn file_names(&self) -> impl Iterator<Item = &str> {
        let ledgers = self.data.ledgers.iter().map(|slot| slot.name.as_str());
        ledgers.chain(self.data.registries.iter().map(|slot| slot.name.as_str()))
    }

    /// What a link can mean: a spot for each loaded file of its name.
    fn spots_of(&self, link: &Link) -> Vec<Spot> {
        let name = link.file_name();
        let key = |nth| FileKey { name: name.to_owned(), nth };
        let ledgers = self.data.ledgers.iter().filter(|slot| slot.name == name).enumerate();
        let ledgers = ledgers.filter_map(|(nth, slot)| match &link.target {
            Target::File => {
                let first = slot.index.episodes().first().map(|entry| (key(nth), entry.id.clone()));
                Some(Spot::List(first))
            }
            Target::Named(id) => {
                Some(Spot::Call { ledger: key(nth), episode: id.as_str().into(), step: None, row: None })
            }
            Target::Call(episode, step) => {
                Some(Spot::Call { ledger: key(nth), episode: episode.clone(), step: Some(step.0), row: None })
            }
            Target::Value(episode, step, part, place) => Some(Spot::Call {
                ledger: key(nth),
                episode: episode.clone(),
                step: Some(step.0),
                row: Some((*part, place.clone())),
            }),
            Target::Pair(first, second, other) => {
                let nth = if other.is_none() { nth } else { 0 };
                let other = FileKey { name: other.clone().unwrap_or_else(|| name.to_owned()), nth };
                let at = Some(Box::new([(key(nth), first.clone()), (other, second.clone())]));
                Some(Spot::Pair { at, is_open: true })
            }
            Target::Study(row) => Some(Spot::Study { row: row.clone() }),
            Target::Rule(..) => None,
        });
        let registries = self.data.registries.iter().filter(|slot| slot.name == name).enumerate();
        let registries = registries.filter_map(|(nth, _)| {
            let (tool, rule) = match &link.target {
                Target::File => (None, None),
                Target::Named(tool) => (Some(tool.as_str().into()), None),
                Target::Rule(tool, rule) => (Some(tool.clone()), Some(rule.clone())),
                Target::Call(..) | Target::Value(..) | Target::Pair(..) | Target::Study(_) => return None,
            };
            Some(Spot::Rules { registry: Some(key(nth)), tool, rule })
        });
        ledgers.chain(registries).collect()
    }

    /// Whether the step is the one of the link.
    fn check_arrival(&self, link: &Link) -> Result<(), String> {
        let (Target::Call(episode, step) | Target::Value(episode, step, ..)) = &link.target else { return Ok(()) };
        let calls = self.stepper.as_ref().map_or(0, |stepper| stepper.calls.rows().len());
        if step.0 < calls {
            return Ok(());
        }
        Err(match calls {
            0 => format!("episode {episode} has no calls"),
            1 => format!("episode {episode} has only one call, step 0"),
            calls => format!("episode {episode} has no step {step}, only 0 to {}", calls - 1),
        })
    }
}
