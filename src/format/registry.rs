//! `vidimus.registry/1` (SPEC 4): read strictly, with the place of whatever is wrong; written the same way
//! every time, one invariant a line.

mod print;
mod read;

pub use print::{invariant_json, print, to_json};
pub use read::{from_json, invariant_from_json};

use super::record;
use crate::domain::invariant::{Expected, Invariant};
use crate::domain::json::{self, Json, JsonError, Note};
use crate::domain::registry::Registry;

/// The `format` of a registry.
pub const FORMAT: &str = "vidimus.registry/1";

/// Why a text is no registry that this version understands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegistryError {
    /// The text is no JSON.
    #[error("{0}")]
    NotJson(JsonError),
    /// The value is something else; the sentence says what and what to do.
    #[error("{0}")]
    OtherFile(String),
    /// Something inside is not as SPEC 4 says.
    #[error("at {at}: {what}")]
    Wrong {
        /// Where, as a path into the file: `tools.get_order.invariants[3].class`.
        at: String,
        /// What stands there and what is understood.
        what: String,
    },
}

/// Reads the bytes of a registry; the notes say what had to be mended.
pub fn parse(bytes: &[u8]) -> Result<(Registry, Vec<Note>), RegistryError> {
    let read = json::read_bytes(bytes).map_err(|error| {
        let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
        // A ledger is many values, one a line: say that rather than where the first one ends.
        if error.trailing && record::read_line(first).is_ok() {
            other_file(LEDGER)
        } else {
            RegistryError::NotJson(error)
        }
    })?;
    let mut registry = from_json(&read.value)?;
    registry.doubled = read
        .notes
        .iter()
        .filter_map(|note| match note {
            Note::DuplicateKey(key) => Some(key.clone()),
            _ => None,
        })
        .collect();
    Ok((registry, read.notes))
}

const LEDGER: &str = "this is a ledger, no registry; open it as a ledger, or mine a registry from it with \
                      `vidimus mine LEDGER -o registry.json`";

fn other_file(what: impl Into<String>) -> RegistryError {
    RegistryError::OtherFile(what.into())
}

/// Says what a value is that is no registry of this version; nothing if its format is right.
fn is_other(value: &Json) -> Option<String> {
    let Some(format) = value.get("format") else {
        if value.get("kind").is_some() && value.get("episode").is_some() {
            return Some(LEDGER.to_owned());
        }
        return Some(format!("this is no registry: there is no \"format\": \"{FORMAT}\" at its start"));
    };
    match format.as_str() {
        Some(FORMAT) => None,
        Some(text) if text.starts_with("vidimus.ledger/") => Some(LEDGER.to_owned()),
        Some(text) if text.starts_with("vidimus.recovery/") => {
            Some("this is a recovery file, no registry; give it with --recovery".to_owned())
        }
        Some(text) if text.starts_with("vidimus.registry/") => Some(format!(
            "the format is \"{text}\"; this version understands \"{FORMAT}\"; read it with the version that wrote it, \
             or mine it again"
        )),
        _ => Some(format!("the format is {format}; a registry's is \"{FORMAT}\"")),
    }
}

/// Sorts as SPEC 4 says: by class, then path, then expectation, each by its written form.
fn sort(invariants: &mut [Invariant]) {
    invariants.sort_by_cached_key(|rule| (rule.class, rule.path.to_string(), expected_text(&rule.expected)));
}

fn expected_text(expected: &Expected) -> String {
    expected.id_part().unwrap_or_else(|| print::expected_json(expected).to_string())
}

#[cfg(test)]
mod tests;
