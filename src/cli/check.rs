//! `vidimus check`: every call of some ledgers against a registry (SPEC 5).

use std::path::PathBuf;

use anyhow::bail;

use super::{Exit, against::AgainstArgs, open, view::FormatArgs};
use crate::config::Config;
use crate::files::sort_inputs;
use crate::report::{self, Out, Progress};
use crate::study::check;

/// Check every call of some traces; exit code 1 when something fires
#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {
    /// Ledgers, traces, or folders of them; `-` is standard input
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    against: AgainstArgs,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &CheckArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let opened = open::look(&args.paths);
    let files = sort_inputs(opened.inputs.ledgers)?.into_iter().map(|(file, _)| file).collect();
    let progress = Progress::new();
    let (ledgers, failed) = open::ledgers(files, &progress);
    if ledgers.is_empty() {
        bail!("there is nothing to check; `check` reads ledgers, tau-bench results and chat logs");
    }
    let chosen = args.against.deal(&ledgers)?;
    let checked = check(&ledgers, &chosen, &progress)?;
    drop(progress);
    for ledger in &ledgers {
        open::tell(&ledger.reading());
    }
    report::firings(&checked, args.format.resolve(config), out)?;
    Ok(match () {
        () if opened.has_problems || failed => Exit::CouldNotRun,
        () if checked.firings.is_empty() => Exit::Fine,
        () => Exit::Findings,
    })
}
