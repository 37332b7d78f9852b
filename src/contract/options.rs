//! Choices of a miner.

use std::collections::BTreeMap;

use crate::domain::class::CLASSES;
use crate::domain::registry::{Input, Source};

/// Choices of a miner; the default is the paper's vocabulary with its thresholds.
#[derive(Clone, Debug, Default)]
pub struct MineOptions {
    /// Minimum supports that differ from [`CLASSES`], by threshold name.
    pub thresholds: BTreeMap<String, u64>,
    /// Whether evidence is left out (faster; the contract is the same).
    pub no_evidence: bool,
}

impl MineOptions {
    /// The minimum support in force under a name of [`CLASSES`], in samples; no support is enough for
    /// a name that is not there.
    #[must_use]
    pub fn threshold(&self, name: &str) -> u64 {
        self.thresholds.get(name).copied().unwrap_or_else(|| {
            let named = CLASSES.iter().flat_map(|row| row.thresholds).find(|(known, _)| *known == name);
            named.map_or(u64::MAX, |(_, support)| *support)
        })
    }

    /// Where contracts come from, with every threshold in force: most are ours and not the paper's (SPEC, head).
    #[must_use]
    pub fn source(&self, kind: &str, inputs: Vec<Input>) -> Source {
        let names = CLASSES.iter().flat_map(|row| row.thresholds).map(|(name, _)| *name);
        Source {
            kind: kind.to_owned(),
            inputs,
            vocabulary: Some("paper".to_owned()),
            thresholds: names.map(|name| (name.to_owned(), self.threshold(name))).collect(),
            ..Source::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threshold_is_the_one_given_or_the_papers() {
        let options = MineOptions { thresholds: [("category".into(), 3)].into(), no_evidence: true };
        assert_eq!(options.threshold("category"), 3);
        assert_eq!(options.threshold("category_unnamed"), 30);
        assert_eq!(options.threshold("unheard_of"), u64::MAX);
    }
}
