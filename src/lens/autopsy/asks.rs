//! Whether the call after a receipt asks the same as the call that had it: a listed tool may be called for something
//! else altogether.

use crate::domain::call::Call;
use crate::domain::json::Json;
use crate::lens::difference::{Change, What, difference};
use crate::words;

/// How many different arguments are named.
const NAMED: usize = 2;

/// What a later call asks otherwise: `with other arguments (base: GBP, not SEK)`; nothing if every value that the
/// first was asked with stands in the other, under whatever name.
#[must_use]
pub fn asks_else(first: &Call, then: &Call) -> Option<String> {
    let (first, then) = (first.arguments.as_arguments(), then.arguments.as_arguments());
    let changes = difference(&first, &then);
    let changed: Vec<String> = changes.iter().filter_map(changed).collect();
    if changed.is_empty() {
        let (mut asked, mut given) = (Vec::new(), Vec::new());
        leaves(&first, &mut asked);
        leaves(&then, &mut given);
        let is_same = asked.iter().all(|value| given.contains(value));
        return (!is_same).then(|| "with other arguments".to_owned());
    }
    let more = changed.len().saturating_sub(NAMED);
    let more = if more > 0 { format!("; {more} more") } else { String::new() };
    let named = changed.into_iter().take(NAMED).collect::<Vec<_>>().join("; ");
    Some(format!("with other arguments ({named}{more})"))
}

fn changed(change: &Change) -> Option<String> {
    let (What::Changed(before, after) | What::TypeChanged(before, after)) = &change.what else { return None };
    let place = words::place("", change.place());
    Some(format!("{place}: {}, not {}", words::value(after), words::value(before)))
}

fn leaves<'a>(value: &'a Json, found: &mut Vec<&'a Json>) {
    match value {
        Json::Array(items) => items.iter().for_each(|item| leaves(item, found)),
        Json::Object(members) => members.iter().for_each(|(_, member)| leaves(member, found)),
        leaf => found.push(leaf),
    }
}
