//! Records as samples: each record of a file is a clean result of one tool, called without arguments.
//!
//! Read are a JSON array of records, an object of records (id → record), and JSON Lines. A file that holds
//! several tables is never guessed at: the error names the tables, and the caller says which one is meant.

use std::fmt;

use crate::contract::{MineOptions, Observation, mine_tool};
use crate::domain::ids::ToolName;
use crate::domain::json::{self, Json, JsonError, Note, Object, is_space};
use crate::domain::registry::ToolContract;

/// How deeply tables are looked for (`users.data` is two levels deep).
const TABLE_DEPTH: usize = 4;
/// As a table's name: the whole file, whose members or elements are the records.
const WHOLE: &str = "$";
/// As a table's name: the records of all tables together.
const ALL: &str = "*";
/// How many tables an error names.
const NAMED_TABLES: usize = 12;

/// The records of one file.
#[derive(Clone, Debug, Default)]
pub struct Records {
    /// One clean result each, in file order.
    pub records: Vec<Json>,
    /// What was mended or skipped on the way, with its line where that is known.
    pub notes: Vec<RecordNote>,
}

/// Something a person should know about what was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordNote {
    /// The reader mended something, in this line (of JSON Lines) or anywhere in the file.
    Mended(Option<usize>, Note),
    /// A line that is no JSON was skipped.
    Skipped(usize, JsonError),
}

impl fmt::Display for RecordNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mended(None, note) => note.fmt(f),
            Self::Mended(Some(line), note) => write!(f, "line {line}: {note}"),
            Self::Skipped(line, error) => {
                write!(f, "line {line} was skipped: column {}: {}", error.column, error.what)
            }
        }
    }
}

/// Why no records could be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordsError {
    /// The file is neither JSON nor JSON Lines.
    #[error("neither JSON nor JSON Lines: {0}")]
    NotJson(#[from] JsonError),
    /// The file holds tables, and none was chosen.
    #[error("the file holds no records at its top, but tables: {}; choose one with --table NAME, or * for all together", listed(.0))]
    Tables(Vec<Table>),
    /// The chosen table is not there.
    #[error("there is no table {name:?}{}", if .tables.is_empty() { String::new() } else { format!("; there are {}", listed(.tables)) })]
    NoSuchTable {
        /// What was asked for.
        name: String,
        /// What there is.
        tables: Vec<Table>,
    },
    /// There is nothing in the file that could be records.
    #[error("no records: expected a JSON array, an object of records (id → record) or JSON Lines; {0}")]
    NoRecords(String),
}

/// Something that can be chosen as the records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name: the keys that lead to it, joined by dots.
    pub name: String,
    /// How many records it holds.
    pub records: usize,
}

fn counted(records: usize) -> String {
    if records == 1 { "1 record".into() } else { format!("{records} records") }
}

fn listed(tables: &[Table]) -> String {
    let mut named: Vec<String> =
        tables.iter().take(NAMED_TABLES).map(|table| format!("{} ({})", table.name, counted(table.records))).collect();
    if tables.len() > NAMED_TABLES {
        named.push(format!("and {} more", tables.len() - NAMED_TABLES));
    }
    named.join(", ")
}

/// Mines the contract of `tool` from records (SPEC 3).
#[must_use]
pub fn mine(tool: &ToolName, records: &[Json], options: &MineOptions) -> ToolContract {
    let arguments = Json::Object(Object::new());
    let calls: Vec<_> = records.iter().map(|result| Observation { arguments: &arguments, result }).collect();
    mine_tool(tool, &calls, options)
}

