//! `vidimus [PATH…]`: the terminal UI, or where there is no terminal the list it would open with.

use std::path::PathBuf;

use anyhow::bail;

use super::{
    Exit,
    episodes::EpisodesArgs,
    looks::{Looks, LooksArgs},
    registries::RegistriesArgs,
    settings,
    themes::Themes,
    view::ViewArgs,
};
use crate::config::Config;
use crate::report::Out;
use crate::runtime::{self, RunOptions};
use crate::study::{Inputs, inputs};

#[derive(Debug, clap::Args)]
pub(super) struct UiArgs {
    /// Registries, ledgers, traces, or folders of them; `-` for standard input, which is also read where nothing is
    /// named and something is piped in
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    looks: LooksArgs,
    /// Leave the mouse to the terminal, so that it selects text as everywhere
    #[arg(long)]
    no_mouse: bool,
    /// Neither take up where the last visit to these files ended nor remember this one
    #[arg(long)]
    no_state: bool,
}

pub(super) fn run(args: &UiArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let mut paths = args.paths.clone();
    // Without a terminal nobody sees that standard input is waited for: then it must be named.
    if !out.is_terminal() {
        return plain(paths, config, out);
    }
    if paths.is_empty() && runtime::is_input_given() {
        paths.push("-".into());
    }
    let mut found = Themes::find();
    let mut notes = std::mem::take(&mut found.notes);
    notes.extend(config.notes.iter().cloned());
    let get = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let get = |name: &str| get(name).map(|value| value.to_string_lossy().into_owned());
    let looks = args.looks.resolve(config, found, get)?;
    let mouse = config.mouse && !args.no_mouse;
    let state = (config.state && !args.no_state).then(settings::state_folder).flatten();
    let with_theme = !args.looks.names_theme();
    let Looks { themes, if_light, glyphs } = looks;
    let keymap = config.keymap.clone();
    runtime::run(RunOptions { paths, keymap, themes, if_light, glyphs, notes, mouse, state, with_theme })?;
    Ok(Exit::Fine)
}

/// Standard output is no terminal: print the list that the UI would open with.
fn plain(paths: Vec<PathBuf>, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    if paths.is_empty() {
        bail!("standard output is no terminal to draw on; name files to list, or see `vidimus --help`");
    }
    let view = ViewArgs::default();
    // Standard input can be read only once: what comes that way is taken for a ledger.
    let opened = if paths.iter().any(|path| path.as_os_str() == "-") { Inputs::default() } else { inputs(&paths) };
    if opened.ledgers.is_empty() && !opened.registries.is_empty() {
        super::registries::run(&RegistriesArgs { paths, view }, config, out)
    } else {
        super::episodes::run(&EpisodesArgs { paths, sort: None, reverse: false, view }, config, out)
    }
}
