//! `vidimus coverage`: which fields of a tool's results no rule looks at.

use std::path::PathBuf;

use anyhow::bail;

use super::{Exit, open, view::FormatArgs};
use crate::config::Config;
use crate::domain::ids::ToolName;
use crate::report::{self, Out, Progress};
use crate::study::coverage;

/// Show the shape of each tool's results with the rules that guard each field, and the fields that no rule looks at
#[derive(Debug, clap::Args)]
pub(super) struct CoverageArgs {
    /// Registries, or folders of them
    #[arg(value_name = "REGISTRY", required = true)]
    registries: Vec<PathBuf>,
    /// Only this tool
    #[arg(long, value_name = "TOOL")]
    tool: Option<String>,
    /// A ledger or trace whose results show fields that no rule names (may be given again)
    #[arg(long = "ledger", value_name = "PATH")]
    ledgers: Vec<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &CoverageArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let paths: Vec<PathBuf> = args.registries.iter().chain(&args.ledgers).cloned().collect();
    let opened = open::look(&paths);
    let (registries, unread) = open::registries(&opened.inputs.registries);
    if registries.is_empty() {
        bail!("there are no registries in what was named; mine one with `vidimus mine PATH -o FILE`");
    }
    let progress = Progress::new();
    let (ledgers, failed) = open::ledgers(opened.inputs.ledgers, &progress);
    let tool = args.tool.as_deref().map(ToolName::from);
    let covered = coverage(&registries, &ledgers, tool.as_ref(), &progress)?;
    drop(progress);
    for ledger in &ledgers {
        open::tell(&ledger.reading());
    }
    report::coverage(&covered, args.format.resolve(config), out)?;
    Ok(if opened.has_problems || unread || failed { Exit::CouldNotRun } else { Exit::Fine })
}
