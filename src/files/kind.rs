//! What a file is, told by its first bytes.

use super::discover::Kind;
use crate::domain::json::{self, Json, is_space, without_mark};
use crate::import::{describes_tools, looks_like, recognise};

/// How many bytes of a file are looked at.
pub(super) const HEAD: usize = 1 << 16;
/// How many lines of them are tried one by one.
const TRIED_LINES: usize = 64;
/// How deeply a document that is cut off may be cut inside, to leave whole elements.
const CUT_DEPTHS: std::ops::RangeInclusive<usize> = 1..=5;

/// The kind of a file that begins with `head`; `whole` if it is all of it.
pub(super) fn kind_of(head: &[u8], whole: bool) -> Kind {
    let head = without_mark(head);
    if head.iter().all(|byte| is_space(char::from(*byte)) || *byte == 0) {
        let what = if head.is_empty() { "an empty file" } else { "nothing but white space or NUL bytes" };
        return Kind::Other(what.to_owned());
    }
    let lines = head.split(|byte| *byte == b'\n').filter(|line| !line.iter().all(|byte| is_space(char::from(*byte))));
    let values: Vec<Json> =
        lines.take(TRIED_LINES).filter_map(|line| json::read_bytes(line).ok().map(|read| read.value)).collect();
    if let Some(kind) = values.iter().find_map(known) {
        return kind;
    }
    let document = whole.then(|| json::read_bytes(head).map(|read| read.value));
    let broken = document.as_ref().and_then(|document| document.as_ref().err()).filter(|_| values.is_empty());
    let broken = broken.map(ToString::to_string);
    let documents = match document {
        Some(Ok(document)) => vec![document],
        _ => CUT_DEPTHS.filter_map(|depth| cut(head, depth)).collect(),
    };
    if let Some(kind) = documents.iter().find_map(known) {
        return kind;
    }
    let structured = |value: &&Json| value.as_object().is_some() || value.as_array().is_some();
    match documents.last().filter(structured).or_else(|| values.iter().find(structured)) {
        Some(_) if broken.is_some() => {
            let broken = broken.unwrap_or_default();
            Kind::Other(format!("broken JSON, {broken}; write the file again, or mend it there"))
        }
        Some(value) => Kind::Other(looks_like(value)),
        None if head.contains(&0) || std::str::from_utf8(head).is_err_and(|error| error.error_len().is_some()) => {
            Kind::Other("a binary file".to_owned())
        }
        None => Kind::Other("text that is neither JSON nor JSON Lines".to_owned()),
    }
}

/// The kind of a value: a document, or one line of JSON Lines.
fn known(value: &Json) -> Option<Kind> {
    match value.get("format").and_then(Json::as_str) {
        Some(format) if format.starts_with("vidimus.registry/") => return Some(Kind::Registry),
        Some(format) if format.starts_with("vidimus.ledger/") => return Some(Kind::Ledger),
        Some(format) if format.starts_with("vidimus.recovery/") => return Some(Kind::Recovery),
        Some(format) if format.starts_with("vidimus.review/") => return Some(Kind::Review),
        Some(format) if format.starts_with("vidimus.labels/") => return Some(Kind::Labels),
        _ => {}
    }
    let kinds = ["episode", "message", "call", "outcome"];
    let kind = value.get("kind").and_then(Json::as_str);
    if kind.is_some_and(|kind| kinds.contains(&kind)) && value.get("episode").is_some() {
        return Some(Kind::Ledger);
    }
    recognise(value).map(Kind::Trace).or_else(|| describes_tools(value).then_some(Kind::Tools))
}

