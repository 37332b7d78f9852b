//! Questions to many records, whose payloads are read in the background: piece by piece, so that answers show as they
//! come and a scan that nobody needs any more ends soon.

use std::sync::Arc;

use super::App;
use super::data::{Data, LedgerId};
use super::effect::Effect;
use super::screen::episodes::EpisodeRef;
use crate::domain::episode::Record;
use crate::domain::ids::ToolName;
use crate::format::record;
use crate::index::Span;
use crate::lens::{Answer, Question, Seen};

/// One piece ends after so many records …
const PIECE: usize = 2_000;
/// … or after so many bytes, whichever comes first.
const PIECE_BYTES: u64 = 4_000_000;

/// What a scan is for; a newer one for the same purpose takes the place of the older.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose {
    /// Tests of the machinery itself.
    #[cfg(test)]
    Probe,
    /// Full-text search.
    Search,
    /// Counting the values of a field.
    Frequency,
    /// A value that is followed.
    Taint,
    /// The messages of the open episode.
    Conversation,
    /// The results of a tool, for its coverage.
    Coverage,
    /// An episode that is to be written.
    Document,
    /// The calls of a tool with near arguments.
    Similar,
    /// A call and an earlier one.
    Difference,
    /// The bytes of one record.
    Raw,
    /// The nearest clean sample of the call whose autopsy is open.
    Likeness,
    /// What the rule that is being edited would have to allow.
    Offers,
    /// What the pending decisions of a review would change.
    Preview,
    /// What the edit that is being typed would change.
    TypedPreview,
    /// The calls of an open pair.
    Braid,
    /// The messages of an open pair.
    Said,
}

/// One record of one loaded ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordRef {
    /// The ledger.
    pub ledger: LedgerId,
    /// The place of its episode in the index.
    pub episode: u32,
    /// Which record of the episode.
    pub which: Which,
}

impl RecordRef {
    /// The episode that it is of.
    #[must_use]
    pub const fn of(&self) -> EpisodeRef {
        EpisodeRef { ledger: self.ledger, place: self.episode as usize }
    }
}

/// Which record of an episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Which {
    /// A call, by its place in the ledger's index of calls.
    Call(u32),
    /// A message, by its place among those of the episode.
    Message(u32),
}

/// A scan, under way or done.
#[derive(Clone, Debug)]
pub struct Scan {
    question: Arc<dyn Question>,
    generation: u64,
    records: Vec<RecordRef>,
    /// So many records, from the first on, have been asked.
    asked: usize,
    is_running: bool,
    found: Vec<(RecordRef, Answer)>,
    /// How many records could not be read.
    unreadable: usize,
}

impl Scan {
    /// What was found so far, in the order of the records.
    pub fn found(&self) -> &[(RecordRef, Answer)] {
        &self.found
    }

    /// How many records have been asked, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.asked, self.records.len())
    }

    /// Whether every record has been asked.
    pub fn is_done(&self) -> bool {
        self.asked == self.records.len()
    }

    /// How many records could not be read, and so were not asked.
    pub fn unreadable(&self) -> usize {
        self.unreadable
    }
}

/// A piece of a scan, to be carried out on another thread with [`answers`].
#[derive(Clone, Debug)]
pub struct ScanPiece {
    /// Goes back with the answers.
    pub purpose: Purpose,
    /// Goes back with the answers.
    pub generation: u64,
    /// What is asked.
    pub question: Arc<dyn Question>,
    /// The records, in order, with their bytes; all of one ledger.
    pub records: Vec<(RecordRef, Span)>,
}

/// What the records of a piece said, and how many of them could not be read.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// In the order of the records.
    pub found: Vec<(RecordRef, Answer)>,
    /// How many could not be read.
    pub unreadable: usize,
}

/// Carries out a piece; `read` gives the bytes of a record.
pub fn answers(piece: &ScanPiece, mut read: impl FnMut(LedgerId, Span) -> Option<Vec<u8>>) -> Answers {
    let mut answers = Answers::default();
    for (at, span) in &piece.records {
        let line = read(at.ledger, *span);
        if let Some(answer) = line.as_ref().and_then(|line| piece.question.ask_line(line)) {
            answers.found.push((*at, answer));
            continue;
        }
        let record = line.and_then(|line| record::parse_record(&line).ok());
        let seen = match record {
            Some(Record::Call(call)) => Seen::Call(Arc::new(*call)),
            Some(Record::Message(message)) => Seen::Message(Arc::new(message)),
            Some(Record::Episode(_) | Record::Outcome(_)) | None => {
                answers.unreadable += 1;
                continue;
            }
        };
        answers.found.extend(piece.question.ask(&seen).map(|answer| (*at, answer)));
    }
    answers
}

