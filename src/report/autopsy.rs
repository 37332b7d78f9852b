//! The autopsy of one call, printed.

use std::io;

use super::firings::violation_json;
use super::{Column, Format, Out, Table};
use crate::contract::Verdict;
use crate::domain::class::Class;
use crate::domain::ids::{TaskId, ToolName};
use crate::domain::json::{Json, Object};
use crate::receipt::Recorded;
use crate::recovery::NextAction;
use crate::study::{Autopsy, Broken, Judged, RecordedReceipt, Recovery};
use crate::words;

/// How much of a value is printed in text, in characters.
const VALUE_CHARS: usize = 400;

/// Prints an autopsy: in text and Markdown as sections, in CSV one row per rule of the tool.
pub fn autopsy(autopsy: &Autopsy, format: Format, out: &mut Out) -> io::Result<()> {
    match format {
        Format::Json => out.json(&as_json(autopsy)),
        Format::Csv => out.table(&rules(&autopsy.judged), format),
        Format::Text | Format::Md => out.text(&written(&sections(autopsy), format)),
    }
}

/// A heading with its lines.
struct Section {
    heading: String,
    lines: Vec<String>,
}

impl Section {
    fn new(heading: impl Into<String>, lines: Vec<String>) -> Self {
        Self { heading: heading.into(), lines }
    }
}

fn written(sections: &[Section], format: Format) -> String {
    let (before, bullet) = if format == Format::Md { ("## ", "- ") } else { ("", "  ") };
    let mut out = String::new();
    for section in sections {
        if !out.is_empty() {
            out.push('\n');
        }
        out.extend([before, &one_line(&section.heading), "\n"]);
        if format == Format::Md {
            out.push('\n');
        }
        for line in &section.lines {
            out.extend([bullet, &one_line(line), "\n"]);
        }
    }
    out
}

/// A line break out of a file must not look like one of ours.
fn one_line(text: &str) -> String {
    crate::safe::visible(text).into_owned()
}

fn sections(autopsy: &Autopsy) -> Vec<Section> {
    let mut sections = vec![head(autopsy)];
    if autopsy.broken.is_empty() {
        sections
            .push(Section::new(format!("Nothing broke (replayed against {})", autopsy.registry), vec![calm(autopsy)]));
    }
    for (place, broken) in autopsy.broken.iter().enumerate() {
        let count = autopsy.broken.len();
        let heading = format!("Violation {} of {count} (replayed against {})", place + 1, autopsy.registry);
        sections.push(Section::new(heading, violation(broken)));
    }
    sections.push(recorded(autopsy));
    if let Some(recovery) = &autopsy.replayed_recovery {
        sections.push(Section::new("A receipt now (replayed)", replayed(autopsy, recovery)));
    }
    for (verdict, heading) in
        [(Verdict::Broken, "Rules broken"), (Verdict::Held, "Rules held"), (Verdict::NotReached, "Rules not reached")]
    {
        let lines = by_class(autopsy, verdict);
        if !lines.is_empty() {
            sections.push(Section::new(heading, lines));
        }
    }
    if !autopsy.unguarded.is_empty() {
        let paths = autopsy.unguarded.iter().map(ToString::to_string).collect();
        sections.push(Section::new(format!("Fields that no rule looks at: {}", autopsy.unguarded.len()), paths));
    }
    sections
}

fn head(autopsy: &Autopsy) -> Section {
    let episode = &autopsy.episode;
    let facts = [
        ("task", episode.task.as_ref().map(ToString::to_string)),
        ("arm", episode.arm.as_ref().map(ToString::to_string)),
        ("model", episode.model.as_ref().map(ToString::to_string)),
        ("trial", episode.trial.map(|trial| trial.to_string())),
        ("completed", episode.completed().map(|completed| if completed { "yes" } else { "no" }.to_owned())),
    ];
    let known: Vec<String> = facts.into_iter().filter_map(|(name, value)| Some(format!("{name} {}", value?))).collect();
    let result = autopsy.call.result.as_ref();
    let mut lines = vec![
        format!("{} · {}", autopsy.file, known.join(" · ")),
        format!("arguments: {}", cut(&autopsy.call.arguments.to_string())),
        format!(
            "result: {}",
            result.map_or_else(|| "none, the call never returned".into(), |it| cut(&it.as_result().to_string()))
        ),
    ];
    if let Some(fault) = &autopsy.call.fault {
        lines.push(format!(
            "fault label (for audits, no checker sees it): {}",
            cut(&Json::from(fault.clone()).to_string())
        ));
    }
    let (step, calls) = (autopsy.step, episode.calls.len());
    Section::new(
        format!("Episode {}, step {step} of 0 to {}: {}", episode.id, calls.saturating_sub(1), autopsy.call.tool),
        lines,
    )
}

