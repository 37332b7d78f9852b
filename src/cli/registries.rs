//! `vidimus registries`: the list of the Registries screen.

use std::path::PathBuf;

use anyhow::bail;

use super::{Exit, open, view::ViewArgs};
use crate::config::Config;
use crate::files::read_registry;
use crate::report::{self, Out};

/// List the invariants of registries: tool, class, path, support, and the rule in words
#[derive(Debug, clap::Args)]
pub(super) struct RegistriesArgs {
    /// Registries, or folders of them; `-` is standard input
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    view: ViewArgs,
}

pub(super) fn run(args: &RegistriesArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let opened = open::look(&args.paths);
    let mut has_problems = opened.has_problems;
    let mut registries = Vec::new();
    for file in &opened.inputs.registries {
        match read_registry(file) {
            Ok((registry, notes)) => {
                open::tell_notes(&file.path, &notes);
                registries.push((file.name(), registry));
            }
            Err(problem) => {
                report::error(&problem.to_string());
                has_problems = true;
            }
        }
    }
    if registries.is_empty() {
        bail!("there are no registries in what was named; mine one with `vidimus mine PATH -o FILE`");
    }
    let mut table = report::invariants(&registries);
    args.view.filter(&mut table)?;
    out.table(&table, args.view.format(config))?;
    Ok(if has_problems { Exit::CouldNotRun } else { Exit::Fine })
}
