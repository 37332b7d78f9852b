//! `vidimus freeze`: a reviewed registry becomes a frozen one.

use std::path::{Path, PathBuf};

use anyhow::bail;

use super::{Exit, view::FormatArgs};
use crate::config::Config;
use crate::files::{Output, Writes, is_standard_output, review_path, stem_of};
use crate::format::registry::print;
use crate::report::{self, Out};
use crate::runtime::reviewer;
use crate::seal::{NotFrozen, Undecided};
use crate::study::{Figures, FreezeRequest, StudyError, freeze};

/// Freeze a reviewed registry: only what was accepted and edited stays, with a seal and a manifest
///
/// Nothing is frozen while a rule is undecided, or has changed since it was judged, unless --undecided names what is
/// done with all of them; then the exit code is 1, as of `review`. Nor is it while a line of the decisions cannot be
/// read. The frozen file is a registry like any other: `check`, `receipt` and other programs take it
/// as it is. It is never written over, except with --force.
#[derive(Debug, clap::Args)]
pub(super) struct FreezeArgs {
    /// The registry that was reviewed
    #[arg(value_name = "REGISTRY")]
    registry: PathBuf,
    /// Where the frozen registry goes (default: `NAME.frozen.json` beside the registry); `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The decisions (default: `REGISTRY.review.jsonl` beside the registry)
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    #[arg(long, value_name = "accept|reject", value_parser = undecided)]
    #[arg(help = "Do this with every rule that is left to decide; the manifest says so")]
    undecided: Option<Undecided>,
    /// Pass over lines of the decisions that cannot be read: what they decided does not count
    #[arg(long)]
    skip_bad_lines: bool,
    /// The figures of an audit, from `vidimus audit … --format json`, for the manifest
    #[arg(long, value_name = "FILE")]
    audit: Option<PathBuf>,
    /// The folds that were looked at; their hashes go into the manifest
    #[arg(long, value_name = "FOLDER")]
    folds: Option<PathBuf>,
    /// Freeze even if no rule is left: a registry that judges nothing
    #[arg(long)]
    allow_empty: bool,
    /// Who freezes (default: the name that git knows, else $USER)
    #[arg(long, value_name = "NAME", value_parser = crate::review::reviewer_name)]
    by: Option<String>,
    /// Write over a frozen registry
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    format: FormatArgs,
}

fn undecided(name: &str) -> Result<Undecided, &'static str> {
    Undecided::from_name(name).filter(|it| *it != Undecided::Refuse).ok_or("write accept or reject")
}

pub(super) fn run(args: &FreezeArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let output = args.output.clone().unwrap_or_else(|| beside(&args.registry));
    let journal = args.journal.clone().unwrap_or_else(|| review_path(&args.registry));
    let inputs = [&args.registry, &journal].into_iter().chain(&args.audit);
    let target = if is_standard_output(&output) {
        None
    } else {
        Some(Output::look(&output, Writes::Frozen { force: args.force }, inputs)?)
    };
    if args.audit.as_deref().is_some_and(|path| path == Path::new("-")) {
        bail!(
            "the figures of an audit are not read from standard input; write them to a file, and name it with --audit"
        );
    }
    let signature = reviewer::signature(args.by.as_deref());
    let request = FreezeRequest {
        registry: args.registry.clone(),
        journal: args.journal.clone(),
        day: signature.at.day(),
        by: signature.author,
        undecided: args.undecided.unwrap_or_default(),
        skips_bad_lines: args.skip_bad_lines,
        may_be_empty: args.allow_empty,
        audit: args.audit.clone().map(Figures::File),
        folds: args.folds.iter().cloned().collect(),
    };
    let (frozen, notes) = match freeze(&request) {
        // It ran, and found something to do first.
        Err(StudyError::NotFrozen(why @ NotFrozen::Left { .. })) => {
            report::error(&why.to_string());
            return Ok(Exit::Findings);
        }
        other => other?,
    };
    for note in &notes {
        report::note(note);
    }
    if args.audit.is_none() {
        report::note("no audit is in the manifest; add one with --audit FILE, from `vidimus audit … --format json`");
    }
    let is_printed = target.is_none();
    match target {
        None => out.exact(&print(&frozen.registry))?,
        Some(target) => target.write(print(&frozen.registry).as_bytes())?,
    }
    if let Some(seal) = &frozen.registry.seal {
        // Whoever reads the registry from standard output wants nothing else there.
        if !is_printed {
            report::frozen(&output.display().to_string(), &frozen.registry, seal, args.format.resolve(config), out)?;
        }
        report::note(&format!(
            "{} rules kept, {} left out, sealed {}, in {}",
            frozen.kept,
            frozen.left_out,
            seal.short(),
            output.display()
        ));
    }
    Ok(Exit::Fine)
}

/// `airline.frozen.json` beside `airline.json`.
fn beside(registry: &Path) -> PathBuf {
    let name = registry.file_name().unwrap_or(registry.as_os_str()).to_string_lossy();
    registry.with_file_name(format!("{}.frozen.json", stem_of(&name)))
}
