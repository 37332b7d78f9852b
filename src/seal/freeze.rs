//! From a reviewed registry to a frozen one.

use std::collections::BTreeMap;

use super::FORMAT;
use super::hashes::{contract_hash, registry_hash, rest_hash, rule_hash, shown};
use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::json::{self, Json, Object};
use crate::domain::registry::{Input, Registry, Seal};
use crate::review::outcome::{self, outcome};
use crate::review::{Day, Decided, Decision, Journal, Review, Row, Standing, journal};
use crate::words;

/// What is done with invariants that are left to decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Undecided {
    /// Nothing is frozen while there is one.
    #[default]
    Refuse,
    /// They stay as they are.
    Accept,
    /// They are left out.
    Reject,
}

impl Undecided {
    /// The word in the manifest.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Refuse => "refuse",
            Self::Accept => "accept",
            Self::Reject => "reject",
        }
    }

    /// The one of that word.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Refuse, Self::Accept, Self::Reject].into_iter().find(|it| it.name() == name)
    }
}

/// All that goes into a frozen registry.
#[derive(Clone, Copy, Debug)]
pub struct Freezing<'a> {
    /// The registry that was reviewed.
    pub registry: &'a Registry,
    /// Its file: name and SHA-256.
    pub source: &'a Input,
    /// The decisions.
    pub journal: &'a Journal,
    /// Their file, if there is one.
    pub review: Option<&'a Input>,
    /// The day on which waivers hold or are over.
    pub day: &'a Day,
    /// Who freezes.
    pub by: &'a str,
    /// What is done with what is left to decide.
    pub undecided: Undecided,
    /// The figures of an audit, as its command prints them as JSON.
    pub audit: Option<&'a Json>,
    /// The folds that were looked at beside the registry.
    pub folds: &'a [Input],
    /// The numbers of the lines of the review file that could not be read and were passed over.
    pub skipped: &'a [usize],
    /// Whether a registry without a rule may come out.
    pub may_be_empty: bool,
    /// The version of this program.
    pub version: &'a str,
}

/// A frozen registry, and what it was made of in numbers.
#[derive(Clone, Debug)]
pub struct Frozen {
    /// The registry with its seal.
    pub registry: Registry,
    /// How many invariants it holds.
    pub kept: usize,
    /// How many were left out.
    pub left_out: usize,
    /// How many nobody decided, so that the default was applied.
    pub by_default: usize,
}

/// Why nothing was frozen.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NotFrozen {
    /// It is frozen already.
    #[error("this registry is frozen already (seal {0}); review and freeze the one that it was made from")]
    Already(String),
    /// The audit is of other contracts.
    #[error(
        "nothing was frozen: the audit is of other contracts, as it was made with other decisions; make it anew with \
         `vidimus audit … --journal FILE --format json`, or freeze without --audit"
    )]
    OtherAudit,
    /// No rule is left, of so many.
    #[error("{}", empty(*.0))]
    Empty(usize),
    /// Something is left to decide: how many of each kind, and the first.
    #[error("{}", left(.counts, .first))]
    Left {
        /// By [`Standing::name`].
        counts: BTreeMap<&'static str, usize>,
        /// Tool and rule of the first one, in words.
        first: (ToolName, String),
    },
}

fn empty(rules: usize) -> String {
    let why = match rules {
        0 => "the registry has no rule".to_owned(),
        rules => format!("no rule would be left of {rules}, as none was accepted or edited"),
    };
    format!(
        "nothing was frozen: {why}, and what is frozen so judges nothing; accept rules in the review, or freeze it all the \
         same with `vidimus freeze --allow-empty`"
    )
}

fn left(counts: &BTreeMap<&'static str, usize>, (tool, rule): &(ToolName, String)) -> String {
    let word = |name: &str| match name {
        "changed" => "changed since it was judged",
        "waiver_over" => "waived until a day that is over",
        _ => "undecided",
    };
    let counts: Vec<String> = counts.iter().map(|(name, count)| format!("{count} {}", word(name))).collect();
    format!(
        "nothing was frozen: rules are left to decide ({}), the first is of {tool}: {rule}; decide them in the review, or \
         name a default for all of them with --undecided accept or --undecided reject",
        counts.join(", ")
    )
}

