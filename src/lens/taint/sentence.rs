//! What became of a value, in a sentence.

pub(super) use crate::words::listed;
use std::collections::BTreeSet;

use super::needle::Kind;
use super::page::one_line;
use super::trail::{FinalAnswer, Hit, Spot, Trail, is_assistant, is_user};
use crate::domain::call::Part;
use crate::words::counted;

/// How far a value reached, as counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Later calls that have it in their arguments.
    pub calls: usize,
    /// Those of them that have it inside longer words only.
    pub unsure_calls: usize,
    /// Later calls that have it in their result.
    pub results: usize,
    /// Whether the call that was given it has it in its own result.
    pub own_result: bool,
    /// Later messages of the agent that have it, without the final answer.
    pub said: usize,
    /// Later messages of others.
    pub heard: usize,
    /// How surely the final answer has it.
    pub answer: Option<Kind>,
}

/// Whether the agent told the user a value; the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InAnswer {
    /// In the final answer, as a word or number of its own.
    Yes,
    /// In an earlier message behind the call, but not in the final answer.
    Earlier,
    /// Only as a part of a longer word.
    InsideAWord,
    /// The value is too short to be looked for in a text.
    NotSearched,
    /// It did not.
    No,
    /// The agent said nothing behind its last call, and nothing of the value before.
    NotRecorded,
}

impl InAnswer {
    /// The name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::Earlier => "no, but an earlier message has it",
            Self::InsideAWord => "inside a longer word",
            Self::NotSearched => "not searched",
            Self::No => "no",
            Self::NotRecorded => "no answer recorded",
        }
    }
}

impl Trail {
    /// For the order of values that are followed together: the farthest first.
    #[must_use]
    pub fn nearness(&self) -> impl Ord + use<> {
        let reach = self.reach();
        (self.in_answer(), std::cmp::Reverse((reach.calls - reach.unsure_calls, reach.calls, reach.said)))
    }

    /// Whether it reached anything.
    pub(super) fn is_spread(&self) -> bool {
        self.in_answer() <= InAnswer::InsideAWord || !self.reached().is_empty()
    }

    /// How far the value reached.
    #[must_use]
    pub fn reach(&self) -> Reach {
        let steps = |hits: &mut dyn Iterator<Item = &Hit>, part| {
            let of = hits.filter_map(|hit| match &hit.spot {
                Spot::Value { step, part: it, .. } if *it == part => Some(*step),
                _ => None,
            });
            of.collect::<BTreeSet<_>>()
        };
        let all = steps(&mut self.later.iter(), Part::Arguments);
        let sure = steps(&mut self.later.iter().filter(|hit| hit.find.kind != Kind::Substring), Part::Arguments);
        let results = steps(&mut self.later.iter(), Part::Result);
        let own_result = results.contains(&self.source.step);
        let mut reach = Reach {
            calls: all.len(),
            unsure_calls: all.len() - sure.len(),
            results: results.len() - usize::from(own_result),
            own_result,
            ..Reach::default()
        };
        for hit in &self.later {
            match &hit.spot {
                Spot::Message { .. } if self.is_answer(hit) => reach.answer = Some(hit.find.kind),
                Spot::Message { role, .. } if is_assistant(role) => reach.said += 1,
                Spot::Message { .. } => reach.heard += 1,
                Spot::Value { .. } => {}
            }
        }
        reach
    }

    /// The messages of the agent behind the call that have the value; those that have it as a word of its own first, of
    /// them the final answer.
    fn told(&self) -> Vec<&Hit> {
        let by_agent =
            |hit: &&Hit| matches!(&hit.spot, Spot::Message { role, .. } if self.is_answer(hit) || is_assistant(role));
        let mut told: Vec<&Hit> = self.later.iter().filter(by_agent).collect();
        told.sort_by_key(|hit| (hit.find.kind == Kind::Substring, !self.is_answer(hit)));
        told
    }

    /// Whether the agent told the user the value.
    #[must_use]
    pub fn in_answer(&self) -> InAnswer {
        match (self.told().first(), self.answer, self.short) {
            (Some(hit), ..) if hit.find.kind == Kind::Substring => InAnswer::InsideAWord,
            (Some(hit), ..) if self.is_answer(hit) => InAnswer::Yes,
            (Some(_), ..) => InAnswer::Earlier,
            (None, FinalAnswer::NotRecorded, _) => InAnswer::NotRecorded,
            (None, _, Some(_)) => InAnswer::NotSearched,
            (None, _, None) => InAnswer::No,
        }
    }

    /// `the final answer`, or `the agent's message 11`, with those behind it that have the value as surely.
    pub(super) fn teller(&self) -> (String, &'static str) {
        let told = self.told();
        if told.first().is_none_or(|hit| self.is_answer(hit)) {
            return ("the final answer".into(), "has");
        }
        let is_sure = |hit: &Hit| hit.find.kind != Kind::Substring;
        let as_sure = told.iter().filter(|hit| told.first().is_some_and(|best| is_sure(best) == is_sure(hit)));
        let mut numbers: Vec<String> = as_sure
            .filter_map(|hit| match hit.spot {
                Spot::Message { number, .. } => Some((number + 1).to_string()),
                Spot::Value { .. } => None,
            })
            .collect();
        if numbers.len() > NAMED {
            let more = numbers.split_off(NAMED - 1).len();
            numbers.push(format!("{more} more"));
        }
        let (messages, has) = if numbers.len() == 1 { ("message", "has") } else { ("messages", "have") };
        (format!("the agent's {messages} {}", listed(&numbers)), has)
    }

