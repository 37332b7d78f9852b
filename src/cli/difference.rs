//! `vidimus difference`: one call against an earlier one.

use std::path::PathBuf;

use anyhow::{Context, bail};

use super::{Exit, open, view::FormatArgs};
use crate::config::Config;
use crate::domain::ids::Step;
use crate::report::{self, Out, Progress};
use crate::study::difference;

/// Compare one call with the previous call of the same tool in its episode, or with any other call
#[derive(Debug, clap::Args)]
pub(super) struct DifferenceArgs {
    /// The ledger or trace
    #[arg(value_name = "LEDGER")]
    ledger: PathBuf,
    /// The episode's id, or the beginning of it
    #[arg(value_name = "EPISODE")]
    episode: String,
    /// The call's place in the episode, from 0
    #[arg(value_name = "STEP")]
    step: usize,
    /// The call to compare it with
    #[arg(long, num_args = 2, value_names = ["EPISODE", "STEP"])]
    with: Option<Vec<String>>,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &DifferenceArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let with = match args.with.as_deref() {
        Some([episode, step]) => {
            let step =
                step.parse().with_context(|| format!("--with: {step:?} is no step; steps are numbers from 0"))?;
            Some((episode.as_str(), Step(step)))
        }
        _ => None,
    };
    let opened = open::look(std::slice::from_ref(&args.ledger));
    let progress = Progress::new();
    let (ledgers, _) = open::ledgers(opened.inputs.ledgers, &progress);
    drop(progress);
    if ledgers.is_empty() {
        bail!("{}: there is no ledger or trace to compare calls of", args.ledger.display());
    }
    let found = difference(&ledgers, (&args.episode, Step(args.step)), with)?;
    report::difference(&found, args.format.resolve(config), out)?;
    Ok(Exit::Fine)
}
