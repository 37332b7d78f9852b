//! Who won, by how much, and whether that is more than noise.

use super::Shown;
use crate::figures::{Effect, Group, MOST_PAIRS};
use crate::lens::study::Study;
use crate::lens::study::draw::{Scale, bar};
use crate::lens::study::pairs::interval_text;
use crate::lens::study::write::{Behind, Writer, named};
use crate::page::{Kind, Role};
use crate::statistics::{ALPHA, Rate, one_more, p_text, points_text};
use crate::words::{counted, listed};

pub(super) fn write(study: &Study<'_>, shown: Shown, out: &mut Writer) {
    let (Some([first, second]), Some(whole)) = (study.named_arms(), study.figures.paired.whole()) else {
        out.page.text(
            "There are no two arms to compare: c chooses the field whose values are the arms, or open the episodes of \
             another arm, too.",
        );
        return;
    };
    out.page.push(Kind::Text, vec![(Role::Title, verdict(study, whole))]);
    if whole.counts.pairs() == 0 {
        return;
    }
    rates(study, shown, (&first, &second), whole, out);
    cells((&first, &second), whole, out);
    difference(shown, whole, out);
    noise(study, whole, out);
}

/// The answer as a sentence.
pub(in crate::lens::study) fn verdict(study: &Study<'_>, whole: &Effect) -> String {
    let [first, second] = study.named_arms().unwrap_or_default();
    let counts = whole.counts;
    let Some(points) = counts.points() else {
        if study.pairing.pairs.is_empty() {
            return format!("There is no pair: {}.", no_partner(study, (&first, &second)));
        }
        return "No pair has two known outcomes: every difference is undefined (0 of 0).".to_owned();
    };
    let models = study.figures.paired.models().count();
    let of = if models > 1 { format!(" of {models} models") } else { String::new() };
    let among = format!("{} on {}{of}", counted(counts.pairs(), "pair"), counted(whole.tasks as u64, "task"));
    let Some(p) = whole.p().filter(|_| counts.discordant().hits > 0) else {
        return format!("No pair is won or lost: {second} and {first} complete the same tasks ({among}).");
    };
    if p >= ALPHA {
        let (points, p) = (points_text(points), p_text(p));
        return format!(
            "{second} against {first}: no difference beyond noise ({points} points, p = {p}), over {among}."
        );
    }
    let who = match points.total_cmp(&0.0) {
        std::cmp::Ordering::Greater => format!("{second} completes more than {first}"),
        std::cmp::Ordering::Less => format!("{second} completes fewer than {first}"),
        std::cmp::Ordering::Equal => format!("{second} completes as many as {first}"),
    };
    format!("{who}: {} points, more than noise (p = {}), over {among}.", points_text(points), p_text(p))
}

/// Why runs of two arms make no pair.
fn no_partner(study: &Study<'_>, (first, second): (&str, &str)) -> String {
    let key: Vec<String> = study.pairing.plan.key().map(ToString::to_string).collect();
    format!("no run of {second} has the same {} as one of {first}", listed(&key))
}

/// The share that each arm completed.
fn rates(study: &Study<'_>, shown: Shown, (first, second): (&str, &str), whole: &Effect, out: &mut Writer) {
    let widths = shown.widths();
    let runs = |lists: [&[u32]; 2], is_second: bool| {
        let pairs = lists.into_iter().flatten().filter_map(|place| study.pairing.pairs.get(*place as usize));
        let runs = pairs.map(|pair| if is_second { pair.second } else { pair.first });
        let mut runs: Vec<u32> = runs.filter_map(|run| u32::try_from(run).ok()).collect();
        runs.sort_unstable();
        runs
    };
    let arms = [
        (first, whole.counts.first(), runs([&whole.both, &whole.losses], false)),
        (second, whole.counts.second(), runs([&whole.both, &whole.wins], true)),
    ];
    for (arm, rate, rows) in arms {
        let pieces = vec![
            (Role::Text, format!("{}  {:>19}  ", named(arm, widths.name), rate.sentence())),
            (Role::Completed, bar(rate)),
            (Role::Muted, format!("  {}", ends(rate))),
        ];
        out.row(pieces, Behind::Rows(format!("{arm}: completed, in a pair"), Group::of(rows)));
    }
}