    /// The sentence: "yes: the final answer has it; it reached 2 later calls".
    #[must_use]
    pub fn sentence(&self) -> String {
        self.sentence_about("it")
    }

    /// The sentence about the value, called so: whether the user was told comes first.
    #[must_use]
    pub fn sentence_about(&self, what: &str) -> String {
        let best = self.told().first().copied();
        let written = match best {
            Some(hit) if hit.find.kind == Kind::NumberFormat => format!(", written {}", hit.written),
            Some(hit) if hit.find.kind == Kind::Spelling => format!(", written otherwise: {}", one_line(&hit.written)),
            _ => String::new(),
        };
        let (teller, has) = self.teller();
        let mut text = match self.in_answer() {
            InAnswer::Yes => format!("yes: {teller} {has} {what}{written}"),
            InAnswer::Earlier if self.answer == FinalAnswer::NotRecorded => {
                format!("yes: {teller} {has} {what}{written}; no final answer is recorded")
            }
            InAnswer::Earlier => format!("yes: {teller} {has} {what}{written}; the last message does not have it"),
            InAnswer::InsideAWord => {
                let word = best.map(|hit| word_around(hit.around.as_deref().unwrap_or_default(), &hit.written));
                format!(
                    "only inside a longer word, {}: {teller} {has} {what} in no other way",
                    word.unwrap_or_default()
                )
            }
            InAnswer::NotSearched => {
                let why = self.short.unwrap_or_default();
                format!("not known: the final answer was not searched for {what}, {why}")
            }
            InAnswer::No => format!("no: no later message of the agent has {what}"),
            InAnswer::NotRecorded => "no final answer is recorded".to_owned(),
        };
        let reached = self.reached();
        let reached = if reached.is_empty() { "no later call".to_owned() } else { listed(&reached) };
        let what = if self.in_answer() == InAnswer::NotRecorded { what } else { "it" };
        text.extend(["; ", what, " reached ", &reached]);
        let reach = self.reach();
        let mut seen = Vec::new();
        if reach.own_result {
            seen.push("its own result".to_owned());
        }
        if reach.results > 0 {
            seen.push(counted(reach.results, "later result"));
        }
        if reach.heard > 0 {
            seen.push(format!("{} of others", counted(reach.heard, "later message")));
        }
        if !seen.is_empty() {
            let verb = if seen.len() == 1 && reach.results + reach.heard <= 1 { "holds" } else { "hold" };
            text.extend(["; ", &listed(&seen), " ", verb, " it"]);
        }
        text
    }

    /// Where it went before the final answer: `2 later calls`, `1 later message`; not the messages that are named.
    fn reached(&self) -> Vec<String> {
        let said = self.reach().said;
        let is_named = self.in_answer() != InAnswer::Yes;
        let said = (said > 0 && !is_named).then(|| counted(said, "later message"));
        self.calls_reached().into_iter().chain(said).collect()
    }

    /// `2 later calls`, with what is unsure.
    pub(super) fn calls_reached(&self) -> Option<String> {
        let reach = self.reach();
        let unsure = match reach.unsure_calls {
            0 => String::new(),
            all if all == reach.calls => " (only inside longer words)".into(),
            some => format!(" ({some} only inside longer words)"),
        };
        (reach.calls > 0).then(|| format!("{}{unsure}", counted(reach.calls, "later call")))
    }

    /// What a person must know before trusting the sentence: that the value was there before, or is followed only in
    /// fields of its name.
    #[must_use]
    pub fn caveats(&self) -> Vec<String> {
        let mut caveats = Vec::new();
        if let Some(why) = self.short {
            let field =
                self.needle().field().map_or_else(|| "no field".to_owned(), |name| format!("fields named {name}"));
            caveats.push(format!("{why}, so it is followed in {field} only, and in no text"));
        }
        if let Some(origin) = self.origin() {
            let more = match self.earlier.len() {
                1 => String::new(),
                2 => ", and in 1 more place".to_owned(),
                count => format!(", and in {} more places", count - 1),
            };
            caveats.push(format!("{origin}{more}: what follows may come from there"));
        }
        caveats
    }

    /// Where the value stood before: what the user said is what the user asked for, wherever else it stood.
    #[must_use]
    pub fn origin(&self) -> Option<String> {
        let by_user = self.said_by_user();
        let hit = by_user.or_else(|| self.earlier.first())?;
        let written = if hit.find.kind == Kind::Spelling {
            format!(" (written otherwise: {})", one_line(&hit.written))
        } else {
            String::new()
        };
        Some(match &hit.spot {
            Spot::Message { number, .. } if by_user.is_some() => {
                format!("the user said it before, in message {}{written}", number + 1)
            }
            Spot::Message { number, role, .. } => {
                format!("the episode held it before, first in message {} ({role}){written}", number + 1)
            }
            Spot::Value { step, tool, part, .. } => {
                format!("the episode held it before, first in the {} of call {step}, {tool}{written}", part.name())
            }
        })
    }

    /// The first message of the user before that has it as a word of its own.
    pub(super) fn said_by_user(&self) -> Option<&Hit> {
        let by_user = |hit: &&Hit| matches!(&hit.spot, Spot::Message { role, .. } if is_user(role));
        self.earlier.iter().filter(by_user).find(|hit| hit.find.kind != Kind::Substring)
    }
}

/// So many values or messages of which the same is to be said are named.
pub(super) const NAMED: usize = 3;

/// The word of a text in which something stands.
fn word_around<'a>(text: &'a str, inside: &'a str) -> &'a str {
    text.split_whitespace().find(|word| word.contains(inside)).unwrap_or(inside)
}
