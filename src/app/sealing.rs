//! The seals of frozen registries: each is held against what it seals as soon as it is read.

use std::sync::Arc;

use super::data::RegistryId;
use super::window::View;
use super::{App, Tab};
use crate::domain::registry::Registry;
use crate::lens;
use crate::page::Page;
use crate::seal::{Against, Verification, verify};

/// A frozen registry and what became of its seal.
#[derive(Clone, Debug)]
pub(super) struct Seal {
    id: RegistryId,
    of: Arc<Registry>,
    found: Verification,
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
                Some(Seal { id: slot.id, of: Arc::clone(registry), found })
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
            Some(_) => self.open_window(View::Verify),
        }
    }

    /// The window of a seal.
    pub(super) fn verify_page(&self) -> Option<Page> {
        let id = self.registry_to_verify()?;
        let seal = self.seals.iter().find(|seal| seal.id == id)?;
        let slot = self.data.registry(id)?;
        let of = seal.of.seal.as_ref()?;
        let mut page = lens::seal::verification(&format!("seal of {}", slot.name), of, &seal.found);
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
