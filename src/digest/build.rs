//! From the records of one episode to its digest.

use std::borrow::Cow;
use std::sync::Arc;

use super::{CallDigest, EpisodeDigest, ReceiptDigest, Usage, conflict, label, refusal};
use crate::contract::explicit_error;
use crate::diff::tools::Snapshot;
use crate::domain::call::Call;
use crate::domain::episode::{Episode, Message, Outcome, Record, is_agent};
use crate::domain::ids::ToolName;
use crate::domain::json::Json;
use crate::receipt;
use crate::recovery::{NextAction, Substitutes, classify_next};
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
    /// What the tools say of their arguments.
    pub schemas: Option<&'a Snapshot>,
    /// Whether another episode of the same task called a tool.
    pub others_called: bool,
}

/// An episode while it is being digested.
#[derive(Debug, Default)]
pub(super) struct Told<'a> {
    pub(super) header: Option<&'a Episode>,
    pub(super) calls: Vec<Seen<'a>>,
    pub(super) said: Vec<Said<'a>>,
    pub(super) outcome: Option<&'a Outcome>,
    /// The tools advertised, where that is known.
    pub(super) advertised: Option<&'a [ToolName]>,
}

/// One of its calls.
#[derive(Debug)]
pub(super) struct Seen<'a> {
    pub(super) call: &'a Call,
    /// As SPEC 2 reads them.
    pub(super) arguments: Cow<'a, Json>,
    pub(super) result: Option<Cow<'a, Json>>,
    /// The canonical text of the result.
    pub(super) result_text: String,
}

/// One of its messages.
#[derive(Debug)]
pub(super) struct Said<'a> {
    pub(super) message: &'a Message,
    /// How many calls stand before it.
    pub(super) before: usize,
}

impl<'a> Told<'a> {
    /// What the agent said behind its last call: its final answer, if it gave one.
    pub(super) fn closing(&self) -> impl DoubleEndedIterator<Item = &'a Message> + '_ {
        let is_closing = |said: &&Said<'a>| said.before >= self.calls.len() && is_agent(&said.message.role);
        self.said.iter().filter(is_closing).map(|said| said.message)
    }
}

/// A 64-bit hash of a value: equal for equal values, however they are written (SPEC 2), and the same everywhere.
#[must_use]
pub fn value_hash(value: &Json) -> u64 {
    key(&value.canonical())
}

/// Digests one episode; its records are to come in file order.
pub fn digest<'a>(happened: impl Iterator<Item = Happened<'a>>, context: &Context<'a>) -> EpisodeDigest {
    let mut told = Told { advertised: context.advertised, ..Told::default() };
    let mut calls: Vec<CallDigest> = Vec::new();
    let mut not_receipts = 0;
    for record in happened {
        match record {
            Happened::Header(header) => {
                told.header = Some(header);
                told.advertised = told.advertised.or(header.tools.as_deref());
            }
            Happened::Message(message) => told.said.push(Said { message, before: calls.len() }),
            Happened::Call(call) => {
                let result = call.result.as_ref().map(Json::as_result);
                let result_text = result.as_ref().map(|result| result.canonical()).unwrap_or_default();
                let seen = Seen { call, arguments: call.arguments.as_arguments(), result, result_text };
                let of_call = of_call(&seen);
                not_receipts += u32::from(call.receipt.is_some() && of_call.receipt.is_none());
                calls.push(of_call);
                told.calls.push(seen);
            }
            Happened::Outcome(outcome) => told.outcome = Some(outcome),
        }
    }
    say_what_came_next(&mut calls);
    let standins = conflict::Standins::of(&calls, context);
    let labels = label::find(&told, &calls, context, &standins);
    let conflicts = conflict::find(&told, &calls, &standins);
    let usage = told.outcome.and_then(|outcome| outcome.usage.as_ref()).map(Usage::read).unwrap_or_default();
    EpisodeDigest { calls, not_receipts, usage, labels, conflicts }
}

fn of_call(seen: &Seen<'_>) -> CallDigest {
    let result = seen.result.as_deref();
    let fault = seen.call.fault.as_ref().map(|fault| fault.get("type").and_then(Json::as_str).unwrap_or("unnamed"));
    CallDigest {
        tool: seen.call.tool.clone(),
        arguments: value_hash(&seen.arguments),
        result: result.map(|_| key(&seen.result_text)),
        error: result.filter(|result| explicit_error(result).is_some()).map(refusal::kind),
        receipt: seen.call.receipt.as_ref().filter(|_| seen.call.has_receipt()).map(of_receipt),
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
        next: NextAction::None,
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
    fn what_is_no_receipt_is_counted_apart() {
        let call = |receipt: &str| {
            let call = r#"{"kind":"call","episode":"e","tool":"a","result":1,"receipt":RECEIPT}"#;
            call.replace("RECEIPT", receipt)
        };
        let told = |receipts: &[&str]| {
            let digest = of(&receipts.iter().map(|receipt| call(receipt)).collect::<Vec<_>>().join("\n"));
            (digest.calls.iter().filter(|call| call.receipt.is_some()).count(), digest.not_receipts)
        };
        let consistent = r#"{"status":"consistent"}"#;
        assert_eq!(told(&["{}", "\"\"", "[]", "5", consistent, "null"]), (0, 5));
        let listed = r#"{"status":"consistent","violations":[],"admissible_recovery_tools":["b"]}"#;
        let fired = r#"{"status":"inconsistent","violations":[{"code":"nonpositive_value"}]}"#;
        assert_eq!(told(&[listed, fired]), (1, 1));
        // Shapes of other monitors: what they list and which code they name is not known.
        assert_eq!(told(&["\"price is negative\"", r#"{"status":"inconsistent"}"#, "\" \""]), (2, 1));
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
