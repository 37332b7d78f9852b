//! Two snapshots compared, tool by tool.

use std::collections::BTreeSet;

use super::fields::{Comparison, Found};
use super::{Described, Snapshot};
use crate::domain::ids::ToolName;
use crate::domain::json::Json;
use crate::domain::path::Path;

/// What a change does to whoever relied on the older description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// A call that was right may be refused, or a result may hold what was excluded or miss what was promised.
    Breaking,
    /// More is offered or promised; what was right stays right.
    Additive,
    /// Words only: titles, descriptions, examples.
    Wording,
}

impl Effect {
    /// The word for it in every format.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Breaking => "breaking",
            Self::Additive => "additive",
            Self::Wording => "wording",
        }
    }
}

/// The part of a tool's description that a change is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The tool itself: there or not, and its words.
    Tool,
    /// What it takes.
    Input,
    /// What it returns.
    Output,
}

impl Part {
    /// The word for it in every format.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Input => "argument",
            Self::Output => "result",
        }
    }
}

/// Whether what is described is in both snapshots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// In the newer one only.
    New,
    /// In the older one only.
    Gone,
    /// In both, and described otherwise.
    Stays,
}

/// One field whose description changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldChange {
    /// The tool.
    pub tool: ToolName,
    /// In which part.
    pub part: Part,
    /// Which field, as a path in the arguments or the result.
    pub path: Path,
    /// Whether it is there before and after.
    pub presence: Presence,
    /// What it does.
    pub effect: Effect,
    /// What changed, as a sentence without a full stop.
    pub what: String,
}

/// A tool's fingerprints in both snapshots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prints {
    /// The tool.
    pub tool: ToolName,
    /// In the older snapshot, if it is there.
    pub old: Option<String>,
    /// In the newer snapshot, if it is there.
    pub new: Option<String>,
}

/// What became of the tools of a snapshot.
#[derive(Clone, Debug, Default)]
pub struct Drift {
    /// The fingerprints of every tool, by name.
    pub prints: Vec<Prints>,
    /// What changed, by tool; in it the tool itself, the arguments, then the result.
    pub changes: Vec<FieldChange>,
    /// What could not be compared in full, or was said twice.
    pub notes: Vec<String>,
}

impl Drift {
    /// How many changes have that effect.
    #[must_use]
    pub fn count(&self, effect: Effect) -> usize {
        self.changes.iter().filter(|change| change.effect == effect).count()
    }

    /// Only what is of one tool.
    #[must_use]
    pub fn of_tool(&self, tool: &ToolName) -> Self {
        Self {
            prints: self.prints.iter().filter(|prints| prints.tool == *tool).cloned().collect(),
            changes: self.changes.iter().filter(|change| change.tool == *tool).cloned().collect(),
            notes: self.notes.clone(),
        }
    }
}

/// Compares two snapshots.
#[must_use]
pub fn drift(old: &Snapshot, new: &Snapshot) -> Drift {
    let mut found = Drift::default();
    for (which, snapshot) in [("older", old), ("newer", new)] {
        for tool in &snapshot.ambiguous {
            found
                .notes
                .push(format!("{tool} is described in several ways in the {which} file; the last one was taken"));
        }
    }
    let names: BTreeSet<&ToolName> = old.tools.keys().chain(new.tools.keys()).collect();
    for tool in names {
        let (before, after) = (old.tools.get(tool), new.tools.get(tool));
        let print = |described: Option<&Described>| described.map(|described| described.fingerprint(tool));
        found.prints.push(Prints { tool: tool.clone(), old: print(before), new: print(after) });
        found.tool(tool, before, after);
    }
    found
}

impl Drift {
    fn tool(&mut self, tool: &ToolName, before: Option<&Described>, after: Option<&Described>) {
        let (before, after) = match (before, after) {
            (Some(before), Some(after)) => (before, after),
            (Some(_), None) => {
                return self.whole(tool, Part::Tool, Presence::Gone, Effect::Breaking, "the tool is gone");
            }
            (None, _) => return self.whole(tool, Part::Tool, Presence::New, Effect::Additive, "the tool is new"),
        };
        if before.title != after.title {
            self.whole(tool, Part::Tool, Presence::Stays, Effect::Wording, "its title has other words");
        }
        if before.description != after.description {
            self.whole(tool, Part::Tool, Presence::Stays, Effect::Wording, "its description has other words");
        }
        let one_sided = [
            (Part::Input, &before.input, &after.input, Effect::Additive, Effect::Breaking),
            (Part::Output, &before.output, &after.output, Effect::Breaking, Effect::Additive),
        ];
        for (part, old, new, dropped, declared) in one_sided {
            match (old, new) {
                (Some(old), Some(new)) => self.schemas(tool, part, old, new),
                (Some(_), None) => {
                    let what = format!("the schema of its {}s is gone", part.word());
                    self.whole(tool, part, Presence::Gone, dropped, &what);
                }
                (None, Some(_)) => {
                    let what = format!("it has a schema of its {}s now", part.word());
                    self.whole(tool, part, Presence::New, declared, &what);
                }
                (None, None) => {}
            }
        }
    }

    /// A change of a whole part.
    fn whole(&mut self, tool: &ToolName, part: Part, presence: Presence, effect: Effect, what: &str) {
        let (tool, path, what) = (tool.clone(), Path::root(), what.to_owned());
        self.changes.push(FieldChange { tool, part, path, presence, effect, what });
    }

    fn schemas(&mut self, tool: &ToolName, part: Part, old: &Json, new: &Json) {
        let mut comparison = Comparison::new(part, old, new);
        comparison.compare(&Path::root(), old, new);
        let changes = comparison.found.into_iter();
        self.changes.extend(changes.map(|Found { path, presence, effect, what }| FieldChange {
            tool: tool.clone(),
            part,
            path,
            presence,
            effect,
            what,
        }));
    }
}
