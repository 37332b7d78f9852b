//! What a person says of a pair, and how a line of a label file says it.
//!
//! | key | holds |
//! | --- | --- |
//! | `verdict` | `label`, or `note` for a note alone |
//! | `pair` | `episodes` and `arms`, in one order, and what else told the pair: `task`, `model`, `trial` |
//! | `content` | SHA-256 of the calls and outcomes of both episodes: see [`content`] |
//! | `label` | of a `label`: one of [`PairLabel`] |
//! | `guess`, `why` | of a `label`: what the rule guessed, and its reason |
//! | `blind`, `seed` | of a `label`: true if arms and outcomes were hidden, and what A and B were drawn from |
//! | `note` | what the person has to say |

use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::blind::Blind;
use super::guess::Guess;
use super::word::PairLabel;
use crate::digest::EpisodeDigest;
use crate::domain::ids::EpisodeId;
use crate::domain::json::{Json, Object};
use crate::journal::{self, Judgement, Refusal, Signature, Signed, text};

/// The marks of a label file, as far as it was read.
pub type Journal = journal::Journal<Mark>;

/// One line of a label file.
pub type Said = Signed<Mark>;

pub use crate::journal::lines;

/// The first line of a label file, with its newline.
#[must_use]
pub fn header() -> String {
    journal::header::<Mark>()
}

/// What names a pair, whichever of its arms is called the first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairId([(EpisodeId, String); 2]);

impl PairId {
    /// The pair of two episodes, each with its arm.
    #[must_use]
    pub fn new(first: (EpisodeId, String), second: (EpisodeId, String)) -> Self {
        if second < first { Self([second, first]) } else { Self([first, second]) }
    }

    /// The episodes, each with its arm, in an order of their own.
    #[must_use]
    pub const fn sides(&self) -> &[(EpisodeId, String); 2] {
        &self.0
    }
}

/// Something said of a pair.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The pair.
    pub pair: PairId,
    /// What else told it when this was said: its task, its model, its trial.
    pub key: Object,
    /// What of it was looked at: [`content`].
    pub content: String,
    /// What was said.
    pub what: What,
}

/// What was said.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// Why the two came out differently.
    Label {
        /// The person's label.
        label: PairLabel,
        /// What the rule guessed, if it did.
        guess: Option<Guess>,
        /// How arms, outcomes and the guess were hidden, if they were.
        blind: Option<Blind>,
    },
    /// Nothing is labelled; the text is the note and never empty.
    Note,
}

impl Journal {
    /// A mark; the sentence says why it cannot be made.
    pub fn mark(&self, mark: Mark, note: &str, by: &Signature) -> Result<Said, Refusal> {
        by.is_fit()?;
        if mark.what == What::Note && note.trim().is_empty() {
            return Err(Refusal::new("the note is empty; nothing was saved"));
        }
        Ok(self.decide(mark, note, by))
    }
}

/// SHA-256, in hex, over what a label depends on: the calls of both episodes (tools, arguments, results, errors,
/// receipts with their codes and tools) and whether they completed. Which arm is the first does not matter, nor what an
/// episode cost, nor how values are written; fault labels are for audits and do not go in.
#[must_use]
pub fn content(sides: [(&EpisodeDigest, Option<bool>); 2]) -> String {
    let mut sides = sides.map(|(digest, completed)| written(digest, completed));
    sides.sort_unstable();
    let hash = Sha256::digest(sides.join("\n"));
    hash.iter().fold(String::new(), |mut text, byte| {
        // Writing into a String cannot fail.
        write!(text, "{byte:02x}").ok();
        text
    })
}