impl Data {
    /// The calls and messages of an episode, in the order in which they happened.
    pub fn records_of(&self, ledger: LedgerId, episode: usize) -> Vec<RecordRef> {
        let Some(entry) = self.ledger(ledger).and_then(|slot| slot.index.episodes().get(episode)) else {
            return Vec::new();
        };
        let number = u32::try_from(episode).unwrap_or(u32::MAX);
        let at = |which| RecordRef { ledger, episode: number, which };
        let mut records = Vec::with_capacity(entry.calls.len() + entry.messages.len());
        let mut messages = (0u32..).zip(&entry.messages).peekable();
        for (step, place) in (0u32..).zip(&entry.calls) {
            while let Some((nth, _)) = messages.next_if(|(_, (_, before))| *before <= step) {
                records.push(at(Which::Message(nth)));
            }
            records.push(at(Which::Call(*place)));
        }
        records.extend(messages.map(|(nth, _)| at(Which::Message(nth))));
        records
    }

    /// The calls and messages of all loaded ledgers, episode by episode.
    pub fn all_records(&self) -> Vec<RecordRef> {
        let each = self
            .ledgers
            .iter()
            .flat_map(|slot| (0..slot.index.episodes().len()).flat_map(|episode| self.records_of(slot.id, episode)));
        each.collect()
    }

    /// The calls of one tool in all loaded ledgers, in the order of ledgers and files.
    pub fn calls_of_tool(&self, tool: &ToolName) -> Vec<RecordRef> {
        let of_ledger = self.ledgers.iter().flat_map(|slot| {
            let number = slot.index.tools().iter().position(|name| name == tool);
            let number = number.and_then(|number| u32::try_from(number).ok());
            let calls = (0u32..).zip(slot.index.calls()).filter(move |(_, entry)| Some(entry.tool) == number);
            calls.map(|(place, entry)| RecordRef { ledger: slot.id, episode: entry.episode, which: Which::Call(place) })
        });
        of_ledger.collect()
    }

    /// Where a record stands in its file.
    fn span_of(&self, record: RecordRef) -> Option<Span> {
        let index = &self.ledger(record.ledger)?.index;
        match record.which {
            Which::Call(place) => Some(index.calls().get(place as usize)?.span()),
            Which::Message(nth) => Some(index.episodes().get(record.episode as usize)?.messages.get(nth as usize)?.0),
        }
    }
}

impl App {
    /// Begins a scan; one for the same purpose is given up.
    pub(super) fn start_scan(&mut self, purpose: Purpose, question: Arc<dyn Question>, records: Vec<RecordRef>) {
        self.scans_begun += 1;
        let scan = Scan {
            question,
            generation: self.scans_begun,
            records,
            asked: 0,
            is_running: false,
            found: Vec::new(),
            unreadable: 0,
        };
        self.scans.insert(purpose, scan);
    }

    /// Gives a scan up, with what it found; says whether there was one.
    pub(super) fn drop_scan(&mut self, purpose: Purpose) -> bool {
        self.scans.remove(&purpose).is_some()
    }

    /// Stops a scan where it is; what it found stays. Says whether it was under way.
    pub(super) fn stop_scan(&mut self, purpose: Purpose) -> bool {
        let Some(scan) = self.scans.get_mut(&purpose).filter(|scan| !scan.is_done()) else { return false };
        scan.records.truncate(scan.asked);
        // What is on its way belongs to a scan that is over.
        scan.generation = 0;
        scan.is_running = false;
        true
    }

    /// A scan, if there is one for this purpose.
    pub fn scan(&self, purpose: Purpose) -> Option<&Scan> {
        self.scans.get(&purpose)
    }

    /// Takes out what a scan has found so far.
    pub(super) fn take_found(&mut self, purpose: Purpose) -> Vec<(RecordRef, Answer)> {
        self.scans.get_mut(&purpose).map(|scan| std::mem::take(&mut scan.found)).unwrap_or_default()
    }

    /// The next piece of every scan that waits for one.
    pub(super) fn next_scans(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        let data = &self.data;
        for (purpose, scan) in &mut self.scans {
            if scan.is_running || scan.is_done() {
                continue;
            }
            let mut records = Vec::new();
            let mut bytes = 0;
            let rest = scan.records.get(scan.asked..).unwrap_or_default();
            for record in rest.iter().take(PIECE) {
                // A record that is no more has no bytes: it counts as one that cannot be read.
                let span = data.span_of(*record).unwrap_or_default();
                bytes += u64::from(span.len);
                if !records.is_empty() && bytes > PIECE_BYTES {
                    break;
                }
                records.push((*record, span));
            }
            scan.is_running = true;
            let question = Arc::clone(&scan.question);
            effects.push(Effect::Scan(ScanPiece { purpose: *purpose, generation: scan.generation, question, records }));
        }
        effects
    }

    /// Takes the answers of a piece; those to an older question are dropped.
    pub(super) fn scanned(&mut self, purpose: Purpose, generation: u64, asked: usize, answers: Answers) {
        let Some(scan) = self.scans.get_mut(&purpose).filter(|scan| scan.generation == generation) else { return };
        scan.is_running = false;
        scan.asked = (scan.asked + asked).min(scan.records.len());
        scan.found.extend(answers.found);
        scan.unreadable += answers.unreadable;
    }

    /// A ledger is read anew: its records are other ones.
    pub(super) fn void_scans(&mut self, ledger: LedgerId) {
        self.scans.retain(|_, scan| !scan.records.iter().any(|record| record.ledger == ledger));
    }
}

#[cfg(test)]
mod tests;
