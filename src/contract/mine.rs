//! Mining, Algorithm 2 (SPEC 3): the rules that hold in every clean sample and have enough of them.

mod affine;
mod dates;
mod echo;
mod field;
mod value;

use std::collections::HashSet;

use super::options::MineOptions;
use super::sample::{Observation, Prepared};
use super::tree::Tree;
use crate::domain::class::Class;
use crate::domain::ids::ToolName;
use crate::domain::invariant::{Expected, Invariant, invariant_id};
use crate::domain::json::Object;
use crate::domain::path::{Path, Term};
use crate::domain::registry::ToolContract;

/// Mines the contract of one tool from its calls in clean episodes, in order (SPEC 3, Algorithm 2).
#[must_use]
pub fn mine_tool(tool: &ToolName, calls: &[Observation<'_>], options: &MineOptions) -> ToolContract {
    let prepared: Vec<_> = calls.iter().map(|call| Prepared::new(*call)).collect();
    mine_prepared(tool, prepared.iter(), options)
}

/// The same, from calls that were made ready before: for mining several registries from one set of
/// calls.
#[must_use]
pub fn mine_prepared<'p, 'a: 'p>(
    tool: &ToolName,
    calls: impl IntoIterator<Item = &'p Prepared<'a>>,
    options: &MineOptions,
) -> ToolContract {
    let calls: Vec<&Prepared<'_>> = calls.into_iter().collect();
    let errors = calls.iter().filter(|call| call.is_error).count();
    // A tool that only ever answers with errors has them for its results (step 1).
    let only_errors = errors == calls.len();
    let mut seen = HashSet::new();
    let samples: Vec<&Prepared<'_>> =
        calls.iter().copied().filter(|call| (only_errors || !call.is_error) && seen.insert(call.key)).collect();

    let results = Tree::new(samples.iter().map(|sample| &*sample.result), true);
    let arguments = Tree::new(samples.iter().map(|sample| &*sample.arguments), false);
    let mut found = Findings { samples: samples.len(), options, rules: Vec::new() };
    if !only_errors && found.is_enough(samples.len() as u64, "no_error") {
        found.keep(Class::NoError, Term::At(Path::root()), samples.len() as u64, Expected::Nothing, None);
    }
    field::mine(&results, &mut found);
    value::mine(&results, &mut found);
    echo::mine(&results, &arguments, &mut found);
    dates::mine(&results, &mut found);
    affine::mine(&results, &mut found);

    let mut maps: Vec<Path> = results.nodes.iter().filter(|node| node.is_map).map(|node| node.path.clone()).collect();
    maps.sort();
    ToolContract {
        calls: calls.len() as u64,
        set_aside: if only_errors { 0 } else { errors as u64 },
        samples: samples.len() as u64,
        maps,
        invariants: found.into_invariants(tool),
        extra: Object::new(),
    }
}

/// The rules kept so far.
struct Findings<'o> {
    /// How many samples there are.
    samples: usize,
    options: &'o MineOptions,
    rules: Vec<Rule>,
}

/// An invariant before it has a name and a place.
struct Rule {
    class: Class,
    path: Term,
    support: u64,
    expected: Expected,
    evidence: Option<Object>,
}

impl Findings<'_> {
    /// Whether so many samples are the minimum of that name, or more.
    fn is_enough(&self, support: u64, threshold: &str) -> bool {
        support >= self.options.threshold(threshold)
    }

    fn keep(&mut self, class: Class, path: Term, support: u64, expected: Expected, evidence: Option<Object>) {
        self.rules.push(Rule { class, path, support, expected, evidence });
    }

    /// Evidence, unless it is not asked for.
    fn evidence(&self, gather: impl FnOnce() -> Object) -> Option<Object> {
        (!self.options.no_evidence).then(gather)
    }

    /// The rules in the order of SPEC 4: class, path, expectation.
    fn into_invariants(mut self, tool: &ToolName) -> Vec<Invariant> {
        self.rules.sort_by_cached_key(|rule| (rule.class, rule.path.to_string(), rule.expected.id_part()));
        let named = self.rules.into_iter().map(|rule| Invariant {
            id: invariant_id(tool, rule.class, &rule.path, &rule.expected),
            class: rule.class,
            path: rule.path,
            support: rule.support,
            expected: rule.expected,
            basis: None,
            evidence: rule.evidence,
            extra: Object::new(),
        });
        named.collect()
    }
}
