//! Choices of a miner.

use std::collections::BTreeMap;

use super::lexicon::{CATEGORY, POSITIVE, Tokens, is_date_pair};
use crate::domain::class::{CLASSES, Class};
use crate::domain::invariant::{Expected, Invariant};
use crate::domain::path::{Path, Term};
use crate::domain::registry::{Input, Source};

/// Choices of a miner; the default is the paper's vocabulary with its thresholds.
#[derive(Clone, Debug, Default)]
pub struct MineOptions {
    /// Minimum supports that differ from [`CLASSES`], by threshold name.
    pub thresholds: BTreeMap<String, u64>,
    /// Whether evidence is left out (faster; the contract is the same).
    pub no_evidence: bool,
}

impl MineOptions {
    /// The minimum support in force under a name of [`CLASSES`], in samples; no support is enough for
    /// a name that is not there.
    #[must_use]
    pub fn threshold(&self, name: &str) -> u64 {
        self.thresholds.get(name).copied().unwrap_or_else(|| {
            let named = CLASSES.iter().flat_map(|row| row.thresholds).find(|(known, _)| *known == name);
            named.map_or(u64::MAX, |(_, support)| *support)
        })
    }

    /// Where contracts come from, with every threshold in force: most are ours and not the paper's (SPEC, head).
    #[must_use]
    pub fn source(&self, kind: &str, inputs: Vec<Input>) -> Source {
        let names = CLASSES.iter().flat_map(|row| row.thresholds).map(|(name, _)| *name);
        Source {
            kind: kind.to_owned(),
            inputs,
            vocabulary: Some("paper".to_owned()),
            thresholds: names.map(|name| (name.to_owned(), self.threshold(name))).collect(),
            ..Source::default()
        }
    }
}

/// The minimum support that the registry's miner asked of a rule like this one: by its class, the names in its path and,
/// of a relation, its form (SPEC 3).
#[must_use]
pub fn least_support(source: &Source, rule: &Invariant) -> u64 {
    let options = MineOptions { thresholds: source.thresholds.clone(), no_evidence: true };
    let has = |path: &Path, lexicon| path.last_field().is_some_and(|name| Tokens::of(name).any_in(lexicon));
    let path = rule.path.path();
    let (named, unnamed) = match (rule.class, &rule.expected) {
        (Class::Positive, _) => ("positive", (!has(path, POSITIVE)).then_some("positive_unnamed")),
        (Class::Category, _) => ("category", (!has(path, CATEGORY)).then_some("category_unnamed")),
        (Class::DateOrder, Expected::Later(later)) => {
            let is_pair = path.last_field().zip(later.last_field()).is_some_and(|(one, two)| is_date_pair(one, two));
            ("date_order", (!is_pair).then_some("date_order_unnamed"))
        }
        (Class::Affine, Expected::Relation(relation)) => {
            let is_aggregate = |term: &Term| !matches!(term, Term::At(_));
            let pair =
                if is_aggregate(&rule.path) || is_aggregate(&relation.y) { "affine_aggregate" } else { "affine" };
            #[expect(clippy::float_cmp, reason = "the miner writes an equality as exactly 1 and 0 (SPEC 3)")]
            let is_equality = relation.a == 1.0 && relation.b == 0.0;
            let form = match (&relation.when, is_equality) {
                (Some(_), _) => "affine_guarded",
                (None, true) => pair,
                (None, false) => "affine_general",
            };
            return options.threshold(pair).max(options.threshold(form));
        }
        (class, _) => (class.name(), None),
    };
    options.threshold(unnamed.unwrap_or(named))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::ToolName;
    use crate::domain::invariant::{Relation, invariant_id};

    fn least(class: Class, path: &str, expected: Expected) -> u64 {
        let path = Term::parse(path).unwrap();
        let id = invariant_id(&ToolName::from("get"), class, &path, &expected);
        let (basis, evidence, extra) = (None, None, crate::domain::json::Object::new());
        let rule = Invariant { id, class, path, support: 9, expected, basis, evidence, extra };
        least_support(&Source { thresholds: [("required_field".into(), 4)].into(), ..Source::default() }, &rule)
    }

    /// By hand from the table of SPEC 3.
    #[test]
    fn the_least_support_is_that_of_the_class_and_the_names() {
        let nothing = || Expected::Nothing;
        assert_eq!(least(Class::NoError, "$", nothing()), 1);
        assert_eq!(least(Class::RequiredField, "a", nothing()), 4, "what the registry says");
        assert_eq!(least(Class::Positive, "a.total_price", nothing()), 5);
        assert_eq!(least(Class::Positive, "age", nothing()), 20);
        assert_eq!(least(Class::Category, "orderStatus", Expected::Values(vec![])), 8);
        assert_eq!(least(Class::Category, "letter", Expected::Values(vec![])), 30);
        let later = |path: &str| Expected::Later(Path::parse(path).unwrap());
        assert_eq!(least(Class::DateOrder, "start", later("end")), 3);
        assert_eq!(least(Class::DateOrder, "end", later("start")), 8);
        let relation = |y: &str, a| Expected::Relation(Relation { y: Term::parse(y).unwrap(), a, b: 0.0, when: None });
        assert_eq!(least(Class::Affine, "a", relation("b", 1.0)), 5);
        assert_eq!(least(Class::Affine, "a", relation("b", 2.0)), 8);
        assert_eq!(least(Class::Affine, "a", relation("sum(c[].b)", 2.0)), 20);
    }

    #[test]
    fn a_threshold_is_the_one_given_or_the_papers() {
        let options = MineOptions { thresholds: [("category".into(), 3)].into(), no_evidence: true };
        assert_eq!(options.threshold("category"), 3);
        assert_eq!(options.threshold("category_unnamed"), 30);
        assert_eq!(options.threshold("unheard_of"), u64::MAX);
    }
}
