//! `vidimus similar`: the other results of a tool for equal or near arguments.

use std::path::PathBuf;

use anyhow::bail;

use super::{Exit, open, view::FormatArgs};
use crate::config::Config;
use crate::domain::ids::Step;
use crate::report::{self, Out, Progress};
use crate::study::similar;

/// Set one call beside the other calls of its tool with equal or near arguments, and mark what is odd
#[derive(Debug, clap::Args)]
pub(super) struct SimilarArgs {
    /// The ledger or trace, or a folder of them
    #[arg(value_name = "LEDGER")]
    ledger: PathBuf,
    /// The episode's id, or the beginning of it
    #[arg(value_name = "EPISODE")]
    episode: String,
    /// The call's place in the episode, from 0
    #[arg(value_name = "STEP")]
    step: usize,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &SimilarArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let opened = open::look(std::slice::from_ref(&args.ledger));
    let progress = Progress::new();
    let (ledgers, failed) = open::ledgers(opened.inputs.ledgers, &progress);
    if ledgers.is_empty() {
        bail!("{}: there is no ledger or trace to look for calls in", args.ledger.display());
    }
    let (table, names) = similar(&ledgers, &args.episode, Step(args.step), &progress)?;
    drop(progress);
    report::similar(&table, &names, args.format.resolve(config), out)?;
    Ok(if opened.has_problems || failed { Exit::CouldNotRun } else { Exit::Fine })
}
