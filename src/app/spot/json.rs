//! Spots as JSON, for the file that outlives the program.

use super::{FileKey, Spot};
use crate::app::tree::RowKey;
use crate::contract::Hop;
use crate::domain::call::Part;
use crate::domain::ids::EpisodeId;
use crate::domain::json::{Json, Object};

impl Spot {
    /// As JSON.
    pub fn to_json(&self) -> Json {
        let object = Object::new();
        match self {
            Self::List(None) => object.with("screen", "episodes"),
            Self::List(Some((file, episode))) => {
                file_into(object.with("screen", "episodes"), file).with("episode", episode.as_str())
            }
            Self::Call { ledger, episode, step, row } => file_into(object.with("screen", "call"), ledger)
                .with("episode", episode.as_str())
                .with("step", *step)
                .with("row", row.as_ref().map(row_to_json)),
            Self::Judging { registry, rule } => {
                let object = object.with("screen", "review");
                let object = registry.as_ref().map(|file| file_into(object.clone(), file)).unwrap_or(object);
                let (tool, rule) = rule.as_ref().map(|(tool, rule)| (tool.as_str(), rule.as_str())).unzip();
                object.with("tool", tool.map(Json::from)).with("rule", rule.map(Json::from))
            }
            Self::Study { row } => object.with("screen", "study").with("row", row.clone()),
            Self::Pair { at, is_open } => {
                let object = object.with("screen", "pairs");
                let Some([(file, first), (other, second)]) = at.as_deref() else { return object.into() };
                let of_second = file_into(Object::new(), other).with("episode", second.as_str());
                file_into(object, file).with("episode", first.as_str()).with("second", of_second).with("open", *is_open)
            }
            Self::Rules { registry, tool, rule } => {
                let object = object.with("screen", "registries");
                let object = registry.as_ref().map(|file| file_into(object.clone(), file)).unwrap_or(object);
                let object = object.with("tool", tool.as_ref().map(|tool| Json::from(tool.as_str())));
                object.with("rule", rule.as_ref().map(|rule| Json::from(rule.as_str())))
            }
        }
        .into()
    }

    /// From JSON; nothing if it is no spot.
    pub fn from_json(json: &Json) -> Option<Self> {
        let text = |key: &str| json.get(key).and_then(Json::as_str);
        let file = || file_from(json);
        let episode = || text("episode").map(EpisodeId::from);
        Some(match text("screen")? {
            "episodes" => Self::List(file().zip(episode())),
            "call" => Self::Call {
                ledger: file()?,
                episode: episode()?,
                step: json.get("step").and_then(number),
                row: json.get("row").and_then(row_from_json),
            },
            "study" => Self::Study { row: text("row").map(str::to_owned) },
            "pairs" => {
                let second = json.get("second").and_then(|json| {
                    let episode = json.get("episode").and_then(Json::as_str).map(EpisodeId::from);
                    file_from(json).zip(episode)
                });
                let at = file().zip(episode()).zip(second).map(|(first, second)| Box::new([first, second]));
                let is_open = json.get("open").and_then(Json::as_bool).unwrap_or(false);
                Self::Pair { at, is_open }
            }
            "review" => {
                Self::Judging { registry: file(), rule: text("tool").map(Into::into).zip(text("rule").map(Into::into)) }
            }
            "registries" => {
                Self::Rules { registry: file(), tool: text("tool").map(Into::into), rule: text("rule").map(Into::into) }
            }
            _ => return None,
        })
    }
}

fn file_into(object: Object, file: &FileKey) -> Object {
    let object = object.with("file", file.name.as_str());
    // Files of one name are rare.
    if file.nth == 0 { object } else { object.with("nth", file.nth) }
}

fn file_from(json: &Json) -> Option<FileKey> {
    let nth = json.get("nth").and_then(number).unwrap_or(0);
    Some(FileKey { name: json.get("file").and_then(Json::as_str)?.to_owned(), nth })
}

fn number(json: &Json) -> Option<usize> {
    usize::try_from(json.as_number()?.as_u64()?).ok()
}

/// A line of a call: `["result","items",0,"price"]`.
pub(in crate::app) fn row_to_json((part, place): &RowKey) -> Json {
    let hops = place.iter().map(|hop| match hop {
        Hop::Key(name) => Json::from(name.as_str()),
        Hop::Index(index) => Json::from(*index),
    });
    std::iter::once(Json::from(part.name())).chain(hops).collect::<Vec<_>>().into()
}

/// The same, read.
pub(in crate::app) fn row_from_json(json: &Json) -> Option<RowKey> {
    let (part, hops) = json.as_array()?.split_first()?;
    let part = Part::ALL.into_iter().find(|it| part.as_str() == Some(it.name()))?;
    let hop =
        |json: &Json| json.as_str().map(|name| Hop::Key(name.to_owned())).or_else(|| number(json).map(Hop::Index));
    Some((part, hops.iter().map(hop).collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::json::read;

    #[test]
    fn every_spot_is_read_as_it_was_written() {
        let file = |nth| FileKey { name: "a \"b\".jsonl".into(), nth };
        let row = (Part::Result, vec![Hop::Key("0".into()), Hop::Index(0), Hop::Key(String::new())]);
        let spots = [
            Spot::List(None),
            Spot::List(Some((file(0), "e/1".into()))),
            Spot::Call { ledger: file(3), episode: "e".into(), step: None, row: None },
            Spot::Call { ledger: file(0), episode: "e".into(), step: Some(7), row: Some(row) },
            Spot::Pair { at: None, is_open: false },
            Spot::Pair { at: Some(Box::new([(file(1), "e".into()), (file(0), "f".into())])), is_open: true },
            Spot::Study { row: None },
            Spot::Study { row: Some("pairs won or lost".into()) },
            Spot::Rules { registry: None, tool: None, rule: None },
            Spot::Rules { registry: Some(file(1)), tool: Some("get".into()), rule: Some("00".into()) },
        ];
        for spot in spots {
            let text = spot.to_json().to_string();
            assert_eq!(Spot::from_json(&read(&text).unwrap().value), Some(spot), "{text}");
        }
    }

    #[test]
    fn what_is_no_spot_is_none() {
        for text in ["7", "{}", r#"{"screen":"call","file":"a"}"#, r#"{"screen":"elsewhere"}"#] {
            assert_eq!(Spot::from_json(&read(text).unwrap().value), None, "{text}");
        }
        let odd = r#"{"screen":"call","file":"a","episode":"e","step":-1,"row":["nowhere"]}"#;
        let read = Spot::from_json(&read(odd).unwrap().value);
        assert!(matches!(read, Some(Spot::Call { step: None, row: None, .. })));
    }
}
