//! Who won and who lost, and whether that is more than noise.

use super::brief::{needed, verdict};
use super::draw::Scale;
use super::write::{Behind, NAME, Writer, named, widest, with_wilson};
use super::{Study, write::told};
use crate::figures::{Effect, Stratum};
use crate::page::{Grid, Kind, Role};
use crate::statistics::{Interval, one_more, p_text, percent, points_text};
use crate::words::{clip, counted};

/// The name of an arm above a column is at most so wide.
pub(super) const ARM: usize = 20;
/// So many other arms are named.
const ARMS: usize = 8;

pub(super) fn write(study: &Study<'_>, out: &mut Writer) {
    let paired = &study.figures.paired;
    out.page.heading("Pairs");
    let (Some([first, second]), Some(whole)) = (study.named_arms(), paired.whole()) else {
        out.page.text(format!(
            "{}. To compare, name the field that has the arms (--arm-field), or add the episodes of another arm.",
            crate::lens::pairs::heading(study.pairing)
        ));
        beside(study, out);
        return;
    };
    let arms = (first.as_str(), second.as_str());
    summary(study, out, arms, whole);
    beside(study, out);
    if study.pairing.pairs.is_empty() {
        return;
    }
    let lines = shown(study);
    table(study, out, &lines, arms);
    drawn(out, &lines);
    notes(study, out, whole);
}

/// The lines worth a place: of one model (or stratum) alone its lines say what the lines above say.
fn shown<'a>(study: &Study<'a>) -> Vec<&'a Stratum> {
    let paired = &study.figures.paired;
    let (models, strata) = (paired.models().count() > 1, paired.strata().count() > 1);
    let is_shown = |line: &&Stratum| (line.model.is_none() || models) && (line.stratum.is_none() || strata);
    paired.lines.iter().filter(is_shown).collect()
}

fn summary(study: &Study<'_>, out: &mut Writer, (first, second): (&str, &str), whole: &Effect) {
    out.page.push(Kind::Text, vec![(Role::Title, verdict(study, whole))]);
    if study.pairing.pairs.is_empty() {
        return;
    }
    let models = study.figures.paired.models().count();
    let of = if models > 1 { format!(" of {models} models") } else { String::new() };
    out.page.text(format!(
        "{} on {}{of}. Of them {first} completed {}; {second} completed {}.",
        counted(whole.counts.pairs(), "pair"),
        counted(whole.tasks as u64, "task"),
        told(whole.counts.first()),
        told(whole.counts.second())
    ));
    let Some(points) = whole.counts.points() else {
        out.page.text("Without a pair whose two outcomes are known every difference is undefined (0 of 0).");
        return;
    };
    let interval = whole.bootstrap.map_or_else(String::new, |it| format!(" (95% interval {})", interval_text(it)));
    let p = whole.counts.p().map_or_else(
        || "with no pair won or lost, there is no test to make".to_owned(),
        |p| format!("exact McNemar p = {}", p_text(p)),
    );
    let flips = whole.sign_flip.map_or_else(String::new, |p| format!(", flipping signs by task p = {}", p_text(p)));
    out.page.text(format!(
        "{second} against {first}: {} points{interval}, {} and {}; {p}{flips}.",
        points_text(points),
        counted(whole.counts.wins, "win"),
        if whole.counts.losses == 1 { "1 loss".to_owned() } else { format!("{} losses", whole.counts.losses) },
    ));
}

/// What is in no number above.
pub(super) fn beside(study: &Study<'_>, out: &mut Writer) {
    let pairing = study.pairing;
    let place = |run: usize| u32::try_from(run).unwrap_or(u32::MAX);
    let lists = [
        ("without a partner", pairing.unmatched.iter().map(|it| place(it.run)).collect::<Vec<_>>()),
        ("twice in an arm, of which the first counts", pairing.duplicates.iter().map(|it| place(it.run)).collect()),
        ("with a partner in another study only", pairing.mixed.iter().map(|it| place(it.run)).collect()),
    ];
    for (what, rows) in lists.into_iter().filter(|(_, rows)| !rows.is_empty()) {
        let group = crate::figures::Group::of(rows);
        out.item(format!("{} {what}", counted(group.count, "episode")), what, &group);
    }
    if !pairing.elsewhere.is_empty() {
        let what = "in other arms than these two";
        let group = crate::figures::Group::of(pairing.elsewhere.iter().map(|run| place(*run)).collect());
        let are = if group.count == 1 { "is" } else { "are" };
        let names: Vec<&str> = pairing.other_arms().map(|arm| &*arm.name).collect();
        let more = names.len().saturating_sub(ARMS);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let names = names.iter().take(ARMS).copied().collect::<Vec<_>>().join(", ") + &more;
        out.item(format!("{} {are} in other arms ({names})", counted(group.count, "episode")), what, &group);
    }
    let alone = study.figures.paired.whole().map_or(0, |whole| whole.alone);
    if alone > 0 {
        out.page.item(format!(
            "{} of runs of two different tasks, as the key has no task: each stands for a task of its own",
            counted(alone, "pair")
        ));
    }
    let paired = &study.figures.paired;
    let unknown = paired.whole().map(|whole| whole.unknown.as_slice()).unwrap_or_default();
    let many = paired.models().count() > 0;
    let lists = [
        ("of unknown outcome, in no number of this table", unknown),
        ("whose two runs name different models, in no line of a model", if many { &paired.no_model } else { &[][..] }),
        (
            "whose two runs do not name one stratum, in no line of a stratum",
            if paired.strata().count() > 0 { &paired.no_stratum } else { &[][..] },
        ),
    ];
    for (what, pairs) in lists.into_iter().filter(|(_, pairs)| !pairs.is_empty()) {
        out.pairs(format!("{} {what}", counted(pairs.len() as u64, "pair")), what, pairs);
    }
    let unread = &study.figures.unread;
    if unread.count > 0 {
        out.item(
            format!("{} not read yet: nothing of their calls is in a number here", counted(unread.count, "episode")),
            "not read yet",
            unread,
        );
    }
}

