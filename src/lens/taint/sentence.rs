//! What became of a value, in a sentence.

use std::collections::BTreeSet;

use super::needle::Kind;
use super::trail::{FinalAnswer, Hit, Spot, Trail, is_assistant};
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

/// Whether the final answer has a value; the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InAnswer {
    /// As a word or number of its own.
    Yes,
    /// Only as a part of a longer word.
    InsideAWord,
    /// The value is too short to be looked for in a text.
    NotSearched,
    /// It does not.
    No,
    /// The agent said nothing behind its last call.
    NotRecorded,
}

impl InAnswer {
    /// The name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Yes => "yes",
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
    fn is_spread(&self) -> bool {
        matches!(self.in_answer(), InAnswer::Yes | InAnswer::InsideAWord) || !self.reached().is_empty()
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

    /// Whether the final answer has the value.
    #[must_use]
    pub fn in_answer(&self) -> InAnswer {
        match (self.answer, self.reach().answer, self.short) {
            (FinalAnswer::NotRecorded, ..) => InAnswer::NotRecorded,
            (_, Some(Kind::Substring), _) => InAnswer::InsideAWord,
            (_, Some(_), _) => InAnswer::Yes,
            (_, None, Some(_)) => InAnswer::NotSearched,
            (_, None, None) => InAnswer::No,
        }
    }

    /// The sentence: "yes: the final answer has it; it reached 2 later calls".
    #[must_use]
    pub fn sentence(&self) -> String {
        self.sentence_about("it")
    }

    /// The sentence about the value, called so: whether the final answer has it comes first.
    #[must_use]
    pub fn sentence_about(&self, what: &str) -> String {
        let written = || {
            let hit = self.later.iter().find(|hit| self.is_answer(hit));
            hit.map(|hit| (hit.written.as_str(), hit.around.as_deref().unwrap_or_default()))
        };
        let mut text = match (self.in_answer(), written()) {
            (InAnswer::Yes, Some((written, _))) if self.reach().answer == Some(Kind::NumberFormat) => {
                format!("yes: the final answer has {what}, written {written}")
            }
            (InAnswer::Yes, _) => format!("yes: the final answer has {what}"),
            (InAnswer::InsideAWord, Some((written, around))) => {
                let word = word_around(around, written);
                format!("only inside a longer word, {word}: the final answer has {what} in no other way")
            }
            (InAnswer::InsideAWord, None) => format!("only inside a longer word: the final answer has {what}"),
            (InAnswer::NotSearched, _) => {
                let why = self.short.unwrap_or_default();
                format!("not known: the final answer was not searched for {what}, {why}")
            }
            (InAnswer::No, _) => format!("no: the final answer does not have {what}"),
            (InAnswer::NotRecorded, _) => "no final answer is recorded".to_owned(),
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

    /// Where it went before the final answer: `2 later calls`, `1 later message`.
    fn reached(&self) -> Vec<String> {
        let reach = self.reach();
        let mut reached = Vec::new();
        if reach.calls > 0 {
            let unsure = match reach.unsure_calls {
                0 => String::new(),
                all if all == reach.calls => " (only inside longer words)".into(),
                some => format!(" ({some} only inside longer words)"),
            };
            reached.push(format!("{}{unsure}", counted(reach.calls, "later call")));
        }
        if reach.said > 0 {
            reached.push(counted(reach.said, "later message"));
        }
        reached
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
        if let Some(first) = self.earlier.first() {
            let place = match &first.spot {
                Spot::Message { role, .. } => format!("a message ({role})"),
                Spot::Value { step, tool, part, .. } => format!("the {} of call {step}, {tool}", part.name()),
            };
            let more = match self.earlier.len() {
                1 => String::new(),
                2 => " and 1 more place".to_owned(),
                count => format!(" and {} more places", count - 1),
            };
            caveats
                .push(format!("the episode held it before, first in {place}{more}: what follows may come from there"));
        }
        caveats
    }
}

/// How far values reached that are followed together, in a sentence: the answer to "did a wrong value reach the final
/// answer?" comes first, then each value, the farthest first.
#[must_use]
pub fn sum(trails: &[&Trail]) -> String {
    if let [one] = trails {
        return one.sentence_about(&one.brief_subject());
    }
    let all = trails.len();
    let count = |wanted| trails.iter().filter(|trail| trail.in_answer() == wanted).count();
    let best = trails.iter().map(|trail| trail.in_answer()).min().unwrap_or(InAnswer::NotRecorded);
    // Values of a text were pointed at, others are followed because they broke.
    let what = if trails.iter().any(|trail| trail.source.inside > 0) { "values here" } else { "values that broke" };
    let those = |count: usize| format!("{count} of {all} {what} {}", if count == 1 { "is" } else { "are" });
    let mut text = match best {
        InAnswer::Yes => format!("yes: {} in the final answer", those(count(best))),
        InAnswer::InsideAWord => {
            format!("only inside a longer word: {} in the final answer", those(count(best)))
        }
        InAnswer::NotSearched => {
            format!("not known: {} too short to be looked for in the final answer", those(count(best)))
        }
        InAnswer::No => format!("no: none of the {all} {what} is in the final answer"),
        InAnswer::NotRecorded => format!("no final answer is recorded; of {all} {what}"),
    };
    let mut ordered = trails.to_vec();
    ordered.sort_by_key(|trail| trail.nearness());
    let (far, near): (Vec<&Trail>, Vec<&Trail>) = ordered.into_iter().partition(|trail| trail.is_spread());
    let mut parts: Vec<String> = far
        .iter()
        .map(|trail| {
            let mut reached = trail.reached();
            match trail.in_answer() {
                InAnswer::Yes => reached.push("the final answer".into()),
                InAnswer::InsideAWord => reached.push("a word of the final answer".into()),
                InAnswer::NotSearched | InAnswer::No | InAnswer::NotRecorded => {}
            }
            format!("{} reached {}", trail.brief_subject(), listed(&reached))
        })
        .collect();
    if !near.is_empty() {
        let mut names: Vec<String> = near.iter().take(NAMED).map(|trail| trail.brief_subject()).collect();
        if near.len() > NAMED {
            names.push(format!("{} more", near.len() - NAMED));
        }
        parts.push(format!("{} reached nothing", listed(&names)));
    }
    text.extend([": ", &parts.join("; ")]);
    text
}

/// So many values that reached nothing are named.
const NAMED: usize = 3;

/// The word of a text in which something stands.
fn word_around<'a>(text: &'a str, inside: &'a str) -> &'a str {
    text.split_whitespace().find(|word| word.contains(inside)).unwrap_or(inside)
}

/// `a, b and c`.
fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
