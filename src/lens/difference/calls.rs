//! The difference of two calls of one tool, and its text.

use super::{Change, What, difference};
use crate::domain::call::{Call, Part};
use crate::domain::ids::{EpisodeId, Step, ToolName};
use crate::domain::json::Json;
use crate::page::{Kind, Page, Piece, Role, Sign};
use crate::words;

/// The widest value on a line, in columns.
const VALUE_COLUMNS: usize = 160;

/// Which call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallName {
    /// Its episode.
    pub episode: EpisodeId,
    /// Its place in it.
    pub step: Step,
}

/// Two calls beside one another.
#[derive(Clone, Debug)]
pub struct CallDifference {
    /// The earlier one, or the one it is compared with.
    pub before: CallName,
    /// The call that was asked about.
    pub after: CallName,
    /// The tools of both.
    pub tools: (ToolName, ToolName),
    /// What differs between the arguments.
    pub arguments: Vec<Change>,
    /// What differs between the results; nothing if one of the calls has none.
    pub result: Option<Vec<Change>>,
}

impl CallDifference {
    /// Compares two calls, as the engine sees their arguments and results.
    #[must_use]
    pub fn new(before: (CallName, &Call), after: (CallName, &Call)) -> Self {
        let results = before.1.result.as_ref().zip(after.1.result.as_ref());
        Self {
            tools: (before.1.tool.clone(), after.1.tool.clone()),
            arguments: difference(&before.1.arguments.as_arguments(), &after.1.arguments.as_arguments()),
            result: results.map(|(old, new)| difference(&old.as_result(), &new.as_result())),
            before: before.0,
            after: after.0,
        }
    }

    /// All changes, each with the part it stands in.
    pub fn changes(&self) -> impl Iterator<Item = (Part, &Change)> {
        let arguments = self.arguments.iter().map(|change| (Part::Arguments, change));
        arguments.chain(self.result.iter().flatten().map(|change| (Part::Result, change)))
    }

    /// The page of it; a line links to its place among all changes.
    #[must_use]
    pub fn page(&self) -> Page {
        let mut page = Page::new(format!("difference of two calls of {}", self.tools.1));
        page.text(self.sentence());
        let mut number = 0;
        for (part, changes) in [(Part::Arguments, Some(&self.arguments)), (Part::Result, self.result.as_ref())] {
            if changes.is_some_and(Vec::is_empty) {
                continue;
            }
            page.heading(part.name());
            match changes {
                Some(changes) => {
                    for change in changes {
                        page.link(Kind::Item, line(change), number);
                        number += 1;
                    }
                }
                None => page.muted("One of the two calls has no result, so there is nothing to compare."),
            }
        }
        page
    }

    /// What differs, in one sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let (before, after) = (&self.before, &self.after);
        let which = if before.episode == after.episode {
            format!("Call {} against call {} of the same episode", after.step, before.step)
        } else {
            format!("Call {} of {} against call {} of {}", after.step, after.episode, before.step, before.episode)
        };
        let tools = if self.tools.0 == self.tools.1 {
            String::new()
        } else {
            format!(" ({} against {})", self.tools.1, self.tools.0)
        };
        let result = match self.result.as_ref().map(Vec::len) {
            None => "one of them has no result".to_owned(),
            Some(0) => "the same result".to_owned(),
            Some(count) => format!("{} in the result", differences(count)),
        };
        let arguments = match self.arguments.len() {
            0 => "the same arguments".to_owned(),
            count => format!("{} in the arguments", differences(count)),
        };
        format!("{which}{tools}: {arguments}, {result}.")
    }
}

fn differences(count: usize) -> String {
    words::counted(count, "difference")
}

/// One change: sign, word, place, and what stood and stands there.
pub(in crate::lens) fn line(change: &Change) -> Vec<Piece> {
    let sign = match change.what {
        What::Added(_) => Sign::Added,
        What::Removed(_) => Sign::Removed,
        What::Changed(..) => Sign::Changed,
        What::TypeChanged(..) => Sign::TypeChanged,
        What::Moved => Sign::Moved,
    };
    let place = words::place("", change.place());
    let place = if place.is_empty() { "all of it".to_owned() } else { place };
    let mut pieces = vec![sign.lead(), (sign.role(), format!("{} ", change.what.word())), (Role::Field, place)];
    let mut says = |text: String, role| pieces.push((role, text));
    match &change.what {
        What::Added(value) | What::Removed(value) => says(format!(": {}", short(value)), Role::Value),
        What::Changed(old, new) => {
            says(format!(": {}", short(old)), Role::Value);
            says(format!(" → {}", short(new)), Role::Value);
            says(by_how_much(old, new), Role::Muted);
        }
        What::TypeChanged(old, new) => {
            says(format!(": {} {}", old.kind(), short(old)), Role::Value);
            says(format!(" → {} {}", new.kind(), short(new)), Role::Value);
        }
        What::Moved => says(format!(" from {}", words::place("", &change.before)), Role::Muted),
    }
    pieces
}

fn short(value: &Json) -> String {
    words::clip(&value.to_string(), VALUE_COLUMNS)
}

/// The step from one number to another; nothing for other values.
fn by_how_much(old: &Json, new: &Json) -> String {
    let doubles = old.as_number().zip(new.as_number()).map(|(old, new)| new.double() - old.double());
    match doubles.filter(|step| step.is_finite()) {
        Some(step) => format!(" ({}{})", if step > 0.0 { "+" } else { "" }, words::number(step)),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::record::parse_call;

    fn call(arguments: &str, result: &str) -> Call {
        let line = format!(r#"{{"kind":"call","episode":"e","tool":"t","arguments":{arguments},"result":{result}}}"#);
        parse_call(line.as_bytes()).unwrap()
    }

    fn name(step: usize) -> CallName {
        CallName { episode: "e".into(), step: Step(step) }
    }

    #[test]
    fn a_page_says_what_differs_and_where() {
        let before = call(r#"{"q":"x","n":1}"#, r#"{"price":2.5,"tags":["a","b"],"id":7}"#);
        let after =
            call(r#"{"q":"x","n":2}"#, r#""{\"price\":-79,\"tags\":[\"b\"],\"id\":\"7\",\"venue\":{\"x\":1}}""#);
        let page = CallDifference::new((name(1), &before), (name(4), &after)).page();
        let expected = "Call 4 against call 1 of the same episode: 1 difference in the arguments, 4 differences in the result.\n\
            \n\
            arguments\n  ~ changed n: 1 → 2 (+1)\n\
            \n\
            result\n  ~ changed price: 2.5 → -79 (-81.5)\n  - removed tags[0]: \"a\"\n  \
            ⇄ type changed id: integer 7 → string \"7\"\n  + added venue: {\"x\":1}\n";
        assert_eq!(page.as_text(), expected);
    }

    #[test]
    fn equal_calls_say_so() {
        let (before, after) = (call("{}", r#"{"a":1,"b":2}"#), call("{}", r#"{"b":2.0,"a":1}"#));
        let page = CallDifference::new((name(0), &before), (name(1), &after)).page();
        assert_eq!(page.as_text(), "Call 1 against call 0 of the same episode: the same arguments, the same result.\n");
    }
}
