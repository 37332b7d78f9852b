//! Following a value of the open episode: from the leaf under the cursor through everything that comes after.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::App;
use super::conversation::Wanted;
use super::scan::{Purpose, RecordRef, Which};
use super::screen::episodes::EpisodeRef;
use super::screen::stepper::{Pane, StepperScreen};
use super::tree::{RowKey, TreeRow};
use super::window::View;
use crate::contract::Verdict;
use crate::domain::call::Part;
use crate::domain::ids::Step;
use crate::domain::json::Json;
use crate::index::Index;
use crate::lens::taint::{Hit, Kind, Source, Spot, Trail, value_at};
use crate::lens::{Answer, At};

/// A value that is followed.
#[derive(Clone, Debug)]
pub struct Following {
    /// The episode.
    pub episode: EpisodeRef,
    /// What is known so far.
    pub trail: Trail,
    /// So many answers of the scan are in the trail.
    taken: usize,
    /// How many records the episode had.
    records: usize,
    /// By call: whether later than the source, and which hit.
    by_step: BTreeMap<usize, Vec<(bool, usize)>>,
    sentence: String,
    answer: Option<Kind>,
    /// Which of several values it is, and what follows the others.
    pub among: Option<String>,
}

/// Where a value stands again in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// It is followed from here.
    From,
    /// The agent gave it to the call.
    Used(Kind),
    /// The result holds it.
    Back(Kind),
}

impl App {
    /// Follows the value under the cursor, or stops following it. From the list of calls: the values that broke, one
    /// after the other.
    pub(super) fn follow_value(&mut self) {
        let Some(stepper) = &self.stepper else { return };
        let (episode, step) = (stepper.episode, Step(stepper.calls.place()));
        let chosen = chosen(stepper);
        let source = |key: &RowKey| Source { step, part: key.0, place: key.1.clone() };
        let now = self.following().map(|following| &following.trail.source);
        let at = chosen.iter().position(|(key, _)| Some(&source(key)) == now);
        match chosen.get(at.map_or(0, |at| at + 1)) {
            Some((key, value)) => {
                let (source, value) = (source(key), value.clone());
                let number = at.map_or(1, |at| at + 2);
                self.begin_following(episode, source, &value);
                if chosen.len() > 1
                    && let Some(following) = &mut self.following
                {
                    let next = if number == chosen.len() { "t ends it" } else { "t follows the next" };
                    following.among = Some(format!("{number} of {} values that broke, {next}", chosen.len()));
                }
            }
            None if at.is_some() => {
                self.stop_following();
                self.notice = Some("the value is not followed any more".into());
            }
            None => {
                self.notice = Some(
                    "choose a value first: Tab goes to the fields of the call, t follows the one under the cursor"
                        .into(),
                );
            }
        }
    }

    fn begin_following(&mut self, episode: EpisodeRef, source: Source, value: &Json) {
        let calls = self.stepper.as_ref().map_or(0, |stepper| stepper.calls.rows().len());
        let Some(trail) = Trail::new(source, value, calls) else {
            self.notice = Some("this holds several values: choose one of those inside it".into());
            return;
        };
        let records = self.data.records_of(episode.ledger, episode.place);
        let question = Arc::new(trail.needle().clone());
        self.following = Some(Following::new(episode, trail, records.len()));
        self.start_scan(Purpose::Taint, question, records);
    }

    /// Stops following; says whether a value was followed.
    pub(super) fn stop_following(&mut self) -> bool {
        self.drop_scan(Purpose::Taint);
        self.following.take().is_some()
    }

    /// The value that is followed in the open episode.
    pub fn following(&self) -> Option<&Following> {
        let open = self.stepper.as_ref()?.episode;
        self.following.as_ref().filter(|following| following.episode == open)
    }

    /// Opens the list of places where the followed value stands again.
    pub(super) fn list_reached(&mut self) {
        if self.following().is_none() {
            self.follow_value();
        }
        if self.following().is_some() {
            self.open_window(View::Taint);
        }
    }

    /// Takes what the scan found since the last time, and begins anew if the episode has grown.
    pub(super) fn take_taint(&mut self) {
        let Some(following) = &mut self.following else { return };
        let Some(scan) = self.scans.get(&Purpose::Taint) else {
            // Its ledger is read anew.
            self.following = None;
            return;
        };
        let Some(slot) = self.data.ledger(following.episode.ledger) else { return };
        let before = (following.trail.later.len(), following.trail.earlier.len());
        for (record, answer) in scan.found().get(following.taken..).unwrap_or_default() {
            if let (Some(at), Answer::Taint(told)) = (at(&slot.index, *record), answer) {
                following.trail.take(at, told);
            }
        }
        following.taken = scan.found().len();
        following.sum_up(before);
        if !scan.is_done() {
            return;
        }
        let episode = slot.index.episodes().get(following.episode.place);
        let now = episode.map_or(0, |episode| episode.calls.len() + episode.messages.len());
        if now != following.records {
            let (episode, source) = (following.episode, following.trail.source.clone());
            let value = following.trail.value.clone();
            self.begin_following(episode, source, &value);
        }
    }

    /// Whether the scan for the followed value is over.
    pub fn is_followed_to_the_end(&self) -> bool {
        self.scan(Purpose::Taint).is_none_or(super::scan::Scan::is_done)
    }

