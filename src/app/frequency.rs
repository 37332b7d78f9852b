//! How often each value of a field occurs: of the episodes on screen, or of a tool's calls in all loaded ledgers.

use std::sync::Arc;

use super::App;
use super::data::CallRef;
use super::scan::{Purpose, RecordRef, Which};
use super::screen::episodes::known;
use super::screen::stepper::Pane;
use super::tree::{RowKind, TreeRow};
use super::window::View;
use crate::lens::Answer;
use crate::lens::frequency::{CallField, Counter, FieldValues, Frequency, Unit, page};
use crate::page::{Kind, Page, Role};
use crate::query::{complete, episode};
use crate::words::counted;

/// At most so many calls with a value have a line.
const LISTED: usize = 1_000;

/// The field that was counted last.
#[derive(Clone, Debug)]
pub struct Counting {
    of: Of,
    counter: Counter,
    /// So many answers of the scan have been counted.
    taken: usize,
    /// The value whose calls are listed.
    chosen: Option<String>,
}

/// What has the field.
#[derive(Clone, Debug)]
enum Of {
    Episodes(&'static str),
    Calls(CallField),
}

impl Counting {
    /// The field as the command line names it.
    pub(super) fn field(&self) -> String {
        match &self.of {
            Of::Episodes(field) => (*field).to_owned(),
            Of::Calls(field) => field.to_string(),
        }
    }

    pub(super) fn is_of_episodes(&self) -> bool {
        matches!(self.of, Of::Episodes(_))
    }
}

impl App {
    /// Counts: in an episode the values of the field under the cursor, in the list of a field to be chosen.
    pub(super) fn count_values(&mut self) {
        let Some(stepper) = &self.stepper else { return self.open_window(View::Fields) };
        // A result that is no object, such as a text, is itself the value to count.
        let is_value = |row: &&TreeRow| row.depth > 0 || row.is_scalar();
        let row = stepper.row().filter(|_| stepper.pane == Pane::Tree).filter(is_value);
        let Some((row, detail)) = row.zip(stepper.detail.as_ref()) else {
            self.notice =
                Some("Tab to a field of the call first: f counts its values over all calls of the tool".into());
            return;
        };
        let (part, place) = &row.key;
        // On a line of a text it is the text that is counted.
        let above = place.len() - usize::from(row.kind == RowKind::Line);
        let field = CallField::at(&detail.call.tool, *part, &place.iter().take(above).cloned().collect());
        let records = self.data.calls_of_tool(&field.tool);
        self.start_scan(Purpose::Frequency, Arc::new(FieldValues(field.clone())), records);
        let counter = Counter::new(field.to_string(), Unit::Calls);
        self.counting = Some(Counting { of: Of::Calls(field), counter, taken: 0, chosen: None });
        self.open_window(View::Frequency);
    }

    /// Counts the same field again, after a file was written anew.
    pub(super) fn count_again(&mut self) {
        let Some(counting) = &mut self.counting else { return };
        match counting.of.clone() {
            Of::Calls(field) => {
                counting.counter = Counter::new(field.to_string(), Unit::Calls);
                counting.taken = 0;
                let records = self.data.calls_of_tool(&field.tool);
                self.start_scan(Purpose::Frequency, Arc::new(FieldValues(field)), records);
            }
            Of::Episodes(field) => self.count_episodes(field),
        }
    }

    /// Whether all that is to be counted has been.
    pub(super) fn is_counted(&self) -> bool {
        let is_of_episodes = self.counting.as_ref().is_none_or(Counting::is_of_episodes);
        is_of_episodes || self.scan(Purpose::Frequency).is_some_and(super::scan::Scan::is_done)
    }

    /// The fields to choose from.
    pub(super) fn fields_page() -> Page {
        let mut page = Page::new("count the values of which field?");
        for (link, field) in episode::FIELDS.into_iter().enumerate() {
            page.link(Kind::Item, vec![(Role::Field, field.to_owned())], link);
        }
        page.muted("Enter counts it over the episodes of the list. In an episode, f counts the field of a call.");
        page
    }

    /// Counts a field of the episodes on screen.
    pub(super) fn count_field(&mut self, link: usize) {
        let Some(field) = episode::FIELDS.get(link).copied() else { return };
        self.count_episodes(field);
        self.open_window(View::Frequency);
    }

    fn count_episodes(&mut self, field: &'static str) {
        let Some(link) = episode::FIELDS.iter().position(|it| *it == field) else { return };
        let mut counter = Counter::new(field, Unit::Episodes);
        for (number, row) in self.episodes.list.rows().iter().enumerate() {
            let Some(slot) = self.data.ledger(row.ledger) else { continue };
            let Some(entry) = slot.index.episodes().get(row.place) else { continue };
            let values = episode::values(&slot.name, &slot.index, entry, known(slot, row.place, entry));
            counter.add(&values.get(link).map(episode::texts).unwrap_or_default(), number, entry.completed());
        }
        self.counting = Some(Counting { of: Of::Episodes(field), counter, taken: 0, chosen: None });
    }

