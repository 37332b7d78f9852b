//! Finding tools in a file, wherever they stand.

use super::{Described, Snapshot};
use crate::domain::json::{self, Json, Object, is_space};

/// Reads the tools of a file, JSON or JSON Lines; nothing if it describes none.
#[must_use]
pub fn read(bytes: &[u8]) -> Option<Snapshot> {
    let mut snapshot = Snapshot::default();
    if let Ok(read) = json::read_bytes(bytes) {
        snapshot.find(&read.value);
    } else {
        let lines = bytes.split(|byte| *byte == b'\n');
        let lines = lines.filter(|line| !line.iter().all(|byte| is_space(char::from(*byte))));
        lines.filter_map(|line| json::read_bytes(line).ok()).for_each(|read| snapshot.find(&read.value));
    }
    snapshot.ambiguous.sort();
    snapshot.ambiguous.dedup();
    (!snapshot.tools.is_empty()).then_some(snapshot)
}

impl Snapshot {
    fn find(&mut self, value: &Json) {
        match value {
            Json::Array(items) => items.iter().for_each(|item| self.find(item)),
            Json::Object(members) => match (members.get("name").and_then(Json::as_str), described(members)) {
                (Some(name), Some(tool)) => {
                    // A recording may ask for the list again: what was said last is true.
                    if let Some(before) = self.tools.insert(name.into(), tool.clone())
                        && before != tool
                    {
                        self.ambiguous.push(name.into());
                    }
                }
                _ => members.iter().for_each(|(_, member)| self.find(member)),
            },
            _ => {}
        }
    }
}

/// The description of a tool, and not a call of one, whose arguments are no schema.
fn described(members: &Object) -> Option<Described> {
    let schema = |key: &str| members.get(key).filter(|schema| schema.as_object().is_some()).cloned();
    let output = schema("outputSchema").or_else(|| schema("output_schema"));
    let declared = schema("inputSchema").or_else(|| schema("input_schema"));
    let looks_like_schema = |value: &Json| value.get("properties").is_some() || typed(value).is_some();
    let parameters = || schema("parameters").filter(looks_like_schema);
    let input = declared.or_else(parameters).or_else(|| listed(members));
    if input.is_none() && output.is_none() {
        return None;
    }
    let text = |key: &str| members.get(key).and_then(Json::as_str).map(str::to_owned);
    Some(Described { input, output, title: text("title"), description: text("description") })
}

fn typed(value: &Json) -> Option<&str> {
    value.get("type").and_then(Json::as_str)
}

/// A list of arguments with names and types, as catalogues have them, as the schema it stands for.
fn listed(members: &Object) -> Option<Json> {
    let list = members.get("arguments").or_else(|| members.get("parameters"))?.as_array()?;
    let (mut properties, mut required) = (Object::new(), Vec::new());
    for argument in list {
        let name = argument.get("name").and_then(Json::as_str)?;
        typed(argument)?;
        let kept = ["type", "description", "desc", "enum"];
        let kept = argument.as_object()?.iter().filter(|(key, _)| kept.contains(key));
        properties.insert(name, kept.map(|(key, value)| (key, value.clone())).collect::<Object>());
        if argument.get("required").and_then(Json::as_bool) == Some(true) {
            required.push(name);
        }
    }
    Some(Object::new().with("type", "object").with("properties", properties).with("required", required).into())
}
