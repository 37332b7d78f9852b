//! `vidimus explain`: the autopsy of one call.

use std::path::PathBuf;

use super::{Exit, against::AgainstArgs, call::CallArgs, open, view::FormatArgs};
use crate::config::Config;
use crate::report::{self, Out, Progress};
use crate::study::explain;

/// Explain one call: what broke and by how much, what held, and what the agent did next
#[derive(Debug, clap::Args)]
pub(super) struct ExplainArgs {
    #[command(flatten)]
    call: CallArgs,
    #[command(flatten)]
    against: AgainstArgs,
    /// The recovery file, to say which tools a receipt would list
    #[arg(long, value_name = "FILE")]
    recovery: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &ExplainArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let substitutes = open::recovery(args.recovery.as_deref())?;
    let progress = Progress::new();
    let (ledgers, _) = args.call.open("explain a call of", &progress)?;
    let chosen = args.against.deal(&ledgers)?;
    let autopsy = explain(&ledgers, &args.call.episode, args.call.step(), &chosen, substitutes.as_ref(), &progress)?;
    drop(progress);
    report::autopsy(&autopsy, args.format.resolve(config), out)?;
    Ok(Exit::Fine)
}
