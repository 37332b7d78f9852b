//! What changes in the receipts when rules are rejected or edited, as a text; and the questions that find it out in
//! the background.

mod page;

pub use page::{Names, asked, broken_words, page, summary};

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::runs::runs;
use super::{Answer, Question, Seen};
use crate::contract::Checker;
use crate::domain::ids::{EpisodeId, ToolName};
use crate::domain::json::Json;
use crate::domain::registry::Registry;
use crate::index::Index;
use crate::review::preview::{Edits, Episode, Episodes, Look};

/// The episodes of some ledgers, each with the number that spots name it by.
pub fn episodes<'i>(ledgers: impl Iterator<Item = (u32, &'i Index)>) -> Episodes {
    let of = |(ledger, index): (u32, &'i Index)| {
        let each = (0u32..).zip(index.episodes()).zip(runs(&ledger.to_string(), index));
        each.map(move |((episode, entry), run)| Episode { ledger, episode, is_clean: entry.faults == 0, run })
    };
    Episodes::new(ledgers.flat_map(of).collect())
}

/// Asks calls what the rules of their judges find on them, for [`crate::review::preview::Table::add`].
#[derive(Debug)]
pub struct LookAt {
    checkers: Vec<BTreeMap<ToolName, Checker>>,
    /// Episodes of several ledgers may have one id and several judges; whoever asked knows which of them counts.
    judges: BTreeMap<EpisodeId, BTreeSet<usize>>,
}

impl LookAt {
    /// For the registries of a table, in the same order, and the judge of each episode.
    #[must_use]
    pub fn new<'r>(
        registries: impl Iterator<Item = &'r Registry>,
        judges: impl Iterator<Item = (EpisodeId, usize)>,
    ) -> Self {
        let checkers = registries.map(|registry| {
            let tools = registry.tools.iter();
            tools.map(|(tool, contract)| (tool.clone(), Checker::new(tool, contract))).collect()
        });
        let mut of_episode: BTreeMap<EpisodeId, BTreeSet<usize>> = BTreeMap::new();
        for (episode, judge) in judges {
            of_episode.entry(episode).or_default().insert(judge);
        }
        Self { checkers: checkers.collect(), judges: of_episode }
    }
}

impl Question for LookAt {
    fn ask(&self, seen: &Seen) -> Option<Answer> {
        let Seen::Call(call) = seen else { return None };
        let result = call.result.as_ref()?;
        let judges = self.judges.get(&call.episode)?.iter();
        let look = |judge: &usize| {
            let checker = self.checkers.get(*judge)?.get(&call.tool)?;
            Some((*judge, Look::new(checker, &call.arguments, result)))
        };
        let looks: Vec<(usize, Look)> = judges.filter_map(look).collect();
        (!looks.is_empty()).then_some(Answer::Looks(looks))
    }
}

/// Asks calls what edited rules find on them, for [`crate::review::preview::Again::add`].
#[derive(Clone, Debug)]
pub struct LookAgain(pub Arc<Edits>);

impl Question for LookAgain {
    fn ask(&self, seen: &Seen) -> Option<Answer> {
        let Seen::Call(call) = seen else { return None };
        let result: &Json = call.result.as_ref()?;
        let found = self.0.look(&call.tool, &call.arguments, result);
        (!found.is_empty()).then_some(Answer::Found(found))
    }
}

#[cfg(test)]
mod tests;
