//! What is asked for: another label, a note; and the windows about labels.

use std::sync::Arc;

use tui_input::Input;

use super::PairKey;

use crate::app::effect::Effect;
use crate::app::finder::{Candidate, Goal};
use crate::app::{Among, App, Ask, Asked, Overlay};
use crate::label::PairLabel;
use crate::lens::labels::{self, Case, Given, Sides};
use crate::page::{Kind, Page, Role};

impl App {
    /// Asks for the label of the pair under the cursor.
    pub(in crate::app) fn ask_label(&mut self) {
        if let Some(pair) = self.pair_to_label() {
            self.labelling.asking = Some(pair);
            self.open_finder(Among::Labels);
        }
    }

    /// Takes the label that was chosen, for the pair that was asked about.
    pub(in crate::app) fn answer_label(&mut self, label: PairLabel) -> Vec<Effect> {
        match self.labelling.asking.take() {
            Some((pair, case)) => self.label_and_ask(&pair, &case, label),
            None => Vec::new(),
        }
    }

    /// Labels a pair. That it is none of the vocabulary says little: what it was is asked for.
    pub(super) fn label_and_ask(&mut self, pair: &PairKey, case: &Arc<Case>, label: PairLabel) -> Vec<Effect> {
        let effects = self.label(pair.clone(), case, label);
        if label == PairLabel::Other && !effects.is_empty() {
            self.labelling.asking = Some((pair.clone(), Arc::clone(case)));
            self.overlays.push(Overlay::Ask(Ask::new(Asked::OtherNote, Input::default())));
        }
        effects
    }

    /// The vocabulary; the guess comes first and says so, unless it is hidden.
    pub(in crate::app) fn label_choices(&self) -> Vec<Candidate> {
        let pair = self.labelling.asking.as_ref().map(|(pair, _)| pair);
        let guess = pair.filter(|pair| !self.is_hidden(pair)).and_then(|pair| self.case(pair)?.guess.clone());
        let now = pair.and_then(|pair| self.label_of(pair));
        let mut all = PairLabel::ALL.to_vec();
        all.sort_by_key(|label| guess.as_ref().is_none_or(|guess| guess.label != *label));
        let choice = |label: PairLabel| Candidate {
            kind: match (now == Some(label), guess.as_ref().is_some_and(|guess| guess.label == label)) {
                (true, _) => "now",
                (_, true) => "guess",
                _ => "",
            },
            text: format!("{}: {}", label.words(), label.meaning()),
            name: label.name().to_owned(),
            after: String::new(),
            barred: None,
            goal: Goal::Label(label),
        };
        all.into_iter().map(choice).collect()
    }

    /// Asks for a note on the pair under the cursor.
    pub(in crate::app) fn ask_note(&mut self) {
        if let Some(pair) = self.pair_to_label() {
            self.labelling.asking = Some(pair);
            self.overlays.push(Overlay::Ask(Ask::new(Asked::Note, Input::default())));
        }
    }

    /// Takes a note.
    pub(in crate::app) fn answer_note(&mut self, note: String) -> Vec<Effect> {
        match self.labelling.asking.take() {
            Some((pair, case)) => self.note(pair, &case, note),
            None => Vec::new(),
        }
    }

    /// The labels in force, with what was noted; of those that are not hidden.
    fn labels_given(&self) -> Vec<Given> {
        let given = |pair: &PairKey| {
            let (case, label) = self.case(pair).zip(self.label_of(pair))?;
            Some(Given { pair: case.name(), label, notes: labels::note_texts(self.notes_of(pair)) })
        };
        self.pairs.keys().iter().filter_map(given).collect()
    }

    /// How far labelling is, and how far labels and guesses agree.
    pub(in crate::app) fn agreement_page(&self) -> Page {
        let mut page = Page::new("labels so far");
        labels::given(&self.labels_given(), &mut page);
        page.lines.extend(labels::agreement(&self.labels_beside_guesses(), Sides::GuessAndLabel).lines);
        let progress = self.label_progress();
        let sentence =
            format!("{} of {} pairs that came out differently have a label.", progress.labelled, progress.pairs);
        let apart = match progress.disputed {
            0 => String::new(),
            disputed => format!(
                " {} disputed: the last labels of two people differ; the filter state:disputed shows them. {}",
                if disputed == 1 { "1 is".to_owned() } else { format!("{disputed} are") },
                labels::SETTLED
            ),
        };
        let sentence = sentence + &apart;
        page.lines.insert(0, crate::page::Line::new(Kind::Text, vec![(Role::Text, sentence)]));
        page.gap();
        for kept in self.labelling.journals.values() {
            page.muted(format!("Labels are kept in {}; vidimus labels prints and exports them.", kept.place));
        }
        page
    }
}
