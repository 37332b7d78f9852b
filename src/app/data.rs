//! What is loaded: registries, ledgers, and which rule fired on which call.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::digests::{Called, Digests};
use super::generations::Generations;
use crate::contract::{self, Basis};
use crate::diff;
use crate::domain::ids::{InvariantId, TaskId, ToolName};
use crate::domain::invariant::Invariant;
use crate::domain::registry::Registry;
use crate::index::Index;
use crate::recovery::Substitutes;

/// A registry file, whatever becomes of its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegistryId(pub u32);

/// A ledger or an imported trace, whatever becomes of its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LedgerId(pub u32);

/// One call of one loaded ledger: its place in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallRef {
    /// The ledger.
    pub ledger: LedgerId,
    /// The place in [`Index::calls`].
    pub place: u32,
}

/// One rule of one tool.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleRef {
    /// The tool.
    pub tool: ToolName,
    /// The invariant.
    pub invariant: InvariantId,
}

/// All that is loaded.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// The registries, in the order of their files.
    pub registries: Vec<RegistrySlot>,
    /// The ledgers, in the order of their files.
    pub ledgers: Vec<LedgerSlot>,
    /// Subs(τ), if a recovery file is loaded.
    pub substitutes: Arc<Substitutes>,
    /// The tasks in which a tool was called.
    pub called: Called,
    /// Where the recovery file lies, if one is loaded.
    pub recovery_path: Option<String>,
    /// Whether the files are those of the sample study inside the program.
    pub is_built_in: bool,
    /// What of the paths that were named cannot be read, a sentence each.
    pub failed: Vec<String>,
    /// Whether the search for files has ended.
    pub found: bool,
}

/// One registry file.
#[derive(Clone, Debug)]
pub struct RegistrySlot {
    /// Which.
    pub id: RegistryId,
    /// The file's name.
    pub name: String,
    /// The path to it, as the command line would name it; its name until that is known.
    pub path: String,
    /// The content on screen: the last one that could be read, or an earlier one that was asked for.
    pub registry: Option<Arc<Registry>>,
    /// The contents that the file had.
    pub generations: Generations,
    /// Why the content on disk is not the one shown, if so.
    pub problem: Option<String>,
    /// What reloads changed and nobody has looked at yet.
    pub unseen: BTreeMap<RuleRef, diff::Kind>,
    /// Whether the file is gone from disk.
    pub gone: bool,
}

/// One ledger, or a trace that opens as one.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "four facts about a file, each true or not whatever the others are")]
pub struct LedgerSlot {
    /// Which.
    pub id: LedgerId,
    /// The file's name.
    pub name: String,
    /// The path to it, as the command line would name it; its name until that is known.
    pub path: String,
    /// Episodes and calls read so far.
    pub index: Index,
    /// The size of the file in bytes, as far as known.
    pub total: u64,
    /// Whether everything that is in the file has been read.
    pub complete: bool,
    /// Whether it was read to its end once: what comes from then on is new.
    pub is_known: bool,
    /// Whether something new came.
    pub has_grown: bool,
    /// How often the file was rewritten: calls read from an older one are dropped.
    pub generation: u64,
    /// Why the file on disk cannot be read any more, if so.
    pub problem: Option<String>,
    /// Whether the file is gone from disk, and its episodes with it.
    pub gone: bool,
    /// What the import had to say.
    pub notes: Vec<String>,
    /// Which rules fire when its calls are replayed.
    pub replay: Replay,
    /// What its episodes left behind, as far as they were read.
    pub digests: Digests,
}

/// The replay of a ledger's calls against the loaded registries.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// Answers of an older generation are dropped.
    pub generation: u64,
    /// So many calls, from the first on, have been replayed.
    pub checked: u32,
    /// Whether a piece is being replayed now.
    pub running: bool,
    /// The rules that fired, by place of the call.
    pub fired: BTreeMap<u32, Vec<Fired>>,
}

/// One rule that fired on one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fired {
    /// Of this registry.
    pub registry: RegistryId,
    /// This rule.
    pub invariant: InvariantId,
}

impl Data {
    /// A registry by its id.
    pub fn registry(&self, id: RegistryId) -> Option<&RegistrySlot> {
        self.registries.iter().find(|slot| slot.id == id)
    }

    /// A ledger by its id.
    pub fn ledger(&self, id: LedgerId) -> Option<&LedgerSlot> {
        self.ledgers.iter().find(|slot| slot.id == id)
    }

