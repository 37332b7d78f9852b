//! One line of a review file.
//!
//! | key | holds |
//! | --- | --- |
//! | `id` | what names the decision: 16 hex digits |
//! | `at`, `by` | when (RFC 3339, UTC) and by whom |
//! | `verdict` | `accept`, `reject`, `edit`, `waive`, `comment` or `undo` |
//! | `tool`, `invariant` | what was judged, as it stood in the registry, without its evidence |
//! | `content` | SHA-256 of what of it was judged: see `review/content.rs` |
//! | `edit` | of an `edit`: `{"kind":"add_values","add":[…]}`, `add_fields`, `add_types`, or `{"kind":"set_guard","when":…}` |
//! | `until` | of a `waive`: the last day on which it holds |
//! | `undoes` | of an `undo`: the `id` or the `bulk` of what it takes back |
//! | `reason` | why, or the comment |
//! | `bulk` | what the decisions of one bulk share |

use super::FORMAT;
use crate::domain::ids::{DecisionId, ToolName};
use crate::domain::invariant::Guard;
use crate::domain::json::{Json, JsonType, Object, read_bytes};
use crate::domain::path::Path;
use crate::format::registry::{invariant_from_json, invariant_json};
use crate::review::content::ContentHash;
use crate::review::day::Day;
use crate::review::decision::{Act, Decision, Subject, Verdict};
use crate::review::edit::Edit;

/// The first line of a review file, with its newline.
#[must_use]
pub fn header() -> String {
    format!("{}\n", Json::from(Object::new().with("format", FORMAT)))
}

pub(super) enum Line {
    /// A line that names a format.
    Header(String),
    Decision(Box<Decision>),
}

/// A decision as a line with its newline.
pub(super) fn print(decision: &Decision) -> String {
    let mut line = Object::new()
        .with("id", decision.id.as_str())
        .with("at", decision.at.as_str())
        .with("by", decision.author.as_str());
    match &decision.act {
        Act::Judge(subject, verdict) => {
            line.insert("verdict", verdict.name());
            line.insert("tool", subject.tool.as_str());
            line.insert("invariant", invariant_json(&subject.rule));
            line.insert("content", subject.content.as_str());
            match verdict {
                Verdict::Edited(edit) => line.insert("edit", edit_json(edit)),
                Verdict::Waived { until } => line.insert("until", until.as_str()),
                Verdict::Accepted | Verdict::Rejected | Verdict::Comment => {}
            }
        }
        Act::Undo(of) => {
            line.insert("verdict", "undo");
            line.insert("undoes", of.as_str());
        }
    }
    if !decision.reason.is_empty() {
        line.insert("reason", decision.reason.as_str());
    }
    if let Some(bulk) = &decision.bulk {
        line.insert("bulk", bulk.as_str());
    }
    for (key, value) in decision.extra.iter() {
        line.insert(key, value.clone());
    }
    format!("{}\n", Json::from(line))
}

fn edit_json(edit: &Edit) -> Object {
    let object = Object::new().with("kind", edit.name());
    match edit {
        Edit::AddValues(more) | Edit::AddFields(more) => object.with("add", more.clone()),
        Edit::AddTypes(more) => object.with("add", more.iter().map(|kind| kind.name()).collect::<Vec<_>>()),
        Edit::SetGuard(None) => object.with("when", Json::Null),
        Edit::SetGuard(Some(guard)) => {
            object.with("when", Object::new().with("path", guard.path.as_str()).with("in", guard.values.clone()))
        }
    }
}

/// Reads a line; the sentence says what is wrong with it.
pub(super) fn read(bytes: &[u8]) -> Result<Line, String> {
    let read = read_bytes(bytes).map_err(|error| format!("it is not whole: {}", error.what))?;
    let Json::Object(mut line) = read.value else { return Err("it is no object".into()) };
    if let Some(format) = line.remove("format") {
        return Ok(Line::Header(format.as_str().map_or_else(|| format.to_string(), str::to_owned)));
    }
    Ok(Line::Decision(Box::new(signed(line, act)?)))
}

/// Reads a decision from a line that leaves out what was judged, as a manifest has it.
pub fn decision_on(subject: Subject, line: Object) -> Result<Decision, String> {
    signed(line, |line, _| {
        let name = text(line, "verdict")?;
        line.remove("content");
        Ok(Act::Judge(Box::new(subject), verdict(line, &name)?))
    })
}

