//! Two of the loaded registries compared, earlier generations of a rewritten one among them.

use std::sync::Arc;

use super::data::{RegistryId, RuleRef};
use super::finder::{Candidate, Goal};
use super::window::View;
use super::{Among, App, Tab};
use crate::diff::{Difference, Kind, difference};
use crate::domain::registry::Registry;
use crate::lens;
use crate::page::Page;

/// One registry of a comparison: the content on disk, or an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    registry: RegistryId,
    /// The number of an earlier generation.
    generation: Option<usize>,
}

/// Two registries, and what differs.
#[derive(Clone, Debug)]
pub(super) struct Comparing {
    old: Side,
    new: Side,
    /// Nothing once one of them is gone.
    difference: Option<Difference>,
}

impl App {
    /// Asks for the registry with which the one on screen is compared.
    pub(super) fn ask_other_registry(&mut self) {
        if self.compared_with().is_none() {
            self.notice = Some("no registry is loaded: name a registry file when you start vidimus".into());
        } else if self.other_registries().is_empty() {
            self.notice =
                Some("only one registry is loaded, and it was not rewritten: open another one beside it".into());
        } else {
            self.open_finder(Among::Registries);
        }
    }

    /// The registry on screen.
    fn compared_with(&self) -> Option<Side> {
        let registry = if self.tab == Tab::Review { self.reviewed() } else { self.registry }?;
        let generations = &self.data.registry(registry)?.generations;
        let numbers = generations.numbers().filter(|_| generations.is_earlier());
        Some(Side { registry, generation: numbers.map(|(shown, _)| shown) })
    }

    /// Every other content of a registry that is loaded or was.
    pub(super) fn other_registries(&self) -> Vec<Candidate> {
        let Some(this) = self.compared_with() else { return Vec::new() };
        let mut rows = Vec::new();
        for slot in &self.data.registries {
            let newest = slot.generations.all().last().map(|(number, _)| *number);
            for (number, registry) in slot.generations.all().iter().rev() {
                let generation = Some(*number).filter(|number| Some(*number) != newest);
                let side = Side { registry: slot.id, generation };
                if side == this {
                    continue;
                }
                let rules: usize = registry.tools.values().map(|contract| contract.invariants.len()).sum();
                let fold = registry.source.fold.as_ref();
                let place = fold.map(|fold| format!("fold {} of {} · ", fold.index, fold.count));
                rows.push(Candidate {
                    kind: match (generation, fold) {
                        (Some(_), _) => "earlier",
                        (None, Some(_)) => "fold",
                        (None, None) => "whole",
                    },
                    text: self.side_name(side),
                    name: String::new(),
                    after: format!("{}{}", place.unwrap_or_default(), crate::words::counted(rules, "rule")),
                    barred: None,
                    goal: Goal::Compare(side),
                });
            }
        }
        rows
    }

    /// `rules.json`, or `rules.json, generation 2 of 5`.
    fn side_name(&self, side: Side) -> String {
        let Some(slot) = self.data.registry(side.registry) else { return String::new() };
        match (side.generation, slot.generations.all().last()) {
            (Some(number), Some((newest, _))) => format!("{}, generation {number} of {newest}", slot.name),
            _ => slot.name.clone(),
        }
    }

    fn side_content(&self, side: Side) -> Option<&Arc<Registry>> {
        let kept = self.data.registry(side.registry)?.generations.all();
        match side.generation {
            None => kept.last(),
            Some(number) => kept.iter().find(|(other, _)| *other == number),
        }
        .map(|(_, registry)| registry)
    }

    /// Compares the registry on screen with another one: what becomes of that one's rules in this one; of two
    /// generations of one file the earlier one is the old one.
    pub(super) fn compare_with(&mut self, other: Side) {
        let Some(this) = self.compared_with() else { return };
        let is_later = |side: Side| side.generation.unwrap_or(usize::MAX);
        let is_turned = this.registry == other.registry && is_later(this) < is_later(other);
        let (old, new) = if is_turned { (this, other) } else { (other, this) };
        self.comparing = Some(Comparing { old, new, difference: None });
        self.compare_again();
        self.open_window(View::Diff);
    }

    /// A registry is another one: what is on screen is compared anew.
    pub(super) fn compare_again(&mut self) {
        let Some(Comparing { old, new, .. }) = self.comparing else { return };
        let found = self.side_content(old).zip(self.side_content(new)).map(|(old, new)| difference(old, new));
        if let Some(comparing) = &mut self.comparing {
            comparing.difference = found;
        }
    }

    /// The window of the comparison.
    pub(super) fn diff_page(&self) -> Option<Page> {
        let comparing = self.comparing.as_ref()?;
        let title = format!("{} → {}", self.side_name(comparing.old), self.side_name(comparing.new));
        let mut page = match &comparing.difference {
            Some(difference) => lens::diff::page(&title, difference, &[] as &[Kind]),
            None => {
                let mut page = Page::new(title);
                page.text("One of the two is not kept any more.");
                page
            }
        };
        page.gap();
        page.muted(
            "What became of the tools themselves: D on a tool, with two snapshots of them loaded (tools/list), or vidimus \
             diff OLD NEW.",
        );
        Some(page)
    }

    /// Goes to the invariant of a line: in the newer registry, or in the older one if it is gone.
    pub(super) fn follow_diff(&mut self, link: usize) {
        let Some(comparing) = &self.comparing else { return };
        let change = comparing.difference.as_ref().and_then(|difference| difference.changes.get(link));
        let Some(change) = change else { return };
        let side = if change.after.is_some() { comparing.new } else { comparing.old };
        let Some(id) = change.id() else { return };
        let rule = RuleRef { tool: change.tool.clone(), invariant: id.clone() };
        self.jumps();
        self.overlays.clear();
        self.use_registry(Some(side.registry));
        self.show_rule(&rule);
        if side.generation.is_some() {
            self.notice = Some(format!("it stands in {}: {{ goes back to it", self.side_name(side)));
        }
    }

    /// The command that prints the comparison; earlier generations are in no file any more.
    pub(super) fn compared_paths(&self) -> Option<[String; 2]> {
        let comparing = self.comparing.as_ref()?;
        let path =
            |side: Side| Some(self.data.registry(side.registry)?.path.clone()).filter(|_| side.generation.is_none());
        Some([path(comparing.old)?, path(comparing.new)?])
    }
}
