//! The head of a call or message without its payload: `serde_json` skips what is not needed, at a fraction of the
//! cost of reading it. Whatever is unusual in any way is left to the full reader, which knows every sentence.

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::entry::Marks;
use crate::domain::call::INCONSISTENT;

/// The members of a line as they are spelled, none of them read.
#[derive(Deserialize)]
struct Spelled<'a> {
    #[serde(borrow, default, deserialize_with = "spelled")]
    kind: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "spelled")]
    episode: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "spelled")]
    role: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "spelled")]
    text: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "spelled")]
    tool: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "spelled")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "spelled")]
    receipt: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "spelled")]
    fault: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "spelled")]
    at: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "spelled")]
    ms: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "spelled")]
    format: Option<&'a RawValue>,
}

/// A member that is there, `null` too: a result may be null.
fn spelled<'de: 'a, 'a, D: Deserializer<'de>>(from: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&'a RawValue>::deserialize(from).map(Some)
}

/// What the index needs of a line.
pub(super) enum Head<'a> {
    /// A call.
    Call { episode: &'a str, tool: &'a str, marks: Marks },
    /// A message.
    Message { episode: &'a str },
}

/// The head of a plain call or message; nothing for other records and for everything unusual.
pub(super) fn read(line: &[u8]) -> Option<Head<'_>> {
    let spelled: Spelled<'_> = serde_json::from_slice(line).ok()?;
    let episode = plain_text(spelled.episode?)?;
    match plain_text(spelled.kind?)? {
        "call" => call(episode, &spelled),
        "message" => {
            let usual = |value: Option<&RawValue>| value.is_none_or(|value| value.get().starts_with('"'));
            (usual(spelled.role) && usual(spelled.text)).then_some(Head::Message { episode })
        }
        _ => None,
    }
}

fn call<'a>(episode: &'a str, spelled: &Spelled<'a>) -> Option<Head<'a>> {
    let given = |value: Option<&'a RawValue>| value.map(RawValue::get).filter(|text| *text != "null");
    // An envelope is taken off by the full reader.
    let enveloped = |text: &str| memchr::memmem::find(text.as_bytes(), b"outcome_contract").is_some();
    let unusual = spelled.format.is_some()
        || spelled.result.is_some_and(|result| enveloped(result.get()))
        || given(spelled.fault).is_some_and(|fault| !fault.starts_with('{'))
        || given(spelled.at).is_some_and(|at| !at.starts_with('"'));
    if unusual {
        return None;
    }
    let ms = given(spelled.ms).map(str::parse).transpose().ok()?;
    let receipt = given(spelled.receipt).map_or(Some(false), is_receipt)?;
    let marks = Marks { receipt, fault: given(spelled.fault).is_some(), result: spelled.result.is_some(), ms };
    Some(Head::Call { episode, tool: plain_text(spelled.tool?)?, marks })
}

/// What [`crate::domain::call::Call::has_receipt`] says of a receipt as it is spelled; nothing where that needs reading.
fn is_receipt(spelled: &str) -> Option<bool> {
    #[derive(Deserialize)]
    struct Status<'a> {
        #[serde(borrow)]
        status: &'a RawValue,
    }
    if let Some(text) = spelled.strip_prefix('"') {
        return text.starts_with(|first: char| first.is_ascii_alphanumeric()).then_some(true);
    }
    let status = serde_json::from_str::<Status<'_>>(spelled).ok()?.status;
    Some(plain_text(status)? == INCONSISTENT)
}

/// The text of a string without escapes.
fn plain_text(value: &RawValue) -> Option<&str> {
    let inside = value.get().strip_prefix('"')?.strip_suffix('"')?;
    (!inside.contains('\\')).then_some(inside)
}
