//! The faults: one table behind injecting, printing and the README.

use std::fmt;

/// One way in which a result goes wrong without saying so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// A value takes another JSON type.
    TypeFlip,
    /// A field is gone.
    MissingField,
    /// A field is there that no result has.
    UnexpectedField,
    /// A category becomes one that no result has.
    OutOfSetCategory,
    /// A number above zero becomes zero or less.
    NonPositiveValue,
    /// One side of two quantities that agree changes.
    BrokenRelation,
    /// A value that repeats an argument becomes another.
    EchoMismatch,
    /// Two dates in order change places.
    DateDisorder,
    /// The result becomes an error.
    ErrorBody,
    /// A long text or list is cut.
    EnvThresholdTruncation,
    /// Values stand one field too far.
    PositionalFieldShift,
    /// An identifier becomes that of another thing.
    RefIdSubstitution,
    /// The result becomes an empty success.
    VacuousExecSwallow,
    /// The result becomes a bare HTTP failure.
    CauseStrippedHttpPayload,
    /// A text becomes an HTML error page.
    ErrorPageAsPayload,
    /// A text becomes one of another result.
    ContextPollutionFabrication,
    /// A state becomes an earlier or an undeclared one.
    StaleDeclaredState,
}

/// What the table says of a fault.
#[derive(Clone, Copy, Debug)]
pub struct FaultRow {
    /// The fault.
    pub fault: Fault,
    /// Its name, in labels and tables.
    pub name: &'static str,
    /// Among which places one is chosen by the seed.
    pub eligible: &'static str,
    /// What happens there.
    pub change: &'static str,
}

macro_rules! rows {
    ($($fault:ident, $name:literal, $eligible:literal, $change:literal;)*) => {
        /// The table: nine plain faults, then eight from incidents.
        pub static FAULTS: [FaultRow; 17] = [
            $(FaultRow { fault: Fault::$fault, name: $name, eligible: $eligible, change: $change },)*
        ];
    };
}

rows! {
    TypeFlip, "type_flip", "any text, number or truth value",
        "a number or truth value becomes its text; a text becomes the number it spells, else a list of itself";
    MissingField, "missing_field", "any field of any object",
        "the field is taken out";
    UnexpectedField, "unexpected_field", "any object",
        "it gets a field whose name no result of the tool has anywhere";
    OutOfSetCategory, "out_of_set_category",
        "a text of letters (and spaces, _ or -), 32 at most, at a path where the results of the tool hold at least two \
         times as many values as different ones",
        "it becomes a word that no result of the tool has there";
    NonPositiveValue, "non_positive_value", "any number above zero",
        "it becomes zero or its negative";
    BrokenRelation, "broken_relation",
        "a number that takes part in a linear relation that all clean results keep, held-out ones too (equality from \
         three results with different values on, any other line from five)",
        "it becomes greater by a tenth, by 1 at least";
    EchoMismatch, "echo_mismatch", "a text or number equal to one among the arguments of this call",
        "it becomes a value that other results have there, else the same with one more letter or 1 more";
    DateDisorder, "date_disorder",
        "two dates of one object, the first before the second, in an order that all clean results keep, held-out ones \
         too (from two results on)",
        "they change places";
    ErrorBody, "error_body", "the whole result",
        "it becomes an error: three objects and a text are in use, one of them without a word of SPEC 3";
    EnvThresholdTruncation, "env_threshold_truncation",
        "the longest text (from 11 characters) or the longest list (from 6 elements)",
        "it is cut at a round limit below its length";
    PositionalFieldShift, "positional_field_shift", "any object with two plain values that differ",
        "its plain values move one field on, the last to the first";
    RefIdSubstitution, "ref_id_substitution",
        "a text or whole number in a field named as an identifier, where another result or entity has another value",
        "it becomes that value";
    VacuousExecSwallow, "vacuous_exec_swallow", "the whole result, unless it is empty, a number or a truth value",
        "it becomes {}, [] or an empty text, as its kind is";
    CauseStrippedHttpPayload, "cause_stripped_http_payload", "the whole result",
        "it becomes a bare line such as HTTP 502 Bad Gateway";
    ErrorPageAsPayload, "error_page_as_payload", "the longest text, or the whole text",
        "it becomes an HTML error page";
    ContextPollutionFabrication, "context_pollution_fabrication", "the longest text",
        "it becomes the longest text of another result of the tool";
    StaleDeclaredState, "stale_declared_state", "a text in a field named status, state, phase or stage",
        "it becomes, by the seed, a value that other results have there, or one that none has";
}

impl Fault {
    /// Every fault, in the order of the table.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        FAULTS.iter().map(|row| row.fault)
    }

    /// The row of the table.
    #[must_use]
    pub fn row(self) -> &'static FaultRow {
        &FAULTS[self as usize]
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The fault of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        FAULTS.iter().find(|row| row.name == name).map(|row| row.fault)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_faults() {
        for (place, row) in FAULTS.iter().enumerate() {
            assert_eq!(row.fault as usize, place);
            assert_eq!(Fault::from_name(row.name), Some(row.fault));
        }
    }
}
