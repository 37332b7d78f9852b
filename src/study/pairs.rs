//! The pairs among the episodes of some ledgers, each laid side by side; and two episodes side by side by name.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::explain::find;
use super::ledger::Meter;
use super::{LabelFiles, Ledger, StudyError};
use crate::digest::{Context, EpisodeDigest, Happened, digest};
use crate::domain::call::Call;
use crate::domain::episode::Record;
use crate::domain::ids::{EpisodeId, Step};
use crate::domain::json::Json;
use crate::index::EpisodeEntry;
use crate::label::{PairLabel, Standing};
use crate::lens::braid::Strand;
use crate::lens::conversation::Turn;
use crate::lens::labels::{Behind, Case, disputants, note_texts, notes};
use crate::lens::runs::runs;
use crate::pair::{Alone, Braid, Field, Pair, PairOutcome, Pairing, Plan, Run, Why};
use crate::query::pair::{FIELDS, Known, values};

/// So many arms are named in an error.
const ARMS: usize = 12;
/// After how many pairs a meter is told again.
const TOLD_EVERY: usize = 16;

/// Where an episode stands: the place of its ledger, and its own in there.
type Place = (usize, usize);

/// The episodes of some ledgers, paired.
#[derive(Debug)]
pub struct Paired<'l> {
    ledgers: &'l [Ledger],
    /// Every episode, in the order of files.
    pub runs: Vec<Run>,
    places: Vec<Place>,
    /// The pairs, and what does not pair.
    pub pairing: Pairing,
}

/// Pairs runs. Fields and arms that are asked for must be there.
pub fn paired_runs(runs: &[Run], plan: &Plan) -> Result<Pairing, StudyError> {
    let known = Field::all_of(runs);
    if let Some(field) = plan.key.iter().chain([&plan.axis]).find(|field| !known.contains(field)) {
        let known: Vec<String> = known.iter().map(ToString::to_string).collect();
        return Err(StudyError::Request(format!(
            "no episode has a field {:?}; there are {}",
            field.name(),
            crate::words::listed(&known)
        )));
    }
    let pairing = Pairing::new(runs, plan);
    for arm in plan.arms.iter().flatten() {
        if pairing.arms.iter().all(|known| known.name != *arm) {
            let named = pairing.arms.iter().take(ARMS).map(|arm| format!("{} ({})", arm.name, arm.runs));
            let more = pairing.arms.len().checked_sub(ARMS).filter(|more| *more > 0);
            let known: Vec<String> = named.chain(more.map(|more| format!("{more} more"))).collect();
            let known = if known.is_empty() { "none at all".to_owned() } else { crate::words::listed(&known) };
            return Err(StudyError::Request(format!("no episode has the {} {arm:?}; there are {known}", plan.axis)));
        }
    }
    Ok(pairing)
}

/// The names of some ledgers, each its own: of two files of one name the second has its path.
pub(super) fn names(ledgers: &[Ledger]) -> Vec<String> {
    let mut known: BTreeSet<String> = BTreeSet::new();
    let name = |ledger: &Ledger| {
        let name = ledger.file.name();
        if known.insert(name.clone()) { name } else { ledger.file.path.display().to_string() }
    };
    ledgers.iter().map(name).collect()
}

impl<'l> Paired<'l> {
    /// Pairs all episodes. Fields and arms that are asked for must be there.
    pub fn new(ledgers: &'l [Ledger], plan: &Plan) -> Result<Self, StudyError> {
        let (mut all, mut places) = (Vec::new(), Vec::new());
        for (place, (ledger, name)) in ledgers.iter().zip(names(ledgers)).enumerate() {
            all.extend(runs(&name, &ledger.index));
            places.extend((0..ledger.index.episodes().len()).map(|episode| (place, episode)));
        }
        let pairing = paired_runs(&all, plan)?;
        Ok(Self { ledgers, runs: all, places, pairing })
    }

    fn at(&self, run: usize) -> Result<(&'l Ledger, &'l EpisodeEntry), StudyError> {
        let place = self.places.get(run).copied();
        let found = place.and_then(|(ledger, episode)| {
            let ledger = self.ledgers.get(ledger)?;
            Some((ledger, ledger.index.episodes().get(episode)?))
        });
        found.ok_or_else(|| StudyError::Request("the episode is no longer there; run this again".to_owned()))
    }

