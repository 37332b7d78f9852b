//! The forms in which a view is printed.

use clap::ValueEnum;
use serde::Deserialize;

/// How a view is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Columns for people
    #[default]
    Text,
    /// One JSON value
    Json,
    /// Comma-separated values with a heading line (RFC 4180)
    Csv,
    /// A Markdown table
    Md,
}
