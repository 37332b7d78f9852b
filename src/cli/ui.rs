//! `vidimus [PATH…]`: the terminal UI, or where there is no terminal the list it would open with.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::{
    Exit,
    around::ToolsArgs,
    episodes::EpisodesArgs,
    looks::{Looks, LooksArgs},
    registries::RegistriesArgs,
    settings,
    themes::Themes,
    view::ViewArgs,
};
use crate::config::Config;
use crate::files::{is_pipe, is_standard_input};
use crate::link::{self, Link, Target};
use crate::report::Out;
use crate::runtime::{self, RunOptions};
use crate::sample;
use crate::study::{Inputs, inputs};

#[derive(Debug, clap::Args)]
pub(super) struct UiArgs {
    /// Registries, ledgers, traces, or folders of them; a link such as vidimus:study.jsonl#e17/4; `-` for standard input, which is also read where nothing is
    /// named and something is piped in
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Open at the very call and field that a link leads to (Y copies one)
    #[arg(long, value_name = "LINK", value_parser = Link::parse)]
    at: Option<Link>,
    #[command(flatten)]
    looks: LooksArgs,
    /// Leave the mouse to the terminal, so that it selects text as everywhere
    #[arg(long)]
    no_mouse: bool,
    /// Neither take up where the last visit to these files ended nor remember this one
    #[arg(long)]
    no_state: bool,
    /// Who signs decisions on the review screen; git's user.name, else $USER, if nothing is said
    #[arg(long, value_name = "NAME", value_parser = crate::review::reviewer_name)]
    reviewer: Option<String>,
}

pub(super) fn run(args: &UiArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let mut paths = args.paths.clone();
    let at = link(&mut paths, args.at.clone())?;
    // Other names of standard input, where something comes that way.
    if runtime::is_input_given() {
        paths.iter_mut().filter(|path| is_standard_input(path) && is_pipe(path)).for_each(|path| *path = "-".into());
    }
    // Without a terminal nobody sees that standard input is waited for: then it must be named.
    if !out.is_terminal() {
        return match at.filter(|at| at.target != Target::File) {
            Some(at) => super::at::run(&at, &paths, config, out),
            None => plain(paths, config, out),
        };
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
    let reviewer = args.reviewer.clone();
    runtime::run(RunOptions {
        paths,
        keymap,
        themes,
        if_light,
        glyphs,
        notes,
        at,
        mouse,
        state,
        with_theme,
        reviewer,
    })?;
    Ok(Exit::Fine)
}

/// The link to go to; one that stands where a path does is taken out, and its file is opened.
fn link(paths: &mut Vec<PathBuf>, at: Option<Link>) -> anyhow::Result<Option<Link>> {
    let Some(place) = paths.iter().position(|path| path.to_str().is_some_and(|path| path.starts_with(link::SCHEME)))
    else {
        return Ok(at);
    };
    let text = paths.remove(place).to_string_lossy().into_owned();
    let link = Link::parse(&text).with_context(|| text.clone())?;
    let file = PathBuf::from(&link.file);
    let is_built_in = sample::builtin().iter().any(|(name, _)| Path::new(name).file_name() == file.file_name());
    if file.exists() {
        paths.push(file);
    } else if paths.is_empty() && !is_built_in {
        bail!(
            "there is no file {} in this folder, where the link leads; name the file or its folder: \
             vidimus FOLDER --at '{text}'",
            file.display()
        );
    }
    Ok(Some(link))
}

/// Standard output is no terminal: print the list that the UI would open with.
fn plain(paths: Vec<PathBuf>, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    if paths.is_empty() {
        bail!("standard output is no terminal to draw on; name files to list, or see `vidimus --help`");
    }
    let view = ViewArgs::default();
    // A pipe can be read only once: what comes that way is taken for a ledger.
    let is_once = |path: &Path| path.as_os_str() == "-" || is_pipe(path);
    let opened = if paths.iter().any(|path| is_once(path)) { Inputs::default() } else { inputs(&paths) };
    if opened.ledgers.is_empty() && !opened.registries.is_empty() {
        super::registries::run(&RegistriesArgs { paths, view }, config, out)
    } else {
        let args =
            EpisodesArgs { paths, sort: None, reverse: false, symptoms: false, tools: ToolsArgs::default(), view };
        super::episodes::run(&args, config, out)
    }
}
