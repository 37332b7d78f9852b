//! What the agent did after a receipt, and how that ended; and whether the receipt left it a choice.

use super::Study;
use super::draw::{bar, ribbon, sign};
use super::write::{Behind, NAME, Writer, told};
use crate::figures::{Recoveries, Recovery};
use crate::page::{Grid, Role};
use crate::recovery::NextAction;
use crate::words::counted;

pub(super) fn write(study: &Study<'_>, out: &mut Writer) {
    let found = &study.figures.recovery;
    out.page.heading("After a receipt");
    let all = &found.overall.all;
    if all.receipts.count == 0 {
        out.page.text("No receipt was delivered: what followed is undefined (0 of 0).");
        return;
    }
    out.page.text(format!(
        "{} in {}. What the agent did is told by its first call after the receipt. An episode with several receipts counts \
         once for each; so counted, completed are {}. The agent chose what to do itself, so the rates below do not say \
         what another choice would have led to.",
        counted(all.receipts.count, "receipt"),
        counted(all.receipts.rows.len() as u64, "episode"),
        told(all.completed.rate())
    ));
    out.page.gap();
    branches(&found.overall, out);
    tables(found, out);
    choice(study, out);
}

/// What the agent did.
pub(super) const fn took(action: NextAction) -> &'static str {
    match action {
        NextAction::Listed => "took a listed tool",
        NextAction::Other => "went on with another tool",
        NextAction::Retry => "called the same tool again",
        NextAction::None => "called nothing more",
    }
}

fn branches(recovery: &Recovery, out: &mut Writer) {
    let mut grid = Grid::new().words("what came next").numbers("receipts").drawing().numbers("completed");
    for action in NextAction::ALL {
        let (sign, role) = sign(action);
        let (share, branch) = (recovery.share(action).rate(), recovery.branch(action));
        let words = took(action);
        let cells = [
            (role, format!("{} {words}", sign.text())),
            (Role::Text, share.sentence()),
            (role, bar(share)),
            (Role::Text, branch.completed.rate().sentence()),
        ];
        let what = format!("receipts after which the agent {words}");
        grid.push(cells.map(|cell| vec![cell]).into(), out.link(Behind::Rows(what, branch.receipts.clone())));
    }
    out.grid(grid);
}

fn tables(found: &Recoveries, out: &mut Writer) {
    let of = |name: &str, recovery: &Recovery| (name.to_owned(), recovery.clone());
    let models: Vec<_> = found.by_model.iter().map(|(name, it)| of(name, it)).collect();
    let tools: Vec<_> = found.by_tool.iter().map(|(name, it)| of(name.as_str(), it)).collect();
    let codes: Vec<_> = found.by_code.iter().map(|(name, it)| of(name, it)).collect();
    for (what, rows) in [("model", models), ("tool", tools), ("code", codes)] {
        if what == "model" && rows.len() < 2 {
            continue;
        }
        table(what, &rows, out);
    }
    out.page.muted(
        "The share of the receipts that each action has, and in brackets how many percent of these are in completed \
         episodes. A receipt with several codes is in several lines.",
    );
}

fn table(what: &str, rows: &[(String, Recovery)], out: &mut Writer) {
    out.page.gap();
    let text = |text: String| vec![(Role::Text, text)];
    let mut grid = Grid::new().names(what, NAME).numbers("receipts");
    for action in NextAction::ALL {
        grid = grid.numbers(action.name());
    }
    grid = grid.numbers("completed").drawing();
    let mut rows: Vec<_> = rows.iter().collect();
    rows.sort_by_key(|(_, recovery)| std::cmp::Reverse(recovery.all.receipts.count));
    for (name, recovery) in rows {
        let cells = NextAction::ALL.iter().map(|action| {
            let completed = recovery.branch(*action).completed.rate();
            let completed = completed.share().map_or_else(|| "–".to_owned(), |share| format!("{:.0}%", share * 100.0));
            text(format!("{} ({completed})", recovery.share(*action).rate().percent()))
        });
        let all = &recovery.all;
        let mut row = vec![text(name.clone()), text(all.receipts.count.to_string())];
        row.extend(cells);
        row.extend([text(all.completed.rate().percent()), ribbon(recovery)]);
        grid.push(row, out.link(Behind::Rows(format!("{what} {name}: receipts"), all.receipts.clone())));
    }
    out.grid(grid);
}

pub(super) fn choice(study: &Study<'_>, out: &mut Writer) {
    let choice = &study.figures.choice;
    out.page.heading("Whether receipts leave a choice");
    out.share("receipts that list two tools or more", &choice.at_least_two);
    for (what, group) in [
        ("list one tool", &choice.one),
        ("list none, as no tool stands in or none of them is advertised", &choice.empty),
        ("have no list, as their shape has none", &choice.no_list),
    ] {
        if group.count > 0 {
            out.item(format!("receipts that {what}: {}", group.count), &format!("receipts that {what}"), group);
        }
    }
    out.share(
        "of those that list any, where the ledger says what was advertised, list a tool that was not",
        &choice.not_advertised,
    );
    out.share("of those that list any, list nothing but the tool itself", &choice.only_itself);
    out.share(
        "of those that list any, list a tool that the episode had already called with the same arguments",
        &choice.already_tried,
    );
}
