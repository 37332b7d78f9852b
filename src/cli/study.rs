//! `vidimus study`: the numbers of a study (SPEC 9).

use std::path::PathBuf;

use anyhow::bail;

use super::against::ReplayArgs;
use super::around::{ToolsArgs, substitutes};
use super::pairs::PlanArgs;
use super::{Exit, open, view::ViewArgs};
use crate::config::Config;
use crate::figures::{Origin, Settings, figures, origins};
use crate::lens::study::{Study, TASKS};
use crate::query::episode::EpisodeFilter;
use crate::report::{self, Out, Progress};
use crate::study::{Labelled, Ledger, Wanted, gather, paired_runs};
use crate::words::{counted, listed};

/// Compare two arms: wins and losses, what receipts led to, when it pays
#[derive(Debug, clap::Args)]
pub(super) struct StudyArgs {
    /// Ledgers, traces, or folders of them; `-` is standard input. Registries among them judge the calls again
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    plan: PlanArgs,
    #[command(flatten)]
    replay: ReplayArgs,
    /// The episodes that are clean, as a filter such as 'stratum:*P0' (default: those without a fault label)
    #[arg(long, value_name = "FILTER")]
    clean: Option<String>,
    /// The seed of the bootstrap; the same files and seed give the same numbers
    #[arg(long, value_name = "N", default_value_t = Settings::default().seed)]
    seed: u64,
    /// How often the bootstrap draws the tasks again
    #[arg(long, value_name = "N", default_value_t = Settings::default().resamples,
          value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    resamples: u32,
    /// Also say what one more win or loss would do to p
    #[arg(long)]
    sensitivity: bool,
    /// Also say the net effect where this share of the episodes is broken, such as 0.15
    #[arg(long, value_name = "PI", value_parser = share)]
    prevalence: Option<f64>,
    /// The label file (default: what `vidimus labels` keeps beside the ledger)
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    #[command(flatten)]
    tools: ToolsArgs,
    #[command(flatten)]
    view: ViewArgs,
}

/// Why there is no episode, and what to do.
fn nothing(ledgers: &[Ledger], left_out: usize, is_blind: bool) -> String {
    if is_blind {
        let what = "the filter asks for fired, which is known only where the calls are judged again: name a registry with \
                    --registry FILE, or folds with --crossfit FOLDER";
        return what.to_owned();
    }
    if left_out > 0 {
        return format!(
            "none of the {} passes the filter; `vidimus episodes` lists them with the fields that a filter can ask for",
            counted(left_out, "episode")
        );
    }
    let names: Vec<String> = ledgers.iter().map(|ledger| ledger.file.name()).collect();
    format!(
        "there is no episode in {}: no record there names one. Every call, message and outcome of a run names its \
         \"episode\"; name a file in which some are, or wait until the first is written",
        listed(&names)
    )
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "it is a share from 0 to 1".to_owned())
}

pub(super) fn run(args: &StudyArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let plan = args.plan.plan()?;
    if plan.is_of_tasks() {
        bail!("{TASKS}");
    }
    let opened = open::look(&args.paths);
    let substitutes = substitutes(&opened.inputs)?;
    let schemas = args.tools.schemas(&opened.inputs)?;
    let progress = Progress::new();
    let (ledgers, failed) = open::ledgers(opened.inputs.ledgers, &progress);
    if ledgers.is_empty() {
        bail!("there are no episodes in what was named; `study` reads ledgers, tau-bench results and chat logs");
    }
    let chosen = args.replay.deal_or_found(&opened.inputs.registries, &ledgers)?;
    let wanted = Wanted {
        filter: EpisodeFilter::parse(args.view.filter_text().unwrap_or_default())?,
        clean: args.clean.as_deref().map(EpisodeFilter::parse).transpose()?,
        chosen: chosen.as_ref(),
        substitutes: substitutes.as_ref(),
        schemas: schemas.as_ref(),
    };
    let gathered = gather(&ledgers, &wanted, &progress)?;
    for ledger in &ledgers {
        open::tell(&ledger.reading());
    }
    if gathered.left_out > 0 {
        let all = gathered.left_out + gathered.runs.len();
        report::note(&format!("the filter leaves {} of {all} episodes", gathered.runs.len()));
    }
    if gathered.runs.is_empty() {
        let is_blind = chosen.is_none() && wanted.filter.asks("fired");
        bail!("{}", nothing(&ledgers, gathered.left_out, is_blind));
    }
    let pairing = paired_runs(&gathered.runs, &plan)?;
    let rows = gathered.rows(&pairing);
    let origins = origins(&gathered.runs, &rows);
    if origins.len() > 1 && !args.plan.pool {
        let told = |(origin, rows): (&Origin, &Vec<u32>)| format!("{origin} ({})", counted(rows.len(), "episode"));
        let list: Vec<String> = origins.iter().map(told).collect();
        bail!(
            "these episodes are of different origin and are not pooled: {}; name the files of one, or throw them together \
             with --pool",
            list.join("; ")
        );
    }
    let figures = figures(&rows, &pairing.pairs, Settings { seed: args.seed, resamples: args.resamples });
    drop(progress);
    let labelled = Labelled::look(&ledgers, &gathered, &pairing, args.journal.as_deref())?;
    labelled.files().for_each(open::tell_labels);
    let reasons = labelled.reasons(None);
    let judge = chosen.as_ref().map(|chosen| {
        let names: Vec<&str> = chosen.against.registries().map(|named| named.name.as_str()).collect();
        names.join(", ")
    });
    let study = Study {
        figures: &figures,
        pairing: &pairing,
        judge: judge.as_deref(),
        is_sensitive: args.sensitivity,
        prevalence: args.prevalence,
        reasons: Some(&reasons),
    };
    report::study(&study, args.view.format(config), out)?;
    Ok(if opened.has_problems || failed { Exit::CouldNotRun } else { Exit::Fine })
}
