//! What is asked for: another label, a note; and the windows about labels.

use tui_input::Input;

use crate::app::effect::Effect;
use crate::app::finder::{Candidate, Goal};
use crate::app::{Among, App, Ask, Asked, Overlay};
use crate::label::PairLabel;
use crate::lens::labels;
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
            Some((pair, case)) => self.label(pair, &case, label),
            None => Vec::new(),
        }
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

    /// How far labelling is, and how far labels and guesses agree.
    pub(in crate::app) fn agreement_page(&self) -> Page {
        let mut page = labels::agreement(&self.labels_beside_guesses(), ["the guess", "the labels"]);
        "labels so far".clone_into(&mut page.title);
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
        for kept in self.labelling.journals.values() {
            page.muted(format!("Labels are kept in {}; vidimus labels prints and exports them.", kept.place));
        }
        page
    }
}
