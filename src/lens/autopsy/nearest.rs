//! The nearest clean sample of a call: of other calls of the same tool on which the same rules break nothing, the
//! one whose arguments, and then whose result, differ least.
//!
//! No label is asked which samples are faultless: that the rules break nothing is all that `clean` means here.
//! What differs is counted in leaves, each a path with its value, however the elements of a list are ordered.

use std::collections::BTreeMap;

use crate::contract::Checker;
use crate::domain::call::Call;
use crate::domain::class::Class;
use crate::domain::json::Json;
use crate::domain::path::{Path, Segment};

/// How far one call is from another; nearer is less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Distance {
    /// So many leaves of the arguments stand in only one of the two.
    pub arguments: usize,
    /// So many leaves of the result do.
    pub result: usize,
}

/// What is to be said of one candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weighed {
    /// It never returned, or the tool said itself that it failed: no sample is mined from either.
    NoAnswer,
    /// The rules break on it, so that it is no sample.
    Breaks,
    /// The rules break nothing on it, and it is so far away.
    Clean(Distance),
}

/// A call to whose likes others are compared.
#[derive(Clone, Debug)]
pub struct Search {
    checker: Checker,
    arguments: Leaves,
    result: Leaves,
}

impl Search {
    /// A search for the likes of `call`, clean by `checker`.
    #[must_use]
    pub fn new(call: &Call, checker: Checker) -> Self {
        let result = call.result.as_ref().map(|result| Leaves::of(&result.as_result())).unwrap_or_default();
        Self { checker, arguments: Leaves::of(&call.arguments.as_arguments()), result }
    }

    /// Weighs another call of the same tool.
    #[must_use]
    pub fn weigh(&self, other: &Call) -> Weighed {
        let Some(result) = &other.result else { return Weighed::NoAnswer };
        // An explicit error is told alone (SPEC 5).
        match self.checker.check(&other.arguments, result).first() {
            Some(violation) if violation.class == Class::NoError => return Weighed::NoAnswer,
            Some(_) => return Weighed::Breaks,
            None => {}
        }
        Weighed::Clean(Distance {
            arguments: self.arguments.apart(&Leaves::of(&other.arguments.as_arguments())),
            result: self.result.apart(&Leaves::of(&result.as_result())),
        })
    }
}

/// What a search has found so far; `At` says where a call is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest<At> {
    /// How many other calls of the tool were weighed that have a result and no explicit error.
    pub weighed: u64,
    /// How many of them break nothing.
    pub clean: u64,
    /// The nearest of those; of several the one that was offered first.
    pub best: Option<(Distance, At)>,
}

impl<At> Default for Nearest<At> {
    fn default() -> Self {
        Self { weighed: 0, clean: 0, best: None }
    }
}

impl<At> Nearest<At> {
    /// Takes a candidate.
    pub fn offer(&mut self, at: At, weighed: Weighed) {
        if weighed == Weighed::NoAnswer {
            return;
        }
        self.weighed += 1;
        let Weighed::Clean(distance) = weighed else { return };
        self.clean += 1;
        if self.best.as_ref().is_none_or(|(best, _)| distance < *best) {
            self.best = Some((distance, at));
        }
    }
}

/// The leaves of a value, each with how often it stands there.
#[derive(Clone, Debug, Default)]
struct Leaves {
    counts: BTreeMap<(String, String), usize>,
    total: usize,
}

impl Leaves {
    fn of(value: &Json) -> Self {
        let mut leaves = Self::default();
        leaves.add(value, &Path::root());
        leaves
    }

    fn add(&mut self, value: &Json, path: &Path) {
        match value {
            Json::Array(items) if !items.is_empty() => {
                let path = path.child(Segment::Elements);
                for item in items {
                    self.add(item, &path);
                }
            }
            Json::Object(members) if !members.is_empty() => {
                for (key, member) in members.iter() {
                    self.add(member, &path.field(key));
                }
            }
            leaf => {
                // 1 and 1.0 are one value.
                let text = leaf.as_number().map_or_else(|| leaf.to_string(), |number| number.double().to_string());
                *self.counts.entry((path.to_string(), text)).or_default() += 1;
                self.total += 1;
            }
        }
    }

    /// How many leaves stand in only one of the two.
    fn apart(&self, other: &Self) -> usize {
        let both = self.counts.iter().map(|(leaf, count)| (*count).min(other.counts.get(leaf).copied().unwrap_or(0)));
        self.total + other.total - 2 * both.sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::class::Class;
    use crate::domain::ids::{EpisodeId, InvariantId, ToolName};
    use crate::domain::invariant::{Expected, Invariant};
    use crate::domain::json::{Object, read};
    use crate::domain::path::Term;
    use crate::domain::registry::ToolContract;

    fn call(arguments: &str, result: &str) -> Call {
        let value = |text: &str| read(text).unwrap().value;
        Call {
            episode: EpisodeId::from("e"),
            tool: ToolName::from("get"),
            arguments: value(arguments),
            result: (!result.is_empty()).then(|| value(result)),
            receipt: None,
            fault: None,
            at: None,
            ms: None,
            extra: Object::new(),
        }
    }

    /// One rule: `price` is above zero.
    fn checker() -> Checker {
        let invariant = Invariant {
            id: InvariantId::from("p"),
            class: Class::Positive,
            path: Term::parse("price").unwrap(),
            support: 9,
            expected: Expected::Nothing,
            basis: None,
            evidence: None,
            extra: Object::new(),
        };
        let contract = ToolContract { invariants: vec![invariant], ..ToolContract::default() };
        Checker::new(&ToolName::from("get"), &contract)
    }

    fn clean(arguments: usize, result: usize) -> Weighed {
        Weighed::Clean(Distance { arguments, result })
    }

    #[test]
    fn what_differs_is_counted_in_leaves() {
        let search = Search::new(&call(r#"{"s":"A"}"#, r#"{"price":-1,"tags":["x","y"],"note":null}"#), checker());
        for (arguments, result, expected) in [
            // The price alone: one leaf gone and one new.
            (r#"{"s":"A"}"#, r#"{"price":1,"tags":["x","y"],"note":null}"#, clean(0, 2)),
            // The order of a list and the spelling of a number count nothing.
            (r#""{\"s\":\"A\"}""#, r#"{"tags":["y","x"],"price":-1.0,"note":null}"#, Weighed::Breaks),
            (r#"{"s":"B"}"#, r#"{"price":1,"tags":["y","x"],"note":null}"#, clean(2, 2)),
            // `note` is gone, `x` is there once more.
            (r#"{"s":"A","t":1}"#, r#"{"price":2,"tags":["x","x","y"]}"#, clean(1, 4)),
            ("{}", "", Weighed::NoAnswer),
            // Nothing in an object is a leaf too.
            ("{}", r#""sold out""#, clean(2, 5)),
        ] {
            assert_eq!(search.weigh(&call(arguments, result)), expected, "{arguments} {result}");
        }
    }

    #[test]
    fn arguments_count_first_and_the_first_of_equals_stays() {
        let mut nearest = Nearest::default();
        for (at, weighed) in [clean(1, 0), Weighed::Breaks, clean(0, 9), Weighed::NoAnswer, clean(0, 9), clean(0, 10)]
            .into_iter()
            .enumerate()
        {
            nearest.offer(at, weighed);
        }
        assert_eq!(nearest, Nearest { weighed: 5, clean: 4, best: Some((Distance { arguments: 0, result: 9 }, 2)) });
    }
}
