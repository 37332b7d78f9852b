//! Local references, and schemas that are made of parts.

use crate::domain::json::Json;

/// Why a reference leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unresolved {
    /// It leads out of the file, or names an anchor.
    External,
    /// Nothing is there.
    Missing,
}

/// What a reference such as `#/components/schemas/Pet` points to.
pub fn resolve<'d>(document: &'d Json, reference: &str) -> Result<&'d Json, Unresolved> {
    let pointer = reference.strip_prefix('#').ok_or(Unresolved::External)?;
    if pointer.is_empty() {
        return Ok(document);
    }
    let steps = pointer.strip_prefix('/').ok_or(Unresolved::External)?;
    steps
        .split('/')
        .try_fold(document, |inside, step| {
            let name = percent_decoded(step).replace("~1", "/").replace("~0", "~");
            match inside {
                Json::Array(items) => items.get(name.parse::<usize>().ok()?),
                other => other.get(&name),
            }
        })
        .ok_or(Unresolved::Missing)
}

/// `%20` and the like, as a reference is a URI.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let ahead = rest.clone().take(2).map(|digit| char::from(digit).to_digit(16)).collect::<Option<Vec<_>>>();
        match ahead.as_deref() {
            Some([high, low]) if byte == b'%' => {
                bytes.push(u8::try_from(high * 16 + low).unwrap_or_default());
                rest.nth(1);
            }
            _ => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
