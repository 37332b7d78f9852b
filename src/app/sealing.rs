//! The seals of frozen registries: each is held against what it seals as soon as it is read.

use std::sync::Arc;

use super::data::{RegistryId, RuleRef};
use super::window::View;
use super::{App, Tab};
use crate::domain::json::{Json, Object};
use crate::domain::registry::{Input, Registry};
use crate::lens;
use crate::page::{Kind, Page, Role};
use crate::seal::{Against, Finding, Verification, Wrong, registry_hash, verify};

/// So many differences are listed.
const LISTED: usize = 20;

/// A frozen registry and what became of its seal.
#[derive(Clone, Debug)]
pub(super) struct Seal {
    id: RegistryId,
    of: Arc<Registry>,
    found: Verification,
    /// What came of making it again, once that was asked for.
    again: Option<Again>,
}

/// A frozen registry made again from what it was made from.
#[derive(Clone, Debug)]
struct Again {
    /// What it was made from.
    from: String,
    /// What differs.
    findings: Vec<Finding>,
}

impl App {
    /// Holds every frozen registry against its seal that was not yet.
    pub(super) fn hold_seals(&mut self) {
        let mut seals = Vec::new();
        for slot in &self.data.registries {
            let Some(registry) = slot.registry.as_ref().filter(|registry| registry.seal.is_some()) else { continue };
            let known = self.seals.iter().find(|seal| seal.id == slot.id && Arc::ptr_eq(&seal.of, registry));
            let made = || {
                let found = verify(registry, &Against::default())?;
                Some(Seal { id: slot.id, of: Arc::clone(registry), found, again: None })
            };
            seals.extend(known.cloned().or_else(made));
        }
        self.seals = seals;
    }

    /// What the screen says of the seal of a registry, and whether it holds; nothing if it is not frozen.
    pub fn seal_words(&self, id: RegistryId) -> Option<(String, bool)> {
        let seal = self.seals.iter().find(|seal| seal.id == id)?;
        let short = seal.of.seal.as_ref()?.sha256.get(..6)?.to_owned();
        Some(match seal.found.findings.first() {
            None => (format!("sealed {short}…"), true),
            Some(_) => (format!("SEAL {short}… BROKEN"), false),
        })
    }

    /// A sentence for every seal that is broken, with the first thing that differs.
    pub fn broken_seals(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        for seal in &self.seals {
            let Some((slot, first)) = self.data.registry(seal.id).zip(seal.found.findings.first()) else { continue };
            let tool = first.tool.as_ref().map(|tool| format!("{tool}: ")).unwrap_or_default();
            let more = match seal.found.findings.len() - 1 {
                0 => String::new(),
                more => format!(" (and {more} more)"),
            };
            sentences.push(format!(
                "SEAL BROKEN: {}, first {tool}{}{more}; the command verify tells all",
                slot.name, first.what
            ));
        }
        sentences
    }

    /// The registry on screen.
    fn registry_to_verify(&self) -> Option<RegistryId> {
        if self.tab == Tab::Review { self.reviewed() } else { self.registry }
    }

    /// Opens what was found of the seal of the registry on screen.
    pub(super) fn open_verify(&mut self) {
        let slot = self.registry_to_verify().and_then(|id| self.data.registry(id));
        match slot {
            None => self.notice = Some("no registry is loaded to be verified".into()),
            Some(slot) if !self.seals.iter().any(|seal| seal.id == slot.id) => {
                self.notice = Some(format!("{} has no seal: it is not frozen; F in the review freezes", slot.name));
            }
            Some(slot) => {
                let again = self.make_again(slot.id);
                let id = slot.id;
                for seal in self.seals.iter_mut().filter(|seal| seal.id == id) {
                    seal.again.clone_from(&again);
                }
                self.open_window(View::Verify);
            }
        }
    }

    /// Makes a frozen registry again, if what it was made from is loaded with its decisions.
    fn make_again(&self, id: RegistryId) -> Option<Again> {
        let frozen = self.data.registry(id)?.registry.as_ref()?;
        let manifest = &frozen.seal.as_ref()?.manifest;
        let part = |key: &str| manifest.get(key).and_then(Json::as_object);
        let text = |object: &Object, key: &str| object.get(key).and_then(Json::as_str).map(str::to_owned);
        let hash = text(part("source")?, "registry")?;
        let mut slots = self.data.registries.iter().filter_map(|slot| Some((slot, slot.registry.as_ref()?)));
        let (slot, source) = slots.find(|(_, other)| other.seal.is_none() && registry_hash(other) == hash)?;
        let journal = &self.review.kept(slot.id)?.journal;
        // Whether the file of decisions has grown since is not asked: they are applied.
        let input = |it: &Object| Some(Input::new(text(it, "name")?, text(it, "sha256")?));
        let review = part("review").and_then(input);
        let against = Against { source: Some((source, journal, review)), folds: None };
        let mut findings = verify(frozen, &against)?.findings;
        findings.retain(|finding| finding.wrong == Wrong::Origin);
        Some(Again { from: slot.name.clone(), findings })
    }

    /// Goes to the rule of a line.
    pub(super) fn follow_verify(&mut self, link: usize) {
        let id = self.registry_to_verify();
        let seal = self.seals.iter().find(|seal| Some(seal.id) == id);
        let finding = seal.and_then(|seal| seal.found.findings.get(link));
        let rule = finding.and_then(|finding| {
            let (tool, invariant) = (finding.tool.clone()?, finding.id.clone()?);
            Some(RuleRef { tool, invariant })
        });
        let Some(rule) = rule.filter(|rule| id.is_some_and(|id| self.data.rule(id, rule).is_some())) else {
            self.notice = Some("there is no such rule in it any more".into());
            return;
        };
        self.jumps();
        self.overlays.clear();
        self.use_registry(id);
        self.show_rule(&rule);
    }

    /// The window of a seal.
    pub(super) fn verify_page(&self) -> Option<Page> {
        let id = self.registry_to_verify()?;
        let seal = self.seals.iter().find(|seal| seal.id == id)?;
        let slot = self.data.registry(id)?;
        let of = seal.of.seal.as_ref()?;
        let mut page = lens::seal::verification(&format!("seal of {}", slot.name), of, &seal.found);
        match &seal.again {
            None => page.muted(
                "Open the registry it was made from beside it, and it is made again from that and its decisions.",
            ),
            Some(again) => {
                page.heading(format!("Made again from {} and its decisions", again.from));
                if again.findings.is_empty() {
                    page.push(Kind::Item, vec![(Role::Held, "it is the same".to_owned())]);
                }
                for finding in again.findings.iter().take(LISTED) {
                    page.push(Kind::Item, vec![(Role::Broken, finding.what.clone())]);
                }
                if again.findings.len() > LISTED {
                    page.muted(format!("and {} more", again.findings.len() - LISTED));
                }
            }
        }
        let manifest = lens::seal::manifest("", &seal.of, of);
        page.heading("What its manifest says");
        page.lines.extend(manifest.lines);
        Some(page)
    }

    /// The file of the registry whose seal is shown.
    pub(super) fn verified_path(&self) -> Option<String> {
        Some(self.data.registry(self.registry_to_verify()?)?.path.clone())
    }
}
