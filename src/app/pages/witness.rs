//! The card of the violation under the cursor; the same as `vidimus witness` prints.

use crate::app::App;
use crate::app::window::View;
use crate::lens::witness::{self, Witness};
use crate::link::{Link, Target};
use crate::page::Page;

/// Opens the card, or says why there is none.
pub(in crate::app) fn open(app: &mut App) {
    let detail = app.stepper.as_ref().and_then(|stepper| stepper.detail.as_ref());
    let why_not = match detail {
        None => Some("there is no call under the cursor, or it is still being read"),
        Some(detail) if detail.judge.is_none() => Some("no loaded registry judges this call: there is no card of it"),
        Some(detail) if detail.violations.is_empty() => Some("no rule breaks on this call: there is no card of it"),
        Some(_) => None,
    };
    match why_not {
        Some(why_not) => app.notice = Some(why_not.into()),
        None => app.open_window(View::Witness),
    }
}

/// The card; nothing while the call is being read.
pub(super) fn page(app: &App) -> Option<Page> {
    let detail = app.stepper.as_ref()?.detail.as_ref()?;
    Some(card(app).unwrap_or_else(|| {
        // A reload took the violation away under the open window.
        let mut page = Page::new(format!("witness: nothing of {}", detail.call.tool));
        page.text("No rule breaks on this call any more: there is no card of it.");
        page
    }))
}

fn card(app: &App) -> Option<Page> {
    let stepper = app.stepper.as_ref()?;
    let detail = stepper.detail.as_ref()?;
    let judge = detail.judge.as_ref()?;
    let slot = app.data.ledger(stepper.episode.ledger)?;
    let entry = slot.index.calls().get(detail.place as usize)?;
    let episode = slot.index.episodes().get(entry.episode as usize)?;
    let recovery_tools = app.data.substitutes.recovery_tools(&detail.call.tool, episode.tools.as_deref());
    let card = Witness {
        link: Link { file: slot.name.clone(), target: Target::Call(episode.id.clone(), entry.step()) },
        call: &detail.call,
        violations: &detail.violations,
        rules: &judge.rules,
        recovery_tools: &recovery_tools,
        next: detail.next.as_ref(),
        // The hashes are only known to who reads the whole files; the command does.
        inputs: vec![(slot.name.clone(), None), (judge.name.clone(), None)],
    };
    witness::page(&card, &[])
}
