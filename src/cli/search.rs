//! `vidimus search`: a text in all calls and messages.

use std::path::PathBuf;

use anyhow::bail;

use super::{Exit, open, view::ViewArgs};
use crate::config::Config;
use crate::query::text::Sought;
use crate::report::{self, Out, Progress};
use crate::study::search;

/// Find a text in the arguments, results and receipts of calls, and in messages
///
/// Small letters find capitals too, a capital only itself. Every word must stand somewhere in the call or message;
/// several words in double quotes must stand side by side. The exit code is 0 whether something is found or not.
#[derive(Debug, clap::Args)]
#[command(override_usage = "vidimus search [OPTIONS] <PATH>... <TEXT>")]
pub(super) struct SearchArgs {
    /// Ledgers, traces, or folders of them, and then the text: `vidimus search runs/ '"refund due" order'`
    #[arg(value_name = "PATH… TEXT", num_args = 1.., required = true)]
    paths_and_text: Vec<String>,
    #[command(flatten)]
    view: ViewArgs,
}

pub(super) fn run(args: &SearchArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let Some((text, paths)) = args.paths_and_text.split_last() else { bail!("name a path and a text") };
    if paths.is_empty() {
        bail!("name the files to search, and behind them the text: vidimus search PATH... TEXT");
    }
    let sought = Sought::new(text);
    if sought.is_empty() {
        bail!("the text is empty; write what to look for behind the paths");
    }
    let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
    let opened = open::look(&paths);
    let progress = Progress::new();
    let (ledgers, failed) = open::ledgers(opened.inputs.ledgers, &progress);
    if ledgers.is_empty() {
        bail!("there is nothing to search in what was named; `search` reads ledgers, tau-bench results and chat logs");
    }
    let found = search(&ledgers, &sought, &progress);
    drop(progress);
    let mut table = report::search(&ledgers, &found);
    args.view.filter(&mut table)?;
    let left_out: usize = found.iter().map(|record| record.hits.more).sum();
    if left_out > 0 {
        report::note(&format!("{left_out} further places in calls that have many are not listed"));
    }
    for ledger in &ledgers {
        open::tell(&ledger.reading());
    }
    out.table(&table, args.view.format(config))?;
    Ok(if opened.has_problems || failed { Exit::CouldNotRun } else { Exit::Fine })
}
