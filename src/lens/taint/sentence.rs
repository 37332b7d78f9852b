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

impl Trail {
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

    /// The sentence: "reached 2 later calls and the final answer".
    #[must_use]
    pub fn sentence(&self) -> String {
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
        match reach.answer {
            Some(Kind::Exact) => reached.push("the final answer".into()),
            Some(Kind::NumberFormat) => reached.push("the final answer (written otherwise)".into()),
            Some(Kind::Substring) => reached.push("the final answer (only inside a longer word)".into()),
            None => {}
        }
        let not = match (reach.answer, self.answer) {
            (Some(_), _) => "",
            (None, FinalAnswer::Message(_)) => "but not the final answer",
            (None, FinalAnswer::NotRecorded) => "and no final answer is recorded",
        };
        let mut text = match (reached.is_empty(), not) {
            (false, "") => format!("reached {}", listed(&reached)),
            (false, not) => format!("reached {}, {not}", listed(&reached)),
            (true, "but not the final answer") => "reached no later call and not the final answer".into(),
            (true, _) => "reached no later call, and no final answer is recorded".into(),
        };
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

/// `a, b and c`.
fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
