//! `vidimus audit`: how often contracts fire on clean results, and what they catch of injected faults.

use std::path::PathBuf;

use anyhow::bail;

use super::{Exit, against::AgainstArgs, open, view::FormatArgs};
use crate::audit::{FAULTS, Fault, Plan};
use crate::config::Config;
use crate::files::{FoundFile, Output, Writes, sort_inputs};
use crate::report::{self, Out, Progress};
use crate::runtime::reviewer;
use crate::study::{COPIER, Copies, audit, decided};

/// Count receipts on clean results, and which faults put into copies of them are caught
#[derive(Debug, clap::Args)]
pub(super) struct AuditArgs {
    /// Ledgers, traces, or folders of them; episodes with a fault label are left out; `-` is standard input
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    against: AgainstArgs,
    /// The seed of all choices; the same files and seed give the same audit, byte for byte
    #[arg(long, value_name = "N", default_value_t = Plan::default().seed)]
    seed: u64,
    /// Only these faults, such as `type_flip,missing_field` (default: all 17)
    #[arg(long, value_name = "FAULT,…", value_delimiter = ',', value_parser = fault)]
    faults: Vec<Fault>,
    /// How many faults of a kind are put into one result at most, each at a place of its own choice
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1000))]
    per_call: u64,
    /// The side file of a review: its decisions are applied to the contracts, or to each fold, before they judge
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Write the faulted copies, too, as a ledger with fault labels
    #[arg(long, value_name = "FILE")]
    write_faults: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
}

fn fault(name: &str) -> Result<Fault, String> {
    let known = || FAULTS.iter().map(|row| row.name).collect::<Vec<_>>().join(", ");
    Fault::from_name(name).ok_or_else(|| format!("there is no such fault; there are {}", known()))
}

pub(super) fn run(args: &AuditArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let opened = open::look(&args.paths);
    let files: Vec<FoundFile> = sort_inputs(opened.inputs.ledgers)?.into_iter().map(|(file, _)| file).collect();
    let inputs = files.iter().map(|file| &file.path).chain(&args.journal).chain(args.against.paths());
    let output = args.write_faults.as_deref().map(|path| Output::look(path, Writes::Ledger(COPIER), inputs));
    let output = output.transpose()?;
    let progress = Progress::new();
    let (ledgers, failed) = open::ledgers(files, &progress);
    if ledgers.is_empty() {
        bail!("there is nothing to audit; `audit` reads ledgers, tau-bench results and chat logs");
    }
    let chosen = args.against.deal(&ledgers)?;
    let decided = match &args.journal {
        Some(path) => Some(decided(&FoundFile::look(path)?, &chosen, &reviewer::now().day())?),
        None => None,
    };
    let judges = (&chosen, decided.as_ref());
    let faults = if args.faults.is_empty() { Fault::all().collect() } else { args.faults.clone() };
    let plan = Plan { seed: args.seed, per_call: args.per_call, faults };
    let found = match (output, &args.write_faults) {
        (Some(output), Some(path)) => {
            let mut ledger = output.create()?;
            let copies = Copies { target: path, ledger: &mut ledger };
            let found = audit(&ledgers, judges, plan, Some(copies), &progress)?;
            ledger.commit()?;
            found
        }
        _ => audit(&ledgers, judges, plan, None, &progress)?,
    };
    drop(progress);
    for ledger in &ledgers {
        open::tell(&ledger.reading());
    }
    report::audit(&found, args.format.resolve(config), out)?;
    Ok(if opened.has_problems || failed { Exit::CouldNotRun } else { Exit::Fine })
}
