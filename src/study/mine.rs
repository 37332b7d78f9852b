//! Mining registries from many files (SPEC 3): one, or one per fold.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::ledger::{Meter, Reading};
use super::{StudyError, known};
use crate::contract::{MineOptions, Observation, Prepared, folds_of, mine_prepared};
use crate::domain::episode::{Episode, Record};
use crate::domain::ids::{Arm, EpisodeId, TaskId, ToolName};
use crate::domain::json::Json;
use crate::domain::registry::{Fold, Input, Registry};
use crate::files::{FoundFile, for_each_record, sort_inputs};
use crate::index::Headless;

/// What is to be mined.
#[derive(Clone, Debug, Default)]
pub struct MineRequest {
    /// Only episodes of this arm.
    pub arm: Option<Arm>,
    /// Only episodes that completed.
    pub completed: bool,
    /// How many folds; one registry from everything without.
    pub folds: Option<usize>,
    /// Thresholds and evidence.
    pub options: MineOptions,
}

/// Episodes that were read but not mined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Because their header cannot be read.
    pub headless: u64,
    /// Because a call carries a fault label (SPEC 3).
    pub faulty: u64,
    /// Because they are of another arm.
    pub other_arm: u64,
    /// Because they did not complete.
    pub not_completed: u64,
}

/// What was mined.
#[derive(Clone, Debug)]
pub struct Mined {
    /// One registry, or one per fold in the order of their index.
    pub registries: Vec<Registry>,
    /// How many episodes were mined.
    pub episodes: u64,
    /// How many were not.
    pub left_out: LeftOut,
    /// What was met in each file.
    pub readings: Vec<Reading>,
}

/// Everything mining needs of one call.
struct Sample {
    episode: usize,
    tool: ToolName,
    arguments: Json,
    result: Json,
}

/// What is there of the header of an episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Head {
    None,
    Read,
    /// It cannot be read: of which task it is, and so of which fold, nobody knows.
    Unreadable,
}

/// Everything mining needs of one episode.
struct Candidate {
    header: Episode,
    head: Head,
    calls: u64,
    is_faulty: bool,
    completed: bool,
}

/// Episodes and calls of all files, in the order read.
#[derive(Default)]
struct Corpus {
    episodes: Vec<Candidate>,
    samples: Vec<Sample>,
}

