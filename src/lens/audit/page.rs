//! An audit as a text: rates on clean results, recall by fault, and what would catch the rest.

use unicode_width::UnicodeWidthStr;

use crate::audit::{Applied, Audit, Gap, Outcomes, Recall};
use crate::contract::Basis;
use crate::page::{Kind, Page, Role};
use crate::safe::visible;
use crate::statistics::{Rate, percent};
use crate::words::{cell, counted};

/// At most so many gaps have a line; the rest are counted.
const GAPS: usize = 60;
/// The widest column of names; longer ones are cut.
const NAME: usize = 60;

/// The page of an audit. A line of a gap links to its place in [`Audit::gaps`].
#[must_use]
pub fn page(audit: &Audit) -> Page {
    let mut page = Page::new("audit");
    if let Some((applied, _)) = &audit.applied {
        page.text(with_decisions(applied));
    }
    clean(audit, &mut page);
    recall(audit, &mut page);
    gaps(audit, &mut page);
    page
}

/// Which decisions made the contracts that judged.
fn with_decisions(applied: &Applied) -> String {
    let Applied { rejected, waived, edited, left, .. } = *applied;
    let left = match left {
        0 => String::new(),
        left => format!(" What is left to decide ({}) stays as mined.", counted(left, "rule")),
    };
    format!(
        "The contracts judge as reviewed: in each of them {} edited, {rejected} rejected and {waived} waived.{left}",
        counted(edited, "rule")
    )
}

fn clean(audit: &Audit, page: &mut Page) {
    let clean = &audit.clean;
    let total = clean.total;
    page.heading("Receipts on clean results");
    page.text(format!(
        "{} of clean episodes; the tool of {} has a contract, and only these are judged.",
        counted(total.all, "outcome"),
        told(total.coverage())
    ));
    let before = audit.applied.as_ref().map(|(_, before)| *before);
    let without = |rate: fn(Outcomes) -> Rate| match before {
        Some(before) => format!("; without the decisions {}", rate(before).hits),
        None => String::new(),
    };
    page.text(format!("Receipts: {}{}.", told(total.receipts()), without(Outcomes::receipts)));
    page.item(
        format!("for an explicit error, which the agent can read for itself: {}", told(total.explicit()))
            + &without(Outcomes::explicit),
    );
    page.item(
        format!("for anything else, false alarms as far as the results are right: {}", told(total.silent()))
            + &without(Outcomes::silent),
    );
    page.text(basis(audit));
    if clean.left_out > 0 {
        let left_out = counted(clean.left_out, "outcome");
        page.text(format!("{left_out} of episodes with an injected fault are left out: they are not clean."));
    }
    if !clean.by_class.is_empty() {
        page.gap();
        row(page, Role::Muted, &format!("{:<26} {:>10} {:>10}", "code", "outcomes", "violations"));
        for (class, count) in &clean.by_class {
            row(page, Role::Text, &format!("{:<26} {:>10} {:>10}", class.code(), count.outcomes, count.violations));
        }
    }
    page.gap();
    let names = widest(clean.by_tool.keys().map(crate::domain::ids::ToolName::as_str));
    row(
        page,
        Role::Muted,
        &format!(
            "{}  {:>8} {:>8} {:>8} {:>6}  {:<16} {:>15}",
            cell("tool", names),
            "outcomes",
            "judged",
            "receipts",
            "rate",
            "95% interval",
            "explicit errors"
        ),
    );
    for (tool, outcomes) in &clean.by_tool {
        row(page, Role::Text, &format!("{}  {}", cell(&visible(tool.as_str()), names), tool_cells(*outcomes)));
    }
}

fn tool_cells(outcomes: Outcomes) -> String {
    if outcomes.covered == 0 {
        return format!("{:>8} no contract", outcomes.all);
    }
    let rate = outcomes.receipts();
    format!(
        "{:>8} {:>8} {:>8} {:>6}  {:<16} {:>15}",
        outcomes.all,
        outcomes.covered,
        rate.hits,
        rate.percent(),
        interval(rate),
        outcomes.explicit
    )
}

/// By what right the results were judged.
fn basis(audit: &Audit) -> String {
    let clean = &audit.clean;
    let count = |basis: Basis| clean.bases.get(basis.name()).copied().unwrap_or(0);
    let (whole, unsure) = (count(Basis::Whole), count(Basis::Unsure));
    match (whole, unsure) {
        (0, 0) if clean.bases.is_empty() => "Nothing was judged.".to_owned(),
        (0, 0) => "Every outcome was judged by a fold that never saw its task.".to_owned(),
        (0, unsure) => format!(
            "Of {} it is not sure that no rule was learned from them: not all folds say which tasks they hold out.",
            counted(unsure, "outcome")
        ),
        _ => "One registry judged everything. If it was learned from these very results, it cannot but hold on them: \
              the rates are no held-out rates, for which --crossfit is there."
            .to_owned(),
    }
}

