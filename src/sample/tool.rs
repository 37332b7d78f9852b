//! What a tool of the made-up world is.

use super::fault::Spot;
use super::world::Day;
use crate::domain::ids::ToolName;
use crate::domain::json::{Json, Object};

/// One tool.
#[derive(Debug)]
pub(super) struct Tool {
    /// Its name.
    pub(super) name: &'static str,
    /// Its domain.
    pub(super) domain: Domain,
    /// What it says of itself.
    pub(super) about: &'static str,
    /// Its parameters and their JSON types, in the order in which a need fills them.
    pub(super) parameters: &'static [(&'static str, &'static str)],
    /// The tools that can tell the same, best first.
    pub(super) substitutes: &'static [&'static str],
    /// What it answers.
    pub(super) answer: fn(Day, &[&str]) -> Json,
    /// What an agent reads out of an answer; nothing where it cannot.
    pub(super) read: fn(&Json) -> Option<String>,
    /// How its answers break.
    pub(super) faults: &'static [Spot],
}

/// A domain of tools and tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Domain {
    /// Customers, orders and products.
    Catalogue,
    /// Flights and hotels.
    Travel,
    /// Observations and forecasts.
    Weather,
    /// Prices, rates and accounts.
    Finance,
}

impl Domain {
    /// Every domain, in the order in which tasks are dealt.
    pub(super) const ALL: [Self; 4] = [Self::Catalogue, Self::Travel, Self::Weather, Self::Finance];

    /// The name in files.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Catalogue => "catalogue",
            Self::Travel => "travel",
            Self::Weather => "weather",
            Self::Finance => "finance",
        }
    }
}

impl Tool {
    /// The name as the ledger holds it.
    pub(super) fn id(&self) -> ToolName {
        ToolName::from(self.name)
    }

    /// The arguments of a call.
    pub(super) fn arguments(&self, needed: &[&str]) -> Json {
        let typed = |(name, kind): &(&'static str, &str), value: &&str| {
            let number = (*kind == "integer").then(|| value.parse::<i64>().ok()).flatten();
            (*name, number.map_or_else(|| Json::from(*value), Json::from))
        };
        self.parameters.iter().zip(needed).map(|(parameter, value)| typed(parameter, value)).collect::<Object>().into()
    }

    /// The tool as `tools.json` declares it.
    pub(super) fn declaration(&self) -> Json {
        let properties: Object =
            self.parameters.iter().map(|(name, kind)| (*name, Object::new().with("type", *kind))).collect();
        let required: Vec<&str> = self.parameters.iter().map(|(name, _)| *name).collect();
        let schema = Object::new().with("type", "object").with("properties", properties).with("required", required);
        let mut declared = Object::new().with("name", self.name).with("description", self.about);
        declared.insert("domain", self.domain.name());
        declared.insert("inputSchema", schema);
        declared.insert("substitutes", self.substitutes.to_vec());
        declared.into()
    }
}
