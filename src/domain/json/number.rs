//! Numbers that keep their spelling.

use std::fmt;

/// A JSON number: its text as written, and the nearest double (±infinity beyond the range).
#[derive(Clone, Debug)]
pub struct Number {
    text: Box<str>,
    double: f64,
    integer: bool,
}

impl Number {
    /// A number from JSON text that the reader has found well-formed.
    pub(super) fn from_valid_text(text: &str) -> Self {
        let integer = !text.contains(['.', 'e', 'E']);
        // Rust parses every JSON number, and gives infinity beyond the range.
        let double = text.parse().unwrap_or(f64::NAN);
        Self { text: text.into(), double, integer }
    }

    /// A double in its shortest spelling, always with a fraction or an exponent; nothing for a value
    /// that is not finite.
    #[must_use]
    pub fn from_double(value: f64) -> Option<Self> {
        serde_json::Number::from_f64(value).map(|number| Self {
            text: number.to_string().into(),
            double: value,
            integer: false,
        })
    }

    /// The text as written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The nearest double.
    #[must_use]
    pub fn double(&self) -> f64 {
        self.double
    }

    /// Whether it was written without fraction or exponent.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.integer
    }

    /// The digits of an integer, `-0` as `0`; nothing for other numbers.
    #[must_use]
    pub fn integer_text(&self) -> Option<&str> {
        match (self.integer, &*self.text) {
            (false, _) => None,
            (true, "-0") => Some("0"),
            (true, text) => Some(text),
        }
    }

    /// SPEC 2: two integers are equal if their values are, any other two numbers if their doubles are.
    #[must_use]
    #[expect(clippy::float_cmp, reason = "SPEC 2 asks for equality of the doubles")]
    pub fn same_value(&self, other: &Self) -> bool {
        match (self.integer_text(), other.integer_text()) {
            (Some(a), Some(b)) => a == b,
            _ => self.double == other.double,
        }
    }

    /// As a whole number, if it is written as one and fits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.integer_text().and_then(|text| text.parse().ok())
    }

    /// As a count, if it is written as one and fits.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        self.integer_text().and_then(|text| text.parse().ok())
    }
}

macro_rules! from_integer {
    ($kind:ty) => {
        impl From<$kind> for Number {
            fn from(value: $kind) -> Self {
                Self::from_valid_text(&value.to_string())
            }
        }
    };
}
from_integer!(u64);
from_integer!(i64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
