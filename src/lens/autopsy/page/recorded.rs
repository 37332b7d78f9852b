//! The receipt that the ledger recorded, in its own words.

use super::shortened;
use crate::domain::ids::InvariantId;
use crate::domain::invariant::Invariant;
use crate::domain::json::Json;
use crate::domain::violation::Violation;
use crate::lens::autopsy::{Autopsy, RecordedReceipt};
use crate::page::{Kind, Page, Role, Sign};
use crate::receipt::{ReadViolation, ReceiptSchema, Recorded};
use crate::words;

/// What a receipt says of a violation: its own sentence where it has one, else what it names.
#[must_use]
pub fn said(named: &ReadViolation) -> String {
    if let Some(detail) = &named.detail {
        return detail.clone();
    }
    let path = named.path.as_deref().map(|path| format!(" at {path}")).unwrap_or_default();
    let values = [("expected", &named.expected), ("observed", &named.observed)];
    // A rule that expects no list of values, or a field that is not there, has null here: that says nothing.
    let values = values.into_iter().filter_map(|(name, value)| {
        let value = value.as_ref().filter(|value| !matches!(value, Json::Null))?;
        Some(format!("{name} {value}"))
    });
    let values = values.collect::<Vec<_>>().join(", ");
    let between = if values.is_empty() { "" } else { ": " };
    format!("{}{path}{between}{values}", named.code)
}

/// Whether a receipt names this very violation.
#[must_use]
pub fn is_same(named: &ReadViolation, violation: &Violation) -> bool {
    named.code == violation.code()
        && match (&named.path, &named.detail) {
            (Some(path), detail) => *path == violation.path || detail.as_ref() == Some(&violation.detail),
            (None, Some(detail)) => *detail == violation.detail,
            (None, None) => true,
        }
}

/// How a broken rule is marked: as told where a recorded receipt names it, else as found by the replay alone.
#[must_use]
pub fn sign_of(violation: &Violation, recorded: Option<&Recorded>) -> Sign {
    let named = recorded.and_then(Recorded::known).map(|known| known.violations.as_slice()).unwrap_or_default();
    if named.iter().any(|named| is_same(named, violation)) { Sign::Receipt } else { Sign::Replayed }
}

/// What a receipt says of a violation as a plain sentence, the answer first; `broken` is the same violation as the
/// replay finds it, with its rule, if it does. Nothing for what is not understood.
#[must_use]
pub fn plainly(named: &ReadViolation, broken: Option<(&Violation, Option<&Invariant>)>) -> Option<String> {
    if let Some((violation, rule)) = broken {
        return Some(words::violation(violation, rule));
    }
    let told = Violation {
        invariant: InvariantId::from(""),
        class: named.class()?,
        path: named.path.clone()?,
        expected: named.expected.clone()?,
        observed: named.observed.clone()?,
        detail: String::new(),
    };
    Some(words::violation(&told, None))
}

/// What was recorded: in plain words first, then in its own.
pub(super) fn write(autopsy: &Autopsy, page: &mut Page) {
    let Some(RecordedReceipt { receipt, .. }) = &autopsy.recorded else {
        page.text("No receipt was recorded with this call: the agent saw the bare result.");
        return;
    };
    let plain = |named: &ReadViolation| {
        let broken = autopsy.broken.iter().find(|broken| is_same(named, &broken.violation));
        plainly(named, broken.map(|broken| (&broken.violation, broken.invariant.as_ref())))
    };
    let (form, says): (_, Vec<_>) = match receipt {
        Recorded::Read(known) => {
            (format!("form {}", known.schema), known.violations.iter().map(|it| (plain(it), said(it))).collect())
        }
        Recorded::Unknown(raw) => ("in a form that is not known".to_owned(), vec![(None, shortened(&raw.to_string()))]),
    };
    for (plain, _) in &says {
        if let Some(plain) = plain {
            page.push(Kind::Text, vec![Sign::Receipt.lead(), (Role::Text, plain.clone())]);
        }
    }
    let sentence = format!("The agent was shown a receipt (recorded, {form}). It says:");
    let is_plain = says.iter().any(|(plain, _)| plain.is_some());
    let mut shown = vec![(Role::Text, sentence)];
    if !is_plain {
        shown.insert(0, Sign::Receipt.lead());
    }
    page.push(Kind::Text, shown);
    for (_, own) in &says {
        page.push(Kind::Item, vec![(Role::Value, own.clone())]);
    }
    if says.is_empty() {
        page.item("that the result may be unreliable; it names no violation");
    }
}

/// Whether the replay finds what the recorded receipt names.
pub(super) fn compare(autopsy: &Autopsy, page: &mut Page) {
    let Some(Recorded::Read(known)) = autopsy.recorded.as_ref().map(|recorded| &recorded.receipt) else { return };
    if known.violations.is_empty() {
        return;
    }
    let is_found = |named: &ReadViolation| autopsy.broken.iter().any(|broken| is_same(named, &broken.violation));
    let found = known.violations.iter().filter(|named| is_found(named)).count();
    let is_named = |violation: &Violation| known.violations.iter().any(|named| is_same(named, violation));
    let new = autopsy.broken.iter().filter(|broken| !is_named(&broken.violation)).count();
    let sentence = match (found == known.violations.len(), autopsy.broken.is_empty(), new) {
        (true, _, 0) => "It breaks now what the recorded receipt names.".to_owned(),
        (true, _, new) if matches!(known.schema, ReceiptSchema::V2 | ReceiptSchema::Text) => format!(
            "It breaks now what the recorded receipt names, and {new} more: a receipt of this form names only the first."
        ),
        (true, _, new) => format!("It breaks now what the recorded receipt names, and {new} more."),
        (false, true, _) => "Nothing breaks now: the recorded receipt came from other contracts.".to_owned(),
        (false, false, _) => {
            "What breaks now is not what the recorded receipt names: it came from other contracts.".to_owned()
        }
    };
    page.text(sentence);
}
