//! The arguments that name one call, shared by every command on one.

use std::path::PathBuf;

use anyhow::bail;

use super::open::{self, Opened};
use crate::domain::ids::Step;
use crate::report::Progress;
use crate::study::Ledger;

#[derive(Debug, clap::Args)]
pub(super) struct CallArgs {
    /// The ledger or trace, or a folder of them
    #[arg(value_name = "LEDGER")]
    ledger: PathBuf,
    /// The episode's id, or the beginning of it
    #[arg(value_name = "EPISODE")]
    pub(super) episode: String,
    /// The call's place in the episode, from 0
    #[arg(value_name = "STEP")]
    step: usize,
}

impl CallArgs {
    /// The place of the call.
    pub(super) fn step(&self) -> Step {
        Step(self.step)
    }

    /// Opens what was named, and says whether a part of it could not be read. `purpose` ends the sentence of the
    /// error that there is nothing "to …".
    pub(super) fn open(&self, purpose: &str, progress: &Progress) -> anyhow::Result<(Vec<Ledger>, bool)> {
        self.ledgers(self.look(), purpose, progress)
    }

    /// What was named, with what lies beside the ledgers in it.
    pub(super) fn look(&self) -> Opened {
        open::look(std::slice::from_ref(&self.ledger))
    }

    /// Opens the ledgers among it, as [`CallArgs::open`] does.
    pub(super) fn ledgers(
        &self,
        opened: Opened,
        purpose: &str,
        progress: &Progress,
    ) -> anyhow::Result<(Vec<Ledger>, bool)> {
        let (ledgers, failed) = open::ledgers(opened.inputs.ledgers, progress);
        if ledgers.is_empty() {
            bail!("{}: there is no ledger or trace to {purpose}", self.ledger.display());
        }
        Ok((ledgers, opened.has_problems || failed))
    }
}
