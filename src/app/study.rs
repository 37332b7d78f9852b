//! The numbers of a study: counted in the background from the pairs and from what their episodes left behind, and
//! counted again only when these have changed.

mod behind;
mod moving;
mod only;
mod order;

pub use only::Only;
pub use order::{Counted, StudyOrder};

use std::sync::Arc;

use super::data::{LedgerId, RegistryId};
use super::effect::Effect;
use super::screen::episodes::EpisodeRef;
use super::screen::pairs::PairKey;
use super::screen::study::StudyScreen;
use super::window::{View, Window};
use super::{App, Tab};
use crate::figures::{Figures, Settings};
use crate::label::Reasons;
use crate::lens::study::{self, Behind, Shown};
use crate::page::{Kind, Line, Page, Role};
use crate::pair::Pairing;
use crate::words::counted;

/// What the numbers depend on.
#[derive(Clone, Debug)]
struct Inputs {
    pairing: Arc<Pairing>,
    /// Of each ledger, how often episodes of it were read.
    digests: Vec<(LedgerId, (u64, u64))>,
    /// The registry that judges again, once it has judged every call; and of each ledger which replay that was.
    judge: Option<(RegistryId, Vec<u64>)>,
}

impl PartialEq for Inputs {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.pairing, &other.pairing) && self.digests == other.digests && self.judge == other.judge
    }
}

impl Inputs {
    /// Whether there is not much more than in `before`: counting again would take its time and change little.
    fn is_little_more(&self, before: &Self) -> bool {
        let generations =
            |inputs: &Self| inputs.digests.iter().map(|(id, (begun, _))| (*id, *begun)).collect::<Vec<_>>();
        let taken = |inputs: &Self| inputs.digests.iter().map(|(_, (_, taken))| taken).sum::<u64>();
        let is_same = Arc::ptr_eq(&self.pairing, &before.pairing) && self.judge == before.judge;
        is_same && generations(self) == generations(before) && taken(self) <= taken(before) + taken(before) / 4
    }
}

/// Numbers, and what they are of.
#[derive(Clone, Debug)]
struct Result {
    generation: u64,
    inputs: Inputs,
    counted: Counted,
    /// Whether the intervals are drawn, too.
    is_whole: bool,
    /// How many episodes of how many were read when it was counted, as long as these were not all.
    read: Option<(usize, usize)>,
    /// The names of the registries that judged again.
    judge: Option<String>,
    /// The episodes and the pairs, by the places that numbers remember.
    episodes: Arc<[EpisodeRef]>,
    pairs: Arc<[PairKey]>,
}

/// What a page was made of.
#[derive(Clone, Copy, Debug, PartialEq)]
struct MadeOf {
    /// That of the numbers on the page, which is not that of the numbers under way.
    generation: u64,
    labels: u64,
    shown: Shown,
    is_sensitive: bool,
    prevalence: Option<f64>,
}

/// The numbers, with their screen.
#[derive(Clone, Debug, Default)]
pub struct Studying {
    /// The screen.
    pub screen: StudyScreen,
    generation: u64,
    /// What is being counted now: everything but the answer.
    under_way: Option<Box<Result>>,
    result: Option<Box<Result>>,
    /// What is behind the lines of the page.
    behind: Vec<Behind>,
    /// The page was made of these.
    made_of: Option<MadeOf>,
    /// Why the pairs came out differently, of the numbers on screen.
    reasons: Option<Reasons>,
    /// The row to stand on once there is a page.
    wanted: Option<String>,
}

impl Studying {
    /// The numbers, unless they were refused.
    pub fn figures(&self) -> Option<&Figures> {
        match &self.result.as_ref()?.counted {
            Counted::Figures(figures) => Some(figures),
            Counted::Refused(_) => None,
        }
    }

    /// Whether the numbers on screen are not those of all there is: they are being counted again, or intervals are
    /// still being drawn.
    pub fn is_counting(&self) -> bool {
        self.under_way.is_some()
    }

    /// Whether there are numbers whose intervals are still to be drawn.
    pub fn is_without_intervals(&self) -> bool {
        self.result.as_ref().is_some_and(|result| !result.is_whole)
    }

    /// The study as the page tells it.
    fn study(&self) -> Option<study::Study<'_>> {
        let result = self.result.as_deref()?;
        Some(study::Study {
            figures: self.figures()?,
            pairing: &result.inputs.pairing,
            judge: result.judge.as_deref(),
            is_sensitive: self.screen.is_sensitive,
            prevalence: self.screen.prevalence,
            reasons: self.reasons.as_ref(),
        })
    }
}

impl App {
    fn inputs(&self) -> Option<Inputs> {
        let pairing = Arc::clone(self.pairs.shared_pairing()?);
        let slots = &self.data.ledgers;
        let judge = self.registry.filter(|_| !self.data.is_replaying());
        Some(Inputs {
            pairing,
            digests: slots.iter().map(|slot| (slot.id, slot.digests.version())).collect(),
            judge: judge.map(|judge| (judge, slots.iter().map(|slot| slot.replay.generation).collect())),
        })
    }

