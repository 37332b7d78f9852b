//! The nearest clean sample, with what differs.

use super::Leads;
use crate::domain::call::Part;
use crate::lens::autopsy::{Autopsy, Likeness, Likest, truth};
use crate::lens::difference::{Change, What};
use crate::page::{Kind, Page, Piece, Role};
use crate::words;

/// How many differences are told one by one.
const DIFFERENCES: usize = 12;

pub(super) fn write(autopsy: &Autopsy, page: &mut Page) {
    let tool = &autopsy.call.tool;
    let Some((registry, _)) = &autopsy.judge else { return };
    let (weighed, clean, nearest) = match &autopsy.likeness {
        Likeness::NotSought => return,
        Likeness::Seeking(done, all) => {
            page.heading("The nearest clean sample");
            let told =
                format!("looking through the loaded traces: {done} of {} of {tool} read", words::counted(*all, "call"));
            page.link(Kind::Text, vec![(Role::Muted, told)], Leads::ToSample.link());
            return;
        }
        Likeness::Sought { weighed, clean, nearest } => (*weighed, *clean, nearest.as_deref()),
    };
    page.heading("The nearest clean sample");
    let of = match (weighed, clean) {
        (0, _) => format!("In the loaded traces there is no other call of {tool} with a result to compare with."),
        (1, 0) => format!("The only other call of {tool} in the loaded traces breaks rules of {registry} as well."),
        (1, _) => format!("The only other call of {tool} in the loaded traces breaks no rule of {registry}."),
        (_, 0) => {
            format!("In the loaded traces none of {weighed} other answers of {tool} passes the rules of {registry}.")
        }
        _ => format!("In the loaded traces, {clean} of {weighed} other answers of {tool} break no rule of {registry}."),
    };
    page.text(of);
    let Some(likest) = nearest else { return };
    let Likest { whence, arguments, result } = likest;
    let place = format!("{} · episode {} · call {}", whence.file, whence.episode, whence.step);
    let line = vec![(Role::Muted, "The nearest: ".into()), (Role::Title, place)];
    page.link(Kind::Text, line, Leads::ToSample.link());
    let same = match (arguments.is_empty(), result.is_empty()) {
        (true, true) => "It has the same arguments and the same result: the rules look at nothing that differs.",
        (true, false) => "It has the same arguments. In the result these differ:",
        (false, true) => "It has the same result. In the arguments these differ:",
        (false, false) => "In arguments and result these differ:",
    };
    page.text(same);
    let arguments = arguments.iter().map(|it| (Part::Arguments, it));
    // What broke is why one looks: it stands first.
    let (at_fault, others): (Vec<_>, Vec<_>) = result.iter().partition(|change| truth::is_at_fault(autopsy, change));
    let of_result = |changes: Vec<_>| changes.into_iter().map(|it| (Part::Result, it));
    let changes = of_result(at_fault).chain(arguments).chain(of_result(others));
    let mut changes = changes.filter(|(_, change)| change.what != What::Moved);
    for (part, change) in changes.by_ref().take(DIFFERENCES) {
        page.push(Kind::Item, differs(part, change));
    }
    match changes.count() {
        0 => {}
        more => page.muted(format!("and {more} more")),
    }
}

/// `result.price_usd: -79.00 here, 79.00 there`.
fn differs(part: Part, change: &Change) -> Vec<Piece> {
    let place = words::place(part.name(), change.place());
    let said = truth::beside(&change.what);
    vec![(Role::Field, place), (Role::Muted, ": ".into()), (Role::Text, said)]
}
