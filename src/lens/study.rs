//! The numbers of a study as a page, as JSON and as one table; the numbers themselves are [`crate::figures`]'.

mod brief;
mod data;
mod delivered;
mod draw;
mod hazards;
mod labels;
mod pairs;
mod payoff;
mod reasons;
mod refusal;
mod ribbon;
mod write;

pub use brief::{By, Shown, brief};
pub use data::{json, table};
pub use refusal::refusal;
pub use write::Behind;

use std::collections::BTreeMap;

use crate::figures::Figures;
use crate::label::Reasons;
use crate::page::Page;
use crate::pair::{Field, Pairing};
use write::Writer;

/// What the page is of, and what of it is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Study<'a> {
    /// The numbers.
    pub figures: &'a Figures,
    /// The pairs they are of.
    pub pairing: &'a Pairing,
    /// The registry, or the folds, that judged the calls again.
    pub judge: Option<&'a str>,
    /// Whether it is said what one more pair would do to p.
    pub is_sensitive: bool,
    /// A prevalence of faults at which the net effect is wanted.
    pub prevalence: Option<f64>,
    /// Why its pairs came out differently; nothing where that is not to be told.
    pub reasons: Option<&'a Reasons>,
}

impl Study<'_> {
    /// What is told by arm, in the order of the arms.
    fn by_arm<'m, V>(&self, map: &'m BTreeMap<String, V>) -> Vec<(&'m str, &'m V)> {
        let place = |name: &str| self.pairing.arms.iter().position(|arm| *arm.name == *name).unwrap_or(usize::MAX);
        let chosen = |name: &str| self.arms().and_then(|arms| arms.iter().position(|arm| *arm == name)).unwrap_or(2);
        let mut list: Vec<(&str, &V)> = map.iter().map(|(name, it)| (name.as_str(), it)).collect();
        list.sort_by_key(|(name, _)| (chosen(name), place(name)));
        list
    }

    /// The same with the arms as sentences have them: `advisory`; `trial 1` where another field has the arms.
    fn by_named_arm<'m, V>(&self, map: &'m BTreeMap<String, V>) -> Vec<(String, &'m V)> {
        let axis = &self.pairing.plan.axis;
        let is_arm = |name: &str| self.pairing.arms.iter().any(|arm| *arm.name == *name);
        let named = |name: &str| {
            if *axis != Field::Arm && is_arm(name) { format!("{axis} {name}") } else { name.to_owned() }
        };
        self.by_arm(map).into_iter().map(|(name, it)| (named(name), it)).collect()
    }

    /// The two arms in sentences: `advisory`; `trial 1` where another field has the arms.
    fn named_arms(&self) -> Option<[String; 2]> {
        self.pairing.named_arms()
    }

    /// The names of the two arms.
    fn arms(&self) -> Option<[&str; 2]> {
        self.pairing.plan.arms.as_ref().map(|[first, second]| [&**first, &**second])
    }
}

/// Why there are no numbers where the arms are the tasks.
pub const TASKS: &str = "the arms of a study cannot be its tasks: it asks which arm completes more of the same tasks; the \
                         arms can be the values of arm, trial, model, stratum, study or file, and `vidimus pairs` \
                         holds two tasks against each other";

fn no_numbers(out: &mut Writer) {
    out.page.text(format!("There are no numbers: {TASKS}."));
}

/// The page, and what is behind its links, by their numbers.
#[must_use]
pub fn page(study: &Study<'_>) -> (Page, Vec<Behind>) {
    let title = study
        .named_arms()
        .map_or_else(|| "study".to_owned(), |[first, second]| format!("study: {second} against {first}"));
    let mut out = Writer::new(title);
    if study.pairing.plan.is_of_tasks() {
        no_numbers(&mut out);
        return out.finish();
    }
    pairs::write(study, &mut out);
    reasons::write(study, &mut out);
    payoff::write(study, &mut out);
    ribbon::write(study, &mut out);
    delivered::write(study, &mut out);
    payoff::recovered(study, &mut out);
    hazards::write(study, &mut out);
    labels::write(study, &mut out);
    payoff::cost(study, &mut out);
    out.finish()
}
