//! What the monitor appends to a result: the encoders of SPEC 6, bit-exact, and the reader of receipts
//! that a ledger recorded.
//!
//! In the text advisory, `<expected>` and `<observed>` are compact JSON, so that the reader gets back
//! what was written: `expected null, observed -79.0`; `expected ["EUR","USD"], observed "BTC"`.

mod read;

pub use read::{ReadReceipt, ReadViolation, Recorded, read};

use std::fmt;

use crate::domain::ids::ToolName;
use crate::domain::json::{Json, Object};
use crate::domain::violation::Violation;

/// How a receipt is written (SPEC 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReceiptSchema {
    /// All violations with their details.
    V1,
    /// The first violation with tool, property, path, expected and observed.
    V2,
    /// A caution that names nothing.
    Generic,
    /// The caution without recovery tools.
    Stripped,
    /// A sentence for plain-text environments.
    Text,
}

impl ReceiptSchema {
    /// Every schema, in the order of SPEC 6.
    pub const ALL: [Self; 5] = [Self::V1, Self::V2, Self::Generic, Self::Stripped, Self::Text];

    /// The name on the command line and on screen.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::V1 => "v1",
            Self::V2 => "v2",
            Self::Generic => "generic",
            Self::Stripped => "stripped",
            Self::Text => "text",
        }
    }

    /// The schema of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|schema| schema.name() == name)
    }
}

impl fmt::Display for ReceiptSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no receipt schema.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no receipt schema; the schemas are v1, v2, generic, stripped and text")]
pub struct UnknownSchema(String);

impl std::str::FromStr for ReceiptSchema {
    type Err = UnknownSchema;
    fn from_str(name: &str) -> Result<Self, UnknownSchema> {
        Self::from_name(name).ok_or_else(|| UnknownSchema(name.to_owned()))
    }
}

/// The `status` of every receipt.
const STATUS: &str = "inconsistent";
/// The `property` of a caution that names nothing.
const CAUTION: &str = "generic_caution";
/// Its `message`.
const CAUTION_MESSAGE: &str = "This result may be unreliable; verify it before relying on it.";
/// What stands between a raw result and a text advisory.
const BEFORE_ADVISORY: &str = "\n\n";
/// How a text advisory begins, up to the tool.
const ADVISORY: &str = "[OUTCOME CONTRACT ADVISORY] The observed result from '";
/// What follows the tool, up to the source.
const ADVISORY_SOURCE: &str = "' is inconsistent with ";
/// What follows the source, up to the code.
const ADVISORY_VIOLATION: &str = ". Violation: ";
/// What follows the observed value, up to the adjective of the tools.
const ADVISORY_END: &str =
    ". This advisory is nonbinding. Treat the result as unreliable and verify or recover using the available ";
/// What follows that adjective.
const ADVISORY_CLOSE: &str = " and task context before relying on it. All actions remain available.";
/// The `<source>` of `AppWorld`, whose tools are called APIs (SPEC 6).
pub const PUBLIC_CONTRACT: &str = "its public response contract";
/// The `<source>` of τ-bench retail (SPEC 6).
pub const RETAIL_INVARIANT: &str = "a known invariant of the retail database";

/// What the agent is to see for one result: the raw result alone without violations, else the result
/// with its receipt (SPEC 6). `source` fills the text advisory's `<source>`.
///
/// A raw result that is a string is passed on as its bare text, unless it goes into an envelope.
#[must_use]
pub fn deliver(
    schema: ReceiptSchema,
    tool: &ToolName,
    raw: &Json,
    violations: &[Violation],
    recovery_tools: &[ToolName],
    source: &str,
) -> String {
    match receipt(schema, tool, violations, recovery_tools, source) {
        None => bare(raw),
        Some(receipt) => delivered(raw, &receipt).to_string(),
    }
}

/// A result with its receipt as the model sees them, in their parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivered {
    /// What stands before the raw result.
    pub before: &'static str,
    /// The raw result.
    pub raw: String,
    /// What stands between the two.
    pub between: &'static str,
    /// The receipt.
    pub receipt: String,
    /// What stands behind the receipt.
    pub after: &'static str,
}

impl fmt::Display for Delivered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { before, raw, between, receipt, after } = self;
        write!(f, "{before}{raw}{between}{receipt}{after}")
    }
}

/// Puts a raw result and its receipt together (SPEC 6): a text behind the result, anything else with it in the
/// envelope. A recorded text may hold the result already.
#[must_use]
pub fn delivered(raw: &Json, receipt: &Json) -> Delivered {
    match receipt {
        Json::String(advisory) => {
            let raw = bare(raw);
            let behind = advisory.strip_prefix(raw.as_str()).and_then(|rest| rest.strip_prefix(BEFORE_ADVISORY));
            let receipt = behind.filter(|rest| rest.starts_with(ADVISORY)).unwrap_or(advisory).to_owned();
            Delivered { before: "", raw, between: BEFORE_ADVISORY, receipt, after: "" }
        }
        receipt => Delivered {
            before: "{\"tool_result\":",
            raw: raw.to_string(),
            between: ",\"outcome_contract\":",
            receipt: receipt.to_string(),
            after: "}",
        },
    }
}

/// A result as plain text, as the model sees it without an envelope.
#[must_use]
pub fn bare(raw: &Json) -> String {
    raw.as_str().map_or_else(|| raw.to_string(), str::to_owned)
}

/// The receipt alone, as a ledger records it under `receipt`; nothing without violations.
#[must_use]
pub fn receipt(
    schema: ReceiptSchema,
    tool: &ToolName,
    violations: &[Violation],
    recovery_tools: &[ToolName],
    source: &str,
) -> Option<Json> {
    let first = violations.first()?;
    let receipt = Object::new().with("status", STATUS);
    let tools: Vec<&str> = recovery_tools.iter().map(ToolName::as_str).collect();
    let caution = || Object::new().with("property", CAUTION).with("message", CAUTION_MESSAGE);
    Some(match schema {
        ReceiptSchema::V1 => {
            let told = |broken: &Violation| {
                Json::from(Object::new().with("code", broken.code()).with("detail", broken.detail.as_str()))
            };
            let all: Vec<Json> = violations.iter().map(told).collect();
            receipt.with("violations", all).with("admissible_recovery_tools", tools).into()
        }
        ReceiptSchema::V2 => {
            let told = Object::new()
                .with("tool", tool.as_str())
                .with("property", first.code())
                .with("path", first.path.as_str())
                .with("expected", first.expected.clone())
                .with("observed", first.observed.clone());
            receipt.with("violation", told).with("admissible_recovery_tools", tools).into()
        }
        ReceiptSchema::Generic => receipt.with("violation", caution()).with("admissible_recovery_tools", tools).into(),
        ReceiptSchema::Stripped => receipt.with("violation", caution()).into(),
        ReceiptSchema::Text => advisory(tool, first, source).into(),
    })
}

/// The sentence for plain-text environments.
fn advisory(tool: &ToolName, broken: &Violation, source: &str) -> String {
    let tools = if source == PUBLIC_CONTRACT { "documented APIs" } else { "documented tools" };
    format!(
        "{ADVISORY}{tool}{ADVISORY_SOURCE}{source}{ADVISORY_VIOLATION}{code} at '{path}'; expected {expected}, \
         observed {observed}{ADVISORY_END}{tools}{ADVISORY_CLOSE}",
        code = broken.code(),
        path = broken.path,
        expected = broken.expected,
        observed = broken.observed,
    )
}

#[cfg(test)]
mod tests;
