//! Why a run is in no pair.

use super::{Pairing, Why};

/// In which of the lists beside the pairs a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alone {
    /// It has no partner.
    Stray(Why),
    /// Another run of its key and arm stands for it: this one.
    Duplicate(usize),
    /// Its partner is of another study: this run.
    Mixed(usize),
    /// Its arm is not looked at.
    Elsewhere,
}

impl Pairing {
    /// Why a run is in no pair; nothing if it is in one.
    #[must_use]
    pub fn why_alone(&self, run: usize) -> Option<Alone> {
        let stray = || self.unmatched.iter().find(|it| it.run == run).map(|it| Alone::Stray(it.why));
        let duplicate = || self.duplicates.iter().find(|it| it.run == run).map(|it| Alone::Duplicate(it.used));
        let mixed = || self.mixed.iter().find(|it| it.run == run).map(|it| Alone::Mixed(it.beside));
        let elsewhere = || self.elsewhere.contains(&run).then_some(Alone::Elsewhere);
        stray().or_else(duplicate).or_else(mixed).or_else(elsewhere)
    }
}
