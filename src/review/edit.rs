//! Changes to an invariant, as data: only what the check of SPEC 5 can express.

mod doubt;

use std::collections::BTreeSet;

use crate::domain::class::Class;
use crate::domain::invariant::{Expected, Guard, Invariant, Relation};
use crate::domain::json::JsonType;
use crate::journal::Refusal;

/// A change to what an invariant expects. None of them alters the invariant's id.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// `category`: these values are legal, too.
    AddValues(Vec<String>),
    /// `known_fields`: these fields may be there, too.
    AddFields(Vec<String>),
    /// `stable_type`: these types are legal, too.
    AddTypes(Vec<JsonType>),
    /// `affine`: the relation is claimed under this condition instead; always, if there is none.
    SetGuard(Option<Guard>),
}

/// What can be changed of an invariant: what a screen asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Editable {
    /// More values of a category.
    Values,
    /// More fields of an object.
    Fields,
    /// More types.
    Types,
    /// The condition of a relation.
    Guard,
}

/// What can be changed of an invariant; for the classes where the check leaves nothing to change, the sentence that
/// says so and what to do instead.
pub fn editable(rule: &Invariant) -> Result<Editable, Refusal> {
    match (rule.class, &rule.expected) {
        (Class::Category, Expected::Values(_)) => Ok(Editable::Values),
        (Class::KnownFields, Expected::Fields(_)) => Ok(Editable::Fields),
        (Class::StableType, Expected::Types(_)) => Ok(Editable::Types),
        (Class::Affine, Expected::Relation(_)) => Ok(Editable::Guard),
        (class, _) => Err(Refusal::new(match class {
            Class::Positive => {
                "the check knows one bound, above zero: a rule that also lets zero pass cannot be written. Reject it, or \
                 waive it for now"
            }
            Class::RequiredField => {
                "a field that may be missing needs no rule. Reject it if the field is optional, or waive it for now"
            }
            Class::NoError => "there is nothing to change in it. Reject it if the tool's errors are ordinary answers",
            Class::Echo => {
                "the check compares the value with the argument exactly: there is nothing to relax. Reject it, or waive \
                 it for now"
            }
            Class::DateOrder => {
                "the check lets equal dates pass already: there is nothing to relax. Reject it, or waive it for now"
            }
            _ => "what it expects does not belong to its class: the check passes it over. Reject it",
        })),
    }
}

impl Edit {
    /// The name in the file.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::AddValues(_) => "add_values",
            Self::AddFields(_) => "add_fields",
            Self::AddTypes(_) => "add_types",
            Self::SetGuard(_) => "set_guard",
        }
    }

    /// Reads what a person typed as the change of that rule: names with commas between, in JSON quotes where a name has
    /// a comma, a quote or a space at its ends (`delayed, "on time, late"`); of a relation the condition
    /// (`status: paid, open`), or nothing for none.
    pub fn typed(rule: &Invariant, typed: &str) -> Result<Self, Refusal> {
        let edit = match editable(rule)? {
            Editable::Values => Self::AddValues(names(typed)?),
            Editable::Fields => Self::AddFields(names(typed)?),
            Editable::Types => Self::AddTypes(names(typed)?.iter().map(|name| kind(name)).collect::<Result<_, _>>()?),
            Editable::Guard => Self::SetGuard(guard(typed)?),
        };
        edit.apply(rule).map(|_| edit)
    }

    /// The rule with the change; the sentence says why it cannot be made. Evidence and support stay what they were: they
    /// tell what was seen, which an edit does not change.
    pub fn apply(&self, rule: &Invariant) -> Result<Invariant, Refusal> {
        let expected = match (self, &rule.expected, editable(rule)?) {
            (Self::AddValues(more), Expected::Values(values), Editable::Values) => {
                Expected::Values(widened(values, more, "value", Clone::clone)?)
            }
            (Self::AddFields(more), Expected::Fields(names), Editable::Fields) => {
                Expected::Fields(widened(names, more, "field", Clone::clone)?)
            }
            (Self::AddTypes(more), Expected::Types(types), Editable::Types) => {
                Expected::Types(widened(types, more, "type", |kind| kind.name().to_owned())?)
            }
            (Self::SetGuard(when), Expected::Relation(relation), Editable::Guard) => guarded(relation, when.as_ref())?,
            _ => {
                let what =
                    format!("the change \"{}\" does not belong to a rule of the class {}", self.name(), rule.class);
                return Err(Refusal::new(what));
            }
        };
        Ok(Invariant { expected, ..rule.clone() })
    }
}

