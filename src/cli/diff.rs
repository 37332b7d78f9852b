//! `vidimus diff`: what differs between two registries.

use std::path::PathBuf;

use super::{Exit, view::FormatArgs};
use crate::config::Config;
use crate::diff::Kind;
use crate::domain::ids::ToolName;
use crate::report::{self, Out};
use crate::study::diff;

/// Compare two registries, or two folders of folds, rule by rule
///
/// Neither order counts, nor how a number is spelled, nor the evidence. The exit code is 1 if a rule that is shown
/// judges some result differently; another support alone, or a coefficient within the tolerance of the miner, is shown
/// and is 0, unless --only asks for it.
#[derive(Debug, clap::Args)]
pub(super) struct DiffArgs {
    /// The older registry, or a folder of folds
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The newer registry, or a folder of folds
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// Only this tool
    #[arg(long, value_name = "TOOL")]
    tool: Option<String>,
    #[arg(long, value_name = "KIND,…", value_delimiter = ',', value_parser = kind)]
    #[arg(help = "Only these: added, removed, widened, narrowed, moved (changed both ways), beyond or within (a \
                  coefficient, of the tolerance), support")]
    only: Vec<Kind>,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &DiffArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let mut compared = diff(&args.old, &args.new)?;
    if let Some(tool) = args.tool.as_deref().map(ToolName::from) {
        for pair in &mut compared {
            pair.difference = pair.difference.of_tool(&tool);
        }
    }
    report::diff(&compared, &args.only, args.format.resolve(config), out)?;
    let counts = |kind: Kind| if args.only.is_empty() { kind.judges_differently() } else { args.only.contains(&kind) };
    let mut changes = compared.iter().flat_map(|pair| &pair.difference.changes);
    Ok(if changes.any(|change| counts(change.kind)) { Exit::Findings } else { Exit::Fine })
}

fn kind(name: &str) -> Result<Kind, String> {
    Kind::from_name(name.trim()).ok_or_else(|| {
        let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        format!("there is no such kind; the kinds are {}", names.join(", "))
    })
}
