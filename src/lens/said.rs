//! What was said in the two episodes of a pair: the final answers first, then everything in order. Of a pair that is
//! labelled blind, what tells arm or outcome is left out.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::conversation::{self, Show, Turn, body, final_answer};
use super::taint::is_assistant;
use crate::digest::EpisodeDigest;
use crate::domain::episode::Message;
use crate::page::{Line, Page, Role};
use crate::words::counted;

/// One of the two.
#[derive(Clone, Debug)]
pub struct Voice<'a> {
    /// What to call it: its arm, or A or B.
    pub name: &'a str,
    /// What happened, in order.
    pub turns: Vec<Turn>,
    /// How it is shown.
    pub show: Show,
}

/// What a person who labels blind is not to read.
#[derive(Clone, Debug, Default)]
pub struct Secrets {
    /// The names of arms and of episodes, in small letters.
    names: Vec<String>,
    /// The codes of receipts, likewise.
    codes: Vec<String>,
}

/// Keys of receipts: a text that has one quotes a receipt.
const KEYS: [&str; 3] = ["recovery_tools", "\"violation\"", "\"violations\""];

/// Why a message is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    Names,
    Receipt,
    Speaker,
}

impl Why {
    const fn words(self) -> &'static str {
        match self {
            Self::Names => "hidden until the pair is labelled: it names an arm or an episode",
            Self::Receipt => "hidden until the pair is labelled: it quotes a receipt",
            Self::Speaker => {
                "hidden until the pair is labelled: neither user nor agent said it, so it may tell arm or outcome"
            }
        }
    }
}

impl Secrets {
    /// The secrets of a pair: what its arms and episodes are called, and the codes of its receipts.
    #[must_use]
    pub fn of<'n>(names: impl IntoIterator<Item = &'n str>, digests: [&EpisodeDigest; 2]) -> Self {
        let receipts = digests.into_iter().flat_map(|digest| &digest.calls).filter_map(|call| call.receipt.as_ref());
        let mut codes: Vec<String> = receipts.flat_map(|it| &it.codes).map(|code| code.to_lowercase()).collect();
        codes.sort_unstable();
        codes.dedup();
        // An arm that is called `a` stands in every sentence.
        let names = names.into_iter().filter(|name| name.chars().nth(1).is_some());
        Self { names: names.map(str::to_lowercase).collect(), codes }
    }

    fn why(&self, message: &Message) -> Option<Why> {
        let text = message.text.to_lowercase();
        if self.names.iter().any(|name| has_word(&text, name)) {
            return Some(Why::Names);
        }
        if KEYS.iter().any(|key| text.contains(key)) || self.codes.iter().any(|code| has_word(&text, code)) {
            return Some(Why::Receipt);
        }
        let is_known = is_assistant(&message.role) || message.role.eq_ignore_ascii_case("user");
        (!is_known).then_some(Why::Speaker)
    }

    /// Leaves out what tells. A message that both runs have word for word tells nothing of either.
    #[must_use]
    pub fn veil(&self, [first, second]: [&[Turn]; 2]) -> [Vec<Turn>; 2] {
        let veil = |turns: &[Turn], others: &[Turn]| {
            let theirs: BTreeSet<(&str, &str)> = others
                .iter()
                .filter_map(|turn| match turn {
                    Turn::Said { message: Some(message), .. } => Some((&*message.role, &*message.text)),
                    _ => None,
                })
                .collect();
            let is_in_both = |message: &Message| theirs.contains(&(&*message.role, &*message.text));
            let turn = |turn: &Turn| match turn {
                Turn::Said { number, message: Some(message) } if !is_in_both(message) => {
                    let veiled = self.why(message).map_or_else(
                        || Arc::clone(message),
                        |why| Arc::new(Message { text: format!("({})", why.words()), ..(**message).clone() }),
                    );
                    Turn::Said { number: *number, message: Some(veiled) }
                }
                Turn::Called { step, tool, .. } => Turn::Called { step: *step, tool: tool.clone(), note: None },
                turn @ Turn::Said { .. } => turn.clone(),
            };
            turns.iter().map(turn).collect()
        };
        [veil(first, second), veil(second, first)]
    }
}

/// Whether a text has a name as a word of its own; both in small letters.
fn has_word(text: &str, name: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    !name.is_empty()
        && text.match_indices(name).any(|(at, _)| {
            let before = text.get(..at).and_then(|text| text.chars().next_back());
            let after = text.get(at + name.len()..).and_then(|text| text.chars().next());
            !is_part(before) && !is_part(after)
        })
}

/// What both said. Links are places in the turns of the first and then of the second; `is_veiled` says that something
/// may be left out.
#[must_use]
pub fn page(voices: &[Voice<'_>; 2], is_veiled: bool) -> Page {
    let [first, second] = voices;
    let mut page = Page::new(format!("what {} and {} said", first.name, second.name));
    if is_veiled {
        page.muted(
            "Blind: a message that names an arm or an episode, that quotes a receipt, or that neither user nor agent said \
             stands here only if both runs have it word for word.",
        );
    }
    let from = [0, first.turns.len()];
    page.heading("The final answers");
    for (voice, from) in voices.iter().zip(from) {
        let answer = final_answer(&voice.turns);
        let place = answer.and_then(|answer| {
            voice.turns.iter().position(|turn| matches!(turn, Turn::Said { number, .. } if *number == answer))
        });
        match place.and_then(|place| Some((place, voice.turns.get(place)?))) {
            Some((place, Turn::Said { number, message: Some(message) })) => {
                page.link(crate::page::Kind::Text, vec![(Role::Title, format!("{}:", voice.name))], from + place);
                body(&mut page, from + place, *number, &message.text, &voice.show);
            }
            _ => {
                let is_read = voice.turns.iter().all(|turn| !matches!(turn, Turn::Said { message: None, .. }));
                let words = if is_read { "no final answer is recorded" } else { "being read …" };
                page.push(
                    crate::page::Kind::Text,
                    vec![(Role::Title, format!("{}: ", voice.name)), (Role::Muted, words.to_owned())],
                );
            }
        }
    }
    for (voice, from) in voices.iter().zip(from) {
        let messages = voice.turns.iter().filter(|turn| matches!(turn, Turn::Said { .. })).count();
        page.heading(heading(voice.name, messages));
        let said = conversation::page(&voice.turns, &voice.show);
        page.lines.extend(said.lines.into_iter().map(|line| Line { link: line.link.map(|at| from + at), ..line }));
    }
    page
}

/// The heading of one side.
#[must_use]
pub fn heading(name: &str, messages: usize) -> String {
    format!("{name}, from its beginning: {}", counted(messages, "message"))
}

#[cfg(test)]
mod tests;
