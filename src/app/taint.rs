//! Following a value of the open episode: from the leaf under the cursor through everything that comes after.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::App;
use super::conversation::Wanted;
use super::data::CallRef;
use super::detail::CallDetail;
use super::gutter::Labels;
use super::scan::{Purpose, RecordRef, Which};
use super::screen::episodes::EpisodeRef;
use super::screen::stepper::{Pane, StepperScreen};
use super::tree::RowKey;
use super::window::View;
use crate::contract::{Hop, Place, Verdict};
use crate::domain::call::{Call, Part};
use crate::domain::class::Class;
use crate::domain::ids::Step;
use crate::domain::json::Json;
use crate::index::Index;
use crate::lens::lines::value_at;
use crate::lens::taint::{Hit, InAnswer, Kind, Needles, Source, Spot, Told, Trail, linked, sources, sum};
use crate::lens::{Answer, At, Seen};

/// What is followed: one value, or all those of a call that broke.
#[derive(Clone, Debug)]
pub struct Following {
    /// The episode.
    pub episode: EpisodeRef,
    /// The values, the one that reached farthest first.
    values: Vec<Followed>,
    /// Which of several values is followed alone; all of them together otherwise.
    alone: Option<usize>,
    /// So many answers of the scan are in the trails.
    taken: usize,
    /// How many records the episode had.
    records: usize,
    sentence: String,
    /// The fields of a rule that ties several of them together, if such a rule broke, and where the fault label says
    /// that the study changed the call.
    pair: Option<(Vec<String>, Option<String>)>,
}

/// One value that is followed.
#[derive(Clone, Debug)]
struct Followed {
    /// What is known so far.
    trail: Trail,
    /// By call: whether later than the source, and which hit.
    by_step: BTreeMap<usize, Vec<(bool, usize)>>,
}

/// What a following begins with: values of one call.
#[derive(Clone, Debug)]
pub(super) struct Beginning {
    chosen: Vec<(Source, Json)>,
    alone: Option<Source>,
}

impl Beginning {
    /// The step of the call that the values come from.
    pub(super) fn step(&self) -> usize {
        self.chosen.first().map_or(0, |(source, _)| source.step.0)
    }