/// Mines the files, in the order of their names, then SHA-256, however they were given.
pub fn mine(files: Vec<FoundFile>, request: &MineRequest, meter: &dyn Meter) -> Result<Mined, StudyError> {
    let files = sort_inputs(files)?;
    let mut corpus = Corpus::default();
    let mut readings = Vec::new();
    for (file, _) in &files {
        meter.begin(&format!("reading {}", file.name()), None);
        readings.push(corpus.read(file, meter)?);
    }
    if let Some(arm) = &request.arm {
        let arms: BTreeSet<&str> =
            corpus.episodes.iter().filter_map(|episode| episode.header.arm.as_ref()).map(Arm::as_str).collect();
        known("arm", arm.as_str(), "these traces", arms)?;
    }
    let with_task = corpus.episodes.iter().filter(|episode| episode.head != Head::Unreadable);
    let tasks: BTreeSet<TaskId> = with_task.map(|episode| episode.header.task_or_id()).collect();
    let count = request.folds.unwrap_or(0);
    if count > tasks.len() {
        return Err(StudyError::Request(format!(
            "{count} folds need at least as many tasks, and there are {}; ask for fewer with --folds",
            tasks.len()
        )));
    }
    // Tasks are dealt before anything is left out: the episodes that are not mined will be checked, too.
    let dealt = folds_of(&tasks, count);
    let mut left_out = LeftOut::default();
    let kept: Vec<bool> = corpus.episodes.iter().map(|episode| episode.is_kept(request, &mut left_out)).collect();
    let fold_of: Vec<Option<usize>> =
        corpus.episodes.iter().map(|episode| dealt.get(&episode.header.task_or_id()).copied()).collect();

    let mut by_tool: BTreeMap<&ToolName, Vec<(Option<usize>, Prepared<'_>)>> = BTreeMap::new();
    for sample in corpus.samples.iter().filter(|sample| kept.get(sample.episode) == Some(&true)) {
        let fold = fold_of.get(sample.episode).copied().flatten();
        let prepared = Prepared::new(Observation { arguments: &sample.arguments, result: &sample.result });
        by_tool.entry(&sample.tool).or_default().push((fold, prepared));
    }

    let inputs: Vec<Input> = files.iter().map(|(file, sha256)| Input::new(file.name(), sha256.as_str())).collect();
    let folds: Vec<Option<Fold>> = match request.folds {
        None => vec![None],
        Some(count) => (0..count).map(|index| Some(Fold::new(index, count))).collect(),
    };
    meter.begin("mining", Some((folds.len() * by_tool.len()) as u64));
    let mut done = 0;
    let mut registries = Vec::new();
    for fold in folds {
        let mut registry = Registry { source: request.options.source("traces", inputs.clone()), ..Registry::default() };
        let own = fold.as_ref().map(|fold| fold.index);
        registry.source.fold = fold;
        let held_out = dealt.iter().filter(|(_, dealt)| own == Some(**dealt));
        registry.source.held_out = held_out.map(|(task, _)| task.clone()).collect();
        for (tool, calls) in &by_tool {
            let seen = calls.iter().filter(|(fold, _)| own.is_none() || *fold != own);
            let mut seen = seen.map(|(_, prepared)| prepared).peekable();
            if seen.peek().is_some() {
                registry.tools.insert((*tool).clone(), mine_prepared(tool, seen, &request.options));
            }
            done += 1;
            meter.reached(done);
        }
        registries.push(registry);
    }
    let episodes = kept.iter().filter(|kept| **kept).count() as u64;
    Ok(Mined { registries, episodes, left_out, readings })
}

impl Corpus {
    fn read(&mut self, file: &FoundFile, meter: &dyn Meter) -> Result<Reading, StudyError> {
        // An episode's id is unique within its ledger only.
        let mut places: HashMap<EpisodeId, usize> = HashMap::new();
        let mut records = 0;
        let report = for_each_record(file, |record| {
            records += 1;
            if records % 1024 == 0 {
                meter.reached(records);
            }
            let place = *places.entry(record.episode().clone()).or_insert_with(|| {
                let header = Episode::bare(record.episode().clone());
                self.episodes.push(Candidate {
                    header,
                    head: Head::None,
                    calls: 0,
                    is_faulty: false,
                    completed: false,
                });
                self.episodes.len() - 1
            });
            let Some(candidate) = self.episodes.get_mut(place) else { return };
            match record {
                Record::Episode(header) => (candidate.header, candidate.head) = (header, Head::Read),
                Record::Outcome(outcome) => candidate.completed = outcome.completed == Some(true),
                Record::Call(call) => {
                    candidate.calls += 1;
                    candidate.is_faulty |= call.fault.is_some();
                    if let Some(result) = call.result {
                        self.samples.push(Sample {
                            episode: place,
                            tool: call.tool,
                            arguments: call.arguments,
                            result,
                        });
                    }
                }
                Record::Message(_) => {}
            }
        })?;
        let mut headless = Headless::default();
        for place in report.bad_headers.iter().filter_map(|id| places.get(id)) {
            if let Some(candidate) = self.episodes.get_mut(*place).filter(|it| it.head == Head::None) {
                candidate.head = Head::Unreadable;
                headless.episodes += u64::from(candidate.calls > 0);
                headless.calls += candidate.calls;
            }
        }
        Ok(Reading { headless, ..Reading::of_report(file, report) })
    }
}

impl Candidate {
    fn is_kept(&self, request: &MineRequest, left_out: &mut LeftOut) -> bool {
        let reason = if self.head == Head::Unreadable {
            &mut left_out.headless
        } else if self.is_faulty {
            &mut left_out.faulty
        } else if request.arm.is_some() && self.header.arm != request.arm {
            &mut left_out.other_arm
        } else if request.completed && !self.completed {
            &mut left_out.not_completed
        } else {
            return true;
        };
        *reason += 1;
        false
    }
}
