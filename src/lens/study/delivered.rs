//! How often receipts come, and apart from them how often rules fire when the calls are judged again.

use super::Study;
use super::draw::bar_of;
use super::write::{Behind, NAME, Writer, in_episodes, told, with_wilson};
use crate::figures::{Fired, Firing, Group, Tally};
use crate::page::{Grid, Role};
use crate::words::{counted, listed};

/// So many tools are named.
const TOOLS: usize = 4;

pub(super) fn write(study: &Study<'_>, out: &mut Writer) {
    out.page.heading("How often receipts were delivered");
    firing(study, &study.figures.fired, "receipt", out);
    let not_receipts = &study.figures.not_receipts;
    if not_receipts.count > 0 {
        let what = counted(not_receipts.count, "recorded receipt");
        let why = "neither a text nor of status inconsistent: in no rate";
        out.item(format!("{what} {why}"), "recorded receipts that are none", not_receipts);
    }
    if let Some(refired) = &study.figures.refired {
        let judge = study.judge.map_or_else(String::new, |judge| format!(" by {judge}"));
        out.page.heading(format!("How often rules fire when the calls are judged again{judge}"));
        out.page.muted("Replayed now: none of this was delivered to an agent.");
        firing(study, refired, "firing", out);
        unjudged(refired, out);
    }
}

/// The calls that are in no rate of a replay, with the reason, and the tools they are of.
pub(super) fn unjudged(firing: &Firing, out: &mut Writer) {
    let all = firing.unjudged.values().flat_map(|tools| tools.values()).map(|group| group.count).sum::<u64>();
    let all = all + firing.all.calls.of.count;
    for (reason, tools) in &firing.unjudged {
        let mut tools: Vec<_> = tools.iter().collect();
        tools.sort_by_key(|(_, group)| std::cmp::Reverse(group.count));
        let mut names: Vec<String> =
            tools.iter().take(TOOLS).map(|(tool, group)| format!("{tool} {}", group.count)).collect();
        if let Some(more) = tools.len().checked_sub(TOOLS).filter(|more| *more > 0) {
            names.push(counted(more as u64, "further tool"));
        }
        let count = tools.iter().map(|(_, group)| group.count).sum::<u64>();
        let rows: std::collections::BTreeSet<u32> = tools.iter().flat_map(|(_, group)| &group.rows).copied().collect();
        let group = Group { count, rows: rows.into_iter().collect(), firsts: Vec::new() };
        let text = format!("{count} of {} not judged, as {}: {}", counted(all, "call"), reason.words(), listed(&names));
        out.item(text, &format!("calls not judged: {}", reason.words()), &group);
    }
}

fn firing(study: &Study<'_>, firing: &Firing, what: &str, out: &mut Writer) {
    let all = &firing.all;
    if all.calls.of.count == 0 {
        out.page.text("undefined (0 of 0): there are no calls.");
        return;
    }
    let arms = study.by_named_arm(&firing.by_arm);
    // Every arm is judged, but not every arm has somebody who writes receipts.
    if what == "receipt" {
        for (arm, fired) in &arms {
            if fired.is_silent() {
                out.page.muted(without_receipts(arm, fired));
                continue;
            }
            overall(&format!("{arm}: "), fired, what, out);
        }
    } else {
        overall("", all, what, out);
    }
    let arms = arms.into_iter().filter(|(_, fired)| what != "receipt" || !fired.is_silent());
    let arms: Vec<_> = arms.collect();
    let by_arm = arms.iter().map(|(arm, fired)| {
        let clean = fired.clean.rate().sentence();
        (arm.clone(), &fired.calls, clean)
    });
    rows("arm", by_arm.collect(), what, out);
    for (arm, fired) in arms.into_iter().filter(|(_, fired)| fired.calls.hits.count > 0) {
        by_kind(&arm, fired, what, out);
    }
}

/// An arm in no rate of receipts.
pub(super) fn without_receipts(arm: &str, fired: &Fired) -> String {
    format!(
        "{arm}: no receipt is recorded in {}; whether there was a monitor is not said, so the arm is in no rate here.",
        counted(fired.calls.of.count, "call")
    )
}

fn overall(of: &str, fired: &Fired, what: &str, out: &mut Writer) {
    let (calls, clean) = (&fired.calls, &fired.clean);
    out.item(
        format!("{of}calls with a {what}: {}{}", told(calls.rate()), in_episodes(&calls.hits)),
        &format!("{of}calls with a {what}"),
        &calls.hits,
    );
    out.item(
        format!("{of}of clean calls, in episodes without a fault: {}{}", told(clean.rate()), in_episodes(&clean.hits)),
        &format!("{of}clean calls with a {what}"),
        &clean.hits,
    );
    explicit(of, fired, what, out);
}

/// By code and by tool: of one arm, as another may have had another monitor, or none.
fn by_kind(arm: &str, all: &Fired, what: &str, out: &mut Writer) {
    rows(
        &format!("code ({arm})"),
        all.by_code.iter().map(|(code, tally)| (code.clone(), tally, String::new())).collect(),
        what,
        out,
    );
    let tools = all.by_tool.iter().filter(|(_, tally)| tally.hits.count > 0);
    rows(
        &format!("tool ({arm})"),
        tools.map(|(tool, tally)| (tool.to_string(), tally, String::new())).collect(),
        what,
        out,
    );
    let calm = all.by_tool.values().filter(|tally| tally.hits.count == 0).count();
    if calm > 0 {
        out.page.muted(format!("On {} of {arm} there is none.", counted(calm as u64, "further tool")));
    }
}

fn explicit(of: &str, fired: &Fired, what: &str, out: &mut Writer) {
    out.share(
        &format!("{of}of the calls with a {what}, an explicit error, which the agent can read for itself"),
        &fired.explicit,
    );
    out.share(&format!("{of}of the clean calls with a {what}, an explicit error"), &fired.clean_explicit);
}

fn rows(heading: &str, mut rows: Vec<(String, &Tally, String)>, what: &str, out: &mut Writer) {
    if rows.is_empty() {
        return;
    }
    rows.sort_by_key(|(_, tally, _)| std::cmp::Reverse(tally.hits.count));
    let longest = rows.iter().filter_map(|(_, tally, _)| tally.rate().share()).fold(0.0, f64::max);
    out.page.gap();
    // Only the arms have more to say.
    let has_more = rows.iter().any(|(.., more)| !more.is_empty());
    let mut grid = Grid::new().names(heading, NAME).numbers(&format!("{what}s")).numbers("calls").numbers("per call");
    grid = if has_more { grid.drawing().numbers("per clean call") } else { grid.drawing() };
    for (name, tally, more) in rows {
        let rate = tally.rate();
        let mut cells = vec![
            (Role::Text, name.clone()),
            (Role::Text, rate.hits.to_string()),
            (Role::Text, rate.of.to_string()),
            (Role::Text, with_wilson(rate)),
            (Role::Receipt, bar_of(rate, longest)),
        ];
        cells.extend(has_more.then_some((Role::Text, more)));
        let link = out.link(Behind::Rows(format!("{heading} {name}: {what}s"), tally.hits.clone()));
        grid.push(cells.into_iter().map(|cell| vec![cell]).collect(), link);
    }
    out.grid(grid);
}
