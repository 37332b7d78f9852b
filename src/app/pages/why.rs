//! The receipt autopsy of the call under the cursor.

use crate::app::{App, CallDetail};
use crate::contract::Verdict;
use crate::domain::class::Class;
use crate::page::{Kind, Page, Role};
use crate::words;

pub(super) fn page(app: &App) -> Page {
    let mut page = Page::new("why");
    let Some(detail) = app.stepper.as_ref().and_then(|stepper| stepper.detail.as_ref()) else {
        page.muted("The call is still being read.");
        return page;
    };
    page.heading(format!("{} · call {}", detail.call.tool, step(app, detail)));
    // What was delivered and what is computed now stand apart, the delivered one first.
    if let Some(receipt) = &detail.call.receipt {
        page.heading("Recorded: the receipt that the agent was shown");
        page.push(Kind::Text, vec![(Role::Value, receipt.to_string())]);
    }
    let mut classes: Vec<Class> = Vec::new();
    if let (Some(judge), false) = (&detail.judge, detail.violations.is_empty()) {
        page.heading(format!("Replayed: what {} says now", judge.name));
        for violation in &detail.violations {
            let rule = judge.rule_of(violation);
            let sentence = words::violation(violation, rule);
            page.push(Kind::Text, vec![(Role::Broken, "▲ ".into()), (Role::Text, sentence)]);
            if let Some(rule) = rule {
                page.push(Kind::Item, vec![(Role::Muted, "the rule: ".into()), (Role::Text, words::rule(rule))]);
                if let Some(text) = words::equation(violation, rule) {
                    page.push(Kind::Item, vec![(Role::Muted, "this call: ".into()), (Role::Text, text)]);
                }
            }
            if !classes.contains(&violation.class) {
                classes.push(violation.class);
            }
        }
    } else {
        page.text(detail.nothing_broke(app.registry.is_some()));
    }
    for class in classes {
        let card = words::card(class);
        page.heading(card.code);
        for (heading, sentence) in card.lines {
            page.push(Kind::Item, vec![(Role::Muted, format!("{heading}: ")), (Role::Text, sentence.to_owned())]);
        }
    }
    others(detail, &mut page);
    page.heading("What the tool returned");
    page.push(Kind::Text, vec![(Role::Value, detail.raw_result())]);
    page
}

fn step(app: &App, detail: &CallDetail) -> String {
    let slot = app.stepper.as_ref().and_then(|stepper| app.data.ledger(stepper.episode.ledger));
    slot.and_then(|slot| slot.index.calls().get(detail.place as usize))
        .map(|entry| entry.step().to_string())
        .unwrap_or_default()
}

/// Every other rule that was asked, held ones first.
fn others(detail: &CallDetail, page: &mut Page) {
    for (verdict, heading) in
        [(Verdict::Held, "Rules that held"), (Verdict::NotReached, "Rules with nothing to look at here")]
    {
        let judged = detail.judgements.iter().filter(|judgement| judgement.verdict == verdict);
        let rules: Vec<_> = judged.filter_map(|judgement| detail.rule(judgement.invariant)).collect();
        if rules.is_empty() {
            continue;
        }
        page.heading(format!("{heading} ({})", rules.len()));
        let (role, sign) = if verdict == Verdict::Held { (Role::Held, "✓") } else { (Role::Muted, "·") };
        for rule in rules {
            page.push(Kind::Item, vec![(role, format!("{sign} ")), (Role::Muted, words::rule(rule))]);
        }
    }
}
