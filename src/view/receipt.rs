//! A receipt in plain words: what broke, what clean samples looked like, which recovery tools there were,
//! and what the agent took. Recorded and replayed are never shown as one (SPEC 8).

use super::canvas::{Canvas, Piece};
use super::stepper::sign;
use crate::app::gutter::Labels;
use crate::app::screen::stepper::StepperScreen;
use crate::app::{App, CallDetail, ReceiptSource};
use crate::domain::violation::Violation;
use crate::lens::autopsy::{self, truth};
use crate::receipt::{ReadReceipt, Recorded};
use crate::recovery::NextAction;
use crate::theme::Role;
use crate::words;

/// The title of the pane; `which` is (this one, all) among the recorded receipts of the episode.
pub(super) fn title(stepper: &StepperScreen, which: (usize, usize), dot: &str) -> String {
    let Some(detail) = &stepper.detail else { return "receipt".into() };
    match (&detail.recorded, detail.violations.is_empty(), &detail.judge) {
        (Some(Recorded::Read(receipt)), ..) => {
            format!("Receipt {} of {} {dot} recorded {dot} {}", which.0, which.1, receipt.schema.name())
        }
        (Some(Recorded::Unknown(_)), ..) => {
            format!("Receipt {} of {} {dot} recorded {dot} unknown form", which.0, which.1)
        }
        (None, false, Some(judge)) => {
            // The verdict first: where there is little room the end is cut.
            format!("Would fire {dot} replayed against {} {dot} none recorded", judge.name)
        }
        (None, true, Some(judge)) => format!("No receipt {dot} replayed against {}", judge.name),
        (None, _, None) => "No receipt".into(),
    }
}

/// The lines of the pane.
pub(super) fn lines(app: &App, stepper: &StepperScreen, canvas: &Canvas<'_>) -> Vec<Vec<Piece>> {
    let Some(detail) = &stepper.detail else { return Vec::new() };
    let mut lines = Vec::new();
    match &detail.recorded {
        Some(Recorded::Read(receipt)) => {
            recorded(receipt, detail, canvas, &mut lines);
            // What happened stands together; where there is little room, it comes before what is computed now.
            lines.extend(was_it_right(app, stepper, detail, canvas));
            recovery(stepper, detail, canvas, &mut lines);
            compare(detail, receipt, canvas, &mut lines);
        }
        Some(Recorded::Unknown(raw)) => {
            lines.push(vec![(Role::Receipt, "The recorded receipt has a form that vidimus does not know:".into())]);
            lines.push(vec![(Role::Text, raw.to_string())]);
        }
        None if !detail.violations.is_empty() => {
            for violation in &detail.violations {
                lines.push(broken(violation, detail, canvas));
            }
            lines.extend(was_it_right(app, stepper, detail, canvas));
            if detail.recovery_tools.is_empty() {
                let why = if app.data.substitutes.tools.is_empty() {
                    "no recovery file is loaded, so no recovery tools can be named"
                } else {
                    "no recovery tool would be listed: none of its substitutes is advertised in this episode"
                };
                lines.push(vec![(Role::Muted, why.into())]);
            } else {
                recovery(stepper, detail, canvas, &mut lines);
            }
        }
        None => lines.push(vec![(Role::Text, detail.calm.clone())]),
    }
    for told in app.hazards_here() {
        let sentences = told.sentences();
        let mut label = format!("{}: ", told.source.words());
        for sentence in sentences {
            lines.push(vec![(Role::Muted, std::mem::replace(&mut label, "  ".into())), (Role::Text, sentence)]);
        }
    }
    lines
}

fn recorded(receipt: &ReadReceipt, detail: &CallDetail, canvas: &Canvas<'_>, lines: &mut Vec<Vec<Piece>>) {
    if receipt.violations.is_empty() {
        lines.push(vec![(
            Role::Receipt,
            format!(
                "{} The agent was warned that the result may be unreliable; the receipt names no rule.",
                canvas.glyphs.receipt()
            ),
        )]);
    }
    // The answer first; what the agent read, in the receipt's own words, after it.
    for named in &receipt.violations {
        let own = autopsy::said(named);
        let sign = (Role::Receipt, format!("{} ", canvas.glyphs.receipt()));
        let broken = detail.violations.iter().find(|violation| autopsy::is_same(named, violation));
        let broken = broken.map(|it| (it, detail.judge.as_ref().and_then(|judge| judge.rule_of(it))));
        match autopsy::plainly(named, broken) {
            Some(plain) => {
                lines.push(vec![sign, (Role::Text, plain)]);
                lines.push(vec![(Role::Muted, format!("  the receipt itself says: {own}"))]);
            }
            None => lines.push(vec![sign, (Role::Text, own)]),
        }
    }
}