/// Why nothing broke.
fn calm(autopsy: &Autopsy) -> String {
    if autopsy.call.result.is_none() {
        return "the call has no result, so there is nothing to check".to_owned();
    }
    if !autopsy.has_contract {
        return format!("the registry has no contract for {}", autopsy.call.tool);
    }
    let count = |verdict| autopsy.judged.iter().filter(|judged| judged.verdict == verdict).count();
    format!("{} rules held, {} were not reached", count(Verdict::Held), count(Verdict::NotReached))
}

fn violation(broken: &Broken) -> Vec<String> {
    let mut lines = vec![broken.sentence.clone()];
    lines.extend(broken.equation.iter().map(|equation| format!("by the numbers: {equation}")));
    if let Some(invariant) = &broken.invariant {
        lines.push(format!("learned rule: {}", words::rule(invariant)));
        lines.extend(words::evidence(invariant).map(|evidence| format!("evidence: {evidence}")));
        lines.push(format!("invariant {} · {} · support {}", invariant.id, invariant.class, invariant.support));
    }
    let card = words::card(broken.violation.class);
    lines.push(format!("code: {} at {}", card.code, broken.violation.path));
    // The first line of the card is the rule in general, which stands above for this very field.
    lines.extend(card.lines.iter().skip(1).map(|(heading, sentence)| format!("{heading}: {sentence}")));
    lines
}

fn recorded(autopsy: &Autopsy) -> Section {
    let Some(RecordedReceipt { receipt, next }) = &autopsy.recorded else {
        let line = "the ledger records no receipt with this call; the agent saw the bare result".to_owned();
        return Section::new("Receipt: none recorded", vec![line, next_line(autopsy)]);
    };
    let Recorded::Read(known) = receipt else {
        let line = autopsy.call.receipt.as_ref().map(|it| cut(&it.to_string())).unwrap_or_default();
        return Section::new("Receipt recorded, in a shape that is not known", vec![line, next_line(autopsy)]);
    };
    let mut lines: Vec<String> = known
        .violations
        .iter()
        .map(|it| it.detail.clone().unwrap_or_else(|| format!("{} at {}", it.code, it.path.as_deref().unwrap_or("–"))))
        .collect();
    if lines.is_empty() {
        lines.push("it names no violation: a caution".to_owned());
    }
    lines.push(match &known.recovery_tools {
        Some(tools) => listed(tools),
        None => "a receipt of this shape lists no recovery tools".to_owned(),
    });
    lines.push(action(autopsy, *next));
    Section::new(format!("Receipt recorded · {}", known.schema), lines)
}

fn replayed(autopsy: &Autopsy, recovery: &Recovery) -> Vec<String> {
    let tools = match &autopsy.episode.tools {
        None => "the ledger does not say which tools the agent had, so none can be listed".to_owned(),
        Some(_) => listed(&recovery.tools),
    };
    vec![tools, action(autopsy, recovery.next)]
}

fn listed(tools: &[ToolName]) -> String {
    match tools {
        [] => "recovery tools: none".to_owned(),
        tools => format!("recovery tools: {}", tools.iter().map(ToolName::as_str).collect::<Vec<_>>().join(", ")),
    }
}

fn action(autopsy: &Autopsy, next: NextAction) -> String {
    let said = words::next_action(next, &autopsy.call.tool, autopsy.next.as_ref());
    format!("next: {} ({said})", next.name())
}

/// What came next, where there is no receipt to classify it by.
fn next_line(autopsy: &Autopsy) -> String {
    autopsy.next.as_ref().map_or_else(|| "no further tool call".to_owned(), |tool| format!("next call: {tool}"))
}

