//! Labels of the pairs that came out differently: saved at once, in a file beside the ledger, and kept with the guess
//! that stood there.
//!
//! As in a review, what is said goes out as an order and counts once the answer is there.

mod asking;
mod blind;
mod journal;
pub mod order;

pub(super) use blind::ONLY_PAIRS;
pub use journal::Outcome;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::App;
use super::data::LedgerId;
use super::screen::pairs::PairKey;
use crate::label::agreement::Comparison;
use crate::label::blind::Blind;
use crate::label::{Entry, Journal, Labels, PairLabel, Reasons, Standing};
use crate::lens::labels::{Case, notes};

/// What is known of the labels in one file.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Where they lie, as a person would name it.
    pub place: String,
    /// What was read last.
    pub journal: Arc<Journal>,
    /// What it says of each pair.
    pub labels: Arc<Labels>,
    /// Why nothing can be read or written there, if so.
    pub problem: Option<String>,
}

/// The state of labelling.
#[derive(Clone, Debug, Default)]
pub struct Labelling {
    journals: BTreeMap<LedgerId, Kept>,
    /// Pairs whose labels are on their way to the disk, with the number of the order.
    saving: Vec<(u64, PairKey)>,
    orders: u64,
    /// How far it is, as it was counted last.
    progress: Progress,
    /// How far labels and guesses agree, likewise: the share that is the same, and kappa.
    agreement: (Option<f64>, Option<f64>),
    /// How often it was counted: whoever shows labels shows them anew when this is another number.
    version: u64,
    /// What hides arms and outcomes, while it does.
    blind: Option<Blind>,
    /// The pair that is being asked about, as it was when the question came up: a reload takes neither away.
    asking: Option<(PairKey, Arc<Case>)>,
}

/// How far labelling is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Pairs that came out differently.
    pub pairs: usize,
    /// Those with a label in force.
    pub labelled: usize,
    /// Those on which people differ.
    pub disputed: usize,
}

impl Progress {
    /// One pair more, or one less.
    fn count(&mut self, standing: &Standing<'_>, is_more: bool) {
        let count = |number: &mut usize| *number = if is_more { *number + 1 } else { number.saturating_sub(1) };
        count(&mut self.pairs);
        match standing {
            Standing::Labelled(_) => count(&mut self.labelled),
            Standing::Disputed(_) => count(&mut self.disputed),
            Standing::Unlabelled | Standing::Changed(_) => {}
        }
    }
}

impl Labelling {
    /// Another number whenever labels, pairs, or what is hidden have changed.
    pub(super) const fn version(&self) -> u64 {
        self.version
    }
}

impl App {
    /// A pair that came out differently, ready to be labelled; nothing of others, or while it is not read.
    pub fn case(&self, pair: &PairKey) -> Option<&Arc<Case>> {
        self.pairs.case(pair)
    }

    /// The ledger beside which the labels of a pair are kept: of two files the one whose path comes first.
    fn ledger_of_labels(&self, pair: &PairKey) -> Option<LedgerId> {
        let (one, other) = (self.data.ledger(pair.first.0)?, self.data.ledger(pair.second.0)?);
        let path = |text: &str| std::path::PathBuf::from(text);
        Some(if path(&other.path) < path(&one.path) { other.id } else { one.id })
    }

    fn kept(&self, pair: &PairKey) -> Option<&Kept> {
        self.labelling.journals.get(&self.ledger_of_labels(pair)?)
    }

