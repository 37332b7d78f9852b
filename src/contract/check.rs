//! Checking, Algorithm 1 (SPEC 5): one evaluation behind the violations of a result and what the tree of a
//! result shows.

mod finding;
mod rule;
mod view;

use std::collections::HashSet;

use self::finding::{Fault, Finding};
use self::rule::Rule;
use self::view::{Paths, View};
use super::error::explicit_error;
use super::judgement::{Broken, Hop, Judgement, Place, Verdict};
use crate::domain::class::Class;
use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::invariant::Invariant;
use crate::domain::json::Json;
use crate::domain::path::Path;
use crate::domain::registry::ToolContract;
use crate::domain::violation::Violation;

/// A contract made ready to check many results (SPEC 5, Algorithm 1).
#[derive(Clone, Debug)]
pub struct Checker {
    tool: ToolName,
    paths: Paths,
    /// Each invariant with what it does, in registry order.
    rules: Vec<(Invariant, Rule)>,
    /// Where `no_error` stands, if it is in the contract.
    no_error: Option<usize>,
}

impl Checker {
    /// Prepares a contract.
    #[must_use]
    pub fn new(tool: &ToolName, contract: &ToolContract) -> Self {
        let mut paths = Paths::default();
        let rules: Vec<_> = contract
            .invariants
            .iter()
            .map(|invariant| {
                let bare = Invariant { evidence: None, ..invariant.clone() };
                (bare, Rule::new(invariant, &mut paths))
            })
            .collect();
        let no_error = contract.invariants.iter().position(|invariant| invariant.class == Class::NoError);
        Self { tool: tool.clone(), paths, rules, no_error }
    }

    /// The tool whose results are checked.
    #[must_use]
    pub fn tool(&self) -> &ToolName {
        &self.tool
    }

    /// Whether the contract has an invariant.
    #[must_use]
    pub fn has(&self, id: &InvariantId) -> bool {
        self.rules.iter().any(|(invariant, _)| invariant.id == *id)
    }

    /// The violations of one result, in code order, then path. `arguments` and `result` as recorded.
    #[must_use]
    pub fn check(&self, arguments: &Json, result: &Json) -> Vec<Violation> {
        let result = result.as_result();
        let mut violations = match self.error_of(&result) {
            Some((invariant, fields)) => error_violations(invariant, &fields, &result),
            None => self.rule_violations(&arguments.as_arguments(), &result),
        };
        violations.sort_by(|a, b| (a.class, &a.path).cmp(&(b.class, &b.path)));
        violations
    }

    /// What each invariant says of one result, place by place, for a reader: one judgement per
    /// invariant, in registry order.
    #[must_use]
    pub fn judge(&self, arguments: &Json, result: &Json) -> Vec<Judgement> {
        let (arguments, result) = (arguments.as_arguments(), result.as_result());
        let error = self.error_of(&result).map(|(_, fields)| fields);
        let view = View::new(&self.paths, &result);
        let rules = self.rules.iter().enumerate();
        rules
            .map(|(invariant, (_, rule))| {
                let mut places = Vec::new();
                match (&error, rule) {
                    (None, _) => rule.evaluate(&view, &arguments, &mut |finding: Finding<'_>| {
                        places.push((view.place(finding.spot), finding.verdict));
                    }),
                    (Some(fields), Rule::NoError) => places = error_places(fields),
                    (Some(_), _) => {}
                }
                Judgement { invariant, verdict: overall(&places), places }
            })
            .collect()
    }

    /// What each invariant by itself finds broken in one result, as if it stood alone: also what a check leaves out.
    #[must_use]
    pub fn broken(&self, arguments: &Json, result: &Json) -> Broken {
        let (arguments, result) = (arguments.as_arguments(), result.as_result());
        let error = self.error_of(&result).map(|(invariant, fields)| error_violations(invariant, &fields, &result));
        let mut broken = Broken { error: error.unwrap_or_default(), ..Broken::default() };
        let view = View::new(&self.paths, &result);
        for (place, (invariant, rule)) in self.rules.iter().enumerate() {
            let mut reported = HashSet::new();
            let is_reached = faults(invariant, rule, &view, &arguments, &mut |fault, path| {
                if reported.insert(path.clone()) {
                    broken.by_rule.push((place, fault.violation(invariant, path)));
                }
            });
            if is_reached && (broken.error.is_empty() || matches!(rule, Rule::NoError)) {
                broken.reached.push(place);
            }
        }
        broken
    }

    /// The `no_error` invariant and the error-bearing fields, if the one is in the contract and the result
    /// is an explicit error.
    fn error_of(&self, result: &Json) -> Option<(&Invariant, Vec<String>)> {
        let (invariant, _) = self.rules.get(self.no_error?)?;
        Some((invariant, explicit_error(result)?))
    }

    fn rule_violations(&self, arguments: &Json, result: &Json) -> Vec<Violation> {
        let view = View::new(&self.paths, result);
        let mut violations = Vec::new();
        let mut reported = HashSet::new();
        for (invariant, rule) in &self.rules {
            faults(invariant, rule, &view, arguments, &mut |fault, path| {
                if reported.insert((invariant.class, path.clone())) {
                    violations.push(fault.violation(invariant, path));
                }
            });
        }
        violations
    }
}

/// Reports what is wrong by one rule, each with the path of its violation; says whether the rule looked at anything.
fn faults<'a>(
    invariant: &'a Invariant,
    rule: &'a Rule,
    view: &View<'a>,
    arguments: &'a Json,
    report: &mut impl FnMut(Fault<'a>, String),
) -> bool {
    // All faults of a rule share its path, but for unexpected fields.
    let (mut done, mut is_reached) = (false, false);
    rule.evaluate(view, arguments, &mut |finding: Finding<'a>| {
        is_reached |= finding.verdict != Verdict::NotReached;
        let Some(fault) = finding.fault.filter(|_| !done) else { return };
        done = !fault.has_own_path();
        let path = fault.path(invariant);
        report(fault, path);
    });
    is_reached
}

/// One violation per error-bearing field; of a text, one at the root.
fn error_violations(invariant: &Invariant, fields: &[String], result: &Json) -> Vec<Violation> {
    let at_root = fields.is_empty().then_some((Path::root(), result));
    let members = fields.iter().filter_map(|name| Some((Path::root().field(name), result.get(name)?)));
    at_root
        .into_iter()
        .chain(members)
        .map(|(path, observed)| Violation {
            invariant: invariant.id.clone(),
            class: Class::NoError,
            detail: format!("error-bearing field(s): {path}"),
            path: path.to_string(),
            expected: Json::Null,
            observed: observed.clone(),
        })
        .collect()
}

fn error_places(fields: &[String]) -> Vec<(Place, Verdict)> {
    if fields.is_empty() {
        return vec![(Place::new(), Verdict::Broken)];
    }
    fields.iter().map(|name| (vec![Hop::Key(name.clone())], Verdict::Broken)).collect()
}

/// Broken if it broke anywhere, held if it held anywhere.
fn overall(places: &[(Place, Verdict)]) -> Verdict {
    let any = |wanted: Verdict| places.iter().any(|(_, verdict)| *verdict == wanted);
    if any(Verdict::Broken) {
        Verdict::Broken
    } else if any(Verdict::Held) {
        Verdict::Held
    } else {
        Verdict::NotReached
    }
}

#[cfg(test)]
mod tests;