/// Reads the records of a file: JSON, or JSON Lines where the whole is no single JSON value. `table` names
/// the table, for files that hold several: the keys that lead to it joined by dots, `*` for all of them
/// together, `$` for the file's own members.
pub fn read(bytes: &[u8], table: Option<&str>) -> Result<Records, RecordsError> {
    let whole = match json::read_bytes(bytes) {
        Ok(read) => {
            let notes = read.notes.into_iter().map(|note| RecordNote::Mended(None, note)).collect();
            return Ok(Records { records: of(read.value, table)?, notes });
        }
        Err(error) => error,
    };
    let mut read = Records::default();
    for (place, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        if line.iter().all(|byte| is_space(char::from(*byte))) {
            continue;
        }
        match json::read_bytes(line) {
            Ok(record) => {
                read.notes.extend(record.notes.into_iter().map(|note| RecordNote::Mended(Some(place + 1), note)));
                read.records.push(record.value);
            }
            Err(error) => read.notes.push(RecordNote::Skipped(place + 1, error)),
        }
    }
    // One long broken value leaves nothing but stray scalars line by line.
    if !read.records.iter().any(|record| record.as_object().is_some()) {
        return Err(RecordsError::NotJson(whole));
    }
    match table {
        None => Ok(read),
        Some(name) => Err(RecordsError::NoSuchTable { name: name.to_owned(), tables: Vec::new() }),
    }
}

/// The records in a value; see [`read`].
pub fn of(value: Json, table: Option<&str>) -> Result<Vec<Json>, RecordsError> {
    if let Some(name) = table {
        return chosen(&value, name);
    }
    match &value {
        Json::Array(items) if items.is_empty() => Err(RecordsError::NoRecords("the array is empty".into())),
        Json::Array(_) => Ok(taken(value)),
        Json::Object(_) if is_table(&value) => Ok(taken(value)),
        Json::Object(_) => match tables(&value) {
            tables if tables.is_empty() => {
                Err(RecordsError::NoRecords("this is a single object whose members are no records".into()))
            }
            tables => Err(RecordsError::Tables(tables)),
        },
        other => Err(RecordsError::NoRecords(format!("this is a value of type {}", other.kind()))),
    }
}

fn chosen(value: &Json, name: &str) -> Result<Vec<Json>, RecordsError> {
    let at = |name: &str| value.get(name).or_else(|| name.split('.').try_fold(value, |inside, key| inside.get(key)));
    let records: Vec<Json> = match name {
        WHOLE => taken(value.clone()),
        ALL => {
            tables(value).iter().filter_map(|table| at(&table.name)).flat_map(|table| taken(table.clone())).collect()
        }
        // A table may be named by its wrapper: `users` for `users.data`.
        name => {
            at(name).map(|value| wrapped(value).unwrap_or(value)).map(|value| taken(value.clone())).unwrap_or_default()
        }
    };
    if records.is_empty() {
        return Err(RecordsError::NoSuchTable { name: name.to_owned(), tables: tables(value) });
    }
    Ok(records)
}

/// The elements of an array, or the values of an object.
fn taken(value: Json) -> Vec<Json> {
    match value {
        Json::Array(items) => items,
        Json::Object(members) => members.into_iter().map(|(_, record)| record).collect(),
        _ => Vec::new(),
    }
}

/// A table: an array of objects, or an object of objects that are not all tables themselves.
fn is_table(value: &Json) -> bool {
    match value {
        Json::Array(items) => !items.is_empty() && items.iter().all(|item| item.as_object().is_some()),
        Json::Object(members) => {
            members.iter().all(|(_, member)| member.as_object().is_some())
                && members.iter().any(|(_, member)| is_record(member))
        }
        _ => false,
    }
}

/// A record, as opposed to a table of records: it has something of its own beside them.
fn is_record(value: &Json) -> bool {
    value.as_object().is_some_and(|members| !members.is_empty()) && !is_table(value) && wrapped(value).is_none() && {
        // An object of tables is none, such as `{"alice": {"a1": {…}}}`.
        !value.as_object().is_some_and(|members| {
            members.iter().all(|(_, member)| is_table(member) || member.as_object().is_some_and(Object::is_empty))
        })
    }
}

