//! `vidimus import`: any readable trace into one ledger (SPEC 8).

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::bail;

use super::{Exit, open};
use crate::report::Out;

/// Turn traces of other programs into one ledger
#[derive(Debug, clap::Args)]
pub(super) struct ImportArgs {
    /// Traces, ledgers, or folders of them; `-` is standard input
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Where the ledger goes; `-` is standard output
    #[arg(short, long, value_name = "LEDGER", default_value = "-")]
    output: PathBuf,
}
