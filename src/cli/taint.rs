//! `vidimus taint`: where a value went.

use std::path::PathBuf;

use anyhow::bail;

use super::{Exit, open, view::FormatArgs};
use crate::config::Config;
use crate::domain::ids::Step;
use crate::report::{self, Out, Progress};
use crate::study::taint;

/// Follow a value of a call into the later calls, the messages and the final answer
#[derive(Debug, clap::Args)]
pub(super) struct TaintArgs {
    /// The ledger or trace
    #[arg(value_name = "LEDGER")]
    ledger: PathBuf,
    /// The episode's id, or the beginning of it
    #[arg(value_name = "EPISODE")]
    episode: String,
    /// The call's place in the episode, from 0
    #[arg(value_name = "STEP")]
    step: usize,
    /// The value: price or items[0].price in the result, arguments.symbol, or as in a link result/items/0/price
    #[arg(value_name = "PATH")]
    path: String,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &TaintArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let opened = open::look(std::slice::from_ref(&args.ledger));
    let progress = Progress::new();
    let (ledgers, _) = open::ledgers(opened.inputs.ledgers, &progress);
    drop(progress);
    if ledgers.is_empty() {
        bail!("{}: there is no ledger or trace to follow a value in", args.ledger.display());
    }
    let trail = taint(&ledgers, &args.episode, Step(args.step), &args.path)?;
    report::taint(&trail, args.format.resolve(config), out)?;
    Ok(Exit::Fine)
}
