//! Names that are typed, held against the names that there are: what is not there is a slip, and no empty answer.

use super::StudyError;
use crate::words::offered;

/// Whether a name is among those that are known `there`, such as `either registry`; the sentence names the nearest.
pub fn known<'n>(
    what: &str,
    name: &str,
    there: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Result<(), StudyError> {
    let names: Vec<&str> = names.into_iter().collect();
    if names.contains(&name) {
        return Ok(());
    }
    Err(StudyError::Request(format!("there is no {what} {name:?} in {there}; {}", offered(name, names))))
}
