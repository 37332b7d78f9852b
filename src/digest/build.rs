//! From the records of one episode to its digest.

use std::borrow::Cow;
use std::sync::Arc;

use super::{CallDigest, EpisodeDigest, ReceiptDigest, Usage, refusal};
use crate::contract::explicit_error;
use crate::domain::call::Call;
use crate::domain::episode::{Episode, Message, Outcome, Record};
use crate::domain::ids::ToolName;
use crate::domain::json::Json;
use crate::receipt;
use crate::recovery::{Substitutes, classify_next};
use crate::rng::key;

/// One record of an episode, in file order.
#[derive(Clone, Copy, Debug)]
pub enum Happened<'a> {
    /// It began; its header may say what budget it had.
    Header(&'a Episode),
    /// Something was said.
    Message(&'a Message),
    /// A tool was called.
    Call(&'a Call),
    /// It ended.
    Outcome(&'a Outcome),
}

impl<'a> From<&'a Record> for Happened<'a> {
    fn from(record: &'a Record) -> Self {
        match record {
            Record::Episode(episode) => Self::Header(episode),
            Record::Message(message) => Self::Message(message),
            Record::Call(call) => Self::Call(call),
            Record::Outcome(outcome) => Self::Outcome(outcome),
        }
    }
}

/// What is known besides the records.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context<'a> {
    /// The tools advertised in the episode; a header among the records says so too.
    pub advertised: Option<&'a [ToolName]>,
    /// Which tools stand in for which.
    pub substitutes: Option<&'a Substitutes>,
    /// Whether another episode of the same task called a tool.
    pub others_called: bool,
}

/// A call while its episode is being digested.
#[derive(Debug)]
pub(super) struct Seen<'a> {
    pub(super) call: &'a Call,
    /// As SPEC 2 reads them.
    pub(super) arguments: Cow<'a, Json>,
    pub(super) result: Option<Cow<'a, Json>>,
}

/// A 64-bit hash of a value: equal for equal values, however they are written (SPEC 2), and the same everywhere.
#[must_use]
pub fn value_hash(value: &Json) -> u64 {
    key(&value.canonical())
}

/// Digests one episode; its records are to come in file order.
pub fn digest<'a>(happened: impl Iterator<Item = Happened<'a>>, _context: &Context<'_>) -> EpisodeDigest {
    let mut calls: Vec<(Seen<'a>, CallDigest)> = Vec::new();
    let mut usage = Usage::default();
    for record in happened {
        match record {
            Happened::Call(call) => {
                let seen = Seen {
                    call,
                    arguments: call.arguments.as_arguments(),
                    result: call.result.as_ref().map(Json::as_result),
                };
                let digest = of_call(&seen);
                calls.push((seen, digest));
            }
            Happened::Outcome(outcome) => {
                usage = outcome.usage.as_ref().map(Usage::read).unwrap_or_default();
            }
            Happened::Header(_) | Happened::Message(_) => {}
        }
    }
    let mut digests: Vec<CallDigest> = calls.into_iter().map(|(_, digest)| digest).collect();
    say_what_came_next(&mut digests);
    EpisodeDigest { calls: digests, usage }
}

fn of_call(seen: &Seen<'_>) -> CallDigest {
    let result = seen.result.as_deref();
    let fault = seen.call.fault.as_ref().map(|fault| fault.get("type").and_then(Json::as_str).unwrap_or("unnamed"));
    CallDigest {
        tool: seen.call.tool.clone(),
        arguments: value_hash(&seen.arguments),
        result: result.map(value_hash),
        error: result.filter(|result| explicit_error(result).is_some()).map(refusal::kind),
        receipt: seen.call.receipt.as_ref().map(of_receipt),
        fault: fault.map(Arc::from),
    }
}

/// A receipt before it is known what came next.
fn of_receipt(recorded: &Json) -> ReceiptDigest {
    let read = receipt::read(recorded);
    let known = read.known();
    ReceiptDigest {
        schema: known.map(|receipt| receipt.schema),
        codes: known.iter().flat_map(|it| &it.violations).map(|it| Arc::from(it.code.as_str())).collect(),
        recovery_tools: known.and_then(|receipt| receipt.recovery_tools.clone()),
        next: crate::recovery::NextAction::None,
    }
}

fn say_what_came_next(calls: &mut [CallDigest]) {
    let mut next: Option<ToolName> = None;
    for call in calls.iter_mut().rev() {
        if let Some(receipt) = &mut call.receipt {
            let listed = receipt.recovery_tools.as_deref().unwrap_or_default();
            receipt.next = classify_next(&call.tool, listed, next.as_ref());
        }
        next = Some(call.tool.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::json::read;
    use crate::format::record::parse_record;
    use crate::receipt::ReceiptSchema;
    use crate::recovery::NextAction;

    fn of(lines: &str) -> EpisodeDigest {
        let records: Vec<Record> = lines.lines().map(|line| parse_record(line.as_bytes()).unwrap()).collect();
        digest(records.iter().map(Happened::from), &Context::default())
    }

    #[test]
    fn values_have_one_hash_however_they_are_written() {
        let hash = |text: &str| value_hash(&read(text).unwrap().value);
        assert_eq!(hash(r#"{"a":1,"b":[2.50]}"#), hash(r#"{ "b": [2.5], "a": 1.0 }"#));
        assert_ne!(hash(r#"{"a":"1"}"#), hash(r#"{"a":1}"#));
        // FNV-1a of "{}", from the reference: the hash is the same on every machine.
        assert_eq!(hash("{}"), 0x08f4_4b07_b590_1a25);
    }

    #[test]
    fn a_call_leaves_its_tool_hashes_error_receipt_and_fault() {
        let receipt = r#"{"status":"inconsistent","violations":[{"code":"nonpositive_value","detail":"x"}],"admissible_recovery_tools":["b"]}"#;
        let lines = format!(
            r#"{{"kind":"call","episode":"e","tool":"a","arguments":"{{\"x\":1}}","result":"{{\"y\":2}}","receipt":{receipt},"fault":{{"type":"sign"}}}}
{{"kind":"call","episode":"e","tool":"b","arguments":{{"x":1.0}},"result":{{"error":"missing required x"}}}}
{{"kind":"outcome","episode":"e","completed":true,"usage":{{"prompt_tokens":7,"output_tokens":2,"cost_usd":0.5}}}}"#
        );
        let digest = of(&lines);
        let [first, second] = digest.calls.as_slice() else { unreachable!() };
        assert_eq!(first.arguments, second.arguments);
        assert_eq!(first.result, Some(value_hash(&read(r#"{"y":2}"#).unwrap().value)));
        assert_eq!((first.error, second.error), (None, Some(super::super::ErrorKind::Refused)));
        assert_eq!(first.fault.as_deref(), Some("sign"));
        let told = first.receipt.as_ref().unwrap();
        assert_eq!((told.schema, told.next), (Some(ReceiptSchema::V1), NextAction::Listed));
        assert_eq!(told.codes, [Arc::from("nonpositive_value")]);
        assert_eq!(digest.usage, Usage { input_tokens: Some(7), output_tokens: Some(2), cost_usd: Some(0.5) });
    }
}
