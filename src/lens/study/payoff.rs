//! How common faults must be for the second arm to pay, who recovered from them, and what it cost.

use std::collections::BTreeMap;

use super::Study;
use super::pairs::{ARM, interval_text, one_decimal};
use super::write::{Behind, NAME, Writer, told};
use crate::figures::{Effect, Group, Measure, Perturbed, Spent, Tally, Unseen};
use crate::page::{Grid, Role};
use crate::statistics::{pi_text, points_text};
use crate::words::{clip, counted, listed};

/// The prevalences that have a line.
const PREVALENCES: [f64; 8] = [0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0];

pub(super) fn write(study: &Study<'_>, out: &mut Writer) {
    if study.arms().is_some() {
        payoff(study, out);
    }
}

fn effect_sentence(what: &str, effect: &Effect) -> String {
    match effect.counts.points() {
        None => format!("{what}: undefined (0 of 0)"),
        Some(points) => format!(
            "{what}: {} points{}, {} won and {} lost of {}",
            points_text(points),
            effect.bootstrap.map_or_else(String::new, |it| format!(" ({})", interval_text(it))),
            effect.counts.wins,
            effect.counts.losses,
            counted(effect.counts.pairs(), "pair")
        ),
    }
}

fn payoff(study: &Study<'_>, out: &mut Writer) {
    let worth = &study.figures.worth;
    out.page.heading("When the second arm pays");
    for (what, effect) in
        [("pairs in which something was broken", &worth.perturbed), ("clean pairs, in which nothing was", &worth.clean)]
    {
        out.pairs(effect_sentence(what, effect), what, &effect.pairs);
    }
    let Some(seen) = worth.seen() else {
        out.page.text("The break-even prevalence is undefined: it takes pairs of both kinds.");
        unlabelled(study, out);
        return;
    };
    let unfavourable = worth
        .unfavourable()
        .map_or_else(String::new, |it| format!("; at the unfavourable ends of both intervals {}", it.text()));
    out.page.text(format!(
        "Where a share π of the episodes is broken, the net effect is not negative {}{unfavourable}.",
        seen.text()
    ));
    out.page.gap();
    let mut grid = Grid::new().numbers("π").numbers("net points").numbers("unfavourable ends");
    let mut prevalences = PREVALENCES.to_vec();
    prevalences.extend(study.prevalence);
    prevalences.sort_by(f64::total_cmp);
    prevalences.dedup();
    for pi in prevalences {
        let Some(net) = worth.net(pi) else { continue };
        let unfavourable = net.unfavourable.map_or_else(|| "–".to_owned(), one_decimal);
        grid.row([pi_text(pi), one_decimal(net.seen), unfavourable], None::<usize>);
    }
    out.grid(grid);
}

/// Where no pair counts as broken, that is what the labels of faults say, and no more.
pub(super) fn unlabelled(study: &Study<'_>, out: &mut Writer) {
    let worth = &study.figures.worth;
    if worth.perturbed.counts.pairs() == 0 && worth.clean.counts.pairs() > 0 {
        out.page.muted(
            "All pairs count as clean, as no fault label or filter says otherwise: whether something was broken in them is \
             not known from that.",
        );
    }
}

pub(super) fn recovered(study: &Study<'_>, out: &mut Writer) {
    let perturbed = study.by_named_arm(&study.figures.perturbed);
    out.page.heading("Completed although something was broken (recovery rate given a perturbation)");
    for (arm, found) in &perturbed {
        if found.completed.of.count == 0 && found.unknown.count == 0 {
            out.page.item(format!("{arm}: no episode counts as broken, so this is undefined (0 of 0)"));
            continue;
        }
        out.item(format!("{arm}: {}", told(found.completed.rate())), arm, &found.completed.hits);
        if found.unknown.count > 0 {
            let text = format!("{arm}: {} of unknown outcome besides", counted(found.unknown.count, "broken episode"));
            out.item(text, "broken, of unknown outcome", &found.unknown);
        }
    }
    if perturbed.is_empty() {
        out.page.text("undefined (0 of 0)");
    }
    let of_fault = |found: &Perturbed| -> Vec<(Kind, Tally)> {
        found.by_fault.iter().map(|(fault, tally)| ((None, fault.clone()), tally.clone())).collect()
    };
    by_kind("type of fault", &perturbed, of_fault, out);
    // In how many nothing was seen is told, too: else nobody knows why the lines above are not of all.
    let of_family = |found: &Perturbed| -> Vec<(Kind, Tally)> {
        let seen = found.by_family.iter().map(|(it, tally)| ((None, it.name().to_owned()), tally.clone()));
        let unseen = found.unseen.iter().map(|(it, tally)| ((Some(*it), it.words().to_owned()), tally.clone()));
        seen.chain(unseen).collect()
    };
    by_kind("what was seen of it", &perturbed, of_family, out);
    if perturbed.iter().any(|(_, found)| found.by_family.len() > 1) {
        out.page.muted("An episode in which several kinds were seen stands in the line of each.");
    }
    if study.figures.refired.is_none() && perturbed.iter().any(|(_, found)| !found.by_family.is_empty()) {
        out.page.muted(
            "Seen is what receipts and explicit errors tell; with --registry or --crossfit every arm is judged alike.",
        );
    }
}

