//! The nine classes of invariants: the one table behind mining, checking, texts and help (SPEC 3).

use std::fmt;

/// A class of invariants, in the order of the table of SPEC 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// The result is no explicit error.
    NoError,
    /// A field is in every instance of its parent object.
    RequiredField,
    /// The set of field names of an object.
    KnownFields,
    /// One type besides null.
    StableType,
    /// A number above zero.
    Positive,
    /// One of a small set of strings.
    Category,
    /// Equal to a call argument.
    Echo,
    /// Two dates in order.
    DateOrder,
    /// y = a·x + b.
    Affine,
}

/// What the table says of a class.
#[derive(Clone, Copy, Debug)]
pub struct ClassRow {
    /// The class.
    pub class: Class,
    /// Its name in registries.
    pub name: &'static str,
    /// The code of a violation (SPEC 3, last column).
    pub code: &'static str,
    /// The names under which `--min-support` and a registry's `thresholds` know its minimum supports,
    /// each with the number of samples the paper's vocabulary asks for.
    pub thresholds: &'static [(&'static str, u64)],
    /// The rule in one plain sentence.
    pub rule: &'static str,
    /// What a violation usually means, for a newcomer.
    pub broken: &'static str,
    /// What usually causes one.
    pub causes: &'static str,
    /// What a false alarm of this class looks like.
    pub false_alarm: &'static str,
}

/// The table, one row a class, in class order.
pub static CLASSES: [ClassRow; 9] = [
    ClassRow {
        class: Class::NoError,
        name: "no_error",
        code: "explicit_error",
        thresholds: &[("no_error", 1)],
        rule: "The result is not an explicit error.",
        broken: "The tool itself says that it failed: the result carries an error field or begins with an error word.",
        causes: "A wrong or unknown argument, a record that is not there, a timeout, a limit that is reached.",
        false_alarm: "A tool that answers ordinary refusals (nothing found, not allowed) with an error text: the agent can read it without a receipt.",
    },
    ClassRow {
        class: Class::RequiredField,
        name: "required_field",
        code: "missing_learned_field",
        thresholds: &[("required_field", 3)],
        rule: "The field is there whenever its parent object is.",
        broken: "A field that every clean result had is gone.",
        causes: "A changed interface, a cut-off or partial answer, a record of another kind.",
        false_alarm: "A field that is optional, but happened to be filled in all clean samples.",
    },
    ClassRow {
        class: Class::KnownFields,
        name: "known_fields",
        code: "unexpected_field",
        thresholds: &[("known_fields", 5)],
        rule: "The object has no fields but these.",
        broken: "A field is there that no clean result had.",
        causes: "A changed interface, a renamed or misspelt field, an error or a wrapper in place of the answer.",
        false_alarm: "A rare optional field, or a new harmless one.",
    },
    ClassRow {
        class: Class::StableType,
        name: "stable_type",
        code: "learned_type_mismatch",
        thresholds: &[("stable_type", 3)],
        rule: "The value has one JSON type (null aside).",
        broken: "The value has another type than in every clean result.",
        causes: "Text where a number belongs, a unit glued to a number, a placeholder such as N/A, a list in place of one thing.",
        false_alarm: "A tool that writes the same value now as text, now as a number.",
    },
    ClassRow {
        class: Class::Positive,
        name: "positive",
        code: "nonpositive_value",
        thresholds: &[("positive", 5), ("positive_unnamed", 20)],
        rule: "The number is above zero.",
        broken: "A price, count or measure is zero or below.",
        causes: "A sentinel such as -1, a sign slip, a missing value filled in as 0, a corrupted value.",
        false_alarm: "A true zero: a free item, an empty count, a refund.",
    },
    ClassRow {
        class: Class::Category,
        name: "category",
        code: "unseen_category",
        thresholds: &[("category", 8), ("category_unnamed", 30)],
        rule: "The text is one of a small set of values.",
        broken: "A value is outside the set that the clean results used.",
        causes: "An undeclared state, another unit or currency, another spelling or language, a made-up code.",
        false_alarm: "A rare but legal value that the clean samples were too few to show.",
    },
    ClassRow {
        class: Class::Echo,
        name: "echo",
        code: "learned_echo_mismatch",
        thresholds: &[("echo", 3)],
        rule: "The value repeats a call argument.",
        broken: "The result is about another thing than was asked for.",
        causes: "A wrong record, a cached or mixed-up answer, an argument that the tool quietly replaced.",
        false_alarm: "A tool that normalises what it was given (case, spaces, an alias).",
    },
    ClassRow {
        class: Class::DateOrder,
        name: "date_order",
        code: "date_order_broken",
        thresholds: &[("date_order", 3), ("date_order_unnamed", 8)],
        rule: "The first date is not after the second.",
        broken: "An interval runs backwards.",
        causes: "Swapped fields, a wrong year, day and month exchanged, a corrupted date.",
        false_alarm: "Two dates that are ordered only by habit, not by meaning.",
    },
    ClassRow {
        class: Class::Affine,
        name: "affine",
        code: "affine_relation_broken",
        thresholds: &[("affine", 5), ("affine_aggregate", 20), ("affine_general", 8), ("affine_guarded", 20)],
        rule: "One quantity is a fixed linear function of another.",
        broken: "Two numbers that always agreed do not.",
        causes: "A changed total, a fee or discount on one side only, a wrong unit, one side corrupted.",
        false_alarm: "Two small numbers that agreed by coincidence in the clean samples.",
    },
];

impl Class {
    /// Every class, in order.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        CLASSES.iter().map(|row| row.class)
    }

    /// The row of the table.
    #[must_use]
    pub fn row(self) -> &'static ClassRow {
        &CLASSES[self as usize]
    }

    /// The name in registries.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The code of a violation; its order among codes is the order of the classes.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.row().code
    }

    /// Whether rules of the class judge only that something is there and of which type it is, never a value.
    #[must_use]
    pub fn judges_shape(self) -> bool {
        matches!(self, Self::NoError | Self::RequiredField | Self::KnownFields | Self::StableType)
    }

    /// The class of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        CLASSES.iter().find(|row| row.name == name).map(|row| row.class)
    }

    /// The class whose violations have that code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        CLASSES.iter().find(|row| row.code == code).map(|row| row.class)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_class_order_and_names_are_unique() {
        for (place, row) in CLASSES.iter().enumerate() {
            assert_eq!(row.class as usize, place);
            assert_eq!(Class::from_name(row.name), Some(row.class));
            assert_eq!(Class::from_code(row.code), Some(row.class));
        }
    }
}
