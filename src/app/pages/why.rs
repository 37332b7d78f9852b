//! The receipt autopsy of the call under the cursor.

use crate::app::App;
use crate::app::action::Action;
use crate::app::data::RuleRef;
use crate::app::gutter::Labels;
use crate::app::keys::Scope;
use crate::lens::autopsy::{self, Leads};
use crate::page::{Kind, Line, Page, Role};

pub(super) fn page(app: &App) -> Page {
    match app.autopsy() {
        Some(autopsy) => {
            let mut page = autopsy::page(&autopsy, app.labels == Labels::Shown);
            if app.labels == Labels::Hidden && app.has_labels() {
                hint(app, &mut page);
            }
            page
        }
        None => {
            let mut page = Page::new("why");
            page.muted(app.stepper.as_ref().map_or("There is no call here.", |stepper| stepper.why_no_call()));
            page
        }
    }
}

/// That there are labels to ask for, where it is told whether the firing was right.
fn hint(app: &App, page: &mut Page) {
    let Some(key) = app.keymap.key(Scope::Stepper, Action::ShowLabels) else { return };
    let said = format!("The study labels its faults: {key} shows them here, and whether this was one.");
    let line = Line::new(Kind::Text, vec![(Role::Muted, said)]);
    if let Some(heading) = page.lines.iter().position(|line| line.plain() == autopsy::RIGHT) {
        page.lines.insert(heading + 1, line);
    }
}

/// Goes where a line of the autopsy leads: to the nearest sample, or to the rule that broke.
pub(super) fn follow(app: &mut App, link: usize) {
    let violation = match Leads::of(link) {
        Leads::ToSample => {
            match app.likest() {
                Some(call) => {
                    app.overlays.clear();
                    app.open_call(call);
                }
                None => app.notice = Some("the nearest sample is still looked for".into()),
            }
            return;
        }
        Leads::ToRule(violation) => violation,
    };
    let found = app.stepper.as_ref().and_then(|stepper| stepper.detail.as_ref()).and_then(|detail| {
        let (judge, violation) = (detail.judge.as_ref()?, detail.violations.get(violation)?);
        Some((judge.id, RuleRef { tool: detail.call.tool.clone(), invariant: violation.invariant.clone() }))
    });
    if let Some((registry, rule)) = found {
        app.overlays.clear();
        app.use_registry(Some(registry));
        app.show_rule(&rule);
    }
}
