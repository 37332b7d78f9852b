//! Why pairs were won and lost: what people said, what is only guessed, and how far the two agree.

use super::Study;
use super::draw::bar;
use super::write::{Behind, Writer, told};
use crate::domain::json::{Json, Object};
use crate::label::{PairLabel, Reasons, Source};
use crate::lens::labels::{agreement_json, kappa_words};
use crate::page::{Grid, Role};
use crate::statistics::Rate;
use crate::words::counted;

/// The section, for the screen and for the text alike.
pub(super) fn write(study: &Study<'_>, out: &mut Writer) {
    let (Some(reasons), Some(whole)) = (study.reasons, study.figures.paired.whole()) else { return };
    let all = whole.wins.len() + whole.losses.len();
    if all == 0 {
        return;
    }
    out.page.heading("Why pairs were won and lost");
    let unread = all.saturating_sub(reasons.pairs.len());
    if unread > 0 {
        out.page.text(format!("{} won or lost not read yet: in no number of this section.", counted(unread, "pair")));
    }
    if reasons.pairs.is_empty() {
        return;
    }
    standing(reasons, out);
    table(reasons, out);
    out.page.muted(
        "A label is what a person said after looking at the pair; a guess is what a rule makes of its calls, and nobody \
         has checked it. The command vidimus labels words says what each label means.",
    );
    agreement(reasons, out);
}

/// How many have a label.
fn standing(reasons: &Reasons, out: &mut Writer) {
    let share = Rate { hits: reasons.labelled.len() as u64, of: reasons.pairs.len() as u64 };
    out.pairs(format!("labelled by a person: {} won or lost", of_pairs(share)), LABELLED, &reasons.labelled);
    let blind = Rate { hits: reasons.blind.len() as u64, of: share.hits };
    if share.hits > 0 {
        let text = format!(
            "of these labels, given blind, with the names of arms, outcome and guess hidden (receipts are not, and may tell the arm): {}",
            blind.sentence()
        );
        out.pairs(text, "pairs labelled blind", &reasons.blind);
    }
    for (what, why, pairs) in [
        ("disputed", "people differ, so it counts as no label", &reasons.disputed),
        (
            "changed since labelled",
            "the label was given to other calls or outcomes, and does not count",
            &reasons.changed,
        ),
    ] {
        if !pairs.is_empty() {
            out.pairs(format!("{what}: {} ({why})", counted(pairs.len(), "pair")), &format!("pairs {what}"), pairs);
        }
    }
}

/// What the pairs with a label are called where they are listed.
const LABELLED: &str = "labelled pairs";

/// `12 of 31 pairs (38.7%)`.
fn of_pairs(rate: Rate) -> String {
    format!("{} of {} ({})", rate.hits, counted(rate.of, "pair"), rate.percent())
}

/// One number a line, so that each can be opened.
fn table(reasons: &Reasons, out: &mut Writer) {
    out.page.gap();
    let mut grid = Grid::new().words("").words("said or guessed").words("why").numbers("pairs").drawing();
    let mut rows: Vec<_> = reasons.why.iter().collect();
    // People before rules; the frequent before the rare, and of equals in the order of the vocabulary.
    rows.sort_by_key(|((side, source, label), pairs)| (*side, *source, std::cmp::Reverse(pairs.len()), *label));
    for ((side, source, label), pairs) in rows {
        let role = if *source == Source::Person { Role::Title } else { Role::Text };
        let rate = Rate { hits: pairs.len() as u64, of: reasons.on(*side) };
        let why = label.map_or("–", PairLabel::words);
        let cells = [
            (Role::Text, side.name().to_owned()),
            (role, format!("{} {}", sign(*source), source.words())),
            (role, why.to_owned()),
            (Role::Text, rate.hits.to_string()),
            (role, bar(rate)),
        ];
        let what = match label {
            Some(label) => format!("{}, {} {}", side.name(), source.words(), label.words()),
            None => format!("{}, {}", side.name(), source.words()),
        };
        grid.push(cells.map(|cell| vec![cell]).into(), out.link(Behind::Pairs(what, pairs.clone())));
    }
    out.grid(grid);
}

/// No colour tells a label from a guess alone.
const fn sign(source: Source) -> &'static str {
    match source {
        Source::Person => "✓",
        Source::Dispute => "≠",
        Source::Rule => "?",
        Source::Nobody => "·",
    }
}

/// How far labels and guesses agree.
fn agreement(reasons: &Reasons, out: &mut Writer) {
    let comparison = &reasons.comparison;
    let found = comparison.agreement();
    if found.same.of == 0 {
        out.page.text("How far labels and guesses agree is undefined (0 of 0): no pair has both.");
        return;
    }
    out.pairs(
        format!("labels that are as the rule had guessed: {}", told(found.same)),
        "pairs labelled as guessed",
        &reasons.as_guessed,
    );
    out.pairs(kappa_words(comparison), "pairs with a label and a guess", &reasons.compared());
    if !reasons.not_as_guessed.is_empty() {
        out.pairs(
            format!("labels that are not: {}", counted(reasons.not_as_guessed.len(), "pair")),
            "pairs not labelled as guessed",
            &reasons.not_as_guessed,
        );
    }
    if comparison.alone[1] > 0 {
        out.page.item(format!("labelled where no guess stood: {}", counted(comparison.alone[1], "pair")));
    }
    if reasons.blind.len() < reasons.labelled.len() {
        out.page.muted(
            "Whoever labels with the guess in sight may lean to it: judge the rule by the labels given blind. Here all are counted.",
        );
    }
}

/// The same as data; null where nobody asked.
pub(super) fn json(study: &Study<'_>) -> Json {
    let Some(reasons) = study.reasons else { return Json::Null };
    let why = reasons.why.iter().map(|((side, source, label), pairs)| {
        Json::from(
            Object::new()
                .with("outcome", outcome(*side))
                .with("by", source.name())
                .with("label", label.map(PairLabel::name))
                .with("pairs", pairs.len()),
        )
    });
    Object::new()
        .with("pairs", reasons.pairs.len())
        .with("labelled", reasons.labelled.len())
        .with("given_blind", reasons.blind.len())
        .with("disputed", reasons.disputed.len())
        .with("changed", reasons.changed.len())
        .with("why", why.collect::<Vec<_>>())
        .with("agreement", agreement_json(&reasons.comparison, ["guess", "label"]))
        .into()
}

/// The word of the lists of pairs.
pub(super) const fn outcome(side: crate::label::Side) -> &'static str {
    match side {
        crate::label::Side::Won => "win",
        crate::label::Side::Lost => "loss",
    }
}
