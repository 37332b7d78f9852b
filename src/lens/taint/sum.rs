//! What became of several values that are followed together, in a sentence.

use super::page::named;
use super::sentence::{InAnswer, NAMED, listed};
use super::trail::Trail;

/// How far values reached that are followed together, in a sentence: for each whether the user was told first, the
/// farthest first.
#[must_use]
pub fn sum(trails: &[&Trail]) -> String {
    if let [one] = trails {
        return one.sentence_about(&one.brief_subject());
    }
    let mut ordered = trails.to_vec();
    ordered.sort_by_key(|trail| trail.nearness());
    let are_parts = trails.iter().any(|trail| trail.source.inside > 0);
    // Values of which the same is to be said are named together.
    let mut parts: Vec<(String, Vec<String>)> = Vec::new();
    for trail in ordered {
        let (name, verdict) = (trail.name(are_parts), trail.verdict());
        match parts.last_mut() {
            Some((last, names)) if *last == verdict => names.push(name),
            _ => parts.push((verdict, vec![name])),
        }
    }
    let parts = parts.into_iter().map(|(verdict, mut names)| {
        if names.len() > NAMED {
            let more = names.split_off(NAMED).len();
            names.push(format!("{more} more"));
        }
        format!("{}: {verdict}", listed(&names))
    });
    parts.collect::<Vec<_>>().join("; ")
}

impl Trail {
    /// What became of it, where several are told of: `yes, in the final answer, given to 1 later call`.
    fn verdict(&self) -> String {
        let (teller, _) = self.teller();
        let told = match self.in_answer() {
            InAnswer::Yes => "yes, in the final answer".to_owned(),
            InAnswer::Earlier => format!("yes, in {teller}, not in the last one"),
            InAnswer::InsideAWord => format!("only inside a longer word of {teller}"),
            InAnswer::NotSearched => "too short to be looked for in a text".to_owned(),
            InAnswer::No => "no".to_owned(),
            InAnswer::NotRecorded => "no final answer".to_owned(),
        };
        let calls = self.calls_reached().map(|calls| {
            let but = if self.in_answer() >= InAnswer::NotSearched { "but " } else { "" };
            format!(", {but}given to {calls}")
        });
        let nothing = if self.is_spread() { "" } else { ", reached nothing" };
        format!("{told}{}{nothing}{}", calls.unwrap_or_default(), self.before())
    }

    /// Whether it stood before, in a word or two.
    fn before(&self) -> &'static str {
        match (self.said_by_user(), self.earlier.first()) {
            (Some(_), _) => " (the user said it before)",
            (None, Some(_)) => " (it stood before)",
            (None, None) => "",
        }
    }

    /// Its name among others of the same call; a part of a text has none but itself.
    fn name(&self, are_parts: bool) -> String {
        match self.source.split() {
            (_, Some(_)) => self.brief_subject(),
            _ if are_parts => "the text as a whole".to_owned(),
            (place, None) => named(self.source.part, place),
        }
    }
}