fn recall(audit: &Audit, page: &mut Page) {
    page.heading("Injected faults");
    let plan = &audit.plan;
    page.text(format!(
        "Each copy of a clean result has one fault, where the seed ({}) chose among all places where it makes sense, \
         whether a rule looks there or not; at most {} of a kind in each result.",
        plan.seed, plan.per_call
    ));
    page.text("Caught is what breaks a rule that the clean result did not break by the same code at the same path.");
    page.gap();
    row(
        page,
        Role::Muted,
        &format!(
            "{:<30} {:>8} {:>8} {:>7}  {:<18} {:>12}  caught by",
            "fault", "eligible", "caught", "recall", "95% interval", "not eligible"
        ),
    );
    for recall in &audit.recall {
        row(page, Role::Text, &recall_cells(recall));
    }
    let uncovered: u64 = audit.recall.iter().map(|recall| recall.uncovered).sum();
    if uncovered > 0 {
        page.gap();
        page.text(format!(
            "{uncovered} more went into results of tools without a contract: nothing can catch them, and they are in no rate above."
        ));
    }
    let reasons = audit.recall.iter().filter(|recall| recall.ineligible() > 0);
    page.heading("Clean results without a place for a fault");
    for recall in reasons {
        let reasons = recall.ineligible.iter().map(|(why, results)| format!("{}: {results}", why.reason()));
        page.item(format!("{}: {}", recall.fault, reasons.collect::<Vec<_>>().join("; ")));
    }
}

fn recall_cells(recall: &Recall) -> String {
    let rate = recall.caught;
    let mut by: Vec<_> = recall.by_class.iter().collect();
    by.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let by = by.iter().map(|(class, count)| format!("{} {count}", class.code()));
    format!(
        "{:<30} {:>8} {:>8} {:>7}  {:<18} {:>12}  {}",
        recall.fault.name(),
        rate.of,
        rate.hits,
        rate.percent(),
        interval(rate),
        recall.ineligible(),
        by.collect::<Vec<_>>().join(", ")
    )
}

fn gaps(audit: &Audit, page: &mut Page) {
    page.heading("What would catch the rest");
    if audit.gaps.is_empty() {
        page.text("No fault was missed.");
        return;
    }
    let missed: u64 = audit.gaps.iter().map(Gap::count).sum();
    let first = counted(missed, "fault");
    page.text(format!("{first} were missed, by field and reason; the biggest gap first."));
    page.gap();
    let place = |gap: &Gap| format!("{} {}", gap.tool, gap.path);
    let shown = audit.gaps.iter().take(GAPS);
    let names = widest(shown.clone().map(place));
    for (link, gap) in shown.enumerate() {
        let mut faults: Vec<_> = gap.missed.iter().collect();
        faults.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let faults = faults.iter().map(|(fault, count)| format!("{fault} {count}"));
        let pieces = vec![
            (Role::Broken, format!("{:>7}  ", gap.count())),
            (Role::Field, cell(&visible(&place(gap)), names)),
            (Role::Text, format!("  {}", gap.why)),
            (Role::Muted, format!(" · {}", faults.collect::<Vec<_>>().join(", "))),
        ];
        page.link(Kind::Row, pieces, link);
    }
    if audit.gaps.len() > GAPS {
        let rest: u64 = audit.gaps.iter().skip(GAPS).map(Gap::count).sum();
        let more = audit.gaps.len() - GAPS;
        page.muted(format!(
            "and {} more, with {} together",
            counted(more as u64, "gap"),
            counted(rest, "missed fault")
        ));
    }
}

fn row(page: &mut Page, role: Role, text: &str) {
    page.push(Kind::Row, vec![(role, text.trim_end().to_owned())]);
}

fn widest<T: AsRef<str>>(names: impl Iterator<Item = T>) -> usize {
    names.map(|name| visible(name.as_ref()).width()).max().unwrap_or(0).clamp(4, NAME)
}

/// `12 of 150 (8.0%, 95% interval 4.6% to 13.5%)`.
fn told(rate: Rate) -> String {
    match rate.share() {
        None => "none of 0".to_owned(),
        Some(_) => format!("{} of {} ({}, 95% interval {})", rate.hits, rate.of, rate.percent(), interval(rate)),
    }
}

fn interval(rate: Rate) -> String {
    rate.wilson().map_or_else(|| "–".to_owned(), |it| format!("{} to {}", percent(it.low), percent(it.high)))
}
