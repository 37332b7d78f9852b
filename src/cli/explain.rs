//! `vidimus explain`: the autopsy of one call.

use std::path::PathBuf;

use super::around::{ToolsArgs, substitutes};
use super::{Exit, against::AgainstArgs, call::CallArgs, open, view::FormatArgs};
use crate::config::Config;
use crate::report::{self, Out, Progress};
use crate::study::{Around, explain};

/// Explain one call: what broke and by how much, what held, and what the agent did next
#[derive(Debug, clap::Args)]
pub(super) struct ExplainArgs {
    #[command(flatten)]
    call: CallArgs,
    #[command(flatten)]
    against: AgainstArgs,
    /// The recovery file, to say which tools a receipt would list (default: the first in a folder that is named)
    #[arg(long, value_name = "FILE")]
    recovery: Option<PathBuf>,
    #[command(flatten)]
    tools: ToolsArgs,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &ExplainArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let opened = args.call.look();
    let substitutes = match &args.recovery {
        Some(file) => open::recovery(Some(file))?,
        None => substitutes(&opened.inputs)?,
    };
    let schemas = args.tools.schemas(&opened.inputs)?;
    let progress = Progress::new();
    let (ledgers, _) = args.call.ledgers(opened, "explain a call of", &progress)?;
    let chosen = args.against.deal(&ledgers)?;
    let around = Around::new(&ledgers, substitutes.as_ref(), schemas.as_ref());
    let autopsy = explain(&ledgers, &args.call.episode, args.call.step(), &chosen, &around, &progress)?;
    drop(progress);
    report::autopsy(&autopsy, args.format.resolve(config), out)?;
    Ok(Exit::Fine)
}
