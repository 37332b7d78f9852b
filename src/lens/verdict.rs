//! The card of one invariant under review: the rule, where it stands, why it may be an accident, what it was learned
//! from, how it does on calls, and what hangs on it. The screen and `vidimus review --show` say the same.

use crate::contract::least_support;
use crate::domain::class::Class;
use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::invariant::Invariant;
use crate::domain::json::Json;
use crate::domain::registry::Registry;
use crate::lens::queue::{Entry, Known, Mark};
use crate::lens::spread::spread;
use crate::page::{Kind, Page, Piece, Role};
use crate::review::preview::Cleanly;
use crate::review::{Decision, Standing, Verdict};
use crate::seal::{before_edit, rule_hash};
use crate::words::{self, counted};

/// What a card is made of.
pub struct Told<'a> {
    /// The invariant.
    pub known: Known<'a>,
    /// The registry under review.
    pub registry: &'a Registry,
    /// Another invariant of the same tool, and its sign.
    pub other: &'a dyn Fn(&InvariantId) -> Option<(&'a Invariant, Mark)>,
    /// Whether a decision on it is on its way to the disk.
    pub is_saving: bool,
    /// Whether the registry is frozen.
    pub is_frozen: bool,
    /// What became of what the tool says of itself, if snapshots are loaded.
    pub drift: Option<&'a str>,
    /// What others decided meanwhile, against what stood there.
    pub contest: Option<&'a str>,
}

/// Where a line of a card leads.
#[derive(Clone, Debug)]
pub enum Lead {
    /// To the rule itself.
    Rule,
    /// To another invariant of the same tool.
    Other(InvariantId),
}

/// The card, and where its lines lead; `on_calls` says what is known of its calls.
pub fn card(told: &Told<'_>, on_calls: impl FnOnce(&mut Page)) -> (Page, Vec<Lead>) {
    let Known { rule, row, entry, .. } = told.known;
    let mut page = Page::new(format!("{} · {} · {}", row.tool, rule.class, rule.path));
    let mut leads = Vec::new();
    let mut lead = |page: &mut Page, kind: Kind, piece: Piece, lead: Lead| {
        page.link(kind, vec![piece], leads.len());
        leads.push(lead);
    };
    lead(&mut page, Kind::Text, (Role::Title, words::whole_rule(rule)), Lead::Rule);
    standing_lines(&mut page, told);
    if let Some(over) = &entry.under {
        let over_it = (told.other)(over);
        let sentence = over_it.map(|(rule, mark)| format!("{} ({})", words::rule(rule), mark.word()));
        let piece = (Role::Muted, format!("it goes with: {}", sentence.unwrap_or_default()));
        lead(&mut page, Kind::Text, piece, Lead::Other(over.clone()));
    }
    page.heading("Why look at it");
    if told.known.reasons().is_empty() {
        page.item("nothing speaks against it");
    }
    for reason in told.known.reasons() {
        let role = if reason.weight > 0 { Role::Text } else { Role::Muted };
        page.push(Kind::Item, vec![(role, reason.sentence.clone())]);
    }
    evidence_lines(&mut page, told);
    if let Some(drift) = told.drift {
        page.item(format!("the tool's own schemas: {drift} (on screen D shows it)"));
    }
    page.heading("On calls");
    on_calls(&mut page);
    if !entry.implies.is_empty() {
        let keys = if told.is_frozen { "" } else { " (on screen + accepts all of it)" };
        page.heading(format!("What follows from it{keys}"));
        for id in &entry.implies {
            let Some((other, mark)) = (told.other)(id) else { continue };
            let piece = (Role::Text, format!("{} ({})", words::rule(other), mark.word()));
            lead(&mut page, Kind::Item, piece, Lead::Other(id.clone()));
        }
    }
    if !row.comments.is_empty() {
        page.heading("Comments");
        for comment in &row.comments {
            page.item(format!("{} ({}, {})", comment.reason, comment.author, day(&comment.at)));
        }
    }
    (page, leads)
}

/// Where it stands; of one that changed both versions.
fn standing_lines(page: &mut Page, told: &Told<'_>) {
    if told.is_saving {
        page.push(Kind::Text, vec![(Role::News, "the decision on it is being saved".into())]);
    }
    let now = &told.known.row.standing;
    let role = match now {
        Standing::Undecided => Role::Muted,
        Standing::Changed(_) | Standing::WaiverOver(_) => Role::Changed,
        Standing::Rejected(_) => Role::Broken,
        _ => Role::Held,
    };
    if told.is_frozen {
        let row = told.known.row;
        let (sentence, before) = sealed(told.registry, &row.tool, &row.id);
        page.push(Kind::Text, vec![(Role::Held, sentence)]);
        if let Some(before) = before {
            page.push(Kind::Item, vec![(Role::Removed, "as mined: ".into()), (Role::Text, before)]);
        }
        return;
    }
    page.push(Kind::Text, vec![(role, standing_sentence(now))]);
    if let Some(contest) = told.contest {
        page.push(Kind::Text, vec![(Role::News, contest.to_owned())]);
    }
    if let Standing::Edited(_, result) = now {
        page.item(format!("with the change: {}", words::whole_rule(result)));
    }
    if let Some(before) = now.judged() {
        page.push(Kind::Item, vec![(Role::Removed, "before: ".into()), (Role::Text, words::whole_rule(&before.rule))]);
        page.push(Kind::Item, vec![(Role::Added, "now:    ".into()), (Role::Text, words::whole_rule(told.known.rule))]);
    }
}