    /// Where a pair stands; one that is hidden stands as if nobody had said anything of it.
    pub fn label_standing(&self, pair: &PairKey) -> Option<Standing<'_>> {
        let case = self.case(pair)?;
        if self.is_hidden(pair) {
            return Some(Standing::Unlabelled);
        }
        Some(self.kept(pair)?.labels.standing(&case.id, &case.content))
    }

    /// The label in force.
    pub fn label_of(&self, pair: &PairKey) -> Option<PairLabel> {
        self.label_standing(pair)?.label()
    }

    /// What people noted about a pair, oldest first, each with who said it.
    pub fn notes_of(&self, pair: &PairKey) -> Vec<(String, String)> {
        let Some((case, kept)) = self.case(pair).zip(self.kept(pair)) else { return Vec::new() };
        let mut notes = notes(&kept.labels, &case.id);
        // What others wrote may tell what is hidden.
        let is_hidden = self.is_hidden(pair);
        notes.retain(|(author, _)| !is_hidden || *author == self.review.author);
        notes
    }

    /// Whether a label of a pair is on its way to the disk.
    pub fn is_saving_label(&self, pair: &PairKey) -> bool {
        self.labelling.saving.iter().any(|(_, saving)| saving == pair)
    }

    /// How far labelling is, over all pairs of the two arms, as it was counted last.
    pub fn label_progress(&self) -> Progress {
        self.labelling.progress
    }

    /// Counts anew how far labelling is: after pairs, labels or what is hidden have changed, and at no other time.
    pub(super) fn count_labels(&mut self) {
        let mut progress = Progress::default();
        for standing in self.pairs.keys().iter().filter_map(|pair| self.counted_standing(pair)) {
            progress.count(&standing, true);
        }
        self.labelling.progress = progress;
        self.labelling.version += 1;
        let found = self.labels_beside_guesses().agreement();
        self.labelling.agreement = (found.same.share(), found.kappa);
    }

    /// A pair to label is one whether or not its label file has been read.
    fn counted_standing(&self, pair: &PairKey) -> Option<Standing<'_>> {
        self.case(pair)?;
        Some(self.label_standing(pair).unwrap_or(Standing::Unlabelled))
    }

    /// A pair is about to be read anew, and counts no more until it has been; then it counts again.
    pub(super) fn count_label_of(&mut self, pair: &PairKey, counts: bool) {
        let mut progress = self.labelling.progress;
        if let Some(standing) = self.counted_standing(pair) {
            progress.count(&standing, counts);
        }
        self.labelling.progress = progress;
    }

    /// Why the pairs of the two arms came out differently, counted by their places. While labelling is blind, only by
    /// what the person said: what others said, and every guess, would tell what is hidden.
    pub fn reasons(&self) -> Reasons {
        let is_blind = self.is_blind();
        let mine: BTreeMap<LedgerId, Labels> = self
            .labelling
            .journals
            .iter()
            .filter(|_| is_blind)
            .map(|(id, kept)| (*id, Labels::of(&kept.journal, Some(&self.review.author))))
            .collect();
        let entry = |(place, pair): (u32, &PairKey)| {
            let case = self.case(pair)?;
            let ledger = self.ledger_of_labels(pair)?;
            let labels = mine.get(&ledger).or_else(|| Some(&*self.labelling.journals.get(&ledger)?.labels));
            let standing = labels.map_or(Standing::Unlabelled, |of| of.standing(&case.id, &case.content));
            let entry = case.entry(place, standing);
            Some(Entry { guess: entry.guess.filter(|_| !is_blind), ..entry })
        };
        Reasons::of((0_u32..).zip(self.pairs.keys()).filter_map(entry))
    }

    /// The labels of the pairs of the two arms beside what was guessed when they were given.
    pub fn labels_beside_guesses(&self) -> Comparison {
        self.reasons().comparison
    }

    /// `12 of 31 labelled · as guessed 83% · kappa .71`.
    pub fn label_sentence(&self) -> Option<String> {
        let Progress { pairs, labelled, disputed } = self.label_progress();
        if pairs == 0 {
            return None;
        }
        let mut parts = vec![format!("{labelled} of {} labelled", crate::words::counted(pairs, "discordant pair"))];
        if disputed > 0 {
            parts.push(format!("{disputed} disputed"));
        }
        let (share, kappa) = self.labelling.agreement;
        if let Some(share) = share {
            parts.push(format!("as guessed {:.0}%", share * 100.0));
        }
        if let Some(kappa) = kappa {
            parts.push(format!("kappa {kappa:.2}"));
        }
        Some(parts.join(" · "))
    }

    /// The next pair, round the end, that came out differently and has no label.
    pub(super) fn next_unlabelled(&mut self) {
        let list = &self.pairs.screen.list;
        let (rows, here) = (list.rows(), list.place());
        let is_left = |pair: &PairKey| {
            let standing = self.label_standing(pair);
            matches!(standing, Some(Standing::Unlabelled | Standing::Changed(_))) && !self.is_saving_label(pair)
        };
        let found = (1..=rows.len()).filter_map(|step| rows.get((here + step) % rows.len())).find(|pair| is_left(pair));
        match found.cloned() {
            Some(pair) if self.pairs.open.is_some() => self.open_pair(&pair),
            Some(pair) => {
                self.pairs.screen.pane = super::screen::pairs::Pane::List;
                self.pairs.screen.list.select(&pair);
            }
            None => self.notice = Some("every pair of this list that came out differently has a label".into()),
        }
    }
}
