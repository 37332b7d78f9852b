//! Receipts as a ledger recorded them, back into what they say.

use super::{ADVISORY, ADVISORY_END, ADVISORY_SOURCE, ADVISORY_VIOLATION, CAUTION, ReceiptSchema};
use crate::domain::call::INCONSISTENT;
use crate::domain::class::Class;
use crate::domain::ids::ToolName;
use crate::domain::json::{self, Json};

/// A recorded receipt.
#[derive(Clone, Debug, PartialEq)]
pub enum Recorded {
    /// One of the shapes of SPEC 6.
    Read(ReadReceipt),
    /// Anything else, as recorded.
    Unknown(Json),
}

impl Recorded {
    /// What was read, if the shape is known.
    #[must_use]
    pub fn known(&self) -> Option<&ReadReceipt> {
        if let Self::Read(receipt) = self { Some(receipt) } else { None }
    }
}

/// What a recorded receipt says; nothing in here was computed again.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadReceipt {
    /// The shape it was written in.
    pub schema: ReceiptSchema,
    /// The violations it names: all for v1, one for v2 and text, none for a caution.
    pub violations: Vec<ReadViolation>,
    /// The recovery tools it lists, in order; absent where the shape has no such list.
    pub recovery_tools: Option<Vec<ToolName>>,
}

/// One violation as a receipt names it: as much as its shape holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadViolation {
    /// The code, as written: it may be none of ours.
    pub code: String,
    /// The tool (v2 and text).
    pub tool: Option<ToolName>,
    /// The path: written out in v2 and text, taken from a known detail sentence in v1.
    pub path: Option<String>,
    /// The detail sentence (v1).
    pub detail: Option<String>,
    /// What belongs there (v2 and text).
    pub expected: Option<Json>,
    /// What was there (v2 and text).
    pub observed: Option<Json>,
    /// What the text advisory says the result is inconsistent with.
    pub source: Option<String>,
}

impl ReadViolation {
    /// The class that the code belongs to, if it is one of ours.
    #[must_use]
    pub fn class(&self) -> Option<Class> {
        Class::from_code(&self.code)
    }
}

/// Reads a recorded receipt of any shape of SPEC 6; a string may be the advisory alone or the raw
/// result with the advisory behind it.
#[must_use]
pub fn read(receipt: &Json) -> Recorded {
    let known = match receipt {
        Json::String(text) => advisory(text),
        other => object(other),
    };
    known.map_or_else(|| Recorded::Unknown(receipt.clone()), Recorded::Read)
}

fn object(receipt: &Json) -> Option<ReadReceipt> {
    if receipt.get("status")?.as_str()? != INCONSISTENT {
        return None;
    }
    let recovery_tools = match receipt.get("admissible_recovery_tools") {
        None => None,
        Some(list) => {
            Some(list.as_array()?.iter().map(|name| name.as_str().map(ToolName::from)).collect::<Option<_>>()?)
        }
    };
    if let Some(list) = receipt.get("violations") {
        let violations = list.as_array()?.iter().map(first_version).collect::<Option<_>>()?;
        return Some(ReadReceipt { schema: ReceiptSchema::V1, violations, recovery_tools });
    }
    let violation = receipt.get("violation")?;
    let property = violation.get("property")?.as_str()?;
    if property == CAUTION {
        let schema = if recovery_tools.is_some() { ReceiptSchema::Generic } else { ReceiptSchema::Stripped };
        return Some(ReadReceipt { schema, violations: Vec::new(), recovery_tools });
    }
    let text = |key: &str| violation.get(key).and_then(Json::as_str);
    let violation = ReadViolation {
        code: property.to_owned(),
        tool: text("tool").map(ToolName::from),
        path: text("path").map(str::to_owned),
        expected: violation.get("expected").cloned(),
        observed: violation.get("observed").cloned(),
        ..ReadViolation::default()
    };
    Some(ReadReceipt { schema: ReceiptSchema::V2, violations: vec![violation], recovery_tools })
}

fn first_version(violation: &Json) -> Option<ReadViolation> {
    let code = violation.get("code")?.as_str()?.to_owned();
    let detail = violation.get("detail").and_then(Json::as_str);
    let path = detail.and_then(|detail| path_in(&code, detail)).map(str::to_owned);
    Some(ReadViolation { code, path, detail: detail.map(str::to_owned), ..ReadViolation::default() })
}

/// The path that a detail sentence of SPEC 6 speaks of: what stands between its fixed words.
fn path_in<'a>(code: &str, detail: &'a str) -> Option<&'a str> {
    let (before, after) = match Class::from_code(code)? {
        Class::NoError => ("error-bearing field(s): ", ""),
        Class::RequiredField => ("missing nominal field ", ""),
        Class::KnownFields => ("field absent from nominal traces: ", ""),
        Class::StableType => ("field ", " has unexpected type"),
        Class::Positive => ("nominally positive field ", " is not positive"),
        Class::Category => ("field ", " has unseen categorical value"),
        Class::Echo => ("field ", " differs from call argument"),
        Class::DateOrder => ("fields ", " are out of nominal order"),
        Class::Affine => ("fields ", " violate a nominal relation"),
    };
    let path = detail.strip_prefix(before)?.strip_suffix(after)?;
    match Class::from_code(code)? {
        Class::DateOrder | Class::Affine => path.split_once(" and ").map(|(first, _)| first),
        _ => Some(path),
    }
}

fn advisory(text: &str) -> Option<ReadReceipt> {
    let (_, rest) = text.rsplit_once(ADVISORY)?;
    let (tool, rest) = rest.split_once(ADVISORY_SOURCE)?;
    let (source, rest) = rest.split_once(ADVISORY_VIOLATION)?;
    let (code, rest) = rest.split_once(" at '")?;
    let (path, rest) = rest.split_once("'; expected ")?;
    let (values, _) = rest.rsplit_once(ADVISORY_END)?;
    let (expected, observed) = two_values(values)?;
    let violation = ReadViolation {
        code: code.to_owned(),
        tool: Some(tool.into()),
        path: Some(path.to_owned()),
        expected: Some(expected),
        observed: Some(observed),
        source: Some(source.to_owned()),
        ..ReadViolation::default()
    };
    Some(ReadReceipt { schema: ReceiptSchema::Text, violations: vec![violation], recovery_tools: None })
}

/// `<expected>, observed <observed>`: two JSON values; where another writer put bare text, that text.
fn two_values(text: &str) -> Option<(Json, Json)> {
    const BETWEEN: &str = ", observed ";
    let value = |text: &str| json::read(text).ok().map(|read| read.value);
    let exact = text.match_indices(BETWEEN).find_map(|(place, _)| {
        let (expected, rest) = text.split_at_checked(place)?;
        Some((value(expected)?, value(rest.strip_prefix(BETWEEN)?)?))
    });
    exact.or_else(|| {
        let (expected, observed) = text.split_once(BETWEEN)?;
        let lenient = |text: &str| value(text).unwrap_or_else(|| text.into());
        Some((lenient(expected), lenient(observed)))
    })
}
