//! One violation: the conclusion, the rule with this call's numbers, what the rule was learned from; and a card for
//! each kind.

use super::{Leads, labelled, sign_of};
use crate::domain::class::Class;
use crate::lens::autopsy::{Autopsy, Broken, Likeness, Likest, truth};
use crate::lens::spread::spread;
use crate::page::{Kind, Page, Role};
use crate::words;

pub(super) fn write(autopsy: &Autopsy, place: usize, page: &mut Page) {
    let Some(broken) = autopsy.broken.get(place) else { return };
    let (Broken { violation, invariant, folds }, count) = (broken, autopsy.broken.len());
    page.heading(format!("Violation {} of {count} (replayed): {} at {}", place + 1, violation.code(), violation.path));
    let sentence = words::violation(violation, invariant.as_ref());
    let sign = sign_of(violation, autopsy.recorded.as_ref().map(|recorded| &recorded.receipt));
    page.push(Kind::Text, vec![sign.lead(), (Role::Text, sentence.clone())]);
    let Some(rule) = invariant else { return };
    if let Some(equation) = words::equation(violation, rule) {
        labelled("by the numbers", &equation, page);
    }
    if let Some(passing) = words::to_pass(violation, rule) {
        labelled("the rule would accept", &passing, page);
    }
    if let Some(side) = nearest(autopsy).and_then(|likest| truth::which_side(rule, likest)) {
        labelled("which of the two", &side, page);
    }
    let learned = vec![(Role::Muted, "learned rule: ".into()), (Role::Text, words::rule(rule))];
    page.link(Kind::Item, learned, Leads::ToRule(place).link());
    // The conclusion itself mostly ends in it.
    if let Some(evidence) = words::evidence(rule).filter(|evidence| !sentence.ends_with(evidence)) {
        labelled("evidence", &evidence, page);
    }
    for row in spread(rule, Some(&violation.observed)) {
        let mut pieces = vec![(Role::Text, "    ".to_owned())];
        pieces.extend(row);
        page.push(Kind::Row, pieces);
    }
    let folds = folds.map(|(with, all)| {
        let so = if with < all { "stands so" } else { "stands" };
        format!(" · {so} in {with} of {}", words::counted(all, "fold"))
    });
    let folds = folds.unwrap_or_default();
    let stands = format!("invariant {} · support {}{folds}", rule.id, rule.support);
    page.push(Kind::Item, vec![(Role::Muted, stands)]);
}

/// The nearest clean sample, once it is found.
fn nearest(autopsy: &Autopsy) -> Option<&Likest> {
    match &autopsy.likeness {
        Likeness::Sought { nearest, .. } => nearest.as_deref(),
        Likeness::NotSought | Likeness::Seeking(..) => None,
    }
}

/// A card for each kind of violation of the call.
pub(super) fn cards(autopsy: &Autopsy, page: &mut Page) {
    let mut classes: Vec<Class> = autopsy.broken.iter().map(|broken| broken.violation.class).collect();
    classes.dedup();
    for class in classes {
        let card = words::card(class);
        page.heading(format!("What {} means", card.code));
        for (heading, sentence) in card.lines {
            labelled(heading, sentence, page);
        }
    }
}