/// `55.4–67.6%`: the Wilson interval.
fn ends(rate: Rate) -> String {
    rate.wilson().map_or_else(String::new, |it| format!("{:.1}–{:.1}%", it.low * 100.0, it.high * 100.0))
}

/// The four cells of the table.
fn cells((first, second): (&str, &str), whole: &Effect, out: &mut Writer) {
    let cells = [
        (Role::Completed, "won", format!("only {second} completes"), &whole.wins),
        (Role::Failed, "lost", format!("only {first} completes"), &whole.losses),
        (Role::Muted, "both", "both complete".to_owned(), &whole.both),
        (Role::Muted, "neither", "neither completes".to_owned(), &whole.neither),
    ];
    for (role, word, words, pairs) in cells {
        let pieces = vec![(role, format!("{word:<8}{:>5}", pairs.len())), (Role::Muted, format!("  {words}"))];
        out.row(pieces, Behind::Pairs(format!("pairs of which {words}"), pairs.clone()));
    }
}

/// The difference as a number and as an interval on a scale.
fn difference(shown: Shown, whole: &Effect, out: &mut Writer) {
    let (points, interval) = (whole.counts.points(), whole.bootstrap);
    let ends = interval.map(|it| [it.low, it.high]).into_iter().flatten().chain(points);
    let scale = Scale::of(ends).in_columns(shown.widths().drawing);
    out.columns(&format!("{:<36}  {}", "", scale.heading()));
    let told = interval.map_or_else(|| "its interval is being drawn".to_owned(), interval_text);
    let number = format!("{} points  {told}", points.map(points_text).unwrap_or_default());
    let pieces = vec![(Role::Text, format!("{number:<36}  ")), (Role::Title, scale.interval(points, interval))];
    out.row(pieces, Behind::Pairs("pairs of known outcome".to_owned(), whole.pairs.clone()));
}

/// The tests, and what could have been found.
fn noise(study: &Study<'_>, whole: &Effect, out: &mut Writer) {
    let discordant: Vec<u32> = {
        let mut places: Vec<u32> = whole.wins.iter().chain(&whole.losses).copied().collect();
        places.sort_unstable();
        places
    };
    let told = |p: Option<f64>| p.map_or_else(|| "undefined".to_owned(), p_text);
    let text =
        format!("exact McNemar p = {}, flipping whole tasks p = {}", told(whole.counts.p()), told(whole.sign_flip));
    let what = "pairs won or lost".to_owned();
    out.row(vec![(Role::Text, text)], Behind::Pairs(what.clone(), discordant.clone()));
    if study.is_sensitive {
        match one_more(whole.counts.wins, whole.counts.losses) {
            Some(more) => {
                out.row(vec![(Role::News, more.loss_sentence())], Behind::Pairs(what.clone(), discordant.clone()));
                out.row(vec![(Role::News, more.win_sentence())], Behind::Pairs(what.clone(), discordant.clone()));
            }
            None => out.page.text("With no pair won or lost there is no p that one more could move."),
        }
    }
    if discordant.is_empty() {
        return;
    }
    let smallest = whole.smallest().map_or_else(
        || "no difference has an 80% chance to be found".to_owned(),
        |points| format!("80% chance to find a difference of {points:.1} points"),
    );
    let text = format!("{} of {} pairs won or lost: {smallest}", discordant.len(), whole.counts.pairs());
    out.row(vec![(Role::Muted, text)], Behind::Pairs(what, discordant));
    out.page.muted(needed(whole));
}

/// How many pairs would find the difference that was seen.
pub(in crate::lens::study) fn needed(whole: &Effect) -> String {
    if whole.counts.wins == whole.counts.losses {
        return "There is no difference here that more pairs could find.".to_owned();
    }
    match whole.pairs_needed() {
        Some(pairs) => format!("To find the difference seen here with a chance of 80% takes about {pairs} pairs."),
        None => format!("To find the difference seen here with a chance of 80% takes more than {MOST_PAIRS} pairs."),
    }
}
