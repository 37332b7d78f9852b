//! The options of everything that prints a view: its format, and for lists a filter.

use crate::config::Config;
use crate::query::lang::QueryError;
use crate::report::{self, Format, Table};

#[derive(Debug, Default, clap::Args)]
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

#[derive(Debug, Default, clap::Args)]
pub(super) struct ViewArgs {
    /// Show only rows for which every term holds
    ///
    /// A word or "several words" stand in any column; column:value with * for anything; column>n, >=, <, <=; a
    /// comma for "or", outside quotes; a dash before a term turns it round. Columns have the names that --format csv prints. Example: completed:no calls>=5
    #[arg(long, value_name = "FILTER", allow_hyphen_values = true)]
    filter: Option<String>,
    #[command(flatten)]
    format: FormatArgs,
}

impl ViewArgs {
    /// The format in force.
    pub(super) fn format(&self, config: &Config) -> Format {
        self.format.resolve(config)
    }

    /// The filter, for a view with fields of its own.
    pub(super) fn filter_text(&self) -> Option<&str> {
        self.filter.as_deref()
    }

    /// Applies the filter, and says how many rows it hid.
    pub(super) fn filter(&self, table: &mut Table) -> Result<(), QueryError> {
        let total = table.rows.len();
        table.filter(self.filter.as_deref())?;
        if table.rows.len() < total {
            report::note(&format!("the filter shows {} of {total} rows", table.rows.len()));
        }
        Ok(())
    }
}
