//! A frozen registry held against its seal, and against what it was made from.

use std::collections::BTreeMap;

use super::FORMAT;
use super::freeze::{Freezing, Undecided, freeze};
use super::hashes::{contract_hash, registry_hash, rest_hash, rule_hash, shown};
use crate::diff::{Change, Kind, difference};
use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::invariant::Invariant;
use crate::domain::json::{Json, Object, escaped};
use crate::domain::registry::{Input, Registry, Seal};
use crate::format::registry::invariant_from_json;
use crate::review::{Day, Journal};
use crate::words;

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// Programs differ in what they read from the file: no seal covers that.
    File,
    /// The manifest is not the one that was sealed: what it says cannot be relied on.
    Manifest,
    /// An invariant is another one than was sealed, is gone, or was put in.
    Invariant,
    /// The rest of a contract, or of the registry.
    Rest,
    /// It does not come out of what it was made from.
    Origin,
}

/// One thing that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What is wrong.
    pub wrong: Wrong,
    /// The tool, where it is about one.
    pub tool: Option<ToolName>,
    /// The invariant, where it is about one.
    pub id: Option<InvariantId>,
    /// What was sealed, in words.
    pub old: Option<String>,
    /// What is there, in words; of [`Wrong::Origin`] what comes out now of what it was made from.
    pub new: Option<String>,
    /// What differs, as a sentence without a full stop.
    pub what: String,
}

/// What a frozen registry is held against, beside its seal.
#[derive(Clone, Debug, Default)]
pub struct Against<'a> {
    /// The registry it was made from and the decisions, if they are there; with the hash of the file of decisions.
    pub source: Option<(&'a Registry, &'a Journal, Option<Input>)>,
    /// The folds that were looked at.
    pub folds: Option<Vec<Input>>,
}

/// The outcome.
#[derive(Clone, Debug)]
pub struct Verification {
    /// The hash of the manifest as it is.
    pub seal: String,
    /// The hash of the registry as it is, without the seal.
    pub registry: String,
    /// How many invariants were sealed.
    pub sealed: usize,
    /// How many folds the manifest names.
    pub folds_named: usize,
    /// All that differs, the first invariant first, unless the manifest itself is not what was sealed.
    pub findings: Vec<Finding>,
    /// What was not wrong and is worth knowing.
    pub notes: Vec<String>,
}

/// Recomputes everything; nothing if the registry has no seal.
#[must_use]
pub fn verify(registry: &Registry, against: &Against<'_>) -> Option<Verification> {
    let seal = registry.seal.as_ref()?;
    let entries = seal.manifest.get("invariants").and_then(Json::as_array).unwrap_or_default();
    let mut found = Verification {
        seal: Json::from(seal.manifest.clone()).fingerprint(),
        registry: registry_hash(registry),
        sealed: entries.len(),
        folds_named: folds_of(seal).len(),
        findings: Vec::new(),
        notes: Vec::new(),
    };
    for key in &registry.doubled {
        let key = escaped(key);
        let what = format!(
            "the key {key} stands twice in one object, so that programs differ in what they read, and no seal covers \
             that; freeze it anew"
        );
        found.say(Wrong::File, what);
    }
    if found.seal != seal.sha256 {
        found.say(
            Wrong::Manifest,
            "the manifest is not the one that was sealed; whatever else is told here relies on it all the same",
        );
    }
    let format = seal.manifest.get("format").map(Json::to_string).unwrap_or_default();
    if format != Json::from(FORMAT).to_string() {
        let format = if format.is_empty() { "missing" } else { &format };
        found.say(
            Wrong::Manifest,
            format!("the format of the manifest is {format}; this version understands \"{FORMAT}\""),
        );
    }
    for key in seal.extra.iter().map(|(key, _)| escaped(key)) {
        let what = format!("the seal has a further key {key}, which nothing seals; take it out, or freeze it anew");
        found.say(Wrong::Manifest, what);
    }
    found.invariants(registry, entries);
    found.rest(registry, seal);
    let before = found.findings.len();
    if let Some((source, journal, review)) = &against.source {
        found.origin(registry, seal, (source, journal), review.as_ref());
        if found.findings.len() == before {
            found
                .notes
                .push("frozen again from what it was made from, with the decisions, it comes out the same".into());
        }
    }
    let before = found.findings.len();
    if let Some(folds) = &against.folds {
        found.folds(seal, folds);
        if found.findings.len() == before && found.folds_named > 0 {
            found.notes.push(format!("the {} are those that were sealed", words::counted(found.folds_named, "fold")));
        }
    }
    Some(found)
}

