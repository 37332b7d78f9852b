//! Marks: spots with a letter.

use std::collections::BTreeMap;

use super::App;
use super::spot::Spot;
use crate::page::{Kind, Page, Role};

/// Spots by their letter.
pub type Marks = BTreeMap<char, Spot>;

/// What the next letter is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letter {
    /// It becomes a mark here.
    Set,
    /// Its mark is gone to.
    GoTo,
}

impl App {
    /// Waits for the letter of a mark.
    pub(super) fn ask_letter(&mut self, letter: Letter) {
        self.letter = Some(letter);
        self.notice = Some(match letter {
            Letter::Set => "press a letter: it marks this place".into(),
            Letter::GoTo => {
                let known: Vec<_> = self.marks.keys().map(char::to_string).collect();
                let known = if known.is_empty() { "none yet; m sets one".into() } else { known.join(" ") };
                format!("press the letter of a mark: {known}")
            }
        });
    }

    /// Takes the key that was waited for: the character it is, if it is one.
    pub(super) fn take_letter(&mut self, key: Option<char>) {
        let Some(letter) = self.letter.take() else { return };
        let Some(name) = key.filter(|name| name.is_alphabetic()) else {
            self.notice = Some("a mark is one letter".into());
            return;
        };
        match letter {
            Letter::Set => {
                let spot = self.spot();
                self.notice = Some(format!("mark {name} is set: '{name} comes back here"));
                self.marks.insert(name, spot);
                self.remember();
            }
            Letter::GoTo => self.go_to_mark(name),
        }
    }

    /// Goes to a mark.
    pub(super) fn go_to_mark(&mut self, name: char) {
        let Some(spot) = self.marks.get(&name).cloned() else {
            self.notice = Some(format!("there is no mark {name}; m and {name} set it"));
            return;
        };
        self.jumps();
        if !self.go(&spot) {
            self.notice = Some(format!("mark {name} leads to what is not loaded now: {}", self.describe(&spot)));
        }
    }

    /// The marks as a page; a line leads to its mark.
    pub(super) fn marks_page(&self) -> Page {
        let mut page = Page::new("marks");
        if self.marks.is_empty() {
            page.muted("There are no marks yet: m and a letter mark the place you are at, ' and the letter come back.");
        }
        for (at, (letter, spot)) in self.marks.iter().enumerate() {
            let pieces = vec![(Role::Key, format!("{letter}  ")), (Role::Text, self.describe(spot))];
            page.link(Kind::Item, pieces, at);
        }
        page
    }

    /// A spot in words.
    pub fn describe(&self, spot: &Spot) -> String {
        match spot {
            Spot::List(None) => "the list of episodes".into(),
            Spot::List(Some((_, episode))) => format!("the list at episode {episode}"),
            Spot::Call { ledger, episode, step, row } => {
                let step = step.map(|step| format!(", call {step}")).unwrap_or_default();
                let row = row.as_ref().map(|(part, place)| format!(", {}", super::spot::row_text(*part, place)));
                format!("{} episode {episode}{step}{}", ledger.name, row.unwrap_or_default())
            }
            Spot::Study { row: None } => "the study".into(),
            Spot::Study { row: Some(row) } => format!("the study at {row}"),
            Spot::Pair { at: None, .. } => "the list of pairs".into(),
            Spot::Pair { at: Some(at), .. } => {
                let [(file, first), (other, second)] = &**at;
                let of_other = if file == other { String::new() } else { format!("{} ", other.name) };
                format!("the pair of {} episodes {first} and {of_other}{second}", file.name)
            }
            Spot::Judging { registry, rule } => {
                let rule = rule.clone().map(|(tool, rule)| (Some(tool), Some(rule))).unwrap_or_default();
                let rules = Spot::Rules { registry: registry.clone(), tool: rule.0, rule: rule.1 };
                format!("the review of {}", self.describe(&rules))
            }
            Spot::Rules { registry, tool, rule } => {
                let known =
                    registry.as_ref().and_then(|key| self.registry_of(key)).zip(tool.as_ref().zip(rule.as_ref()));
                let words = known.and_then(|(id, (tool, rule))| {
                    let rule = super::data::RuleRef { tool: tool.clone(), invariant: rule.clone() };
                    self.data.rule(id, &rule).map(crate::words::rule)
                });
                let name = registry.as_ref().map_or("no registry", |key| key.name.as_str());
                let tool = tool.as_ref().map(|tool| format!(" {tool}")).unwrap_or_default();
                let rule = words.or_else(|| rule.as_ref().map(ToString::to_string));
                format!("{name}{tool}{}", rule.map(|rule| format!(": {rule}")).unwrap_or_default())
            }
        }
    }
}
