//! The episodes of some ledgers with all that the figures of a study need: read once, each from its file.

use std::sync::Arc;

use super::digests::Around;
use super::ledger::Meter;
use super::pairs::names;
use super::{Chosen, Ledger, StudyError};
use crate::diff::tools::Snapshot;
use crate::digest::EpisodeDigest;
use crate::domain::class::Class;
use crate::domain::episode::Record;
use crate::domain::ids::{TaskId, ToolName};
use crate::domain::json::Json;
use crate::figures::Row;
use crate::lens::runs::runs;
use crate::pair::{Pairing, Run};
use crate::query::episode::{EpisodeFilter, Known, SYMPTOM};
use crate::recovery::Substitutes;

/// What is wanted of the ledgers.
#[derive(Debug, Default)]
pub struct Wanted<'a> {
    /// Only these episodes.
    pub filter: EpisodeFilter,
    /// The episodes that are clean, whatever their labels say; nothing where the labels decide.
    pub clean: Option<EpisodeFilter>,
    /// What judges the calls again.
    pub chosen: Option<&'a Chosen>,
    /// Subs(τ).
    pub substitutes: Option<&'a Substitutes>,
    /// What the tools say of their arguments.
    pub schemas: Option<&'a Snapshot>,
}

/// The episodes, each list in one order.
#[derive(Debug, Default)]
pub struct Gathered {
    /// What can be paired.
    pub runs: Vec<Run>,
    /// Where each stands: the ledger, and its place there.
    pub places: Vec<(usize, usize)>,
    /// How many the filter left out.
    pub left_out: usize,
    rest: Vec<Rest>,
}

/// What a row needs besides its run.
#[derive(Debug)]
struct Rest {
    digest: EpisodeDigest,
    advertised: Option<Arc<[ToolName]>>,
    replayed: Option<Vec<Option<Vec<Class>>>>,
    is_clean: Option<bool>,
}

/// Reads the episodes.
pub fn gather(ledgers: &[Ledger], wanted: &Wanted<'_>, meter: &dyn Meter) -> Result<Gathered, StudyError> {
    let mut gathered = Gathered::default();
    let around = Around::new(ledgers, wanted.substitutes, wanted.schemas);
    let wants_calls = wanted.filter.reads(&READ);
    for (number, (ledger, name)) in ledgers.iter().zip(names(ledgers)).enumerate() {
        let episodes = ledger.index.episodes();
        meter.begin(&format!("reading the episodes of {name}"), Some(episodes.len() as u64));
        for (place, (run, entry)) in runs(&name, &ledger.index).zip(episodes).enumerate() {
            meter.reached(place as u64);
            let passes = |known: Known<'_>| wanted.filter.passes(&name, &ledger.index, entry, known);
            // What is left out anyway is not read.
            if !wants_calls && !passes(Known::default()) {
                gathered.left_out += 1;
                continue;
            }
            let records = ledger.records(entry)?;
            let replayed = wanted.chosen.map(|chosen| judged(&run.task, &records, chosen));
            let digest = around.digest(entry, &records);
            // Where nothing judges, it is not known whether anything fires.
            let known = Known { fired: replayed.as_deref().map(fired), digest: Some(&digest) };
            if wants_calls && !passes(known) {
                gathered.left_out += 1;
                continue;
            }
            let is_clean = wanted.clean.as_ref().map(|clean| clean.passes(&name, &ledger.index, entry, known));
            gathered.rest.push(Rest { digest, advertised: entry.tools.clone(), replayed, is_clean });
            gathered.places.push((number, place));
            gathered.runs.push(run);
        }
    }
    Ok(gathered)
}

/// The fields of an episode that only those have whose calls were read.
const READ: [&str; 2] = ["fired", SYMPTOM];

/// On how many calls of an episode something fires.
fn fired(replayed: &[Option<Vec<Class>>]) -> usize {
    replayed.iter().flatten().filter(|codes| !codes.is_empty()).count()
}

/// What fires on each call of an episode; nothing for a call that nobody judges.
pub(super) fn judged(task: &TaskId, records: &[Record], chosen: &Chosen) -> Vec<Option<Vec<Class>>> {
    let judge = chosen.of(task).map(|(registry, _)| registry);
    let calls = records.iter().filter_map(|record| if let Record::Call(call) = record { Some(call) } else { None });
    let codes = |call: &crate::domain::call::Call| -> Option<Vec<Class>> {
        let checker = judge?.checker(&call.tool)?;
        let result: &Json = call.result.as_ref()?;
        Some(checker.check(&call.arguments, result).iter().map(|violation| violation.class).collect())
    };
    calls.map(|call| codes(call)).collect()
}

impl Gathered {
    /// The rows of the figures, in the order of the runs that were paired.
    #[must_use]
    pub fn rows<'a>(&'a self, pairing: &'a Pairing) -> Vec<Row<'a>> {
        let row = |(run, rest): (&'a Run, &'a Rest)| Row {
            is_clean: rest.is_clean,
            advertised: rest.advertised.as_deref(),
            digest: Some(&rest.digest),
            replayed: rest.replayed.as_deref(),
            ..Row::new(run, pairing)
        };
        self.runs.iter().zip(&self.rest).map(row).collect()
    }
}
