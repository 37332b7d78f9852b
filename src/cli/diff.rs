//! `vidimus diff`: what differs between two registries, or between two lists of tools.

use std::path::PathBuf;

use anyhow::bail;

use super::{Exit, view::FormatArgs};
use crate::config::Config;
use crate::diff::Kind;
use crate::domain::ids::ToolName;
use crate::files::{FoundFile, read_registry};
use crate::report::{self, Out};
use crate::study::{Compare, diff};

/// Compare two registries, two folders of folds, or two lists of tools
///
/// Registries are compared rule by rule: neither order counts, nor how a number is spelled, nor the evidence. The exit
/// code is 1 if a rule that is shown judges some result differently; another support alone, or a coefficient within
/// the tolerance of the miner, is shown and is 0, unless --only asks for it. Lists of tools (MCP tools/list answers or
/// recordings of them, the tools of a chat request) are compared field by field: breaking, additive, or words only; the exit code
/// is 1 if anything changed.
#[derive(Debug, clap::Args)]
pub(super) struct DiffArgs {
    /// The older registry, folder of folds, or list of tools
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The newer one
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// Only this tool
    #[arg(long, value_name = "TOOL")]
    tool: Option<String>,
    #[arg(long, value_name = "KIND,…", value_delimiter = ',', value_parser = kind)]
    #[arg(help = "Only these: added, removed, widened, narrowed, moved (changed both ways), beyond or within (a \
                  coefficient, of the tolerance), support")]
    only: Vec<Kind>,
    /// For lists of tools: show which rules of this registry look at what changed
    #[arg(long, value_name = "FILE")]
    registry: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &DiffArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let (tool, format) = (args.tool.as_deref().map(ToolName::from), args.format.resolve(config));
    let has_findings = match diff(&args.old, &args.new, tool.as_ref())? {
        Compare::Registries(compared) => {
            if args.registry.is_some() {
                bail!("--registry stands beside two lists of tools; these are registries");
            }
            report::diff(&compared, &args.only, format, out)?;
            let counts =
                |kind: Kind| if args.only.is_empty() { kind.judges_differently() } else { args.only.contains(&kind) };
            compared.iter().flat_map(|pair| &pair.difference.changes).any(|change| counts(change.kind))
        }
        Compare::Tools { title, drift } => {
            if !args.only.is_empty() {
                bail!("--only is for the rules of registries; these are lists of tools");
            }
            let registry = args.registry.as_deref().map(|path| read_registry(&FoundFile::look(path)?)).transpose()?;
            report::drift(&title, &drift, registry.as_ref().map(|(registry, _)| registry), format, out)?;
            !drift.changes.is_empty()
        }
    };
    Ok(if has_findings { Exit::Findings } else { Exit::Fine })
}

fn kind(name: &str) -> Result<Kind, String> {
    Kind::from_name(name.trim()).ok_or_else(|| {
        let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        format!("there is no such kind; the kinds are {}", names.join(", "))
    })
}
