//! Orders to write labels down; whoever has files and a clock carries them out.

use crate::app::data::LedgerId;
use crate::journal::{Moment, Signature};
use crate::label::{Journal, Labels, Mark, Said, What};

/// What is to be written down beside a ledger.
#[derive(Clone, Debug)]
pub struct LabelOrder {
    /// The ledger.
    pub ledger: LedgerId,
    /// Goes back with the answer.
    pub number: u64,
    /// Who says it.
    pub author: String,
    /// What.
    pub what: Ordered,
}

/// What is said.
#[derive(Clone, Debug)]
pub enum Ordered {
    /// Something of a pair, with a note.
    Mark(Box<Mark>, String),
    /// The person's last mark that counts is taken back.
    Undo,
    /// What they took back last counts again.
    Redo,
}

impl LabelOrder {
    /// The lines to be appended to the journal as it is on disk now. The error is a sentence.
    pub fn lines(&self, journal: &Journal, at: Moment) -> Result<Vec<Said>, String> {
        let by = Signature { author: self.author.clone(), at };
        let line = match &self.what {
            Ordered::Mark(mark, note) => journal.mark((**mark).clone(), note, &by),
            Ordered::Undo => {
                let last = journal.last_of(&self.author).ok_or("you have labelled nothing that could be taken back")?;
                journal.undo(last, "", &by)
            }
            Ordered::Redo => {
                let last =
                    journal.last_undo_of(&self.author).ok_or("you have taken back nothing since you labelled")?;
                journal.undo(last, "", &by)
            }
        };
        line.map(|line| vec![line]).map_err(|refusal| refusal.to_string())
    }

    /// Whose place it takes among the labels as they were before, if the same person had given these calls another
    /// one, or the same one blind: the end of a sentence.
    #[must_use]
    pub fn replaced(&self, before: &Labels) -> Option<String> {
        let Ordered::Mark(mark, _) = &self.what else { return None };
        let What::Label { label: new, blind, .. } = &mark.what else { return None };
        let said = before.said_by(&self.author, &mark.pair, &mark.content)?;
        let What::Label { label: old, blind: was_blind, .. } = &said.judgement()?.what else { return None };
        let loses_sight = was_blind.is_some() && blind.is_none();
        let how = if loses_sight { ", which was given blind" } else { "" };
        (old != new || loses_sight).then(|| format!("; no longer {}{how}", old.words()))
    }

    /// What happened, once it is on disk: a sentence.
    #[must_use]
    pub fn told(&self) -> String {
        match &self.what {
            Ordered::Mark(mark, note) => match &mark.what {
                What::Label { label, guess, .. } => {
                    let same = guess.as_ref().is_some_and(|guess| guess.label == *label);
                    let guessed = match guess {
                        Some(_) if same => ", as guessed".to_owned(),
                        Some(guess) => format!(" (the guess was: {})", guess.label.words()),
                        None => String::new(),
                    };
                    format!("labelled: {}{guessed}", label.words())
                }
                What::Note => format!("noted: {note}"),
            },
            Ordered::Undo => "taken back".to_owned(),
            Ordered::Redo => "it counts again".to_owned(),
        }
    }
}
