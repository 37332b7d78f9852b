//! Name tokens, and what they hint at (SPEC 2 and 3).

/// Names of things that are above zero by nature.
pub(super) const POSITIVE: &[&str] = &[
    "price",
    "prices",
    "amount",
    "cost",
    "fee",
    "total",
    "subtotal",
    "quantity",
    "qty",
    "count",
    "weight",
    "height",
    "width",
    "length",
    "distance",
    "duration",
    "area",
    "volume",
    "size",
    "capacity",
    "population",
    "rate",
    "salary",
    "pages",
    "seats",
];
/// Names of things that may well be below zero.
pub(super) const SIGNED: &[&str] = &[
    "temp",
    "temperature",
    "celsius",
    "fahrenheit",
    "lat",
    "latitude",
    "lon",
    "lng",
    "long",
    "longitude",
    "x",
    "y",
    "z",
    "delta",
    "diff",
    "difference",
    "change",
    "offset",
    "score",
    "balance",
    "amount",
    "net",
    "profit",
    "loss",
    "return",
    "growth",
    "adjustment",
    "elevation",
    "altitude",
];
/// Names of things that take one of a few values.
pub(super) const CATEGORY: &[&str] = &[
    "status",
    "state",
    "type",
    "kind",
    "category",
    "class",
    "currency",
    "unit",
    "units",
    "level",
    "tier",
    "mode",
    "phase",
    "stage",
    "severity",
    "priority",
    "method",
    "source",
    "brand",
    "gender",
    "direction",
    "cabin",
    "insurance",
    "country",
    "language",
    "locale",
    "format",
    "role",
    "outcome",
    "result",
    "color",
    "size",
];
/// Names of free text.
const FREE: &[&str] = &[
    "id",
    "ids",
    "uuid",
    "name",
    "names",
    "title",
    "address",
    "address1",
    "address2",
    "email",
    "phone",
    "zip",
    "zipcode",
    "postal",
    "date",
    "time",
    "datetime",
    "timestamp",
    "at",
    "description",
    "summary",
    "message",
    "text",
    "note",
    "notes",
    "comment",
    "url",
    "uri",
    "link",
    "path",
    "number",
    "code",
    "token",
    "hash",
    "key",
];
/// Names of numbers that count nothing.
pub(super) const IDENTIFIER: &[&str] = &[
    "id",
    "ids",
    "uuid",
    "zip",
    "zipcode",
    "postal",
    "phone",
    "code",
    "number",
    "no",
    "index",
    "year",
    "month",
    "day",
    "version",
    "timestamp",
    "seq",
];
/// Pairs of names of an earlier and a later date.
const DATE_PAIRS: &[(&str, &str)] = &[
    ("start", "end"),
    ("begin", "end"),
    ("from", "to"),
    ("created", "updated"),
    ("created", "modified"),
    ("open", "close"),
    ("opened", "closed"),
    ("issued", "due"),
    ("checkin", "checkout"),
    ("departure", "arrival"),
    ("depart", "arrive"),
    ("valid_from", "valid_to"),
    ("effective", "expiry"),
    ("effective", "expires"),
    ("published", "updated"),
    ("min", "max"),
];

/// Whether a text is a UUID, judged by its characters alone.
#[must_use]
pub fn is_uuid(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    lengths == [8, 4, 4, 4, 12] && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

/// The tokens of a field name, in order, lowercase (SPEC 2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tokens(Vec<String>);

impl Tokens {
    /// Splits a name.
    #[must_use]
    pub fn of(name: &str) -> Self {
        let bytes = name.as_bytes();
        let mut tokens: Vec<String> = Vec::new();
        let mut open = false;
        for (place, byte) in bytes.iter().enumerate() {
            // Bytes of other letters are no ASCII letters, as their characters are none.
            if !byte.is_ascii_alphanumeric() {
                open = false;
                continue;
            }
            let before = place.checked_sub(1).and_then(|before| bytes.get(before));
            let after = bytes.get(place + 1);
            let boundary = byte.is_ascii_uppercase()
                && before.is_some_and(|before| {
                    before.is_ascii_lowercase()
                        || before.is_ascii_digit()
                        || (before.is_ascii_uppercase() && after.is_some_and(u8::is_ascii_lowercase))
                });
            if !open || boundary {
                tokens.push(String::new());
                open = true;
            }
            if let Some(token) = tokens.last_mut() {
                token.push(char::from(byte.to_ascii_lowercase()));
            }
        }
        Self(tokens)
    }

    /// The tokens, in order.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Whether a token is a word of the lexicon.
    #[must_use]
    pub fn any_in(&self, lexicon: &[&str]) -> bool {
        self.0.iter().any(|token| lexicon.contains(&token.as_str()))
    }

    /// Whether the name is one of a category (SPEC 3, CATEGORY).
    #[must_use]
    pub fn is_category(&self) -> bool {
        self.any_in(CATEGORY)
    }

    /// Whether the name is one of something above zero (SPEC 3, POSITIVE).
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.any_in(POSITIVE)
    }

    /// Whether the name is one of free text (SPEC 3, FREE).
    #[must_use]
    pub fn is_free_text(&self) -> bool {
        self.any_in(FREE)
    }

    /// Whether the name matches half of a date pair.
    fn matches(&self, half: &str) -> bool {
        self.0.iter().any(|token| token == half) || self.0.concat().contains(half) || self.0.join("_").starts_with(half)
    }
}

/// Whether two field names are a pair of `DATE_PAIRS`, the earlier first.
pub(super) fn is_date_pair(first: &str, second: &str) -> bool {
    let (first, second) = (Tokens::of(first), Tokens::of(second));
    DATE_PAIRS.iter().any(|(earlier, later)| first.matches(earlier) && second.matches(later))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_as_the_specification_says() {
        for (name, tokens) in [
            ("orderID", "order id"),
            ("HTTPStatus", "http status"),
            ("unit_price-usd", "unit price usd"),
            ("address1", "address1"),
            ("v2Total", "v2 total"),
            ("ABc", "a bc"),
            ("prixÉlevé", "prix lev"),
            ("", ""),
            ("__", ""),
            ("X", "x"),
        ] {
            assert_eq!(Tokens::of(name).0.join(" "), tokens, "{name}");
        }
    }

    #[test]
    fn date_pairs_match_by_token_by_joined_text_and_by_prefix() {
        for (first, second) in
            [("startDate", "end_date"), ("check-in", "checkOut"), ("valid.from", "validTo"), ("fromage", "due_to")]
        {
            assert!(is_date_pair(first, second), "{first} {second}");
        }
        assert!(!is_date_pair("end", "start"));
        assert!(!is_date_pair("is_valid_from", "x"));
    }
}
