//! Subs(τ) from a tools file and an alternatives file; the shapes are those of the parent module's page.

use super::{FORMAT, FormatError, Substitutes};
use crate::domain::ids::ToolName;
use crate::domain::json::{Json, Object};

/// Why substitutes could not be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The tools file has no known shape.
    #[error(
        "the tools file is to be a map {{\"tool\": [\"substitute\", …]}} or a list of tools with \"name\" and \
         \"substitutes\" (OpenAI tools and MCP tools/list answers will do); {0}"
    )]
    Tools(String),
    /// The tools file is a recovery file with a fault.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The alternatives file has no known shape.
    #[error(
        "the alternatives file is to be {{\"groups\": [{{\"paths\": [[\"entry_tool\", …], …]}}]}}, paths of one group \
         reaching the same end; {0}"
    )]
    Alternatives(String),
}

/// Subs(τ): declared substitutes, then the entry tool of each sibling path, in file order without repeats.
pub fn build(tools: &Json, alternatives: Option<&Json>) -> Result<Substitutes, BuildError> {
    let mut substitutes = declared(tools)?;
    for group in alternatives.map(groups).transpose()?.unwrap_or_default() {
        add_group(&mut substitutes, &group);
    }
    // A tool that was only listed has nothing to offer.
    substitutes.tools.retain(|_, list| !list.is_empty());
    Ok(substitutes)
}

fn declared(file: &Json) -> Result<Substitutes, BuildError> {
    if file.get("format").and_then(Json::as_str) == Some(FORMAT) {
        return Ok(Substitutes::from_json(file)?);
    }
    let list = match file {
        Json::Array(list) => Some(list.as_slice()),
        other => tool_list(other),
    };
    let mut substitutes = Substitutes::default();
    match (list, file) {
        (Some(list), _) => {
            for (place, tool) in list.iter().enumerate() {
                let (name, declared) = on_tool(tool, place)?;
                substitutes.add(&name, declared);
            }
        }
        (None, Json::Object(map)) => {
            for (tool, list) in map.iter() {
                substitutes.add(&tool.into(), names(list, tool)?);
            }
        }
        (None, other) => return Err(BuildError::Tools(format!("this is a value of type {}", other.kind()))),
    }
    Ok(substitutes)
}

/// The tools of a `tools/list` answer, bare or as JSON-RPC.
fn tool_list(file: &Json) -> Option<&[Json]> {
    let members = file.as_object()?;
    let holder = members.get("result").and_then(Json::as_object).unwrap_or(members);
    let list = holder.get("tools")?.as_array()?;
    // `{"tools": ["a", "b"]}` is a map for a tool that happens to be named so.
    (list.is_empty() || !list.iter().all(|item| item.as_str().is_some())).then_some(list)
}

fn on_tool(tool: &Json, place: usize) -> Result<(ToolName, Vec<ToolName>), BuildError> {
    let function = tool.get("function");
    let name = tool.get("name").or_else(|| function?.get("name")).and_then(Json::as_str);
    let Some(name) = name else {
        return Err(BuildError::Tools(format!("entry {place} of the list (from 0) is no tool with a \"name\"")));
    };
    let mut all = Vec::new();
    for holder in [Some(tool), function, tool.get("annotations")].into_iter().flatten() {
        if let Some(list) = holder.get("substitutes") {
            all.extend(names(list, name)?);
        }
    }
    for (key, list) in tool.get("_meta").and_then(Json::as_object).into_iter().flat_map(Object::iter) {
        if key == "substitutes" || key.ends_with("/substitutes") {
            all.extend(names(list, name)?);
        }
    }
    Ok((name.into(), all))
}

fn names(list: &Json, tool: &str) -> Result<Vec<ToolName>, BuildError> {
    let names = list.as_array().and_then(|list| list.iter().map(|name| name.as_str().map(ToolName::from)).collect());
    names.ok_or_else(|| BuildError::Tools(format!("the substitutes of {tool:?} are no list of tool names")))
}

/// A path: its tools, entry tool first.
type Route = Vec<ToolName>;

fn add_group(substitutes: &mut Substitutes, paths: &[Route]) {
    for (own, path) in paths.iter().enumerate() {
        for tool in path {
            let siblings = paths.iter().enumerate().filter(|(place, _)| *place != own);
            substitutes.add(tool, siblings.filter_map(|(_, sibling)| sibling.first().cloned()));
        }
    }
}

fn groups(file: &Json) -> Result<Vec<Vec<Route>>, BuildError> {
    match file {
        Json::Array(list) => listed(list),
        Json::Object(members) => {
            if members.get("paths").is_some() {
                return Ok(vec![group(file, "the file")?]);
            }
            for key in ["groups", "alternatives"] {
                if let Some(list) = members.get(key).and_then(Json::as_array) {
                    return listed(list);
                }
            }
            members.iter().map(|(name, value)| group(value, &format!("group {name:?}"))).collect()
        }
        other => Err(BuildError::Alternatives(format!("this is a value of type {}", other.kind()))),
    }
}

fn listed(list: &[Json]) -> Result<Vec<Vec<Route>>, BuildError> {
    list.iter().enumerate().map(|(place, value)| group(value, &format!("group {place} (from 0)"))).collect()
}

fn group(value: &Json, whose: &str) -> Result<Vec<Route>, BuildError> {
    let paths = match value {
        Json::Array(list) if !list.is_empty() && list.iter().all(|item| step(item).is_some()) => {
            return Err(BuildError::Alternatives(format!(
                "{whose} is a list of tools: write [[…]] if it is one path, or {{\"paths\": […]}} if each tool is a \
                 path of its own"
            )));
        }
        Json::Array(list) => Some(list.as_slice()),
        other => other.get("paths").and_then(Json::as_array),
    };
    let Some(paths) = paths else {
        return Err(BuildError::Alternatives(format!("{whose} has no \"paths\"")));
    };
    let read = |(place, value): (usize, &Json)| {
        path(value).ok_or_else(|| {
            BuildError::Alternatives(format!("path {place} (from 0) of {whose} is no list of tool names"))
        })
    };
    paths.iter().enumerate().map(read).collect()
}

fn path(value: &Json) -> Option<Route> {
    match value {
        Json::String(tool) => Some(vec![tool.as_str().into()]),
        Json::Array(steps) if !steps.is_empty() => steps.iter().map(step).collect(),
        other => other.get("tools")?.as_array().filter(|steps| !steps.is_empty())?.iter().map(step).collect(),
    }
}

/// A step of a path: a tool's name, or a recorded call.
fn step(value: &Json) -> Option<ToolName> {
    let named = || value.get("name").or_else(|| value.get("tool"))?.as_str();
    value.as_str().or_else(named).map(ToolName::from)
}
