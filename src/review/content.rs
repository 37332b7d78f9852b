//! What of an invariant was judged: a hash that changes when its meaning does, and only then.

use std::fmt;
use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::domain::ids::ToolName;
use crate::domain::invariant::{Expected, Invariant};
use crate::domain::json::push_escaped;

/// SHA-256, in hex, over the canonical writing of tool, class, path, expectation and basis.
///
/// Support and evidence are no part of it: more samples of the same rule do not undo a decision. The order of keys and
/// of lists never counts, nor does the spelling of a number: coefficients go in as the 16 hex digits of their double.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentHash(Box<str>);

impl ContentHash {
    /// The hash of an invariant of a tool.
    #[must_use]
    pub fn of(tool: &ToolName, rule: &Invariant) -> Self {
        let digest = Sha256::digest(canonical(tool, rule).as_bytes());
        Self(hex(&digest).into())
    }

    /// The 64 hex digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Bytes in hex.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing into a String cannot fail.
        write!(text, "{byte:02x}").ok();
        text
    })
}

/// A JSON array of texts and lists, without spaces: tool, class, path, expected, and where they are there, a and b in
/// hex, the guard's path and values, and the basis, each after its name.
fn canonical(tool: &ToolName, rule: &Invariant) -> String {
    let mut out = String::from("[");
    text(&mut out, tool.as_str());
    for part in [rule.class.name(), &rule.path.to_string()] {
        out.push(',');
        text(&mut out, part);
    }
    out.push(',');
    match &rule.expected {
        Expected::Nothing => out.push_str("null"),
        Expected::Fields(names) | Expected::Values(names) => list(&mut out, names.iter().map(String::as_str)),
        Expected::Types(types) => list(&mut out, types.iter().map(|kind| kind.name())),
        Expected::Argument(path) | Expected::Later(path) => text(&mut out, path.as_str()),
        Expected::Relation(relation) => {
            text(&mut out, &relation.y.to_string());
            write!(out, ",\"a\",\"{}\",\"b\",\"{}\"", bits(relation.a), bits(relation.b)).ok();
            if let Some(guard) = &relation.when {
                out.push_str(",\"when\",");
                text(&mut out, guard.path.as_str());
                out.push(',');
                list(&mut out, guard.values.iter().map(String::as_str));
            }
        }
    }
    if let Some(basis) = &rule.basis {
        out.push_str(",\"basis\",");
        text(&mut out, basis);
    }
    out.push(']');
    out
}

fn text(out: &mut String, text: &str) {
    // Writing into a String cannot fail.
    push_escaped(out, text).ok();
}

/// A list that is a set: sorted, nothing twice.
fn list<'t>(out: &mut String, texts: impl Iterator<Item = &'t str>) {
    let sorted: std::collections::BTreeSet<&str> = texts.collect();
    out.push('[');
    for (place, it) in sorted.into_iter().enumerate() {
        out.push_str(if place > 0 { "," } else { "" });
        text(out, it);
    }
    out.push(']');
}

/// The two zeros are one number.
fn bits(number: f64) -> String {
    format!("{:016x}", if number == 0.0 { 0 } else { number.to_bits() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::json::read;
    use crate::format::registry::invariant_from_json;

    fn rule(text: &str) -> Invariant {
        invariant_from_json(&ToolName::from("get"), &read(text).unwrap().value).unwrap()
    }

    fn of(text: &str) -> String {
        canonical(&ToolName::from("get"), &rule(text))
    }

    #[test]
    fn the_writing_is_the_documented_one() {
        let relation = r#"{"class":"affine","path":"x","expected":"y","a":0.5,"b":-0.0,"when":{"path":"k","in":["b","a"]},"support":9,"basis":"schema"}"#;
        let written = r#"["get","affine","x","y","a","3fe0000000000000","b","0000000000000000","when","k",["a","b"],"basis","schema"]"#;
        assert_eq!(of(relation), written);
        assert_eq!(of(r#"{"class":"positive","path":"x"}"#), r#"["get","positive","x",null]"#);
        // From `printf '["get","positive","x",null]' | sha256sum`.
        let hash = ContentHash::of(&ToolName::from("get"), &rule(r#"{"class":"positive","path":"x"}"#));
        assert_eq!(hash.as_str(), "2e510a9549b67be74e0b35236a674b452af73390e65525bf40e66a3e024cb4ec");
    }

    #[test]
    fn spelling_order_support_and_evidence_do_not_count() {
        let one = r#"{"class":"affine","path":"x","support":8,"expected":"y","a":10,"b":1e0}"#;
        let other = r#"{"b":1,"a":1.0e1,"expected":"y","path":"x","class":"affine","support":99,"evidence":{"pairs":[[1,11]]},"note":"x"}"#;
        assert_eq!(of(one), of(other));
        assert_ne!(of(one), of(&one.replace("10", "10.000000000000002")));
        assert_eq!(
            of(r#"{"class":"category","path":"x","expected":["a","b"]}"#),
            of(r#"{"class":"category","path":"x","expected":["b","a","b"]}"#)
        );
    }
}