    /// The same, to change it.
    pub fn ledger_mut(&mut self, id: LedgerId) -> Option<&mut LedgerSlot> {
        self.ledgers.iter_mut().find(|slot| slot.id == id)
    }

    /// Whether calls are left that are to be replayed.
    pub fn is_replaying(&self) -> bool {
        self.ledgers.iter().any(|slot| (slot.replay.checked as usize) < slot.index.calls().len())
    }

    /// The rule itself, in one registry.
    pub fn rule(&self, registry: RegistryId, rule: &RuleRef) -> Option<&Invariant> {
        let contract = self.registry(registry)?.registry.as_ref()?.tools.get(&rule.tool)?;
        contract.invariants.iter().find(|invariant| invariant.id == rule.invariant)
    }

    /// The registry whose rules judge an episode of this task when `selected` is the one on screen, and by what
    /// right (see [`contract::judge_of`]).
    pub fn judge_of(&self, selected: RegistryId, task: &TaskId) -> Option<(RegistryId, Basis)> {
        let (place, basis) =
            contract::judge_of(self.readable().map(|(_, registry)| registry), self.place(selected)?, task)?;
        Some((self.readable().nth(place)?.0, basis))
    }

    /// The registries that judge when `selected` is the one on screen: the folds of its set, or itself (see
    /// [`contract::judges_with`]).
    pub fn judges_with(&self, selected: RegistryId) -> Vec<RegistryId> {
        let Some(chosen) = self.place(selected) else { return Vec::new() };
        let places = contract::judges_with(self.readable().map(|(_, registry)| registry), chosen);
        places.filter_map(|(place, _)| Some(self.readable().nth(place)?.0)).collect()
    }

    /// The registry after one or before it, going round; the first one if there is no such one.
    pub fn beside(&self, registry: Option<RegistryId>, forward: bool) -> Option<RegistryId> {
        let loaded: Vec<_> = self.readable().map(|(id, _)| id).collect();
        let at = loaded.iter().position(|id| Some(*id) == registry).unwrap_or_default();
        let step = if forward { 1 } else { loaded.len().saturating_sub(1) };
        loaded.get((at + step).checked_rem(loaded.len())?).copied()
    }

    /// In how many of the loaded folds of one set the rule stands: (in, of), for a registry that is a
    /// fold.
    pub fn folds_with(&self, registry: RegistryId, rule: &RuleRef) -> Option<(usize, usize)> {
        let registries = self.readable().map(|(_, registry)| registry);
        contract::folds_with(registries, self.place(registry)?, &rule.tool, &rule.invariant)
    }

    /// The episodes of which it is not known whether they completed.
    pub fn unknown_outcomes(&self) -> usize {
        let episodes = self.ledgers.iter().flat_map(|slot| slot.index.episodes());
        episodes.filter(|episode| episode.completed().is_none()).count()
    }

    /// What became of a rule in each fold that is loaded, with the name of the fold.
    pub fn in_folds(&self, registry: RegistryId, rule: &RuleRef) -> Vec<(&str, contract::InFold)> {
        let Some(place) = self.place(registry) else { return Vec::new() };
        let registries = self.readable().map(|(_, registry)| registry);
        let folds = contract::in_folds(registries, place, &rule.tool, &rule.invariant);
        let name = |place: usize| self.readable().nth(place).and_then(|(id, _)| self.registry(id));
        folds.into_iter().filter_map(|(place, became)| Some((name(place)?.name.as_str(), became))).collect()
    }

    /// The registries that could be read.
    fn readable(&self) -> impl Iterator<Item = (RegistryId, &Registry)> + Clone {
        self.registries.iter().filter_map(|slot| Some((slot.id, &**slot.registry.as_ref()?)))
    }

    fn place(&self, registry: RegistryId) -> Option<usize> {
        self.readable().position(|(id, _)| id == registry)
    }

    /// The calls on which a rule fires when replayed, in the order of ledgers and calls.
    pub fn firings<'a>(&'a self, rule: &'a RuleRef) -> impl Iterator<Item = CallRef> + 'a {
        self.ledgers.iter().flat_map(move |slot| {
            let fired = slot.replay.fired.iter();
            let fired = fired.filter(|(_, fired)| fired.iter().any(|fired| fired.invariant == rule.invariant));
            fired.map(|(place, _)| CallRef { ledger: slot.id, place: *place })
        })
    }
}