/// The table inside `{"data": {…}, "notes": "…"}`: the one member that is no scalar, under a name that says so.
fn wrapped(value: &Json) -> Option<&Json> {
    let is_scalar = |value: &Json| value.as_object().is_none() && value.as_array().is_none();
    let mut holders = value.as_object()?.iter().filter(|(_, member)| !is_scalar(member));
    let (name, table) = holders.next()?;
    let alone = holders.next().is_none();
    let named = matches!(name, "data" | "records" | "rows" | "entries" | "results");
    let empty = table.as_object().is_some_and(Object::is_empty) || table.as_array().is_some_and(<[Json]>::is_empty);
    (alone && named && (empty || is_table(table))).then_some(table)
}

/// The tables inside an object, in file order.
fn tables(value: &Json) -> Vec<Table> {
    let mut found = Vec::new();
    for (name, member) in value.as_object().into_iter().flat_map(Object::iter) {
        find_tables(name, member, TABLE_DEPTH, &mut found);
    }
    found
}

fn find_tables(name: &str, value: &Json, depth: usize, found: &mut Vec<Table>) {
    if is_table(value) {
        let records = value.as_array().map_or_else(|| value.as_object().map_or(0, Object::len), <[Json]>::len);
        found.push(Table { name: name.to_owned(), records });
    } else if depth > 0 {
        for (key, member) in value.as_object().into_iter().flat_map(Object::iter) {
            find_tables(&format!("{name}.{key}"), member, depth - 1, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, table: Option<&str>) -> String {
        match read(text.as_bytes(), table) {
            Ok(read) => {
                let notes = read.notes.iter().map(|note| format!(" · {note}"));
                Json::from(read.records).to_string() + &notes.collect::<String>()
            }
            Err(error) => error.to_string(),
        }
    }

    const SHOP: &str = r#"{"products":{"p":{"id":"p","variants":{"v":{"price":1}}}},
        "orders":[{"id":1},{"id":2}],"users":{"data":{"u":{"name":"U"}},"notes":"n"},"empty":{}}"#;

    #[test]
    fn records_come_as_array_object_or_lines() {
        let records = r#"[{"a":1,"items":[{"b":1}]},{"a":2,"items":[]}]"#;
        assert_eq!(told(records, None), records);
        assert_eq!(told(r#"{"x":{"a":1,"items":[{"b":1}]},"y":{"a":2,"items":[]}}"#, None), records);
        assert_eq!(told("{\"a\":1,\"items\":[{\"b\":1}]}\r\n\n{\"a\":2,\"items\":[]}\n", None), records);
        let lines = "{\"a\":1}\n{\"a\":\n{\"a\":NaN}\n";
        let told = told(lines, None);
        assert!(told.starts_with(r#"[{"a":1},{"a":null}] · line 2 was skipped: column"#), "{told}");
        assert!(told.ends_with("· line 3: NaN or Infinity is not JSON; it was read as null"), "{told}");
    }

    #[test]
    fn several_tables_are_named_and_chosen_never_guessed() {
        let error = told(SHOP, None);
        let named = "products (1 record), orders (2 records), users.data (1 record); choose one with --table NAME, or * for all together";
        assert!(error.contains(named), "{error}");
        assert_eq!(told(SHOP, Some("orders")), r#"[{"id":1},{"id":2}]"#);
        assert_eq!(told(SHOP, Some("users.data")), r#"[{"name":"U"}]"#);
        assert_eq!(told(SHOP, Some("users")), r#"[{"name":"U"}]"#);
        assert_eq!(told(r#"{"a":{"1":{"x":1}},"b":{"2":{"x":2}}}"#, Some("*")), r#"[{"x":1},{"x":2}]"#);
        assert_eq!(told(r#"{"a":{"1":{"x":1}}}"#, Some("$")), r#"[{"1":{"x":1}}]"#);
        assert!(told(SHOP, Some("order")).starts_with("there is no table \"order\"; there are products (1"));
    }

    #[test]
    fn what_holds_no_records_says_so() {
        assert!(told("[]", None).contains("the array is empty"));
        assert!(told("7", None).contains("a value of type integer"));
        assert!(told(r#"{"a":1}"#, None).contains("a single object whose members are no records"));
        assert!(told("{\n  \"a\": 1,,\n}", None).starts_with("neither JSON nor JSON Lines: line 2, column 10"));
    }
}
