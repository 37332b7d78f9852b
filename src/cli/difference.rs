//! `vidimus difference`: one call against an earlier one.

use anyhow::Context;

use super::{Exit, call::CallArgs, view::FormatArgs};
use crate::config::Config;
use crate::domain::ids::Step;
use crate::report::{self, Out, Progress};
use crate::study::difference;

/// Compare one call with the previous call of the same tool in its episode, or with any other call
#[derive(Debug, clap::Args)]
pub(super) struct DifferenceArgs {
    #[command(flatten)]
    call: CallArgs,
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
    let progress = Progress::new();
    let (ledgers, _) = args.call.open("compare calls of", &progress)?;
    drop(progress);
    let found = difference(&ledgers, (&args.call.episode, args.call.step()), with)?;
    report::difference(&found, args.format.resolve(config), out)?;
    Ok(Exit::Fine)
}
