//! `vidimus similar`: the other results of a tool for equal or near arguments.

use super::{Exit, call::CallArgs, view::FormatArgs};
use crate::config::Config;
use crate::report::{self, Out, Progress};
use crate::study::similar;

/// Set one call beside the other calls of its tool with equal or near arguments, and mark what is odd
#[derive(Debug, clap::Args)]
pub(super) struct SimilarArgs {
    #[command(flatten)]
    call: CallArgs,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &SimilarArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let progress = Progress::new();
    let (ledgers, failed) = args.call.open("look for calls in", &progress)?;
    let (table, names) = similar(&ledgers, &args.call.episode, args.call.step(), &progress)?;
    drop(progress);
    report::similar(&table, &names, args.format.resolve(config), out)?;
    Ok(if failed { Exit::CouldNotRun } else { Exit::Fine })
}
