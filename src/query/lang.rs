//! The filter language: `tool:get_* receipts>0 completed:no "refund"`.
//!
//! Terms with spaces between; a row is shown when all of them hold.
//!
//! - `word` or `"several words"`: the text stands in some field of the row, in any case.
//! - `field:value`: the field is the value, in any case; `*` stands for anything, `yes` and `no` for truth values, and
//!   a list is searched for it. An empty value (`arm:`) finds rows in which the field is not known.
//! - `field>n`, `field>=n`, `field<n`, `field<=n`: the field is a number, so compared.
//! - `word,word` and `field:value,value`: one of these; a comma in quotes is a comma.
//! - `-term`: the term does not hold.
//!
//! A word that holds a sign but begins with no field's name is plain text, unless it looks like `name:…`; then the
//! name is taken for a mistake and told.

mod read;

use std::fmt;
use std::ops::Range;

use super::text::{self, Sought};
use crate::domain::json::Json;

pub use read::{Problem, QueryError};

/// A filter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    terms: Vec<Term>,
}

/// One term, and whether it must hold or must not.
#[derive(Clone, Debug, PartialEq)]
struct Term {
    is_wanted: bool,
    test: Test,
}

#[derive(Clone, Debug, PartialEq)]
enum Test {
    /// One of these texts in any field, lowercase.
    Text(Vec<String>),
    /// A field that is one of these values, lowercase, `*` for anything.
    Is(String, Vec<String>),
    /// A number in a field.
    Compares(String, Sign, f64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Query {
    /// Reads a filter over rows that have these fields.
    pub fn parse(text: &str, fields: &[&str]) -> Result<Self, QueryError> {
        read::terms(text, fields).map(|terms| Self { terms })
    }

    /// Reads a filter whose plain words are looked for otherwise: what else it asks for, and these words. What stands in
    /// quotes, behind a dash or beside a comma is no plain word.
    pub fn parse_with_words(text: &str, fields: &[&str]) -> Result<(Self, Vec<String>), QueryError> {
        read::terms_and_words(text, fields).map(|(terms, words)| (Self { terms }, words))
    }

    /// Reads a filter that may not ask for some of the fields, for they are hidden.
    pub fn parse_without(text: &str, fields: &[&str], hidden: &[&str]) -> Result<Self, QueryError> {
        let query = Self::parse(text, fields)?;
        let open: Vec<&str> = fields.iter().copied().filter(|field| !hidden.contains(field)).collect();
        match Self::parse(text, &open) {
            Err(QueryError { place, problem: Problem::NoField { field, .. } }) => {
                Err(QueryError { place, problem: Problem::Hidden(field) })
            }
            _ => Ok(query),
        }
    }

    /// Whether nothing is asked for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The texts that it looks for in every field, in lower case.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let wanted = self.terms.iter().filter(|term| term.is_wanted);
        wanted
            .filter_map(|term| if let Test::Text(texts) = &term.test { texts.first() } else { None })
            .map(String::as_str)
    }

    /// Whether a row, given as (field, value), is to be shown.
    #[must_use]
    pub fn matches(&self, row: &[(&str, &Json)]) -> bool {
        self.terms.iter().all(|term| term.test.holds(row) == term.is_wanted)
    }

    /// Whether a term asks for a field by its name.
    #[must_use]
    pub fn asks(&self, field: &str) -> bool {
        self.terms.iter().any(|term| match &term.test {
            Test::Text(_) => false,
            Test::Is(name, _) | Test::Compares(name, ..) => name == field,
        })
    }

    /// Whether a term asks for a text in whatever field.
    #[must_use]
    pub fn asks_for_text(&self) -> bool {
        self.terms.iter().any(|term| matches!(term.test, Test::Text(_)))
    }

    /// Which parts of a field's value the filter asked for, as ranges of its characters, in order: what is to be
    /// lit in the row. A value that is asked for by its field is lit whole; text is lit wherever it stands.
    #[must_use]
    pub fn found_in(&self, field: &str, shown: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let whole = || 0..shown.chars().count();
        for term in self.terms.iter().filter(|term| term.is_wanted) {
            match &term.test {
                Test::Text(texts) => {
                    found.extend(texts.iter().flat_map(|text| Sought::any_case(text).places(shown)));
                }
                Test::Is(name, values) if name == field && values.iter().any(|it| !it.is_empty()) => {
                    found.push(whole());
                }
                Test::Compares(name, ..) if name == field => found.push(whole()),
                Test::Is(..) | Test::Compares(..) => {}
            }
        }
        text::joined(found)
    }
}

impl Test {
    fn holds(&self, row: &[(&str, &Json)]) -> bool {
        let value_of =
            |field: &str| row.iter().find(|(name, _)| *name == field).map_or(&Json::Null, |(_, value)| *value);
        match self {
            Self::Text(texts) => {
                let has = |it: &str| texts.iter().any(|text| it.contains(text.as_str()));
                row.iter().any(|(_, value)| any_text(value, &has))
            }
            Self::Is(field, wanted) => {
                let value = value_of(field);
                let is_one = |it: &str| wanted.iter().any(|wanted| glob(wanted, it));
                (value.is_null() && wanted.iter().any(String::is_empty)) || any_text(value, &is_one)
            }
            Self::Compares(field, sign, number) => value_of(field).as_number().is_some_and(|value| {
                let value = value.double();
                match sign {
                    Sign::Less => value < *number,
                    Sign::AtMost => value <= *number,
                    Sign::More => value > *number,
                    Sign::AtLeast => value >= *number,
                }
            }),
        }
    }
}

/// Whether a value, or one element of a list, passes as lowercase text.
fn any_text(value: &Json, passes: &dyn Fn(&str) -> bool) -> bool {
    match value {
        Json::Null => false,
        Json::Bool(value) => passes(if *value { "yes" } else { "no" }),
        Json::String(text) => passes(&text.to_lowercase()),
        Json::Array(items) => items.iter().any(|item| any_text(item, passes)),
        other => passes(&other.to_string()),
    }
}

/// Whether the whole text is as the pattern says, `*` for any run of characters.
pub fn glob(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut text) = text.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        match text.split_once(part) {
            Some((_, behind)) => text = behind,
            None => return false,
        }
    }
    text.ends_with(last)
}

/// Each in quotes, with commas between.
fn listed(texts: &[String]) -> String {
    texts.iter().map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(",")
}

impl fmt::Display for Query {
    /// The filter in a form that reads back as the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, term) in self.terms.iter().enumerate() {
            let space = if place > 0 { " " } else { "" };
            let not = if term.is_wanted { "" } else { "-" };
            match &term.test {
                Test::Text(texts) => write!(f, "{space}{not}{}", listed(texts))?,
                Test::Is(field, values) => write!(f, "{space}{not}{field}:{}", listed(values))?,
                Test::Compares(field, sign, number) => {
                    let sign = match sign {
                        Sign::Less => "<",
                        Sign::AtMost => "<=",
                        Sign::More => ">",
                        Sign::AtLeast => ">=",
                    };
                    write!(f, "{space}{not}{field}{sign}{number}")?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
