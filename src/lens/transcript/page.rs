//! The episode as a text.

use super::{Entry, Told, Transcript};
use crate::domain::ids::{Arm, ModelName, TaskId, ToolName};
use crate::page::{Kind, Page, Role, Sign};
use crate::words;

/// The text of an episode.
#[must_use]
pub fn page(transcript: &Transcript) -> Page {
    let episode = &transcript.episode;
    let mut page = Page::new(format!("episode {} of {}", episode.id, transcript.file));
    let facts = [
        ("task", episode.task.as_ref().map(TaskId::to_string)),
        ("arm", episode.arm.as_ref().map(Arm::to_string)),
        ("model", episode.model.as_ref().map(ModelName::to_string)),
        ("trial", episode.trial.map(|trial| trial.to_string())),
        ("stratum", episode.stratum.clone()),
        ("replayed against", transcript.registry.clone()),
    ];
    for (name, value) in facts {
        if let Some(value) = value {
            fact(&mut page, name, value, Role::Text);
        }
    }
    let (calls, receipts) =
        (transcript.calls().count(), transcript.calls().filter(|told| told.recorded.is_some()).count());
    let all = transcript.episode.calls.len();
    let shown = words::counted(all, "call");
    let shown = if calls == all { shown } else { format!("{calls} of {shown} told here") };
    fact(&mut page, "length", format!("{shown}, {} recorded", words::counted(receipts, "receipt")), Role::Text);
    fact(&mut page, "outcome", outcome(transcript), Role::Text);
    if transcript.unreadable > 0 {
        fact(
            &mut page,
            "not shown",
            format!("{} that could not be read", words::counted(transcript.unreadable, "record")),
            Role::Banner,
        );
    }
    if let Some(findings) = &transcript.findings {
        for finding in findings {
            fact(&mut page, &format!("stands out: {}", finding.label), finding.what.clone(), Role::Text);
        }
    }
    for entry in &transcript.entries {
        match entry {
            Entry::Message(message) => {
                page.heading(&*message.role);
                lines(&mut page, &message.text);
            }
            Entry::Call(told) => call(&mut page, told, transcript),
        }
    }
    page
}

/// How the episode ended.
fn outcome(transcript: &Transcript) -> String {
    let Some(outcome) = &transcript.episode.outcome else { return "not recorded".into() };
    let completed = match outcome.completed {
        Some(true) => "completed",
        Some(false) => "failed",
        None => "not said",
    };
    match outcome.score {
        Some(score) => format!("{completed}, score {score}"),
        None => completed.into(),
    }
}

fn call(page: &mut Page, told: &Told, transcript: &Transcript) {
    let call = &told.call;
    let time = call.ms.map(|ms| format!(" ({ms} ms)")).unwrap_or_default();
    page.heading(format!("call {} · {}{time}", told.step, call.tool));
    fact(page, "arguments", call.arguments.as_arguments().to_string(), Role::Value);
    match &call.result {
        Some(result) => fact(page, "result", result.as_result().to_string(), Role::Value),
        None => fact(page, "result", "none: the call never returned".into(), Role::Broken),
    }
    if let Some(receipt) = &call.receipt {
        fact(page, &format!("{} receipt (recorded)", Sign::Receipt.text()), receipt.to_string(), Role::Value);
        let tools = told.recovery_tools();
        if !tools.is_empty() {
            let names = tools.iter().map(ToolName::as_str).collect::<Vec<_>>().join(", ");
            fact(page, "recovery tools", names, Role::Listed);
        }
    }
    for (violation, sentence) in &told.broken {
        fact(
            page,
            &format!("{} replayed", Sign::Replayed.text()),
            format!("{}: {sentence}", violation.code()),
            Role::Replayed,
        );
    }
    for told in &told.hazards {
        fact(page, told.source.words(), told.sentences().join("; "), Role::Text);
    }
    if let Some(action) = told.action {
        fact(page, "then", words::next_action(action, &call.tool, told.next.as_ref()), Role::Text);
    }
    if call.has_receipt() || !told.broken.is_empty() {
        fact(page, "link", transcript.link(told.step).to_string(), Role::Value);
    }
}

fn fact(page: &mut Page, name: &str, value: String, role: Role) {
    page.push(Kind::Item, vec![(Role::Muted, format!("{name}: ")), (role, value)]);
}

/// A text of several lines, each its own.
fn lines(page: &mut Page, text: &str) {
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        page.text(line);
    }
}
