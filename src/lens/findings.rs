//! What stands out in an episode, each symptom with its evidence; every piece of evidence leads to its call.

use crate::digest::{EpisodeDigest, EpisodeLabel, Finding};
use crate::domain::ids::Step;
use crate::domain::json::{Json, Object};
use crate::page::{Kind, Page, Role};

/// What the page is called.
pub const TITLE: &str = "what stands out";

/// The page. A link is the number of a call.
#[must_use]
pub fn page(digest: &EpisodeDigest) -> Page {
    let mut page = Page::new(TITLE);
    write(digest, &mut page);
    page
}

/// Adds what stands out to a page.
pub fn write(digest: &EpisodeDigest, page: &mut Page) {
    if digest.labels.is_empty() {
        page.text("Nothing stands out in its calls and messages alone.");
        page.muted("Looked for:");
        for label in EpisodeLabel::ALL {
            page.item(format!("{label}: {}", label.says()));
        }
        return;
    }
    page.text("A symptom points somewhere; it is no verdict on the agent.");
    for label in digest.telling() {
        page.heading(label.name());
        page.muted(label.says());
        for finding in digest.labels.iter().filter(|finding| finding.label == label) {
            for (role, text, step) in pieces(finding) {
                match step {
                    Some(step) => page.link(Kind::Item, vec![(role, text)], step.0),
                    None => page.push(Kind::Item, vec![(role, text)]),
                }
            }
        }
    }
}

/// A finding as lines: its sentence, which leads to its first call, and where there are more calls, one line for each.
fn pieces(finding: &Finding) -> Vec<(Role, String, Option<Step>)> {
    let first = finding.steps.first().copied();
    let mut lines = vec![(Role::Text, finding.what.clone(), first)];
    if finding.steps.len() > 1 {
        lines.extend(finding.steps.iter().map(|step| (Role::Muted, format!("  call {step}"), Some(*step))));
    }
    lines
}

/// The symptoms with their evidence, for programs.
#[must_use]
pub fn evidence(labels: &[Finding]) -> Json {
    let one = |finding: &Finding| -> Json {
        Object::new()
            .with("symptom", finding.label.name())
            .with("steps", finding.steps.iter().map(|step| Json::from(step.0)).collect::<Vec<_>>())
            .with("what", finding.what.as_str())
            .into()
    };
    labels.iter().map(one).collect::<Vec<_>>().into()
}
