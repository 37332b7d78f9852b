//! Why an edit would leave a rule that never looks at a call: what it names was in no clean sample.

use std::collections::BTreeSet;

use super::Edit;
use crate::contract::evidence::Evidence;
use crate::domain::class::Class;
use crate::domain::invariant::{Expected, Guard, Invariant};
use crate::domain::json::{Json, JsonType};
use crate::domain::path::Path;
use crate::domain::registry::ToolContract;
use crate::words::{self, list, value};

impl Edit {
    /// What speaks against making the change, as a sentence: a condition that no clean sample of the tool fulfils. A
    /// contract that was not mined from samples knows nothing of that.
    #[must_use]
    pub fn doubt(&self, contract: &ToolContract) -> Option<String> {
        let Self::SetGuard(Some(guard)) = self else { return None };
        let rules = contract.invariants.as_slice();
        let fields = fields(rules);
        if contract.samples == 0 || fields.is_empty() {
            return None;
        }
        if !fields.contains(&guard.path) {
            let names: Vec<String> = fields.iter().map(ToString::to_string).collect();
            let near = nearest(&guard.path.to_string(), &names);
            return Some(format!("no clean sample has {}: the rule would never look at a call{near}", guard.path));
        }
        match values(rules, &guard.path) {
            Some(known) => unknown(guard, &known),
            None => not_kept(guard, rules),
        }
    }
}

/// The fields that rules look at or know of.
fn fields(rules: &[Invariant]) -> BTreeSet<Path> {
    let own = rules.iter().map(|rule| rule.path.path().clone());
    let inside = rules.iter().flat_map(|rule| {
        match (rule.class, &rule.expected) {
            (Class::KnownFields, Expected::Fields(names)) => names.as_slice(),
            _ => &[],
        }
        .iter()
        .map(|name| rule.path.path().field(name))
    });
    own.chain(inside).filter(|path| !path.is_root() && path.is_field_only()).collect()
}

/// The texts of a field in clean samples, if all of them were kept.
fn values(rules: &[Invariant], path: &Path) -> Option<BTreeSet<String>> {
    let rule = rules.iter().find(|rule| rule.class == Class::Category && rule.path.path() == path)?;
    let Expected::Values(values) = &rule.expected else { return None };
    Some(values.iter().cloned().collect())
}

/// The values of a condition that no clean sample has.
fn unknown(guard: &Guard, known: &BTreeSet<String>) -> Option<String> {
    let missing: Vec<&String> = guard.values.iter().filter(|value| !known.contains(*value)).collect();
    let first = missing.first()?;
    let named = list(missing.iter().map(|text| value(&Json::from(text.as_str()))));
    let known: Vec<String> = known.iter().cloned().collect();
    let near = nearest(first, &known);
    let so = if missing.len() == guard.values.len() {
        "the rule would never look at a call"
    } else {
        "with it the rule would look at no call more"
    };
    Some(format!("in no clean sample {} is {named}: {so}{near}", guard.path))
}

/// A condition on a field of which no list of values was kept.
fn not_kept(guard: &Guard, rules: &[Invariant]) -> Option<String> {
    let rule = rules.iter().find(|rule| rule.class == Class::StableType && rule.path.path() == &guard.path)?;
    let Expected::Types(types) = &rule.expected else { return None };
    if !types.contains(&JsonType::String) {
        return Some(format!(
            "in clean samples {} is {} and never text, which is all that a condition compares: the rule would never look \
             at a call",
            guard.path,
            words::kinds(types)
        ));
    }
    let seen = rule.evidence.as_ref().map(Evidence::read).unwrap_or_default().examples;
    let is_seen = |text: &String| seen.iter().any(|example| example.as_str() == Some(text));
    let missing = guard.values.iter().find(|text| !is_seen(text))?;
    let such = match seen.first() {
        Some(first) => format!(" (one is {})", value(first)),
        None => String::new(),
    };
    Some(format!(
        "the values of {} in clean samples were not kept, as they are too many{such}: whether one of them is {} is not \
         known",
        guard.path,
        value(&Json::from(missing.as_str()))
    ))
}

/// The known name that was meant, perhaps; else some of those that there are.
fn nearest(name: &str, known: &[String]) -> String {
    match words::nearest(name, known) {
        Some((near, _)) => format!("; perhaps {near} was meant"),
        None if known.len() == 1 => format!("; there is only {}", some(known)),
        None => format!("; there are {}", some(known)),
    }
}

fn some(known: &[String]) -> String {
    const SHOWN: usize = 6;
    let mut shown: Vec<String> = known.iter().take(SHOWN).cloned().collect();
    if known.len() > SHOWN {
        shown.push(format!("{} more", known.len() - SHOWN));
    }
    words::listed(&shown)
}
