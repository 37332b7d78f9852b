//! `vidimus mine`: traces, records or schemas become registries (SPEC 3).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::{Exit, open};
use crate::contract::MineOptions;
use crate::domain::class::CLASSES;
use crate::domain::ids::{Arm, ToolName};
use crate::domain::registry::Registry;
use crate::files::{FileError, FoundFile, Output, Surplus, Writes, is_standard_output, make_folder};
use crate::format::registry::print;
use crate::report::{self, Out, Progress};
use crate::study::{LeftOut, MineRequest, Mined, mine, mine_records, mine_schema};
use crate::words::counted;

/// Mine contracts: a registry from traces, from records, or from a public schema
///
/// The same files give the same registry, byte for byte, in whatever order they are named. Episodes in which a
/// call carries a fault label are never mined.
#[derive(Debug, clap::Args)]
pub(super) struct MineArgs {
    /// Ledgers, traces, or folders of them; `-` is standard input
    #[arg(value_name = "PATH", required_unless_present_any = ["records", "schema"], conflicts_with_all = ["records", "schema"])]
    paths: Vec<PathBuf>,
    /// Where the registry goes (default: standard output, `-`); with --folds, the folder for fold-0.json and so on
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Mine K registries, fold i from the tasks that are not in fold i
    #[arg(long, value_name = "K", requires = "output", conflicts_with_all = ["records", "schema"], value_parser = clap::value_parser!(u32).range(2..))]
    folds: Option<u32>,
    /// Only episodes of this arm (default: all)
    #[arg(long, value_name = "NAME", conflicts_with_all = ["records", "schema"])]
    arm: Option<String>,
    /// Only episodes that completed their task
    #[arg(long, conflicts_with_all = ["records", "schema"])]
    completed: bool,
    /// Which rules are looked for: `paper`, the nine classes of the paper
    #[arg(long, value_name = "NAME", default_value = "paper", value_parser = vocabulary)]
    vocabulary: String,
    /// Another minimum support for one kind of rule, in samples; may be given several times
    #[arg(long, value_name = "CLASS=N", value_parser = threshold)]
    min_support: Vec<(String, u64)>,
    /// Leave out the evidence (value counts, ranges, examples): a smaller file with the same contracts
    #[arg(long)]
    no_evidence: bool,
    /// A file of records (a database): each record is a clean result of --tool
    #[arg(long, value_name = "FILE", requires = "tool", conflicts_with = "schema")]
    records: Option<PathBuf>,
    /// The tool that returns such records, or that the schema describes
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// Which table of the file holds the records, where it holds several; `*` for all together
    #[arg(long, value_name = "NAME", requires = "records")]
    table: Option<String>,
    #[arg(long, value_name = "FILE")]
    #[arg(help = "A public schema: MCP tools, OpenAPI, API documentation with response_schemas, or JSON Schema")]
    schema: Option<PathBuf>,
}

pub(super) fn run(args: &MineArgs, out: &mut Out) -> anyhow::Result<Exit> {
    let thresholds: BTreeMap<String, u64> = args.min_support.iter().cloned().collect();
    let options = MineOptions { thresholds, no_evidence: args.no_evidence };
    let tool = args.tool.as_deref().map(ToolName::from);
    // Before the work, which may take long.
    args.outputs(&args.paths.iter().chain(&args.records).chain(&args.schema).collect::<Vec<_>>())?;
    if let (Some(path), Some(tool)) = (&args.records, &tool) {
        let (registry, notes) = mine_records(&FoundFile::look(path)?, tool, args.table.as_deref(), &options)?;
        open::tell_notes(path, &notes);
        return write_one(args, &registry, out);
    }
    if let Some(path) = &args.schema {
        let (registry, notes) = mine_schema(&FoundFile::look(path)?, tool.as_ref())?;
        open::tell_notes(path, &notes);
        return write_one(args, &registry, out);
    }
    traces(args, options, out)
}

impl MineArgs {
    /// The files that are written.
    fn targets(&self) -> Vec<PathBuf> {
        let output = self.output.as_deref().filter(|path| !is_standard_output(path));
        match (self.folds, output) {
            (Some(count), Some(folder)) => (0..count).map(|fold| folder.join(format!("fold-{fold}.json"))).collect(),
            (_, output) => output.map(Path::to_owned).into_iter().collect(),
        }
    }

    /// Looks whether they may be.
    fn outputs(&self, inputs: &[&PathBuf]) -> Result<(), FileError> {
        self.targets().iter().try_for_each(|path| Output::look(path, Writes::Registry, inputs).map(|_| ()))
    }
}

