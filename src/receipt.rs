//! What the monitor appends to a result: the encoders of SPEC 6, bit-exact.

use crate::domain::ids::ToolName;
use crate::domain::json::Json;
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

/// What the agent is to see for one result: the raw result alone without violations, else the result
/// with its receipt (SPEC 6). `source` fills the text advisory's `<source>`.
pub fn deliver(
    schema: ReceiptSchema,
    tool: &ToolName,
    raw: &Json,
    violations: &[Violation],
    recovery_tools: &[ToolName],
    source: &str,
) -> String {
    let _ = (schema, tool, raw, violations, recovery_tools, source);
    todo!()
}

/// The receipt alone, as a ledger records it under `receipt`; nothing without violations.
pub fn receipt(
    schema: ReceiptSchema,
    tool: &ToolName,
    violations: &[Violation],
    recovery_tools: &[ToolName],
    source: &str,
) -> Option<Json> {
    let _ = (schema, tool, violations, recovery_tools, source);
    todo!()
}