/// The rules of one verdict: those broken one by one, the others a line for each class, since they are many.
fn by_class(autopsy: &Autopsy, verdict: Verdict) -> Vec<String> {
    let of_verdict =
        || autopsy.judged.iter().filter(|judged| judged.verdict == verdict).map(|judged| &judged.invariant);
    if verdict == Verdict::Broken {
        return of_verdict().map(|it| format!("{} {}: {}", it.class, it.path, words::short_rule(it))).collect();
    }
    if verdict == Verdict::NotReached && autopsy.broken.iter().any(|it| it.violation.class == Class::NoError) {
        return vec![format!("the other {}, since nothing else is checked on an explicit error", of_verdict().count())];
    }
    let lines = Class::all().map(|class| {
        let paths: Vec<String> = of_verdict().filter(|it| it.class == class).map(|it| it.path.to_string()).collect();
        (class, paths)
    });
    let lines = lines.filter(|(_, paths)| !paths.is_empty());
    lines.map(|(class, paths)| format!("{class} ({}): {}", paths.len(), paths.join(", "))).collect()
}

fn cut(text: &str) -> String {
    let mut chars = text.chars();
    let head: String = chars.by_ref().take(VALUE_CHARS).collect();
    match chars.count() {
        0 => head,
        more => format!("{head}… ({more} more characters; --format json has them all)"),
    }
}

fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Held => "held",
        Verdict::Broken => "broken",
        Verdict::NotReached => "not reached",
    }
}

fn rules(judged: &[Judged]) -> Table {
    let columns = [
        Column::words("id", "id"),
        Column::words("class", "class"),
        Column::words("path", "path"),
        Column::words("verdict", "verdict"),
        Column::words("rule", "rule"),
        Column::numbers("support", "support"),
    ];
    let mut table = Table::new("rules", &columns);
    table.rows = judged
        .iter()
        .map(|Judged { invariant, verdict }| {
            vec![
                invariant.id.as_str().into(),
                invariant.class.name().into(),
                invariant.path.to_string().into(),
                verdict_name(*verdict).into(),
                words::rule(invariant).into(),
                invariant.support.into(),
            ]
        })
        .collect();
    table
}

fn as_json(autopsy: &Autopsy) -> Json {
    let names = |tools: &[ToolName]| tools.iter().map(|tool| Json::from(tool.as_str())).collect::<Vec<Json>>();
    let broken = |broken: &Broken| -> Json {
        let mut whole = match violation_json(&broken.violation) {
            Json::Object(members) => members,
            other => Object::new().with("violation", other),
        };
        whole.insert("sentence", broken.sentence.as_str());
        whole.insert("equation", broken.equation.clone());
        whole.insert("invariant", broken.invariant.as_ref().map(|invariant| invariant.id.as_str()));
        whole.insert("rule", broken.invariant.as_ref().map(words::rule));
        whole.insert("support", broken.invariant.as_ref().map(|invariant| invariant.support));
        whole.insert("evidence", broken.invariant.as_ref().and_then(words::evidence));
        whole.into()
    };
    let recorded = autopsy.recorded.as_ref().map(|recorded| {
        let known = recorded.receipt.known();
        Object::new()
            .with("schema", known.map(|known| known.schema.name()))
            .with("recovery_tools", known.and_then(|known| known.recovery_tools.as_deref()).map(names))
            .with("next", recorded.next.name())
            .with("receipt", autopsy.call.receipt.clone().unwrap_or_default())
    });
    let replayed = autopsy.replayed_recovery.as_ref().map(|recovery| {
        Object::new().with("recovery_tools", names(&recovery.tools)).with("next", recovery.next.name())
    });
    let rules = autopsy.judged.iter().map(|Judged { invariant, verdict }| -> Json {
        Object::new()
            .with("id", invariant.id.as_str())
            .with("class", invariant.class.name())
            .with("path", invariant.path.to_string())
            .with("verdict", verdict_name(*verdict))
            .with("rule", words::rule(invariant))
            .into()
    });
    Object::new()
        .with("episode", autopsy.episode.id.as_str())
        .with("task", autopsy.episode.task.as_ref().map(TaskId::as_str))
        .with("step", autopsy.step.0)
        .with("tool", autopsy.call.tool.as_str())
        .with("arguments", autopsy.call.arguments.clone())
        .with("result", autopsy.call.result.clone().unwrap_or_default())
        .with("next_tool", autopsy.next.as_ref().map(ToolName::as_str))
        .with("recorded", recorded)
        .with("replayed_against", autopsy.registry.as_str())
        .with("violations", autopsy.broken.iter().map(broken).collect::<Vec<_>>())
        .with("replayed_receipt", replayed)
        .with("rules", rules.collect::<Vec<_>>())
        .with("unguarded", autopsy.unguarded.iter().map(|path| Json::from(path.as_str())).collect::<Vec<_>>())
        .into()
}
