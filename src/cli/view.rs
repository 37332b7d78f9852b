//! The choice of format, shared by everything that prints a view.

use crate::config::Config;
use crate::report::Format;

#[derive(Debug, clap::Args)]
pub(super) struct FormatArgs {
    /// How the result is printed (default: text, or what the settings say)
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
}

impl FormatArgs {
    /// The format in force.
    pub(super) fn resolve(&self, config: &Config) -> Format {
        self.format.unwrap_or(config.format)
    }
}
