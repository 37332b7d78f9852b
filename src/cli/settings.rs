//! Where settings come from: flags over file over defaults.

use std::io::ErrorKind;
use std::path::PathBuf;

use anyhow::Context;
use etcetera::{AppStrategy, AppStrategyArgs, app_strategy::Xdg};

use crate::config::Config;
use crate::files::{FileError, FoundFile};

#[derive(Debug, clap::Args)]
pub(super) struct SettingsArgs {
    /// Read settings from this file instead of vidimus/config.toml in the XDG config folder
    #[arg(long, value_name = "FILE", global = true)]
    config: Option<PathBuf>,
}

impl SettingsArgs {
    /// The settings of the file in force; defaults where there is none.
    pub(super) fn resolve(&self) -> anyhow::Result<Config> {
        let path = match &self.config {
            Some(path) => path.clone(),
            None => folder()?.join("config.toml"),
        };
        match FoundFile::look(&path).and_then(|file| file.bytes()) {
            Ok(bytes) => Ok(Config::parse(&String::from_utf8_lossy(&bytes), &path)?),
            Err(FileError::Io { error, .. }) if self.config.is_none() && error.kind() == ErrorKind::NotFound => {
                Ok(Config::default())
            }
            Err(problem) => Err(problem).context("the settings cannot be read; check --config"),
        }
    }
}

/// The user's folder for settings and themes.
pub(super) fn folder() -> anyhow::Result<PathBuf> {
    Ok(xdg().context("no home folder is known; set HOME, or name a settings file with --config")?.config_dir())
}

/// The user's folder for what is remembered of visits; none where no home is known.
pub(super) fn state_folder() -> Option<PathBuf> {
    xdg().ok()?.state_dir()
}

fn xdg() -> Result<Xdg, etcetera::HomeDirError> {
    Xdg::new(AppStrategyArgs { app_name: "vidimus".to_owned(), ..AppStrategyArgs::default() })
}
