//! `vidimus episodes`: the list of the Episodes screen.

use std::path::PathBuf;

use anyhow::bail;
use clap::builder::PossibleValuesParser;

use super::{Exit, open, view::ViewArgs};
use crate::config::Config;
use crate::domain::json::Json;
use crate::query::episode;
use crate::report::{self, Out, Progress};
use crate::study::firing_counts;

/// List episodes: task, arm, model, outcome, calls, receipts
#[derive(Debug, clap::Args)]
pub(super) struct EpisodesArgs {
    /// Ledgers, traces, or folders of them; with registries beside them, it is counted on how many calls one fires
    #[arg(value_name = "PATH", required = true)]
    pub(super) paths: Vec<PathBuf>,
    /// Sort by a column: counts with the most first, what is unknown last (default: the order of the file)
    #[arg(long, value_name = "COLUMN", value_parser = PossibleValuesParser::new(episode::FIELDS))]
    pub(super) sort: Option<String>,
    /// Turn the order round
    #[arg(long)]
    pub(super) reverse: bool,
    #[command(flatten)]
    pub(super) view: ViewArgs,
}

pub(super) fn run(args: &EpisodesArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let opened = open::look(&args.paths);
    let progress = Progress::new();
    let (ledgers, failed) = open::ledgers(opened.inputs.ledgers, &progress);
    let (registries, unread) = open::registries(&opened.inputs.registries);
    let fired =
        if registries.is_empty() { Vec::new() } else { firing_counts(&registries, &ledgers, &progress)?.by_episode };
    drop(progress);
    if ledgers.is_empty() {
        bail!("there are no episodes in what was named; `episodes` reads ledgers, tau-bench results and chat logs");
    }
    let mut table = report::episodes(&ledgers, &fired);
    args.view.filter(&mut table)?;
    table.sort(args.sort.as_deref(), args.reverse);
    let bad_lines: u64 = ledgers.iter().map(|ledger| ledger.index.bad_count()).sum();
    table.facts.insert("bad_lines", Json::from(bad_lines));
    for ledger in &ledgers {
        open::tell(&ledger.reading());
    }
    out.table(&table, args.view.format(config))?;
    Ok(if opened.has_problems || unread || failed { Exit::CouldNotRun } else { Exit::Fine })
}
