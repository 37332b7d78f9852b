//! Places inside one value.

use crate::contract::Hop;
use crate::domain::path::Path;

/// A place as a person writes it: `items[0].price`, an odd name in quotes: `["a b"]`. `start` stands before it and may
/// be empty.
#[must_use]
pub fn place(start: &str, place: &[Hop]) -> String {
    place.iter().fold(start.to_owned(), |text, hop| match hop {
        Hop::Index(index) => format!("{text}[{index}]"),
        Hop::Key(name) => {
            let field = Path::root().field(name);
            let dot = if text.is_empty() || field.as_str().starts_with('[') { "" } else { "." };
            format!("{text}{dot}{field}")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_written_like_paths_with_numbers() {
        let key = |name: &str| Hop::Key(name.to_owned());
        assert_eq!(place("", &[]), "");
        assert_eq!(place("", &[key("items"), Hop::Index(2), key("price")]), "items[2].price");
        assert_eq!(place("result", &[key("a b"), key("c")]), "result[\"a b\"].c");
        assert_eq!(place("result", &[Hop::Index(0)]), "result[0]");
    }
}