/// Who decided when and why; `act` reads what, given the reason.
fn signed(mut line: Object, act: impl FnOnce(&mut Object, &str) -> Result<Act, String>) -> Result<Decision, String> {
    let id = DecisionId::from(text(&mut line, "id")?);
    let (at, author) = (text(&mut line, "at")?, text(&mut line, "by")?);
    let reason = optional(&mut line, "reason")?.unwrap_or_default();
    let bulk = optional(&mut line, "bulk")?.map(DecisionId::from);
    let act = act(&mut line, &reason)?;
    Ok(Decision { id, act, reason, author, at, bulk, extra: line })
}

fn act(line: &mut Object, reason: &str) -> Result<Act, String> {
    let name = text(line, "verdict")?;
    if name == "undo" {
        return Ok(Act::Undo(DecisionId::from(text(line, "undoes")?)));
    }
    let verdict = verdict(line, &name)?;
    let tool = ToolName::from(text(line, "tool")?);
    let rule = line.remove("invariant").ok_or("\"invariant\" is missing")?;
    let rule = invariant_from_json(&tool, &rule).map_err(|error| format!("the invariant is none: {error}"))?;
    let content = text(line, "content")?;
    let subject = Subject { content: ContentHash::of(&tool, &rule), tool, rule };
    if subject.content.as_str() != content {
        return Err("the invariant in it is not the one that its hash names: one of the two was changed".into());
    }
    verdict.is_fit(&subject.rule, reason).map_err(|why| why.to_string())?;
    Ok(Act::Judge(Box::new(subject), verdict))
}

fn verdict(line: &mut Object, name: &str) -> Result<Verdict, String> {
    Ok(match name {
        "accept" => Verdict::Accepted,
        "reject" => Verdict::Rejected,
        "edit" => Verdict::Edited(edit(line)?),
        "waive" => {
            let until = text(line, "until")?;
            let until =
                Day::parse(&until).ok_or_else(|| format!("{until:?} is no day; a day is written 2026-12-31"))?;
            Verdict::Waived { until }
        }
        "comment" => Verdict::Comment,
        other => return Err(format!("this version knows no verdict {other:?}")),
    })
}

fn edit(line: &mut Object) -> Result<Edit, String> {
    let Some(Json::Object(mut edit)) = line.remove("edit") else { return Err("\"edit\" is missing".into()) };
    let kind = text(&mut edit, "kind")?;
    let mut names = || texts(edit.remove("add").as_ref(), "add");
    Ok(match kind.as_str() {
        "add_values" => Edit::AddValues(names()?),
        "add_fields" => Edit::AddFields(names()?),
        "add_types" => {
            let kind = |name: &String| JsonType::from_name(name).ok_or_else(|| format!("{name:?} is no type"));
            Edit::AddTypes(names()?.iter().map(kind).collect::<Result<_, _>>()?)
        }
        "set_guard" => Edit::SetGuard(match edit.remove("when") {
            None | Some(Json::Null) => None,
            Some(when) => {
                let path =
                    when.get("path").and_then(Json::as_str).and_then(Path::parse).ok_or("\"path\" is no path")?;
                Some(Guard { path, values: texts(when.get("in"), "in")? })
            }
        }),
        other => return Err(format!("this version knows no change {other:?}")),
    })
}

fn texts(value: Option<&Json>, key: &str) -> Result<Vec<String>, String> {
    let items = value.and_then(Json::as_array).ok_or_else(|| format!("{key:?} is no list"))?;
    let text = |item: &Json| {
        item.as_str().map(str::to_owned).ok_or_else(|| format!("{key:?} holds something else than texts"))
    };
    items.iter().map(text).collect()
}

fn text(line: &mut Object, key: &str) -> Result<String, String> {
    optional(line, key)?.ok_or_else(|| format!("{key:?} is missing"))
}

fn optional(line: &mut Object, key: &str) -> Result<Option<String>, String> {
    match line.remove(key) {
        None | Some(Json::Null) => Ok(None),
        Some(Json::String(text)) => Ok(Some(text)),
        Some(other) => Err(format!("{key:?} is of type {}, not a text", other.kind())),
    }
}
