//! Auditing contracts over the clean calls of some ledgers.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use super::ledger::Meter;
use super::{Chosen, Ledger, NamedRegistry, StudyError};
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

/// After how many calls a meter is told again.
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
    let mut gathered: BTreeMap<ToolName, Gathered> = BTreeMap::new();
    each_clean(ledgers, "gathering the clean results of", meter, &mut |_, _, call, result| {
        gathered.entry(call.tool.clone()).or_default().add(&call.arguments.as_arguments(), &result.as_result());
        Ok(())
    })?;
    let materials = gathered.into_iter().map(|(tool, gathered)| (tool.clone(), gathered.material(&tool))).collect();
    let mut auditor = Auditor::new(plan, materials).with(decided.map(applied));
    let registries = chosen.against.registries().map(|named| contracts(&named.registry));
    auditor = auditor.by(registries.collect());
    let after: Vec<NamedRegistry> = match decided {
        None => Vec::new(),
        Some(decided) => {
            let registries = chosen.against.registries();
            registries.map(|it| NamedRegistry::new(it.name.clone(), decided.apply(&it.registry))).collect()
        }
    };
    if let Some(copies) = &mut copies {
        let study = format!("faults put into copies of clean results, seed {}", auditor.plan().seed);
        copies.write(&Header { study: Some(study), extra: Object::new().with(MADE_BY, COPIER) }.to_json())?;
    }
    let left_out = each_clean(ledgers, "auditing", meter, &mut |at, entry, call, result| {
        let judge = chosen.judge_of(&at.episode.task_or_id()).and_then(|(place, basis)| {
            let mined = chosen.against.registries().nth(place)?;
            let registry = after.get(place).unwrap_or(mined);
            let contract = registry.registry.tools.get(&call.tool)?;
            let before = decided.and_then(|_| {
                let contract = mined.registry.tools.get(&call.tool)?;
                Some(Before { checker: mined.checker(&call.tool)?, contract })
            });
            Some(Judge { checker: registry.checker(&call.tool)?, contract, basis, before })
        });
        let step = entry.step();
        let subject = Subject { episode: &at.episode.id, step, tool: &call.tool, arguments: &call.arguments, result };
        let mut failed = Ok(());
        auditor.audit(subject, judge, &mut |labelled| {
            if let Some(copies) = &mut copies
                && failed.is_ok()
            {
                failed = write_copy(copies, at, subject, &labelled);
            }
        });
        failed
    })?;
    auditor.leave_out(left_out);
    Ok(auditor.finish())
}

/// Decisions as an audit names them.
#[must_use]
pub fn applied(decided: &Decided) -> Applied {
    let Decided { rejected, waived, edited, left, .. } = *decided;
    Applied { sha256: decided.fingerprint(), rejected, waived, edited, left }
}

/// Where a call is from.
#[derive(Clone, Copy)]
struct At<'a> {
    file: &'a str,
    episode: &'a EpisodeEntry,
}

type Visit<'v> = dyn FnMut(At<'_>, &CallEntry, &Call, &Json) -> Result<(), StudyError> + 'v;

/// Visits every call with a result in episodes without an injected fault; gives the number of the others.
fn each_clean(ledgers: &[Ledger], doing: &str, meter: &dyn Meter, visit: &mut Visit<'_>) -> Result<u64, StudyError> {
    let mut left_out = 0;
    for ledger in ledgers {
        let (file, calls) = (ledger.file.name(), ledger.index.calls());
        meter.begin(&format!("{doing} {file}"), Some(calls.len() as u64));
        for (place, entry) in calls.iter().enumerate() {
            if place % TOLD_EVERY == 0 {
                meter.reached(place as u64);
            }
            let Some(episode) = ledger.episode_of(entry).filter(|_| entry.has_result()) else { continue };
            if episode.faults > 0 {
                left_out += 1;
                continue;
            }
            let call = ledger.call(entry)?;
            visit(At { file: &file, episode }, entry, &call, call.result.as_ref().unwrap_or(&Json::Null))?;
        }
    }
    Ok(left_out)
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
