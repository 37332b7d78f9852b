//! Plain words: the one place that turns rules and violations into sentences that a newcomer understands.
//!
//! Pure functions, used by the command line and the screens alike. Numbers stand as they were written in
//! the file. Texts from files are in the sentences as they are: whoever shows a sentence makes control
//! characters visible first.

mod brief;
mod broken;
mod by_number;
mod evidence;
mod offered;
mod passing;
mod place;
mod ranges;
mod refused;
mod rule;
mod support;
mod value;

pub use brief::{beginning, brief, is_data, size};
pub use broken::{equation, seen_there, violation};
pub use by_number::by_number;
pub use evidence::evidence;
pub use offered::offered;
pub use passing::{nearest, to_pass};
pub use place::place;
pub use ranges::ranges;
pub use refused::refused;
pub use rule::{rule, short_rule, short_rule_there, whole_rule};
pub use support::{folds, margin};
pub use value::{cell, clip, kinds, list, number, subject, value};

use crate::domain::class::Class;
use crate::domain::ids::ToolName;
use crate::recovery::NextAction;

/// What is said of a field whose value no rule judges though rules look at it.
pub const SHAPE_ONLY: &str = "only type and presence are judged, never the value";

/// `1 call`, `3 calls`.
#[must_use]
pub fn counted<N: Copy + std::fmt::Display + PartialEq + From<u8>>(count: N, what: &str) -> String {
    let ending = if count == N::from(1) { "" } else { "s" };
    format!("{count} {what}{ending}")
}

/// `a, b and c`.
#[must_use]
pub fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// How many rules held, and how many say something of what is not there: `1 rule held`, `57 rules held, and 3 found
/// nothing to check (what they are about is not in this result)`.
#[must_use]
pub fn held(held: usize, idle: usize) -> String {
    let held = counted(held as u64, "rule");
    match idle {
        0 => format!("{held} held"),
        idle => format!("{held} held, and {idle} found nothing to check (what they are about is not in this result)"),
    }
}

/// What the agent did after a receipt on `tool`; `next` is the tool of its next call, if there is one.
#[must_use]
pub fn next_action(action: NextAction, tool: &ToolName, next: Option<&ToolName>) -> String {
    let next = next.map_or("another tool", ToolName::as_str);
    match action {
        NextAction::Listed => format!("the agent took {next}, a listed recovery tool"),
        NextAction::Other => format!("the agent took {next}, which the receipt does not list"),
        NextAction::Retry => format!("the agent called {tool} again"),
        NextAction::None => "the agent called no further tool".into(),
    }
}

/// A card on one kind of violation, for someone who meets it for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// The code of the violation.
    pub code: &'static str,
    /// Headings with a sentence each, in reading order.
    pub lines: [(&'static str, &'static str); 4],
}

/// The card of a class.
#[must_use]
pub fn card(class: Class) -> Card {
    let row = class.row();
    let lines = [
        ("this kind of rule", row.rule),
        ("what it means", row.broken),
        ("usual causes", row.causes),
        ("a false alarm", row.false_alarm),
    ];
    Card { code: row.code, lines }
}

#[cfg(test)]
mod tests;