/// The names with the new ones among them, sorted.
fn widened<T: Ord + Clone>(
    known: &[T],
    more: &[T],
    what: &str,
    name: impl Fn(&T) -> String,
) -> Result<Vec<T>, Refusal> {
    let all: BTreeSet<&T> = known.iter().chain(more).collect();
    if all.len() == known.iter().collect::<BTreeSet<_>>().len() {
        let names = more.iter().map(name).collect::<Vec<_>>().join(", ");
        return Err(Refusal::new(format!("it allows {names} already; name a {what} that it does not allow yet")));
    }
    Ok(all.into_iter().cloned().collect())
}

fn guarded(relation: &Relation, when: Option<&Guard>) -> Result<Expected, Refusal> {
    let when = match when {
        None => None,
        Some(Guard { path, .. }) if !path.is_field_only() => {
            let what = format!("a condition looks at one field, as in status or order.status; {path} is none");
            return Err(Refusal::new(what));
        }
        Some(Guard { values, .. }) if values.is_empty() => {
            return Err(Refusal::new(
                "the condition names no value: the rule would never be claimed. Reject it instead",
            ));
        }
        Some(Guard { path, values, .. }) => {
            let values: BTreeSet<&String> = values.iter().collect();
            // What else the file says of the condition is not what was changed.
            let extra = relation.when.as_ref().map(|before| before.extra.clone()).unwrap_or_default();
            Some(Guard { path: path.clone(), values: values.into_iter().cloned().collect(), extra })
        }
    };
    if when == relation.when {
        return Err(Refusal::new("that is the condition it has already"));
    }
    Ok(Expected::Relation(Relation { when, ..relation.clone() }))
}

/// A type by its name, or as it is said on screen: `number`, `a number`, `text`.
fn kind(name: &str) -> Result<JsonType, Refusal> {
    let bare = name.strip_prefix("an ").or_else(|| name.strip_prefix("a ")).unwrap_or(name).trim();
    let said = |kind: &JsonType| crate::words::kinds(&[*kind]) == name.trim();
    let found = JsonType::from_name(bare).or_else(|| match bare {
        "list" => Some(JsonType::Array),
        _ => JsonType::ALL.into_iter().find(said),
    });
    found.ok_or_else(|| Refusal::new(format!("{name:?} is no type; the types are {}", types())))
}

/// Every type, by its name.
#[must_use]
pub fn types() -> String {
    JsonType::ALL.map(JsonType::name).join(", ")
}

fn guard(typed: &str) -> Result<Option<Guard>, Refusal> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(None);
    }
    let parts =
        typed.split_once(':').and_then(|(path, values)| Some((crate::domain::path::Path::parse(path.trim())?, values)));
    let Some((path, values)) = parts else {
        return Err(Refusal::new("write a condition as field: value, value; or nothing to claim the rule always"));
    };
    Ok(Some(Guard::new(path, names(values)?)))
}

/// Names with commas between, in JSON quotes where needed.
fn names(typed: &str) -> Result<Vec<String>, Refusal> {
    let (mut names, mut rest) = (Vec::new(), typed.trim());
    while !rest.is_empty() {
        let end = if rest.starts_with('"') { end_of_quotes(rest)? } else { rest.find(',').unwrap_or(rest.len()) };
        let (name, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        names.push(if rest.starts_with('"') { unquoted(name)? } else { name.trim().to_owned() });
        rest = after.trim_start();
        rest = match rest.strip_prefix(',') {
            Some(after) => after.trim_start(),
            None if rest.is_empty() => rest,
            None => return Err(Refusal::new("a comma is missing behind the quotes")),
        };
    }
    if names.is_empty() || names.iter().any(String::is_empty) && !typed.contains("\"\"") {
        return Err(Refusal::new("name at least one, with commas between; an empty name is written \"\""));
    }
    Ok(names)
}

/// Behind the closing quote of a text that starts with one.
fn end_of_quotes(text: &str) -> Result<usize, Refusal> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return Ok(at + 1),
            _ => {}
        }
    }
    Err(Refusal::new("a quote is not closed"))
}

fn unquoted(quoted: &str) -> Result<String, Refusal> {
    let read = crate::domain::json::read(quoted).ok();
    let text = read.and_then(|read| read.value.as_str().map(str::to_owned));
    text.ok_or_else(|| Refusal::new(format!("{quoted} is no text in JSON quotes")))
}

#[cfg(test)]
mod tests;
