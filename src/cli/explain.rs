//! `vidimus explain`: the autopsy of one call.

use std::path::PathBuf;

use anyhow::bail;

use super::{Exit, against::AgainstArgs, open, view::FormatArgs};
use crate::config::Config;
use crate::domain::ids::Step;
use crate::files::{FoundFile, read_recovery};
use crate::report::{self, Out, Progress};
use crate::study::explain;

/// Explain one call: what broke and by how much, what held, and what the agent did next
#[derive(Debug, clap::Args)]
pub(super) struct ExplainArgs {
    /// The ledger or trace
    #[arg(value_name = "LEDGER")]
    ledger: PathBuf,
    /// The episode's id, or the beginning of it
    #[arg(value_name = "EPISODE")]
    episode: String,
    /// The call's place in the episode, from 0
    #[arg(value_name = "STEP")]
    step: usize,
    #[command(flatten)]
    against: AgainstArgs,
    /// The recovery file, to say which tools a receipt would list
    #[arg(long, value_name = "FILE")]
    recovery: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &ExplainArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let substitutes = args.recovery.as_ref().map(|path| read_recovery(&FoundFile::look(path)?)).transpose()?;
    let opened = open::look(std::slice::from_ref(&args.ledger));
    let progress = Progress::new();
    let (ledgers, _) = open::ledgers(opened.inputs.ledgers, &progress);
    if ledgers.is_empty() {
        bail!("{}: there is no ledger or trace to explain a call of", args.ledger.display());
    }
    let chosen = args.against.deal(&ledgers)?;
    let autopsy = explain(&ledgers, &args.episode, Step(args.step), &chosen, substitutes.as_ref(), &progress)?;
    drop(progress);
    report::autopsy(&autopsy, args.format.resolve(config), out)?;
    Ok(Exit::Fine)
}