    /// Counts what has arrived.
    pub(super) fn take_frequency(&mut self) {
        let Some(counting) = self.counting.as_mut().filter(|counting| !counting.is_of_episodes()) else { return };
        let Some(scan) = self.scans.get(&Purpose::Frequency) else { return };
        for (record, answer) in scan.found().get(counting.taken..).unwrap_or_default() {
            let Answer::Values(values) = answer else { continue };
            let slot = self.data.ledgers.iter().position(|slot| slot.id == record.ledger).unwrap_or_default();
            let entry = self.data.ledger(record.ledger);
            let entry = entry.and_then(|slot| slot.index.episodes().get(record.episode as usize));
            // One number for the ledger and the episode in it.
            let episode = (slot << 32) | record.episode as usize;
            counting.counter.add(values, episode, entry.and_then(crate::index::EpisodeEntry::completed));
        }
        counting.taken = scan.found().len();
    }

    fn frequency(&self) -> Option<Frequency> {
        self.counting.as_ref().map(|counting| counting.counter.finish())
    }

    /// The table.
    pub(super) fn frequency_page(&self) -> Option<Page> {
        let frequency = self.frequency()?;
        let state = match &self.counting.as_ref()?.of {
            Of::Episodes(_) if self.episodes.filter.is_empty() => None,
            Of::Episodes(_) => Some(format!("only those that pass the filter {}", self.episodes.filter)),
            Of::Calls(_) => match self.scan(Purpose::Frequency) {
                None => Some("a file was written anew: f counts again".to_owned()),
                Some(scan) if scan.is_done() => None,
                Some(scan) => {
                    let (asked, of) = scan.progress();
                    Some(format!("counted {}% …", (asked * 100).checked_div(of).unwrap_or(100)))
                }
            },
        };
        Some(page(&frequency, state.as_deref()))
    }

    /// Drills into a value: the episodes with it, or the calls.
    pub(super) fn drill(&mut self, link: usize) {
        let Some(frequency) = self.frequency() else { return };
        let Some(value) = frequency.rows.get(link).map(|row| row.value.clone()) else { return };
        let Some(counting) = &mut self.counting else { return };
        match &counting.of {
            Of::Episodes(field) => {
                let term = format!("{field}:{}", value.as_deref().map(complete::quoted).unwrap_or_default());
                let filter = [self.episodes.filter.trim(), &term].join(" ").trim().to_owned();
                self.remembered.add(super::filter::Filtered::Episodes, &filter);
                self.overlays.clear();
                self.set_filter(filter);
                self.notice = Some(format!("the list shows the episodes with {term}; Esc shows all again"));
            }
            Of::Calls(_) => {
                counting.chosen = value;
                self.open_window(View::CallsWith);
            }
        }
    }

    /// The calls that have the chosen value.
    fn calls_with(&self) -> Vec<RecordRef> {
        let Some(counting) = &self.counting else { return Vec::new() };
        let found = self.scan(Purpose::Frequency).map(super::scan::Scan::found).unwrap_or_default();
        let has = |answer: &Answer| match (answer, &counting.chosen) {
            (Answer::Values(values), Some(value)) => values.contains(value),
            (Answer::Values(values), None) => values.is_empty(),
            _ => false,
        };
        found.iter().filter(|(_, answer)| has(answer)).map(|(record, _)| *record).collect()
    }

    /// Their list.
    pub(super) fn calls_with_page(&self) -> Option<Page> {
        let counting = self.counting.as_ref()?;
        let Of::Calls(field) = &counting.of else { return None };
        let calls = self.calls_with();
        let value = counting.chosen.as_deref().unwrap_or("no value");
        let mut page = Page::new(format!("calls with {value} in {field}"));
        page.text(counted(calls.len(), "call"));
        for (link, record) in calls.iter().enumerate().take(LISTED) {
            let Some(slot) = self.data.ledger(record.ledger) else { continue };
            let Some(entry) = slot.index.episodes().get(record.episode as usize) else { continue };
            let Which::Call(place) = record.which else { continue };
            let step = slot.index.calls().get(place as usize).map_or(0, |call| call.step().0);
            let (role, outcome) = match entry.completed() {
                Some(true) => (Role::Completed, "completed"),
                Some(false) => (Role::Failed, "failed"),
                None => (Role::Muted, "unknown"),
            };
            let pieces = vec![
                (Role::Muted, format!("call {step:>4}  ")),
                (role, format!("{outcome:<10} ")),
                (Role::Text, format!("task {}  ", entry.task_or_id())),
                (Role::Muted, entry.id.to_string()),
            ];
            page.link(Kind::Row, pieces, link);
        }
        if calls.len() > LISTED {
            page.muted(format!("and {} more", calls.len() - LISTED));
        }
        Some(page)
    }

    /// Opens one of them, at the field where it stands in one place only.
    pub(super) fn open_call_with(&mut self, link: usize) {
        let Some(record) = self.calls_with().get(link).copied() else { return };
        let (Which::Call(place), Some(Of::Calls(field))) =
            (record.which, self.counting.as_ref().map(|counting| counting.of.clone()))
        else {
            return;
        };
        self.overlays.clear();
        self.jumps();
        self.open_call(CallRef { ledger: record.ledger, place });
        let step = self.stepper.as_ref().map_or(0, |stepper| stepper.calls.place());
        if let Some(place) = field.place() {
            self.stand_on(step, Some((field.part, place)));
        }
    }
}
