//! Stable links: `vidimus:<file>#<episode>/<step>/<result|arguments>/<path>` and `vidimus:<file>#<tool>/<invariant>`.
//!
//! A link names things by their ids and never by row, so that it still leads there after a file has grown, was
//! sorted otherwise or was mined anew. It ends wherever it is precise enough: at the file, the episode or the call.
//!
//! In a path each part is a field, or the place in an array as a number. A field whose name is empty, is a number or
//! begins with a dot has one more dot before it. All but letters, digits and a few signs of ASCII is percent-encoded.

use std::fmt::{self, Write};

use crate::contract::{Hop, Place};
use crate::domain::call::Part;
use crate::domain::ids::{EpisodeId, InvariantId, Step, ToolName};

/// What every link begins with.
pub const SCHEME: &str = "vidimus:";

/// A link: a file, and where in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The file's name, or a path to it.
    pub file: String,
    /// Where in the file.
    pub target: Target,
}

/// Where in a file a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// To the file itself.
    File,
    /// To an episode of a ledger, or to the rules of a tool in a registry: the file tells which.
    Named(String),
    /// To a call of an episode.
    Call(EpisodeId, Step),
    /// To a value of a call.
    Value(EpisodeId, Step, Part, Place),
    /// To the pair of two episodes, the second one in the file of this name, if it is another.
    Pair(EpisodeId, EpisodeId, Option<String>),
    /// To the study, and there to the number of this name.
    Study(Option<String>),
    /// To a rule of a tool in a registry.
    Rule(ToolName, InvariantId),
}

/// Why a text is no link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// It begins otherwise.
    #[error("a link begins with {SCHEME}, such as vidimus:study.jsonl#e17/4/result/price")]
    Scheme,
    /// There is no file.
    #[error("the link names no file after {SCHEME}")]
    File,
    /// A `%` that is not followed by two hexadecimal digits, or bytes that are no text.
    #[error("the link is percent-encoded wrongly; copy it again")]
    Encoding,
    /// What stands after `#`.
    #[error(
        "after # a link has EPISODE, EPISODE/STEP or EPISODE/STEP/result/PATH (or arguments for result); for a pair \
         EPISODE/pair/EPISODE; for a rule TOOL/INVARIANT; a slash inside a name is written %2F"
    )]
    Target,
}

impl Link {
    /// Reads a link.
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        let rest = text.trim().strip_prefix(SCHEME).ok_or(LinkError::Scheme)?;
        let (file, target) = rest.split_once('#').map_or((rest, None), |(file, target)| (file, Some(target)));
        let file = decoded(file)?;
        if file.is_empty() {
            return Err(LinkError::File);
        }
        let Some(target) = target.filter(|target| !target.is_empty()) else {
            return Ok(Self { file, target: Target::File });
        };
        let parts = target.split('/').map(decoded).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { file, target: parse_target(&parts)? })
    }

    /// The last part of the file: what the file is called wherever it lies.
    #[must_use]
    pub fn file_name(&self) -> &str {
        self.file.rsplit('/').next().unwrap_or(&self.file)
    }
}

/// What stands behind an empty name for the study.
const STUDY: &str = "study";

/// What stands between the two episodes of a pair.
const PAIR: &str = "pair";

fn parse_target(parts: &[String]) -> Result<Target, LinkError> {
    let [first, rest @ ..] = parts else { return Err(LinkError::Target) };
    let Some((second, rest)) = rest.split_first() else { return Ok(Target::Named(first.clone())) };
    if first.is_empty() && second == STUDY {
        return Ok(Target::Study(rest.first().cloned()));
    }
    if is_invariant(second) && rest.is_empty() {
        return Ok(Target::Rule(first.as_str().into(), second.as_str().into()));
    }
    let episode = EpisodeId::from(first.as_str());
    if second == PAIR
        && let [other, file @ ..] = rest
        && file.len() < 2
    {
        return Ok(Target::Pair(episode, other.as_str().into(), file.first().cloned()));
    }
    let step = Step(number(second).ok_or(LinkError::Target)?);
    let Some((part, hops)) = rest.split_first() else { return Ok(Target::Call(episode, step)) };
    let part = Part::ALL.into_iter().find(|it| it.name() == part).ok_or(LinkError::Target)?;
    Ok(Target::Value(episode, step, part, hops.iter().map(|hop| parse_hop(hop)).collect()))
}

/// The id of an invariant has 16 hexadecimal digits (SPEC 4); no episode has so many calls.
fn is_invariant(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A number as this program writes one: without signs or zeros before it.
fn number(text: &str) -> Option<usize> {
    let plain = text == "0" || (!text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit()));
    text.parse().ok().filter(|_| plain)
}

fn parse_hop(text: &str) -> Hop {
    match (number(text), text.strip_prefix('.')) {
        (Some(index), _) => Hop::Index(index),
        (None, Some(name)) => Hop::Key(name.to_owned()),
        (None, None) => Hop::Key(text.to_owned()),
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(SCHEME)?;
        for (at, part) in self.file.split('/').enumerate() {
            if at > 0 {
                f.write_char('/')?;
            }
            encoded(f, part)?;
        }
        match &self.target {
            Target::File => Ok(()),
            Target::Named(id) => pair(f, id, None),
            Target::Call(id, step) => pair(f, id.as_str(), Some(&step.to_string())),
            Target::Rule(tool, invariant) => pair(f, tool.as_str(), Some(invariant.as_str())),
            Target::Study(row) => {
                pair(f, "", Some(STUDY))?;
                match row {
                    Some(row) => {
                        f.write_char('/')?;
                        encoded(f, row)
                    }
                    None => Ok(()),
                }
            }
            Target::Pair(first, second, other) => {
                pair(f, first.as_str(), Some(PAIR))?;
                for part in std::iter::once(second.as_str()).chain(other.as_deref()) {
                    f.write_char('/')?;
                    encoded(f, part)?;
                }
                Ok(())
            }
            Target::Value(id, step, part, place) => {
                pair(f, id.as_str(), Some(&step.to_string()))?;
                write!(f, "/{}", part.name())?;
                for hop in place {
                    match hop {
                        Hop::Index(index) => write!(f, "/{index}")?,
                        Hop::Key(name) => {
                            let is_odd = name.is_empty() || name.starts_with('.') || number(name).is_some();
                            f.write_str(if is_odd { "/." } else { "/" })?;
                            encoded(f, name)?;
                        }
                    }
                }
                Ok(())
            }
        }
    }
}

fn pair(f: &mut fmt::Formatter<'_>, first: &str, second: Option<&str>) -> fmt::Result {
    f.write_char('#')?;
    encoded(f, first)?;
    match second {
        Some(second) => {
            f.write_char('/')?;
            encoded(f, second)
        }
        None => Ok(()),
    }
}

/// Writes text with every byte encoded that a shell, a mail program or Markdown could take for something else.
fn encoded(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b':' | b'@' | b'+' | b',' | b'=' => {
                f.write_char(char::from(byte))?;
            }
            byte => write!(f, "%{byte:02X}")?,
        }
    }
    Ok(())
}

fn decoded(text: &str) -> Result<String, LinkError> {
    let mut bytes = text.bytes();
    let mut out = Vec::with_capacity(text.len());
    let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16)).ok_or(LinkError::Encoding);
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let value = digit(bytes.next())? * 16 + digit(bytes.next())?;
            out.push(u8::try_from(value).map_err(|_two_digits| LinkError::Encoding)?);
        } else {
            out.push(byte);
        }
    }
    String::from_utf8(out).map_err(|_not_utf8| LinkError::Encoding)
}

#[cfg(test)]
mod tests;
