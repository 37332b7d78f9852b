//! The autopsy of one call, printed.

use std::io;

use super::firings::violation_json;
use super::page::pages;
use super::{Column, Format, Out, Table};
use crate::contract::{Hop, Verdict};
use crate::domain::ids::{TaskId, ToolName};
use crate::domain::json::{Json, Object};
use crate::domain::path::Path;
use crate::lens::autopsy::{Autopsy, Broken, Judged, Likeness, Likest, page};
use crate::lens::difference::Change;
use crate::lens::hazards::Told;
use crate::words;

/// Prints an autopsy: in text and Markdown as a page, in CSV one row per rule of the tool.
pub fn autopsy(autopsy: &Autopsy, format: Format, out: &mut Out) -> io::Result<()> {
    match format {
        Format::Json => out.json(&as_json(autopsy)),
        Format::Csv => out.table(&rules(&autopsy.judged), format),
        // Whoever asks for one call by its number is no blind reader of a study.
        Format::Text | Format::Md => pages(&[page(autopsy, true)], format, out),
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
    let paths = |paths: &[Path]| paths.iter().map(|path| Json::from(path.as_str())).collect::<Vec<_>>();
    let names = |tools: &[ToolName]| tools.iter().map(|tool| Json::from(tool.as_str())).collect::<Vec<Json>>();
    let broken = |broken: &Broken| -> Json {
        let mut whole = match violation_json(&broken.violation) {
            Json::Object(members) => members,
            other => Object::new().with("violation", other),
        };
        let rule = broken.invariant.as_ref();
        whole.insert("sentence", words::violation(&broken.violation, rule));
        whole.insert("equation", rule.and_then(|rule| words::equation(&broken.violation, rule)));
        whole.insert("to_pass", rule.and_then(|rule| words::to_pass(&broken.violation, rule)));
        whole.insert("invariant", rule.map(|rule| rule.id.as_str()));
        whole.insert("rule", rule.map(words::rule));
        whole.insert("support", rule.map(|rule| rule.support));
        whole.insert("evidence", rule.and_then(words::evidence));
        let folds = broken.folds.map(|(with, all)| Object::new().with("in", with).with("of", all));
        whole.insert("folds", folds);
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
        Object::new()
            .with("recovery_tools", names(recovery.tools.as_deref().unwrap_or_default()))
            .with("next", recovery.next.name())
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
        .with("replayed_against", autopsy.judge.as_ref().map(|(registry, _)| registry.as_str()))
        .with("judged_as", autopsy.judge.as_ref().map(|(_, basis)| basis.name()))
        .with("violations", autopsy.broken.iter().map(broken).collect::<Vec<_>>())
        .with("replayed_receipt", replayed)
        .with("hazards", autopsy.hazards.iter().map(Told::json).collect::<Vec<_>>())
        .with("rules", rules.collect::<Vec<_>>())
        .with("nearest", nearest(autopsy))
        .with("unguarded", paths(&autopsy.unguarded))
        .with("shape_only", paths(&autopsy.shape_only))
        .into()
}

/// The nearest clean sample; null if none was sought.
fn nearest(autopsy: &Autopsy) -> Option<Object> {
    let Likeness::Sought { weighed, clean, nearest } = &autopsy.likeness else { return None };
    let changes = |changes: &[Change]| changes.iter().map(change).collect::<Vec<Json>>();
    let sample = nearest.as_deref().map(|Likest { whence, arguments, result }| {
        Object::new()
            .with("file", whence.file.as_str())
            .with("episode", whence.episode.as_str())
            .with("step", whence.step.0)
            .with("arguments", changes(arguments))
            .with("result", changes(result))
    });
    Some(Object::new().with("other_calls", *weighed).with("clean", *clean).with("sample", sample))
}

fn change(change: &Change) -> Json {
    let hops = change.place().iter().map(|hop| match hop {
        Hop::Key(name) => Json::from(name.as_str()),
        Hop::Index(index) => Json::from(*index as u64),
    });
    Object::new()
        .with("place", hops.collect::<Vec<_>>())
        .with("what", change.what.word())
        .with("here", change.what.before().cloned())
        .with("there", change.what.after().cloned())
        .into()
}
