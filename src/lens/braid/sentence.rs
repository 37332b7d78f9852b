//! What a braid says, in sentences.

use crate::pair::{Braid, Kind, Parting, Side, Where};
use crate::words::counted;

/// Where the two part, whether a receipt can be the cause, where the agents part if that is another place, and where
/// they meet again.
#[must_use]
pub fn sentences(braid: &Braid, names: [&str; 2]) -> Vec<String> {
    let mut all = vec![parting(braid, names)];
    let Some(first) = braid.parting else { return all };
    all.push(cause(braid, names));
    match braid.choice {
        Some(choice) if choice.step != first.step => all.push(format!(
            "Until then only results differ: the agents part at step {}, {}, {}.",
            choice.step,
            differs(choice, names),
            braid.choice_place().map_or("", lies)
        )),
        None => all.push("Only results differ: the agents make the same calls to the end.".to_owned()),
        Some(_) => {}
    }
    all.push(meeting(braid, names));
    all
}

/// Where the two part, in a sentence.
#[must_use]
pub fn parting(braid: &Braid, names: [&str; 2]) -> String {
    let Some(parting) = braid.parting else {
        return match braid.rows.len() {
            0 => "Neither makes a call.".to_owned(),
            count => format!("Both make the same {}, with the same results.", counted(count, "call")),
        };
    };
    let before = match braid.prefix {
        0 => "They part at once".to_owned(),
        count => format!("They part at step {}, after {} alike", parting.step, counted(count, "call")),
    };
    format!("{before}: {}.", differs(parting, names))
}

/// What differs at a parting: `another tool`.
fn differs(parting: Parting, [first, second]: [&str; 2]) -> String {
    match parting.kind {
        Kind::OnlyFirst if parting.is_end => format!("{second} makes no further call, {first} does"),
        Kind::OnlySecond if parting.is_end => format!("{first} makes no further call, {second} does"),
        Kind::OnlyFirst => format!("{first} makes a call that {second} does not make"),
        Kind::OnlySecond => format!("{second} makes a call that {first} does not make"),
        Kind::OtherTool => "each calls another tool".to_owned(),
        Kind::OtherArguments => "the same tool is called with other arguments".to_owned(),
        Kind::OtherResult => "the same call has another result".to_owned(),
        Kind::OrderOnly => "the same calls come in another order".to_owned(),
        Kind::Same => "nothing differs".to_owned(),
    }
}

/// Where something lies as seen from the first receipt.
const fn lies(place: Where) -> &'static str {
    match place {
        Where::Before => "before the first receipt",
        Where::At => "at the first receipt",
        Where::After => "after the first receipt",
        Where::NoReceipt => "and there is no receipt in the pair",
    }
}

/// Whether the first difference lies before, at or after the first receipt, in a sentence.
#[must_use]
pub fn cause(braid: &Braid, [first, second]: [&str; 2]) -> String {
    let (Some(parting), Some(place)) = (braid.parting, braid.place()) else {
        return "There is no difference to be explained.".to_owned();
    };
    let Some(receipt) = braid.receipt else {
        return "There is no receipt in the pair, so none is the cause of the difference.".to_owned();
    };
    let whose = match (receipt.is_in_both, receipt.side) {
        (true, _) => "both".to_owned(),
        (false, Side::First) => first.to_owned(),
        (false, Side::Second) => second.to_owned(),
    };
    let which = format!("the first receipt ({whose}, step {})", receipt.step);
    let is_result = parting.kind == Kind::OtherResult;
    match place {
        Where::NoReceipt => String::new(),
        Where::Before if parting.step == receipt.step => format!(
            "The first difference lies before {which}: a receipt comes with a result, and this call was made before it, so the receipt cannot be the cause."
        ),
        Where::Before => {
            format!("The first difference lies before {which}, so the receipt cannot be the cause.")
        }
        Where::At if is_result => format!(
            "The first difference lies at {which}: the very result that carries it is another one, which is the world and not the agent."
        ),
        Where::At if parting.is_end => format!(
            "The first difference lies at {which}: one of the two makes no call after it, so the receipt may be the cause."
        ),
        Where::At => {
            format!(
                "The first difference lies at {which}: it is the first call after it, so the receipt may be the cause."
            )
        }
        Where::After => {
            let between = (parting.step.saturating_sub(receipt.step)).saturating_sub(1);
            let end = if is_result {
                "it is a result, which is the world and not the agent"
            } else {
                "the receipt may still be the cause"
            };
            format!(
                "The first difference lies after {which}, with {} alike in between; {end}.",
                counted(between, "call")
            )
        }
    }
}

/// Where they meet again, in a sentence.
#[must_use]
pub fn meeting(braid: &Braid, [first, second]: [&str; 2]) -> String {
    let Some(meeting) = braid.meeting else {
        if braid.choice.is_none() {
            return "No call follows: both end there.".to_owned();
        }
        let is_order = braid.parting.is_some_and(|parting| parting.kind == Kind::OrderOnly);
        let when = if is_order { "Once both have made these, they" } else { "They" };
        return format!("{when} never make the same call again.");
    };
    let steps = if meeting.first == meeting.second {
        format!("at step {}", meeting.first)
    } else {
        format!("at step {} of {first} and step {} of {second}", meeting.first, meeting.second)
    };
    let calls = counted(meeting.length, "call");
    let long = if meeting.is_to_the_end { format!("for {calls}, to the end") } else { format!("for {calls}") };
    format!("They meet again {steps}, {long}.")
}
