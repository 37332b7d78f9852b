//! A JSON value that loses nothing: keys stay in file order and numbers keep their text.
//!
//! `serde_json::Value` is not used for traces because SPEC 2 and 8 need what it cannot give: the
//! difference between `1` and `1.0`, integers of any length, numbers beyond a double, `NaN` and lone
//! surrogates read with a note instead of an error, and duplicate keys noticed.

mod canonical;
mod number;
mod object;
mod read;
mod write;

pub use canonical::sha256_hex;
pub use number::Number;
pub use object::Object;
pub use read::{JsonError, Note, Read, read, read_bytes, without_mark};
pub use write::{escaped, push_escaped};

use std::borrow::Cow;
use std::fmt;

/// One JSON value.
#[derive(Clone, Debug, Default)]
pub enum Json {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// Any number, with its spelling.
    Number(Number),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object, keys in file order.
    Object(Object),
}

/// The JSON types of SPEC 2. `Integer` is a number written without fraction or exponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JsonType {
    /// `array`
    Array,
    /// `boolean`
    Boolean,
    /// `integer`
    Integer,
    /// `null`
    Null,
    /// `number`
    Number,
    /// `object`
    Object,
    /// `string`
    String,
}

impl JsonType {
    /// Every type, in the order of their names.
    pub const ALL: [Self; 7] =
        [Self::Array, Self::Boolean, Self::Integer, Self::Null, Self::Number, Self::Object, Self::String];

    /// The name used in registries and receipts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Array => "array",
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Null => "null",
            Self::Number => "number",
            Self::Object => "object",
            Self::String => "string",
        }
    }

    /// The type of that name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for JsonType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Json {
    /// The type of this value (SPEC 2).
    #[must_use]
    pub fn kind(&self) -> JsonType {
        match self {
            Self::Null => JsonType::Null,
            Self::Bool(_) => JsonType::Boolean,
            Self::Number(number) if number.is_integer() => JsonType::Integer,
            Self::Number(_) => JsonType::Number,
            Self::String(_) => JsonType::String,
            Self::Array(_) => JsonType::Array,
            Self::Object(_) => JsonType::Object,
        }
    }

    /// The text of a string value.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    /// The number, if this is one.
    #[must_use]
    pub fn as_number(&self) -> Option<&Number> {
        if let Self::Number(number) = self { Some(number) } else { None }
    }

    /// The elements of an array value.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Json]> {
        if let Self::Array(items) = self { Some(items) } else { None }
    }

    /// The object, if this is one.
    #[must_use]
    pub fn as_object(&self) -> Option<&Object> {
        if let Self::Object(object) = self { Some(object) } else { None }
    }

    /// The truth value, if this is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(*value) } else { None }
    }

    /// The member of an object, or nothing.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.as_object().and_then(|object| object.get(key))
    }

    /// Whether this is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// SPEC 2: a result that is a string holding a JSON object or array is taken as that JSON.
    #[must_use]
    pub fn as_result(&self) -> Cow<'_, Json> {
        if let Self::String(text) = self
            && text.trim_matches(is_space).starts_with(['{', '['])
            && let Ok(parsed) = read(text)
        {
            return Cow::Owned(parsed.value);
        }
        Cow::Borrowed(self)
    }

    /// SPEC 2: arguments given as a string of an object are parsed; anything that is no object counts
    /// as `{}`.
    #[must_use]
    pub fn as_arguments(&self) -> Cow<'_, Json> {
        match self {
            Self::Object(_) => Cow::Borrowed(self),
            Self::String(text) => match read(text) {
                Ok(Read { value: value @ Self::Object(_), .. }) => Cow::Owned(value),
                _ => Cow::Owned(Self::Object(Object::default())),
            },
            _ => Cow::Owned(Self::Object(Object::default())),
        }
    }
}

/// Equality of values: numbers as SPEC 2 says, objects whatever the order of their keys.
impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Number(a), Self::Number(b)) => a.same_value(b),
            (Self::String(a), Self::String(b)) => a == b,
            (Self::Array(a), Self::Array(b)) => a == b,
            (Self::Object(a), Self::Object(b)) => {
                a.len() == b.len() && a.iter().all(|(key, value)| b.get(key) == Some(value))
            }
            _ => false,
        }
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}
impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}
impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}
impl From<u64> for Json {
    fn from(value: u64) -> Self {
        Self::Number(Number::from(value))
    }
}
impl From<usize> for Json {
    fn from(value: usize) -> Self {
        Self::Number(Number::from(value as u64))
    }
}
impl From<i64> for Json {
    fn from(value: i64) -> Self {
        Self::Number(Number::from(value))
    }
}
/// A double; one that is not finite becomes `null`, as everywhere in vidimus.
impl From<f64> for Json {
    fn from(value: f64) -> Self {
        Number::from_double(value).map_or(Self::Null, Self::Number)
    }
}
impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}
impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(items: Vec<T>) -> Self {
        Self::Array(items.into_iter().map(Into::into).collect())
    }
}
impl From<Object> for Json {
    fn from(object: Object) -> Self {
        Self::Object(object)
    }
}

/// The white space of JSON, and no other (SPEC 2).
#[must_use]
pub fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

#[cfg(test)]
mod tests;