/// A line: why nothing was seen, which stands below, and its name.
type Kind = (Option<Unseen>, String);

/// The rates of each arm side by side, one kind a line.
fn by_kind(
    what: &str,
    perturbed: &[(String, &Perturbed)],
    kinds: impl Fn(&Perturbed) -> Vec<(Kind, Tally)>,
    out: &mut Writer,
) {
    let mut lines: BTreeMap<Kind, Vec<Option<Tally>>> = BTreeMap::new();
    for (place, (_, found)) in perturbed.iter().enumerate() {
        for (kind, tally) in kinds(found) {
            let cells = lines.entry(kind).or_insert_with(|| vec![None; perturbed.len()]);
            if let Some(cell) = cells.get_mut(place) {
                *cell = Some(tally);
            }
        }
    }
    if lines.is_empty() {
        return;
    }
    out.page.gap();
    let mut grid = Grid::new().names(what, NAME);
    for (arm, _) in perturbed {
        grid = grid.numbers(&clip(arm, ARM));
    }
    for ((_, kind), cells) in lines {
        let told = |tally: &Option<Tally>| {
            let rate = tally.as_ref().map(Tally::rate).unwrap_or_default();
            vec![(Role::Text, rate.sentence())]
        };
        let row = std::iter::once(vec![(Role::Text, kind.clone())]).chain(cells.iter().map(told)).collect();
        let mut rows: Vec<u32> = cells.iter().flatten().flat_map(|tally| &tally.of.rows).copied().collect();
        rows.sort_unstable();
        grid.push(row, out.link(Behind::Rows(kind, Group::of(rows))));
    }
    out.grid(grid);
}

pub(super) fn cost(study: &Study<'_>, out: &mut Writer) {
    let spent = &study.figures.spent;
    if spent.is_empty() {
        return;
    }
    out.page.heading("Calls, tokens and money per episode");
    let mut grid = Grid::new().words("").names("arm", NAME).numbers("mean").numbers("total").numbers("episodes");
    for spent in spent {
        for (arm, sum) in study.by_named_arm(&spent.by_arm) {
            let mean = sum.mean().map_or_else(|| "–".to_owned(), |mean| amount(spent.measure, mean));
            let what = format!("{arm}: {}", spent.measure.words());
            let link = out.link(Behind::Rows(what, Group::of(sum.of.clone())));
            let total = amount(spent.measure, sum.total);
            grid.row([spent.measure.words().to_owned(), arm, mean, total, sum.of.len().to_string()], link);
        }
        difference(spent, &mut grid, out);
    }
    out.grid(grid);
    let is_told = |measure: &Measure| spent.iter().any(|spent| spent.measure == *measure);
    let silent: Vec<String> =
        Measure::ALL.iter().filter(|measure| !is_told(measure)).map(|measure| measure.words().to_owned()).collect();
    if !silent.is_empty() {
        out.page.muted(format!("No episode here says its {}, so nothing is said of them.", listed(&silent)));
    }
}

fn difference(spent: &Spent, grid: &mut Grid, out: &mut Writer) {
    let Some(mean) = spent.difference.mean() else { return };
    let sign = if mean > 0.0 { "+" } else { "" };
    let what = format!("pairs that both say {}", spent.measure.words());
    let link = out.link(Behind::Pairs(what, spent.difference.of.clone()));
    let cells = [
        spent.measure.words().to_owned(),
        "second − first, pairs".to_owned(),
        format!("{sign}{}", amount(spent.measure, mean)),
        amount(spent.measure, spent.difference.total),
        spent.difference.of.len().to_string(),
    ];
    grid.row(cells, link);
}

/// Money to a hundredth of a cent, the rest to one decimal, whole numbers without.
pub(super) fn amount(measure: Measure, value: f64) -> String {
    match measure {
        Measure::CostUsd => format!("{value:.4}"),
        _ if value.fract() == 0.0 => format!("{value:.0}"),
        _ => format!("{value:.1}"),
    }
}
