//! The recovery tools of the recorded receipt, those of a receipt now, and what the agent did next.

use super::labelled;
use crate::domain::ids::ToolName;
use crate::lens::autopsy::{Autopsy, Recovery};
use crate::page::{Kind, Page, Piece, Role};
use crate::recovery::NextAction;
use crate::words;

pub(super) fn write(autopsy: &Autopsy, page: &mut Page) {
    page.heading("What the agent did next");
    let next = autopsy.next.as_ref();
    let replayed = autopsy.replayed_recovery.as_ref();
    match (&autopsy.recorded, replayed) {
        (Some(recorded), _) => {
            match recorded.receipt.known().map(|known| &known.recovery_tools) {
                Some(Some(tools)) => {
                    listed("recovery tools in the recorded receipt: ", tools, next, autopsy.asks_else.is_some(), page);
                }
                Some(None) => page.item("a receipt of this form lists no recovery tools"),
                None => page.item("which recovery tools the recorded receipt lists is not known"),
            }
            action(autopsy, recorded.next, page);
        }
        (None, Some(recovery)) => action(autopsy, recovery.next, page),
        (None, None) => {
            let next = next.map_or_else(|| "no further tool call".to_owned(), ToString::to_string);
            labelled("next call", &next, page);
        }
    }
    match replayed {
        Some(Recovery { tools: None, .. }) => {
            page.item("a receipt now could list no recovery tools: the ledger does not say which tools the agent had");
        }
        Some(Recovery { tools: Some(tools), .. }) if Some(tools) == recorded_tools(autopsy) => {
            page.item("a receipt now would list the same (replayed)");
        }
        Some(Recovery { tools: Some(tools), .. }) => {
            listed(
                "recovery tools that a receipt now would list (replayed): ",
                tools,
                next,
                autopsy.asks_else.is_some(),
                page,
            );
        }
        None if !autopsy.broken.is_empty() => {
            page.item("no recovery file is loaded, so the tools that a receipt now would list are not known");
        }
        None => {}
    }
}

fn recorded_tools(autopsy: &Autopsy) -> Option<&Vec<ToolName>> {
    autopsy.recorded.as_ref()?.receipt.known()?.recovery_tools.as_ref()
}

/// A list of recovery tools, the one that was taken next marked.
fn listed(heading: &str, tools: &[ToolName], next: Option<&ToolName>, asks_else: bool, page: &mut Page) {
    let mut pieces: Vec<Piece> = vec![(Role::Muted, heading.to_owned())];
    let other = if asks_else { ", for something else" } else { "" };
    if tools.is_empty() {
        pieces.push((Role::Text, "none".into()));
    }
    for (place, tool) in tools.iter().enumerate() {
        let between = if place > 0 { ", " } else { "" };
        pieces.push((Role::Muted, between.into()));
        if next == Some(tool) {
            pieces.push((Role::Listed, format!("{tool} ← picked next{other}")));
        } else {
            pieces.push((Role::Text, tool.to_string()));
        }
    }
    page.push(Kind::Item, pieces);
}

fn action(autopsy: &Autopsy, next: NextAction, page: &mut Page) {
    let said = words::next_action(next, &autopsy.call.tool, autopsy.next.as_ref());
    // Another tool has other arguments anyhow.
    let other = autopsy
        .asks_else
        .as_ref()
        .filter(|_| next != NextAction::Other)
        .map(|other| format!(", {other}"))
        .unwrap_or_default();
    labelled("next", &format!("{} ({said}{other})", next.name()), page);
}
