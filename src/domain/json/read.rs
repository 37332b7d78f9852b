//! Reading JSON as SPEC 8 ends: strict, but for four things that real traces hold and that are read
//! with a note: `NaN` and the infinities, duplicate keys, bytes that are not UTF-8, lone surrogates.

use std::borrow::Cow;
use std::collections::HashMap;

use super::{Json, Number, Object};

/// How deeply arrays and objects may nest before the text is refused.
const DEPTH_LIMIT: usize = 400;
/// Up to this many members, a duplicate key is looked for by scanning.
const SCANNED_KEYS: usize = 12;

/// What was read, and what had to be mended on the way.
#[derive(Clone, Debug)]
pub struct Read {
    /// The value.
    pub value: Json,
    /// What was mended, in order of appearance.
    pub notes: Vec<Note>,
}

/// Something the reader took that strict JSON forbids or leaves open.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Note {
    /// `NaN`, `Infinity` or `-Infinity`, read as null.
    NotFinite,
    /// This key stood more than once in one object; the last value was kept.
    DuplicateKey(String),
    /// Bytes that are not UTF-8, replaced by U+FFFD.
    NotUtf8,
    /// An escape of half a surrogate pair, replaced by U+FFFD.
    LoneSurrogate,
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotFinite => f.write_str("NaN or Infinity is not JSON; it was read as null"),
            Self::DuplicateKey(key) => {
                write!(
                    f,
                    "the key {} stands more than once in one object; the last value was kept",
                    super::escaped(key)
                )
            }
            Self::NotUtf8 => f.write_str("bytes that are not UTF-8 were replaced by \u{fffd}"),
            Self::LoneSurrogate => f.write_str("half of a surrogate pair was replaced by \u{fffd}"),
        }
    }
}

/// Why a text is not JSON, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct JsonError {
    /// The line in the text, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// The byte offset in the text (after any replacement of bytes that are not UTF-8).
    pub offset: usize,
    /// What is wrong there, for a person.
    pub what: String,
    /// Whether a whole value was read and more text follows it: two records on one line.
    pub trailing: bool,
}

/// What some editors put before a text, and files that were written one behind the other have in the middle.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The bytes without a byte-order mark at their beginning.
#[must_use]
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes)
}

/// Reads one JSON value from bytes, a byte-order mark aside; what is not UTF-8 becomes U+FFFD, with a note.
pub fn read_bytes(bytes: &[u8]) -> Result<Read, JsonError> {
    let marked = bytes.len();
    let bytes = without_mark(bytes);
    let read = match String::from_utf8_lossy(bytes) {
        Cow::Borrowed(text) => read(text),
        Cow::Owned(text) => read(&text).map(|mut read| {
            read.notes.insert(0, Note::NotUtf8);
            read
        }),
    };
    read.map_err(|mut error| {
        error.offset += marked - bytes.len();
        error
    })
}

/// Reads one JSON value that takes up the whole text, white space aside.
pub fn read(text: &str) -> Result<Read, JsonError> {
    let mut reader = Reader { text, bytes: text.as_bytes(), at: 0, depth: 0, notes: Vec::new() };
    let outcome = reader.document();
    match outcome {
        Ok(value) => Ok(Read { value, notes: reader.notes }),
        Err(fault) => Err(reader.error(fault)),
    }
}

/// An error at the reader's place.
enum Fault {
    Expected(&'static str),
    End,
    TooDeep,
    Trailing,
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    depth: usize,
    notes: Vec<Note>,
}

impl Reader<'_> {
    fn document(&mut self) -> Result<Json, Fault> {
        self.skip_space();
        let value = self.value()?;
        self.skip_space();
        if self.at < self.bytes.len() { Err(Fault::Trailing) } else { Ok(value) }
    }

