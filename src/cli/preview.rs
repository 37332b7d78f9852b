//! `vidimus preview`: what changes in the receipts when rules are rejected, or as a review decided.

use std::path::PathBuf;

use anyhow::bail;

use super::{Exit, against::AgainstArgs, open, view::FormatArgs};
use crate::config::Config;
use crate::domain::ids::InvariantId;
use crate::files::{FoundFile, sort_inputs};
use crate::report::{self, Out, Progress};
use crate::review::preview::{Change, Changes, Standing};
use crate::runtime::reviewer;
use crate::study::{Replayed, decided, rejecting};

/// Show which receipts come and go when rules are rejected; without --reject, for each rule by itself
///
/// By replay: what the agent did after a call stays as recorded. Exit code 1 when a faulted call is caught no more.
#[derive(Debug, clap::Args)]
pub(super) struct PreviewArgs {
    /// Ledgers, traces, or folders of them
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    against: AgainstArgs,
    /// The id of a rule that is rejected (may be given again); all of them are rejected at once
    #[arg(long = "reject", value_name = "ID")]
    rejected: Vec<String>,
    /// The side file of a review: everything that it rejects, waives or edits is done at once
    #[arg(long, value_name = "FILE", conflicts_with = "rejected")]
    journal: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &PreviewArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let opened = open::look(&args.paths);
    let files = sort_inputs(opened.inputs.ledgers)?.into_iter().map(|(file, _)| file).collect();
    let progress = Progress::new();
    let (ledgers, failed) = open::ledgers(files, &progress);
    if ledgers.is_empty() {
        bail!("there are no calls to replay; `preview` reads ledgers, tau-bench results and chat logs");
    }
    let chosen = args.against.deal(&ledgers)?;
    let changes = match &args.journal {
        Some(path) => decided(&FoundFile::look(path)?, &chosen, &reviewer::now().day())?.changes,
        None => {
            let ids: Vec<InvariantId> = args.rejected.iter().map(|id| InvariantId::from(id.as_str())).collect();
            rejecting(&ids, &chosen)?
        }
    };
    if changes.is_empty() && args.journal.is_some() {
        drop(progress);
        report::note("the review changes nothing: it rejects, waives and edits no rule of these registries");
        return Ok(Exit::Fine);
    }
    let replayed = Replayed::new(&ledgers, &chosen, &progress)?;
    let each = if changes.is_empty() { chosen.rules() } else { Vec::new() };
    let asked: Vec<Changes> = if changes.is_empty() {
        each.iter().map(|(_, rule)| Changes::from([(rule.id.clone(), None)])).collect()
    } else {
        vec![changes]
    };
    let mut previews = Vec::new();
    for changes in &asked {
        previews.push(replayed.preview(changes, &ledgers, &chosen, &progress)?);
    }
    drop(progress);
    for ledger in &ledgers {
        open::tell(&ledger.reading());
    }
    let format = args.format.resolve(config);
    match (asked.first(), previews.first()) {
        (Some(changes), Some(preview)) if each.is_empty() => {
            report::preview(changes, preview, &ledgers, (&chosen, &replayed), format, out)?;
        }
        _ => report::previews(&each, &previews, &replayed, format, out)?,
    }
    // Without a choice nothing is lost yet: the list is there to choose by.
    let is_lost = || previews.iter().any(|preview| preview.of(Change::Lost, Standing::Faulted).next().is_some());
    Ok(match () {
        () if opened.has_problems || failed => Exit::CouldNotRun,
        () if each.is_empty() && is_lost() => Exit::Findings,
        () => Exit::Fine,
    })
}
