//! An answer though no tool was called.
//!
//! The episode alone cannot say whether its task needs tools. What can be known: tools were advertised, or other
//! episodes of the same task called some. An answer that asks back or declines is none.

use super::{EpisodeLabel, Finding};
use crate::digest::build::{Context, Told};

/// Phrases of an answer that declines, in small letters.
const DECLINES: [&str; 16] = [
    "i'm sorry",
    "i am sorry",
    "i apologize",
    "unfortunately",
    "i'm unable",
    "i am unable",
    "unable to",
    "i can't",
    "i cannot",
    "i can not",
    "i'm not able",
    "i am not able",
    "don't have the capability",
    "don't have the ability",
    "i don't have access",
    "as an ai",
];

pub(super) fn find(told: &Told<'_>, context: &Context<'_>) -> Vec<Finding> {
    let advertised = told.advertised.map_or(0, <[_]>::len);
    let answer = told.closing().next_back();
    let Some(answer) = answer.filter(|_| told.calls.is_empty() && (advertised > 0 || context.others_called)) else {
        return Vec::new();
    };
    let text = answer.text.to_lowercase().replace('’', "'");
    // Nobody asked anything: a prompt to be completed, or a greeting.
    let asked = told.said.iter().any(|said| said.message.role.eq_ignore_ascii_case("user"));
    if !asked || text.trim().is_empty() || text.contains('?') || DECLINES.iter().any(|phrase| text.contains(phrase)) {
        return Vec::new();
    }
    let what = match (advertised, context.others_called) {
        (0, _) => "an answer was given without a call, while other episodes of the task called tools".to_owned(),
        (1, false) => "an answer was given without a call, though a tool was advertised".to_owned(),
        (count, false) => format!("an answer was given without a call, though {count} tools were advertised"),
        (_, true) => "an answer was given without a call, though tools were advertised and other episodes of the task called some".to_owned(),
    };
    vec![Finding::new(EpisodeLabel::AnsweredFromMemory, [], what)]
}
