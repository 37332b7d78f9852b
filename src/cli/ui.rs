//! `vidimus [PATH…]`: the terminal UI, or where there is no terminal the list it would open with.

use std::path::PathBuf;

use anyhow::bail;

use super::{Exit, episodes::EpisodesArgs, registries::RegistriesArgs, themes::Themes, view::ViewArgs};
use crate::config::Config;
use crate::report::Out;
use crate::runtime::{self, RunOptions};
use crate::study::inputs;
use crate::theme::{Glyphs, Theme};

#[derive(Debug, clap::Args)]
pub(super) struct UiArgs {
    /// Registries, ledgers, traces, or folders of them
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The theme to begin with (see `vidimus themes`)
    #[arg(long, value_name = "NAME")]
    theme: Option<String>,
    /// Leave the mouse to the terminal, so that it selects text as everywhere
    #[arg(long)]
    no_mouse: bool,
}

pub(super) fn run(args: &UiArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    if !out.is_terminal() {
        return plain(args, config, out);
    }
    let mut found = Themes::find();
    let notes = std::mem::take(&mut found.notes);
    let mut themes = found.beginning_with(args.theme.as_deref().or(config.theme.as_deref()))?;
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if set("NO_COLOR").is_some() || set("TERM").is_some_and(|term| term == "dumb") {
        themes = themes.into_iter().map(Theme::without_colour).collect();
    }
    // The first of these that is set decides the character set (POSIX).
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default();
    let locale = locale.to_string_lossy().to_uppercase();
    let is_unicode = locale.contains("UTF-8") || locale.contains("UTF8");
    let glyphs = if is_unicode { Glyphs::Unicode } else { Glyphs::Ascii };
    let mouse = config.mouse && !args.no_mouse;
    runtime::run(RunOptions { paths: args.paths.clone(), themes, glyphs, notes, mouse })?;
    Ok(Exit::Fine)
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
