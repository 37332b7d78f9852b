//! An audit as a text: rates on clean results, recall by fault, and what would catch the rest.

use crate::audit::{Applied, Audit, Gap, Outcomes, Recall};
use crate::contract::Basis;
use crate::page::{Grid, Page, Role};
use crate::statistics::{Rate, percent};
use crate::words::counted;

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
        let mut grid = Grid::new().words("code").numbers("outcomes").numbers("violations");
        for (class, count) in &clean.by_class {
            grid.row(
                [class.code().to_owned(), count.outcomes.to_string(), count.violations.to_string()],
                None::<usize>,
            );
        }
        grid.write(page);
    }
    page.gap();
    let mut grid = Grid::new().names("tool", NAME).numbers("outcomes").numbers("judged").numbers("receipts");
    grid = grid.numbers("rate").words("95% interval").numbers("explicit errors");
    for (tool, outcomes) in &clean.by_tool {
        grid.row(tool_cells(tool.as_str(), *outcomes), None::<usize>);
    }
    grid.write(page);
}

fn tool_cells(tool: &str, outcomes: Outcomes) -> [String; 7] {
    let rate = outcomes.receipts();
    let (judged, explicit) = (outcomes.covered.to_string(), outcomes.explicit.to_string());
    let [judged, receipts, share, interval, explicit] = if outcomes.covered == 0 {
        ["0", "–", "–", "no contract", "–"].map(str::to_owned)
    } else {
        [judged, rate.hits.to_string(), rate.percent(), interval(rate), explicit]
    };
    [tool.to_owned(), outcomes.all.to_string(), judged, receipts, share, interval, explicit]
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
    let mut grid = Grid::new().words("fault").numbers("eligible").numbers("caught").numbers("recall");
    grid = grid.words("95% interval").numbers("not eligible").words("caught by");
    for recall in &audit.recall {
        grid.row(recall_cells(recall), None::<usize>);
    }
    grid.write(page);
    let uncovered: u64 = audit.recall.iter().map(|recall| recall.uncovered).sum();
    if uncovered > 0 {
        page.gap();
        page.text(format!(
            "{uncovered} more went into results of tools without a contract: nothing can catch them, and they are in no rate above."
        ));
    }
    let mut reasons = audit.recall.iter().filter(|recall| recall.ineligible() > 0).peekable();
    if reasons.peek().is_some() {
        page.heading("Clean results without a place for a fault");
    }
    for recall in reasons {
        let reasons = recall.ineligible.iter().map(|(why, results)| format!("{}: {results}", why.reason()));
        page.item(format!("{}: {}", recall.fault, reasons.collect::<Vec<_>>().join("; ")));
    }
}

fn recall_cells(recall: &Recall) -> [String; 7] {
    let rate = recall.caught;
    let mut by: Vec<_> = recall.by_class.iter().collect();
    by.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let by = by.iter().map(|(class, count)| format!("{} {count}", class.code()));
    [
        recall.fault.name().to_owned(),
        rate.of.to_string(),
        rate.hits.to_string(),
        rate.percent(),
        interval(rate),
        recall.ineligible().to_string(),
        by.collect::<Vec<_>>().join(", "),
    ]
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
    let mut grid = Grid::new().numbers("missed").names("field", NAME).words("why").words("faults");
    for (link, gap) in audit.gaps.iter().take(GAPS).enumerate() {
        let mut faults: Vec<_> = gap.missed.iter().collect();
        faults.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let faults = faults.iter().map(|(fault, count)| format!("{fault} {count}"));
        let cells = [
            (Role::Broken, gap.count().to_string()),
            (Role::Field, format!("{} {}", gap.tool, gap.path)),
            (Role::Text, gap.why.to_string()),
            (Role::Muted, faults.collect::<Vec<_>>().join(", ")),
        ];
        grid.push(cells.map(|cell| vec![cell]).into(), Some(link));
    }
    grid.write(page);
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

/// `12 of 150 (8.0%, 95% interval 4.6% to 13.5%)`.
fn told(rate: Rate) -> String {
    match rate.share() {
        None => "undefined (0 of 0)".to_owned(),
        Some(_) => format!("{} of {} ({}, 95% interval {})", rate.hits, rate.of, rate.percent(), interval(rate)),
    }
}

fn interval(rate: Rate) -> String {
    rate.wilson().map_or_else(|| "–".to_owned(), |it| format!("{} to {}", percent(it.low), percent(it.high)))
}
