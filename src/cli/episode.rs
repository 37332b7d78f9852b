//! `vidimus episode`: one episode, whole.

use std::path::PathBuf;

use anyhow::bail;

use super::{Exit, against::ReplayArgs, open, view::FormatArgs};
use crate::config::Config;
use crate::report::{self, Out, Progress};
use crate::study::episode;
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
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &EpisodeArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let opened = open::look(std::slice::from_ref(&args.ledger));
    let progress = Progress::new();
    let (ledgers, _) = open::ledgers(opened.inputs.ledgers, &progress);
    drop(progress);
    if ledgers.is_empty() {
        bail!("{}: there is no ledger or trace to print an episode of", args.ledger.display());
    }
    let chosen = args.replay.deal(&ledgers)?;
    let (transcript, fields) = episode(&ledgers, &args.episode, chosen.as_ref())?;
    report::episode(&transcript, fields, args.format.resolve(config), out)?;
    if transcript.unreadable > 0 {
        report::note(&format!("{} of the episode could not be read", counted(transcript.unreadable, "record")));
        return Ok(Exit::CouldNotRun);
    }
    Ok(Exit::Fine)
}
