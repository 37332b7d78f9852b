//! `vidimus completions SHELL`.

use clap_complete::Shell;

use super::Exit;
use crate::report::Out;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

pub(super) fn run(args: &CompletionsArgs, out: &mut Out) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::command(), "vidimus", &mut script);
    out.exact(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Fine)
}
