//! Auditing contracts over the clean calls of some ledgers.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use super::share::share;
use super::{Chosen, Ledger, Meter, NamedRegistry, StudyError};
use crate::audit::{Applied, Audit, Auditor, Before, Gathered, Judge, Labelled, Plan, Subject};
use crate::domain::call::Call;
use crate::domain::episode::{Episode, Record};
use crate::domain::ids::{Arm, EpisodeId, ToolName};
use crate::domain::json::{Json, Object};
use crate::files::{FileError, MADE_BY};
use crate::format::record::Header;
use crate::index::{CallEntry, EpisodeEntry};
use crate::lens::audit::contracts;
use crate::review::Decided;

/// After how many calls a meter is told again while copies are written.
const TOLD_EVERY: usize = 256;

/// How the header of a ledger of faulted copies names its maker.
pub const COPIER: &str = "vidimus audit";

/// Where the faulted copies go.
pub struct Copies<'a> {
    /// What it is called in errors.
    pub target: &'a Path,
    /// Where they are written.
    pub ledger: &'a mut dyn Write,
}

impl Copies<'_> {
    fn write(&mut self, line: &Json) -> Result<(), StudyError> {
        writeln!(self.ledger, "{line}")
            .map_err(|error| FileError::Io { path: self.target.to_owned(), doing: "cannot be written", error }.into())
    }
}

/// Audits every clean call of the ledgers by the registry of its task; the faulted copies are written to `copies` as
/// a ledger with fault labels, if they are asked for.
pub fn audit(
    ledgers: &[Ledger],
    (chosen, decided): (&Chosen, Option<&Decided>),
    plan: Plan,
    mut copies: Option<Copies<'_>>,
    meter: &dyn Meter,
) -> Result<Audit, StudyError> {
    let read: Vec<(Vec<Outcome<'_>>, u64)> = ledgers.iter().map(clean).collect();
    let mut gathered: BTreeMap<ToolName, Gathered> = BTreeMap::new();
    for (ledger, (outcomes, _)) in ledgers.iter().zip(&read) {
        begin("gathering the clean results of", ledger, outcomes, meter);
        let add = |gathered: &mut BTreeMap<ToolName, Gathered>, outcome: &Outcome<'_>| {
            let call = ledger.call(outcome.entry)?;
            let of_tool = gathered.entry(call.tool.clone()).or_default();
            of_tool.add(&call.arguments.as_arguments(), &result(&call).as_result());
            Ok(())
        };
        for (tool, more) in share(outcomes, BTreeMap::new, add, meter)?.into_iter().flatten() {
            gathered.entry(tool).or_default().join(more);
        }
    }
    let materials = gathered.into_iter().map(|(tool, gathered)| (tool.clone(), gathered.material(&tool))).collect();
    let judges = Judges::new(chosen, decided);
    let registries = chosen.against.registries().map(|named| contracts(&named.registry));
    let mut auditor = Auditor::new(plan, materials).with(decided.map(applied)).by(registries.collect());
    if let Some(copies) = &mut copies {
        let study = format!("faults put into copies of clean results, seed {}", auditor.plan().seed);
        copies.write(&Header { study: Some(study), extra: Object::new().with(MADE_BY, COPIER) }.to_json())?;
    }
    for (ledger, (outcomes, left_out)) in ledgers.iter().zip(&read) {
        begin("auditing", ledger, outcomes, meter);
        match &mut copies {
            // They are written in the order of their originals.
            Some(copies) => {
                for (place, outcome) in outcomes.iter().enumerate() {
                    if place % TOLD_EVERY == 0 {
                        meter.reached(place as u64);
                    }
                    write_copies(copies, ledger, outcome, &judges, &mut auditor)?;
                }
            }
            None => {
                let audit = |helper: &mut Auditor, outcome: &Outcome<'_>| {
                    outcome.audit(&ledger.call(outcome.entry)?, &judges, helper, &mut |_| {});
                    Ok(())
                };
                share(outcomes, || auditor.helper(), audit, meter)?.into_iter().for_each(|helper| auditor.join(helper));
            }
        }
        auditor.leave_out(*left_out);
    }
    Ok(auditor.finish())
}

/// The registries that judge, as they were mined and as decisions leave them.
struct Judges<'a> {
    chosen: &'a Chosen,
    /// Without decisions there is nothing to apply.
    after: Option<Vec<NamedRegistry>>,
}

impl<'a> Judges<'a> {
    fn new(chosen: &'a Chosen, decided: Option<&Decided>) -> Self {
        let apply = |decided: &Decided| {
            let registries = chosen.against.registries();
            registries.map(|it| NamedRegistry::new(it.name.clone(), decided.apply(&it.registry))).collect()
        };
        Self { chosen, after: decided.map(apply) }
    }

