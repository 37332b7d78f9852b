//! What the agent did after a receipt; and what the episodes cost.

use super::{By, Shown};
use crate::figures::{Group, Recoveries, Recovery};
use crate::lens::study::Study;
use crate::lens::study::draw::{bar_in, ribbon, sign};
use crate::lens::study::payoff::amount;
use crate::lens::study::ribbon::took;
use crate::lens::study::write::{Behind, Writer, named, widest};
use crate::page::Role;
use crate::recovery::NextAction;
use crate::words::counted;

/// The names of what was done leave so much for bars on a narrow screen.
const BAR: u64 = 14;
/// From so many columns on a share stands with the numbers it is made of.
const WIDE: usize = 92;

pub(super) fn write(study: &Study<'_>, shown: Shown, out: &mut Writer) {
    let found = &study.figures.recovery;
    out.page.heading("After a receipt");
    let all = &found.overall.all;
    if all.receipts.count == 0 {
        out.page.text("No receipt was delivered: what followed is undefined (0 of 0).");
        return;
    }
    let text = format!(
        "{} in {}, completed {}",
        counted(all.receipts.count, "receipt"),
        counted(all.receipts.rows.len() as u64, "episode"),
        all.completed.rate().sentence()
    );
    out.row(vec![(Role::Text, text)], Behind::Rows("with a receipt".to_owned(), all.receipts.clone()));
    branches("", &found.overall, shown, out);
    groups(found, shown, out);
}

/// What was done, one line each.
fn branches(of: &str, recovery: &Recovery, shown: Shown, out: &mut Writer) {
    for action in NextAction::ALL {
        let (sign, role) = sign(action);
        let (share, branch) = (recovery.share(action).rate(), recovery.branch(action));
        let (words, completed) = (took(action), branch.completed.rate());
        let pieces = vec![
            (role, format!("  {} {words:<26}", sign.text())),
            (Role::Text, format!(" {:>4} {:>6}  ", branch.receipts.count, share.percent())),
            (role, bar_in(share, BAR)),
            (
                Role::Text,
                format!(
                    "  completed {}",
                    if shown.columns < WIDE { completed.percent() } else { completed.sentence() }
                ),
            ),
        ];
        let what = format!("{of}receipts after which the agent {words}");
        out.row(pieces, Behind::Rows(what, branch.receipts.clone()));
    }
}

fn groups(found: &Recoveries, shown: Shown, out: &mut Writer) {
    let rows: Vec<(String, &Recovery)> = match shown.by {
        By::Model => found.by_model.iter().map(|(name, it)| (name.clone(), it)).collect(),
        By::Tool => found.by_tool.iter().map(|(name, it)| (name.to_string(), it)).collect(),
        By::Code => found.by_code.iter().map(|(name, it)| (name.clone(), it)).collect(),
        By::All | By::Stratum | By::Both => return,
    };
    let mut rows: Vec<_> = rows;
    rows.sort_by_key(|(_, it)| std::cmp::Reverse(it.all.receipts.count));
    let what = match shown.by {
        By::Model => "model",
        By::Tool => "tool",
        _ => "code",
    };
    let width = widest(rows.iter().map(|(name, _)| name.as_str()).chain([what])).min(shown.widths().name.max(24));
    out.page.gap();
    out.columns(&format!(
        "{}  {:>8}  {:<20}  {:>9}",
        named(what, width),
        "receipts",
        "listed other retry –",
        "completed"
    ));
    for (name, recovery) in rows {
        let all = &recovery.all;
        let mut pieces = vec![(Role::Text, format!("{}  {:>8}  ", named(&name, width), all.receipts.count))];
        pieces.extend(ribbon(recovery));
        pieces.push((Role::Text, format!("  {:>9}", all.completed.rate().percent())));
        out.row(pieces, Behind::Rows(format!("{what} {name}: receipts"), all.receipts.clone()));
        if shown.is_open {
            branches(&format!("{what} {name}: "), recovery, shown, out);
        }
    }
}

/// Calls, tokens and money an episode.
pub(super) fn cost(study: &Study<'_>, shown: Shown, out: &mut Writer) {
    let spent = &study.figures.spent;
    if spent.is_empty() {
        return;
    }
    out.page.heading("Calls, tokens and money per episode");
    let arms = spent.iter().flat_map(|spent| spent.by_arm.keys());
    let width = widest(arms.map(String::as_str).chain(["second − first"])).min(shown.widths().name.max(14));
    for spent in spent {
        let measure = spent.measure;
        for (arm, sum) in study.by_arm(&spent.by_arm) {
            let mean = sum.mean().map_or_else(|| "–".to_owned(), |mean| amount(measure, mean));
            let text = format!(
                "{:<14} {}  {mean:>9}  in {}",
                measure.words(),
                named(arm, width),
                counted(sum.of.len() as u64, "episode")
            );
            let what = format!("{arm}: {}", measure.words());
            out.row(vec![(Role::Text, text)], Behind::Rows(what, Group::of(sum.of.clone())));
        }
        if let Some(mean) = spent.difference.mean() {
            let sign = if mean > 0.0 { "+" } else { "" };
            let text = format!(
                "{:<14} {}  {:>9}  in {}",
                measure.words(),
                named("second − first", width),
                format!("{sign}{}", amount(measure, mean)),
                counted(spent.difference.of.len() as u64, "pair")
            );
            let what = format!("pairs that both say {}", measure.words());
            out.row(vec![(Role::Text, text)], Behind::Pairs(what, spent.difference.of.clone()));
        }
    }
}