    /// Whether nothing is left to follow.
    pub(super) fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }

    /// Leaves out the values that do not stand in the call; gives those.
    pub(super) fn only_in(&mut self, call: Option<&Call>) -> Vec<Json> {
        let stands = |source: &Source, value: &Json| {
            let Some(call) = call else { return false };
            let root = match source.part {
                Part::Arguments => Some(call.arguments.as_arguments()),
                Part::Result => call.result.as_ref().map(Json::as_result),
            };
            root.is_some_and(|root| value_at(&root, &source.place).as_deref() == Some(value))
        };
        let gone = self.chosen.extract_if(.., |(source, value)| !stands(source, value));
        gone.map(|(_, value)| value).collect()
    }
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
    /// Follows the value under the cursor, or stops following it. From the list of calls: the values that broke, first
    /// all of them together, then one after the other.
    pub(super) fn follow_value(&mut self) {
        let Some(stepper) = &self.stepper else { return };
        let episode = stepper.episode;
        let chosen = chosen(stepper);
        let is_same = self.following().is_some_and(|following| {
            let mut values = following.values.iter().map(|value| &value.trail.source);
            following.values.len() == chosen.len()
                && values.all(|source| chosen.iter().any(|(other, _)| other == source))
        });
        match (&mut self.following, chosen.is_empty()) {
            (Some(following), false) if is_same => {
                if !following.walk() {
                    self.stop_following();
                    self.notice = Some("following has ended; t begins again".into());
                }
            }
            (_, false) => self.begin_following(episode, chosen),
            (_, true) if self.stepper.as_ref().is_some_and(|stepper| stepper.pane == Pane::Tree) => {
                self.notice = Some("this holds several values: choose one of those inside it".into());
            }
            (_, true) => {
                self.notice = Some("nothing broke here: Tab to the fields, then t on the one to follow".into());
            }
        }
    }

    fn begin_following(&mut self, episode: EpisodeRef, chosen: Vec<(Source, Json)>) {
        let calls = self.stepper.as_ref().map_or(0, |stepper| stepper.calls.rows().len());
        let trails = chosen.into_iter().filter_map(|(source, value)| Trail::new(source, &value, calls));
        let values: Vec<_> = trails.map(|trail| Followed { trail, by_step: BTreeMap::new() }).collect();
        if values.is_empty() {
            self.notice = Some("this holds several values: choose one of those inside it".into());
            return;
        }
        let records = self.data.records_of(episode.ledger, episode.place);
        let needles = values.iter().map(|value| value.trail.needle().clone()).collect();
        let (alone, taken, sentence) = (None, 0, String::new());
        let step = values.first().map(|value| value.trail.source.step.0);
        let here = self.stepper.as_ref().filter(|stepper| step == Some(stepper.calls.place()));
        let pair = here.and_then(|stepper| stepper.detail.as_ref()).and_then(tied);
        let records_now = records.len();
        self.following = Some(Following { episode, values, alone, taken, records: records_now, sentence, pair });
        self.start_scan(Purpose::Taint, Arc::new(Needles(needles)), records);
    }

    /// Stops following; says whether a value was followed.
    pub(super) fn stop_following(&mut self) -> bool {
        self.drop_scan(Purpose::Taint);
        self.forget_followed();
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
        for (record, answer) in scan.found().get(following.taken..).unwrap_or_default() {
            if let (Some(at), Answer::Taint(told)) = (at(&slot.index, *record), answer) {
                for (value, told) in following.values.iter_mut().zip(told) {
                    value.take(at, told);
                }
            }
        }
        let is_news = following.taken != scan.found().len() || following.sentence.is_empty();
        following.taken = scan.found().len();
        if !scan.is_done() {
            return;
        }
        if is_news {
            following.sum_up();
        }
        let episode = slot.index.episodes().get(following.episode.place);
        let now = episode.map_or(0, |episode| episode.calls.len() + episode.messages.len());
        if now != following.records {
            let (episode, beginning) = (following.episode, following.beginning());
            self.go_on_following(episode, beginning);
        }
    }

    /// Reads the call that followed values came from, after its file was written anew.
    pub(super) fn read_source(&mut self, call: CallRef) {
        let records = self.record_of(call).into_iter().collect();
        self.start_scan(Purpose::Taint, Arc::new(super::around::Whole), records);
    }

    /// The call that followed values came from, if it could be read again.
    pub(super) fn source_again(&self) -> Option<Arc<Call>> {
        match self.scan(Purpose::Taint)?.found().first() {
            Some((_, Answer::Record(Seen::Call(call)))) => Some(Arc::clone(call)),
            _ => None,
        }
    }

    /// Follows the same values in the episode as it is now.
    pub(super) fn go_on_following(&mut self, episode: EpisodeRef, beginning: Beginning) {
        self.begin_following(episode, beginning.chosen);
        if let Some(following) = &mut self.following {
            following.alone = beginning.alone.and_then(|alone| following.place_of(&alone));
        }
    }

    /// Which of the fields that do not fit together is off, where something tells. The label tells it only to whoever
    /// asked for labels.
    pub fn odd_side(&self) -> Option<String> {
        let (fields, changed) = self.following()?.pair.as_ref()?;
        let told = changed.as_ref().filter(|_| self.labels == Labels::Shown);
        let all = fields.join(" and ");
        Some(match told.filter(|changed| fields.contains(changed)) {
            Some(changed) => format!("of {all} the fault label says that {changed} was changed"),
            None => format!("one of {all} is off, and the rule does not tell which (w shows a clean sample)"),
        })
    }

    /// Whether the scan for the followed value is over.
    pub fn is_followed_to_the_end(&self) -> bool {
        self.scan(Purpose::Taint).is_none_or(super::scan::Scan::is_done)
    }

    /// Goes to a place where the followed value stands.
    pub(super) fn go_to_hit(&mut self, link: usize) {
        let Some(following) = self.following() else { return };
        let Some(hit) = linked(&following.trails(), link).cloned() else { return };
        match hit.spot {
            Spot::Value { step, part, mut place, .. } => {
                place.extend(hit.line.map(Hop::Index));
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

impl Followed {
    fn take(&mut self, at: At, told: &Told) {
        let before = (self.trail.later.len(), self.trail.earlier.len());
        self.trail.take(at, told);
        let new = (before.0..self.trail.later.len()).map(|hit| (true, hit));
        for (is_later, hit) in new.chain((before.1..self.trail.earlier.len()).map(|hit| (false, hit))) {
            let spot = if is_later { self.trail.later.get(hit) } else { self.trail.earlier.get(hit) };
            if let Some(Hit { spot: Spot::Value { step, .. }, .. }) = spot {
                self.by_step.entry(step.0).or_default().push((is_later, hit));
            }
        }
    }

    fn hits_at(&self, step: usize) -> impl Iterator<Item = (bool, &Hit)> {
        self.by_step.get(&step).into_iter().flatten().filter_map(|(is_later, at)| {
            let hits = if *is_later { &self.trail.later } else { &self.trail.earlier };
            hits.get(*at).map(|hit| (*is_later, hit))
        })
    }
}

impl Following {
    /// What it began with.
    pub(super) fn beginning(&self) -> Beginning {
        let values = self.values.iter().map(|value| &value.trail);
        let chosen = values.map(|trail| (trail.source.clone(), trail.value.clone())).collect();
        let alone = self.alone().map(|trail| trail.source.clone());
        Beginning { chosen, alone }
    }

    /// Goes on to the next value alone; not if that was the last one.
    fn walk(&mut self) -> bool {
        let next = self.alone.map_or(0, |alone| alone + 1);
        let has_next = self.values.len() > 1 && next < self.values.len();
        self.alone = Some(next).filter(|_| has_next);
        self.sentence = sum(&self.trails());
        has_next
    }

    fn place_of(&self, source: &Source) -> Option<usize> {
        self.values.iter().position(|value| value.trail.source == *source)
    }

    /// Puts the farthest first and sums up, once everything is known, so that drawing needs not.
    fn sum_up(&mut self) {
        let alone = self.alone().map(|trail| trail.source.clone());
        self.values.sort_by_cached_key(|value| value.trail.nearness());
        self.alone = alone.and_then(|alone| self.place_of(&alone));
        self.sentence = sum(&self.trails());
    }

    /// The values in question: all, or the one that is followed alone.
    fn shown(&self) -> &[Followed] {
        let one = self.alone.and_then(|alone| self.values.get(alone..=alone));
        one.unwrap_or(&self.values)
    }

    /// The trails of the values in question.
    pub fn trails(&self) -> Vec<&Trail> {
        self.shown().iter().map(|value| &value.trail).collect()
    }

    /// The one of several values that is followed alone.
    fn alone(&self) -> Option<&Trail> {
        self.values.get(self.alone?).map(|value| &value.trail)
    }

    /// Which of several values it is, and what the key does next: `1 of 2, t follows the next`.
    pub fn turn(&self) -> Option<String> {
        let all = self.values.len();
        (all > 1).then(|| match self.alone {
            None => "t follows each alone".to_owned(),
            Some(at) if at + 1 < all => format!("{} of {all}, t follows the next", at + 1),
            Some(at) => format!("{} of {all}, t ends it", at + 1),
        })
    }

    /// The sentence that sums it up.
    pub fn sentence(&self) -> &str {
        &self.sentence
    }

    /// Whether the final answer has one of the values.
    pub fn in_answer(&self) -> InAnswer {
        self.shown().iter().map(|value| value.trail.in_answer()).min().unwrap_or(InAnswer::NotRecorded)
    }

    /// How surely the final answer has one of the values.
    pub fn answer(&self) -> Option<Kind> {
        self.shown().iter().filter_map(|value| value.trail.reach().answer).min()
    }

    /// What became of the values in a call.
    pub fn at(&self, step: usize) -> Option<Reached> {
        if self.shown().iter().any(|value| value.trail.source.step.0 == step) {
            return Some(Reached::From);
        }
        let surest = |wanted: Part| {
            let hits = self.shown().iter().flat_map(|value| value.hits_at(step)).filter(|(is_later, hit)| {
                *is_later && matches!(&hit.spot, Spot::Value { part, .. } if *part == wanted)
            });
            hits.map(|(_, hit)| hit.find.kind).min()
        };
        surest(Part::Arguments).map(Reached::Used).or_else(|| surest(Part::Result).map(Reached::Back))
    }

    /// Every call that has one of the values again, with how surely.
    pub fn steps(&self) -> impl Iterator<Item = (usize, Kind)> {
        let steps: BTreeSet<usize> = self.shown().iter().flat_map(|value| value.by_step.keys().copied()).collect();
        steps.into_iter().filter_map(|step| match self.at(step)? {
            Reached::From => None,
            Reached::Used(kind) | Reached::Back(kind) => Some((step, kind)),
        })
    }

    /// How surely a row of a call has one of the values.
    pub fn in_row(&self, step: usize, key: &RowKey) -> Option<Kind> {
        let is_here = |hit: &Hit| match &hit.spot {
            Spot::Value { part, place, .. } if *part == key.0 => {
                let line = key.1.strip_prefix(place.as_slice());
                line.is_some_and(|line| {
                    line.is_empty() || *line == hit.line.map(Hop::Index).into_iter().collect::<Vec<_>>()
                })
            }
            Spot::Value { .. } | Spot::Message { .. } => false,
        };
        let hits = self.shown().iter().flat_map(|value| value.hits_at(step));
        hits.filter(|(_, hit)| is_here(hit)).map(|(_, hit)| hit.find.kind).min()
    }

    /// Whether a value is followed from this row.
    pub fn is_source(&self, step: usize, key: &RowKey) -> bool {
        self.shown().iter().any(|value| {
            let source = &value.trail.source;
            let is_around = source.place.starts_with(&key.1) && key.1.len() >= source.split().0.len();
            source.step.0 == step && source.part == key.0 && is_around
        })
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

/// The fields of the first broken rule that ties several together, without places in arrays, and what the label names.
fn tied(detail: &CallDetail) -> Option<(Vec<String>, Option<String>)> {
    let is_tie = |class| matches!(class, Class::Affine | Class::DateOrder);
    let broken = detail.judgements.iter().find(|judgement| {
        judgement.verdict == Verdict::Broken && detail.rule(judgement.invariant).is_some_and(|rule| is_tie(rule.class))
    })?;
    let mut fields: Vec<String> = Vec::new();
    for (place, verdict) in &broken.places {
        let keys: Place = place.iter().filter(|hop| matches!(hop, Hop::Key(_))).cloned().collect();
        let name = crate::words::place("", &keys);
        if *verdict == Verdict::Broken && !fields.contains(&name) {
            fields.push(name);
        }
    }
    let label = detail.call.fault.as_ref().and_then(|fault| fault.get("path")).and_then(Json::as_str);
    (fields.len() > 1).then(|| (fields, label.map(|path| path.replace("[]", ""))))
}

/// The values to follow: the one under the cursor of the tree with those in its text, or those on a line of a text;
/// from the list of calls those that broke.
fn chosen(stepper: &StepperScreen) -> Vec<(Source, Json)> {
    let Some(detail) = stepper.detail.as_ref() else { return Vec::new() };
    let step = Step(stepper.calls.place());
    if stepper.pane == Pane::Tree {
        let Some(row) = stepper.row() else { return Vec::new() };
        let (part, place) = &row.key;
        return detail.part(*part).map(|root| sources(root, step, *part, place)).unwrap_or_default();
    }
    let places = detail.judgements.iter().flat_map(|judgement| &judgement.places);
    let broken: BTreeSet<&Place> =
        places.filter(|(_, verdict)| *verdict == Verdict::Broken).map(|(place, _)| place).collect();
    let Some(root) = detail.result.as_ref() else { return Vec::new() };
    let values: Vec<_> =
        broken.into_iter().map(|place| sources(root, step, Part::Result, place)).filter(|it| !it.is_empty()).collect();
    match values.len() {
        1 => values.concat(),
        _ => values.into_iter().filter_map(|found| found.into_iter().next()).collect(),
    }
}