    /// Who judges the calls of a tool in an episode.
    fn of(&self, episode: &EpisodeEntry, tool: &ToolName) -> Option<Judge<'_>> {
        let (place, basis) = self.chosen.judge_of(&episode.task_or_id())?;
        let mined = self.chosen.against.registries().nth(place)?;
        let registry = self.after.as_ref().map_or(Some(mined), |after| after.get(place))?;
        let contract = registry.registry.tools.get(tool)?;
        let before = self.after.as_ref().and_then(|_| {
            let contract = mined.registry.tools.get(tool)?;
            Some(Before { checker: mined.checker(tool)?, contract })
        });
        Some(Judge { checker: registry.checker(tool)?, contract, basis, before })
    }
}

/// Decisions as an audit names them.
#[must_use]
pub fn applied(decided: &Decided) -> Applied {
    let Decided { rejected, waived, edited, left, .. } = *decided;
    Applied { sha256: decided.fingerprint(), rejected, waived, edited, left }
}

/// A call with a result, in an episode without an injected fault.
struct Outcome<'a> {
    entry: &'a CallEntry,
    episode: &'a EpisodeEntry,
}

impl Outcome<'_> {
    /// What an audit looks at.
    fn subject<'c>(&'c self, call: &'c Call) -> Subject<'c> {
        let (step, result) = (self.entry.step(), result(call));
        Subject { episode: &self.episode.id, step, tool: &call.tool, arguments: &call.arguments, result }
    }

    fn audit(&self, call: &Call, judges: &Judges<'_>, by: &mut Auditor, labelled: &mut dyn FnMut(Labelled<'_>)) {
        by.audit(self.subject(call), judges.of(self.episode, &call.tool), labelled);
    }
}

fn result(call: &Call) -> &Json {
    call.result.as_ref().unwrap_or(&Json::Null)
}

/// The clean outcomes of a ledger, and the number of the others.
fn clean(ledger: &Ledger) -> (Vec<Outcome<'_>>, u64) {
    let outcomes = ledger.index.calls().iter().filter(|entry| entry.has_result());
    let outcomes = outcomes.filter_map(|entry| Some(Outcome { entry, episode: ledger.episode_of(entry)? }));
    let (clean, others): (Vec<_>, Vec<_>) = outcomes.partition(|outcome| outcome.episode.faults == 0);
    (clean, others.len() as u64)
}

fn begin(doing: &str, ledger: &Ledger, outcomes: &[Outcome<'_>], meter: &dyn Meter) {
    meter.begin(&format!("{doing} {}", ledger.file.name()), Some(outcomes.len() as u64));
}

/// Audits an outcome and writes its faulted copies.
fn write_copies(
    copies: &mut Copies<'_>,
    ledger: &Ledger,
    outcome: &Outcome<'_>,
    judges: &Judges<'_>,
    auditor: &mut Auditor,
) -> Result<(), StudyError> {
    let (call, file) = (ledger.call(outcome.entry)?, ledger.file.name());
    let at = At { file: &file, episode: outcome.episode };
    let mut failed = Ok(());
    outcome.audit(&call, judges, auditor, &mut |labelled| {
        if failed.is_ok() {
            failed = write_copy(copies, at, outcome.subject(&call), &labelled);
        }
    });
    failed
}

/// Where a call is from.
#[derive(Clone, Copy)]
struct At<'a> {
    file: &'a str,
    episode: &'a EpisodeEntry,
}

/// Writes a faulted copy as an episode of its own, of the task that its original belongs to.
fn write_copy(
    copies: &mut Copies<'_>,
    at: At<'_>,
    subject: Subject<'_>,
    labelled: &Labelled<'_>,
) -> Result<(), StudyError> {
    let Labelled { fault, draw, faulted, path, .. } = labelled;
    let Subject { episode, step, tool, arguments, result } = subject;
    let id = EpisodeId::from(format!("{}#{episode}/{step}/{fault}/{draw}", at.file));
    let source = Object::new().with("file", at.file).with("episode", episode.as_str()).with("step", step.0);
    let header = Episode {
        task: Some(at.episode.task_or_id()),
        arm: Some(Arm::from("faulted")),
        model: at.episode.model.clone(),
        tools: at.episode.tools.as_ref().map(|tools| tools.to_vec()),
        extra: Object::new().with("copy_of", source),
        ..Episode::bare(id.clone())
    };
    // What was a text that holds JSON stays one.
    let was_text = result.as_str().is_some() && result.as_result().as_str().is_none();
    let copy = match &faulted.result {
        text @ Json::String(_) => text.clone(),
        value if was_text => Json::from(value.to_string()),
        value => value.clone(),
    };
    let call = Call {
        episode: id,
        tool: tool.clone(),
        arguments: arguments.clone(),
        result: Some(copy),
        receipt: None,
        fault: Some(Object::new().with("type", fault.name()).with("path", path.as_str())),
        at: None,
        ms: None,
        extra: Object::new(),
    };
    copies.write(&Record::Episode(header).to_json())?;
    copies.write(&Record::Call(Box::new(call)).to_json())
}
