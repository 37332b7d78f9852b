//! One line of a journal: what the lines of every kind have in common.
//!
//! | key | holds |
//! | --- | --- |
//! | `id` | what names the decision: 16 hex digits |
//! | `at`, `by` | when (RFC 3339, UTC) and by whom |
//! | `verdict` | what was done; an `undo`, or what the kind of file knows |
//! | `undoes` | of an `undo`: the `id` or the `bulk` of what it takes back |
//! | [`Judgement::TEXT`] | why, or the comment |
//! | `bulk` | what the decisions of one bulk share |

use super::{Act, Judgement, Signed};
use crate::domain::ids::DecisionId;
use crate::domain::json::{Json, Object, read_bytes};

/// The first line of a file, with its newline.
#[must_use]
pub fn header<J: Judgement>() -> String {
    format!("{}\n", Json::from(Object::new().with("format", J::FORMAT)))
}

pub(super) enum Line<J> {
    /// A line that names a format.
    Header(String),
    Signed(Box<Signed<J>>),
}

/// A decision as a line with its newline.
pub(super) fn print<J: Judgement>(decision: &Signed<J>) -> String {
    let mut line = Object::new()
        .with("id", decision.id.as_str())
        .with("at", decision.at.as_str())
        .with("by", decision.author.as_str());
    match &decision.act {
        Act::Judge(judgement) => {
            line.insert("verdict", judgement.name());
            judgement.write(&mut line);
        }
        Act::Undo(of) => {
            line.insert("verdict", "undo");
            line.insert("undoes", of.as_str());
        }
    }
    if !decision.reason.is_empty() {
        line.insert(J::TEXT, decision.reason.as_str());
    }
    if let Some(bulk) = &decision.bulk {
        line.insert("bulk", bulk.as_str());
    }
    for (key, value) in decision.extra.iter() {
        line.insert(key, value.clone());
    }
    format!("{}\n", Json::from(line))
}

/// Reads a line; the sentence says what is wrong with it.
pub(super) fn read<J: Judgement>(bytes: &[u8]) -> Result<Line<J>, String> {
    let read = read_bytes(bytes).map_err(|error| format!("it is not whole: {}", error.what))?;
    let Json::Object(mut line) = read.value else { return Err("it is no object".into()) };
    if let Some(format) = line.remove("format") {
        return Ok(Line::Header(format.as_str().map_or_else(|| format.to_string(), str::to_owned)));
    }
    let signed = signed(line, |name, line, reason| match name {
        "undo" => Ok(Act::Undo(DecisionId::from(text(line, "undoes")?))),
        name => Ok(Act::Judge(J::read(name, line, reason)?)),
    });
    Ok(Line::Signed(Box::new(signed?)))
}

/// Who decided when and why; `act` reads what, given its name, the line and the text.
pub fn signed<J: Judgement>(
    mut line: Object,
    act: impl FnOnce(&str, &mut Object, &str) -> Result<Act<J>, String>,
) -> Result<Signed<J>, String> {
    let id = DecisionId::from(text(&mut line, "id")?);
    let (at, author) = (text(&mut line, "at")?, text(&mut line, "by")?);
    let reason = optional(&mut line, J::TEXT)?.unwrap_or_default();
    let bulk = optional(&mut line, "bulk")?.map(DecisionId::from);
    let name = text(&mut line, "verdict")?;
    let act = act(&name, &mut line, &reason)?;
    Ok(Signed { id, act, reason, author, at, bulk, extra: line })
}

/// Takes a text out of a line.
pub fn text(line: &mut Object, key: &str) -> Result<String, String> {
    optional(line, key)?.ok_or_else(|| format!("{key:?} is missing"))
}

/// Takes a text out of a line, if it is there.
pub fn optional(line: &mut Object, key: &str) -> Result<Option<String>, String> {
    match line.remove(key) {
        None | Some(Json::Null) => Ok(None),
        Some(Json::String(text)) => Ok(Some(text)),
        Some(other) => Err(format!("{key:?} is of type {}, not a text", other.kind())),
    }
}
