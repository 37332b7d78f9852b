//! The counting itself, as an order that owns all it needs.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Inputs;
use crate::app::App;
use crate::app::data::{LedgerSlot, RuleRef};
use crate::digest::EpisodeDigest;
use crate::domain::class::Class;
use crate::domain::ids::ToolName;
use crate::domain::registry::Registry;
use crate::figures::{Effect, Figures, Origin, Row, Settings, figures, origins};
use crate::index::EpisodeEntry;
use crate::pair::{Pairing, Run};

/// By step, the codes that fire when a call is judged again; nothing for a call that nobody judges.
type Replayed = Vec<Option<Vec<Class>>>;

/// What of an episode is counted, beside its run.
#[derive(Clone, Debug)]
struct Left {
    advertised: Option<Arc<[ToolName]>>,
    digest: Option<Arc<EpisodeDigest>>,
    replayed: Option<Replayed>,
}

/// An order to count, to be carried out on another thread with [`StudyOrder::carry_out`].
#[derive(Clone, Debug)]
pub struct StudyOrder {
    /// Goes back with the answer.
    pub generation: u64,
    pairing: Arc<Pairing>,
    runs: Arc<Vec<Run>>,
    left: Vec<Left>,
    settings: Settings,
}

/// What came of it.
#[derive(Clone, Debug)]
pub enum Counted {
    /// The numbers.
    Figures(Box<Figures>),
    /// The episodes are of different origins, which nobody said are to be thrown together.
    Refused(Vec<(Origin, Vec<u32>)>),
}

impl StudyOrder {
    fn row<'a>(&'a self, (run, left): (&'a Run, &'a Left)) -> Row<'a> {
        Row {
            advertised: left.advertised.as_deref(),
            digest: left.digest.as_deref(),
            replayed: left.replayed.as_deref(),
            ..Row::new(run, &self.pairing)
        }
    }

    /// The same with at most so many drawings for an interval.
    #[must_use]
    pub fn resampled(mut self, most: u32) -> Self {
        self.settings.resamples = self.settings.resamples.min(most);
        self
    }

    /// Counts.
    #[must_use]
    pub fn carry_out(&self) -> Counted {
        let rows: Vec<Row<'_>> = self.runs.iter().zip(&self.left).map(|it| self.row(it)).collect();
        if !self.pairing.plan.mixes_studies {
            let origins = origins(&self.runs, &rows);
            if origins.len() > 1 {
                return Counted::Refused(origins.into_iter().collect());
            }
        }
        let figures = figures(&rows, &self.pairing.pairs, self.settings);
        figures.paired.whole().into_iter().for_each(Effect::look_ahead);
        Counted::Figures(Box::new(figures))
    }
}

impl App {
    pub(super) fn study_order(&self, inputs: &Inputs, settings: Settings) -> StudyOrder {
        let left = self.pairs.episodes_of_runs().iter().map(|episode| {
            let slot = self.data.ledger(episode.ledger);
            let entry = slot.and_then(|slot| slot.index.episodes().get(episode.place));
            Left {
                advertised: entry.and_then(|entry| entry.tools.clone()),
                digest: self.data.digest_of(episode.ledger, episode.place).cloned(),
                replayed: inputs.judge.as_ref().and(slot.zip(entry)).map(|(slot, entry)| self.fired_in(slot, entry)),
            }
        });
        StudyOrder {
            generation: self.studying.generation,
            pairing: Arc::clone(&inputs.pairing),
            runs: Arc::clone(self.pairs.shared_runs()),
            left: left.collect(),
            settings,
        }
    }

    /// What fires on each call of an episode.
    pub(in crate::app) fn fired_in(&self, slot: &LedgerSlot, entry: &EpisodeEntry) -> Replayed {
        let judge = self.judge_in(entry);
        entry.calls.iter().map(|place| self.fired_on(slot, judge, *place)).collect()
    }

    /// The registry that judges an episode.
    pub(in crate::app) fn judge_in(&self, entry: &EpisodeEntry) -> Option<&Registry> {
        let (judge, _) = self.data.judge_of(self.registry?, &entry.task_or_id())?;
        self.data.registry(judge)?.registry.as_deref()
    }

    /// What fires on one call, by its place in the index; nothing for a call that `judge` has no contract for, or that
    /// never returned.
    pub(in crate::app) fn fired_on(
        &self,
        slot: &LedgerSlot,
        judge: Option<&Registry>,
        place: u32,
    ) -> Option<Vec<Class>> {
        let call = slot.index.calls().get(place as usize)?;
        let tool = slot.index.tool(call);
        judge?.tools.get(tool).filter(|_| call.has_result())?;
        let fired = slot.replay.fired.get(&place).map(Vec::as_slice).unwrap_or_default();
        let classes = fired.iter().filter_map(|fired| {
            let rule = RuleRef { tool: tool.clone(), invariant: fired.invariant.clone() };
            Some(self.data.rule(fired.registry, &rule)?.class)
        });
        Some(classes.collect::<BTreeSet<Class>>().into_iter().collect())
    }
}
