//! One broken invariant on one result (SPEC 1 and 5).

use super::class::Class;
use super::ids::InvariantId;
use super::json::Json;

/// What broke, where, what belongs there and what is there.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// The invariant that broke.
    pub invariant: InvariantId,
    /// Its class; the violation's code is the class's.
    pub class: Class,
    /// The invariant's path, or the field itself for `explicit_error` and `unexpected_field`.
    pub path: String,
    /// What belongs there (SPEC 5).
    pub expected: Json,
    /// What is there (SPEC 5).
    pub observed: Json,
    /// The sentence of receipt v1 (SPEC 6), without the fields of other violations.
    pub detail: String,
}

impl Violation {
    /// The code (SPEC 3, last column).
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.class.code()
    }
}
