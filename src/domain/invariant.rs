//! One mined rule of one tool (SPEC 3 and 4).

use sha2::{Digest, Sha256};

use super::class::Class;
use super::ids::{InvariantId, ToolName};
use super::json::{JsonType, Object};
use super::path::{Path, Term};

/// A rule that held in every clean sample that reached it.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// Survives a re-mine that only widens the expectation.
    pub id: InvariantId,
    /// What kind of rule; always the class that `expected` belongs to.
    pub class: Class,
    /// What the rule speaks of; `sum` and `len` only for affine relations.
    pub path: Term,
    /// In how many samples the rule was seen to hold; 0 for rules from a schema.
    pub support: u64,
    /// What belongs there.
    pub expected: Expected,
    /// `schema` for a rule that was declared, not learned.
    pub basis: Option<String>,
    /// What the clean samples looked like; bounded, and no part of the contract.
    pub evidence: Option<Object>,
    /// Keys of the file that this version does not know; kept when the file is rewritten.
    pub extra: Object,
}

/// What an invariant expects, by class.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// `no_error`, `required_field`, `positive`: nothing more to say.
    Nothing,
    /// `known_fields`: the field names, sorted.
    Fields(Vec<String>),
    /// `stable_type`: the types, sorted by name.
    Types(Vec<JsonType>),
    /// `category`: the values, sorted.
    Values(Vec<String>),
    /// `echo`: the path of the argument.
    Argument(Path),
    /// `date_order`: the path of the later date.
    Later(Path),
    /// `affine`: y = a·x + b, where x is the invariant's path.
    Relation(Relation),
}

/// The right side of an affine invariant.
#[derive(Clone, Debug, PartialEq)]
pub struct Relation {
    /// The other term.
    pub y: Term,
    /// The slope.
    pub a: f64,
    /// The offset.
    pub b: f64,
    /// When the relation is claimed; always, if absent.
    pub when: Option<Guard>,
}

impl Relation {
    /// What the miner lets pass between two numbers, relative from 1 on (SPEC 3).
    pub const TOLERANCE: f64 = 1e-9;

    /// Whether the coefficients are those of the other within the miner's tolerance, relative to its own.
    #[must_use]
    pub fn has_coefficients_of(&self, other: &Self) -> bool {
        let near = |own: f64, other: f64| (own - other).abs() <= Self::TOLERANCE * own.abs().max(1.0);
        near(self.a, other.a) && near(self.b, other.b)
    }
}

/// The condition of a guarded equality: the category at `path` is one of `values`.
#[derive(Clone, Debug)]
pub struct Guard {
    /// A field-only path with a kept category.
    pub path: Path,
    /// The values under which the equality holds, sorted.
    pub values: Vec<String>,
    /// Keys of the file that this version does not know; kept when the file is rewritten.
    pub extra: Object,
}

impl Guard {
    /// A condition that says nothing more.
    #[must_use]
    pub fn new(path: Path, values: Vec<String>) -> Self {
        Self { path, values, extra: Object::new() }
    }
}

/// Whether both claim the equality in the same cases.
impl PartialEq for Guard {
    fn eq(&self, other: &Self) -> bool {
        (&self.path, &self.values) == (&other.path, &other.values)
    }
}

impl Invariant {
    /// The places the rule looks at: its own, and the other one of a relation.
    #[must_use]
    pub fn places(&self) -> Vec<Path> {
        [self.path.path()].into_iter().chain(self.other_place()).cloned().collect()
    }

    /// Whether the rule looks at one of these places.
    #[must_use]
    pub fn looks_at(&self, places: &[Path]) -> bool {
        places.contains(self.path.path()) || self.other_place().is_some_and(|other| places.contains(other))
    }

    fn other_place(&self) -> Option<&Path> {
        match &self.expected {
            Expected::Later(later) => Some(later),
            Expected::Relation(relation) => Some(relation.y.path()),
            _ => None,
        }
    }
}

impl Expected {
    /// What goes into the id: the other path of a relation between two places (SPEC 4).
    #[must_use]
    pub fn id_part(&self) -> Option<String> {
        match self {
            Self::Argument(path) | Self::Later(path) => Some(path.to_string()),
            Self::Relation(relation) => Some(relation.y.to_string()),
            _ => None,
        }
    }
}

/// The first 16 hex digits of SHA-256 over tool, class, path and, where there is one, the other path,
/// joined by newlines (SPEC 4).
#[must_use]
pub fn invariant_id(tool: &ToolName, class: Class, path: &Term, expected: &Expected) -> InvariantId {
    let mut text = format!("{tool}\n{class}\n{path}");
    if let Some(other) = expected.id_part() {
        text.push('\n');
        text.push_str(&other);
    }
    let digest = Sha256::digest(text.as_bytes());
    let first = digest.iter().take(8).fold(0, |number: u64, byte| number << 8 | u64::from(*byte));
    InvariantId::from(format!("{first:016x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ids of `conformance/receipts-registry.json`, which another implementation computed.
    #[test]
    fn ids_are_those_of_the_specification() {
        let tool = ToolName::from("get_stock_nasdaq");
        let at = |text: &str| Term::parse(text).unwrap();
        let id = |class, path: &str, expected| invariant_id(&tool, class, &at(path), &expected).to_string();
        assert_eq!(id(Class::NoError, "$", Expected::Nothing), "85a1ea78c32b6e76");
        assert_eq!(id(Class::Positive, "price_usd", Expected::Nothing), "79a5a1444eb2f194");
        let relation = Relation { y: at("item_count"), a: 0.1, b: 0.0, when: None };
        assert_eq!(id(Class::Affine, "cart_subtotal", Expected::Relation(relation)), "1f6ca9a0d5c3af24");
        let later = Expected::Later(Path::parse("end_date").unwrap());
        assert_eq!(id(Class::DateOrder, "start_date", later), "c512b23a0fc189b0");
    }
}