/// Freezes a registry: only what was accepted and edited stays, with a seal.
pub fn freeze(from: &Freezing<'_>) -> Result<Frozen, NotFrozen> {
    if let Some(seal) = &from.registry.seal {
        return Err(NotFrozen::Already(seal.short().to_owned()));
    }
    let review = Review::of(from.registry, &[], from.journal, from.day);
    if from.undecided == Undecided::Refuse
        && let Some(first) = review.rows.iter().find(|row| row.standing.is_left())
    {
        let mut counts = BTreeMap::new();
        for row in review.rows.iter().filter(|row| row.standing.is_left()) {
            *counts.entry(row.standing.name()).or_default() += 1;
        }
        let rule = from.registry.tools.get(&first.tool).and_then(|contract| contract.invariants.get(first.place));
        let rule = rule.map(words::rule).unwrap_or_default();
        return Err(NotFrozen::Left { counts, first: (first.tool.clone(), rule) });
    }
    if from.audit.is_some_and(|audit| !is_of(audit, &review, from.undecided)) {
        return Err(NotFrozen::OtherAudit);
    }
    let left = if from.undecided == Undecided::Accept { outcome::Default::Keep } else { outcome::Default::LeaveOut };
    let result = outcome(from.registry, &review, left);
    let mut registry = result.registry;
    if registry.invariant_count() == 0 && !from.may_be_empty {
        return Err(NotFrozen::Empty(from.registry.invariant_count()));
    }
    // It is written anew, each key once.
    registry.doubled.clear();
    let (kept, gone) = entries(from.registry, &registry, &review);
    let (kept_count, gone_count) = (kept.len(), gone.len());
    let tools: Object =
        registry.tools.iter().map(|(tool, contract)| (tool.as_str(), contract_hash(contract))).collect();
    let manifest = Object::new()
        .with("format", FORMAT)
        .with("vidimus", from.version)
        .with("registry", registry_hash(&registry))
        .with("by", from.by)
        .with("day", from.day.as_str())
        .with("source", file(from.source).with("registry", registry_hash(from.registry)))
        .with("review", from.review.map(|review| Json::from(review_file(review, from.skipped))))
        .with("folds", from.folds.iter().map(|fold| Json::from(file(fold))).collect::<Vec<_>>())
        .with("audit", from.audit.cloned())
        .with("undecided", Object::new().with("default", from.undecided.name()).with("rules", result.by_default.len()))
        .with("rest", rest_hash(&registry))
        .with("tools", tools)
        .with("invariants", kept)
        .with("left_out", gone);
    let sha256 = Json::from(manifest.clone()).fingerprint();
    registry.seal = Some(Seal { sha256, manifest, extra: Object::new() });
    Ok(Frozen { registry, kept: kept_count, left_out: gone_count, by_default: result.by_default.len() })
}

/// Whether an audit was made with the very decisions that are frozen.
fn is_of(audit: &Json, review: &Review, undecided: Undecided) -> bool {
    let decided = Decided::of(review);
    // An audit keeps what is left to decide.
    if decided.left > 0 && undecided == Undecided::Reject {
        return false;
    }
    match audit.get("decisions").and_then(|it| it.get("sha256")).and_then(Json::as_str) {
        None => decided.changes.is_empty(),
        Some(sha256) => sha256 == decided.fingerprint(),
    }
}

/// The file of decisions, with the lines that do not count.
fn review_file(input: &Input, skipped: &[usize]) -> Object {
    let mut file = file(input);
    if !skipped.is_empty() {
        file.insert("skipped_lines", skipped.iter().map(|line| Json::from(*line as u64)).collect::<Vec<_>>());
    }
    file
}

fn file(input: &Input) -> Object {
    Object::new().with("name", input.name.as_str()).with("sha256", input.sha256.as_str())
}

/// What the manifest says of the invariants that stay and of those that are left out, in registry order.
fn entries(source: &Registry, result: &Registry, review: &Review) -> (Vec<Json>, Vec<Json>) {
    let stays: BTreeMap<(&ToolName, &InvariantId), _> = result
        .tools
        .iter()
        .flat_map(|(tool, contract)| contract.invariants.iter().map(move |rule| ((tool, &rule.id), rule)))
        .collect();
    let (mut kept, mut gone) = (Vec::new(), Vec::new());
    for row in &review.rows {
        let entry = Object::new().with("tool", row.tool.as_str());
        match stays.get(&(&row.tool, &row.id)) {
            Some(rule) => {
                let mut entry = entry.with("invariant", shown(rule)).with("sha256", rule_hash(rule));
                let of = source.tools.get(&row.tool).and_then(|contract| contract.invariants.get(row.place));
                if let Some(before) = of.filter(|_| matches!(row.standing, Standing::Edited(..))) {
                    entry.insert("before", shown(before));
                }
                kept.push(judged(entry, row).into());
            }
            None => {
                let rule = source.tools.get(&row.tool).and_then(|contract| contract.invariants.get(row.place));
                gone.push(judged(entry.with("invariant", rule.map(shown)), row).into());
            }
        }
    }
    (kept, gone)
}

/// An entry with where the invariant stood and what was decided and said of it.
fn judged(mut entry: Object, row: &Row) -> Object {
    entry.insert("standing", row.standing.name());
    if let Some(decision) = row.standing.decision().filter(|_| !matches!(row.standing, Standing::Undecided)) {
        entry.insert("decision", line(decision));
    }
    if let Some(why) = row.reason() {
        entry.insert("reason", why);
    }
    if !row.comments.is_empty() {
        entry.insert("comments", row.comments.iter().map(|comment| line(comment)).collect::<Vec<Json>>());
    }
    entry
}

/// A decision as its line in the review file, without what the entry says already.
fn line(decision: &Decision) -> Json {
    let text = journal::lines([decision]);
    let Ok(json::Read { value: Json::Object(mut line), .. }) = json::read(text.trim_end()) else { return Json::Null };
    line.remove("tool");
    line.remove("invariant");
    line.into()
}