/// Whether the firing was right, in a line: the label where it is shown, else that the call itself asked for the value.
fn was_it_right(app: &App, stepper: &StepperScreen, detail: &CallDetail, canvas: &Canvas<'_>) -> Option<Vec<Piece>> {
    if app.labels == Labels::Shown && app.has_labels() {
        let slot = app.data.ledger(stepper.episode.ledger)?;
        let episode = slot.index.episodes().get(stepper.episode.place)?;
        let sign = (Role::Changed, format!("{} ", canvas.glyphs.fault()));
        return Some(vec![sign, (Role::Text, truth::by_label(&detail.call, episode.faults > 0))]);
    }
    let asked = detail.violations.iter().find_map(|violation| truth::asked_for(&detail.call, violation))?;
    Some(vec![(Role::Muted, format!("perhaps a false alarm: {asked}"))])
}

/// What breaks now.
fn broken(violation: &Violation, detail: &CallDetail, canvas: &Canvas<'_>) -> Vec<Piece> {
    let rule = detail.judge.as_ref().and_then(|judge| judge.rule_of(violation));
    vec![(Role::Replayed, format!("{} ", canvas.glyphs.replayed())), (Role::Text, words::violation(violation, rule))]
}

fn recovery(stepper: &StepperScreen, detail: &CallDetail, canvas: &Canvas<'_>, lines: &mut Vec<Vec<Piece>>) {
    let heading = match detail.recovery_source {
        ReceiptSource::Recorded => "recovery tools listed: ",
        ReceiptSource::Replayed => "recovery tools it would list: ",
    };
    let mut row: Vec<Piece> = vec![(Role::Muted, heading.into())];
    if detail.recovery_tools.is_empty() {
        row.push((Role::Muted, "none".into()));
    }
    let other = stepper.next_call().and_then(|next| autopsy::asks_else(&detail.call, next));
    let for_else = if other.is_some() { ", for something else" } else { "" };
    for (at, tool) in detail.recovery_tools.iter().enumerate() {
        if at > 0 {
            row.push((Role::Muted, format!(" {} ", canvas.glyphs.dot())));
        }
        let is_next = detail.next.as_ref() == Some(tool);
        row.push((if is_next { Role::Listed } else { Role::Text }, tool.to_string()));
        if is_next {
            row.push((Role::Listed, format!(" {} picked next{for_else}", canvas.glyphs.picked())));
        }
    }
    lines.push(row);
    let (role, sign, _) = sign(detail.action, canvas);
    let other =
        other.filter(|_| detail.action != NextAction::Other).map(|other| format!(", {other}")).unwrap_or_default();
    let sentence = words::next_action(detail.action, &detail.call.tool, detail.next.as_ref());
    lines.push(vec![(role, canvas.glyphs.beside_words(sign)), (Role::Text, format!("then {sentence}{other}"))]);
}

/// What the loaded registry says now, beside the recorded receipt.
fn compare(detail: &CallDetail, receipt: &ReadReceipt, canvas: &Canvas<'_>, lines: &mut Vec<Vec<Piece>>) {
    let Some(judge) = &detail.judge else { return };
    if detail.violations.is_empty() {
        let from = if receipt.violations.is_empty() { "" } else { ": the receipt came from other contracts" };
        lines.push(vec![(Role::Replayed, format!("replayed against {}, nothing breaks{from}", judge.name))]);
        return;
    }
    let is_named = |violation: &Violation| receipt.violations.iter().any(|named| autopsy::is_same(named, violation));
    let (same, other): (Vec<_>, Vec<_>) = detail.violations.iter().partition(|violation| is_named(violation));
    let how = match (receipt.violations.is_empty(), same.is_empty()) {
        (true, _) => "",
        (false, false) => ", the same breaks, and more",
        (false, true) => ", something else breaks",
    };
    if other.is_empty() && !receipt.violations.is_empty() {
        let others = if same.len() == receipt.violations.len() { "the same breaks" } else { "only some of it breaks" };
        let names_samples = |it: &&Violation| words::violation(it, judge.rule_of(it)).contains("clean sample");
        let whose = if same.iter().any(names_samples) { "; its samples are those named here" } else { "" };
        let text = format!("replayed against {}, {others}{whose}", judge.name);
        lines.push(vec![(Role::Replayed, canvas.glyphs.beside_words(canvas.glyphs.replayed())), (Role::Muted, text)]);
        return;
    }
    let mut told = format!("replayed against {}{how}: ", judge.name);
    for violation in other {
        let mut line = broken(violation, detail, canvas);
        // Where words stand for signs, the first line says it already.
        if let Some((_, sign)) = line.first_mut().filter(|_| !told.is_empty()) {
            *sign = canvas.glyphs.beside_words(canvas.glyphs.replayed());
        }
        line.insert(1, (Role::Muted, std::mem::take(&mut told)));
        lines.push(line);
    }
}
