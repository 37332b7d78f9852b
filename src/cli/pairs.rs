//! `vidimus pairs`: the pairs of two arms.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::bail;

use super::{Exit, open, view::ViewArgs};
use crate::config::Config;
use crate::lens::pairs::table;
use crate::pair::{Field, Plan};
use crate::report::{self, Out, Progress};
use crate::study::{Ledger, Paired};

/// List the pairs of two arms: who won, who lost, where the two part, and what does not pair
#[derive(Debug, clap::Args)]
pub(super) struct PairsArgs {
    /// Ledgers, traces, or folders of them
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    plan: PlanArgs,
    /// The label file (default: what `vidimus labels` keeps beside the ledger)
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    #[command(flatten)]
    view: ViewArgs,
}

/// Which episodes make a pair.
#[derive(Debug, Default, clap::Args)]
pub(super) struct PlanArgs {
    /// The two arms, the second against the first (default: baseline and the arm with most pairs)
    #[arg(long, value_name = "A,B")]
    arms: Option<String>,
    /// The field whose values are the arms: arm, trial, model, file, or any field of the episodes
    #[arg(long, value_name = "FIELD", default_value = "arm")]
    arm_field: String,
    /// The fields in which the two of a pair agree (default: task,model,trial, and the arm where the arms are another field)
    #[arg(long, value_name = "FIELDS", value_delimiter = ',')]
    key: Option<Vec<String>>,
    /// Pair and pool episodes of different studies too
    #[arg(long)]
    pub(super) pool: bool,
}

impl PlanArgs {
    pub(super) fn plan(&self) -> anyhow::Result<Plan> {
        let mut plan = Plan::along(Field::named(&self.arm_field));
        plan.mixes_studies = self.pool;
        if let Some(key) = &self.key {
            plan.key = key.iter().map(|name| Field::named(name.trim())).collect();
        }
        if let Some(arms) = &self.arms {
            // A name may hold a comma only if there is no other way to read it.
            match arms.split_once(',') {
                Some((first, second)) if !first.is_empty() && !second.is_empty() && first != second => {
                    plan.arms = Some([Arc::from(first.trim()), Arc::from(second.trim())]);
                }
                _ => bail!("--arms wants two different arms with a comma between: --arms baseline,advisory"),
            }
        }
        Ok(plan)
    }
}

/// Opens the ledgers of some paths; with whether something could not be read.
pub(super) fn ledgers(paths: &[PathBuf], progress: &Progress) -> anyhow::Result<(Vec<Ledger>, bool)> {
    let opened = open::look(paths);
    let (ledgers, failed) = open::ledgers(opened.inputs.ledgers, progress);
    if ledgers.is_empty() {
        bail!("there are no episodes in what was named; pairs are read from ledgers, tau-bench results and chat logs");
    }
    Ok((ledgers, opened.has_problems || failed))
}

pub(super) fn run(args: &PairsArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let plan = args.plan.plan()?;
    let progress = Progress::new();
    let (ledgers, has_problems) = ledgers(&args.paths, &progress)?;
    let paired = Paired::new(&ledgers, &plan)?;
    let mut table = table();
    let files = paired.label_files(args.journal.as_deref())?;
    table.rows = paired.rows(&files, &progress)?.into_iter().map(Vec::from).collect();
    drop(progress);
    args.view.filter(&mut table)?;
    for ledger in &ledgers {
        open::tell(&ledger.reading());
    }
    files.iter().for_each(open::tell_labels);
    report::pairs(&paired.pairing, &paired.runs, &mut table, args.view.format(config), out)?;
    Ok(if has_problems { Exit::CouldNotRun } else { Exit::Fine })
}