/// The name of a line.
pub(super) fn name(line: &Stratum) -> String {
    match (&line.model, &line.stratum) {
        (None, None) => "all".to_owned(),
        (Some(model), None) => model.clone(),
        (None, Some(stratum)) => stratum.clone(),
        (Some(model), Some(stratum)) => format!("{model} · {stratum}"),
    }
}

fn table(study: &Study<'_>, out: &mut Writer, lines: &[&Stratum], (first, second): (&str, &str)) {
    out.page.gap();
    let mut grid = Grid::new().names("", NAME).numbers("pairs").numbers(&clip(first, ARM)).numbers(&clip(second, ARM));
    for heading in ["points", "95% interval", "wins", "losses", "p", "by task"] {
        grid = grid.numbers(heading);
    }
    for line in lines {
        let (effect, name) = (&line.effect, name(line));
        let p = |p: Option<f64>| p.map_or_else(|| "–".to_owned(), p_text);
        let cells = [
            name.clone(),
            effect.counts.pairs().to_string(),
            with_wilson(effect.counts.first()),
            with_wilson(effect.counts.second()),
            effect.counts.points().map_or_else(|| "–".to_owned(), one_decimal),
            effect.bootstrap.map_or_else(|| "–".to_owned(), interval_text),
            effect.counts.wins.to_string(),
            effect.counts.losses.to_string(),
            p(effect.counts.p()),
            p(effect.sign_flip),
        ];
        grid.row(cells, out.link(Behind::Pairs(name, effect.pairs.clone())));
    }
    out.grid(grid);
    let settings = study.figures.settings;
    out.page.muted(format!(
        "In brackets Wilson 95% intervals, in percent. The interval of the difference is of {} bootstrap samples of \
         whole tasks (seed {}); p is the exact McNemar test, by task that of flipping the signs of whole tasks.",
        settings.resamples, settings.seed
    ));
    if lines.len() > 1 {
        out.page.muted(
            "Each p is of its own line, and none is corrected for how many lines there are. An interval draws only what was \
             seen: where no pair is won or lost it has no width, which is no sign of certainty.",
        );
    }
}

/// The differences as intervals on one scale.
fn drawn(out: &mut Writer, lines: &[&Stratum]) {
    let ends = |line: &&Stratum| {
        let ends = line.effect.bootstrap.map(|it| [it.low, it.high]);
        ends.into_iter().flatten().chain(line.effect.counts.points())
    };
    if lines.iter().all(|line| line.effect.counts.pairs() == 0) {
        return;
    }
    let scale = Scale::of(lines.iter().flat_map(ends));
    let width = widest(lines.iter().map(|line| name(line)).collect::<Vec<_>>().iter().map(String::as_str));
    out.page.gap();
    out.columns(&format!("{}  {}", named("", width), scale.heading()));
    for line in lines {
        let effect = &line.effect;
        let drawing = scale.interval(effect.counts.points(), effect.bootstrap);
        let points = effect.counts.points().map_or_else(|| "undefined (0 of 0)".to_owned(), one_decimal);
        let pieces = vec![
            (Role::Text, format!("{}  ", named(&name(line), width))),
            (Role::Title, drawing),
            (Role::Text, format!("  {points}")),
        ];
        out.row(pieces, Behind::Pairs(name(line), effect.pairs.clone()));
    }
}

fn notes(study: &Study<'_>, out: &mut Writer, whole: &Effect) {
    let discordant = whole.counts.discordant();
    if discordant.of == 0 {
        return;
    }
    out.page.gap();
    let smallest = whole.smallest().map_or_else(
        || "no true difference, however large, would be found with a chance of 80%".to_owned(),
        |points| format!("a true difference of {points:.1} points would be found with a chance of 80%"),
    );
    let rates = whole.smallest().zip(study.named_arms()).map_or_else(String::new, |(_, [first, second])| {
        let before = whole.counts.first().percent();
        match whole.smallest_rate() {
            Some(rate) => format!(": {second} would complete {} where {first} completes {before}", percent(rate)),
            None if whole.counts.first().share().is_some_and(|share| share > 0.5) => {
                format!(", were it not that {first} completes {before}, which leaves no room for so much more")
            }
            None => String::new(),
        }
    });
    out.page.text(format!("With {} pairs won or lost, {smallest}{rates}.", discordant.sentence()));
    out.page.text(needed(whole));
    for line in study.figures.paired.lines.iter().filter(|_| study.is_sensitive) {
        if let Some(more) = one_more(line.effect.counts.wins, line.effect.counts.losses) {
            let of = name(line);
            let text = format!("{of}: {}; {}", more.loss_sentence(), more.win_sentence());
            let discordant: Vec<u32> = line.effect.wins.iter().chain(&line.effect.losses).copied().collect();
            out.pairs(text, &format!("{of}: wins and losses"), &discordant);
        }
    }
}

/// Points in a row of several, all with one decimal.
pub(super) fn one_decimal(points: f64) -> String {
    points_text((points * 10.0).round() / 10.0)
}

/// `+11.3 to +23.4`.
pub(super) fn interval_text(interval: Interval) -> String {
    format!("{} to {}", one_decimal(interval.low), one_decimal(interval.high))
}
