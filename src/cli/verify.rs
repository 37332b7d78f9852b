//! `vidimus verify`: a frozen registry is held against its seal.

use std::path::PathBuf;

use super::{Exit, view::FormatArgs};
use crate::config::Config;
use crate::report::{self, Out};
use crate::study::verify;

/// Hold a frozen registry against its seal, and name the first rule that differs
///
/// Everything is computed again. With --against, the registry it was made from is frozen again with the decisions of
/// its review, on the day of the seal, and must give the same. The exit code is 1 if something differs.
#[derive(Debug, clap::Args)]
pub(super) struct VerifyArgs {
    /// The frozen registry
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The registry it was made from
    #[arg(long, value_name = "REGISTRY")]
    against: Option<PathBuf>,
    /// The decisions on that registry (default: `REGISTRY.review.jsonl` beside it)
    #[arg(long, value_name = "FILE", requires = "against")]
    journal: Option<PathBuf>,
    /// The folds that were looked at
    #[arg(long, value_name = "FOLDER")]
    folds: Option<PathBuf>,
    /// Print what the manifest says, too
    #[arg(long)]
    manifest: bool,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &VerifyArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let (registry, found) =
        verify(&args.file, args.against.as_deref(), args.journal.as_deref(), args.folds.as_deref())?;
    let (title, format) = (args.file.display().to_string(), args.format.resolve(config));
    if let Some(seal) = &registry.seal {
        report::verification(&title, seal, &found, format, out)?;
        if args.manifest {
            report::frozen(&title, &registry, seal, format, out)?;
        }
    }
    Ok(if found.findings.is_empty() { Exit::Fine } else { Exit::Findings })
}
