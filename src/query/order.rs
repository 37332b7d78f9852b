//! The orders of the list of episodes, on screen and on the command line: texts as texts, but numbers among them as
//! numbers; counts with the most first, since what a person looks for is there; the unknown last.

use crate::domain::json::Json;

/// What rows are put in order by.
pub type Key = (i64, String);

/// The one after another, going round.
#[must_use]
pub fn next_of<T: Copy + PartialEq>(all: &[T], one: T) -> T {
    let after = all.iter().skip_while(|it| **it != one).nth(1);
    after.or(all.first()).copied().unwrap_or(one)
}

/// By a text.
#[must_use]
pub fn by_text(text: Option<String>) -> Key {
    match text {
        None => (i64::MAX, String::new()),
        Some(text) => (text.parse().unwrap_or(i64::MAX - 1), text),
    }
}

/// By a count.
#[must_use]
pub fn by_count(count: usize) -> Key {
    (-i64::try_from(count).unwrap_or(i64::MAX), String::new())
}

/// By how many labels there are, if that is known.
#[must_use]
pub fn by_labels(count: Option<usize>) -> Key {
    count.map_or((i64::MAX, String::new()), by_count)
}

/// By whether the task was completed: what failed is first.
#[must_use]
pub fn by_outcome(completed: Option<bool>) -> Key {
    (completed.map_or(2, i64::from), String::new())
}

/// By the value of a field of [`super::episode::FIELDS`].
#[must_use]
pub fn by_value(field: &str, value: &Json) -> Key {
    match field {
        "calls" | "receipts" | "fired" | "faults" => {
            let count = value.as_number().and_then(crate::domain::json::Number::as_u64);
            by_count(count.and_then(|count| usize::try_from(count).ok()).unwrap_or(0))
        }
        // What is unknown is last, behind those in which nothing stands out.
        super::episode::SYMPTOM => by_labels(value.as_array().map(<[Json]>::len)),
        "completed" => by_outcome(value.as_bool()),
        _ => by_text(super::episode::texts(value).into_iter().next()),
    }
}
