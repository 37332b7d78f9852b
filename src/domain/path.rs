//! Paths into a result, and the terms of affine relations (SPEC 2 and 3).

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::json::escaped;

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Segment {
    /// The value of a named field.
    Field(Arc<str>),
    /// Every element of an array: `[]`.
    Elements,
    /// Every value of a map-like object: `{}`.
    Values,
}

/// A place inside a result, known by its written form: `$`, `a.b`, `a[].b`, `a{}.b`, `["odd name"]`.
///
/// Paths are equal, ordered and hashed by that form (SPEC 2: by Unicode code point).
#[derive(Clone)]
pub struct Path {
    text: Arc<str>,
    segments: Arc<[Segment]>,
}

impl Path {
    /// The path of these segments; none of them is the root, `$`.
    #[must_use]
    pub fn new(segments: Vec<Segment>) -> Self {
        Self { text: written(&segments).into(), segments: segments.into() }
    }

    /// The root of a result.
    #[must_use]
    pub fn root() -> Self {
        Self::new(Vec::new())
    }

    /// Reads the written form; nothing if the text is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let segments = parse_segments(text)?;
        let path = Self::new(segments);
        (&*path.text == text).then_some(path)
    }

    /// The path of one more segment.
    #[must_use]
    pub fn child(&self, segment: Segment) -> Self {
        let mut segments = self.segments.to_vec();
        segments.push(segment);
        Self::new(segments)
    }

    /// The path of a field below this one.
    #[must_use]
    pub fn field(&self, name: &str) -> Self {
        self.child(Segment::Field(name.into()))
    }

    /// The path without its last segment; the root has none.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        let (_, before) = self.segments.split_last()?;
        Some(Self::new(before.to_vec()))
    }

    /// The written form.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The steps from the root.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Whether this is the root, `$`.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.segments.is_empty()
    }

    /// Whether the path is one or more fields and nothing else (SPEC 2).
    #[must_use]
    pub fn is_field_only(&self) -> bool {
        !self.is_root() && self.segments.iter().all(|segment| matches!(segment, Segment::Field(_)))
    }

    /// The name of the last field on the path, whatever `[]` or `{}` follows it.
    #[must_use]
    pub fn last_field(&self) -> Option<&str> {
        self.segments.iter().rev().find_map(|segment| match segment {
            Segment::Field(name) => Some(&**name),
            _ => None,
        })
    }
}

/// Whether a field name is written without quotes.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

fn written(segments: &[Segment]) -> String {
    if segments.is_empty() {
        return "$".into();
    }
    let mut text = String::new();
    for segment in segments {
        match segment {
            Segment::Field(name) if is_plain(name) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(name);
            }
            Segment::Field(name) => {
                text.push('[');
                text.push_str(&escaped(name));
                text.push(']');
            }
            Segment::Elements => text.push_str("[]"),
            Segment::Values => text.push_str("{}"),
        }
    }
    text
}

fn parse_segments(text: &str) -> Option<Vec<Segment>> {
    let mut segments = Vec::new();
    if text == "$" {
        return Some(segments);
    }
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("[]") {
            segments.push(Segment::Elements);
            rest = after;
        } else if let Some(after) = rest.strip_prefix("{}") {
            segments.push(Segment::Values);
            rest = after;
        } else if let Some(quoted) = rest.strip_prefix('[') {
            let end = end_of_string(quoted)?;
            let (name, after) = quoted.split_at_checked(end)?;
            segments.push(Segment::Field(super::json::read(name).ok()?.value.as_str()?.into()));
            rest = after.strip_prefix(']')?;
        } else {
            let plain = if segments.is_empty() { rest } else { rest.strip_prefix('.')? };
            let end = plain.find(['.', '[', '{']).unwrap_or(plain.len());
            let (name, after) = plain.split_at_checked(end)?;
            if !is_plain(name) {
                return None;
            }
            segments.push(Segment::Field(name.into()));
            rest = after;
        }
    }
    (!segments.is_empty()).then_some(segments)
}

/// The byte length of the JSON string that a text starts with.
fn end_of_string(text: &str) -> Option<usize> {
    let mut chars = text.char_indices();
    if chars.next()?.1 != '"' {
        return None;
    }
    while let Some((place, c)) = chars.next() {
        match c {
            '\\' => {
                chars.next();
            }
            '"' => return Some(place + 1),
            _ => {}
        }
    }
    None
}

impl PartialEq for Path {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}
impl Eq for Path {}
impl PartialOrd for Path {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Path {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text.cmp(&other.text)
    }
}
impl Hash for Path {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Path({})", self.text)
    }
}

/// What a rule speaks of: the values at a path, or for affine relations also their sum or number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// The values at the path.
    At(Path),
    /// `sum(p)`: the exact sum of the numbers at a path with `[]` or `{}`.
    Sum(Path),
    /// `len(p)`: the length of the array at a path.
    Len(Path),
}

impl Term {
    /// The path inside.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::At(path) | Self::Sum(path) | Self::Len(path) => path,
        }
    }

    /// Reads the written form. A field named `sum(x)` is written quoted, so no form is ambiguous.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let inner = |name: &str| text.strip_prefix(name)?.strip_suffix(')');
        if let Some(path) = inner("sum(") {
            return Path::parse(path).map(Self::Sum);
        }
        if let Some(path) = inner("len(") {
            return Path::parse(path).map(Self::Len);
        }
        Path::parse(text).map(Self::At)
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(path) => write!(f, "{path}"),
            Self::Sum(path) => write!(f, "sum({path})"),
            Self::Len(path) => write!(f, "len({path})"),
        }
    }
}

impl PartialOrd for Term {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
/// By the written form (SPEC 3).
impl Ord for Term {
    fn cmp(&self, other: &Self) -> Ordering {
        self.to_string().cmp(&other.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_written_and_read_back() {
        for text in [
            "$",
            "a",
            "a.b",
            "a[].b",
            "[]",
            "[][].x",
            "{}",
            "a{}.b",
            "[\"odd name\"]",
            "a[\"x.y\"][].z",
            "[\"\\\"]\"]",
            "a-b_c",
        ] {
            assert_eq!(Path::parse(text).expect(text).as_str(), text);
        }
        for text in ["", ".", "a.", "a..b", "$.a", "[\"a\"]", "a b", "a.[]", "[\"x y\"", "é"] {
            assert_eq!(Path::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_name_with_other_characters_is_quoted_without_a_dot() {
        let path = Path::root().field("a").field("price (€)").field("b");
        assert_eq!(path.as_str(), "a[\"price (€)\"].b");
        assert_eq!(Path::root().field("").as_str(), "[\"\"]");
        assert_eq!(Path::root().field("a\u{1}").as_str(), "[\"a\\u0001\"]");
    }

    #[test]
    fn terms_are_told_apart_from_odd_field_names() {
        for text in ["sum(items[].price)", "len($)", "total", "[\"sum(a)\"]"] {
            assert_eq!(Term::parse(text).expect(text).to_string(), text);
        }
        assert!(matches!(Term::parse("[\"sum(a)\"]"), Some(Term::At(_))));
    }
}