    /// Opens the files in which labels of the pairs can stand; `journal` stands in for those beside the ledgers.
    pub fn label_files(&self, journal: Option<&Path>) -> Result<LabelFiles, StudyError> {
        let mut files = LabelFiles::new(journal);
        for pair in
            self.pairing.pairs.iter().filter(|pair| matches!(pair.outcome, PairOutcome::Win | PairOutcome::Loss))
        {
            files.open(&self.at(pair.first)?.0.file, &self.at(pair.second)?.0.file)?;
        }
        Ok(files)
    }

    /// What every pair is as a row of fields, its calls read; in the order of the pairs.
    pub fn rows(&self, files: &LabelFiles, meter: &dyn Meter) -> Result<Vec<[Json; FIELDS.len()]>, StudyError> {
        let pairs = &self.pairing.pairs;
        let labels = files.labels(None);
        meter.begin("laying pairs side by side", Some(pairs.len() as u64));
        let row = |(place, pair): (usize, &Pair)| {
            if place % TOLD_EVERY == 0 {
                meter.reached(place as u64);
            }
            let (first, second) = (self.at(pair.first)?, self.at(pair.second)?);
            let digests = [left_behind(first.0, first.1)?.0, left_behind(second.0, second.1)?.0];
            let braid = Braid::new(&digests[0], &digests[1]);
            let case = Case::new(&self.pairing, &self.runs, pair, digests.each_ref(), &braid);
            let path = files.path_of(&first.0.file, &second.0.file);
            let labels = path.and_then(|path| labels.get(path.as_path()));
            let standing = case.as_ref().zip(labels).map(|(case, of)| of.standing(&case.id, &case.content));
            let (label, state) = (standing.as_ref().and_then(Standing::label), standing.as_ref().map(Standing::field));
            let disputed = standing.as_ref().map(disputants).unwrap_or_default();
            let behind = standing.as_ref().map(Behind::of).unwrap_or_default();
            let notes = case.as_ref().zip(labels).map(|(case, of)| note_texts(notes(of, &case.id))).unwrap_or_default();
            let guess = case.as_ref().and_then(|case| case.guess.as_ref());
            let known = Known {
                receipts: (first.1.receipts, second.1.receipts),
                braid: Some(&braid),
                label: label.map(PairLabel::name),
                // Where there is no label file nothing is labelled.
                state: state.or(case.as_ref().map(|_| Standing::Unlabelled.field())),
                disputed: &disputed,
                guess: guess.map(|guess| guess.label.name()),
                author: behind.author,
                at: behind.at,
                is_blind: behind.is_blind,
                why: guess.map(|guess| guess.reason.as_str()),
                notes: &notes,
            };
            let runs = self.runs.get(pair.first).zip(self.runs.get(pair.second));
            let Some((first, second)) = runs else { return Ok([const { Json::Null }; FIELDS.len()]) };
            Ok(values(pair, first, second, &known))
        };
        pairs.iter().enumerate().map(row).collect()
    }

    /// The one pair that an episode is in, named by its id or the beginning of it, or that a task makes.
    pub fn pair_of(&self, name: &str) -> Result<Pair, StudyError> {
        let with = |is: &dyn Fn(&Run) -> bool| -> Vec<Pair> {
            let has = |run: usize| self.runs.get(run).is_some_and(is);
            self.pairing.pairs.iter().filter(|pair| has(pair.first) || has(pair.second)).copied().collect()
        };
        if let Some(why) =
            self.runs.iter().position(|run| run.episode.as_str() == name).and_then(|run| self.why_alone(run))
        {
            return Err(StudyError::Request(format!(
                "the episode {name:?} is in no pair: {why}; `vidimus pairs` lists the pairs and what does not pair"
            )));
        }
        let mut found = with(&|run| run.episode.as_str() == name);
        if found.is_empty() {
            found = with(&|run| run.task.as_str() == name);
        }
        if found.is_empty() {
            found = with(&|run| run.episode.as_str().starts_with(name));
        }
        match found.as_slice() {
            [one] => Ok(*one),
            [] => Err(StudyError::Request(format!(
                "no pair has the episode or the task {name:?}; `vidimus pairs` lists the pairs and what does not pair"
            ))),
            several => {
                let some = several.iter().take(5).filter_map(|pair| self.runs.get(pair.first));
                let some: Vec<String> = some.map(|run| run.episode.to_string()).collect();
                Err(StudyError::Request(format!(
                    "{} pairs are called {name:?}; name one by an episode of it: {}",
                    several.len(),
                    some.join(", ")
                )))
            }
        }
    }

