//! `vidimus keys`: the reference of the keys, from the table that handles them.

use super::{Exit, view::FormatArgs};
use crate::config::Config;
use crate::report::{self, Out};

/// List the keys of the terminal UI
#[derive(Debug, clap::Args)]
pub(super) struct KeysArgs {
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &KeysArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    config.notes.iter().for_each(|note| report::note(note));
    out.table(&report::keys(&config.keymap), args.format.resolve(config))?;
    Ok(Exit::Fine)
}
