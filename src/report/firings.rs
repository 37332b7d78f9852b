//! What a check found, in the shape of SPEC 10.

use std::io;

use super::{Column, Format, Out, Table};
use crate::domain::ids::TaskId;
use crate::domain::json::{Json, Object};
use crate::domain::violation::Violation;
use crate::study::{Checked, Firing};
use crate::words::counted;

/// Prints what a check found: in JSON the shape that others rely on, else one row per violation.
pub fn firings(checked: &Checked, format: Format, out: &mut Out) -> io::Result<()> {
    if format == Format::Json {
        return out.json(&as_json(checked));
    }
    if format == Format::Text {
        out.text(&summary(checked))?;
        if checked.firings.is_empty() {
            return Ok(());
        }
        out.text("\n")?;
    }
    out.table(&table(checked), format)
}

fn as_json(checked: &Checked) -> Json {
    let by_code: Object = checked.by_class.iter().map(|(class, count)| (class.code(), *count)).collect();
    let firing = |firing: &Firing| -> Json {
        Object::new()
            .with("episode", firing.episode.as_str())
            .with("task", firing.task.as_ref().map(TaskId::as_str))
            .with("step", firing.step.0)
            .with("tool", firing.tool.as_str())
            .with(
                "violations",
                firing.violations.iter().map(|(violation, _)| violation_json(violation)).collect::<Vec<_>>(),
            )
            .into()
    };
    Object::new()
        .with("calls", checked.calls)
        .with("checked", checked.checked)
        .with("fired", checked.firings.len())
        .with("by_code", by_code)
        .with("firings", checked.firings.iter().map(firing).collect::<Vec<_>>())
        .into()
}

/// A violation as SPEC 10 writes it.
pub(super) fn violation_json(violation: &Violation) -> Json {
    Object::new()
        .with("code", violation.code())
        .with("path", violation.path.as_str())
        .with("expected", violation.expected.clone())
        .with("observed", violation.observed.clone())
        .with("detail", violation.detail.as_str())
        .into()
}

fn summary(checked: &Checked) -> String {
    let Checked { calls, checked: looked_at, firings, by_class } = checked;
    let calls = counted(*calls, "call");
    let head = format!("{calls}, {looked_at} with a result and a contract for their tool, {} fired\n", firings.len());
    let counts = by_class.iter().map(|(class, count)| format!("  {count} {}\n", class.code()));
    std::iter::once(head).chain(counts).collect()
}

fn table(checked: &Checked) -> Table {
    let columns = [
        Column::words("episode", "episode"),
        Column::words("task", "task"),
        Column::numbers("step", "step"),
        Column::words("tool", "tool"),
        Column::words("code", "code"),
        Column::words("path", "path"),
        Column::words("registry", "replayed against"),
        Column::words("broken", "what broke"),
    ];
    let mut table = Table::new("firings", &columns);
    for firing in &checked.firings {
        for (violation, sentence) in &firing.violations {
            table.rows.push(vec![
                firing.episode.as_str().into(),
                firing.task.as_ref().map(TaskId::as_str).into(),
                firing.step.0.into(),
                firing.tool.as_str().into(),
                violation.code().into(),
                violation.path.as_str().into(),
                firing.registry.as_str().into(),
                sentence.as_str().into(),
            ]);
        }
    }
    table
}
