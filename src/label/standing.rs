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
    /// The last label that was given to these calls, and nobody's last label is another one.
    Labelled(&'l Said),
    /// The last labels of two people are not the same: the last one of each person, oldest first. It is settled once
    /// all are the same, because somebody gave the other label or took theirs back.
    Disputed(Vec<&'l Said>),
    /// It was labelled when the calls or outcomes were others; that label is kept, and has to be given again.
    Changed(&'l Said),
}

impl<'l> Standing<'l> {
    /// The label in force: none while it is disputed.
    #[must_use]
    pub fn label(&self) -> Option<PairLabel> {
        match self {
            Self::Labelled(said) => label(said),
            Self::Unlabelled | Self::Disputed(_) | Self::Changed(_) => None,
        }
    }

    /// The line behind it: of a disputed one the last.
    #[must_use]
    pub fn said(&self) -> Option<&'l Said> {
        match self {
            Self::Labelled(said) | Self::Changed(said) => Some(said),
            Self::Disputed(all) => all.last().copied(),
            Self::Unlabelled => None,
        }
    }

    /// Who says what of a disputed pair, oldest first; else nothing.
    #[must_use]
    pub fn disputants(&self) -> Vec<(&'l str, PairLabel)> {
        let Self::Disputed(all) = self else { return Vec::new() };
        all.iter().filter_map(|said| Some((said.author.as_str(), label(said)?))).collect()
    }

    /// The word for it in filters.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        match self {
            Self::Unlabelled => "unlabelled",
            Self::Labelled(_) => "labelled",
            Self::Disputed(_) => "disputed",
            Self::Changed(_) => "changed",
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Unlabelled => "unlabelled",
            Self::Labelled(_) => "labelled",
            Self::Disputed(_) => "disputed",
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
        match (of.last_of_each(content), of.labels.last()) {
            (all, _) if is_dispute(&all) => Standing::Disputed(all),
            (all, Some(last)) => all.last().map_or(Standing::Changed(last), |said| Standing::Labelled(said)),
            (_, None) => Standing::Unlabelled,
        }
    }

    /// What is said of a pair.
    #[must_use]
    pub fn get(&self, pair: &PairId) -> Option<&Of> {
        self.pairs.get(pair)
    }

    /// The last label of every pair, whatever its content was; with the line that gives it. Those on whose last calls
    /// people differ are left out.
    pub fn last(&self) -> impl Iterator<Item = (&PairId, PairLabel, &Said)> {
        let settled = self.pairs.iter().filter(|(_, of)| !of.is_disputed());
        settled.filter_map(|(pair, of)| of.labels.last().and_then(|said| Some((pair, label(said)?, &**said))))
    }

    /// The pairs on whose last calls people differ.
    pub fn disputed(&self) -> impl Iterator<Item = &PairId> {
        self.pairs.iter().filter(|(_, of)| of.is_disputed()).map(|(pair, _)| pair)
    }

    /// Every pair that anybody gave a label.
    pub fn named(&self) -> impl Iterator<Item = &PairId> {
        self.pairs.iter().filter(|(_, of)| !of.labels.is_empty()).map(|(pair, _)| pair)
    }

    /// The last label that a person gave to these calls.
    #[must_use]
    pub fn label_by(&self, author: &str, pair: &PairId, content: &str) -> Option<PairLabel> {
        label(self.said_by(author, pair, content)?)
    }

    /// The line in which a person gave these calls their last label.
    #[must_use]
    pub fn said_by(&self, author: &str, pair: &PairId, content: &str) -> Option<&Said> {
        let all = self.pairs.get(pair)?.last_of_each(content);
        all.into_iter().find(|said| said.author == author)
    }
}

impl Of {
    /// The last label that each person gave to these calls, oldest first.
    fn last_of_each(&self, content: &str) -> Vec<&Said> {
        let mut all: Vec<&Said> = Vec::new();
        for said in self.labels.iter().rev().filter(|said| is_of(said, content)) {
            if all.iter().all(|later| later.author != said.author) {
                all.push(said);
            }
        }
        all.reverse();
        all
    }

    /// Whether people differ on the calls that were labelled last.
    fn is_disputed(&self) -> bool {
        let content = self.labels.last().and_then(|said| said.judgement()).map(|mark| mark.content.as_str());
        content.is_some_and(|content| is_dispute(&self.last_of_each(content)))
    }
}

fn is_of(said: &Said, content: &str) -> bool {
    said.judgement().is_some_and(|mark| mark.content == content)
}

/// Whether not all say the same.
fn is_dispute(all: &[&Said]) -> bool {
    let mut labels = all.iter().filter_map(|said| label(said));
    labels.next().is_some_and(|first| labels.any(|other| other != first))
}
