//! `vidimus episodes`: the list of the Episodes screen.

use std::path::PathBuf;

use anyhow::bail;
use clap::builder::PossibleValuesParser;

use super::around::{ToolsArgs, substitutes};
use super::{Exit, open, view::ViewArgs};
use crate::config::Config;
use crate::domain::json::Json;
use crate::query::episode::{self, SYMPTOM};
use crate::query::lang::Query;
use crate::report::{self, Out, Progress};
use crate::study::{Around, digests, firing_counts};

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
    /// Also say what stands out in each episode, with the evidence in JSON; a filter for `symptom` does so by itself
    ///
    /// The symptoms are repeated-call, unknown-tool, schema-break, ungrounded-id, error-ignored, claimed-without-success,
    /// answered-from-memory and budget-exhausted. They point a person somewhere; none is a verdict on the agent.
    #[arg(long)]
    pub(super) symptoms: bool,
    #[command(flatten)]
    pub(super) tools: ToolsArgs,
    #[command(flatten)]
    pub(super) view: ViewArgs,
}

pub(super) fn run(args: &EpisodesArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let opened = open::look(&args.paths);
    let asks = args.view.filter_text().and_then(|text| Query::parse(text, &episode::FIELDS).ok());
    // Every payload is read for them, so the plain list goes without.
    let wants_symptoms =
        args.symptoms || args.sort.as_deref() == Some(SYMPTOM) || asks.is_some_and(|query| query.asks(SYMPTOM));
    let around =
        if wants_symptoms { (substitutes(&opened.inputs)?, args.tools.schemas(&opened.inputs)?) } else { (None, None) };
    let progress = Progress::new();
    let (ledgers, failed) = open::ledgers(opened.inputs.ledgers, &progress);
    let (registries, unread) = open::registries(&opened.inputs.registries);
    let fired =
        if registries.is_empty() { Vec::new() } else { firing_counts(&registries, &ledgers, &progress)?.by_episode };
    let digests = if wants_symptoms {
        digests(&ledgers, &Around::new(&ledgers, around.0.as_ref(), around.1.as_ref()), &progress)?
    } else {
        Vec::new()
    };
    drop(progress);
    if ledgers.is_empty() {
        bail!("there are no episodes in what was named; `episodes` reads ledgers, tau-bench results and chat logs");
    }
    let mut table = report::episodes(&ledgers, &fired, &digests);
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