/// A line of JSON that says of an episode what counts.
fn written(digest: &EpisodeDigest, completed: Option<bool>) -> String {
    let hash = |value: u64| format!("{value:016x}");
    let call = |call: &crate::digest::CallDigest| -> Json {
        let receipt = call.receipt.as_ref().map(|receipt| {
            let codes: Vec<Json> = receipt.codes.iter().map(|code| Json::from(&**code)).collect();
            let tools = receipt.recovery_tools.as_ref();
            let tools = tools.map(|all| all.iter().map(|tool| Json::from(tool.as_str())).collect::<Vec<_>>());
            Json::from(vec![Json::from(codes), tools.map_or(Json::Null, Json::from)])
        });
        let result = call.result.map_or(Json::Null, |result| Json::from(hash(result)));
        let parts = [call.tool.as_str().into(), hash(call.arguments).into(), result, call.error.is_some().into()];
        parts.into_iter().chain([receipt.unwrap_or(Json::Null)]).collect::<Vec<Json>>().into()
    };
    let calls: Vec<Json> = digest.calls.iter().map(call).collect();
    Json::from(vec![completed.map_or(Json::Null, Json::from), Json::from(calls)]).to_string()
}

impl Judgement for Mark {
    const FORMAT: &'static str = "vidimus.labels/1";
    const KIND: &'static str = "label";
    const TEXT: &'static str = "note";

    fn name(&self) -> &'static str {
        match self.what {
            What::Label { .. } => "label",
            What::Note => "note",
        }
    }

    fn write(&self, line: &mut Object) {
        let [first, second] = self.pair.sides();
        let mut pair = Object::new()
            .with("episodes", vec![Json::from(first.0.as_str()), Json::from(second.0.as_str())])
            .with("arms", vec![Json::from(first.1.as_str()), Json::from(second.1.as_str())]);
        for (key, value) in self.key.iter() {
            pair.insert(key, value.clone());
        }
        line.insert("pair", pair);
        line.insert("content", self.content.as_str());
        if let What::Label { label, guess, blind } = &self.what {
            line.insert("label", label.name());
            if let Some(guess) = guess {
                line.insert("guess", guess.label.name());
                line.insert("why", guess.reason.as_str());
            }
            if let Some(blind) = blind {
                line.insert("blind", true);
                line.insert("seed", blind.seed);
            }
        }
    }

    fn read(name: &str, line: &mut Object, note: &str) -> Result<Self, String> {
        let Some(Json::Object(mut key)) = line.remove("pair") else { return Err("\"pair\" is missing".into()) };
        let (episodes, arms) = (two(&mut key, "episodes")?, two(&mut key, "arms")?);
        let [first, second] = episodes.map(EpisodeId::from);
        let [of_first, of_second] = arms;
        let pair = PairId::new((first, of_first), (second, of_second));
        let content = text(line, "content")?;
        let what = match name {
            "label" => {
                let label = word(&text(line, "label")?)?;
                let guess = match journal::optional(line, "guess")? {
                    Some(name) => Some(Guess { label: word(&name)?, reason: text(line, "why")? }),
                    None => None,
                };
                let seed = line.remove("seed").and_then(|seed| seed.as_number()?.as_u64()).unwrap_or_default();
                let is_blind = matches!(line.remove("blind"), Some(Json::Bool(true)));
                What::Label { label, guess, blind: is_blind.then_some(Blind { seed }) }
            }
            "note" if note.trim().is_empty() => return Err("the note is empty".into()),
            "note" => What::Note,
            other => return Err(format!("this version knows no verdict {other:?}")),
        };
        Ok(Self { pair, key, content, what })
    }
}

fn word(name: &str) -> Result<PairLabel, String> {
    PairLabel::named(name).ok_or_else(|| {
        let known: Vec<&str> = PairLabel::ALL.map(PairLabel::name).to_vec();
        format!("{name:?} is no label; the labels are {}", known.join(", "))
    })
}

/// Takes a list of two texts out of an object.
fn two(from: &mut Object, key: &str) -> Result<[String; 2], String> {
    let value = from.remove(key).ok_or_else(|| format!("{key:?} is missing"))?;
    let texts = value.as_array().map(|items| items.iter().filter_map(|it| Some(it.as_str()?.to_owned())));
    let texts: Vec<String> = texts.into_iter().flatten().collect();
    texts.try_into().map_err(|_texts| format!("{key:?} is no list of two texts"))
}

#[cfg(test)]
mod tests;
