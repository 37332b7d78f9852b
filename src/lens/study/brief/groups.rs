//! The tables by the grouping that is wanted.

use super::{By, Shown};
use crate::figures::{Fired, Firing, Stratum, Tally};
use crate::lens::study::Study;
use crate::lens::study::delivered::{unjudged, without_receipts};
use crate::lens::study::draw::{Scale, bar_of};
use crate::lens::study::pairs::{interval_text, name, one_decimal};
use crate::lens::study::write::{Behind, Writer, in_episodes, named, widest, with_wilson};
use crate::page::Role;
use crate::statistics::p_text;

/// Wins and losses by model, stratum or both.
pub(super) fn pairs(study: &Study<'_>, shown: Shown, out: &mut Writer) {
    let Some([first, second]) = study.arms() else { return };
    let is_wanted = |line: &&Stratum| match shown.by {
        By::Model => line.model.is_some() && line.stratum.is_none(),
        By::Stratum => line.model.is_none() && line.stratum.is_some(),
        By::Both => line.model.is_some() && line.stratum.is_some(),
        By::All | By::Tool | By::Code => false,
    };
    let lines: Vec<&Stratum> = study.figures.paired.lines.iter().filter(is_wanted).collect();
    if lines.is_empty() {
        return;
    }
    out.page.heading(format!("Pairs {}", shown.by.words()));
    let ends = |line: &&Stratum| {
        let ends = line.effect.bootstrap.map(|it| [it.low, it.high]);
        ends.into_iter().flatten().chain(line.effect.counts.points())
    };
    let names: Vec<String> = lines.iter().map(|line| name(line)).collect();
    let widths = shown.widths_for(widest(names.iter().map(String::as_str)));
    let scale = Scale::of(lines.iter().flat_map(ends)).in_columns(widths.drawing);
    let width = widths.name;
    out.columns(&format!(
        "{}  {:>5}  {:>6}  {}  {:>3} {:>4}  {:>7}",
        named("", width),
        "pairs",
        "points",
        scale.heading(),
        "won",
        "lost",
        "p"
    ));
    for (line, name) in lines.iter().zip(&names) {
        let effect = &line.effect;
        let points = effect.counts.points();
        let p = effect.p().filter(|_| effect.counts.discordant().hits > 0).map_or_else(|| "–".to_owned(), p_text);
        let pieces = vec![
            (
                Role::Text,
                format!(
                    "{}  {:>5}  {:>6}  ",
                    named(name, width),
                    effect.counts.pairs(),
                    points.map_or_else(|| "–".to_owned(), one_decimal)
                ),
            ),
            (Role::Title, scale.interval(points, effect.bootstrap)),
            (Role::Text, format!("  {:>3} {:>4}  {p:>7}", effect.counts.wins, effect.counts.losses)),
        ];
        out.row(pieces, Behind::Pairs(name.clone(), effect.pairs.clone()));
        if shown.is_open {
            let interval = effect.bootstrap.map(interval_text).unwrap_or_default();
            let text = format!(
                "  {first} {}, {second} {}, interval {interval}",
                with_wilson(effect.counts.first()),
                with_wilson(effect.counts.second()),
            );
            out.row(vec![(Role::Muted, text)], Behind::Pairs(name.clone(), effect.pairs.clone()));
        }
    }
}

/// How often receipts come, and apart from them what fires when the calls are judged again.
pub(super) fn fired(study: &Study<'_>, shown: Shown, out: &mut Writer) {
    let figures = study.figures;
    let judge = study.judge.map(|judge| format!(" by {judge}")).unwrap_or_default();
    let replayed = format!("Judged again{judge}: firings that nobody was told of");
    let of = [("receipt", "Receipts per call", Some(&figures.fired)), ("firing", &replayed, figures.refired.as_ref())];
    for (what, heading, firing) in of {
        let Some(firing) = firing else { continue };
        out.page.heading(heading);
        let all = &firing.all;
        if all.calls.of.count == 0 {
            out.page.text("There are no calls: undefined (0 of 0).");
            continue;
        }
        if what == "receipt" {
            delivered(study, firing, out);
        } else {
            overall("", all, what, out);
            unjudged(firing, out);
        }
        by_arm(study, firing, shown, what, out);
    }
}

