//! The filter language: `tool:get_* receipts>0 completed:no "refund"`.
//!
//! Terms with spaces between; a row is shown when all of them hold.
//!
//! - `word` or `"several words"`: the text stands in some field of the row, in any case.
//! - `field:value`: the field is the value, in any case; `*` stands for anything, `yes` and `no` for truth values, and
//!   a list is searched for it. An empty value (`arm:`) finds rows in which the field is not known.
//! - `field>n`, `field>=n`, `field<n`, `field<=n`: the field is a number, so compared.
//! - `-term`: the term does not hold.
//!
//! A word that holds a sign but begins with no field's name is plain text, unless it looks like `name:…`; then the
//! name is taken for a mistake and told.

use std::fmt;

use crate::domain::json::Json;

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
    /// Text in any field, lowercase.
    Text(String),
    /// A field that is a value, lowercase, `*` for anything.
    Is(String, String),
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

/// Why a text is no filter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    /// A field that the rows do not have.
    #[error("there is no field {field:?} to filter by; the fields are {known}. Put text with a colon in quotes")]
    NoField {
        /// What was written.
        field: String,
        /// What there is.
        known: String,
    },
    /// A comparison with something that is no number.
    #[error("{0:?} compares with something that is no number; write for example receipts>0")]
    NoNumber(String),
    /// A quote that does not end.
    #[error("a quote is not closed; write \"…\" around text with spaces")]
    OpenQuote,
}

impl Query {
    /// Reads a filter over rows that have these fields.
    pub fn parse(text: &str, fields: &[&str]) -> Result<Self, QueryError> {
        words(text)?.iter().map(|word| Term::parse(word, fields)).collect::<Result<_, _>>().map(|terms| Self { terms })
    }

    /// Whether a row, given as (field, value), is to be shown.
    #[must_use]
    pub fn matches(&self, row: &[(&str, &Json)]) -> bool {
        self.terms.iter().all(|term| term.test.holds(row) == term.is_wanted)
    }
}

/// One word of a filter: its text, and how much of its beginning stood outside quotes.
struct Word {
    text: String,
    bare: usize,
}

/// Splits at white space outside quotes.
fn words(text: &str) -> Result<Vec<Word>, QueryError> {
    let mut words = Vec::new();
    let mut word: Option<Word> = None;
    let (mut in_quotes, mut was_quoted) = (false, false);
    for c in text.chars() {
        match c {
            '"' => {
                in_quotes = !in_quotes;
                was_quoted = true;
                word.get_or_insert(Word { text: String::new(), bare: 0 });
            }
            c if c.is_whitespace() && !in_quotes => {
                words.extend(word.take());
                was_quoted = false;
            }
            c => {
                let word = word.get_or_insert(Word { text: String::new(), bare: 0 });
                word.text.push(c);
                if !was_quoted {
                    word.bare = word.text.len();
                }
            }
        }
    }
    if in_quotes {
        return Err(QueryError::OpenQuote);
    }
    words.extend(word);
    Ok(words)
}

impl Term {
    fn parse(word: &Word, fields: &[&str]) -> Result<Self, QueryError> {
        let (bare, quoted) = word.text.split_at(word.bare);
        let (is_wanted, bare) = match bare.strip_prefix('-') {
            Some(rest) if !rest.is_empty() || !quoted.is_empty() => (false, rest),
            _ => (true, bare),
        };
        let whole = || format!("{bare}{quoted}").to_lowercase();
        let Some((name, signed)) = bare.find([':', '<', '>']).map(|place| bare.split_at(place)) else {
            return Ok(Self { is_wanted, test: Test::Text(whole()) });
        };
        if !fields.contains(&name) {
            let looks_like_a_field =
                !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
            if looks_like_a_field {
                return Err(QueryError::NoField { field: name.to_owned(), known: fields.join(", ") });
            }
            return Ok(Self { is_wanted, test: Test::Text(whole()) });
        }
        if let Some(value) = signed.strip_prefix(':') {
            let value = format!("{value}{quoted}").to_lowercase();
            return Ok(Self { is_wanted, test: Test::Is(name.to_owned(), value) });
        }
        let signs = [(">=", Sign::AtLeast), ("<=", Sign::AtMost), (">", Sign::More), ("<", Sign::Less)];
        let compared = signs.iter().find_map(|(sign, it)| Some((*it, signed.strip_prefix(sign)?)));
        match compared.and_then(|(sign, value)| Some((sign, format!("{value}{quoted}").parse().ok()?))) {
            Some((sign, number)) => Ok(Self { is_wanted, test: Test::Compares(name.to_owned(), sign, number) }),
            None => Err(QueryError::NoNumber(word.text.clone())),
        }
    }
}

impl Test {
    fn holds(&self, row: &[(&str, &Json)]) -> bool {
        let value_of =
            |field: &str| row.iter().find(|(name, _)| *name == field).map_or(&Json::Null, |(_, value)| *value);
        match self {
            Self::Text(text) => row.iter().any(|(_, value)| any_text(value, &|it| it.contains(text.as_str()))),
            Self::Is(field, wanted) if wanted.is_empty() => value_of(field).is_null(),
            Self::Is(field, wanted) => any_text(value_of(field), &|it| glob(wanted, it)),
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

impl fmt::Display for Query {
    /// The filter in a form that reads back as the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, term) in self.terms.iter().enumerate() {
            let space = if place > 0 { " " } else { "" };
            let not = if term.is_wanted { "" } else { "-" };
            match &term.test {
                Test::Text(text) => write!(f, "{space}{not}\"{text}\"")?,
                Test::Is(field, value) => write!(f, "{space}{not}{field}:\"{value}\"")?,
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