    /// Why a run is in no pair; nothing if it is in one.
    fn why_alone(&self, run: usize) -> Option<String> {
        let named = |place: usize| self.runs.get(place).map_or_else(String::new, |run| run.episode.to_string());
        Some(match self.pairing.why_alone(run)? {
            Alone::Stray(Why::NoArm) => format!("it has no {}", self.pairing.plan.axis),
            Alone::Stray(Why::NoPartner) => "the other arm has no episode with its key".to_owned(),
            Alone::Duplicate(used) => format!("{} stands for it, with the same key in the same arm", named(used)),
            Alone::Mixed(beside) => format!("its partner {} is of another study (--pool pairs them)", named(beside)),
            Alone::Elsewhere => "it is of an arm that is not looked at".to_owned(),
        })
    }

    /// The two of a pair side by side.
    pub fn braid(&self, pair: Pair) -> Result<Braided, StudyError> {
        let names = self.pairing.plan.arms.as_ref().map_or(["first", "second"], |[a, b]| [&**a, &**b]);
        let axis = &self.pairing.plan.axis;
        let names = names.map(|name| if *axis == Field::Arm { name.to_owned() } else { format!("{axis} {name}") });
        Braided::new(self.at(pair.first)?, self.at(pair.second)?, names)
    }
}

/// Two episodes side by side, with their calls.
#[derive(Debug)]
pub struct Braided {
    /// Their rows.
    pub braid: Braid,
    sides: [Side; 2],
}

#[derive(Debug)]
struct Side {
    name: String,
    episode: EpisodeId,
    completed: Option<bool>,
    digest: EpisodeDigest,
    calls: Vec<Option<Arc<Call>>>,
    turns: Vec<Turn>,
}

impl Braided {
    fn new(
        first: (&Ledger, &EpisodeEntry),
        second: (&Ledger, &EpisodeEntry),
        names: [String; 2],
    ) -> Result<Self, StudyError> {
        let [a, b] = names;
        let side = |(ledger, entry): (&Ledger, &EpisodeEntry), name: String| -> Result<Side, StudyError> {
            let (digest, records) = left_behind(ledger, entry)?;
            let (mut calls, mut turns) = (Vec::new(), Vec::new());
            for record in records {
                match record {
                    Record::Call(call) => {
                        turns.push(Turn::Called { step: Step(calls.len()), tool: call.tool.clone(), note: None });
                        calls.push(Some(Arc::new(*call)));
                    }
                    Record::Message(message) => {
                        let number = turns.iter().filter(|turn| matches!(turn, Turn::Said { .. })).count();
                        turns.push(Turn::Said { number, message: Some(Arc::new(message)) });
                    }
                    Record::Episode(_) | Record::Outcome(_) => {}
                }
            }
            Ok(Side { name, episode: entry.id.clone(), completed: entry.completed(), digest, calls, turns })
        };
        let sides = [side(first, a)?, side(second, b)?];
        Ok(Self { braid: Braid::new(&sides[0].digest, &sides[1].digest), sides })
    }

    /// What happened in each, in order.
    #[must_use]
    pub fn turns(&self) -> [&[Turn]; 2] {
        self.sides.each_ref().map(|side| side.turns.as_slice())
    }

    /// The two as the page wants them.
    #[must_use]
    pub fn strands(&self) -> [Strand<'_>; 2] {
        self.sides.each_ref().map(|side| Strand {
            name: &side.name,
            episode: &side.episode,
            completed: side.completed,
            digest: &side.digest,
            calls: &side.calls,
        })
    }
}

/// Lays two episodes side by side, each named by its id or the beginning of one.
pub fn braid(ledgers: &[Ledger], first: &str, second: &str) -> Result<Braided, StudyError> {
    let (a, b) = (find(ledgers, first)?, find(ledgers, second)?);
    let arm = |entry: &EpisodeEntry| entry.arm.as_ref().map(ToString::to_string);
    let names = match (arm(a.2), arm(b.2)) {
        (Some(first), Some(second)) if first != second => [first, second],
        _ => ["the first".to_owned(), "the second".to_owned()],
    };
    Braided::new((a.0, a.2), (b.0, b.2), names)
}

/// What an episode left behind, and its records.
fn left_behind(ledger: &Ledger, entry: &EpisodeEntry) -> Result<(EpisodeDigest, Vec<Record>), StudyError> {
    // All of the episode, as everywhere: that a limit ended it stands in no call.
    let records = ledger.records(entry)?;
    let context = Context { advertised: entry.tools.as_deref(), ..Context::default() };
    let digest = digest(records.iter().map(Happened::from), &context);
    Ok((digest, records))
}
