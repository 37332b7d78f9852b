//! What a rewritten registry brought: told in one line and rule by rule, and marked until somebody looks.

use std::collections::BTreeSet;

use super::App;
use super::data::{RegistryId, RuleRef};
use super::loading::LISTED;
use crate::contract::Checker;
use crate::diff::{Change, Difference, Kind};
use crate::words::counted;

impl App {
    /// Tells what changed in a registry, by its place.
    pub(super) fn registry_changed(&mut self, at: usize, difference: &Difference) {
        if difference.changes.is_empty() {
            return;
        }
        let fires = self.data.registries.get(at).map_or(0, |slot| self.fires_here(slot.id, difference));
        let Some(slot) = self.data.registries.get_mut(at) else { return };
        // With every re-mine the support of nearly every rule is another: that is no reason to look at it.
        let judges_otherwise = difference.changes.iter().filter(|change| change.kind != Kind::Support);
        slot.unseen.extend(judges_otherwise.filter_map(|change| {
            let invariant = change.id()?.clone();
            Some((RuleRef { tool: change.tool.clone(), invariant }, change.kind))
        }));
        let fires = match fires {
            0 => None,
            1 => Some("1 fires on the call you are looking at".to_owned()),
            many => Some(format!("{many} fire on the call you are looking at")),
        };
        let news = format!("{} was rewritten: {}", slot.name, difference.summary_with(fires));
        self.changes.push(news.clone());
        let told = |change: &Change| format!("  {} · {} · {}", change.kind.word(), change.tool, change.sentence());
        for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::Support) {
            self.changes.extend(difference.changes.iter().filter(|change| change.kind == kind).map(told));
        }
        let support = difference.count(Kind::Support);
        if support > 0 {
            self.changes.push(format!("  {} · {}", Kind::Support.word(), counted(support, "rule")));
        }
        self.say(news.clone());
        self.news = Some(format!("{news}{LISTED}"));
    }

    /// How many of the rules that judge otherwise now fire on the call under the cursor.
    fn fires_here(&self, registry: RegistryId, difference: &Difference) -> usize {
        let count = || {
            let detail = self.stepper.as_ref()?.detail.as_ref()?;
            let judge = detail.judge.as_ref().map_or(self.registry, |judge| Some(judge.id));
            let (tool, result) = (&detail.call.tool, detail.result.as_ref()?);
            let contract = self.data.registry(registry).filter(|slot| judge == Some(slot.id))?.registry.as_ref()?;
            let checker = Checker::new(tool, contract.tools.get(tool)?);
            let changed = difference.changes.iter().filter(|it| it.tool == *tool && it.kind.judges_differently());
            let changed: BTreeSet<_> = changed.filter_map(Change::id).collect();
            let broken = checker.check(&detail.arguments, result);
            Some(broken.iter().map(|it| &it.invariant).filter(|id| changed.contains(id)).collect::<BTreeSet<_>>().len())
        };
        count().unwrap_or(0)
    }
}