    fn value(&mut self) -> Result<Json, Fault> {
        match self.peek() {
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::array),
            Some(b'"') => self.string().map(Json::String),
            Some(b't') if self.word("true") => Ok(Json::Bool(true)),
            Some(b'f') if self.word("false") => Ok(Json::Bool(false)),
            Some(b'n') if self.word("null") => Ok(Json::Null),
            Some(b'N') if self.word("NaN") => Ok(self.not_finite()),
            Some(b'I') if self.word("Infinity") => Ok(self.not_finite()),
            Some(b'-') if self.word("-Infinity") => Ok(self.not_finite()),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(_) => Err(Fault::Expected("a JSON value")),
            None => Err(Fault::End),
        }
    }

    fn nested(&mut self, inner: fn(&mut Self) -> Result<Json, Fault>) -> Result<Json, Fault> {
        if self.depth == DEPTH_LIMIT {
            return Err(Fault::TooDeep);
        }
        self.depth += 1;
        let value = inner(self);
        self.depth -= 1;
        value
    }

    fn not_finite(&mut self) -> Json {
        self.notes.push(Note::NotFinite);
        Json::Null
    }

    fn object(&mut self) -> Result<Json, Fault> {
        self.at += 1;
        let mut members: Vec<(String, Json)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        self.skip_space();
        if self.take(b'}') {
            return Ok(Json::Object(Object::default()));
        }
        loop {
            self.skip_space();
            if self.peek() != Some(b'"') {
                return Err(self.expected("a key in double quotes"));
            }
            let key = self.string()?;
            self.skip_space();
            if !self.take(b':') {
                return Err(self.expected("a colon after the key"));
            }
            self.skip_space();
            let value = self.value()?;
            self.member(&mut members, &mut places, key, value);
            self.skip_space();
            if self.take(b'}') {
                return Ok(Json::Object(Object::from_distinct(members)));
            }
            if !self.take(b',') {
                return Err(self.expected("a comma or the end of the object"));
            }
        }
    }

    /// Adds a member; a key that is there already keeps its place and takes the new value.
    fn member(
        &mut self,
        members: &mut Vec<(String, Json)>,
        places: &mut HashMap<String, usize>,
        key: String,
        value: Json,
    ) {
        if members.len() == SCANNED_KEYS && places.is_empty() {
            places.extend(members.iter().enumerate().map(|(place, (key, _))| (key.clone(), place)));
        }
        let found = if places.is_empty() {
            members.iter().position(|(name, _)| *name == key)
        } else {
            places.get(&key).copied()
        };
        if let Some(member) = found.and_then(|place| members.get_mut(place)) {
            member.1 = value;
            self.notes.push(Note::DuplicateKey(key));
            return;
        }
        if !places.is_empty() {
            places.insert(key.clone(), members.len());
        }
        members.push((key, value));
    }

    fn array(&mut self) -> Result<Json, Fault> {
        self.at += 1;
        let mut items = Vec::new();
        self.skip_space();
        if self.take(b']') {
            return Ok(Json::Array(items));
        }
        loop {
            self.skip_space();
            items.push(self.value()?);
            self.skip_space();
            if self.take(b']') {
                return Ok(Json::Array(items));
            }
            if !self.take(b',') {
                return Err(self.expected("a comma or the end of the array"));
            }
        }
    }

    fn number(&mut self) -> Result<Json, Fault> {
        let start = self.at;
        self.take(b'-');
        match self.peek() {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => self.digits(),
            _ => return Err(self.expected("a digit")),
        }
        if self.take(b'.') {
            self.digits_or_fault()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if !self.take(b'+') {
                self.take(b'-');
            }
            self.digits_or_fault()?;
        }
        let text = self.text.get(start..self.at).unwrap_or_default();
        Ok(Json::Number(Number::from_valid_text(text)))
    }

    fn digits(&mut self) {
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
    }

    fn digits_or_fault(&mut self) -> Result<(), Fault> {
        let start = self.at;
        self.digits();
        if self.at == start { Err(self.expected("a digit")) } else { Ok(()) }
    }

    fn string(&mut self) -> Result<String, Fault> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let start = self.at;
            while self.peek().is_some_and(|byte| byte != b'"' && byte != b'\\' && byte >= b' ') {
                self.at += 1;
            }
            out.push_str(self.text.get(start..self.at).unwrap_or_default());
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => out.push(self.escape()?),
                Some(_) => return Err(Fault::Expected("no raw control character inside a string")),
                None => return Err(Fault::End),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Fault> {
        self.at += 1;
        let Some(byte) = self.peek() else { return Err(Fault::End) };
        let c = match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                self.at += 1;
                return self.unicode_escape();
            }
            _ => return Err(Fault::Expected("a known escape")),
        };
        self.at += 1;
        Ok(c)
    }

    fn unicode_escape(&mut self) -> Result<char, Fault> {
        let first = self.four_hex_digits()?;
        if (0xd800..0xdc00).contains(&first) && self.bytes.get(self.at..self.at + 2) == Some(b"\\u") {
            let resume = self.at;
            self.at += 2;
            let second = self.four_hex_digits()?;
            if (0xdc00..0xe000).contains(&second) {
                let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return Ok(char::from_u32(code).unwrap_or('\u{fffd}'));
            }
            // The second escape stands on its own.
            self.at = resume;
        }
        Ok(char::from_u32(first).unwrap_or_else(|| {
            self.notes.push(Note::LoneSurrogate);
            '\u{fffd}'
        }))
    }

    fn four_hex_digits(&mut self) -> Result<u32, Fault> {
        let digits = self.text.get(self.at..self.at + 4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        let Some(code) = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) else {
            return Err(self.expected("four hex digits"));
        };
        self.at += 4;
        Ok(code)
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn word(&mut self, word: &str) -> bool {
        let found = self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(word.as_bytes()));
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn expected(&self, what: &'static str) -> Fault {
        if self.at >= self.bytes.len() { Fault::End } else { Fault::Expected(what) }
    }

    fn error(&self, fault: Fault) -> JsonError {
        let before = self.text.get(..self.at).unwrap_or(self.text);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let found = self.text.get(self.at..).and_then(|rest| rest.chars().next());
        let (what, trailing) = match (fault, found) {
            (Fault::Expected(what), Some(c)) => (format!("expected {what}, found {c:?}"), false),
            (Fault::TooDeep, _) => (format!("nested more than {DEPTH_LIMIT} levels deep"), false),
            (Fault::Trailing, Some(c)) => {
                (format!("a whole JSON value ends here, but more follows ({c:?}): one value a line is expected"), true)
            }
            (Fault::Expected(_) | Fault::End | Fault::Trailing, _) => {
                ("the text ends in the middle of a value".into(), false)
            }
        };
        JsonError { line, column, offset: self.at, what, trailing }
    }
}