/// What an edited rule was before, by its entry in a manifest.
#[must_use]
pub fn before_edit(tool: &ToolName, entry: &Json) -> Option<Invariant> {
    invariant_from_json(tool, entry.get("before")?).ok()
}

fn folds_of(seal: &Seal) -> &[Json] {
    seal.manifest.get("folds").and_then(Json::as_array).unwrap_or_default()
}

/// What a manifest says of one invariant.
struct Entry<'m> {
    tool: ToolName,
    rule: Invariant,
    sha256: &'m str,
}

fn entry(value: &Json) -> Option<Entry<'_>> {
    let tool = ToolName::from(value.get("tool")?.as_str()?);
    let rule = invariant_from_json(&tool, value.get("invariant")?).ok()?;
    Some(Entry { tool, rule, sha256: value.get("sha256")?.as_str()? })
}

fn text_of<'j>(object: &'j Object, key: &str) -> Option<&'j str> {
    object.get(key).and_then(Json::as_str)
}

impl Verification {
    /// Whether the seal holds, whatever became of what the registry was made from.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.findings.iter().all(|finding| finding.wrong == Wrong::Origin)
    }

    fn say(&mut self, wrong: Wrong, what: impl Into<String>) {
        let (tool, id, old, new) = (None, None, None, None);
        self.findings.push(Finding { wrong, tool, id, old, new, what: what.into() });
    }

    fn invariants(&mut self, registry: &Registry, entries: &[Json]) {
        // What is there, by tool and id; each is taken once.
        let mut there: BTreeMap<(ToolName, InvariantId), Vec<&Invariant>> = BTreeMap::new();
        for (tool, contract) in &registry.tools {
            for rule in &contract.invariants {
                there.entry((tool.clone(), rule.id.clone())).or_default().push(rule);
            }
        }
        for (at, value) in entries.iter().enumerate() {
            let Some(entry) = entry(value) else {
                self.say(Wrong::Manifest, format!("invariant {at} of the manifest is not readable"));
                continue;
            };
            let rule = there.get_mut(&(entry.tool.clone(), entry.rule.id.clone())).and_then(Vec::pop);
            self.invariant(&entry, rule);
        }
        for ((tool, _), rules) in there {
            for rule in rules {
                let new = words::rule(rule);
                self.findings.push(Finding {
                    wrong: Wrong::Invariant,
                    tool: Some(tool.clone()),
                    id: Some(rule.id.clone()),
                    old: None,
                    what: format!("a rule that was not sealed: {new}"),
                    new: Some(new),
                });
            }
        }
    }

    fn invariant(&mut self, entry: &Entry<'_>, rule: Option<&Invariant>) {
        let sealed = words::rule(&entry.rule);
        let (old, new, what) = match rule {
            None => {
                let what = format!("a sealed rule is not there, or under another id: {sealed}");
                (Some(sealed), None, what)
            }
            Some(rule) if rule_hash(rule) == entry.sha256 => return,
            // In words both are the same.
            Some(rule) if shown(rule).canonical() == shown(&entry.rule).canonical() => {
                (None, None, format!("{sealed}: the evidence or a further key of the rule was changed"))
            }
            Some(rule) => {
                let (before, after) = (Some(entry.rule.clone()), Some(rule.clone()));
                let change = Change { tool: entry.tool.clone(), kind: Kind::Moved, before, after };
                (Some(sealed), Some(words::rule(rule)), change.sentence())
            }
        };
        let (tool, id) = (Some(entry.tool.clone()), Some(entry.rule.id.clone()));
        self.findings.push(Finding { wrong: Wrong::Invariant, tool, id, old, new, what });
    }

    fn rest(&mut self, registry: &Registry, seal: &Seal) {
        let none = Object::new();
        let sealed = seal.manifest.get("tools").and_then(Json::as_object).unwrap_or(&none);
        let gone = sealed.iter().filter(|(name, _)| !registry.tools.contains_key(&ToolName::from(*name)));
        let mut wrong: Vec<(ToolName, &str)> = gone.map(|(name, _)| (name.into(), "the contract is gone")).collect();
        for (tool, contract) in &registry.tools {
            match sealed.get(tool.as_str()).and_then(Json::as_str) {
                None => wrong.push((tool.clone(), "the contract was not sealed")),
                Some(hash) if hash != contract_hash(contract) => {
                    wrong.push((tool.clone(), "the counts, maps or further keys of the contract were changed"));
                }
                Some(_) => {}
            }
        }
        for (tool, what) in wrong {
            let (id, old, new) = (None, None, None);
            self.findings.push(Finding { wrong: Wrong::Rest, tool: Some(tool), id, old, new, what: what.to_owned() });
        }
        if text_of(&seal.manifest, "rest") != Some(&rest_hash(registry)) {
            self.say(Wrong::Rest, "the source or further keys of the registry were changed");
        }
        if text_of(&seal.manifest, "registry") != Some(&self.registry) && self.findings.is_empty() {
            self.say(Wrong::Rest, "the registry has another hash than was sealed");
        }
    }

    /// Freezes the source again, on the day of the seal, and compares.
    fn origin(
        &mut self,
        registry: &Registry,
        seal: &Seal,
        (source, journal): (&Registry, &Journal),
        review: Option<&Input>,
    ) {
        let part = |key: &str| seal.manifest.get(key).and_then(Json::as_object);
        if part("source").and_then(|it| text_of(it, "registry")) != Some(&registry_hash(source)) {
            self.say(Wrong::Origin, "the registry it was made from has another content now");
        }
        if part("review").and_then(|it| text_of(it, "sha256")) != review.map(|review| review.sha256.as_str()) {
            self.notes
                .push("decisions were added to the review since; they are applied to tell whether it matters".into());
        }
        let day = text_of(&seal.manifest, "day").and_then(Day::parse);
        let undecided = part("undecided").and_then(|it| text_of(it, "default")).and_then(Undecided::from_name);
        let (Some(day), Some(undecided)) = (day, undecided) else {
            return self.say(Wrong::Manifest, "the manifest names no day, or no default, so it cannot be frozen again");
        };
        let name = Input::default();
        let again = freeze(&Freezing {
            registry: source,
            source: &name,
            journal,
            review: None,
            day: &day,
            by: "",
            undecided,
            audit: None,
            folds: &[],
            skipped: &[],
            may_be_empty: true,
            version: "",
        });
        let again = match again {
            Ok(again) => again.registry,
            Err(why) => return self.say(Wrong::Origin, format!("it cannot be frozen again: {why}")),
        };
        let changes = difference(registry, &again).changes;
        for change in changes {
            let words = |rule: &Option<Invariant>| rule.as_ref().map(words::rule);
            self.findings.push(Finding {
                wrong: Wrong::Origin,
                tool: Some(change.tool.clone()),
                id: change.id().cloned(),
                old: words(&change.before),
                new: words(&change.after),
                what: format!(
                    "the decisions now leave something else than was frozen ({}): {}",
                    change.kind.word(),
                    change.sentence()
                ),
            });
        }
        if self.findings.is_empty() && registry_hash(&again) != self.registry {
            self.say(Wrong::Origin, "freezing again gives another registry, in its evidence or further keys");
        }
    }

    fn folds(&mut self, seal: &Seal, folds: &[Input]) {
        let sealed = folds_of(seal);
        // A manifest without folds says nothing of them.
        if sealed.is_empty() {
            return;
        }
        let sealed: BTreeMap<&str, &str> = sealed
            .iter()
            .filter_map(|fold| Some((fold.get("name")?.as_str()?, fold.get("sha256")?.as_str()?)))
            .collect();
        let there: BTreeMap<&str, &str> = folds.iter().map(|fold| (&*fold.name, &*fold.sha256)).collect();
        for (name, hash) in &sealed {
            match there.get(name) {
                None => self.say(Wrong::Origin, format!("the fold {name} is not there")),
                Some(other) if other != hash => {
                    self.say(Wrong::Origin, format!("the fold {name} has another content now"));
                }
                Some(_) => {}
            }
        }
        for name in there.keys().filter(|name| !sealed.contains_key(*name)) {
            self.say(Wrong::Origin, format!("the fold {name} was not there when the registry was frozen"));
        }
    }
}