    /// What is to be counted next: first everything but the intervals, which take a while, then these too, once all
    /// episodes were read.
    pub(super) fn next_study(&mut self) -> Vec<Effect> {
        if self.tab != Tab::Study || self.studying.under_way.is_some() {
            return Vec::new();
        }
        let Some(inputs) = self.inputs() else { return Vec::new() };
        let known = self.studying.result.as_ref().filter(|result| result.inputs == inputs);
        let is_whole = match known {
            Some(result) if result.is_whole || !self.data.is_digested() => return Vec::new(),
            Some(_) => true,
            None => {
                let before = self.studying.result.as_ref().map(|result| &result.inputs);
                if !self.data.is_digested() && before.is_some_and(|before| inputs.is_little_more(before)) {
                    return Vec::new();
                }
                false
            }
        };
        self.studying.generation += 1;
        let settings =
            Settings { resamples: if is_whole { Settings::default().resamples } else { 0 }, ..Settings::default() };
        let order = self.study_order(&inputs, settings);
        let judge = inputs.judge.as_ref().map(|(judge, _)| {
            let names = self.data.judges_with(*judge).into_iter().filter_map(|id| self.data.registry(id));
            names.map(|slot| slot.name.as_str()).collect::<Vec<_>>().join(", ")
        });
        let (episodes, pairs) = (self.pairs.episodes_of_runs().into(), self.pairs.keys().into());
        let counted = Counted::Refused(Vec::new());
        let read = (!self.data.is_digested()).then(|| self.data.digest_progress());
        let generation = self.studying.generation;
        self.studying.under_way =
            Some(Box::new(Result { generation, inputs, counted, is_whole, read, judge, episodes, pairs }));
        vec![Effect::Study(Box::new(order))]
    }

    /// Takes the numbers; those of an older question are dropped.
    pub(super) fn studied(&mut self, generation: u64, counted: Counted) {
        if generation != self.studying.generation {
            return;
        }
        if let Some(mut result) = self.studying.under_way.take() {
            result.counted = counted;
            self.studying.result = Some(result);
        }
    }

    /// Makes the page anew where what it shows has changed; the cursor stays on its number.
    pub(super) fn refresh_study(&mut self) {
        let Some(result) = self.studying.result.as_ref().filter(|_| self.tab == Tab::Study) else { return };
        let screen = &self.studying.screen;
        // The frame, and the sign of the cursor.
        let columns = usize::from(self.size.0).saturating_sub(5);
        let shown = Shown { by: screen.by, is_open: screen.is_open, columns };
        let made_of = Some(MadeOf {
            generation: result.generation,
            labels: self.labelling.version(),
            shown,
            is_sensitive: screen.is_sensitive,
            prevalence: screen.prevalence,
        });
        if self.studying.made_of == made_of && !self.studying.screen.window.page.lines.is_empty() {
            return;
        }
        self.count_reasons();
        let (page, behind) = self.study_page(shown);
        let at = self.studying.wanted.take().or_else(|| self.study_row());
        let is_first = self.studying.screen.window.page.lines.is_empty();
        self.studying.behind = behind;
        self.studying.made_of = made_of;
        let window = &mut self.studying.screen.window;
        if is_first {
            *window = Window::new(View::Study, page);
        } else {
            window.set_page(page);
        }
        if let Some(row) = at {
            self.stand_on_row(&row);
        }
    }

    /// Counts why the pairs of the numbers on screen came out differently, as long as they are the pairs there are.
    /// While labelling is blind nothing of it is told.
    fn count_reasons(&mut self) {
        let pairing = self.studying.result.as_ref().map(|result| &result.inputs.pairing);
        let is_of_these = pairing.zip(self.pairs.shared_pairing()).is_some_and(|(of, now)| Arc::ptr_eq(of, now));
        if self.is_blind() {
            self.studying.reasons = None;
        } else if is_of_these {
            self.studying.reasons = Some(self.reasons());
        }
    }

    fn study_page(&self, shown: Shown) -> (Page, Vec<Behind>) {
        match (self.studying.study(), self.studying.result.as_deref()) {
            (Some(study), result) => {
                let (mut page, behind) = study::brief(&study, shown);
                if let Some(read) = result.and_then(|result| result.read) {
                    page.lines.insert(0, unread(read));
                }
                (page, behind)
            }
            (None, Some(Result { counted: Counted::Refused(origins), .. })) => study::refusal(origins),
            (None, _) => (Page::default(), Vec::new()),
        }
    }
}

/// That numbers of calls are not those of all episodes yet; outcomes are known from the first moment on.
fn unread((done, all): (usize, usize)) -> Line {
    let words = format!(
        "Counted when {done} of {} had been read: receipts, faults, what stands out and costs are those of these alone.",
        counted(all, "episode")
    );
    Line::new(Kind::Text, vec![(Role::News, words)])
}