/// What the manifest of a frozen registry says of the rule, and what it was before an edit.
#[must_use]
pub fn sealed(registry: &Registry, tool: &ToolName, id: &InvariantId) -> (String, Option<String>) {
    let is_it = |entry: &&Json| {
        let named = entry.get("invariant").and_then(|rule| rule.get("id")).and_then(Json::as_str);
        entry.get("tool").and_then(Json::as_str) == Some(tool.as_str()) && named == Some(id.as_str())
    };
    let entries = registry.seal.as_ref().and_then(|seal| seal.manifest.get("invariants")?.as_array());
    let Some(entry) = entries.and_then(|entries| entries.iter().find(is_it)) else {
        return ("frozen; the manifest does not name this rule".to_owned(), None);
    };
    let text = |value: &Json, key: &str| value.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
    let decision = entry.get("decision").cloned().unwrap_or_default();
    let standing = text(entry, "standing").replace('_', " ");
    let by = match (text(&decision, "by"), text(&decision, "at")) {
        (by, _) if by.is_empty() => String::new(),
        (by, at) => format!(" by {by} on {}", day(&at)),
    };
    let why = match text(entry, "reason") {
        why if why.is_empty() => String::new(),
        why => format!(": {why}"),
    };
    let before = before_edit(tool, entry).as_ref().map(words::whole_rule);
    let there = registry.tools.get(tool).and_then(|contract| contract.invariants.iter().find(|rule| rule.id == *id));
    if there.is_some_and(|rule| Some(rule_hash(rule)) != entry.get("sha256").and_then(Json::as_str).map(str::to_owned))
    {
        return (format!("this is not the rule that was sealed; that one was {standing}{by}{why}"), before);
    }
    (format!("frozen: {standing}{by}{why}"), before)
}

/// What the clean samples looked like.
fn evidence_lines(page: &mut Page, told: &Told<'_>) {
    let Known { rule, row, entry, .. } = told.known;
    page.heading("What it was mined from");
    if let Some(basis) = &rule.basis {
        return page.item(format!("declared by a {basis}, not learned from samples"));
    }
    let samples = told.registry.tools.get(&row.tool).map_or(0, |contract| contract.samples);
    let least = least_support(&told.registry.source, rule);
    // Of both, more is asked where the name of the field does not speak for the rule (SPEC 3).
    let named = if matches!(rule.class, Class::Category | Class::Positive) { " at a field of such a name" } else { "" };
    page.item(format!(
        "held in all {} that reached it, of {samples} of the tool; such a rule{named} needs {least}",
        counted(rule.support, "clean sample")
    ));
    if let Some(evidence) = words::evidence(rule).filter(|evidence| !evidence.starts_with("it held")) {
        page.item(evidence);
    }
    for pieces in spread(rule, None) {
        page.push(Kind::Row, pieces);
    }
    // In fewer than all of them is a reason above.
    if let Some((_, all)) = entry.folds.filter(|(with, all)| with == all) {
        page.item(words::folds(all, &[], &[]));
    }
}

/// How it does on clean calls: a sentence.
#[must_use]
pub fn cleanly(entry: &Entry) -> Piece {
    let Cleanly { fires, reached, allowed } = entry.cleanly();
    let broken = format!("broken on {fires} of {}", counted(reached, "call"));
    match entry.folds {
        Some(_) if reached == 0 => (
            Role::Text,
            "clean: not tried (0 of 0): no fold that has the rule judges a call on which it looks at something".into(),
        ),
        Some(_) => {
            let role = if fires > 0 { Role::Broken } else { Role::Text };
            let allowed = match allowed {
                0 => "",
                all if all == fires => {
                    "; there a fold expects something else: accepted as it stands, the rule would not have fired"
                }
                _ => "; on some of these a fold expects something else (see below)",
            };
            (role, format!("clean, each judged by the fold that never saw its task: {broken}{allowed}"))
        }
        None => (Role::Text, format!("clean: {broken}; without folds these may be the very calls it was mined from")),
    }
}

/// The day of a time.
fn day(at: &str) -> &str {
    at.split('T').next().unwrap_or_default()
}

/// Where an invariant stands, in a sentence without a full stop: `accepted by Mia on 2026-11-30`.
#[must_use]
pub fn standing_sentence(standing: &Standing) -> String {
    let Some(decision) = standing.decision() else { return "nobody has decided".into() };
    let until = match decision.verdict() {
        Some(Verdict::Waived { until }) => until.as_str(),
        _ => "",
    };
    let what = match standing {
        Standing::Undecided => "nobody has decided; last".to_owned(),
        Standing::Accepted(_) => "accepted".to_owned(),
        Standing::Rejected(_) => "rejected".to_owned(),
        Standing::Edited(..) => "accepted with a change".to_owned(),
        Standing::Waived(_) => format!("left out until {until} is over, waived"),
        Standing::WaiverOver(_) => format!("to be decided again: the waiver ended with {until}; it was given"),
        Standing::Changed(_) => {
            let verdict = decision.verdict().map_or("judged", said);
            format!("to be decided again: it has changed since it was {verdict}")
        }
    };
    format!("{what} {}", signed(decision))
}

/// What was done with a rule, in a word: `accepted`.
#[must_use]
pub fn said(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "accepted",
        Verdict::Rejected => "rejected",
        Verdict::Edited(_) => "accepted with a change",
        Verdict::Waived { .. } => "waived",
        Verdict::Comment => "commented on",
    }
}

/// Who, when, why.
fn signed(decision: &Decision) -> String {
    let day = day(&decision.at);
    let bulk = if decision.bulk.is_some() { ", with others at once" } else { "" };
    let why = if decision.reason.is_empty() { String::new() } else { format!(": {}", decision.reason) };
    format!("by {} on {day}{bulk}{why}", decision.author)
}

#[cfg(test)]
mod tests;
