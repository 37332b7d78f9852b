//! One row of a braid as a text: what both calls were asked, what came back, and what differs between them.

use super::page::{Strand, kind_words, short};
use crate::digest::{CallDigest, ErrorKind, ReceiptDigest};
use crate::domain::call::Call;
use crate::domain::json::Json;
use crate::lens::difference::{difference, line};
use crate::page::{Kind as LineKind, Page, Piece, Role, Sign};
use crate::pair::Braid;
use crate::recovery::NextAction;
use crate::words;

/// The page of a row.
#[must_use]
pub fn row(braid: &Braid, at: usize, strands: &[Strand<'_>; 2]) -> Page {
    let Some(row) = braid.rows.get(at) else { return Page::default() };
    let sides = [(row.first, &strands[0]), (row.second, &strands[1])];
    let names = sides.iter().filter_map(|(step, strand)| Some(format!("call {} of {}", (*step)?, strand.name)));
    let mut page = Page::new(format!("{} · {}", names.collect::<Vec<_>>().join(", "), kind_words(row.kind)));
    for (step, strand) in sides {
        let Some((step, call)) = step.and_then(|step| Some((step, strand.digest.calls.get(step)?))) else { continue };
        let next = strand.digest.calls.get(step + 1);
        about(strand.name, call, next, call_of(Some(step), strand), &mut page);
    }
    match (call_of(row.first, &strands[0]), call_of(row.second, &strands[1])) {
        (Some(first), Some(second)) => both(first, second, &mut page),
        (Some(call), None) if row.second.is_none() => one(call, &mut page),
        (None, Some(call)) if row.first.is_none() => one(call, &mut page),
        _ => page.muted("Reading the calls …"),
    }
    page
}

fn call_of<'a>(step: Option<usize>, strand: &Strand<'a>) -> Option<&'a Call> {
    strand.calls.get(step?)?.as_deref()
}

/// The tool, its error, its receipt, and what the agent did after that.
fn about(name: &str, call: &CallDigest, next: Option<&CallDigest>, whole: Option<&Call>, page: &mut Page) {
    let mut pieces: Vec<Piece> = vec![(Role::Muted, format!("{name}: ")), (Role::Field, call.tool.to_string())];
    match call.error {
        Some(ErrorKind::Refused) => {
            pieces.extend([(Role::Muted, "  ".into()), Sign::Error.lead()]);
            pieces.push((Role::Broken, "an error: the arguments were refused".into()));
        }
        Some(ErrorKind::Failed) => {
            pieces.extend([(Role::Muted, "  ".into()), Sign::Error.lead(), (Role::Broken, "an error".into())]);
        }
        None if call.result.is_none() => pieces.push((Role::Broken, "  it never returned".into())),
        None => {}
    }
    page.push(LineKind::Text, pieces);
    let Some(receipt) = &call.receipt else { return };
    let codes = codes(receipt, whole);
    let codes = if codes.is_empty() { String::new() } else { format!(": {}", codes.join(", ")) };
    page.push(LineKind::Item, vec![Sign::Receipt.lead(), (Role::Receipt, format!("receipt{codes}"))]);
    let tools = match receipt.recovery_tools.as_deref() {
        None => "it lists no recovery tools".to_owned(),
        Some([]) => "its list of recovery tools is empty".to_owned(),
        Some(tools) => {
            let names: Vec<&str> = tools.iter().map(crate::domain::ids::ToolName::as_str).collect();
            format!("recovery tools: {}", names.join(" · "))
        }
    };
    page.item(tools);
    let sign = next_sign(receipt.next);
    let next = next.map(|next| &next.tool);
    let sentence = words::next_action(receipt.next, &call.tool, next);
    page.push(LineKind::Item, vec![sign.lead(), (sign.role(), sentence)]);
}

/// What a receipt names: each code, and where its shape tells it the field.
fn codes(receipt: &ReceiptDigest, call: Option<&Call>) -> Vec<String> {
    let read = call.and_then(|call| call.receipt.as_ref()).map(crate::receipt::read);
    let Some(known) = read.as_ref().and_then(crate::receipt::Recorded::known) else {
        return receipt.codes.iter().map(ToString::to_string).collect();
    };
    let place = |path: &str| if path.is_empty() { String::new() } else { format!(" at {path}") };
    let said = |violation: &crate::receipt::ReadViolation| match (&violation.path, &violation.detail) {
        (Some(path), _) => format!("{}{}", violation.code, place(path)),
        (None, Some(detail)) => format!("{} ({detail})", violation.code),
        (None, None) => violation.code.clone(),
    };
    known.violations.iter().map(said).collect()
}

/// The sign of what the agent did after a receipt.
#[must_use]
pub const fn next_sign(next: NextAction) -> Sign {
    match next {
        NextAction::Listed => Sign::Listed,
        NextAction::Other => Sign::Other,
        NextAction::Retry => Sign::Retry,
        NextAction::None => Sign::Nothing,
    }
}

fn both(first: &Call, second: &Call, page: &mut Page) {
    part("arguments", &first.arguments.as_arguments(), &second.arguments.as_arguments(), page);
    match (&first.result, &second.result) {
        (Some(one), Some(other)) => part("result", &one.as_result(), &other.as_result(), page),
        (None, None) => page.muted("Neither call returned."),
        _ => page.muted("One of the two calls never returned, so there is nothing to compare."),
    }
}

fn part(name: &str, one: &Json, other: &Json, page: &mut Page) {
    let changes = difference(one, other);
    if changes.is_empty() {
        page.heading(format!("{name}: the same"));
        page.push(LineKind::Item, vec![(Role::Value, short(one))]);
        return;
    }
    page.heading(format!("{name}: {}", words::counted(changes.len(), "difference")));
    for change in &changes {
        page.push(LineKind::Item, line(change));
    }
}

fn one(call: &Call, page: &mut Page) {
    page.heading("arguments");
    page.push(LineKind::Item, vec![(Role::Value, short(&call.arguments.as_arguments()))]);
    page.heading("result");
    match &call.result {
        Some(result) => {
            let text = words::clip(&result.as_result().to_string(), RESULT);
            page.push(LineKind::Item, vec![(Role::Value, text)]);
        }
        None => page.muted("It never returned."),
    }
}

/// The widest result, in columns.
const RESULT: usize = 600;

/// The arguments of a call in a few words: `symbol="ACME", side="buy"`.
#[must_use]
pub fn arguments(call: &Call) -> String {
    let arguments = call.arguments.as_arguments();
    match arguments.as_object() {
        Some(object) => object.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(", "),
        None => arguments.to_string(),
    }
}
