//! Values taken out of what is shown to others, by rule: what stands for one says its type and length, and equal
//! values are stood for by the same (`‹id-1 string(8)›`).
//!
//! First everything is [looked at](Redactor::look), so that a value is known wherever it turns up; then it is written
//! anew with [`Redactor::value`] and [`Redactor::text`].

use std::collections::BTreeMap;
use std::fmt;

use crate::contract::Tokens;
use crate::domain::json::{Json, Object};
use crate::query::lang::glob;

mod scan;

/// From so many characters on, a text is long.
const LONG: usize = 40;
/// Words in a field's name by which its value is an id.
const ID_WORDS: &[&str] = &[
    "account", "card", "code", "guid", "hash", "id", "ids", "key", "no", "number", "phone", "postal", "token", "uuid",
    "zip", "zipcode",
];

/// Which values are taken out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Ids: by the name of their field, or because they look like one.
    Ids,
    /// Numbers, also in texts.
    Numbers,
    /// Mail addresses, also in texts.
    Emails,
    /// Texts of 40 characters and more, or of several lines.
    LongText,
    /// What stands in or below a field of this name or path; `*` for anything.
    Field(String),
    /// Every value.
    AllValues,
}

impl Rule {
    /// How the rules are written, for messages.
    pub const NAMES: &str = "ids, numbers, emails, long-text, field:PATTERN, all-values";

    /// Reads a rule as it is written on the command line.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "ids" => Self::Ids,
            "numbers" => Self::Numbers,
            "emails" => Self::Emails,
            "long-text" => Self::LongText,
            "all-values" => Self::AllValues,
            other => Self::Field(other.strip_prefix("field:").filter(|pattern| !pattern.is_empty())?.to_owned()),
        })
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ids => f.write_str("ids"),
            Self::Numbers => f.write_str("numbers"),
            Self::Emails => f.write_str("emails"),
            Self::LongText => f.write_str("long-text"),
            Self::Field(pattern) => write!(f, "field:{pattern}"),
            Self::AllValues => f.write_str("all-values"),
        }
    }
}

/// What a value that is taken out is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Email,
    Id,
    Number,
    Text,
    Value,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Id => "id",
            Self::Number => "number",
            Self::Text => "text",
            Self::Value => "value",
        }
    }
}

/// Takes values out, and remembers what stands for which.
#[derive(Clone, Debug, Default)]
pub struct Redactor {
    rules: Vec<Rule>,
    /// Values that stay wherever they stand, as their text.
    kept: Vec<String>,
    /// What stands for what: by the value's own text, so that `"7"` and `7` are equal.
    known: BTreeMap<String, String>,
    counts: BTreeMap<Kind, usize>,
    /// Whether a number was taken out of a value.
    has_numbers: bool,
}

impl Redactor {
    /// One that follows these rules. The kept values stay, unless every value is to go.
    #[must_use]
    pub fn new(rules: &[Rule], kept: &[Json]) -> Self {
        let mut redactor = Self { rules: rules.to_vec(), ..Self::default() };
        if !redactor.takes_all() {
            for value in kept {
                each_scalar(value, &mut |scalar| redactor.kept.push(scalar));
            }
        }
        redactor
    }

