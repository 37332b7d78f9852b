//! One step of an episode (SPEC 1 and 8).

use super::ids::{EpisodeId, ToolName};
use super::json::{Json, Object};

/// A call as the ledger holds it.
#[derive(Clone, Debug)]
pub struct Call {
    /// The episode it belongs to.
    pub episode: EpisodeId,
    /// The tool.
    pub tool: ToolName,
    /// The arguments as recorded; see [`Json::as_arguments`].
    pub arguments: Json,
    /// The raw result as recorded, envelope taken off; nothing if the call never returned. See
    /// [`Json::as_result`].
    pub result: Option<Json>,
    /// What was recorded as the receipt that was delivered with it; see [`Call::has_receipt`].
    pub receipt: Option<Json>,
    /// The injected fault, for audits only; never shown to a checker.
    pub fault: Option<Object>,
    /// When, as text (RFC 3339).
    pub at: Option<String>,
    /// How long it took, in milliseconds.
    pub ms: Option<f64>,
    /// Keys of the record that this version does not know.
    pub extra: Object,
}

/// The one status of a receipt: where nothing fires, there is none (SPEC 6).
pub const INCONSISTENT: &str = "inconsistent";

impl Call {
    /// Whether a receipt was delivered with it, of a shape of SPEC 6 or of another monitor's own: a text, or an object whose
    /// status is [`INCONSISTENT`]. Monitors that log every check record empty and `consistent` ones, too, which are none.
    #[must_use]
    pub fn has_receipt(&self) -> bool {
        match &self.receipt {
            Some(Json::String(text)) => !text.trim().is_empty(),
            Some(other) => other.get("status").and_then(Json::as_str) == Some(INCONSISTENT),
            None => false,
        }
    }
}

/// The two values of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// What the agent asked.
    Arguments,
    /// What the tool returned.
    Result,
}

impl Part {
    /// Both, in the order in which they come about.
    pub const ALL: [Self; 2] = [Self::Arguments, Self::Result];

    /// The key that has it in a ledger.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Arguments => "arguments",
            Self::Result => "result",
        }
    }
}

/// SPEC 8: a result that arrives as the envelope of SPEC 6 is unwrapped into (raw result, receipt).
/// The envelope may itself be given as a string of JSON. Anything else comes back as it is.
#[must_use]
pub fn unwrap_envelope(result: Json) -> (Json, Option<Json>) {
    let parsed = result.as_result().into_owned();
    let Json::Object(mut envelope) = parsed else { return (result, None) };
    if envelope.len() == 2
        && envelope.get("outcome_contract").is_some_and(|receipt| receipt.get("status").is_some())
        && let Some(raw) = envelope.remove("tool_result")
    {
        return (raw, envelope.remove("outcome_contract"));
    }
    (result, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::json::read;

    fn unwrapped(text: &str) -> (String, Option<String>) {
        let (result, receipt) = unwrap_envelope(read(text).unwrap().value);
        (result.to_string(), receipt.map(|receipt| receipt.to_string()))
    }

    #[test]
    fn only_a_real_envelope_is_taken_off() {
        let receipt = r#"{"status":"inconsistent","violations":[]}"#;
        let envelope = format!(r#"{{"tool_result":{{"a":1}},"outcome_contract":{receipt}}}"#);
        assert_eq!(unwrapped(&envelope), (r#"{"a":1}"#.into(), Some(receipt.into())));
        assert_eq!(unwrapped(&Json::from(envelope).to_string()), (r#"{"a":1}"#.into(), Some(receipt.into())));
        for text in [r#"{"tool_result":1}"#, r#"{"tool_result":1,"outcome_contract":2}"#, r#""text""#, "[1]"] {
            assert_eq!(unwrapped(text), (text.into(), None));
        }
    }
}
