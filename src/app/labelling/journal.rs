//! Labels that are read, ordered, saved, taken back.

use std::sync::Arc;

use super::order::{LabelOrder, Ordered};
use super::{Kept, PairKey};
use crate::app::App;
use crate::app::data::LedgerId;
use crate::app::effect::Effect;
use crate::journal::Moment;
use crate::label::{Journal, Labels, Mark, PairLabel, What};
use crate::lens::labels::Case;

/// How an order ended: the journal as it is on disk now; or why nothing was written.
pub type Outcome = Result<Arc<Journal>, String>;

impl App {
    /// The labels beside a ledger were read.
    pub(in crate::app) fn labels_read(&mut self, ledger: LedgerId, place: String, content: Outcome, now: Moment) {
        self.review.now = self.review.now.max(now);
        match content {
            Ok(journal) => self.keep_labels(ledger, place, &journal),
            Err(problem) => {
                let place_before = self.labelling.journals.get(&ledger).map(|kept| kept.place.clone());
                let place = place_before.unwrap_or(place);
                self.say(problem.clone());
                let kept = self.labelling.journals.entry(ledger).or_insert_with(|| Kept {
                    place,
                    journal: Arc::default(),
                    labels: Arc::default(),
                    problem: None,
                });
                kept.problem = Some(problem);
            }
        }
        self.labels_changed();
    }

    fn keep_labels(&mut self, ledger: LedgerId, place: String, journal: &Arc<Journal>) {
        let labels = Arc::new(Labels::of(journal, None));
        let kept = Kept { place, journal: Arc::clone(journal), labels, problem: None };
        self.labelling.journals.insert(ledger, kept);
    }

    /// Another person labels from now on.
    pub(in crate::app) fn labellers_changed(&mut self) {
        if self.is_blind() {
            self.labels_changed();
        }
    }

    fn labels_changed(&mut self) {
        self.count_labels();
        self.refresh_pairs();
        self.refresh_braid();
    }

    /// Labels the pair under the cursor as guessed.
    pub(in crate::app) fn confirm_guess(&mut self) -> Vec<Effect> {
        let Some((pair, case)) = self.pair_to_label() else { return Vec::new() };
        let is_hidden = self.is_hidden(&pair);
        let Some(label) = case.guess.as_ref().filter(|_| !is_hidden).map(|guess| guess.label) else {
            self.notice = Some(if is_hidden {
                "the guess is hidden while labelling is blind: e chooses a label".to_owned()
            } else {
                "there is no guess to confirm: e chooses a label".to_owned()
            });
            return Vec::new();
        };
        self.label_and_ask(&pair, &case, label)
    }

    /// Labels a pair.
    pub(super) fn label(&mut self, pair: PairKey, case: &Case, label: PairLabel) -> Vec<Effect> {
        let blind = self.labelling.blind.filter(|_| self.is_hidden(&pair));
        self.order_mark(pair, case.label(label, blind), String::new())
    }

    /// Notes something about a pair.
    pub(super) fn note(&mut self, pair: PairKey, case: &Case, note: String) -> Vec<Effect> {
        self.order_mark(pair, case.mark(What::Note), note)
    }

    /// The pair under the cursor, if it can be labelled; else it is told why not. What was said of it and is still being
    /// saved bars nothing: one is saved after the other.
    pub(super) fn pair_to_label(&mut self) -> Option<(PairKey, Arc<Case>)> {
        let Some(pair) = self.pair_under_cursor().cloned() else {
            self.notice = Some("there is no pair here".into());
            return None;
        };
        let why = if self.pairs.braid(&pair).is_none() {
            Some("its two episodes are still being read".to_owned())
        } else if self.case(&pair).is_none() {
            Some("only pairs that came out differently, won or lost, are labelled".to_owned())
        } else {
            match self.kept(&pair) {
                None => Some("the labels beside the ledger are not read yet".to_owned()),
                Some(kept) => kept.problem.clone(),
            }
        };
        match why {
            Some(why) => {
                self.notice = Some(why);
                None
            }
            None => Some((pair.clone(), Arc::clone(self.case(&pair)?))),
        }
    }

    fn order_mark(&mut self, pair: PairKey, mark: Mark, note: String) -> Vec<Effect> {
        let Some(ledger) = self.ledger_of_labels(&pair) else { return Vec::new() };
        let order = self.next_label_order(ledger, Ordered::Mark(Box::new(mark), note));
        if let Some(order) = &order {
            self.labelling.saving.push((order.number, pair));
        }
        order.map(|order| Effect::Label(Box::new(order))).into_iter().collect()
    }

    fn next_label_order(&mut self, ledger: LedgerId, what: Ordered) -> Option<LabelOrder> {
        if self.review.author.is_empty() {
            self.notice = Some("nobody is known to sign labels: the command set-reviewer (:) asks for a name".into());
            return None;
        }
        self.labelling.orders += 1;
        Some(LabelOrder { ledger, number: self.labelling.orders, author: self.review.author.clone(), what })
    }

    /// Takes the person's last mark back, or lets it count again; of several files in the one with the latest.
    pub(in crate::app) fn undo_label(&mut self, is_redo: bool) -> Vec<Effect> {
        // What is still being saved is the last that was said.
        let saving = self.labelling.saving.last().map(|(_, pair)| pair.clone()).filter(|_| !is_redo);
        if let Some(ledger) = saving.and_then(|pair| self.ledger_of_labels(&pair)) {
            let order = self.next_label_order(ledger, Ordered::Undo);
            return order.map(|order| Effect::Label(Box::new(order))).into_iter().collect();
        }
        let author = self.review.author.as_str();
        let last = |kept: &Kept| {
            let id = if is_redo { kept.journal.last_undo_of(author) } else { kept.journal.last_of(author) }?;
            kept.journal.decisions().iter().find(|said| said.id == *id).map(|said| said.at.clone())
        };
        let found = self.labelling.journals.iter().filter_map(|(ledger, kept)| Some((last(kept)?, *ledger))).max();
        let Some((_, ledger)) = found else {
            let words = if is_redo {
                "you have taken back nothing since you labelled"
            } else {
                "you have labelled nothing that could be taken back"
            };
            self.notice = Some(words.into());
            return Vec::new();
        };
        let order = self.next_label_order(ledger, if is_redo { Ordered::Redo } else { Ordered::Undo });
        order.map(|order| Effect::Label(Box::new(order))).into_iter().collect()
    }

    /// Labels were written down, or were not.
    pub(in crate::app) fn labelled(&mut self, order: &LabelOrder, outcome: Outcome, now: Moment) {
        self.review.now = self.review.now.max(now);
        self.labelling.saving.retain(|(number, _)| *number != order.number);
        match outcome {
            Ok(journal) => {
                let kept = self.labelling.journals.get(&order.ledger);
                let (place, replaced) =
                    (kept.map(|kept| kept.place.clone()), kept.and_then(|it| order.replaced(&it.labels)));
                self.keep_labels(order.ledger, place.unwrap_or_default(), &journal);
                self.notice = Some(order.told() + &replaced.unwrap_or_default());
            }
            Err(sentence) => {
                let sentence = match order.what {
                    Ordered::Mark(..) => format!("NOT saved: {sentence}"),
                    Ordered::Undo | Ordered::Redo => sentence,
                };
                self.say(sentence.clone());
                self.notice = Some(sentence);
            }
        }
        self.labels_changed();
    }
}
