//! Which registries judge: `--registry` or `--crossfit`.

use std::path::{Path, PathBuf};

use super::open;
use crate::files::FoundFile;
use crate::report;
use crate::study::{Against, Chosen, Ledger, StudyError};

#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub(super) struct AgainstArgs {
    /// The registry to check with
    #[arg(long, value_name = "FILE")]
    registry: Option<PathBuf>,
    /// A folder of folds: each task is checked by the fold that never saw it
    #[arg(long, value_name = "FOLDER")]
    crossfit: Option<PathBuf>,
}

/// The same where a view is worth seeing without a registry.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub(super) struct ReplayArgs {
    /// Also replay the calls against this registry
    #[arg(long, value_name = "FILE")]
    registry: Option<PathBuf>,
    /// Also replay the calls against a folder of folds, each task against the fold that never saw it
    #[arg(long, value_name = "FOLDER")]
    crossfit: Option<PathBuf>,
}

impl ReplayArgs {
    /// The registries that are named, or else those that lie among the ledgers, as in the terminal UI; what was done is
    /// told.
    pub(super) fn deal_or_found(&self, found: &[FoundFile], ledgers: &[Ledger]) -> Result<Option<Chosen>, StudyError> {
        let named = self.deal(ledgers)?;
        if named.is_some() || found.is_empty() {
            return Ok(named);
        }
        let (registries, _) = open::registries(found);
        let count = registries.len();
        let Some(against) = Against::found(registries) else {
            if count > 0 {
                report::note(&format!(
                    "{count} registries of different sets lie among these files, so that no call is judged again; say \
                     which judges with --registry FILE or --crossfit FOLDER"
                ));
            }
            return Ok(None);
        };
        let names: Vec<&str> = against.registries().map(|named| named.name.as_str()).collect();
        report::note(&format!("the calls are judged again by what lies among these files: {}", names.join(", ")));
        Ok(Some(against.deal(ledgers)))
    }

    /// The registries, if any are named.
    pub(super) fn deal(&self, ledgers: &[Ledger]) -> Result<Option<Chosen>, StudyError> {
        let against = AgainstArgs { registry: self.registry.clone(), crossfit: self.crossfit.clone() };
        (self.registry.is_some() || self.crossfit.is_some()).then(|| against.deal(ledgers)).transpose()
    }
}

impl AgainstArgs {
    /// What is named.
    pub(super) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.registry.iter().chain(&self.crossfit)
    }

    /// Reads the registries and deals the ledgers' tasks to them; what a person should know goes to standard error.
    pub(super) fn deal(&self, ledgers: &[Ledger]) -> Result<Chosen, StudyError> {
        let against = match (&self.registry, &self.crossfit) {
            (Some(file), _) => Against::registry(file)?,
            (None, Some(folder)) => Against::crossfit(folder)?,
            (None, None) => {
                let what = "name a registry with --registry FILE, or folds with --crossfit FOLDER";
                return Err(StudyError::Request(what.to_owned()));
            }
        };
        for registry in against.registries() {
            open::tell_notes(Path::new(&registry.name), &registry.notes);
        }
        let chosen = against.deal(ledgers);
        if chosen.is_guessed {
            report::note(
                "the folds do not say which tasks they hold out, so the tasks of these files were dealt to them anew; that \
                 is right only for the very files they were mined from",
            );
        }
        Ok(chosen)
    }
}