    /// Goes to a place where the followed value stands.
    pub(super) fn go_to_hit(&mut self, link: usize) {
        let Some(hit) = self.following().and_then(|following| following.trail.linked(link)).cloned() else { return };
        match hit.spot {
            Spot::Value { step, part, place, .. } => {
                self.overlays.clear();
                self.jumps();
                self.stand_on(step.0, Some((part, place)));
            }
            Spot::Message { number, .. } => {
                self.overlays.pop();
                self.open_conversation(Wanted::Message(number));
            }
        }
    }
}

impl Following {
    fn new(episode: EpisodeRef, trail: Trail, records: usize) -> Self {
        Self {
            episode,
            trail,
            taken: 0,
            records,
            by_step: BTreeMap::new(),
            sentence: String::new(),
            answer: None,
            among: None,
        }
    }

    /// Sums up what the trail has now, so that drawing needs not.
    fn sum_up(&mut self, from: (usize, usize)) {
        let (later, earlier) = (&self.trail.later, &self.trail.earlier);
        let new = later.iter().enumerate().skip(from.0);
        let old = earlier.iter().enumerate().skip(from.1);
        for (hit, is_later) in new.map(|(at, _)| (at, true)).chain(old.map(|(at, _)| (at, false))) {
            let spot = if is_later { later.get(hit) } else { earlier.get(hit) };
            if let Some(Hit { spot: Spot::Value { step, .. }, .. }) = spot {
                self.by_step.entry(step.0).or_default().push((is_later, hit));
            }
        }
        self.sentence = self.trail.sentence();
        self.answer = self.trail.reach().answer;
    }

    /// The sentence that sums it up.
    pub fn sentence(&self) -> &str {
        &self.sentence
    }

    /// How surely the final answer has the value.
    pub fn answer(&self) -> Option<Kind> {
        self.answer
    }

    fn hits_at(&self, step: usize) -> impl Iterator<Item = (bool, &Hit)> {
        self.by_step.get(&step).into_iter().flatten().filter_map(|(is_later, at)| {
            let hits = if *is_later { &self.trail.later } else { &self.trail.earlier };
            hits.get(*at).map(|hit| (*is_later, hit))
        })
    }

    /// What became of the value in a call.
    pub fn at(&self, step: usize) -> Option<Reached> {
        if self.trail.source.step.0 == step {
            return Some(Reached::From);
        }
        let surest = |wanted: Part| {
            let hits = self.hits_at(step).filter(|(is_later, hit)| {
                *is_later && matches!(&hit.spot, Spot::Value { part, .. } if *part == wanted)
            });
            hits.map(|(_, hit)| hit.find.kind).min()
        };
        surest(Part::Arguments).map(Reached::Used).or_else(|| surest(Part::Result).map(Reached::Back))
    }

    /// Every call that has the value again, with how surely.
    pub fn steps(&self) -> impl Iterator<Item = (usize, Kind)> {
        self.by_step.keys().filter_map(|step| match self.at(*step)? {
            Reached::From => None,
            Reached::Used(kind) | Reached::Back(kind) => Some((*step, kind)),
        })
    }

    /// How surely a row of a call has the value.
    pub fn in_row(&self, step: usize, key: &RowKey) -> Option<Kind> {
        let is_here = |hit: &Hit| match &hit.spot {
            Spot::Value { part, place, .. } => *part == key.0 && *place == key.1,
            Spot::Message { .. } => false,
        };
        self.hits_at(step).find(|(_, hit)| is_here(hit)).map(|(_, hit)| hit.find.kind)
    }

    /// Whether the value is followed from this row.
    pub fn is_source(&self, step: usize, key: &RowKey) -> bool {
        let source = &self.trail.source;
        source.step.0 == step && source.part == key.0 && source.place == key.1
    }
}

/// Where a record stands in its episode.
pub(super) fn at(index: &Index, record: RecordRef) -> Option<At> {
    match record.which {
        Which::Call(place) => Some(At::Call(index.calls().get(place as usize)?.step())),
        Which::Message(number) => {
            let (_, before) = index.episodes().get(record.episode as usize)?.messages.get(number as usize)?;
            Some(At::Message { number: number as usize, before: *before as usize })
        }
    }
}

/// The values to follow: the one under the cursor of the tree; from the list of calls those that broke.
fn chosen(stepper: &StepperScreen) -> Vec<(RowKey, Json)> {
    let Some(detail) = stepper.detail.as_ref() else { return Vec::new() };
    let value_of = |key: &RowKey| {
        let root = match key.0 {
            Part::Arguments => detail.call.arguments.as_arguments(),
            Part::Result => detail.call.result.as_ref()?.as_result(),
        };
        Some((key.clone(), value_at(&root, &key.1)?.clone()))
    };
    if stepper.pane == Pane::Tree {
        return stepper.row().and_then(|row| value_of(&row.key)).into_iter().collect();
    }
    let is_broken = |row: &&TreeRow| row.marks.iter().any(|mark| mark.verdict == Verdict::Broken);
    let broken = stepper.rows.iter().filter(is_broken).filter_map(|row| value_of(&row.key));
    broken.filter(|(_, value)| !matches!(value, Json::Array(_) | Json::Object(_))).collect()
}