/// A document of which only the head is there, cut after its last whole element at `depth` or above, and closed.
fn cut(head: &[u8], depth: usize) -> Option<Json> {
    let (mut open, mut in_string, mut escaped) = (Vec::new(), false, false);
    let mut place = None;
    for (at, byte) in head.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => open.push(if *byte == b'{' { b'}' } else { b']' }),
            b'}' | b']' => {
                open.pop()?;
            }
            b',' if open.len() <= depth => place = Some((at, open.clone())),
            _ => {}
        }
    }
    let (end, open) = place?;
    let text: Vec<u8> = head.get(..end)?.iter().copied().chain(open.into_iter().rev()).collect();
    json::read_bytes(&text).ok().map(|read| read.value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::Format;

    fn kind(text: &str) -> Kind {
        kind_of(text.as_bytes(), true)
    }

    #[test]
    fn the_content_tells() {
        let other = |text: &str| if let Kind::Other(what) = kind(text) { what } else { format!("{:?}", kind(text)) };
        assert_eq!(kind(r#"{"format":"vidimus.registry/1","tools":{}}"#), Kind::Registry);
        let cut_off = "broken JSON, line 2, column 8: the text ends in the middle of a value";
        assert!(other("[{\"a\": 1},\n {\"a\": ").starts_with(cut_off), "{}", other("[{\"a\": 1},\n {\"a\": "));
        assert_eq!(kind("{\n \"format\": \"vidimus.registry/9\",\n \"tools\": {}\n}\n"), Kind::Registry);
        assert_eq!(kind("{\"format\":\"vidimus.recovery/1\",\n\"tools\":{}}"), Kind::Recovery);
        assert_eq!(kind("{\"format\":\"vidimus.review/1\"}\n{\"id\":\"x"), Kind::Review);
        assert_eq!(kind("{\"format\":\"vidimus.labels/2\"}\n"), Kind::Labels);
        assert_eq!(kind("{\"format\":\"vidimus.ledger/1\"}\n{\"kind\":\"ep"), Kind::Ledger);
        assert_eq!(kind("\0\0\0\n{\"form\n{\"kind\":\"call\",\"episode\":\"e\",\"tool\":\"t\"}\n"), Kind::Ledger);
        assert_eq!(kind(r#"[{"task_id":1,"reward":1,"traj":[]}]"#), Kind::Trace(Format::TauBench));
        assert_eq!(
            kind("{\"metadata\":{}}\n{\"messages\":[{\"role\":\"user\",\"content\":\"u\"}]}\n"),
            Kind::Trace(Format::OpenAiChat)
        );
        let tools = r#"[{"name":"t","description":"d","inputSchema":{"type":"object"}}]"#;
        assert_eq!(kind(tools), Kind::Tools);
        assert_eq!(kind(&format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":{tools}}}}}"#)), Kind::Tools);
        let function = r#"{"type":"function","function":{"name":"t","parameters":{"type":"object","properties":{}}}}"#;
        assert_eq!(kind(&format!(r#"{{"tools":[{function}]}}"#)), Kind::Tools);
        assert!(other(r#"[{"name":"t","parameters":{"city":"Rome"}}]"#).starts_with("a tools list"));
        assert_eq!(other(""), "an empty file");
        assert_eq!(other("\0\0\n"), "nothing but white space or NUL bytes");
        assert_eq!(other("# Notes\n"), "text that is neither JSON nor JSON Lines");
        assert_eq!(other("\u{1}\0PNG"), "a binary file");
        assert!(other("[\n {\"a\": 1},\n {\"a\": 2}\n]").starts_with("a list of records"));
        assert!(other("{\"openapi\": \"3.0.0\"}").starts_with("an OpenAPI description"));
    }

    #[test]
    fn a_head_is_enough_wherever_it_ends() {
        let message = r#"{"role": "user", "content": "say \"[{,\" twice"}"#;
        let text = format!(
            r#"[{{"task_id": 1, "reward": 0, "info": {{"a": [1, 2]}}, "traj": [{message}, {message}, {message}], "trial": 0}}]"#
        );
        let traj = text.find("traj").unwrap() + 10 + message.len();
        for end in traj..text.len() {
            assert_eq!(kind_of(&text.as_bytes()[..end], false), Kind::Trace(Format::TauBench), "{end}");
        }
        let text = format!(r#"{{"messages": [{message}, {message}, {message}]}}"#);
        for end in 2 * message.len()..text.len() {
            assert_eq!(kind_of(&text.as_bytes()[..end], false), Kind::Trace(Format::OpenAiChat), "{end}");
        }
    }
}
