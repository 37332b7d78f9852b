//! Where the two of a pair part, in a few words.

use super::kind_words;
use crate::pair::{Braid, Kind, Where};

/// `call 3 · other arguments · after the receipt`; `arms` are what the two are called.
#[must_use]
pub fn brief(braid: &Braid, arms: [&str; 2]) -> String {
    let Some(parting) = braid.parting else { return "the same calls and results to the end".to_owned() };
    let place = braid.place().map(place).unwrap_or_default();
    format!("call {} · {} · {place}", parting.step, first_difference(braid, arms))
}

/// What the first difference is: `other arguments`.
#[must_use]
pub fn first_difference(braid: &Braid, [first, second]: [&str; 2]) -> String {
    let Some(parting) = braid.parting else { return "none to the end".to_owned() };
    match parting.kind {
        Kind::OnlyFirst if parting.is_end => format!("{second} ends here"),
        Kind::OnlySecond if parting.is_end => format!("{first} ends here"),
        Kind::OnlyFirst => format!("only in {first}"),
        Kind::OnlySecond => format!("only in {second}"),
        kind => kind_words(kind).to_owned(),
    }
}

/// Where it lies, for a narrow column: `3 after ▲`, with the sign of a receipt; nothing where nothing differs.
#[must_use]
pub fn parts_at(braid: &Braid, receipt: &str) -> Option<String> {
    let step = braid.parting?.step;
    Some(match braid.place() {
        Some(Where::Before) => format!("{step} before {receipt}"),
        Some(Where::At) => format!("{step} at {receipt}"),
        Some(Where::After) => format!("{step} after {receipt}"),
        Some(Where::NoReceipt) | None => format!("{step} no {receipt}"),
    })
}

/// Where the parting lies as seen from the first receipt.
const fn place(place: Where) -> &'static str {
    match place {
        Where::Before => "before the receipt",
        Where::At => "at the receipt",
        Where::After => "after the receipt",
        Where::NoReceipt => "no receipt",
    }
}
