//! Which two arms, by which field, and in which fields the two of a pair agree: all of it one key away.

use std::sync::Arc;

use crate::app::App;
use crate::app::finder::{Candidate, Goal};
use crate::pair::{Field, Pairing, Plan};
use crate::words::{counted, listed};

impl App {
    /// The same arms the other way round: wins become losses.
    pub(in crate::app) fn swap_arms(&mut self) {
        self.make_pairs();
        let Some([first, second]) = self.pairs.pairing().and_then(|pairing| pairing.plan.arms.clone()) else {
            self.notice = Some("there are no two arms to swap".into());
            return;
        };
        let plan = self.pairs.plan.with_arms([second, first]);
        self.use_plan(plan);
    }

    /// The next two arms, the first of them being the earlier one.
    pub(in crate::app) fn turn_arms(&mut self, forward: bool) {
        self.make_pairs();
        let two = self.pairs.pairing().map(every_two).unwrap_or_default();
        if two.len() < 2 {
            let count = self.pairs.pairing().map_or(0, |pairing| pairing.arms.len());
            self.notice =
                Some(format!("{} in what is loaded: there are no other two; x swaps them", counted(count, "arm")));
            return;
        }
        let now = self.pairs.pairing().and_then(|pairing| pairing.plan.arms.clone());
        let is_now = |two: &[Arc<str>; 2]| now.as_ref().is_some_and(|now| two.iter().all(|arm| now.contains(arm)));
        let at = two.iter().position(is_now).unwrap_or(0);
        let step = if forward { 1 } else { two.len() - 1 };
        if let Some(next) = two.get((at + step) % two.len()) {
            let plan = self.pairs.plan.with_arms(next.clone());
            self.use_plan(plan);
        }
    }

    /// Pairs the episodes in another way.
    pub(in crate::app) fn use_plan(&mut self, plan: Plan) {
        self.pairs.plan = plan;
        self.outdate_pairs();
        self.make_pairs();
        let Some(pairing) = self.pairs.pairing() else { return };
        let words = match self.pairs.named_arms() {
            Some([first, second]) => {
                let pairs = counted(pairing.pairs.len(), "pair");
                format!("{second} against {first}: {pairs} with the same {}", key_words(pairing))
            }
            None => format!("no two values of {} are loaded", pairing.plan.axis),
        };
        self.notice = Some(words);
    }

    /// Every way of pairing that is near to the one in force.
    pub(in crate::app) fn plans(&self) -> Vec<Candidate> {
        let Some(pairing) = self.pairs.pairing() else { return Vec::new() };
        let plan = &pairing.plan;
        let mut all: Vec<Candidate> = Vec::new();
        let mut offer = |kind: &'static str, text: String, plan: Plan| {
            let after = if plan == self.pairs.plan { "in force".to_owned() } else { String::new() };
            all.push(Candidate { kind, text, name: String::new(), after, barred: None, goal: Goal::Pair(plan) });
        };
        for [first, second] in every_two(pairing) {
            offer("arms", format!("{second} against {first}"), plan.with_arms([first, second]));
        }
        if let Some([first, second]) = &plan.arms {
            let swapped = plan.with_arms([Arc::clone(second), Arc::clone(first)]);
            offer("swap", format!("{first} against {second}"), swapped);
        }
        let fields = Field::all_of(&self.pairs.runs);
        let several = |field: &&Field| {
            let mut values = self.pairs.runs.iter().filter_map(|run| run.value(field));
            let first = values.next();
            first.is_some_and(|first| values.any(|other| other != first))
        };
        for field in fields.iter().filter(several).filter(|field| **field != plan.axis) {
            offer("arms by", format!("{field}: each of its values is an arm"), Plan::along(field.clone()));
        }
        for field in &fields {
            let mut key: Vec<Field> = plan.key().cloned().collect();
            let text = if key.contains(field) {
                key.retain(|known| known != field);
                format!("the two of a pair may differ in {field}")
            } else if *field == plan.axis {
                continue;
            } else {
                key.push(field.clone());
                format!("the two of a pair agree in {field}, too")
            };
            if !key.is_empty() {
                offer("key", text, Plan { key, ..plan.clone() });
            }
        }
        let text = if plan.mixes_studies { "keep studies apart" } else { "pair across studies" };
        offer("studies", text.to_owned(), Plan { mixes_studies: !plan.mixes_studies, ..plan.clone() });
        all
    }
}

/// Every two arms, the earlier one first.
fn every_two(pairing: &Pairing) -> Vec<[Arc<str>; 2]> {
    let arms = &pairing.arms;
    let with = |at: usize| {
        let rest = arms.get(at + 1..).unwrap_or_default();
        rest.iter().filter_map(move |second| Some([Arc::clone(&arms.get(at)?.name), Arc::clone(&second.name)]))
    };
    (0..arms.len()).flat_map(with).collect()
}

/// In which fields the two of a pair agree: `task, model and trial`.
pub(super) fn key_words(pairing: &Pairing) -> String {
    listed(&pairing.plan.key().map(ToString::to_string).collect::<Vec<_>>())
}
