//! The receipt autopsy of the call under the cursor.

use crate::app::App;
use crate::app::data::RuleRef;
use crate::app::gutter::Labels;
use crate::lens::autopsy::{self, Leads};
use crate::page::Page;

pub(super) fn page(app: &App) -> Page {
    match app.autopsy() {
        Some(autopsy) => autopsy::page(&autopsy, app.labels == Labels::Shown),
        None => {
            let mut page = Page::new("why");
            page.muted(app.stepper.as_ref().map_or("There is no call here.", |stepper| stepper.why_no_call()));
            page
        }
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