/// The receipts of each arm: an arm without any would only thin those of the others.
fn delivered(study: &Study<'_>, firing: &Firing, out: &mut Writer) {
    let (with, without): (Vec<_>, Vec<_>) =
        study.by_arm(&firing.by_arm).into_iter().partition(|(_, fired)| !fired.is_silent());
    for (arm, fired) in &with {
        if study.figures.fired.by_arm.len() > 1 {
            out.page.text(format!("{arm}:"));
        }
        overall(arm, fired, "receipt", out);
    }
    for (arm, fired) in without {
        out.page.muted(without_receipts(arm, fired));
    }
}

fn overall(arm: &str, fired: &Fired, what: &str, out: &mut Writer) {
    let mut rows = vec![
        (format!("all calls with a {what}"), &fired.calls),
        ("of clean calls, in episodes without a fault".to_owned(), &fired.clean),
        ("of these calls, the tool itself says it failed".to_owned(), &fired.explicit),
        ("and of those among clean calls".to_owned(), &fired.clean_explicit),
    ];
    if fired.is_silent() {
        rows.truncate(2);
    }
    for (words, tally) in rows {
        let text = format!("{words:<46}  {}{}", tally.rate().sentence(), in_episodes(&tally.hits));
        let arm = if arm.is_empty() { String::new() } else { format!("{arm}: ") };
        out.row(vec![(Role::Text, text)], Behind::Rows(format!("{arm}{what}s: {words}"), tally.hits.clone()));
    }
}

/// By arm, and by what is wanted: of one arm, as another may have had another monitor, or none.
fn by_arm(study: &Study<'_>, firing: &Firing, shown: Shown, what: &str, out: &mut Writer) {
    let mut arms = study.by_arm(&firing.by_arm);
    arms.retain(|(_, fired)| what != "receipt" || !fired.is_silent());
    let by_arm = arms.iter().map(|(arm, fired)| ((*arm).to_owned(), &fired.calls)).collect();
    table("arm", by_arm, shown, what, out);
    for (arm, fired) in arms.into_iter().filter(|(_, fired)| fired.calls.hits.count > 0) {
        let rows: Vec<(String, &Tally)> = match shown.by {
            By::Tool => fired.by_tool.iter().map(|(tool, it)| (tool.to_string(), it)).collect(),
            By::Code => fired.by_code.iter().map(|(code, it)| (code.clone(), it)).collect(),
            _ => continue,
        };
        let rows = rows.into_iter().filter(|(_, it)| it.hits.count > 0).collect();
        let heading = format!("{} in {arm}", if shown.by == By::Tool { "tool" } else { "code" });
        table(&heading, rows, shown, what, out);
    }
}

fn table(heading: &str, mut rows: Vec<(String, &Tally)>, shown: Shown, what: &str, out: &mut Writer) {
    if rows.is_empty() {
        return;
    }
    rows.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.hits.count));
    let longest = rows.iter().filter_map(|(_, tally)| tally.rate().share()).fold(0.0, f64::max);
    let width = widest(rows.iter().map(|(name, _)| name.as_str()).chain([heading])).min(shown.widths().name.max(22));
    out.page.gap();
    out.columns(&format!("{}  {:>8}  {:>6}  {:>8}", named(heading, width), format!("{what}s"), "calls", "per call"));
    for (name, tally) in rows {
        let rate = tally.rate();
        let text = format!("{}  {:>8}  {:>6}  {:>8}  ", named(&name, width), rate.hits, rate.of, rate.percent());
        let pieces = vec![(Role::Text, text), (Role::Receipt, bar_of(rate, longest))];
        out.row(pieces, Behind::Rows(format!("{heading} {name}: {what}s"), tally.hits.clone()));
    }
}
