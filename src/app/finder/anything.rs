//! Tools, rules and episodes of everything that is loaded, as something to find.

use std::collections::BTreeMap;

use super::{Candidate, Goal};
use crate::app::App;
use crate::app::data::{RegistryId, RegistrySlot, RuleRef};
use crate::app::pairs::named;
use crate::app::screen::episodes::EpisodeRef;
use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::invariant::Invariant;
use crate::words;
use crate::words::counted;

impl App {
    /// Everything that can be gone to; a rule that several registries have stands there once.
    pub(super) fn anything(&self) -> Vec<Candidate> {
        // The registry on screen first: what it has is shown in it.
        let registries = || {
            let of = |wanted: bool| move |slot: &&RegistrySlot| (Some(slot.id) == self.registry) == wanted;
            self.data.registries.iter().filter(of(true)).chain(self.data.registries.iter().filter(of(false)))
        };
        let mut tools: BTreeMap<&ToolName, (RegistryId, usize)> = BTreeMap::new();
        let mut rules: BTreeMap<(&ToolName, &InvariantId), (RegistryId, &str, &Invariant)> = BTreeMap::new();
        for slot in registries() {
            let Some(registry) = &slot.registry else { continue };
            for (tool, contract) in &registry.tools {
                tools.entry(tool).or_insert((slot.id, contract.invariants.len()));
                for rule in &contract.invariants {
                    rules.entry((tool, &rule.id)).or_insert((slot.id, &slot.name, rule));
                }
            }
        }
        let tools = tools.into_iter().map(|(tool, (registry, count))| Candidate {
            kind: "tool",
            text: tool.to_string(),
            name: String::new(),
            after: counted(count, "rule"),
            barred: None,
            goal: Goal::Tool(registry, tool.clone()),
        });
        let rules = rules.into_iter().map(|((tool, id), (registry, name, rule))| Candidate {
            kind: "rule",
            text: format!("{tool} {}: {}", rule.class, words::rule(rule)),
            name: String::new(),
            after: name.to_owned(),
            barred: None,
            goal: Goal::Rule(registry, RuleRef { tool: tool.clone(), invariant: id.clone() }),
        });
        let many = self.data.ledgers.len() > 1;
        let episodes = self.data.ledgers.iter().flat_map(|slot| {
            slot.index.episodes().iter().enumerate().map(move |(place, episode)| {
                let (id, task) = (episode.id.as_str(), episode.task_or_id());
                let name = episode.trial.map_or_else(|| format!("task {task}"), |it| format!("task {task} trial {it}"));
                // Many ids only repeat the task; whoever looks for a task sees it told.
                let text = if id == task.as_str() { name.clone() } else { format!("{name} · {id}") };
                Candidate {
                    kind: "episode",
                    text,
                    name,
                    after: if many { slot.name.clone() } else { String::new() },
                    barred: None,
                    goal: Goal::Episode(EpisodeRef { ledger: slot.id, place }),
                }
            })
        });
        let pairs = self.pairs.keys().iter().filter_map(|key| {
            let facts = self.pair_facts(key)?;
            let name = named(facts.runs[0]);
            Some(Candidate {
                kind: "pair",
                text: format!("pair of {name} · {}", facts.pair.outcome.name()),
                name: format!("pair {name}"),
                after: String::new(),
                barred: None,
                goal: Goal::OpenPair(key.clone()),
            })
        });
        tools.chain(rules).chain(episodes).chain(pairs).collect()
    }
}
