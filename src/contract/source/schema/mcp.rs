//! MCP tools that declare what they return.

use super::SchemaContracts;
use crate::domain::ids::ToolName;
use crate::domain::json::Json;

/// The tools of a file, in file order.
#[derive(Default)]
pub(super) struct Tools<'d> {
    /// Name and output schema.
    pub(super) declared: Vec<(&'d str, &'d Json)>,
    /// How many tools are described without an output schema.
    pub(super) described: usize,
}

impl<'d> Tools<'d> {
    /// Finds tools wherever they stand: alone, in a list, in a JSON-RPC message, in a recording of many.
    pub(super) fn find(&mut self, value: &'d Json) {
        match value {
            Json::Array(items) => items.iter().for_each(|item| self.find(item)),
            Json::Object(members) => {
                let name = members.get("name").and_then(Json::as_str);
                let schema = members.get("outputSchema").filter(|schema| schema.as_object().is_some());
                let takes = ["inputSchema", "parameters", "arguments"].iter().any(|key| members.get(key).is_some());
                match (name, schema) {
                    (Some(name), Some(schema)) => self.declared.push((name, schema)),
                    (Some(_), None) if takes => self.described += 1,
                    _ => members.iter().for_each(|(_, member)| self.find(member)),
                }
            }
            _ => {}
        }
    }
}

pub(super) fn contracts(tools: &Tools<'_>) -> SchemaContracts {
    let mut all = SchemaContracts::default();
    let mut taken: Vec<(&str, &Json)> = Vec::new();
    for (name, schema) in &tools.declared {
        // A recording may hold the same list several times.
        if taken.iter().any(|(known, before)| known == name && before == schema) {
            continue;
        }
        taken.push((name, schema));
        all.add(&ToolName::from(*name), schema, &[schema]);
    }
    if tools.described > 0 {
        all.note(None, format!("tools without \"outputSchema\", which get no contract: {}", tools.described));
    }
    all
}
