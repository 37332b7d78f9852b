//! `vidimus episode`: one episode, whole.

use std::path::PathBuf;

use anyhow::bail;

use super::around::{ToolsArgs, substitutes};
use super::{Exit, against::ReplayArgs, open, view::FormatArgs};
use crate::config::Config;
use crate::report::{self, Out, Progress};
use crate::study::{Around, episode};
use crate::words::counted;

/// Print a whole episode: messages, calls, receipts, what the agent did next, and how it ended
#[derive(Debug, clap::Args)]
pub(super) struct EpisodeArgs {
    /// The ledger or trace
    #[arg(value_name = "LEDGER")]
    ledger: PathBuf,
    /// The episode's id, or the beginning of it
    #[arg(value_name = "EPISODE")]
    episode: String,
    #[command(flatten)]
    replay: ReplayArgs,
    /// The recovery file, to say which tools stand in for which
    #[arg(long, value_name = "FILE")]
    recovery: Option<PathBuf>,
    #[command(flatten)]
    tools: ToolsArgs,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &EpisodeArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let opened = open::look(std::slice::from_ref(&args.ledger));
    let substitutes = match &args.recovery {
        Some(file) => open::recovery(Some(file))?,
        None => substitutes(&opened.inputs)?,
    };
    let schemas = args.tools.schemas(&opened.inputs)?;
    let progress = Progress::new();
    let (ledgers, _) = open::ledgers(opened.inputs.ledgers, &progress);
    drop(progress);
    if ledgers.is_empty() {
        bail!("{}: there is no ledger or trace to print an episode of", args.ledger.display());
    }
    let chosen = args.replay.deal(&ledgers)?;
    let (transcript, fields) = {
        let around = Around::new(&ledgers, substitutes.as_ref(), schemas.as_ref());
        episode(&ledgers, &args.episode, chosen.as_ref(), &around)?
    };
    report::episode(&transcript, fields, args.format.resolve(config), out)?;
    if transcript.unreadable > 0 {
        report::note(&format!("{} of the episode could not be read", counted(transcript.unreadable, "record")));
        return Ok(Exit::CouldNotRun);
    }
    Ok(Exit::Fine)
}
