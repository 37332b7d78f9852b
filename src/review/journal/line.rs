//! One line of a review file, besides what every journal has (`journal/line.rs`).
//!
//! | key | holds |
//! | --- | --- |
//! | `verdict` | `accept`, `reject`, `edit`, `waive` or `comment` |
//! | `tool`, `invariant` | what was judged, as it stood in the registry, without its evidence |
//! | `content` | SHA-256 of what of it was judged: see `review/content.rs` |
//! | `edit` | of an `edit`: `{"kind":"add_values","add":[…]}`, `add_fields`, `add_types`, or `{"kind":"set_guard","when":…}` |
//! | `until` | of a `waive`: the last day on which it holds |
//! | `reason` | why, or the comment |

use crate::domain::ids::ToolName;
use crate::domain::invariant::Guard;
use crate::domain::json::{Json, JsonType, Object};
use crate::domain::path::Path;
use crate::format::registry::{invariant_from_json, invariant_json};
use crate::journal::{self, Act, Day, Judgement, text};
use crate::review::content::ContentHash;
use crate::review::decision::{Decision, Judged, Subject, Verdict};
use crate::review::edit::Edit;

impl Judgement for Judged {
    const FORMAT: &'static str = "vidimus.review/1";
    const KIND: &'static str = "review";
    const TEXT: &'static str = "reason";

    fn name(&self) -> &'static str {
        self.verdict.name()
    }

    fn write(&self, line: &mut Object) {
        line.insert("tool", self.subject.tool.as_str());
        line.insert("invariant", invariant_json(&self.subject.rule));
        line.insert("content", self.subject.content.as_str());
        match &self.verdict {
            Verdict::Edited(edit) => line.insert("edit", edit_json(edit)),
            Verdict::Waived { until } => line.insert("until", until.as_str()),
            Verdict::Accepted | Verdict::Rejected | Verdict::Comment => {}
        }
    }

    fn read(name: &str, line: &mut Object, reason: &str) -> Result<Self, String> {
        let verdict = verdict(line, name)?;
        let tool = ToolName::from(text(line, "tool")?);
        let rule = line.remove("invariant").ok_or("\"invariant\" is missing")?;
        let rule = invariant_from_json(&tool, &rule).map_err(|error| format!("the invariant is none: {error}"))?;
        let content = text(line, "content")?;
        let subject = Subject { content: ContentHash::of(&tool, &rule), tool, rule };
        if subject.content.as_str() != content {
            return Err("the invariant in it is not the one that its hash names: one of the two was changed".into());
        }
        verdict.is_fit(&subject.rule, reason).map_err(|why| why.to_string())?;
        Ok(Self { subject: Box::new(subject), verdict })
    }
}

/// Reads a decision from a line that leaves out what was judged, as a manifest has it.
pub fn decision_on(subject: Subject, line: Object) -> Result<Decision, String> {
    journal::signed(line, |name, line, _| {
        line.remove("content");
        Ok(Act::Judge(Judged { verdict: verdict(line, name)?, subject: Box::new(subject) }))
    })
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
                Some(Guard::new(path, texts(when.get("in"), "in")?))
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
