//! `vidimus registries`: the list of the Registries screen.

use std::path::PathBuf;

use anyhow::bail;

use super::{Exit, open, view::ViewArgs};
use crate::config::Config;
use crate::report::{self, Out, Progress};
use crate::study::firing_counts;

/// List the invariants of registries: tool, class, path, support, and the rule in words
#[derive(Debug, clap::Args)]
pub(super) struct RegistriesArgs {
    /// Registries, or folders of them; with ledgers or traces beside them, it is counted how often each rule fires
    #[arg(value_name = "PATH", required = true)]
    pub(super) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) view: ViewArgs,
}

pub(super) fn run(args: &RegistriesArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let opened = open::look(&args.paths);
    let (registries, unread) = open::registries(&opened.inputs.registries);
    if registries.is_empty() {
        bail!("there are no registries in what was named; mine one with `vidimus mine PATH -o FILE`");
    }
    let progress = Progress::new();
    let (ledgers, failed) = open::ledgers(opened.inputs.ledgers, &progress);
    let firings =
        if ledgers.is_empty() { Vec::new() } else { firing_counts(&registries, &ledgers, &progress)?.by_invariant };
    drop(progress);
    for ledger in &ledgers {
        open::tell(&ledger.reading());
    }
    let mut table = report::invariants(&registries, &firings);
    args.view.filter(&mut table)?;
    out.table(&table, args.view.format(config))?;
    Ok(if opened.has_problems || unread || failed { Exit::CouldNotRun } else { Exit::Fine })
}
