//! The card of one invariant under review: the rule, what it was learned from, why it may be an accident, and where it
//! stands.

use crate::contract::least_support;
use crate::domain::invariant::Invariant;
use crate::domain::registry::Registry;
use crate::page::{Kind, Page, Role};
use crate::review::suspicion::Suspicions;
use crate::review::{Decision, Review, Row, Standing, Verdict};
use crate::words;

/// The card of a row of a review; nothing if the row is of another registry.
#[must_use]
pub fn page(registry: &Registry, review: &Review, suspicions: &Suspicions, row: &Row) -> Option<Page> {
    let contract = registry.tools.get(&row.tool)?;
    let rule = contract.invariants.get(row.place)?;
    let suspicion = suspicions.of(&row.tool, &row.id);
    let mut page = Page::new(format!("{} of {}: {}", rule.class, row.tool, rule.path));
    page.text(format!("{}.", words::rule(rule)));
    if let Some(evidence) = words::evidence(rule) {
        page.muted(format!("{evidence}."));
    }
    if rule.support > 0 {
        let (least, support) = (least_support(&registry.source, rule), rule.support);
        let samples = words::counted(contract.samples, "sample");
        page.muted(format!("It stands on {support} of the {samples} of {}; such a rule needs {least}.", row.tool));
    }
    page.heading("Why it may be an accident");
    let reasons = suspicion.map(|it| it.reasons.as_slice()).unwrap_or_default();
    if reasons.is_empty() {
        page.item("it was declared, not learned: there are no samples to doubt");
    }
    for reason in reasons {
        let role = if reason.weight > 0 { Role::Text } else { Role::Muted };
        page.push(Kind::Item, vec![(role, reason.sentence.clone())]);
    }
    let under: Vec<&Row> = review
        .rows
        .iter()
        .filter(|other| other.tool == row.tool)
        .filter(|other| suspicions.of(&other.tool, &other.id).is_some_and(|it| it.under.as_ref() == Some(&row.id)))
        .collect();
    if !under.is_empty() {
        page.heading(format!("Who believes it, believes {}", words::counted(under.len() as u64, "more rule")));
        for other in under {
            if let Some(rule) = contract.invariants.get(other.place) {
                page.item(format!(
                    "{} ({}, {})",
                    words::rule(rule),
                    rule.class,
                    other.standing.name().replace('_', " ")
                ));
            }
        }
    }
    page.heading("Where it stands");
    stands(&mut page, rule, &row.standing);
    for comment in &row.comments {
        page.item(format!("{} said: {} ({})", comment.author, comment.reason, comment.at));
    }
    page.heading("Its name");
    page.push(Kind::Item, vec![(Role::Value, row.id.to_string())]);
    Some(page)
}

fn stands(page: &mut Page, rule: &Invariant, standing: &Standing) {
    page.item(standing_sentence(standing));
    match standing {
        Standing::Edited(_, result) => page.item(format!("with the change: {}", words::rule(result))),
        Standing::Changed(_) => {
            if let Some(judged) = standing.judged() {
                page.item(format!("judged then: {}", words::rule(&judged.rule)));
                page.item(format!("here now: {}", words::rule(rule)));
            }
        }
        _ => {}
    }
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

fn said(verdict: &Verdict) -> &'static str {
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
    let day = decision.at.split('T').next().unwrap_or_default();
    let bulk = if decision.bulk.is_some() { ", with others at once" } else { "" };
    let why = if decision.reason.is_empty() { String::new() } else { format!(": {}", decision.reason) };
    format!("by {} on {day}{bulk}{why}", decision.author)
}

#[cfg(test)]
mod tests;
