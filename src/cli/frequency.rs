//! `vidimus frequency`: how often each value of a field occurs.

use std::path::PathBuf;

use anyhow::bail;

use super::around::{ToolsArgs, substitutes};
use super::{Exit, open, view::FormatArgs};
use crate::config::Config;
use crate::query::episode::{EpisodeFilter, SYMPTOM};
use crate::report::{self, Out, Progress};
use crate::study::{Around, digests, firing_counts, frequency};

/// Count the values of a field of episodes, or of a field of a tool's calls, and how the episodes with each ended
#[derive(Debug, clap::Args)]
#[command(override_usage = "vidimus frequency [OPTIONS] <PATH>... <FIELD>")]
pub(super) struct FrequencyArgs {
    /// Ledgers, traces, or folders of them, and then the field: one of `episodes` (arm, tool …), or
    /// tool:path, such as `get_order:result.items[].price` or `get_order:arguments.id`
    #[arg(value_name = "PATH… FIELD", num_args = 1.., required = true)]
    paths_and_field: Vec<String>,
    /// Count only episodes for which every term holds, as in `episodes --filter`
    #[arg(long, value_name = "FILTER")]
    filter: Option<String>,
    #[command(flatten)]
    tools: ToolsArgs,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &FrequencyArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let Some((field, paths)) = args.paths_and_field.split_last() else { bail!("name a path and a field") };
    if paths.is_empty() {
        bail!("name the files to count in, and behind them the field: vidimus frequency PATH... FIELD");
    }
    let filter = EpisodeFilter::parse(args.filter.as_deref().unwrap_or_default())?;
    let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
    let opened = open::look(&paths);
    let around = (substitutes(&opened.inputs)?, args.tools.schemas(&opened.inputs)?);
    let progress = Progress::new();
    let (ledgers, failed) = open::ledgers(opened.inputs.ledgers, &progress);
    if ledgers.is_empty() {
        bail!(
            "there is nothing to count in what was named; `frequency` reads ledgers, tau-bench results and chat logs"
        );
    }
    let (registries, unread) = open::registries(&opened.inputs.registries);
    let fired =
        if registries.is_empty() { Vec::new() } else { firing_counts(&registries, &ledgers, &progress)?.by_episode };
    let digests = if field == SYMPTOM || filter.asks(SYMPTOM) {
        digests(&ledgers, &Around::new(&ledgers, around.0.as_ref(), around.1.as_ref()), &progress)?
    } else {
        Vec::new()
    };
    let counted = frequency(&ledgers, &fired, &digests, field, &filter, &progress)?;
    drop(progress);
    for ledger in &ledgers {
        open::tell(&ledger.reading());
    }
    report::frequency(&counted, args.format.resolve(config), out)?;
    Ok(if opened.has_problems || unread || failed { Exit::CouldNotRun } else { Exit::Fine })
}
