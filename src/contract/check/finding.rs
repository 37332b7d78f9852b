//! What a rule finds at one place, and the violation it makes of a fault.

use super::view::Spot;
use crate::contract::judgement::Verdict;
use crate::domain::class::Class;
use crate::domain::invariant::{Expected, Invariant};
use crate::domain::json::{Json, JsonType};
use crate::domain::violation::Violation;

/// What a rule says of one place.
pub(super) struct Finding<'a> {
    pub(super) spot: Spot<'a>,
    pub(super) verdict: Verdict,
    /// What is wrong; the further places of a broken relation have none.
    pub(super) fault: Option<Fault<'a>>,
}

/// What is wrong at a place, as far as the invariant itself does not tell.
pub(super) enum Fault<'a> {
    /// A field is missing.
    Missing,
    /// A field that no object of the path had.
    Unexpected { name: &'a str, value: &'a Json },
    /// A value of another type.
    Type(JsonType),
    /// A value that is not positive, or in no category.
    Value(&'a Json),
    /// A value that should be that of the argument, or not after the later date.
    Pair { observed: &'a Json, expected: &'a Json },
    /// A side of a relation.
    Side { observed: Json, expected: f64 },
}

impl<'a> Finding<'a> {
    pub(super) fn held(spot: Spot<'a>) -> Self {
        Self { spot, verdict: Verdict::Held, fault: None }
    }

    pub(super) fn not_reached(spot: Spot<'a>) -> Self {
        Self { spot, verdict: Verdict::NotReached, fault: None }
    }

    pub(super) fn broken(spot: Spot<'a>, fault: Fault<'a>) -> Self {
        Self { spot, verdict: Verdict::Broken, fault: Some(fault) }
    }
}

impl Fault<'_> {
    /// Whether the violation is at a field of its own and not at the invariant's path.
    pub(super) fn has_own_path(&self) -> bool {
        matches!(self, Self::Unexpected { .. })
    }

    /// The path of the violation (SPEC 5).
    pub(super) fn path(&self, invariant: &Invariant) -> String {
        match self {
            Self::Unexpected { name, .. } => invariant.path.path().field(name).to_string(),
            _ => invariant.path.to_string(),
        }
    }

    /// The violation, with `expected` and `observed` as SPEC 5 has them and the sentence of receipt v1.
    pub(super) fn violation(self, invariant: &Invariant, path: String) -> Violation {
        let detail = detail(invariant, &path);
        let (expected, observed) = match self {
            Self::Missing => (Json::Null, Json::Null),
            Self::Unexpected { value, .. } | Self::Value(value) => (listed(&invariant.expected), value.clone()),
            Self::Type(kind) => (listed(&invariant.expected), Json::from(kind.name())),
            Self::Pair { observed, expected } => (expected.clone(), observed.clone()),
            Self::Side { observed, expected } => (Json::from(expected), observed),
        };
        Violation { invariant: invariant.id.clone(), class: invariant.class, path, expected, observed, detail }
    }
}

/// The list that an invariant expects; null where it expects no list.
fn listed(expected: &Expected) -> Json {
    match expected {
        Expected::Fields(texts) | Expected::Values(texts) => Json::from(texts.clone()),
        Expected::Types(types) => types.iter().map(|kind| Json::from(kind.name())).collect::<Vec<_>>().into(),
        _ => Json::Null,
    }
}

/// The sentence of receipt v1 (SPEC 6).
fn detail(invariant: &Invariant, path: &str) -> String {
    let other = || invariant.expected.id_part().unwrap_or_default();
    match invariant.class {
        Class::NoError => format!("error-bearing field(s): {path}"),
        Class::RequiredField => format!("missing nominal field {path}"),
        Class::KnownFields => format!("field absent from nominal traces: {path}"),
        Class::StableType => format!("field {path} has unexpected type"),
        Class::Positive => format!("nominally positive field {path} is not positive"),
        Class::Category => format!("field {path} has unseen categorical value"),
        Class::Echo => format!("field {path} differs from call argument"),
        Class::DateOrder => format!("fields {path} and {} are out of nominal order", other()),
        Class::Affine => format!("fields {path} and {} violate a nominal relation", other()),
    }
}
