//! The card of the violation under the cursor; the same as `vidimus witness` prints.

use crate::app::App;
use crate::app::window::View;
use crate::domain::json::Json;
use crate::format::registry;
use crate::lens::redact::Rule;
use crate::lens::witness::{self, Input, STEPS, Witness};
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

/// The card as data, for a file.
pub(in crate::app) fn json(app: &App) -> Option<Json> {
    with(app, witness::json)
}

/// Takes values out of the card by the next rules, or none again.
pub(in crate::app) fn redact(app: &mut App) {
    if app.window().is_none_or(|window| window.view != View::Witness) {
        app.notice = Some("values are taken out of a witness card: X in an episode opens one".into());
        return;
    }
    app.redaction = (app.redaction + 1) % STEPS.len();
    let rules = rules(app);
    app.notice = Some(match rules {
        [] => "nothing is taken out of the card".to_owned(),
        rules => format!("taken out of the card: {}; W writes it so", witness::names(rules)),
    });
    app.refresh_windows();
}

/// The rules by which values are taken out.
pub(in crate::app) fn rules(app: &App) -> &'static [Rule] {
    STEPS.get(app.redaction).copied().unwrap_or_default()
}

fn card(app: &App) -> Option<Page> {
    with(app, witness::page)
}

fn with<T>(app: &App, make: impl FnOnce(&Witness<'_>, &[Rule]) -> Option<T>) -> Option<T> {
    let stepper = app.stepper.as_ref()?;
    let detail = stepper.detail.as_ref()?;
    let judge = detail.judge.as_ref()?;
    let slot = app.data.ledger(stepper.episode.ledger)?;
    let entry = slot.index.calls().get(detail.place as usize)?;
    let episode = slot.index.episodes().get(entry.episode as usize)?;
    let recovery_tools = app.data.substitutes.recovery_tools(&detail.call.tool, episode.tools.as_deref());
    let registry = app.data.registry(judge.id)?.registry.as_ref()?;
    let card = Witness {
        link: Link { file: slot.name.clone(), target: Target::Call(episode.id.clone(), entry.step()) },
        call: &detail.call,
        violations: &detail.violations,
        rules: &judge.rules,
        recovery_tools: &recovery_tools,
        next: detail.next.as_ref(),
        // The hash of a ledger is only known to who reads the whole file; the command does.
        inputs: vec![
            Input::ledger(slot.name.as_str(), None),
            Input::registry(judge.name.as_str(), &registry::to_json(registry)),
        ],
    };
    make(&card, rules(app))
}
