//! Tool drift: what tools said of themselves in the loaded snapshots, beside the contracts of the tool under the cursor.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::data::RuleRef;
use super::window::View;
use super::{App, Tab};
use crate::diff::tools::{Effect, FieldChange, Snapshot, drift};
use crate::domain::ids::ToolName;
use crate::lens;
use crate::page::Page;
use crate::words::{self, counted};

/// A file in which tools are described.
#[derive(Clone, Debug)]
struct SnapshotSlot {
    /// The path to it, as the command line would name it.
    path: String,
    name: String,
    snapshot: Arc<Snapshot>,
}

/// The loaded snapshots, and what became of each tool in them.
#[derive(Clone, Debug, Default)]
pub(super) struct Drifting {
    /// By path: the first is taken for the oldest.
    snapshots: Vec<SnapshotSlot>,
    /// What became of each tool from the first snapshot that describes it to the last.
    since: BTreeMap<ToolName, String>,
    /// The tool of the window.
    tool: Option<ToolName>,
}

impl App {
    /// A snapshot was read, or is gone.
    pub(super) fn tools_read(&mut self, path: String, name: String, snapshot: Option<Arc<Snapshot>>) {
        let snapshots = &mut self.drifting.snapshots;
        snapshots.retain(|slot| slot.path != path);
        snapshots.extend(snapshot.map(|snapshot| SnapshotSlot { path, name, snapshot }));
        snapshots.sort_by(|one, other| words::by_number(&one.path, &other.path));
        self.drifting.since.clear();
        self.restart_digests();
        let (Some(first), Some(last)) = (self.drifting.snapshots.first(), self.drifting.snapshots.last()) else {
            return;
        };
        let found = drift(&first.snapshot, &last.snapshot);
        for prints in found.prints.iter().filter(|_| first.path != last.path) {
            let of_tool = found.of_tool(&prints.tool);
            let counts =
                [Effect::Breaking, Effect::Additive, Effect::Wording].map(|effect| (effect, of_tool.count(effect)));
            let counts = counts.iter().filter(|(_, count)| *count > 0);
            let counts: Vec<String> = counts.map(|(effect, count)| changes(*count, *effect)).collect();
            let what = if counts.is_empty() { "no change".to_owned() } else { counts.join(", ") };
            self.drifting.since.insert(prints.tool.clone(), format!("{what} since {}", first.name));
        }
    }

    /// What the tools say of themselves now, as far as a snapshot is loaded.
    pub(super) fn newest_tools(&self) -> Option<Arc<Snapshot>> {
        self.drifting.snapshots.last().map(|slot| Arc::clone(&slot.snapshot))
    }

    /// What became of what a tool says of itself: `2 breaking changes since tools-1.json`; nothing while there are no
    /// two snapshots with it.
    pub fn drift_of(&self, tool: &ToolName) -> Option<&str> {
        self.drifting.since.get(tool).map(String::as_str)
    }

    /// Opens the drift of the tool under the cursor.
    pub(super) fn open_drift(&mut self) {
        let tool = match self.tab {
            Tab::Review => self.review.screen.queue.selected().map(|rule| rule.tool.clone()),
            _ => self.registries.tools.selected().cloned(),
        };
        match (tool, self.drifting.snapshots.len()) {
            (None, _) => self.notice = Some("there is no tool under the cursor".into()),
            (Some(_), 0 | 1) => {
                self.notice = Some(
                    "tool drift needs two snapshots of what the tools say of themselves: open two tools/list files beside \
                     the registry"
                        .into(),
                );
            }
            (Some(tool), _) => {
                self.drifting.tool = Some(tool);
                self.open_window(View::Drift);
            }
        }
    }

    /// The window.
    pub(super) fn drift_page(&self) -> Option<Page> {
        Some(self.drift_parts()?.0)
    }

    fn drift_parts(&self) -> Option<(Page, Vec<FieldChange>)> {
        let tool = self.drifting.tool.as_ref()?;
        let snapshots: Vec<(&str, &Snapshot)> =
            self.drifting.snapshots.iter().map(|slot| (slot.name.as_str(), &*slot.snapshot)).collect();
        let id = if self.tab == Tab::Review { self.reviewed() } else { self.registry };
        let registry = id.and_then(|id| self.data.registry(id)?.registry.as_deref());
        Some(lens::drift::of_tool(tool, &snapshots, registry))
    }

    /// Goes to the first rule that looks where something changed.
    pub(super) fn follow_drift(&mut self, link: usize) {
        let id = if self.tab == Tab::Review { self.reviewed() } else { self.registry };
        let change = self.drift_parts().and_then(|(_, changes)| changes.into_iter().nth(link));
        let registry = id.and_then(|id| self.data.registry(id)?.registry.clone());
        let rule = change.zip(registry).and_then(|(change, registry)| {
            let contract = registry.tools.get(&change.tool)?;
            let rule = contract.invariants.iter().find(|rule| lens::drift::looks_at(rule, &change))?;
            Some(RuleRef { tool: change.tool.clone(), invariant: rule.id.clone() })
        });
        let Some(rule) = rule else {
            self.notice = Some("no rule of the contract has to do with this change".into());
            return;
        };
        self.jumps();
        self.overlays.clear();
        self.use_registry(id);
        self.show_rule(&rule);
    }

    /// The command that prints what became of the tool from the first snapshot to the last.
    pub(super) fn drift_line(&self) -> Option<Vec<String>> {
        let (first, last) = (self.drifting.snapshots.first()?, self.drifting.snapshots.last()?);
        let tool = self.drifting.tool.as_ref()?.as_str();
        let id = if self.tab == Tab::Review { self.reviewed() } else { self.registry };
        let mut line = ["diff", &first.path, &last.path, "--tool", tool].map(str::to_owned).to_vec();
        if let Some(slot) = id.and_then(|id| self.data.registry(id)) {
            line.extend(["--registry".to_owned(), slot.path.clone()]);
        }
        Some(line)
    }
}

/// `2 breaking changes`.
fn changes(count: usize, effect: Effect) -> String {
    counted(count, &format!("{} change", effect.word()))
}
