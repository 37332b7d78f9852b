//! Where runs come from: what is of different studies, or was judged by different registries, is not thrown together
//! unless somebody asks for it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::Row;
use crate::pair::{Field, Run};

/// The keys of a header that may name the registry of a monitor, and the one that says that there are several on
/// purpose, one a fold.
const REGISTRY: [&str; 2] = ["registry_sha256", "registry"];
const FOLD: &str = "fold";

/// One origin.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// The study, if the file names one.
    pub study: Option<String>,
    /// The registry that the header names, where the runs of one arm name several.
    pub registry: Option<String>,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.study {
            Some(study) => write!(f, "study {study}")?,
            None => f.write_str("files that name no study")?,
        }
        if let Some(registry) = &self.registry {
            write!(f, ", registry {registry}")?;
        }
        Ok(())
    }
}

/// The origins of the rows that count, each with the places of its rows; more than one is not to be pooled. The rows are
/// those of the runs, in the same order.
#[must_use]
pub fn origins(runs: &[Run], rows: &[Row<'_>]) -> BTreeMap<Origin, Vec<u32>> {
    let value = |run: &Run, name: &str| run.value(&Field::Other(name.into())).map(std::borrow::Cow::into_owned);
    let registry = |run: &Run| {
        let is_fold = value(run, FOLD).is_some();
        REGISTRY.iter().find_map(|name| value(run, name)).filter(|_| !is_fold)
    };
    let counted = || (0_u32..).zip(runs.iter().zip(rows)).filter(|(_, (_, row))| !row.is_elsewhere);
    // Two arms may well have two registries; it is one arm that is to have one.
    let mut of_arm: BTreeMap<Option<&str>, BTreeSet<String>> = BTreeMap::new();
    for (_, (run, row)) in counted() {
        of_arm.entry(row.arm).or_default().extend(registry(run));
    }
    let is_split = of_arm.values().any(|registries| registries.len() > 1);
    let mut found: BTreeMap<Origin, Vec<u32>> = BTreeMap::new();
    for (place, (run, _)) in counted() {
        let study = run.study.as_deref().map(str::to_owned);
        let origin = Origin { study, registry: registry(run).filter(|_| is_split) };
        found.entry(origin).or_default().push(place);
    }
    found
}