    /// Whether nothing is to be taken out.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.rules.is_empty()
    }

    /// Whether every value goes.
    #[must_use]
    pub fn takes_all(&self) -> bool {
        self.rules.contains(&Rule::AllValues)
    }

    /// Whether numbers go, or one of the values seen was a number and is gone: then no sentence that calculates may stay.
    #[must_use]
    pub fn takes_numbers(&self) -> bool {
        self.has_numbers || self.takes_all() || self.rules.contains(&Rule::Numbers)
    }

    /// Looks at a value that stands at this path, so that what is to go is known wherever it stands.
    pub fn look(&mut self, path: &[&str], value: &Json) {
        self.value(path, value);
    }

    /// The value with what is to go taken out. A field's name stays, unless it is an id or a mail address itself.
    pub fn value(&mut self, path: &[&str], value: &Json) -> Json {
        match value {
            Json::Null => Json::Null,
            Json::Array(items) => items.iter().map(|item| self.value(path, item)).collect::<Vec<_>>().into(),
            Json::Object(members) => {
                let member = |(name, member): (&str, &Json)| {
                    let below: Vec<&str> = path.iter().copied().chain([name]).collect();
                    let member = self.value(&below, member);
                    (self.name(name), member)
                };
                members.iter().map(member).collect::<Object>().into()
            }
            scalar => {
                let text = plain(scalar);
                match self.kind_of(path, scalar, &text) {
                    Some(kind) if !self.kept.contains(&text) => {
                        self.has_numbers |= scalar.as_number().is_some();
                        let shape = format!("{}({})", scalar.kind(), text.chars().count());
                        self.stand_in(kind, &text, &shape).into()
                    }
                    _ => match scalar {
                        Json::String(text) => self.text(text).into(),
                        other => self.known.get(&text).map_or_else(|| other.clone(), |known| known.as_str().into()),
                    },
                }
            }
        }
    }

    /// Text with what is known, and with what the rules find in any text, taken out.
    pub fn text(&mut self, text: &str) -> String {
        if self.is_idle() || self.kept.iter().any(|kept| kept == text) {
            return text.to_owned();
        }
        let mut out = String::with_capacity(text.len());
        for piece in scan::pieces(text, &self.known, &self.kept) {
            match piece {
                scan::Piece::Known(stands) => out.push_str(&stands),
                scan::Piece::Email(mail) if self.rules.contains(&Rule::Emails) => {
                    let shape = format!("string({})", mail.chars().count());
                    out.push_str(&self.stand_in(Kind::Email, mail, &shape));
                }
                scan::Piece::Number(number) if self.takes_all() || self.rules.contains(&Rule::Numbers) => {
                    let shape = format!("number({})", number.chars().count());
                    out.push_str(&self.stand_in(Kind::Number, number, &shape));
                }
                scan::Piece::Email(other) | scan::Piece::Number(other) | scan::Piece::Other(other) => {
                    out.push_str(other);
                }
            }
        }
        out
    }

    /// What stands for a value from now on.
    fn stand_in(&mut self, kind: Kind, text: &str, shape: &str) -> String {
        if let Some(known) = self.known.get(text) {
            return known.clone();
        }
        let count = self.counts.entry(kind).or_default();
        *count += 1;
        let stands = format!("‹{}-{count} {shape}›", kind.name());
        self.known.insert(text.to_owned(), stands.clone());
        stands
    }

    /// A field's name: an id where an object is used as a table.
    fn name(&mut self, name: &str) -> String {
        let kind = match () {
            () if scan::is_email(name) && self.takes(&Rule::Emails) => Kind::Email,
            () if scan::looks_like_id(name) && self.takes(&Rule::Ids) => Kind::Id,
            () => return name.to_owned(),
        };
        if self.kept.iter().any(|kept| kept == name) {
            return name.to_owned();
        }
        self.stand_in(kind, name, &format!("string({})", name.chars().count()))
    }

    fn takes(&self, rule: &Rule) -> bool {
        self.takes_all() || self.rules.contains(rule)
    }

    /// What the value is called if it is to go.
    fn kind_of(&self, path: &[&str], value: &Json, text: &str) -> Option<Kind> {
        let by_name = || path.last().is_some_and(|name| Tokens::of(name).any_in(ID_WORDS));
        let is_text = value.as_str().is_some();
        let is_bool = value.as_bool().is_some();
        let is_long = is_text && (text.contains('\n') || text.chars().count() >= LONG);
        let kind = match () {
            () if is_bool => Kind::Value,
            () if is_text && scan::is_email(text) => Kind::Email,
            () if is_long => Kind::Text,
            () if by_name() || (is_text && scan::looks_like_id(text)) => Kind::Id,
            () if !is_text || scan::is_number(text) => Kind::Number,
            () => Kind::Value,
        };
        let goes = self.rules.iter().any(|rule| match rule {
            Rule::AllValues => true,
            Rule::Ids => kind == Kind::Id && !text.is_empty(),
            Rule::Numbers => value.as_number().is_some() || (is_text && scan::is_number(text)),
            Rule::Emails => kind == Kind::Email,
            Rule::LongText => is_long,
            Rule::Field(pattern) => is_named(path, pattern),
        });
        goes.then_some(kind)
    }
}

/// Whether a field on the way there has the name, or the way itself reads so.
fn is_named(path: &[&str], pattern: &str) -> bool {
    let pattern = pattern.to_lowercase();
    (0..path.len()).any(|at| {
        let (above, _) = path.split_at(at + 1);
        let matches = |name: &str| glob(&pattern, &name.to_lowercase());
        matches(&above.join(".")) || above.last().is_some_and(|name| matches(name))
    })
}

/// A scalar's own text, without quotes.
fn plain(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn each_scalar(value: &Json, visit: &mut dyn FnMut(String)) {
    match value {
        Json::Null => {}
        Json::Array(items) => items.iter().for_each(|item| each_scalar(item, visit)),
        Json::Object(members) => members.iter().for_each(|(_, member)| each_scalar(member, visit)),
        scalar => visit(plain(scalar)),
    }
}

#[cfg(test)]
mod tests;
