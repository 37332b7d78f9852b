//! `vidimus [PATH…]`: the terminal UI, or where there is no terminal the list it would open with.

use std::path::PathBuf;

use anyhow::bail;

use super::{Exit, episodes::EpisodesArgs, registries::RegistriesArgs, view::ViewArgs};
use crate::config::Config;
use crate::report::Out;
use crate::study::inputs;

#[derive(Debug, clap::Args)]
pub(super) struct UiArgs {
    /// Registries, ledgers, traces, or folders of them
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
}

pub(super) fn run(args: &UiArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    if out.is_terminal() {
        bail!("the terminal UI is not built yet");
    }
    plain(args, config, out)
}

/// Standard output is no terminal: print the list that the UI would open with.
fn plain(args: &UiArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    if args.paths.is_empty() {
        bail!("standard output is no terminal to draw on; name files to list, or see `vidimus --help`");
    }
    let (paths, view) = (args.paths.clone(), ViewArgs::default());
    let opened = inputs(&paths);
    if opened.ledgers.is_empty() && !opened.registries.is_empty() {
        super::registries::run(&RegistriesArgs { paths, view }, config, out)
    } else {
        super::episodes::run(&EpisodesArgs { paths, view }, config, out)
    }
}
