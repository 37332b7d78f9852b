//! `vidimus.recovery/1`: Subs(τ) as a file.

use super::Substitutes;
use crate::domain::ids::ToolName;
use crate::domain::json::{Json, Object};

/// The `format` of a recovery file.
pub const FORMAT: &str = "vidimus.recovery/1";

/// Why a value is no recovery file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The value is no object with a `format`.
    #[error("this is no recovery file: it has no \"format\"; build one with `vidimus recovery --tools FILE -o FILE`")]
    NoFormat,
    /// The `format` is another.
    #[error("the file says that it is {0:?}; a recovery file is {FORMAT:?}")]
    OtherFormat(String),
    /// `tools` is no map from a tool to a list of tools.
    #[error("\"tools\" is to be a map from each tool to the list of its substitutes; {0}")]
    Tools(String),
}

impl Substitutes {
    /// Reads a recovery file.
    pub fn from_json(file: &Json) -> Result<Self, FormatError> {
        let Some(members) = file.as_object() else { return Err(FormatError::NoFormat) };
        match members.get("format") {
            None => return Err(FormatError::NoFormat),
            Some(format) if format.as_str() == Some(FORMAT) => {}
            Some(format) => {
                return Err(FormatError::OtherFormat(
                    format.as_str().map_or_else(|| format.to_string(), str::to_owned),
                ));
            }
        }
        let tools = members.get("tools").and_then(Json::as_object);
        let Some(tools) = tools else { return Err(FormatError::Tools("it is missing or something else".into())) };
        let mut read = Self::default();
        for (tool, list) in tools.iter() {
            let names: Option<Vec<ToolName>> =
                list.as_array().and_then(|list| list.iter().map(|name| name.as_str().map(ToolName::from)).collect());
            let Some(names) = names else {
                return Err(FormatError::Tools(format!("for {tool:?} there is something else")));
            };
            let tool = ToolName::from(tool);
            // A tool that has none is kept, so that a rewritten file says the same.
            read.tools.entry(tool.clone()).or_default();
            read.add(&tool, names);
        }
        read.extra = members
            .iter()
            .filter(|(key, _)| !matches!(*key, "format" | "tools"))
            .map(|(key, value)| (key, value.clone()))
            .collect();
        Ok(read)
    }

    /// The recovery file: tools sorted, unknown keys kept at the end.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let names = |list: &[ToolName]| list.iter().map(|name| Json::from(name.as_str())).collect::<Vec<_>>();
        let tools: Object = self.tools.iter().map(|(tool, list)| (tool.as_str(), names(list))).collect();
        let mut file = Object::new().with("format", FORMAT).with("tools", tools);
        for (key, value) in self.extra.iter() {
            file.insert(key, value.clone());
        }
        file.into()
    }
}
