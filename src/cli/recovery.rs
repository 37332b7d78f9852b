//! `vidimus recovery`: builds Subs(τ).

use std::path::PathBuf;

use super::{Exit, open};
use crate::files::{FoundFile, Output, Writes, is_standard_output};
use crate::report::{self, Out};
use crate::study::read_json;
use crate::words::counted;

/// Build the recovery file: which tools can stand in for which (Subs(τ))
#[derive(Debug, clap::Args)]
pub(super) struct RecoveryArgs {
    #[arg(long, value_name = "FILE")]
    #[arg(help = r#"The tools with their declared substitutes: {"tool": ["substitute"]}, or a list of tools"#)]
    tools: PathBuf,
    #[arg(long, value_name = "FILE")]
    #[arg(help = r#"Groups of paths that reach the same end: {"groups": [{"paths": [["entry_tool", "tool"]]}]}"#)]
    alternatives: Option<PathBuf>,
    /// Where the recovery file goes; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

pub(super) fn run(args: &RecoveryArgs, out: &mut Out) -> anyhow::Result<Exit> {
    let read = |path: &PathBuf| -> anyhow::Result<_> {
        let (value, notes) = read_json(&FoundFile::look(path)?)?;
        open::tell_notes(path, &notes);
        Ok(value)
    };
    let tools = read(&args.tools)?;
    let alternatives = args.alternatives.as_ref().map(read).transpose()?;
    let substitutes = crate::recovery::build(&tools, alternatives.as_ref())?;
    let file = format!("{}\n", substitutes.to_json());
    if is_standard_output(&args.output) {
        out.exact(&file)?;
    } else {
        let inputs = std::iter::once(&args.tools).chain(&args.alternatives);
        Output::look(&args.output, Writes::Recovery, inputs)?.write(file.as_bytes())?;
        report::note(&format!(
            "{} with substitutes, in {}",
            counted(substitutes.tools.len(), "tool"),
            args.output.display()
        ));
    }
    Ok(Exit::Fine)
}