fn traces(args: &MineArgs, options: MineOptions, out: &mut Out) -> anyhow::Result<Exit> {
    let opened = open::look(&args.paths);
    if opened.has_problems {
        // From fewer files than were named, other contracts would come, and nobody would see it.
        bail!("nothing was mined; take the paths above out, or mend them");
    }
    if opened.inputs.ledgers.is_empty() {
        bail!("there are no traces in what was named; `mine` reads ledgers, tau-bench results and chat logs");
    }
    let folds = args.folds.map(|count| count as usize);
    let arm = args.arm.as_deref().map(Arm::from);
    let request = MineRequest { arm, completed: args.completed, folds, options };
    args.outputs(&opened.inputs.ledgers.iter().map(|file| &file.path).collect::<Vec<_>>())?;
    let surplus = folds.zip(args.output.as_deref()).map(|(count, folder)| Surplus::look(folder, count)).transpose()?;
    let progress = Progress::new();
    let mined = mine(opened.inputs.ledgers, &request, &progress)?;
    drop(progress);
    mined.readings.iter().for_each(open::tell);
    tell_left_out(&mined, &request);
    match (folds, &args.output) {
        (Some(_), Some(folder)) if is_standard_output(folder) => {
            bail!("folds are several files; name a folder for them with -o FOLDER")
        }
        (Some(_), Some(folder)) => {
            make_folder(folder)?;
            for (path, registry) in args.targets().iter().zip(&mined.registries) {
                Output::look(path, Writes::Registry, &args.paths)?.write(print(registry).as_bytes())?;
            }
            let removed = surplus.map(Surplus::remove).transpose()?.unwrap_or_default();
            if !removed.is_empty() {
                report::note(&format!("removed, as they were of a larger set of folds: {}", removed.join(", ")));
            }
            let counts: Vec<String> = mined.registries.iter().map(|fold| fold.invariant_count().to_string()).collect();
            report::note(&format!(
                "{} from {}, in {}; invariants per fold: {}",
                counted(mined.registries.len(), "fold"),
                counted(mined.episodes, "episode"),
                folder.display(),
                counts.join(", ")
            ));
            Ok(Exit::Fine)
        }
        _ => match mined.registries.first() {
            Some(registry) => write_one(args, registry, out),
            None => bail!("nothing was mined"),
        },
    }
}

fn write_one(args: &MineArgs, registry: &Registry, out: &mut Out) -> anyhow::Result<Exit> {
    let mined =
        format!("{} of {}", counted(registry.invariant_count(), "invariant"), counted(registry.tools.len(), "tool"));
    match args.targets().first() {
        None => {
            out.exact(&print(registry))?;
            report::note(&mined);
        }
        Some(path) => {
            Output::look(path, Writes::Registry, &args.paths)?.write(print(registry).as_bytes())?;
            report::note(&format!("{mined}, in {}", path.display()));
        }
    }
    Ok(Exit::Fine)
}

fn tell_left_out(mined: &Mined, request: &MineRequest) {
    let LeftOut { headless, faulty, other_arm, not_completed } = mined.left_out;
    let reasons = [
        (headless, "their header cannot be read, so that nobody knows of which task they are"),
        (faulty, "a call carries a fault label"),
        (other_arm, "they are of another arm"),
        (not_completed, "they did not complete"),
    ];
    for (count, why) in reasons.into_iter().filter(|(count, _)| *count > 0) {
        report::note(&format!("episodes left out because {why}: {count}"));
    }
    if mined.episodes == 0 {
        let arm = request.arm.as_ref().map(|arm| format!(" of arm {arm}")).unwrap_or_default();
        report::note(&format!("no episode{arm} was left to mine, so the registry is empty"));
    }
}

/// `class=n`, with a name of the table of classes.
fn threshold(text: &str) -> Result<(String, u64), String> {
    let names = || CLASSES.iter().flat_map(|row| row.thresholds).map(|(name, _)| *name);
    let (name, count) = text.split_once('=').ok_or("write class=n, for example category=8")?;
    if !names().any(|known| known == name) {
        return Err(format!("there is no class {name:?}; the names are {}", names().collect::<Vec<_>>().join(", ")));
    }
    let count = count.parse().map_err(|error| format!("{count:?} is no number of samples: {error}"))?;
    Ok((name.to_owned(), count))
}

fn vocabulary(name: &str) -> Result<String, &'static str> {
    match name {
        "paper" => Ok(name.to_owned()),
        "extended" => Err("the extended vocabulary is not defined yet; leave --vocabulary out"),
        _ => Err("there is one vocabulary, `paper`; leave --vocabulary out"),
    }
}
