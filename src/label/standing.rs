//! Where each pair stands by a journal.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::mark::{Journal, PairId, Said, What};
use super::word::PairLabel;

/// What a journal says of every pair that it names.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    pairs: BTreeMap<PairId, Of>,
}

/// What it says of one pair.
#[derive(Clone, Debug, Default)]
pub struct Of {
    /// The labels that nothing takes back, in their order.
    labels: Vec<Arc<Said>>,
    /// The notes, those of labels too, in their order.
    pub notes: Vec<Arc<Said>>,
}

/// Where a pair stands.
#[derive(Clone, Debug)]
pub enum Standing<'l> {
    /// Nobody gave it a label.
    Unlabelled,
    /// The last label that was given to these calls.
    Labelled(&'l Said),
    /// It was labelled when the calls or outcomes were others; that label is kept, and has to be given again.
    Changed(&'l Said),
}

impl<'l> Standing<'l> {
    /// The label in force.
    #[must_use]
    pub fn label(&self) -> Option<PairLabel> {
        match self {
            Self::Labelled(said) => label(said),
            Self::Unlabelled | Self::Changed(_) => None,
        }
    }

    /// The line behind it.
    #[must_use]
    pub fn said(&self) -> Option<&'l Said> {
        match self {
            Self::Labelled(said) | Self::Changed(said) => Some(said),
            Self::Unlabelled => None,
        }
    }

    /// The word for it in filters.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        match self {
            Self::Unlabelled => "unlabelled",
            Self::Labelled(_) => "labelled",
            Self::Changed(_) => "changed",
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Unlabelled => "unlabelled",
            Self::Labelled(_) => "labelled",
            Self::Changed(_) => "changed since labelled",
        }
    }
}

/// The label that a line gives.
fn label(said: &Said) -> Option<PairLabel> {
    match said.judgement()?.what {
        What::Label { label, .. } => Some(label),
        What::Note => None,
    }
}

impl Labels {
    /// What a journal says; of one person only, if that is asked.
    #[must_use]
    pub fn of(journal: &Journal, author: Option<&str>) -> Self {
        let mut pairs: BTreeMap<PairId, Of> = BTreeMap::new();
        for said in journal.in_force().filter(|said| author.is_none_or(|name| name == said.author)) {
            let Some(mark) = said.judgement() else { continue };
            let of = pairs.entry(mark.pair.clone()).or_default();
            if matches!(mark.what, What::Label { .. }) {
                of.labels.push(Arc::clone(said));
            }
            if !said.reason.is_empty() {
                of.notes.push(Arc::clone(said));
            }
        }
        Self { pairs }
    }

    /// Where a pair stands that has this content now.
    #[must_use]
    pub fn standing(&self, pair: &PairId, content: &str) -> Standing<'_> {
        let Some(of) = self.pairs.get(pair) else { return Standing::Unlabelled };
        let is_same = |said: &&Arc<Said>| said.judgement().is_some_and(|mark| mark.content == content);
        match (of.labels.iter().rfind(is_same), of.labels.last()) {
            (Some(said), _) => Standing::Labelled(said),
            (None, Some(said)) => Standing::Changed(said),
            (None, None) => Standing::Unlabelled,
        }
    }

    /// What is said of a pair.
    #[must_use]
    pub fn get(&self, pair: &PairId) -> Option<&Of> {
        self.pairs.get(pair)
    }

    /// The last label of every pair, whatever its content was; with the line that gives it.
    pub fn last(&self) -> impl Iterator<Item = (&PairId, PairLabel, &Said)> {
        self.pairs.iter().filter_map(|(pair, of)| of.labels.last().and_then(|said| Some((pair, label(said)?, &**said))))
    }
}
