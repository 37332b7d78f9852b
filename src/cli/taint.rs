//! `vidimus taint`: where a value went.

use super::{Exit, call::CallArgs, view::FormatArgs};
use crate::config::Config;
use crate::report::{self, Out, Progress};
use crate::study::taint;

/// Follow a value of a call into the later calls, the messages and the final answer
#[derive(Debug, clap::Args)]
pub(super) struct TaintArgs {
    #[command(flatten)]
    call: CallArgs,
    /// The value: price or items[0].price in the result, arguments.symbol, or as in a link result/items/0/price;
    /// several are followed together
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<String>,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &TaintArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let progress = Progress::new();
    let (ledgers, _) = args.call.open("follow a value in", &progress)?;
    drop(progress);
    let trails = taint(&ledgers, &args.call.episode, args.call.step(), &args.paths)?;
    report::taint(&trails.iter().collect::<Vec<_>>(), args.format.resolve(config), out)?;
    Ok(Exit::Fine)
}
