//! Reading a filter, with the place of every mistake.

use std::fmt;
use std::ops::Range;

use super::{Sign, Term, Test};

/// Why a text is no filter, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    /// The characters that are meant, counted from 0.
    pub place: Range<usize>,
    /// What is wrong with them.
    pub problem: Problem,
}

/// What is wrong with a filter; each says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A field that the rows do not have.
    #[error("there is no field {field:?} to filter by; the fields are {known}. Put text with a colon in quotes")]
    NoField {
        /// What was written.
        field: String,
        /// What there is.
        known: String,
    },
    /// A field that is hidden while labelling is blind.
    #[error(
        "{0:?} is hidden while labelling is blind: a filter by it would tell it of unlabelled pairs, or leave only those \
         that are labelled"
    )]
    Hidden(String),
    /// A comparison with something that is no number.
    #[error("{0:?} compares with something that is no number; write for example receipts>0")]
    NoNumber(String),
    /// A quote that does not end.
    #[error("a quote is not closed; write \"…\" around text with spaces")]
    OpenQuote,
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at character {})", self.problem, self.place.start + 1)
    }
}

impl std::error::Error for QueryError {}

/// One word of a filter: its text, how much of its beginning stood outside quotes, where commas stood outside quotes,
/// and where it stands.
struct Word {
    text: String,
    bare: usize,
    commas: Vec<usize>,
    place: Range<usize>,
}

/// The terms of a filter over rows that have these fields.
pub(super) fn terms(text: &str, fields: &[&str]) -> Result<Vec<Term>, QueryError> {
    words(text)?.iter().map(|word| term(word, fields)).collect()
}

/// The terms but for plain words, and these.
pub(super) fn terms_and_words(text: &str, fields: &[&str]) -> Result<(Vec<Term>, Vec<String>), QueryError> {
    let (mut terms, mut plain) = (Vec::new(), Vec::new());
    for word in words(text)? {
        let term = term(&word, fields)?;
        let is_bare = word.bare == word.text.len() && word.place.len() == word.text.chars().count();
        match &term.test {
            Test::Text(_) if term.is_wanted && is_bare && word.commas.is_empty() => plain.push(word.text),
            _ => terms.push(term),
        }
    }
    Ok((terms, plain))
}

/// Splits at white space outside quotes.
fn words(text: &str) -> Result<Vec<Word>, QueryError> {
    let mut words = Vec::new();
    let mut word: Option<Word> = None;
    let (mut quote, mut was_quoted) = (None, false);
    for (at, c) in text.chars().enumerate() {
        if c.is_whitespace() && quote.is_none() {
            words.extend(word.take());
            was_quoted = false;
            continue;
        }
        let word = word.get_or_insert_with(|| Word { text: String::new(), bare: 0, commas: Vec::new(), place: at..at });
        word.place.end = at + 1;
        if c == '"' {
            quote = if quote.is_some() { None } else { Some(at) };
            was_quoted = true;
            continue;
        }
        if c == ',' && quote.is_none() {
            word.commas.push(word.text.len());
        }
        word.text.push(c);
        if !was_quoted {
            word.bare = word.text.len();
        }
    }
    if let Some(at) = quote {
        return Err(QueryError { place: at..text.chars().count(), problem: Problem::OpenQuote });
    }
    words.extend(word);
    Ok(words)
}

impl Word {
    /// The texts between its commas, from a place on, in lower case. A comma with nothing beside it is still being typed.
    fn listed(&self, from: usize) -> Vec<String> {
        let whole = self.text.get(from..).unwrap_or_default().to_lowercase();
        let (mut parts, mut begin) = (Vec::new(), from);
        for end in self.commas.iter().copied().filter(|at| *at >= from).chain([self.text.len()]) {
            parts.push(self.text.get(begin..end).unwrap_or_default().to_lowercase());
            begin = end + 1;
        }
        if parts.len() > 1 {
            parts.retain(|part| !part.is_empty());
        }
        if parts.is_empty() { vec![whole] } else { parts }
    }
}

fn term(word: &Word, fields: &[&str]) -> Result<Term, QueryError> {
    let (bare, quoted) = word.text.split_at(word.bare);
    let (is_wanted, bare) = match bare.strip_prefix('-') {
        Some(rest) if !rest.is_empty() || !quoted.is_empty() => (false, rest),
        _ => (true, bare),
    };
    // Behind the dash.
    let begin = word.bare - bare.len();
    let text = || Term { is_wanted, test: Test::Text(word.listed(begin)) };
    let Some((name, signed)) = bare.find([':', '<', '>']).map(|place| bare.split_at(place)) else {
        return Ok(text());
    };
    if !fields.contains(&name) {
        let looks_like_a_field = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        if looks_like_a_field {
            let start = word.place.start + usize::from(!is_wanted);
            let problem = Problem::NoField { field: name.to_owned(), known: fields.join(", ") };
            return Err(QueryError { place: start..start + name.len(), problem });
        }
        return Ok(text());
    }
    if signed.starts_with(':') {
        let values = word.listed(begin + name.len() + 1);
        return Ok(Term { is_wanted, test: Test::Is(name.to_owned(), values) });
    }
    let signs = [(">=", Sign::AtLeast), ("<=", Sign::AtMost), (">", Sign::More), ("<", Sign::Less)];
    let compared = signs.iter().find_map(|(sign, it)| Some((*it, signed.strip_prefix(sign)?)));
    let number = compared.and_then(|(sign, value)| Some((sign, format!("{value}{quoted}").parse().ok()?)));
    match number.filter(|(_, number): &(Sign, f64)| number.is_finite()) {
        Some((sign, number)) => Ok(Term { is_wanted, test: Test::Compares(name.to_owned(), sign, number) }),
        None => Err(QueryError { place: word.place.clone(), problem: Problem::NoNumber(word.text.clone()) }),
    }
}
