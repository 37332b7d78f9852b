//! An answer though no tool was called.
//!
//! The episode alone cannot say whether its task needs tools. What can be known: tools were advertised, or other
//! episodes of the same task called some. Where the agent asks back or declines, nothing is said: it
//! may rightly have had nothing to call a tool with.

use super::{EpisodeLabel, Finding};
use crate::digest::build::{Context, Told};

/// Phrases by which an agent declines or asks for more, in small letters.
const DECLINES: [&str; 20] = [
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
    "i need ",
    "i'll need ",
    "i will need ",
    "please provide",
];

pub(super) fn find(told: &Told<'_>, context: &Context<'_>) -> Vec<Finding> {
    let advertised = told.advertised.map_or(0, <[_]>::len);
    let answer = told.closing().next_back();
    let Some(answer) = answer.filter(|_| told.calls.is_empty() && (advertised > 0 || context.others_called)) else {
        return Vec::new();
    };
    // Nobody asked anything: a prompt to be completed, or a greeting.
    let asked = told.said.iter().any(|said| said.message.role.eq_ignore_ascii_case("user"));
    if !asked || answer.text.trim().is_empty() || told.closing().any(|message| is_no_answer(&message.text)) {
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

/// Whether the agent asks back or declines.
fn is_no_answer(text: &str) -> bool {
    let text = text.to_lowercase().replace('’', "'");
    text.contains('?') || DECLINES.iter().any(|phrase| text.contains(phrase))
}
