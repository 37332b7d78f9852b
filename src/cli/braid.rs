//! `vidimus braid`: two episodes side by side.

use std::path::PathBuf;

use super::pairs::{PlanArgs, ledgers};
use super::{Exit, view::FormatArgs};
use crate::config::Config;
use crate::report::{self, Out, Progress};
use crate::study::{Paired, braid};

/// Lay two episodes side by side: where they part, whether a receipt can be the cause, where they meet again
#[derive(Debug, clap::Args)]
pub(super) struct BraidArgs {
    /// The ledger or trace, or a folder of them
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// An episode's id, or the beginning of it; alone, the pair it is in; or a task that makes one pair
    #[arg(value_name = "EPISODE")]
    first: String,
    /// The episode to lay beside it
    #[arg(value_name = "OTHER")]
    second: Option<String>,
    /// Show every call, those that are the same too
    #[arg(long)]
    whole: bool,
    #[command(flatten)]
    plan: PlanArgs,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &BraidArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let plan = args.plan.plan()?;
    let progress = Progress::new();
    let (ledgers, has_problems) = ledgers(std::slice::from_ref(&args.path), &progress)?;
    drop(progress);
    let braided = match &args.second {
        Some(second) => braid(&ledgers, &args.first, second)?,
        None => {
            let paired = Paired::new(&ledgers, &plan)?;
            paired.braid(paired.pair_of(&args.first)?)?
        }
    };
    report::braid(&braided, args.whole, args.format.resolve(config), out)?;
    Ok(if has_problems { Exit::CouldNotRun } else { Exit::Fine })
}
